"""The viper loops over the rings of samples give what plain code gives, with numbers of both signs, everywhere."""

from array import array

from teatable.sensing.ring import SLOTS, lessen, predict, total, worst

SEED = 20_261


class Dice:
    """Whole numbers that are the same on every interpreter."""

    def __init__(self, seed):
        self._seed = seed

    def within(self, most):
        self._seed = (self._seed * 1103 + 12_345) % 65_536
        return (self._seed - 32_768) * most // 32_768

    def ring(self, most):
        return array("i", [self.within(most) for _ in range(SLOTS)])


def test_sums_and_distances_of_numbers_up_to_two_to_the_thirty():
    dice = Dice(SEED)
    for most in (50, 900_000, (1 << 30) - 1):
        ring = dice.ring(most)
        assert min(ring) < 0 < max(ring)
        for at, n in ((0, 1), (5, 19), (127, 128), (60, 44)):
            some = [ring[(at - i) % SLOTS] for i in range(n)]
            if most < 1 << 20:  # sums of more would not fit into 32 bits, and none are asked for
                assert total(ring, at, n) == sum(some), (SEED, most, at, n)
            mean = some[0] // 2
            assert worst(ring, at, n, mean) == max([abs(v - mean) for v in some]), (SEED, most, at, n)


def test_all_of_a_ring_is_lessened():
    ring = Dice(SEED).ring(900_000)
    for by in (1_234, -77):
        before = list(ring)
        lessen(ring, by)
        assert list(ring) == [v - by for v in before]


def predicted(rings, c, k):
    """Return what balance.py says of sample `k`: departures of the sum and of the two moments."""
    fx, fy, fz, ax, ay = [rings[i][k] for i in range(3, 8)]
    return (
        (c[0] * fz >> 10) + (ax * c[2] - ay * c[1]) // 1226,
        (c[1] * fz - c[3] * fx >> 3) + (c[6] * ax - c[5] * ay >> 4),
        (c[2] * fz - c[3] * fy >> 3) + (c[4] * ax - c[6] * ay >> 4),
    )


def test_predictions_are_added_and_taken_off_where_they_belong():
    dice = Dice(SEED)
    for turn in range(4):
        rings = [dice.ring(20_000_000) for _ in range(3)] + [dice.ring(3_000) for _ in range(5)]
        c = [15_000, dice.within(9_000), dice.within(9_000), dice.within(5_000), 20_000, 21_000, dice.within(4_000)]
        for at, n, sign in ((3, 1, -1), (3, 20, 1), (127, 128, -1)):
            wanted = [list(ring) for ring in rings]
            for i in range(n):
                k = (at - i) % SLOTS
                for which, more in enumerate(predicted(rings, c, k)):
                    wanted[which][k] += sign * more
            predict(tuple(rings), array("i", c), at, n, sign)
            assert [list(ring) for ring in rings] == wanted, (SEED, turn, at, n, sign)
