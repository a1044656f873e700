"""Loops over the rings of residuals and of the motion they were made with, in viper.

Why: a new prediction of the whole ring takes 139,000 instructions (2.6 million in bytecode), a mean over 0.2 s some
2,000 (9,600 in native code).

All numbers lie within 2^30. On a 64-bit machine viper reads an int of an array without its sign, so each one is made
signed by its bit 30, which changes nothing elsewhere: the same code runs on the device, on the host's MicroPython and
on CPython. Data in: arrays of "i", SLOTS long. Data out: sums, distances; nothing is allocated.
"""

from ..compat import const, micropython

SLOTS = const(128)  # samples kept: 1.4 s at 88 a second
_MASK = const(127)
_LOW = const(0x3FFFFFFF)


def ptr32(numbers):
    """Stand for viper's cast of that name, which CPython has not got."""
    return numbers


@micropython.viper
def total(numbers, at: int, n: int) -> int:
    """Return the sum of the `n` numbers of a ring up to `at`."""
    ring = ptr32(numbers)
    s = 0
    for i in range(n):
        v = int(ring[(at - i) & _MASK])
        s += (v & _LOW) - ((v >> 30 & 1) << 30)
    return s


@micropython.viper
def worst(numbers, at: int, n: int, mean: int) -> int:
    """Return the largest distance from `mean` among the `n` numbers of a ring up to `at`."""
    ring = ptr32(numbers)
    most = 0
    for i in range(n):
        v = int(ring[(at - i) & _MASK])
        d = (v & _LOW) - ((v >> 30 & 1) << 30) - mean
        if d < 0:
            d = -d
        if d > most:
            most = d
    return most


@micropython.viper
def lessen(numbers, by: int):
    """Take `by` off each number of a ring."""
    ring = ptr32(numbers)
    for k in range(SLOTS):
        ring[k] = int(ring[k]) - by


@micropython.viper
def predict(rings, coefficients, at: int, n: int, sign: int):
    """Add `sign` times the predicted departure from the base to the `n` residuals up to `at`; the rings, and the
    coefficients: see balance.py.
    """
    r = ptr32(rings[0])
    rx = ptr32(rings[1])
    ry = ptr32(rings[2])
    rfx = ptr32(rings[3])
    rfy = ptr32(rings[4])
    rfz = ptr32(rings[5])
    rax = ptr32(rings[6])
    ray = ptr32(rings[7])
    c = ptr32(coefficients)
    m = int(c[0])
    px = (int(c[1]) & _LOW) - ((int(c[1]) >> 30 & 1) << 30)
    py = (int(c[2]) & _LOW) - ((int(c[2]) >> 30 & 1) << 30)
    q = (int(c[3]) & _LOW) - ((int(c[3]) >> 30 & 1) << 30)
    jxx = int(c[4])
    jyy = int(c[5])
    jxy = (int(c[6]) & _LOW) - ((int(c[6]) >> 30 & 1) << 30)
    for i in range(n):
        k = (at - i) & _MASK
        fx = (int(rfx[k]) & _LOW) - ((int(rfx[k]) >> 30 & 1) << 30)
        fy = (int(rfy[k]) & _LOW) - ((int(rfy[k]) >> 30 & 1) << 30)
        fz = (int(rfz[k]) & _LOW) - ((int(rfz[k]) >> 30 & 1) << 30)
        ax = (int(rax[k]) & _LOW) - ((int(rax[k]) >> 30 & 1) << 30)
        ay = (int(ray[k]) & _LOW) - ((int(ray[k]) >> 30 & 1) << 30)
        r[k] = int(r[k]) + sign * ((m * fz >> 10) + (ax * py - ay * px) // 1226)
        rx[k] = int(rx[k]) + sign * ((px * fz - q * fx >> 3) + (jxy * ax - jyy * ay >> 4))
        ry[k] = int(ry[k]) + sign * ((py * fz - q * fy >> 3) + (jxx * ax - jxy * ay >> 4))
