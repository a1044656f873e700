"""Whole numbers that are the same on every interpreter, of both signs."""

from array import array

SEED = 20_261


class Dice:
    """Random numbers from a seed."""

    def __init__(self, seed):
        self._seed = seed

    def within(self, most):
        """Return a number from -`most` to `most`."""
        self._seed = (self._seed * 1103 + 12_345) % 65_536
        return (self._seed - 32_768) * most // 32_768

    def array(self, n, most):
        """Return `n` of them."""
        return array("i", [self.within(most) for _ in range(n)])
