"""The arithmetic of the IMU's rows, in viper: running sums, jumps between two rows, averages over a window.

Why: plain or native code takes many times the instructions (host_sim/README.md has the counts). All numbers lie within
2^30, but for what a window looks up, times 256: below 2^31 for 0.25 s at the end of the IMU's range. How signs are
mended: ring.py. Data in: rows, running sums, `numbers`. Data out: see each; nothing is allocated.
"""

from ..compat import const, micropython, ptr16, ptr32

SLOTS = const(64)  # of each ring of running sums; a power of two; 0.3 s at 208 Hz
RINGS = const(5)  # one after the other in one array: ax ay az (1/4 LSB), gx gy (LSB)

# numbers of a motion
LEVEL = const(0)  # three: rest reading of ax ay az, 1/4 LSB
PREV = const(3)  # three: the row before, LSB
JUMP = const(6)  # LSB: a knock jumps further
PERIOD = const(7)  # us between two rows
LSB_PER_G = const(8)
A_GAIN = const(9)  # the span of the gyro's average in us over 1/1024 rad/s for one LSB, times 2^20
ARM_X = const(10)  # where the IMU is, in 16 um
ARM_Y = const(11)
ARM_Z = const(12)
NUMBERS = const(13)

WIDE_256 = const(640)  # the gyro is averaged over 2.5 rows before it is differentiated
_CARRY = const(9580)  # alpha (1/1024 rad/s2) times arm (16 um) over this: 1/65536 g; 65536 / 1024 * 16 um / 9.81 m/s2
_ALPHA_MOST = const(16_383)
_FORCE_MOST = const(32_767)
_LOW = const(0x3FFFFFFF)
_HALF = const(0x20000000)


@micropython.viper
def add(sums, numbers, rows, at: int, n: int, end: int) -> int:
    """Add rows `at` to `end` - 1 to the running sums, `n` rows old; stop after a row that jumps: a knock.

    Return how many rows are done, and if the last one jumped its largest jump (LSB) times 2^10 besides.
    """
    s = ptr32(sums)
    m = ptr32(numbers)
    raw = ptr16(rows)
    limit = int(m[JUMP])
    most = 0
    i = at
    while i < end:
        a = n & 63
        n += 1
        b = n & 63
        k = 0
        while k < 3:
            v = int(raw[6 * i + 3 + k])
            v = (v & 0x7FFF) - (v & 0x8000)
            w = int(m[LEVEL + k])
            w = (w & _LOW) - ((w >> 30 & 1) << 30)
            s[SLOTS * k + b] = (int(s[SLOTS * k + a]) + 4 * v - w) & _LOW
            w = int(m[PREV + k])
            w = v - ((w & _LOW) - ((w >> 30 & 1) << 30))
            m[PREV + k] = v
            if w < 0:
                w = -w
            if w > limit and w > most:
                most = w
            k += 1
        v = int(raw[6 * i])
        s[SLOTS * 3 + b] = (int(s[SLOTS * 3 + a]) + (v & 0x7FFF) - (v & 0x8000)) & _LOW
        v = int(raw[6 * i + 1])
        s[SLOTS * 4 + b] = (int(s[SLOTS * 4 + a]) + (v & 0x7FFF) - (v & 0x8000)) & _LOW
        i += 1
        if most:
            break
    return i - at + (most << 10)


@micropython.viper
def window(sums, numbers, n: int, behind: int, length: int, out):
    """Average over `length` us that ended `behind` us before the last of `n` rows.

    `out`: fx, fy, fz, carried from the IMU to the origin (1/65536 g), ax, ay (1/1024 rad/s2).
    """
    s = ptr32(sums)
    m = ptr32(numbers)
    o = ptr32(out)
    period = int(m[PERIOD])
    top = n << 8
    end = top - (behind << 8) // period
    start = end - (length << 8) // period
    f_div = (length >> 4) * int(m[LSB_PER_G]) // (4 * period)  # 256 * 4 LSB times rows, to 1/65536 g
    if f_div < 1:
        f_div = 1
    a_div = length * int(m[A_GAIN]) >> 20
    if a_div < 1:
        a_div = 1
    stop = end + 320
    if stop > top:
        stop = top
    turn = 0
    i = 0
    while i < 7:  # three forces; then of each gyro axis the rate at the end and that at the start
        ring = SLOTS * i
        a = start
        b = end
        if i > 2:
            ring = SLOTS * (3 + (i - 3 >> 1))
            if i & 1:
                a = stop - WIDE_256
                b = stop
            else:
                a = start - 320
                b = start + 320
        k = b >> 8
        v = int(s[ring + (k & 63)])
        head = ((int(s[ring + (k + 1 & 63)]) - v + _HALF) & _LOW) - _HALF
        k = a >> 8
        w = int(s[ring + (k & 63)])
        tail = ((int(s[ring + (k + 1 & 63)]) - w + _HALF) & _LOW) - _HALF
        v = (((v - w + _HALF) & _LOW) - _HALF << 8) + head * (b & 255) - tail * (a & 255)
        if i < 3:
            o[i] = v // f_div
        elif i & 1:
            turn = v
        else:
            v = (turn - v) // a_div
            if v > _ALPHA_MOST:
                v = _ALPHA_MOST
            elif v < -_ALPHA_MOST:
                v = -_ALPHA_MOST
            o[1 + (i >> 1)] = v
        i += 1
    v = int(o[3])
    ax = (v & _LOW) - ((v >> 30 & 1) << 30)
    v = int(o[4])
    ay = (v & _LOW) - ((v >> 30 & 1) << 30)
    x = int(m[ARM_X])
    x = (x & _LOW) - ((x >> 30 & 1) << 30)
    y = int(m[ARM_Y])
    y = (y & _LOW) - ((y >> 30 & 1) << 30)
    z = int(m[ARM_Z])
    z = (z & _LOW) - ((z >> 30 & 1) << 30)
    i = 0
    while i < 3:
        v = int(o[i])
        v = (v & _LOW) - ((v >> 30 & 1) << 30)
        if i == 0:
            v -= ay * z // _CARRY
        elif i == 1:
            v += ax * z // _CARRY
        else:
            v += ay * x // _CARRY - ax * y // _CARRY
        if v > _FORCE_MOST:
            v = _FORCE_MOST
        elif v < -_FORCE_MOST:
            v = -_FORCE_MOST
        o[i] = v
        i += 1
