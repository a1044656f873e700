"""Milliseconds since power-on from the wrapping microsecond ticks of the samples.

Data in: ticks. Data out: `ms`, an int below 2^30 that goes on counting where the ticks wrap.
"""

from ..compat import micropython, ticks_diff


class Ticker:
    """Counts milliseconds; `at` must be called more often than the ticks wrap (half of 2^30 us)."""

    def __init__(self):
        self.ms = 0
        self._last_us = 0
        self._rest_us = 0
        self._started = False

    @micropython.native
    def at(self, now_us):
        """Take the ticks of now. Allocates nothing."""
        if not self._started:
            self._started = True
            self.ms = now_us // 1000
            self._last_us = now_us
        d = ticks_diff(now_us, self._last_us) + self._rest_us
        self._last_us = now_us
        self.ms = (self.ms + d // 1000) & 1073741823
        self._rest_us = d % 1000
