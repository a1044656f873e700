"""What a person at the table can do: press on the display, and handle cups with unsteady hands.

Data in: a simulated table, skill, a random generator. Data out: scripts that end when finger or hand has let go.
The default hands are those of physics.md; `skill` scales their spread by 2 - skill.
"""

import math
from typing import Any

from numpy.random import Generator

from ..acting import Script, pause, until
from ..errors import NotPlayed
from ..world import hands

OFFSET_MM, TILT_DEG, PULL_MM = 4.0, 2.0, 2.0  # sigma at skill 1
DROP_MM = (0.0, 8.0)
PRESS_N, PRESS_S, RAMP_S = (0.2, 3.0), (0.1, 1.5), (0.3, 4.5)
TAP_S = 0.12
_HAND_LIMIT_S = 60.0


class Body:
    """Fingers and hands of whoever acts; one thing at a time."""

    def __init__(self, table: Any, rng: Generator, skill: float = 1.0):
        self.table, self.rng = table, rng
        self.spread = 2.0 - skill

    # --- fingers
    def press(self, target: str, hold_s: float = 0.0) -> Script:
        """Tap where `target` is drawn; the script's value tells whether it was there."""
        box = next((t for t in self.table.app.ui.targets if t[0] == target), None)
        if box is None:
            return False
        _, x, y, w, h = box
        jx, jy = self.rng.uniform(-0.25, 0.25, 2)
        yield from self.touch(round(x + w * (0.5 + jx)), round(y + h * (0.5 + jy)), hold_s)
        return True

    def touch(self, x: int, y: int, hold_s: float = 0.0) -> Script:
        """Lay a finger on the display at (x, y) and lift it again."""
        self.table.touch_down(x, y)
        yield from pause(self.table, TAP_S + hold_s)
        self.table.touch_up()
        yield from pause(self.table, 0.06)

    # --- hands
    def act(self, action: Any) -> Script:
        """Let a hand do `action` and wait until it has let go."""
        hand = self.table.world.start(action)
        if not (yield from until(self.table, lambda: hand.done, _HAND_LIMIT_S)):
            raise NotPlayed(f"a hand is still busy after {_HAND_LIMIT_S:.0f} s: {hand}")
        return hand

    def _between(self, limits: tuple[float, float]) -> float:
        return float(self.rng.uniform(*limits))

    def _manner(self, touch_first: bool) -> dict[str, Any]:
        """Return how this cup is put: off centre, tilted, dropped from a little above or pressed down."""
        low, high = RAMP_S
        dropped = self.rng.uniform() < 0.5
        dx, dy = (float(v) for v in self.rng.normal(0.0, OFFSET_MM * self.spread, 2))
        return {
            "dx_mm": dx,
            "dy_mm": dy,
            "tilt_deg": abs(float(self.rng.normal(0.0, TILT_DEG * self.spread))),
            "tilt_dir_deg": self._between((0.0, 360.0)),
            "drop_mm": self._between(DROP_MM) if dropped else 0.0,
            "press_n": self._between(PRESS_N),
            "press_s": self._between(PRESS_S),
            "ramp_s": low * math.exp(self.rng.uniform(0.0, math.log(high / low))),
            "touches": 1 if touch_first else 0,
            "tremor_hz": self._between((8.0, 10.0)),
        }

    def place_on(self, cup: int, on: int, touch_first: bool = False) -> Script:
        """Put a cup on another one."""
        yield from self.act(hands.place(self.table.world, cup, on=on, **self._manner(touch_first)))

    def place_at(self, cup: int, x_mm: float, y_mm: float, touch_first: bool = False) -> Script:
        """Put a cup on the table top."""
        yield from self.act(hands.place(self.table.world, cup, x_mm=x_mm, y_mm=y_mm, **self._manner(touch_first)))

    def remove(self, cup: int) -> Script:
        """Take a cup away, from a stack or from where it fell."""
        px, py = (float(v) for v in self.rng.normal(0.0, PULL_MM * self.spread, 2))
        yield from self.act(hands.remove(self.table.world, cup, pull_x_mm=px, pull_y_mm=py))

    def steady(self, cup: int) -> Script:
        """Lay a finger against a cup for a while."""
        angle, s = self._between((0.0, 360.0)), self._between((0.4, 1.2))
        yield from self.act(hands.steady(self.table.world, cup, force_n=0.15, angle_deg=angle, s=s))
