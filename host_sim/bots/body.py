"""What a person at the table can do: press on the display, and handle cups with unsteady hands.

Data in: a simulated table, skill, a random generator. Data out: scripts that end when finger or hand has let go.
How their hands differ is world/player_hands.py's.
"""

from typing import Any

from numpy.random import Generator

from ..acting import Script, pause, until
from ..errors import NotPlayed
from ..world import hands, player_hands

TAP_S = 0.12
_HAND_LIMIT_S = 60.0


class Body:
    """Fingers and hands of whoever acts; one thing at a time."""

    def __init__(self, table: Any, rng: Generator, skill: float = 1.0):
        self.table, self.rng, self.skill = table, rng, skill

    # --- fingers
    def press(self, target: str, hold_s: float = 0.0) -> Script:
        """Tap where `target` is drawn; the script's value tells whether it was there."""
        box = next((t for t in self.table.face.targets if t[0] == target), None)
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

    def place_on(self, cup: int, on: int) -> Script:
        """Put a cup on another one."""
        manner = player_hands.placement(self.rng, self.skill)
        yield from self.act(hands.place(self.table.world, cup, on=on, **manner))

    def place_at(self, cup: int, x_mm: float, y_mm: float) -> Script:
        """Put a cup on the table top."""
        manner = player_hands.placement(self.rng, self.skill)
        yield from self.act(hands.place(self.table.world, cup, x_mm=x_mm, y_mm=y_mm, **manner))

    def remove(self, cup: int) -> Script:
        """Take a cup away, from a stack or from where it fell."""
        yield from self.act(hands.remove(self.table.world, cup, **player_hands.removal(self.rng, self.skill)))

    def steady(self, cup: int) -> Script:
        """Lay a finger against a cup for a while."""
        yield from self.act(hands.steady(self.table.world, cup, **player_hands.steadying(self.rng)))
