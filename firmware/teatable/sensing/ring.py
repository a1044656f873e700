"""Loops over the rings of residuals and of the motion they were made with, in viper.

Why: a new prediction of the whole ring takes 139,000 instructions (2.6 million in bytecode), a mean over 0.2 s some
2,000 (9,600 in native code).

All numbers lie within 2^30. On a 64-bit machine viper reads an int of an array without its sign, so each one is made
signed by its bit 30, which changes nothing elsewhere: the same code runs on the device, on the host's MicroPython and
on CPython. Another trap: the minus of a name, as in `b <= -a`, changes `a` itself; only `a = -a` is safe.
Data in: eight rings, SLOTS numbers each, one after the other in an array of "i", and arrays of `numbers`.
Data out: sums, distances; nothing is allocated.
"""

from ..compat import const, micropython, ptr32

SLOTS = const(128)  # samples kept: 1.4 s at 88 a second
_MASK = const(127)
_LOW = const(0x3FFFFFFF)


# numbers of a balance: seven coefficients, and then
BASE = const(7)  # three: mg, mg mm
# numbers of a rest
NOISE_256 = const(0)  # mg / 256
NOISE = const(1)  # mg
NOISE_MOST = const(2)
NOISES = const(3)  # the limit is so many times the noise,
FLOOR = const(4)  # mg, and at least this
LIMIT = const(5)  # mg, how far from its mean the sum may be at rest
MEAN = const(6)  # mg
_SLOW = const(8)  # the noise is averaged over 2^8 samples


@micropython.viper
def total(rings, which: int, at: int, n: int) -> int:
    """Return the sum of the `n` numbers of ring `which` up to `at`."""
    ring = ptr32(rings)
    first = SLOTS * which
    s = 0
    for i in range(n):
        v = int(ring[first + ((at - i) & _MASK)])
        s += (v & _LOW) - ((v >> 30 & 1) << 30)
    return s


@micropython.viper
def worst(rings, which: int, at: int, n: int, mean: int) -> int:
    """Return the largest distance from `mean` among the `n` numbers of ring `which` up to `at`."""
    ring = ptr32(rings)
    first = SLOTS * which
    most = 0
    for i in range(n):
        v = int(ring[first + ((at - i) & _MASK)])
        d = (v & _LOW) - ((v >> 30 & 1) << 30) - mean
        if d < 0:
            d = -d
        if d > most:
            most = d
    return most


@micropython.viper
def bend(rings, which: int, at: int, lag: int) -> int:
    """Return the second difference of ring `which` over 2 x `lag` numbers up to `at`."""
    ring = ptr32(rings)
    first = SLOTS * which
    v = int(ring[first + (at & _MASK)])
    d = (v & _LOW) - ((v >> 30 & 1) << 30)
    v = int(ring[first + ((at - lag) & _MASK)])
    d -= 2 * ((v & _LOW) - ((v >> 30 & 1) << 30))
    v = int(ring[first + ((at - 2 * lag) & _MASK)])
    return d + (v & _LOW) - ((v >> 30 & 1) << 30)


@micropython.viper
def lessen(rings, which: int, by: int):
    """Take `by` off each number of ring `which`."""
    ring = ptr32(rings)
    first = SLOTS * which
    for k in range(SLOTS):
        ring[first + k] = int(ring[first + k]) - by


@micropython.viper
def quieten(rings, at: int, numbers):
    """Take the newest sample of ring 0 into the noise, and set the limit of rest that goes with it.

    The noise is from second differences; a large one counts little, or hands would widen the limit.
    """
    ring = ptr32(rings)
    m = ptr32(numbers)
    v = int(ring[at & _MASK])
    d = (v & _LOW) - ((v >> 30 & 1) << 30)
    v = int(ring[(at - 1) & _MASK])
    d -= 2 * ((v & _LOW) - ((v >> 30 & 1) << 30))
    v = int(ring[(at - 2) & _MASK])
    d += (v & _LOW) - ((v >> 30 & 1) << 30)
    if d < 0:
        d = -d
    d >>= 1  # rms of the second difference is sqrt(6), its mean size 0.8 of that
    noise = int(m[NOISE])
    if d > 4 * noise:
        d = 4 * noise
    fine = int(m[NOISE_256])
    fine += d - (fine >> _SLOW)
    noise = (fine >> _SLOW) + 1
    if noise > int(m[NOISE_MOST]):
        noise = int(m[NOISE_MOST])
        fine = noise << _SLOW
    m[NOISE_256] = fine
    m[NOISE] = noise
    noise *= int(m[NOISES])
    if noise < int(m[FLOOR]):
        noise = int(m[FLOOR])
    m[LIMIT] = noise


@micropython.viper
def rests(rings, at: int, n: int, numbers) -> int:
    """Find the mean of the `n` numbers of ring 0 up to `at`; return 1 if all are within the limit of it, else 0."""
    ring = ptr32(rings)
    m = ptr32(numbers)
    s = 0
    for i in range(n):
        v = int(ring[(at - i) & _MASK])
        s += (v & _LOW) - ((v >> 30 & 1) << 30)
    s = s // n
    m[MEAN] = s
    limit = int(m[LIMIT])
    for i in range(n):
        v = int(ring[(at - i) & _MASK])
        v = (v & _LOW) - ((v >> 30 & 1) << 30) - s
        if v < 0:
            v = -v
        if v > limit:
            return 0
    return 1


@micropython.viper
def record(rings, at: int, sums, motion, balance):
    """Write a sample into the rings: sum and moments less the base, five numbers of a motion."""
    ring = ptr32(rings)
    s = ptr32(sums)
    m = ptr32(motion)
    b = ptr32(balance)
    for i in range(3):
        ring[SLOTS * i + at] = int(s[i]) - int(b[BASE + i])
    for i in range(5):
        ring[SLOTS * (3 + i) + at] = int(m[i])


@micropython.viper
def predict(rings, slots: int, coefficients, at: int, n: int, sign: int):
    """Add `sign` times the predicted departure from the base to the `n` residuals up to `at`.

    The eight rings, `slots` numbers each, and the coefficients: see balance.py.
    """
    g = ptr32(rings)
    c = ptr32(coefficients)
    m = int(c[0])
    px = (int(c[1]) & _LOW) - ((int(c[1]) >> 30 & 1) << 30)
    py = (int(c[2]) & _LOW) - ((int(c[2]) >> 30 & 1) << 30)
    q = (int(c[3]) & _LOW) - ((int(c[3]) >> 30 & 1) << 30)
    jxx = int(c[4])
    jyy = int(c[5])
    jxy = (int(c[6]) & _LOW) - ((int(c[6]) >> 30 & 1) << 30)
    for i in range(n):
        k = (at - i) & (slots - 1)
        v = int(g[3 * slots + k])
        fx = (v & _LOW) - ((v >> 30 & 1) << 30)
        v = int(g[4 * slots + k])
        fy = (v & _LOW) - ((v >> 30 & 1) << 30)
        v = int(g[5 * slots + k])
        fz = (v & _LOW) - ((v >> 30 & 1) << 30)
        v = int(g[6 * slots + k])
        ax = (v & _LOW) - ((v >> 30 & 1) << 30)
        v = int(g[7 * slots + k])
        ay = (v & _LOW) - ((v >> 30 & 1) << 30)
        g[k] = int(g[k]) + sign * ((m * fz >> 10) + (ax * py - ay * px) // 1226)
        k += slots
        g[k] = int(g[k]) + sign * ((px * fz - q * fx >> 3) + (jxy * ax - jyy * ay >> 4))
        k += slots
        g[k] = int(g[k]) + sign * ((py * fz - q * fy >> 3) + (jxx * ax - jxy * ay >> 4))
