"""What may be done: playable cards, where a cup may go, legal moves, the outcome.

Data in: a Game, which is never changed here. Data out: reason codes (see README.md), sets of cups, action tuples.
"""

from . import cards
from .state import AWAY, COUNT, DISCARD, EMPTY_HAND, OVER, REMOVE, STACK, TEA, TURN, TWELVE_CUPS

DRAW = ("draw",)
COUNTED = ("counted",)
PASS = ("pass",)


def playable(game, kind):
    """Return None when the table allows a card of `kind` 0..24 to be played now, else the reason."""
    if game.can >> kind & 1:
        return None
    if kind < cards.COLOUR:
        return "cup-on-table"
    if not game.table:
        return "table-empty"
    if kind < cards.CHANGE_SUBJECT:
        return "no-such-cup"
    return "no-cup-left"


def can_play(game):
    """Return True when the player in turn holds a playable card."""
    can = game.can
    return any([can >> kind & 1 for kind in game.hands[game.turn]])


def cup_set(game):
    """Return the set of cups (12 bits) that the chosen card lets be placed, or removed, now."""
    if game.phase == STACK:
        return cards.CUP_SETS[game.card] & ~game.table
    cups = 0
    if game.phase == REMOVE:
        for stack in game.stacks:
            cups |= 1 << stack[-1]
    return cups


def new_stack(game):
    """Return whether the cup to be placed goes on the bare table: "must", "may" or "no"."""
    if not game.stacks:
        return "must"
    if game.card != cards.CLEAN_CUP:
        return "no"
    return "must" if game.house.clean_cup_must else "may"


def legal_actions(game):
    """Return every move of the player in turn that apply() would take, as tuples.

    These are play, draw, pass, place, remove, counted and discard. Happenings and corrections (fall, missed, look,
    undo, leave, overruled) are not moves: see README.md for when they are taken.
    """
    phase = game.phase
    if phase == TURN:
        return _kinds(game, "play", game.can) or [DRAW if game.deck or game.discard else PASS]
    if phase == STACK:
        return _placements(game)
    if phase == COUNT:
        return [COUNTED]
    if phase == REMOVE:
        return [("remove", stack[-1]) for stack in game.stacks]
    if phase == DISCARD:
        return _kinds(game, "discard", -1)
    if phase in (TEA, AWAY):
        return [DRAW]
    return []


def _kinds(game, name, allowed):
    """Return (name, kind) for each different kind of the hand in the set `allowed`, in the order of the hand."""
    actions = []
    for kind in game.hands[game.turn]:
        bit = 1 << kind
        if allowed & bit:
            allowed &= ~bit
            actions.append((name, kind))
    return actions


def _placements(game):
    new = new_stack(game)
    bottoms = [-1] if new != "no" else []
    if new != "must":
        bottoms += [stack[0] for stack in game.stacks]
    allowed = cup_set(game)
    return [("place", cup, bottom) for cup in range(cards.CUP_COUNT) if allowed >> cup & 1 for bottom in bottoms]


def may_miss(game):
    """Return the players, latest first, whose ended turn can still be charged with a fall that was missed."""
    if not game.house.missed_falls or game.phase not in (TURN, TEA, DISCARD, OVER):
        return []
    turns = [end[0] for end in game.ends if not game.left >> end[0] & 1]
    turns.reverse()
    return turns


def outcome(game):
    """Return None while the game goes on, else (winner, reasons) with "empty-hand", "twelve-cups" or both."""
    if game.phase != OVER:
        return None
    reasons = ()
    if game.won & EMPTY_HAND:
        reasons += ("empty-hand",)
    if game.won & TWELVE_CUPS:
        reasons += ("twelve-cups",)
    return game.turn, reasons


def members(bits):
    """Return the members of a set of cups, kinds or players as a rising list."""
    return [i for i in range(cards.KINDS) if bits >> i & 1]
