"""What one player may see of a game.

Nothing in a view depends on the deck's order or on another player's cards: not the moves of others (that someone has
to draw would tell that nothing is playable), not what they drew.
Data in: a Game and a player. Data out: a dict of copies.
"""

from . import cards, moves
from .state import AWAY, STACK, TEA, TURN
from .undo import may_undo


def view(game, player):
    """Return what `player` 0..players-1 may know now, as a dict (keys in README.md)."""
    mine = game.turn == player
    hand = game.hands[player]
    judged = game.phase == TURN
    seen = {
        "player": player,
        "players": game.players,
        "turn": game.turn,
        "direction": game.direction,
        "phase": game.phase,
        "card": game.card,
        "cup": game.cup,
        "stacks": [list(stack) for stack in game.stacks],
        "free": moves.members(cards.ALL_CUPS & ~game.table),
        "counts": [len(cards_held) for cards_held in game.hands],
        "left": moves.members(game.left),
        "deck": len(game.deck),
        "discard": len(game.discard),
        "top": game.discard[-1] if game.discard else -1,
        "turns": game.turns,
        "falls": game.falls,
        "tallest": game.tallest,
        "outcome": moves.outcome(game),
        "drawn_by": game.drawn_by,
        "drawn_count": game.drawn,
        "cups": moves.members(moves.cup_set(game)),
        "new_stack": moves.new_stack(game) if game.phase == STACK else "no",
        "missed": moves.may_miss(game),
        "undo": may_undo(game) is None,
        "hand": [(kind, moves.playable(game, kind) if judged else None) for kind in hand],
        "drawn": hand[len(hand) - game.drawn :] if game.drawn_by == player and not (mine and game.card >= 0) else [],
        "must_draw": False,
        "must_pass": False,
    }
    if mine and judged and not moves.can_play(game):
        more = bool(game.deck or game.discard)
        seen["must_draw"] = more
        seen["must_pass"] = not more
    elif mine:
        seen["must_draw"] = game.phase in (TEA, AWAY)
    return seen
