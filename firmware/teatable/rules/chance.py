"""Chance: one generator for every shuffle, the same on CPython and on a 32-bit MicroPython.

Why our own: the two interpreters draw different numbers from one seed, and MicroPython has no shuffle. This is sfc16
(small fast counter, C. Doty-Humphrey's PractRand): three words of 16 bits and a counter. No step exceeds 2^20, so that
no number ever leaves a 32-bit small int (2^30).
Data in: a seed 0..2^30-1. Data out: numbers, shuffled lists; its state is eight bytes.
"""

from ..compat import const, micropython

SEED_MAX = const(0x3FFFFFFF)
_WORD = const(0xFFFF)


class Chance:
    """A stream of numbers fixed by `seed` (0..2^30-1)."""

    __slots__ = ("a", "b", "c", "counter")

    def __init__(self, seed):
        self.a = seed & 0x3FF
        self.b = (seed >> 10) & 0x3FF
        self.c = (seed >> 20) & 0x3FF
        self.counter = 1
        for _ in range(12):  # the author's number of rounds for the seed to reach every bit
            self.word()

    def word(self):
        """Return the next number 0..65535."""
        b = self.b
        c = self.c
        n = self.counter
        out = (self.a + b + n) & _WORD
        self.counter = (n + 1) & _WORD
        self.a = b ^ (b >> 5)
        self.b = (c + (c << 3)) & _WORD
        self.c = ((((c << 6) & _WORD) | (c >> 10)) + out) & _WORD
        return out

    def below(self, n):
        """Return a number 0..n-1, each as likely as the next; n 1..65536."""
        limit = 65536 - 65536 % n
        word = self.word()
        while word >= limit:
            word = self.word()
        return word % n

    # word() and below() written out: 54 cards take 11-19 us on the Unix port, 37 us by calling them.
    @micropython.native
    def shuffle(self, items):
        """Shuffle `items` (at most 65536) in place, each order as likely as the next."""
        a = self.a
        b = self.b
        c = self.c
        n = self.counter
        for i in range(len(items) - 1, 0, -1):
            limit = 65536 - 65536 % (i + 1)
            word = limit
            while word >= limit:
                word = (a + b + n) & 0xFFFF
                n = (n + 1) & 0xFFFF
                a = b ^ (b >> 5)
                b = (c + (c << 3)) & 0xFFFF
                c = ((((c << 6) & 0xFFFF) | (c >> 10)) + word) & 0xFFFF
            j = word % (i + 1)
            kept = items[i]
            items[i] = items[j]
            items[j] = kept
        self.a = a
        self.b = b
        self.c = c
        self.counter = n
