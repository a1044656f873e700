"""The signals that the firmware works with, kept for half a minute.

Data in: the App of a running table, looked at ten times a second of virtual time. Data out: rows of grams and degrees.
"""

import math
from collections import deque
from typing import Any

EVERY_S = 0.1
WINDOW_S = 30.0
CELLS = ("north", "east", "south", "west")
Row = tuple[float, ...]  # t s, four cells g, residual g, tilt to the right and away deg


class Traces:
    """The last half minute."""

    def __init__(self) -> None:
        self.rows: deque[Row] = deque(maxlen=round(WINDOW_S / EVERY_S))
        self._due = 0.0

    def look(self, table: Any) -> None:
        """Take a row if one is due; the simulator's thread calls this every 20 ms."""
        now = table.now_s
        if now < self._due or table.app is None:
            return
        self._due = now + EVERY_S
        sensing = table.app.sensing
        motion = sensing.motion
        cells = [v / 1000 for v in sensing.scale.cell_mg] if sensing.tared else [0.0] * 4
        residual = sensing.balance.r / 1000 if sensing.tared else 0.0
        tilt = [math.degrees(math.asin(max(-1.0, min(1.0, f / 65536)))) for f in (motion.fx, motion.fy)]
        self.rows.append(
            (round(now, 1), *(round(c, 1) for c in cells), round(residual, 2), *(round(a, 2) for a in tilt))
        )
