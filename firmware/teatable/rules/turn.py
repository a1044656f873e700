"""apply(): the one way in which a game changes.

A turn runs TURN - STACK, REMOVE or AWAY - COUNT - (DISCARD) - the next player's TURN or TEA; README.md draws it.
Data in: a Game and an action tuple. Data out: None and the game changed, or a reason code and the game untouched.
"""

from . import cards, falls, logbook, moves
from .moment import keep_end
from .state import (
    AWAY,
    COUNT,
    DISCARD,
    EMPTY_HAND,
    OVER,
    REMOVE,
    STACK,
    TEA,
    TEA_DRAWN,
    TEA_NONE,
    TEA_OWED,
    TURN,
    TWELVE_CUPS,
    active,
    bar,
    draw,
    next_player,
    retable,
    start_turn,
    take_out,
)
from .undo import undo


def apply(game, action):
    """Do `action`, a tuple of a name and its arguments; return None, or a reason code with the game unchanged."""
    if not isinstance(action, (tuple, list)) or not action or not isinstance(action[0], str):
        return "unknown-action"
    known = _ACTIONS.get(action[0])
    if known is None:
        return "unknown-action"
    handler, least, most, ints = known
    if not least < len(action) <= most + 1:
        return "bad-action"
    if ints:
        for i in range(1, len(action)):
            if not isinstance(action[i], int):
                return "bad-action"
    return handler(game, *action[1:])


def _not_now(game):
    return "game-over" if game.phase == OVER else "not-now"


def _look(game):
    if game.phase == OVER:
        return "game-over"
    bar(game)
    return None


def _play(game, kind):
    if game.phase != TURN:
        return _not_now(game)
    hand = game.hands[game.turn]
    if kind not in hand:
        return "not-in-hand"
    reason = moves.playable(game, kind)
    if reason:
        return reason
    at = hand.index(kind)
    hand.pop(at)
    game.discard.append(kind)
    game.card = kind
    game.card_at = at
    if kind == cards.IM_LATE:
        game.phase = REMOVE
    elif kind == cards.NOT_ALL_THERE:
        game.phase = AWAY
    else:
        game.phase = STACK
    logbook.note(game, logbook.PLAY, kind)
    return None


def _draw(game):
    phase = game.phase
    if phase == TURN:
        if moves.can_play(game):
            return "can-play"
        if not game.deck and not game.discard:
            return "no-cards"
    elif phase == AWAY:
        keep_end(game)
    elif phase != TEA:
        return _not_now(game)
    draw(game, game.turn, 1)
    logbook.note(game, logbook.DRAW, game.drawn, logbook.WHYS.index(phase))
    if phase == TEA:
        game.tea = TEA_DRAWN
        game.phase = TURN
    elif phase == AWAY:
        _finish(game)
    return None


def _pass(game):
    if game.phase != TURN:
        return _not_now(game)
    if moves.can_play(game):
        return "can-play"
    if game.deck or game.discard:
        return "must-draw"
    keep_end(game)
    logbook.note(game, logbook.PASS)
    _finish(game)
    return None


def _place(game, cup, bottom):
    if game.phase != STACK:
        return _not_now(game)
    if not 0 <= cup < cards.CUP_COUNT:
        return "bad-action"
    if game.table >> cup & 1:
        return "cup-on-table"
    if not cards.CUP_SETS[game.card] >> cup & 1:
        return "wrong-cup"
    new = moves.new_stack(game)
    if bottom < 0:
        if new == "no":
            return "needs-stack"
        game.stacks.append([cup])
        at = len(game.stacks) - 1
    else:
        at = _stack_at(game, bottom)
        if at < 0:
            return "no-such-stack"
        if new == "must":
            return "needs-new-stack"
        game.stacks[at].append(cup)
    _to_count(game, cup, at)
    logbook.note(game, logbook.PLACE, cup, game.stacks[at][0])
    return None


def _remove(game, cup):
    if game.phase != REMOVE:
        return _not_now(game)
    if not 0 <= cup < cards.CUP_COUNT:
        return "bad-action"
    if not game.table >> cup & 1:
        return "cup-not-on-table"
    for at in range(len(game.stacks)):
        stack = game.stacks[at]
        if stack[-1] == cup:
            stack.pop()
            if not stack:
                game.stacks.pop(at)
                game.emptied = 1
            _to_count(game, cup, at)
            logbook.note(game, logbook.REMOVE, cup)
            return None
    return "not-on-top"


def _stack_at(game, bottom):
    for at in range(len(game.stacks)):
        if game.stacks[at][0] == bottom:
            return at
    return -1


def _to_count(game, cup, at):
    game.cup = cup
    game.cup_at = at
    game.barred <<= 1
    game.phase = COUNT
    retable(game)


def _counted(game):
    if game.phase != COUNT:
        return _not_now(game)
    keep_end(game)
    logbook.note(game, logbook.COUNTED)
    game.drawn = 0
    for stack in game.stacks:
        game.tallest = max(game.tallest, len(stack))
    if game.table == cards.ALL_CUPS:
        game.twelve = 1
    if game.card == cards.CURIOUSER and game.hands[game.turn]:
        game.phase = DISCARD
    else:
        _finish(game)
    return None


def _discard(game, kind):
    if game.phase != DISCARD:
        return _not_now(game)
    hand = game.hands[game.turn]
    if kind not in hand:
        return "not-in-hand"
    hand.pop(hand.index(kind))
    game.discard.append(kind)
    logbook.note(game, logbook.DISCARD, kind)
    _finish(game)
    return None


def _finish(game):
    """End a turn without a fall: a win, or the card's effect and the next player."""
    game.turns += 1
    won = 0 if game.hands[game.turn] else EMPTY_HAND
    if game.twelve or (game.table == cards.ALL_CUPS and game.phase != DISCARD):
        won |= TWELVE_CUPS
    if won:
        game.won = won
        game.phase = OVER
        logbook.note(game, logbook.WIN, won)
        return
    player = -1
    if game.card == cards.CHANGE_SUBJECT:
        game.direction = -game.direction
        logbook.note(game, logbook.REVERSE, 1 if game.direction > 0 else 0)
        if active(game) == 2:
            player = game.turn
    if player < 0:
        player = next_player(game)
    start_turn(game, player, TEA_OWED if game.card == cards.CUP_OF_TEA else TEA_NONE)


def _leave(game, player):
    if game.phase == OVER:
        return "game-over"
    if not 0 <= player < game.players:
        return "bad-action"
    if game.left >> player & 1:
        return "player-left"
    if active(game) <= 2:
        return "too-few-players"
    take_out(game, player)
    logbook.note(game, logbook.LEAVE, player)
    if player == game.turn:
        if game.card >= 0:
            game.ends = []  # a card has been played since those turns ended
        game.turns += 1
        start_turn(game, next_player(game), TEA_NONE)
    return None


def _overruled(game, text=""):
    if not isinstance(text, str):
        return "bad-action"
    logbook.note_text(game, logbook.OVERRULED, text)
    return None


# name: handler, least and most number of arguments, whether all of them are ints
_ACTIONS = {
    "look": (_look, 0, 0, False),
    "play": (_play, 1, 1, True),
    "draw": (_draw, 0, 0, False),
    "pass": (_pass, 0, 0, False),
    "place": (_place, 2, 2, True),
    "remove": (_remove, 1, 1, True),
    "counted": (_counted, 0, 0, False),
    "discard": (_discard, 1, 1, True),
    "undo": (undo, 0, 0, False),
    "fall": (falls.fall, 1, 1, False),
    "missed": (falls.missed, 1, 2, False),
    "leave": (_leave, 1, 1, True),
    "overruled": (_overruled, 0, 1, False),
}
