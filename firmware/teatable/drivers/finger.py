"""What both touch chips have in common: from raw reports to a finger that is down at a place, or up.

Why: touch chips report places off the panel, jump across it for one report, and hang at (0, 0). A press counts when two
reports in a row agree; it ends when two in a row show none. Data in: one report a poll. Data out: `down`, `x`, `y`.
"""

from .. import config
from ..compat import ticks_diff
from . import status

WIDTH = 240
HEIGHT = 320


class Finger:
    """The filter. `down` is a bool; `x` 0..239 and `y` 0..319 are the last good place. `strange` counts bad reports."""

    def __init__(self):
        c = config.values(config.DRIVERS)
        self._jump_px = c["touch_jump_px"]
        self._stuck_ms = c["touch_stuck_ms"]
        self.down = False
        self.x = self.y = 0
        self.strange = 0
        self.stuck = False  # at (0, 0) for long; until the chip says anything else
        self.reset_due = False  # the driver should reset the chip, and set this back
        self.release()

    def release(self):
        """Lift the finger at once and forget what was half seen."""
        self.down = False
        self._seen_x = self._seen_y = -1
        self._missing = 0
        self._odd = 0
        self._zero_ms = -1

    def none(self):
        """Take a report of no finger."""
        self.stuck = False
        self._seen_x = -1
        self._zero_ms = -1
        self._missing += 1
        if self._missing >= 2:
            self.down = False
        return status.OK

    def at(self, x, y, now_ms):
        """Take a report of a finger at (x, y); returns OK, RANGE for an impossible one, SILENT when stuck at (0, 0)."""
        if x == 0 and y == 0:
            return self._zero(now_ms)
        self.stuck = False
        self._zero_ms = -1
        if x >= WIDTH or y >= HEIGHT:
            return self._strange()
        self._missing = 0
        self._odd = 0
        if self.down and self._near(x, y, self.x, self.y):
            self._take(x, y)
        elif self._seen_x >= 0 and self._near(x, y, self._seen_x, self._seen_y):
            self.down = True
            self._take(x, y)
        self._seen_x = x
        self._seen_y = y
        return status.OK

    def _take(self, x, y):
        self.x = x
        self.y = y

    def _near(self, x, y, to_x, to_y):
        return abs(x - to_x) <= self._jump_px and abs(y - to_y) <= self._jump_px

    def _zero(self, now_ms):
        """The corner pixel is where a chip in trouble says the finger is: never a press, and after a while a fault."""
        if self._zero_ms < 0:
            self._zero_ms = now_ms
        elif ticks_diff(now_ms, self._zero_ms) > self._stuck_ms:
            self.release()
            self._zero_ms = now_ms
            self.stuck = self.reset_due = True
        self._strange()
        return status.SILENT if self.stuck else status.RANGE

    def _strange(self):
        self.strange += 1
        self._odd += 1
        if self._odd >= 3:
            self.down = False
        return status.RANGE
