"""The game and nothing but the game: no I/O, no clock, chance from a seed.

Data in: Game.new(...) and action tuples. Data out: the Game's fields, reason codes, views, bytes, lines of the log.
README.md in this folder lists the phases, actions, reasons and view keys.
"""

from .house import House
from .logbook import lines as log
from .moves import can_play, cup_set, legal_actions, may_miss, new_stack, outcome, playable
from .packing import load, save
from .sight import members, view
from .state import PHASES, Game, active, next_player
from .turn import apply
from .undo import may_undo

__all__ = [
    "PHASES", "Game", "House", "active", "apply", "can_play", "cup_set", "legal_actions", "load", "log", "may_miss",
    "may_undo", "members", "new_stack", "next_player", "outcome", "playable", "save", "view",
]  # fmt: skip
