"""Falls: what is left standing, who draws for it, and falls that were declared late.

A fall costs three cards and the turn, and the same player begins a fresh one. A missed fall reopens the turn that it
belongs to: everything since goes back to where it was, cards drawn since are shuffled into the deck (someone has seen
them), and the fall is charged there.
Data in: the stacks still standing, a list of lists of cups, bottom first. Data out: None or a reason code.
"""

from . import cards, logbook, moment, moves
from .state import (
    AWAY,
    COUNT,
    DISCARD,
    OVER,
    STACK,
    TEA_DRAWN,
    TEA_NONE,
    TEA_OWED,
    draw,
    next_player,
    retable,
    start_turn,
    take_out,
)


def fall(game, standing):
    """Charge a fall to the player in turn (in the discard phase to the next one), `standing` being left."""
    if game.phase == OVER:
        return "game-over"
    stacks, extra, reason = _read(game, standing)
    if reason:
        return reason
    fallen = game.table & ~_cups(stacks)
    in_hand = game.phase == STACK or (game.phase == COUNT and game.card == cards.IM_LATE)
    if not fallen and (not in_hand or extra >= 0):
        return "nothing-fell"  # else the cup that was being placed, or had been taken off, slipped onto the table
    _charge(game, stacks, fallen)
    return None


def missed(game, standing, player=None):
    """Charge a fall that went unseen to the turn that ended last, or to the one of `player` since the last card."""
    players = moves.may_miss(game)
    if player is None and players:
        player = players[0]
    if player not in players:
        return "too-late"
    stacks, _, reason = _read(game, standing)
    if reason:
        return reason
    at = len(game.ends) - 1
    while game.ends[at][0] != player:
        at -= 1
    past = moment.past(game.ends[at])
    fallen = past.table & ~_cups(stacks)
    if not fallen:
        return "nothing-fell"
    logbook.note_for(game, player, logbook.MISSED)
    seen = past.deck != game.deck
    left = game.left & ~past.left
    moment.unpack(game.ends[at], game)  # but for the generator: no order is dealt a second time
    game.ends = game.ends[:at]
    for leaver in range(game.players):
        if left >> leaver & 1:
            take_out(game, leaver)
    if seen:
        game.chance.shuffle(game.deck)
    _charge(game, stacks, fallen)
    return None


def _charge(game, stacks, fallen):
    house = game.house
    phase = game.phase
    player = next_player(game) if phase == DISCARD else game.turn
    game.stacks = stacks
    retable(game)
    game.falls += 1
    draw(game, player, house.fall_cards + (phase == AWAY and house.not_all_there_after_fall))
    logbook.note_for(game, player, logbook.FALL, fallen & 0xFF, fallen >> 8, game.drawn)
    if phase == DISCARD:
        return  # the player in turn still has a card to discard
    if game.card >= 0:
        game.ends = []
    game.turns += 1
    tea = game.tea
    if tea == TEA_DRAWN and house.tea_after_fall == 2:
        tea = TEA_OWED
    elif tea == TEA_OWED and not house.tea_after_fall:
        tea = TEA_NONE
    start_turn(game, player, tea)


def _read(game, standing):
    """Return (stacks, the cup just placed or -1, None), or (None, -1, reason) when `standing` cannot be what is left.

    Each standing stack must be a lower part of a stack of the table; while a cup is being placed, one allowed cup more
    may stand on one of them, or by itself where a new stack is allowed.
    """
    kept = [[] for _ in game.stacks]
    alone = -1
    extra = -1
    if not isinstance(standing, (list, tuple)):
        return None, -1, "bad-standing"
    for part in standing:
        if not isinstance(part, (list, tuple)) or not part:
            return None, -1, "bad-standing"
        at, same = _lower_part(game, part)
        if at >= 0 and kept[at]:
            return None, -1, "bad-standing"
        if same < len(part):
            if same < len(part) - 1 or extra >= 0 or game.phase != STACK:
                return None, -1, "not-standing"
            extra = part[-1]
            if not isinstance(extra, int) or not 0 <= extra < cards.CUP_COUNT:
                return None, -1, "bad-standing"
            if not moves.cup_set(game) >> extra & 1:
                return None, -1, "wrong-cup"
        if at < 0:
            alone = extra
        else:
            kept[at] = list(part)
    stacks = [part for part in kept if part]
    new = moves.new_stack(game)
    if extra >= 0 and alone < 0 and new == "must":
        return None, -1, "needs-new-stack"
    if alone >= 0:
        if stacks and new == "no":
            return None, -1, "needs-stack"
        stacks.append([alone])
    return stacks, extra, None


def _lower_part(game, part):
    """Return (index of the stack with the bottom of `part` or -1, number of cups that agree from the bottom)."""
    for at in range(len(game.stacks)):
        stack = game.stacks[at]
        if stack[0] == part[0]:
            same = 0
            while same < len(part) and same < len(stack) and part[same] == stack[same]:
                same += 1
            return at, same
    return -1, 0


def _cups(stacks):
    cups = 0
    for stack in stacks:
        for cup in stack:
            cups |= 1 << cup
    return cups
