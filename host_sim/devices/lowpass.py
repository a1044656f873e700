"""Second-order low-pass of several signals, each with its own corner, as a chip's digital filter.

In: signals at steps of about a millisecond. Out: the filtered signals. A corner above what the step can show lets its
signal through unchanged, so that a fast data rate is not slowed by the simulation. Plain floats: for six signals they
are several times faster than arrays.
"""

from __future__ import annotations

import math
from collections.abc import Sequence

_HIGHEST_HZ = 400.0  # of what steps of a millisecond can show


class LowPass:
    """Two equal poles a signal; `before` and `after` are the filtered signals at the ends of the last step."""

    def __init__(self, corners_hz: Sequence[float], start: Sequence[float]) -> None:
        # two poles in a row reach -3 dB at 0.644 of each one's corner
        self._rates = [2 * math.pi * hz / 0.644 if hz < _HIGHEST_HZ else math.inf for hz in corners_hz]
        self._first = list(start)
        self.before = list(start)
        self.after = list(start)
        self._step_s = 0.0
        self._gains = [1.0] * len(corners_hz)

    def add(self, signals: Sequence[float], step_s: float) -> None:
        """Take in the signals after `step_s` seconds."""
        if step_s != self._step_s:
            self._step_s = step_s
            self._gains = [1.0 - math.exp(-rate * step_s) for rate in self._rates]
        first = self._first
        self.before = before = self.after
        after = []
        for i, gain in enumerate(self._gains):
            f = first[i]
            f += gain * (signals[i] - f)
            first[i] = f
            b = before[i]
            after.append(b + gain * (f - b))
        self.after = after

    def at(self, part: float, first: int, count: int) -> list[float]:
        """Return `count` filtered signals from `first` on at `part` (0..1) of the last step."""
        before, after = self.before, self.after
        return [before[i] + (after[i] - before[i]) * part for i in range(first, first + count)]
