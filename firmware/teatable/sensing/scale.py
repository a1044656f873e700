"""Four cells' counts to one load: its weight and its two first moments, one sample late and without lone spikes.

Why one sample late: a value that stands alone between two neighbours that agree is a torn or disturbed reading (no
force can rise and fall within one conversion, since the converter's filter spans four), and that shows only when the
next one is there.
Data in: counts of one conversion, their status. Data out: `weight_mg`, `mx`, `my` (mg mm: sum of cell force times cell
place) and `t_us`, for the sample before. The arithmetic itself is in cells.py.
"""

from array import array

from ..boards import geometry
from ..compat import micropython, ticks_diff
from ..drivers import status as st
from . import cells


class Scale:
    """Weight and moments from the counts of 1 to 4 cells (`counts_per_kg`, `zero` one int a cell)."""

    def __init__(self, counts_per_kg, zero, spike_mg):
        n = len(counts_per_kg)
        self.cells = n
        self.sums = array("i", [0] * 3)  # weight and moments: mg, mg mm
        self.t_us = 0
        self.spikes = 0
        self.cell_mg = array("i", [0] * n)  # of the sample given out last
        self.slow = array("i", [0] * n)  # the same averaged over some 16 samples, in 1/16 mg
        self._numbers = array("i", [0] * n * cells.EACH)
        for i in range(n if n > 1 else 0):
            self._numbers[i * cells.EACH + cells.X] = geometry.CELL_X_UM[i] // 1000
            self._numbers[i * cells.EACH + cells.Y] = geometry.CELL_Y_UM[i] // 1000
        self._spike_mg = spike_mg
        self._new_us = 0
        self._warm = 0
        self._have = 0
        self.set_gains(counts_per_kg)
        self.set_zero(zero if zero is not None else [0] * n)

    @property
    def weight_mg(self):
        """The weight of the sample given out last."""
        return self.sums[0]

    @property
    def mx(self):
        """And its moment about y, mg mm."""
        return self.sums[1]

    @property
    def my(self):
        """And its moment about x, mg mm."""
        return self.sums[2]

    def set_gains(self, counts_per_kg):
        """Take other gains (counts for a kilogram, one int a cell). The history starts afresh."""
        for i in range(self.cells):
            self._numbers[i * cells.EACH + cells.GAIN] = (1_000_000 << 14) // counts_per_kg[i]
        self.average_afresh()
        self.restart()

    def set_zero(self, zero):
        """Take other zeros (counts a cell). The history starts afresh."""
        for i in range(self.cells):
            self._numbers[i * cells.EACH + cells.ZERO] = zero[i]
        self.average_afresh()
        self.restart()

    def average_afresh(self):
        """Begin the slow averages anew with the next sample."""
        for i in range(self.cells):
            self.slow[i] = 0
        self._warm = 0

    def restart(self):
        """Forget the neighbours: after a gap they say nothing about each other."""
        self._have = 0

    @micropython.native
    def add(self, counts, now_us):
        """Take one good conversion; return True when a sample (the one before) is ready. Allocates nothing."""
        cells.take(self._numbers, counts, self.cells)
        self.t_us = self._new_us
        self._new_us = now_us
        if self._have < 2:
            self._have += 1
            return False
        spikes = cells.weigh(self._numbers, self.cells, self._spike_mg, self._warm, self.cell_mg, self.slow, self.sums)
        self._warm = 1
        if spikes:
            self.spikes += spikes
        return True


class Watch:
    """Counts good and bad conversions, measures their period, and tells the status to pass on."""

    def __init__(self, fault_samples, period_us):
        self.status = st.NOT_READY  # OK, or the status of the present run of bad samples
        self.period_us = period_us  # between good samples, measured
        self.bad = 0
        self.good = 0
        self.gap = True  # the present sample does not follow the one before
        self._fault_samples = fault_samples
        self._run = 0
        self._off = 0  # distances in a row that do not fit the period
        self._last_us = 0

    @micropython.native
    def note(self, now_us, status):
        """Take a sample's status at `now_us`; return True when the sample may be used. Allocates nothing."""
        if status != 0:
            if status != 1:  # NOT_READY: nothing was read, nothing is wrong
                self.bad += 1
                self._run += 1
                if self._run >= self._fault_samples or self.status != 0:
                    self.status = status
            return False
        self._run = 0
        self.status = 0
        dt = ticks_diff(now_us, self._last_us)
        self._last_us = now_us
        self.gap = self.good == 0 or dt <= 0 or dt > 4 * self.period_us
        if self.good < 1073741823:
            self.good += 1
        if self.good > 1 and dt > 0:
            self._pace(dt)
        return True

    @micropython.native
    def _pace(self, dt):
        p = self.period_us
        if 2 * dt < p or dt > p + (p >> 1):
            self._off += 1  # a conversion in between was lost, or the period is another one than believed
            if self._off >= 6:
                self.period_us = dt
                self._off = 0
            return
        self._off = 0
        self.period_us = p + ((dt - p) >> 5 if self.good > 64 else (dt - p) >> 3)
