"""The ring of ticks: every sum across the wrap is right, and none leaves the device's small ints on the way."""

import sys

from teatable import compat

PERIOD = 1 << 30
EDGES = (0, 1, 5_000, (1 << 29) - 1, 1 << 29, (1 << 29) + 1, PERIOD - 5_000, PERIOD - 1)
DELTAS = (0, 1, -1, 11_600, -11_600, (1 << 29) - 1, 1 - (1 << 29))


class Small:
    """A number that does not leave -2^30..2^30-1, as the ESP32's small ints."""

    def __init__(self, value):
        assert -PERIOD <= value < PERIOD, value
        self.value = value

    def __add__(self, other):
        return Small(self.value + bare(other))

    def __sub__(self, other):
        return Small(self.value - bare(other))

    def __and__(self, other):
        return Small(self.value & bare(other))

    def __xor__(self, other):
        return Small(self.value ^ bare(other))


# compiled by viper they take machine words, and no objects, which plain code shows not to be needed anyway
taken = int if sys.implementation.name == "micropython" else Small


def bare(number):
    return number.value if isinstance(number, Small) else number


def test_the_mask_is_a_small_int():
    assert Small(compat.TICKS_MASK).value == PERIOD - 1


def test_add_and_diff_are_right_across_the_wrap_and_stay_small():
    for t in EDGES:
        for delta in DELTAS:
            later = bare(compat.ticks_add(taken(t), taken(delta)))
            assert later == (t + delta) % PERIOD, (t, delta)
            assert bare(compat.ticks_diff(taken(later), taken(t))) == delta, (t, delta)
    assert compat.ticks_diff(1 << 29, 0) == -(1 << 29)
