"""A tape of what the chips said while cups were put down and the table was bumped, for MicroPython to play again.

Data in: stacks to build, a level, a seed. Data out: signed 32-bit whole numbers, least byte first: the gains of the
four cells; then for each batch of the IMU its number of rows (1 and more), the ticks and its values, for each
conversion of the cells 0, the ticks and the four counts. Made on the pin-level simulator.
"""

import sys
from array import array
from pathlib import Path
from typing import Any

from ..plots.probe import Probe
from ..world import hands

Stacks = tuple[tuple[tuple[int, ...], float, float], ...]  # cups from the bottom, where in mm
FEW: Stacks = (((8, 2), 30.0, 10.0),)
MANY: Stacks = (((8, 4, 0, 3), 0.0, 60.0), ((9, 5, 1), 55.0, -40.0), ((10, 6, 2), -55.0, -40.0))
_QUIET_S = 1.5


class Taped:
    """The numbers of a tape, and how many conversions it holds."""

    def __init__(self, stacks: Stacks, level: str = "classic", seed: int = 1) -> None:
        self.numbers: list[int] = []
        self.conversions = 0
        probe = Probe(level, seed, self._listen)
        probe.table.run_for(_QUIET_S)
        for cups, x_mm, y_mm in stacks:
            below = None
            for cup in cups:
                place = hands.place(probe.world, cup, x_mm=x_mm, y_mm=y_mm, on=below)
                probe.hand(place, 2 * _QUIET_S)
                below = cup
        probe.hand(hands.bump(probe.world, impulse_ns=0.6, angle_deg=40), 2 * _QUIET_S)
        self.numbers[:0] = probe.app.sensing.calibration.counts_per_kg

    def write(self, path: Path) -> None:
        """Write the tape."""
        numbers = array("i", self.numbers)
        if sys.byteorder == "big":
            numbers.byteswap()
        path.write_bytes(numbers.tobytes())

    def _listen(self, app: Any) -> None:
        moved, sampled = app.sensing.imu, app.sensing.sample

        def imu(rows: Any, n: int, now_us: int) -> None:
            self.numbers += [n, now_us, *rows[: 6 * n]]
            moved(rows, n, now_us)

        def sample(now_us: int, counts: Any, status: int) -> bool:
            if status == 0:
                self.numbers += [0, now_us, *counts]
                self.conversions += 1
            return sampled(now_us, counts, status)

        app.sensing.imu, app.sensing.sample = imu, sample
