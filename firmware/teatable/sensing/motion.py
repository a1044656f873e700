"""What the table top does: specific force and angular acceleration as the cells' converters see them.

Why: the cells weigh (mass times specific force), so whatever the top does must be known at the same instant and through
the same filter. A converter averages over about four of its periods; an average over any stretch of time is the
difference of two running sums, so only running sums are kept and a window may begin and end between two IMU samples.
Data in: raw IMU rows (gx gy gz ax ay az) as they come from the FIFO. Data out, after `window(end, length)`: `fx`, `fy`,
`fz` (specific force at the top's origin less that of the level table, 1/65536 g) and `ax`, `ay` (angular acceleration,
1/1024 rad/s2); and the knocks that were felt.

Carrying the reading from the IMU at p to the origin: f(0) = f(p) - alpha x p. The term omega x (omega x p) is left out:
p lies nearly in the plane and the top does not spin, so its z part is omega^2 * 6 mm, below 20 ug at 2 turns a second.
"""

from array import array

from ..boards import geometry
from ..compat import micropython, ticks_add, ticks_diff

_SLOTS = 64  # a power of two; 0.3 s at 208 Hz
_MASK = (1 << 30) - 1
_HALF = 1 << 29
_WIDE_256 = 640  # the gyro is averaged over 2.5 samples before it is differentiated
_LONGEST_US = 250_000
_ARM_X = geometry.IMU_X_UM >> 4  # in 16 um
_ARM_Y = geometry.IMU_Y_UM >> 4
_ARM_Z = geometry.IMU_Z_UM >> 4


class Motion:
    """Running sums of the IMU, windows over them, and knocks. `lsb_per_g`, `gyro_udps_per_lsb`: the chip's scales."""

    def __init__(self, lsb_per_g, gyro_udps_per_lsb, period_us, knock_mg, knock_quiet_ms):
        self.fx = 0
        self.fy = 0
        self.fz = 0
        self.ax = 0
        self.ay = 0
        self.alive = False  # rows have come
        self.last_us = 0  # time of the newest row
        self.knocks = 0  # counts up at the beginning of each knock
        self.knock_us = 0  # when the latest one began
        self.knock_peak = 0  # the largest jump between two rows of the latest knock, in LSB
        self.ringing = False
        self.period_us = period_us
        self.level = array("i", [0, 0, 0])  # rest reading of ax ay az in 1/4 LSB
        self._lsb_per_g = int(lsb_per_g)
        # the span of the gyro's average in us over 1/1024 rad/s for one LSB, times 2^20
        self._a_gain = int(_WIDE_256 * 1e-6 * 1048576 / (1024 * gyro_udps_per_lsb * 1.745329e-8) + 0.5)
        self._jump = int(lsb_per_g * knock_mg / 1000)
        self._quiet_us = knock_quiet_ms * 1000
        self._quiet_since = 0
        self._sums = tuple([array("i", [0] * _SLOTS) for _ in range(5)])  # ax ay az (1/4 LSB), gx gy (LSB)
        self._prev = array("i", [0, 0, 0])
        self._n = 0  # rows so far, in a ring of 2^20
        self._length_us = 0
        self._f_div = 1
        self._a_div = 1

    # --- rows in

    @micropython.native
    def add(self, rows, n, now_us):
        """Take `n` rows of 6 out of `rows`, the last of them measured just before `now_us`. Allocates nothing."""
        if n <= 0:
            return
        i = 0
        while i < n:
            self._row(rows, 6 * i, ticks_add(now_us, (i - n) * self.period_us))
            i += 1
        t = ticks_add(self.last_us, n * self.period_us)
        late = ticks_diff(now_us, t)
        if late < 0 or not self.alive:
            t = now_us
        elif late > self.period_us:  # one more would have come
            t = ticks_add(now_us, -self.period_us)
        self.last_us = t
        self.alive = True

    @micropython.native
    def _row(self, rows, at, t_us):
        n = self._n
        self._n = (n + 1) & 0xFFFFF
        a = n & 63
        b = (n + 1) & 63
        i = 0
        while i < 3:
            raw = rows[at + 3 + i]
            s = self._sums[i]
            s[b] = (s[a] + 4 * raw - self.level[i]) & 1073741823
            jump = raw - self._prev[i]
            self._prev[i] = raw
            if jump > self._jump or jump < -self._jump:
                self._knock(jump if jump > 0 else -jump, t_us)
            i += 1
        s = self._sums[3]
        s[b] = (s[a] + rows[at]) & 1073741823
        s = self._sums[4]
        s[b] = (s[a] + rows[at + 1]) & 1073741823

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
    def set_length(self, length_us):
        """Set the length of the averaging window (us); allocates nothing."""
        if length_us > _LONGEST_US:
            length_us = _LONGEST_US
        self._length_us = length_us
        f = (length_us >> 4) * self._lsb_per_g // (4 * self.period_us)  # 256 * 4 LSB times rows, to 1/65536 g
        self._f_div = f if f > 0 else 1
        a = length_us * self._a_gain >> 20
        self._a_div = a if a > 0 else 1

    @micropython.native
    def window(self, end_us):
        """Average over the window that ends at tick `end_us` (not more than 0.2 s ago). Allocates nothing."""
        if not self.alive:
            return
        behind = ticks_diff(self.last_us, end_us)
        if behind < 0:
            behind = 0
        if behind > 200000:
            behind = 200000
        end = (self._n << 8) - (behind << 8) // self.period_us
        start = end - (self._length_us << 8) // self.period_us
        self._turn(end, start)
        i = 0
        while i < 3:
            self._force(i, start, end)
            i += 1

    @micropython.native
    def _turn(self, end, start):
        """Angular acceleration: the rate at the end less the rate at the start."""
        stop = end + 320
        top = self._n << 8
        if stop > top:
            stop = top
        d = self._span(3, stop - 640, stop) - self._span(3, start - 320, start + 320)
        self.ax = self._clamp(d // self._a_div, 16383)
        d = self._span(4, stop - 640, stop) - self._span(4, start - 320, start + 320)
        self.ay = self._clamp(d // self._a_div, 16383)

    @micropython.native
    def _force(self, i, start, end):
        """Specific force along axis `i`, carried from the IMU to the origin."""
        f = self._span(i, start, end) // self._f_div
        if i == 0:
            self.fx = self._clamp(f - self._carry(self.ay, _ARM_Z), 32767)
        elif i == 1:
            self.fy = self._clamp(f + self._carry(self.ax, _ARM_Z), 32767)
        else:
            self.fz = self._clamp(f - self._carry(self.ax, _ARM_Y) + self._carry(self.ay, _ARM_X), 32767)

    @micropython.native
    def _carry(self, alpha, arm):
        """Return the acceleration alpha (1/1024 rad/s2) times arm (16 um) in 1/65536 g."""
        return alpha * arm // 9580  # 65536 / 1024 * 16 um / 9.81 m/s2

    @micropython.native
    def _clamp(self, v, most):
        if v > most:
            return most
        if v < -most:
            return -most
        return v

    @micropython.native
    def _span(self, which, start, end):
        """Return the running sum from `start` to `end` (row numbers in 1/256), times 256."""
        s = self._sums[which]
        a = start >> 8
        b = end >> 8
        whole = ((s[b & 63] - s[a & 63] + 536870912) & 1073741823) - 536870912
        head = ((s[(b + 1) & 63] - s[b & 63] + 536870912) & 1073741823) - 536870912
        tail = ((s[(a + 1) & 63] - s[a & 63] + 536870912) & 1073741823) - 536870912
        return (whole << 8) + head * (end & 255) - tail * (start & 255)

    @property
    def rows(self):
        """Rows so far, in a ring of 2^20."""
        return self._n

    def rest_reading(self, rows):
        """Return the mean of the last `rows` (at most 60) readings of ax ay az, in 1/4 LSB."""
        rows = min(rows, 60, self._n)
        out = []
        for i in range(3):
            s = self._sums[i]
            d = (((s[self._n & 63] - s[(self._n - rows) & 63]) & _MASK) ^ _HALF) - _HALF
            out.append(self.level[i] + (d + rows // 2) // rows if rows else self.level[i])
        return out

    def set_level(self, level):
        """Take another rest reading (ax ay az in 1/4 LSB); sums already made with the old one are dropped."""
        for i in range(3):
            self.level[i] = level[i]
            s = self._sums[i]
            for k in range(_SLOTS):
                s[k] = 0
