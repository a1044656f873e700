"""What every act of a player is made of: thinking for a moment, pressing what is drawn, and a tally of what was done.

Data in: Senses, Body, a random generator. Data out: scripts.
"""

from collections.abc import Callable
from dataclasses import asdict, dataclass, field
from typing import Any

from numpy.random import Generator

from ..acting import Script, pause, until
from .body import Body
from .senses import Senses


@dataclass
class Tally:
    """What the players did that the log does not tell."""

    turns: int = 0
    mistakes: list[str] = field(default_factory=list)
    overruled: int = 0
    declared: int = 0
    placed_again: int = 0

    def as_dict(self) -> dict[str, Any]:
        """Return it for the report."""
        return asdict(self)


class Manners:
    """A person at the table."""

    def __init__(self, senses: Senses, body: Body, rng: Generator, say: Callable[[str], None]):
        self.senses, self.body, self.rng, self.say = senses, body, rng, say
        self.table = senses.table
        self.tally = Tally()
        self._since = 0.0  # when the display changed last

    @property
    def _still_s(self) -> float:
        """For how long the display has not changed."""
        return self.table.now_s - self._since

    def _think(self, low: float = 0.2, high: float = 0.6) -> Script:
        yield from pause(self.table, float(self.rng.uniform(low, high)))

    def _press(self, target: str, seconds: float = 6.0) -> Script:
        """Press a target of this screen once it is drawn; False when it went away or never came."""
        screen = self.senses.screen
        drawn = yield from until(
            self.table, lambda: self.senses.offers(target) or self.senses.screen != screen, seconds
        )
        if not drawn or not self.senses.offers(target):
            return False
        yield from self._think(0.1, 0.35)
        if not self.senses.offers(target):
            return False
        revision = self.senses.revision
        yield from self.body.press(target)
        yield from until(self.table, lambda: self.senses.revision != revision, 1.0)
        return True
