"""The hall sensor at the swash plate: low while the magnet of the motor shaft passes, once a turn.

Data in: the motor's angle. Data out: the level of its wire. Faults: "never" (magnet lost), "stuck-low", "bounce".
"""

from __future__ import annotations

import math

import numpy as np

from .faulty import Faulty
from .tmc2209 import Motor

HALF_WIDTH_RAD = math.radians(8)


class Home(Faulty):
    """The sensor; `magnet_rad` is the motor angle at which the magnet stands before it."""

    FAULTS = ("never", "stuck-low", "bounce")

    def __init__(self, motor: Motor, seed: int = 0) -> None:
        super().__init__("home")
        self._motor = motor
        self._rng = np.random.default_rng([seed, 0x4A11])
        self.magnet_rad = 0.0

    def level(self) -> int:
        """Return 0 while the magnet is there, else 1."""
        if self.faults:
            if "never" in self.faults:
                return 1
            if "stuck-low" in self.faults:
                return 0
        off = (self._motor.angle_rad - self.magnet_rad + math.pi) % (2 * math.pi) - math.pi
        near = abs(off) < HALF_WIDTH_RAD
        if near and "bounce" in self.faults:
            return int(self._rng.integers(0, 2))
        return 0 if near else 1
