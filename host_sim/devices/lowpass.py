"""Second-order low-pass of several signals, each with its own corner, as a chip's digital filter.

In: signals at steps of about a millisecond. Out: the filtered signals. A corner above what the step can show is
marked open, so that a fast data rate is not slowed by the simulation.
"""

from __future__ import annotations

import math
from collections.abc import Sequence

import numpy as np


class LowPass:
    """Two equal poles a signal."""

    def __init__(self, corners_hz: Sequence[float], start: np.ndarray) -> None:
        # two poles in a row reach -3 dB at 0.644 of each one's corner
        self._rate = np.array([2 * math.pi * min(hz, 1e6) / 0.644 for hz in corners_hz])
        self._first = start.copy()
        self._second = start.copy()
        self._step_s = 0.0
        self._gain = np.ones(len(corners_hz))
        self.open = np.array([hz >= 400.0 for hz in corners_hz])  # signals that go through unchanged

    def add(self, signal: np.ndarray, step_s: float) -> tuple[np.ndarray, np.ndarray]:
        """Take in the signals after `step_s` seconds; return the filtered ones before and after."""
        if step_s != self._step_s:
            self._step_s = step_s
            self._gain = 1.0 - np.exp(-self._rate * step_s)
        before = self._second
        self._first = self._first + self._gain * (signal - self._first)
        self._second = before + self._gain * (self._first - before)
        return before, self._second
