"""The game and nothing but the game: no I/O, no clock, chance from a seed.

Data in: Game.new(...) and action tuples. Data out: the Game's fields, reason codes, views, bytes, lines of the log.
README.md in this folder lists the phases, actions, reasons and view keys. save, load and view are loaded when they are
first called: a table that keeps a journal needs none of their code.
"""

from .house import House
from .logbook import lines as log
from .moves import can_play, cup_set, legal_actions, may_miss, members, new_stack, outcome, playable
from .state import PHASES, Game, active, next_player
from .turn import apply
from .undo import may_undo

__all__ = [
    "PHASES", "Game", "House", "active", "apply", "can_play", "cup_set", "legal_actions", "load", "log", "may_miss",
    "may_undo", "members", "new_stack", "next_player", "outcome", "playable", "save", "view",
]  # fmt: skip


def save(game):
    """Return the whole game as bytes."""
    from . import saving

    return saving.save(game)


def load(data):
    """Return the Game that save() packed; ValueError names what is wrong with the bytes."""
    from . import saving

    return saving.load(data)


def view(game, player):
    """Return what `player` 0..players-1 may know now, as a dict (keys in README.md)."""
    from . import sight

    return sight.view(game, player)
