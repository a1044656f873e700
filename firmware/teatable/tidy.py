"""Collects garbage at moments when nobody misses the time, so that it is never collected in the middle of a fall.

Why: a collection stops everything, for some 50 ms by count (longer in PSRAM): four to ten conversions of the cells.
Left to itself it comes when the heap is full, which is anywhere, and most often where most is going on. Data in: the
time, whether the table is calm, whether the motor stands still. Data out: nothing; garbage is gone.
"""

from .compat import collect


class Tidy:
    """Once after each stretch with the motor on, at the first calm moment; else at calm moments a while apart."""

    def __init__(self, c):
        self._every_ms = c["tidy_ms"]
        self._late_ms = c["tidy_late_ms"]
        self._last_ms = 0
        self._moved = True  # the motor has run since
        self.count = 0

    def step(self, now_ms, calm, still):
        """Collect if it is time. `calm`: no cup or finger moves and nothing is looked at; `still`: the motor is off."""
        if not still:
            self._moved = True
        if not calm:
            return
        since_ms = now_ms - self._last_ms
        if since_ms >= self._late_ms or (still and self._moved and since_ms >= self._every_ms):
            self._last_ms = now_ms
            self._moved = False
            self.count += 1
            collect()
