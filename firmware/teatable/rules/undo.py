"""Taking back: the cup just placed or removed, then the card chosen, within one turn and before "three".

Undo never crosses a draw, a shuffle, a look at a hand or the end of a turn (case 23). Draws and ends lie outside the
phases in which it is taken; looks and shuffles set Game.barred.
Data in: a Game. Data out: None and the last step undone, or a reason code.
"""

from . import cards, logbook
from .state import AWAY, COUNT, OVER, REMOVE, STACK, TURN, retable


def may_undo(game):
    """Return None when the player in turn may take back the last step, else the reason."""
    if not game.house.undo:
        return "house-rule"
    if game.phase not in (STACK, REMOVE, AWAY, COUNT):
        return "nothing-to-undo"
    return "barred" if game.barred & 1 else None


def undo(game):
    """Take back the last step of this turn."""
    if game.phase == OVER:
        return "game-over"
    reason = may_undo(game)
    if reason:
        return reason
    if game.phase == COUNT:
        _put_back(game)
        logbook.note(game, logbook.UNDO, 1)
        return None
    game.hands[game.turn].insert(game.card_at, game.discard.pop())
    game.card = game.card_at = -1
    game.phase = TURN
    logbook.note(game, logbook.UNDO, 0)
    return None


def _put_back(game):
    """Take back the cup placed, or put back the cup removed."""
    if game.card == cards.IM_LATE:
        if game.emptied:
            game.stacks.insert(game.cup_at, [game.cup])
        else:
            game.stacks[game.cup_at].append(game.cup)
        game.phase = REMOVE
    else:
        game.stacks[game.cup_at].pop()
        if not game.stacks[game.cup_at]:
            game.stacks.pop()
        game.phase = STACK
    game.cup = game.cup_at = -1
    game.emptied = 0
    game.barred >>= 1
    retable(game)
