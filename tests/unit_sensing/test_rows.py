"""The viper arithmetic of the IMU's rows gives what plain code gives, with numbers of both signs, everywhere."""

from array import array

from teatable.sensing import rows as r
from unit_sensing.dice import SEED, Dice

LOW = (1 << 30) - 1
HALF = 1 << 29


def numbers(dice):
    out = array("i", [0] * r.NUMBERS)
    for i in range(3):
        out[r.LEVEL + i] = dice.within(40_000)
    out[r.JUMP] = 900
    out[r.PERIOD] = 4_808
    out[r.LSB_PER_G] = 8_197
    out[r.A_GAIN] = 4_292
    out[r.ARM_X], out[r.ARM_Y], out[r.ARM_Z] = 1_875, -1_250, -375
    return out


def batch(dice, n, calm):
    """Return `n` rows; only the last one jumps unless `calm`."""
    out = array("h", [0] * 6 * n)
    for i in range(n):
        for k in range(6):
            out[6 * i + k] = dice.within(32_767 if k < 2 or not (calm or i < n - 1) else 400)
    return out


def plain_add(sums, m, taken, at, n, end):
    """What `add` should do; returns rows done and the jump."""
    done = most = 0
    for i in range(at, end):
        a, b = n & 63, (n + 1) & 63
        n += 1
        for k in range(5):
            v = 4 * taken[6 * i + 3 + k] - m[r.LEVEL + k] if k < 3 else taken[6 * i + k - 3]
            sums[64 * k + b] = (sums[64 * k + a] + v) & LOW
        jumps = [abs(taken[6 * i + 3 + k] - m[r.PREV + k]) for k in range(3)]
        for k in range(3):
            m[r.PREV + k] = taken[6 * i + 3 + k]
        done += 1
        if max(jumps) > m[r.JUMP]:
            return done, max(jumps)
    return done, most


def test_rows_are_summed_up_to_one_that_jumps():
    dice = Dice(SEED)
    sums, wanted = array("i", [0] * 320), [0] * 320
    mine = numbers(dice)
    plain = list(mine)
    n = (1 << 20) - 40  # the number of rows wraps
    jumped = 0
    for turn in range(60):
        taken = batch(dice, 1 + turn % 5, turn % 4)
        at = 0
        while at < len(taken) // 6:
            done, jump = plain_add(wanted, plain, taken, at, n, len(taken) // 6)
            assert r.add(sums, mine, taken, at, n, len(taken) // 6) == done + (jump << 10), (SEED, turn, at)
            assert list(sums) == wanted and list(mine) == plain, (SEED, turn, at)
            jumped += jump > 0
            at += done
            n = (n + done) & 0xFFFFF
    assert jumped > 10 and min(taken) < 0


def plain_span(sums, ring, start, end):
    """Return the running sum from `start` to `end` (row numbers in 1/256), times 256."""
    a, b = start >> 8, end >> 8
    at = 64 * ring
    d = [((sums[at + (p & 63)] - sums[at + (q & 63)] + HALF) & LOW) - HALF for p, q in ((b, a), (b + 1, b), (a + 1, a))]
    return 256 * d[0] + d[1] * (end & 255) - d[2] * (start & 255)


def plain_window(sums, m, n, behind, length):
    """What `window` should give."""
    end = (n << 8) - (behind << 8) // m[r.PERIOD]
    start = end - (length << 8) // m[r.PERIOD]
    f_div = max(1, (length >> 4) * m[r.LSB_PER_G] // (4 * m[r.PERIOD]))
    a_div = max(1, length * m[r.A_GAIN] >> 20)
    stop = min(end + 320, n << 8)
    turn = []
    for ring in (3, 4):
        d = plain_span(sums, ring, stop - 640, stop) - plain_span(sums, ring, start - 320, start + 320)
        turn.append(max(-16_383, min(16_383, d // a_div)))
    ax, ay = turn
    x, y, z = m[r.ARM_X], m[r.ARM_Y], m[r.ARM_Z]
    f = [plain_span(sums, ring, start, end) // f_div for ring in range(3)]
    f = [f[0] - ay * z // 9580, f[1] + ax * z // 9580, f[2] - ax * y // 9580 + ay * x // 9580]
    return [max(-32_767, min(32_767, v)) for v in f] + turn


def test_windows_begin_and_end_between_two_rows():
    dice = Dice(SEED)
    sums, mine, out = array("i", [0] * 320), numbers(dice), array("i", [0] * 5)
    n = (1 << 20) - 90
    least, most = [0] * 5, [0] * 5
    for turn in range(120):
        taken = batch(dice, 2, turn % 9)
        for i in range(2):
            r.add(sums, mine, taken, i, n, i + 1)
            n = (n + 1) & 0xFFFFF
        for behind, length in ((0, 45_456), (11_500, 45_000 + turn), (57_321, 9_999), (200_000, 100_000), (3, 1)):
            r.window(sums, mine, n, behind, length, out)
            wanted = plain_window(sums, mine, n, behind, length)
            assert list(out) == wanted, (SEED, turn, behind, length)
            least = [min(least[k], wanted[k]) for k in range(5)]
            most = [max(most[k], wanted[k]) for k in range(5)]
    assert max(least) < 0 < min(most)
