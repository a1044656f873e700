"""Which of some cups weigh so much together, in viper: all choices of up to twelve are tried.

Why: a fall leaves open which cups are gone, of twelve in 4,096 choices; tried in plain code, for each
way to fall, they were the longest part of a look. Here they are tried once a look, each next choice by one cup more
or less. Data in: masses in mg, below 2^20. Data out: choices, as sets of bits; nothing is allocated.
"""

from ..compat import const, micropython, ptr16, ptr32

CUPS_MOST = const(12)


@micropython.viper
def choices(mg, n: int, lost: int, slack: int, out, most: int) -> int:
    """Find all choices among `n` masses whose sum is less than `slack` from `lost`.

    Write them into `out` (an array of "H", `most` long), bit i for mass i; return how many there are, those beyond
    `most` included.
    """
    masses = ptr32(mg)
    found = ptr16(out)
    count = 0
    chosen = 0
    off = 0 - lost
    i = 0
    while i < 1 << n:
        if i:  # a Gray code: the lowest bit of the count says which mass comes or goes
            bit = 0
            while not i >> bit & 1:
                bit += 1
            if chosen >> bit & 1:
                off -= int(masses[bit])
            else:
                off += int(masses[bit])
            chosen ^= 1 << bit
        if off < slack and 0 - off < slack:
            if count < most:
                found[count] = chosen
            count += 1
        i += 1
    return count


@micropython.viper
def within(some, at: int, n: int, bits: int) -> int:
    """Return the place of the first of the `n` choices in `some`, from `at` on, that is all among `bits`; else `n`."""
    choice = ptr16(some)
    other = 65_535 ^ bits
    while at < n:
        if not int(choice[at]) & other:
            break
        at += 1
    return at
