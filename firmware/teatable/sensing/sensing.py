"""The path of one sample from counts to residual, rest, and the slow following of the zero."""

from array import array

from .. import config
from ..compat import micropython, ticks_add, ticks_diff
from ..drivers import status as st
from . import ring
from .balance import Balance
from .motion import Motion
from .ring import SLOTS
from .scale import Scale, Watch


class Sensing:
    """What the table weighs. Times are ticks in us (ring of 2^30), loads mg, moments mg mm. A sample allocates nothing.

    After each `sample()` that returned True: `r`, `rx`, `ry` the residual against the load last settled; `at_rest` the
    sum within `rest_mg` of its mean for 0.2 s; `rest_n` samples in that window; `noise_mg`; `knocks`; `status`.
    """

    def __init__(self, calibration, overrides=None, accel_lsb_per_g=8197, gyro_udps_per_lsb=8750, imu_period_us=4808):
        c = config.values(config.SENSING, overrides)
        self.calibration = calibration
        self.balance = Balance()
        self.motion = Motion(accel_lsb_per_g, gyro_udps_per_lsb, imu_period_us, c["knock_mg"], c["knock_quiet_ms"])
        self.scale = Scale(calibration.counts_per_kg, calibration.zero, c["spike_mg"])
        self.watch = Watch(c["fault_samples"], c["period_us"])
        self.status = st.NOT_READY
        self.imu_status = st.NOT_READY
        self.motor_mrev_s = 0
        self.at_rest = False
        self.rest_n = c["rest_least"]
        self._numbers = n = array("i", [0] * 7)
        n[ring.NOISE] = c["noise_mg"]
        n[ring.NOISE_256] = c["noise_mg"] << 8
        n[ring.NOISE_MOST] = c["noise_most_mg"]
        n[ring.NOISES] = c["rest_noises"]
        n[ring.FLOOR] = n[ring.LIMIT] = c["rest_mg"]
        self.tared = calibration.zero is not None
        self.count = 0  # samples given out
        self.drift_mg = 0  # how far the zero has been followed since the tare
        self._aslant = c["aslant_mg"] * 65536 // 1000
        self._rest_ms = c["rest_ms"]
        self._rest_least = c["rest_least"]
        self._steady = 0  # samples in a row at rest
        self._age_us = c["age_us"]
        self._spans = c["span_quarters"]
        self._skip = c["skip_samples"]
        self._follow_mg = c["follow_mg"]
        self._follow_most = c["follow_most_mg"]
        self._follow_mm = c["follow_mm"]
        self._follow_moment = c["follow_most_mgmm"]
        self._young = 0  # samples at rest since the base was set; while young the base is still being averaged
        self._young_most = c["young_samples"]
        self._tare_n = self._tare_after = c["tare_samples"]
        self._tare_soon = c["tare_soon_samples"]
        self._tare_off = c["tare_most_mg"]
        self._want_tare = not self.tared
        self._tare_anyway = False
        if calibration.level is not None:
            self.motion.set_level([v // 4 for v in calibration.level])

    @property
    def rest_mg(self):
        """How far from its mean the sum may be at rest, mg."""
        return self._numbers[ring.LIMIT]

    @property
    def noise_mg(self):
        """Noise of the sum, mg."""
        return self._numbers[ring.NOISE]

    # --- inputs

    def imu(self, rows, n, now_us):
        """Take `n` rows (gx gy gz ax ay az, raw) measured up to `now_us`. Allocates nothing."""
        self.motion.add(rows, n, now_us)
        self.motion.calm(now_us)
        if n > 0:
            self.imu_status = 0

    def imu_fault(self, status):
        """Take note that the IMU failed: until rows come again the motion counts as unknown, that is none."""
        self.imu_status = status
        self.motion.alive = False

    @micropython.native
    def sample(self, now_us, counts, status):
        """Take one conversion (`status` the worst of the cells); return True when a new residual is out.

        A status other than OK is passed on after a few in a row, and its counts are never used. Allocates nothing.
        """
        w = self.watch
        if not w.note(now_us, status):
            self.status = w.status
            if self.status != 0:
                self._lose_rest()
            return False
        self.status = 0
        if w.gap:
            self.scale.restart()
            self._lose_rest()
        if not self.scale.add(counts, now_us):
            return False
        if self._skip > 0:  # the first conversions after power-on are not settled
            self._skip -= 1
            return False
        self._new()
        return True

    def silent(self, status):
        """Take note that no conversions come at all (`status` says how): nothing is at rest until they come again."""
        self.status = status
        self._lose_rest()

    def motor(self, speed_mrev_s):
        """Take the commanded wobble speed in 1/1000 turn/s (signed)."""
        self.motor_mrev_s = speed_mrev_s

    # --- one sample

    @micropython.native
    def _new(self):
        m = self.motion
        s = self.scale
        m.window(ticks_add(s.t_us, -self._age_us), self.watch.period_us * self._spans >> 2)
        self.balance.push(s, m)
        self.count = (self.count + 1) & 1073741823
        self._rest()
        if self.at_rest:
            self._follow()
            if self._want_tare and self._steady >= self._tare_after:
                self._tare()

    @micropython.native
    def _rest(self):
        """At rest: the sum within the limit of its mean for the whole window. The limit never undercuts the noise."""
        b = self.balance
        n = self._rest_ms * 1000 // self.watch.period_us + 1
        if n < self._rest_least:
            n = self._rest_least
        if n > 127:
            n = 127
        self.rest_n = n
        if b.n > 2:
            ring.quieten(b.rings, b.at, self._numbers)
        if b.n < n:
            self.at_rest = False
        elif ring.rests(b.rings, b.at, n, self._numbers):
            self.at_rest = True
            if self._steady == 0:
                self.scale.average_afresh()
            if self._steady < 1000000:
                self._steady += 1
        else:
            self.at_rest = False
            self._steady = 0

    @micropython.native
    def _follow(self):
        """Follow what drifts. While young the base is averaged, later it creeps after the residual at a rate far below
        that of the slowest hand; never when the residual is large enough to be the beginning of something.
        """
        b = self.balance
        mean = self._numbers[ring.MEAN]
        if mean > self._follow_most or mean < -self._follow_most:
            return
        n = self.rest_n
        x = b.mean(1, 0, n)
        y = b.mean(2, 0, n)
        q = self._follow_moment
        if x > q or x < -q or y > q or y < -q:
            return
        if self._young < self._young_most:  # this betters the base, it follows no drift
            self._young += 1
            k = self._young + self.rest_n
            b.rebase(b.r // k, b.rx // k, b.ry // k)
        elif self.count & 15 == 0:
            k = self._follow_mg
            q = k * self._follow_mm
            k = self._clip(mean, k)
            b.rebase(k, self._clip(x, q), self._clip(y, q))
            self.drift_mg += k

    @micropython.native
    def _clip(self, v, most):
        if v > most:
            return most
        if v < -most:
            return -most
        return v

    @micropython.native
    def _lose_rest(self):
        self.at_rest = False
        self._steady = 0
        self.balance.n = 0

    # --- zero, base, load: at events only

    def tare(self, anyway=False, soon=False):
        """Ask for a new zero: taken once the table has been at rest long enough. See `tare_refused` for why not yet.

        `anyway`: the table is known to be empty, so a load far from the stored zero is drift. `soon`: rest may be short
        """
        self._want_tare = True
        self._tare_anyway = anyway
        self._tare_after = self._tare_soon if soon else self._tare_n

    def forget_tare(self):
        """Take back a wanted tare: the table is in use. Without any zero it stays wanted."""
        self._want_tare = not self.tared

    def set_gains(self, counts_per_kg):
        """Take other gains (counts for a kilogram, one int a cell); the zero stays, rest begins anew."""
        self.calibration.counts_per_kg = list(counts_per_kg)
        self.scale.set_gains(counts_per_kg)
        self._lose_rest()

    @property
    def tare_wanted(self):
        """True until the wanted zero has been taken."""
        return self._want_tare

    def tare_refused(self):
        """Return why a wanted tare has not been taken: "", "not-at-rest", "no-samples" or "hand-on-table"."""
        if not self._want_tare:
            return ""
        if self.status != 0:
            return "no-samples"
        if not self.at_rest:
            return "not-at-rest"
        return "hand-on-table" if self._off_zero() else "not-at-rest"

    def _off_zero(self):
        """A stored zero and a load far from it: something lies on the table."""
        return self.tared and not self._tare_anyway and abs(self.load_mg()) > self._tare_off

    def _tare(self):
        if self._off_zero():
            return
        b = self.balance
        self.calibration.zero = self._zero_counts()
        self.scale.set_zero(self.calibration.zero)
        if self.motion.alive:
            level = self.motion.rest_reading(60)
            self.motion.set_level(level)
            self.calibration.level = [4 * v for v in level]
        b.begin()
        self._numbers[ring.MEAN] = 0
        self.drift_mg = 0
        self._want_tare = self._tare_anyway = False
        self.tared = True
        self._steady = 0
        self._young = 0
        self.at_rest = False

    def _zero_counts(self):
        """Counts of each cell with what now lies on it, from the slow cell values."""
        s = self.scale
        c = self.calibration
        old = c.zero if c.zero is not None else [0] * s.cells
        return [old[i] + ((s.slow[i] * (c.counts_per_kg[i] // 64) // 15625) >> 4) for i in range(s.cells)]

    def load_mg(self):
        """Return the weight on the table as last settled plus what has come since, less the followed drift."""
        return self.balance.base + self._numbers[ring.MEAN] - self.drift_mg

    def below_zero(self):
        """Tell whether the table rests, nothing is believed on it, and it weighs less than nothing.

        Then something lay on it when its zero was taken, and is gone.
        """
        return self.at_rest and self.tared and self.balance.load.m == 0 and self.load_mg() < -self._tare_off

    def total_x(self):
        """Return the moment (mg mm) about y of all that is on the table: sum of load times x."""
        return self.balance.base_x + self.balance.mean(1, 0, self.rest_n)

    def total_y(self):
        """Return the moment (mg mm) about x of all that is on the table: sum of load times y."""
        return self.balance.base_y + self.balance.mean(2, 0, self.rest_n)

    def aslant(self):
        """Tell whether the table, at rest, leans otherwise than when its zero was taken: it was moved onto a slope.

        Weights and places stay right, for what leans is measured; but stacks stand worse.
        """
        if not self.at_rest or not self.motion.alive or self.motor_mrev_s != 0 or not self.tared:
            return False
        b = self.balance
        x, y = b.mean(3, 0, self.rest_n), b.mean(4, 0, self.rest_n)
        return x * x + y * y > self._aslant * self._aslant

    def rest(self):
        """Return the present window of rest, for `settle`."""
        return self.balance.window(min(self.rest_n, max(self.balance.n, 1)))

    def settle(self, load, rest=None):
        """Take a window of rest (default: the present one) as the new base, with `load` (a Load) as what stood then."""
        self.balance.settle(load, rest or self.rest())
        self._numbers[ring.MEAN] = 0
        self._young = 0

    def since_us(self, now_us):
        """Return how long ago the sample given out last was taken, in us."""
        return ticks_diff(now_us, self.scale.t_us)

    def fresh_n(self, ms):
        """Return how many samples make `ms` milliseconds, at most the ring."""
        return max(1, min(SLOTS - 1, ms * 1000 // self.watch.period_us))
