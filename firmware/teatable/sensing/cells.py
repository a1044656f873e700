"""The arithmetic of one conversion of the cells, in viper: counts to mg, lone spikes, weight and moments.

Why: plain or native code takes many times the instructions (host_sim/README.md has the counts). All numbers lie within
2^30; how their signs are mended: ring.py. Data in: counts; `numbers`, EACH for each cell: its zero, gain and place, its
last three readings in mg. Data out: mg of each cell, slow averages, the three sums; nothing is allocated.
"""

from ..compat import const, micropython, ptr32

EACH = const(8)  # numbers kept for a cell:
ZERO = const(0)  # counts
GAIN = const(1)  # mg for a count, times 2^14
X = const(2)  # mm
Y = const(3)
_NEW = const(4)  # mg, the last three readings
_MID = const(5)
_OLD = const(6)
_LOW = const(0x3FFFFFFF)
_COUNTS_MOST = const(8_388_607)
_MOST_MG = const(4_800_000)  # 110 mm times that stays below 2^30


@micropython.viper
def take(numbers, counts, n: int):
    """Turn the counts of `n` cells into mg: they are the newest readings, the others move on by one."""
    c = ptr32(numbers)
    raw = ptr32(counts)
    for i in range(n):
        at = EACH * i
        c[at + _OLD] = int(c[at + _MID])
        c[at + _MID] = int(c[at + _NEW])
        v = int(raw[i])
        d = (v & _LOW) - ((v >> 30 & 1) << 30)
        v = int(c[at + ZERO])
        d -= (v & _LOW) - ((v >> 30 & 1) << 30)
        if d > _COUNTS_MOST:
            d = _COUNTS_MOST
        elif d < -_COUNTS_MOST - 1:
            d = -_COUNTS_MOST - 1
        v = int(c[at + GAIN])
        gain = (v & _LOW) - ((v >> 30 & 1) << 30)
        d = ((d >> 10) * gain >> 4) + ((d & 1023) * gain >> 14)
        if d > _MOST_MG:
            d = _MOST_MG
        elif d < -_MOST_MG:
            d = -_MOST_MG
        c[at + _NEW] = d


@micropython.viper
def weigh(numbers, n: int, limit: int, warm: int, cell_mg, slow, sums) -> int:
    """Give the readings in the middle of the last three to `cell_mg`, `slow` and `sums`; return how many were spikes.

    Where one stands alone, more than `limit` from two that agree to half of that, it is the mean of these. `warm`: 0
    begins the slow averages anew. `sums`: mg, and mg mm about y and x.
    """
    c = ptr32(numbers)
    out = ptr32(cell_mg)
    average = ptr32(slow)
    spikes = 0
    half = limit >> 1
    f = 0
    x = 0
    y = 0
    for i in range(n):
        at = EACH * i
        v = int(c[at + _NEW])
        new = (v & _LOW) - ((v >> 30 & 1) << 30)
        v = int(c[at + _MID])
        mg = (v & _LOW) - ((v >> 30 & 1) << 30)
        v = int(c[at + _OLD])
        old = (v & _LOW) - ((v >> 30 & 1) << 30)
        a = mg - old
        b = mg - new
        d = old - new
        if a < 0:
            a = -a
            b = -b
        if d < 0:
            d = -d
        if a >= limit and b >= limit and d < half:
            spikes += 1
            mg = (old + new) >> 1
        out[i] = mg
        v = int(average[i])
        if warm:
            average[i] = v + mg - (((v & _LOW) - ((v >> 30 & 1) << 30)) >> 4)
        else:
            average[i] = 16 * mg
        f += mg
        v = int(c[at + X])
        x += mg * ((v & _LOW) - ((v >> 30 & 1) << 30))
        v = int(c[at + Y])
        y += mg * ((v & _LOW) - ((v >> 30 & 1) << 30))
    all_in = ptr32(sums)
    all_in[0] = f
    all_in[1] = x
    all_in[2] = y
    return spikes
