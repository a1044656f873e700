"""The fail-safe: a retriggerable one-shot that lets EN through to the TMC2209 only while the firmware beats.

The enable wire is active low and pulled up, as the driver's ENN input is; each rising edge on the heartbeat wire opens
the gate for HOLD_US more. Data in: levels of the two wires. Data out: `enabled()`, what reaches the motor driver.
"""

from __future__ import annotations

from ..clock import Clock
from .faulty import Faulty

HOLD_US = 500_000  # longer than a collection of garbage in PSRAM, which others have seen take 0.3 s


class OneShot(Faulty):
    """The gate. Faults: "open" never lets EN through, "shorted" lets it through without a heartbeat."""

    FAULTS = ("open", "shorted")

    def __init__(self, clock: Clock) -> None:
        super().__init__("failsafe")
        self._clock = clock
        self.reset()

    def reset(self) -> None:
        """Lose the supply: the gate closes and the wires are pulled to their safe side."""
        self._level, self._enable_n = 0, 1
        self._until_us = -1
        self.trips = 0  # times the gate closed by itself while the firmware wanted the motor on
        self._was_open = False

    def heartbeat(self, level: int) -> None:
        """Follow the heartbeat wire; a rising edge retriggers."""
        if level and not self._level:
            self._until_us = self._clock.now_us + HOLD_US
        self._level = level

    def enable_line(self, level: int) -> None:
        """Follow the enable wire: 0 asks for the motor."""
        self._enable_n = level

    def enabled(self) -> bool:
        """Return whether the motor driver's outputs are on now."""
        alive = self._clock.now_us < self._until_us
        if self._was_open and not alive and not self._enable_n:
            self.trips += 1
        self._was_open = alive
        if "open" in self.faults:
            return False
        return not self._enable_n and (alive or "shorted" in self.faults)
