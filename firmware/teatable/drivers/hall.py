"""Hall sensor at the motor's home angle: a low level once a turn while the magnet passes.

Why: open-loop steps drift with every change of the pulse rate; one pass a turn re-zeroes the angle and shows a stall.
In: a pin (low at the magnet) and ticks. Out: True once for each pass, and the time between two passes. The driver is
polled, so a pass can go unseen in a long stall of the loop; whoever judges the period must allow for that.
"""

from .. import config
from ..compat import ticks_add, ticks_diff


class Home:
    """The home sensor; `period_us` is 0 until two passes were seen without a long pause between."""

    def __init__(self, pin, overrides=None):
        c = config.values(config.DRIVERS, overrides)
        self._bounce_us = c["hall_bounce_us"]
        self._longest_us = c["hall_longest_us"]
        self._pin = pin
        self._was_low = not pin.value()
        self._passed_at = 0
        self._known = False  # is _passed_at a real and recent pass?
        self.period_us = 0

    def poll(self, now_us):
        """Return True at the moment the magnet arrives. `now_us`: ticks; call at least once in 5 ms while turning."""
        low = not self._pin.value()
        age_us = ticks_diff(now_us, self._passed_at)
        if self._known and age_us > self._longest_us:
            self._known = False
            self.period_us = 0
        arrived = low and not self._was_low
        self._was_low = low
        if not arrived or (self._known and age_us < self._bounce_us):
            return False
        self.period_us = age_us if self._known else 0
        self._passed_at = ticks_add(now_us, 0)
        self._known = True
        return True
