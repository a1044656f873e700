"""The early word for a fall: "something may be falling", before anything has settled, and its taking back.

Data in: residuals sample by sample. Data out: `see` and `over` say when to tell FALLING and FALLING_CANCELLED.
"""

from ..compat import micropython, ticks_diff

NOT, TAKEN_BACK = -1, -2


class Falling:
    """Watches one disturbance for the beginning of a fall."""

    def __init__(self, c):
        self.since_ms = NOT  # when it was told; TAKEN_BACK: not again in this disturbance
        self._down = 0  # samples in a row that are unloaded
        self._unload_mg = c["unload_mg"]
        self._unload_n = c["unload_samples"]
        self._most_ms = c["falling_most_ms"]

    def calm(self):
        """The load is quiet."""
        self._down = 0

    @micropython.native
    def add(self, r):
        """Take one residual of the sum (mg) that is not quiet."""
        if r < -self._unload_mg:
            self._down += 1
        else:
            self._down = 0

    @micropython.native
    def seen(self, most):
        """Tell whether a fall begins: less load, and no hand pressed before (`most`: largest residual, mg)."""
        return self.since_ms == NOT and self._down >= self._unload_n and most < self._unload_mg

    @micropython.native
    def stale(self, now_ms):
        """Tell whether it was told so long ago that nothing came of it."""
        return self.since_ms >= 0 and ticks_diff(now_ms, self.since_ms) > self._most_ms
