"""Hand and finger of whoever sits at the page.

Data in: where the mouse clicked, in what manner. Data out: scripts for the scene.
"""

from collections import deque
from dataclasses import dataclass
from typing import Any

from numpy.random import Generator

from ..acting import Script, pause
from ..bots.body import Body
from ..devices.cst816s import HEIGHT, WIDTH
from ..world import hands, player_hands

MANNERS = {"careful": "Careful", "quick": "Quick", "drop": "Lets it drop", "push": "Pushes it over"}
POSES = {"upright": "Upright", "upside-down": "Upside-down", "side": "On its side"}
_SKILL = {"careful": 1.7, "quick": 0.7, "drop": 1.0}
DROP_MM = (10, 40, 200)  # lowest, usual, highest
_TOUCH_S = 0.08  # a click is never shorter than this, so that the touch chip has it in slow motion too


@dataclass(frozen=True)
class Manner:
    """How the person at the page handles cups now: one of MANNERS, one of POSES, and how high it is let go."""

    hand: str = "careful"
    pose: str = "upright"
    drop_mm: float = DROP_MM[1]


def placement(manner: Manner, rng: Generator) -> dict[str, Any]:
    """Draw how the cup is put down: arguments of hands.place."""
    name = "careful" if manner.hand == "push" else manner.hand
    drawn = player_hands.placement(rng, _SKILL[name]) | {"pose": manner.pose}
    drawn |= {"touches": 0, "drop_mm": 0.0, "press_n": 0.4, "press_s": 0.2, "ramp_s": 0.4}
    if name == "quick":
        drawn |= {"press_n": float(rng.uniform(0.5, 2.5)), "press_s": 0.1, "ramp_s": 0.3}
    if name == "drop":
        drawn |= {"drop_mm": float(manner.drop_mm)}
    return drawn


class Person(Body):
    """Who sits at the page: a Body that also does what a game does not ask for."""

    def put(self, cup: int, where: dict[str, Any], manner: Manner) -> Script:
        """Put a cup {"on": cup} or at {"x_mm", "y_mm"}, as `manner` says."""
        yield from self.act(hands.place(self.table.world, cup, **where, **placement(manner, self.rng)))

    def push(self, cup: int) -> Script:
        """Push a cup over."""
        angle = float(self.rng.uniform(-180, 180))
        yield from self.act(hands.push(self.table.world, cup, speed_mm_s=300.0, angle_deg=angle))

    def bump(self, impulse_ns: float) -> Script:
        """Knock against the table."""
        angle = float(self.rng.uniform(-180, 180))
        yield from self.act(hands.bump(self.table.world, impulse_ns=impulse_ns, angle_deg=angle))

    def lean(self) -> Script:
        """Lean on the edge of the top."""
        yield from self.act(hands.lean(self.table.world, **player_hands.lean(self.rng)))

    def lay(self, x_mm: float, y_mm: float) -> Script:
        """Lay something down that is no cup."""
        yield from self.act(hands.lay_object(self.table.world, x_mm=x_mm, y_mm=y_mm, mass_g=150.0))

    def take(self) -> Script:
        """Take it away again."""
        yield from self.act(hands.take_object(self.table.world))

    def move(self) -> Script:
        """Move the whole table."""
        yield from self.act(hands.move_table(self.table.world, **player_hands.move(self.rng)))


class Finger:
    """The mouse on the display: down, along, up, each given to the touch chip at its time."""

    def __init__(self, table: Any):
        self._table = table
        self._waiting: deque[tuple[int, int, bool]] = deque()
        self.down = False

    def at(self, x: int, y: int, down: bool) -> None:
        """The finger is at (x, y) of the display, or lifted."""
        x, y = min(max(x, 0), WIDTH - 1), min(max(y, 0), HEIGHT - 1)
        if down and self._waiting and self._waiting[-1][2]:
            self._waiting.pop()  # only the last place of a drag counts
        self._waiting.append((x, y, down))

    def script(self) -> Script:
        """Move the finger for ever."""
        while True:
            while self._waiting:
                x, y, down = self._waiting.popleft()
                if down:
                    self._table.touch_down(x, y)
                    if not self.down:
                        self.down = True
                        yield from pause(self._table, _TOUCH_S)
                elif self.down:
                    self.down = False
                    self._table.touch_up()
                    yield from pause(self._table, 0.06)
            yield
