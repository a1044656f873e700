"""The viper loops over the rings of samples give what plain code gives, with numbers of both signs, everywhere."""

from array import array

from teatable.sensing import ring as r
from unit_sensing.dice import SEED, Dice

SLOTS = r.SLOTS


def rings(dice, sizes):
    """Return eight rings of random numbers up to these sizes, as one array."""
    out = array("i", [])
    for most in sizes:
        out.extend(dice.array(SLOTS, most))
    return out


def test_sums_and_distances_of_numbers_up_to_two_to_the_thirty():
    dice = Dice(SEED)
    for most in (50, 900_000, (1 << 30) - 1):
        all_in = rings(dice, [most] * 8)
        assert min(all_in) < 0 < max(all_in)
        for which in (0, 3, 7):
            ring = all_in[which * SLOTS : (which + 1) * SLOTS]
            for at, n in ((0, 1), (5, 19), (127, 128), (60, 44)):
                some = [ring[(at - i) % SLOTS] for i in range(n)]
                if most < 1 << 20:  # sums of more would not fit into 32 bits, and none are asked for
                    assert r.total(all_in, which, at, n) == sum(some), (SEED, most, at, n)
                    bend = ring[at] - 2 * ring[(at - n) % SLOTS] + ring[(at - 2 * n) % SLOTS]
                    assert r.bend(all_in, which, at, n) == bend, (SEED, most, at, n)
                mean = some[0] // 2
                assert r.worst(all_in, which, at, n, mean) == max([abs(v - mean) for v in some]), (SEED, most, at, n)


def test_only_the_ring_meant_is_lessened():
    all_in = rings(Dice(SEED), [900_000] * 8)
    for which, by in ((0, 1_234), (2, -77)):
        before = list(all_in)
        r.lessen(all_in, which, by)
        mine = range(which * SLOTS, (which + 1) * SLOTS)
        assert list(all_in) == [v - by if i in mine else v for i, v in enumerate(before)]


def noise(ring, at, old):
    """Return what `quieten` should make of the numbers `old`."""
    fine, mg, most, noises, floor = old[:5]
    d = abs(ring[at] - 2 * ring[(at - 1) % SLOTS] + ring[(at - 2) % SLOTS]) // 2
    fine += min(d, 4 * mg) - (fine >> 8)
    mg = (fine >> 8) + 1
    if mg > most:
        mg, fine = most, most << 8
    return fine, mg, most, noises, floor, max(floor, noises * mg)


def test_noise_and_rest_follow_the_newest_sample():
    dice = Dice(SEED)
    seen = [0, 0]
    for most in (40, 900, 5_000, 3_000_000):
        all_in = rings(dice, [most] * 8)
        ring = list(all_in[:SLOTS])
        numbers = array("i", [200 << 8, 200, 500, 5, 2_039, 2_039, 0])
        for at in range(SLOTS):
            wanted = noise(ring, at, list(numbers))
            r.quieten(all_in, at, numbers)
            assert tuple(numbers[:6]) == wanted, (SEED, most, at)
            n = 3 + at % 17
            some = [ring[(at - i) % SLOTS] for i in range(n)]
            mean = sum(some) // n
            rests = max([abs(v - mean) for v in some]) <= wanted[5]
            assert r.rests(all_in, at, n, numbers) == rests, (SEED, most, at)
            assert numbers[r.MEAN] == mean, (SEED, most, at)
            seen[rests] += 1
    assert min(seen) > 20


def test_a_sample_is_recorded_less_the_base():
    dice = Dice(SEED)
    all_in = rings(dice, [900_000] * 8)
    before = list(all_in)
    sums, motion = dice.array(3, 500_000_000), dice.array(5, 32_000)
    balance = array("i", list(dice.array(7, 20_000)) + list(dice.array(3, 500_000_000)))
    r.record(all_in, 77, sums, motion, balance)
    new = [sums[i] - balance[r.BASE + i] for i in range(3)] + list(motion)
    for i in range(8):
        before[SLOTS * i + 77] = new[i]
    assert list(all_in) == before and min(new) < 0


def predicted(all_in, slots, c, k):
    """Return what balance.py says of sample `k`: departures of the sum and of the two moments."""
    fx, fy, fz, ax, ay = [all_in[i * slots + k] for i in range(3, 8)]
    return (
        (c[0] * fz >> 10) + (ax * c[2] - ay * c[1]) // 1226,
        (c[1] * fz - c[3] * fx >> 3) + (c[6] * ax - c[5] * ay >> 4),
        (c[2] * fz - c[3] * fy >> 3) + (c[4] * ax - c[6] * ay >> 4),
    )


def test_predictions_are_added_and_taken_off_where_they_belong():
    dice = Dice(SEED)
    for turn in range(4):
        all_in = rings(dice, [20_000_000] * 3 + [3_000] * 5)
        one = array("i", [all_in[i * SLOTS + 9] for i in range(8)])
        c = [15_000, dice.within(9_000), dice.within(9_000), dice.within(5_000), 20_000, 21_000, dice.within(4_000)]
        for numbers, slots, at, n, sign in (
            (all_in, SLOTS, 3, 1, -1), (all_in, SLOTS, 3, 20, 1), (all_in, SLOTS, 127, 128, -1), (one, 1, 0, 1, 1)
        ):  # fmt: skip
            wanted = list(numbers)
            for i in range(n):
                k = (at - i) % slots
                for which, more in enumerate(predicted(numbers, slots, c, k)):
                    wanted[which * slots + k] += sign * more
            r.predict(numbers, slots, array("i", c), at, n, sign)
            assert list(numbers) == wanted, (SEED, turn, at, n, sign)
