"""What the set-up asks of the scale: a weight measured still and averaged, a new zero, new gains, and live values.

Why apart from the path of a sample: it is only used by makers and families at the set-up, a few times a second, and
may allocate. A mean is taken in two halves that must agree, so that nothing is weighed while a hand is still on it.
Data in: a Sensing, looked at after its samples. Data out: mg of each cell, as the converters give them with the present
gains; only differences of two of them mean a load.
"""

from .. import config
from ..boards import geometry
from ..compat import const, ticks_diff
from ..drivers import status as st
from . import learn

_HUNDREDTHS = const(5730)  # of a degree in a radian


class Weighing:
    """Means over a stretch of rest. Call `step()` at least once for each sample; then `done` and `cells_mg`."""

    def __init__(self, sensing, overrides=None):
        c = config.values(config.SENSING, overrides)
        self._sensing = sensing
        self._half = c["weigh_samples"]
        self._still_mg = c["still_mg"]
        self._seen = sensing.count
        n = sensing.scale.cells
        self.cells_mg = [0] * n  # the mean, when `done`
        self.done = False
        self.noise_mg = [0] * n  # of one sample of each cell
        self._noise_16 = [0] * n
        self._before = [0] * n
        self._before2 = [0] * n
        self._rows = 0
        self._rows_at = 0
        self._rows_us = -1  # not looked yet
        self.rows_hz = 0  # of the IMU
        self.begin()

    # --- a mean at rest

    def begin(self):
        """Begin a new mean; what has been measured before does not count."""
        self.done = False
        self._n = 0
        self._sums = [0] * len(self.cells_mg)
        self._first = None  # mean of the first half

    def step(self):
        """Take the latest sample into the mean, if there is a new one."""
        s = self._sensing
        if s.count == self._seen:
            return
        self._seen = s.count
        cells = s.scale.cell_mg
        self._note_noise(cells)
        if s.status != st.OK or not s.at_rest:
            self.begin()
            return
        for i in range(len(self._sums)):
            self._sums[i] += cells[i]
        self._n += 1
        if self._n >= self._half:
            self._half_done([v // self._n for v in self._sums])

    def _half_done(self, mean):
        first = self._first
        limit = self._still_mg + self._sensing.noise_mg // 2
        self.begin()
        self._first = mean
        if first is not None and abs(sum(mean) - sum(first)) <= limit:
            self.cells_mg = [(mean[i] + first[i]) // 2 for i in range(len(mean))]
            self.done = True

    @property
    def troubled(self):
        """True while no good samples come."""
        return self._sensing.status != st.OK

    # --- zero and gains

    def tare(self):
        """Take a new zero as soon as the table is at rest, whatever lies on it."""
        self._sensing.tare(True)

    def tare_forgotten(self):
        """Take no new zero after all."""
        self._sensing.forget_tare()

    @property
    def taring(self):
        """True until the wanted zero has been taken."""
        return self._sensing.tare_wanted

    def set_gains(self, counts_per_kg):
        """Weigh with these counts for a kilogram from now on."""
        self._sensing.set_gains(counts_per_kg)

    def counts(self, cells_mg):
        """Return differences of cell loads (mg, as weighed with the present gains) as counts."""
        gains = self._sensing.calibration.counts_per_kg
        return [int(cells_mg[i] * gains[i] / 1_000_000 + 0.5) for i in range(len(cells_mg))]

    def gains(self, spots, mass_mg, places_um):
        """Return (counts_per_kg, misfit in 1/1000) from the counts of each spot; see learn.gains. Raises ValueError."""
        gains = learn.gains(spots, mass_mg, self._sensing.calibration.nominal_per_kg, places_um)
        return gains, learn.misfit_permille(spots, mass_mg, gains)

    @staticmethod
    def place_um(cells_mg):
        """Return the centre (x, y) of a load given by its share on each cell, in um; (0, 0) for no load."""
        total = sum(cells_mg)
        if total == 0 or len(cells_mg) != len(geometry.CELL_X_UM):
            return 0, 0
        x = sum([cells_mg[i] * (geometry.CELL_X_UM[i] // 1000) for i in range(len(cells_mg))])
        y = sum([cells_mg[i] * (geometry.CELL_Y_UM[i] // 1000) for i in range(len(cells_mg))])
        return x * 1000 // total, y * 1000 // total

    # --- the sensor view

    def now_mg(self):
        """Return what the cells carry now, averaged over some 16 samples, in mg."""
        return sum([v >> 4 for v in self._sensing.scale.slow])

    def live(self, now_us):
        """Return what the sensors say now, a dict: mg, 1/10 Hz, 1/100 degree."""
        s = self._sensing
        self._note_rows(now_us)
        cells = [v >> 4 for v in s.scale.slow]
        out = {
            "cells": [(cells[i], self.noise_mg[i]) for i in range(len(cells))],
            "sum_mg": sum(cells), "noise_mg": s.noise_mg, "rest": s.at_rest, "zero": s.tared,
            "imu_status": st.name(s.imu_status), "imu_hz": self.rows_hz, "cells_dhz": 10_000_000 // s.watch.period_us,
        }  # fmt: skip
        out["tilt_cdeg"] = self._tilt()
        return out

    def _tilt(self):
        """Return how far the top's right side and its far side hang down, in 1/100 degree, or None without an IMU."""
        m = self._sensing.motion
        if not m.alive:
            return None
        x, y, z = m.rest_reading(60)
        if z <= 0:
            return None
        return int(-x * _HUNDREDTHS / z), int(-y * _HUNDREDTHS / z)

    def _note_rows(self, now_us):
        m = self._sensing.motion
        age_us = ticks_diff(now_us, self._rows_us)
        if self._rows_us < 0 or age_us < 0 or age_us > 5_000_000:
            self._rows_us = now_us
            self._rows_at = m.rows
        elif age_us >= 400_000:
            self.rows_hz = ((m.rows - self._rows_at) & 0xFFFFF) * 1_000_000 // age_us
            self._rows_us = now_us
            self._rows_at = m.rows

    def _note_noise(self, cells):
        """Second differences, as in sensing.py; a load that comes or goes counts little."""
        for i in range(len(cells)):
            d = abs(cells[i] - 2 * self._before[i] + self._before2[i]) // 2
            self._before2[i] = self._before[i]
            self._before[i] = cells[i]
            d = min(d, 4 * self.noise_mg[i] + 100)
            self._noise_16[i] += d - (self._noise_16[i] >> 6)
            self.noise_mg[i] = self._noise_16[i] >> 6
