"""What the table top does: specific force and angular acceleration as the cells' converters see them.

Why: the cells weigh (mass times specific force), so whatever the top does must be known at the same instant and through
the same filter. A converter averages over about four of its periods; an average over any stretch of time is the
difference of two running sums, so only running sums are kept and a window may begin and end between two IMU samples.
Data in: raw IMU rows (gx gy gz ax ay az) as they come from the FIFO. Data out, after `window(end, length)`: `fx`, `fy`,
`fz` (specific force at the top's origin less that of the level table, 1/65536 g) and `ax`, `ay` (angular acceleration,
1/1024 rad/s2); and the knocks that were felt. The arithmetic itself is in rows.py.

Carrying the reading from the IMU at p to the origin: f(0) = f(p) - alpha x p. The term omega x (omega x p) is left out:
p lies nearly in the plane and the top does not spin, so its z part is omega^2 * 6 mm, below 20 ug at 2 turns a second.
"""

from array import array

from ..boards import geometry
from ..compat import const, micropython, ticks_add, ticks_diff
from . import rows

_MASK = (1 << 30) - 1
_HALF = 1 << 29
_LONGEST_US = const(250_000)


class Motion:
    """Running sums of the IMU, windows over them, and knocks. `lsb_per_g`, `gyro_udps_per_lsb`: the chip's scales."""

    def __init__(self, lsb_per_g, gyro_udps_per_lsb, period_us, knock_mg, knock_quiet_ms):
        self.felt = array("i", [0] * 5)  # fx fy fz ax ay of the last window
        self.alive = False  # rows have come
        self.last_us = 0  # time of the newest row
        self.knocks = 0  # counts up at the beginning of each knock
        self.knock_us = 0  # when the latest one began
        self.knock_peak = 0  # the largest jump between two rows of the latest knock, in LSB
        self.ringing = False
        self.period_us = period_us
        self._lsb_per_g = int(lsb_per_g)
        self._quiet_us = knock_quiet_ms * 1000
        self._quiet_since = 0
        self._sums = array("i", [0] * rows.RINGS * rows.SLOTS)
        self._n = 0  # rows so far, in a ring of 2^20
        n = self._numbers = array("i", [0] * rows.NUMBERS)
        n[rows.JUMP] = int(lsb_per_g * knock_mg / 1000)
        n[rows.PERIOD] = period_us
        n[rows.LSB_PER_G] = self._lsb_per_g
        n[rows.A_GAIN] = int(rows.WIDE_256 * 1e-6 * 1048576 / (1024 * gyro_udps_per_lsb * 1.745329e-8) + 0.5)
        n[rows.ARM_X] = geometry.IMU_X_UM >> 4
        n[rows.ARM_Y] = geometry.IMU_Y_UM >> 4
        n[rows.ARM_Z] = geometry.IMU_Z_UM >> 4

    @property
    def fx(self):
        """Specific force at the origin less that of the level table, 1/65536 g."""
        return self.felt[0]

    @property
    def fy(self):
        """The same along y."""
        return self.felt[1]

    @property
    def fz(self):
        """The same along z."""
        return self.felt[2]

    @property
    def ax(self):
        """Angular acceleration about x, 1/1024 rad/s2."""
        return self.felt[3]

    @property
    def ay(self):
        """The same about y."""
        return self.felt[4]

    # --- rows in

    @micropython.native
    def add(self, taken, n, now_us):
        """Take `n` rows of 6 out of `taken`, the last of them measured just before `now_us`. Allocates nothing."""
        if n <= 0:
            return
        i = 0
        while i < n:
            done = rows.add(self._sums, self._numbers, taken, i, self._n, n)
            jump = done >> 10
            done &= 1023
            self._n = (self._n + done) & 0xFFFFF
            i += done
            if jump:
                self._knock(jump, ticks_add(now_us, (i - 1 - n) * self.period_us))
        t = ticks_add(self.last_us, n * self.period_us)
        late = ticks_diff(now_us, t)
        if late < 0 or not self.alive:
            t = now_us
        elif late > self.period_us:  # one more would have come
            t = ticks_add(now_us, -self.period_us)
        self.last_us = t
        self.alive = True

    @micropython.native
    def _knock(self, jump, t_us):
        if not self.alive:
            return  # the first row has no neighbour
        if not self.ringing:
            self.knocks += 1
            self.knock_us = t_us
            self.knock_peak = 0
            self.ringing = True
        self._quiet_since = t_us
        if jump > self.knock_peak:
            self.knock_peak = jump

    @micropython.native
    def calm(self, now_us):
        """Let the ringing of a knock end once no jump came for a while; to be called now and then."""
        if self.ringing and ticks_diff(now_us, self._quiet_since) > self._quiet_us:
            self.ringing = False

    def knock_peak_mg(self):
        """Return the peak of the latest knock in 1/1000 g."""
        return self.in_mg(self.knock_peak)

    def in_mg(self, lsb):
        """Return a jump between two rows (LSB) in 1/1000 g."""
        return lsb * 1000 // self._lsb_per_g

    # --- windows out

    @micropython.native
    def window(self, end_us, length_us):
        """Average over the `length_us` that ended at tick `end_us` (not more than 0.2 s ago). Allocates nothing."""
        if not self.alive:
            return
        behind = ticks_diff(self.last_us, end_us)
        if behind < 0:
            behind = 0
        elif behind > 200000:
            behind = 200000
        if length_us > _LONGEST_US:
            length_us = _LONGEST_US
        rows.window(self._sums, self._numbers, self._n, behind, length_us, self.felt)

    @property
    def rows(self):
        """Rows so far, in a ring of 2^20."""
        return self._n

    def rest_reading(self, over):
        """Return the mean of the last `over` (at most 60) readings of ax ay az, in 1/4 LSB."""
        over = min(over, 60, self._n)
        out = []
        for i in range(3):
            at = i * rows.SLOTS
            d = self._sums[at + (self._n & 63)] - self._sums[at + ((self._n - over) & 63)]
            d = ((d & _MASK) ^ _HALF) - _HALF
            out.append(self._numbers[rows.LEVEL + i] + ((d + over // 2) // over if over else 0))
        return out

    def set_level(self, level):
        """Take another rest reading (ax ay az in 1/4 LSB); sums already made with the old one are dropped."""
        for i in range(3):
            self._numbers[rows.LEVEL + i] = level[i]
        for k in range(3 * rows.SLOTS):
            self._sums[k] = 0
