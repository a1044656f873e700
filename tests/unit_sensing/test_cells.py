"""The viper arithmetic of a conversion gives what plain code gives, with numbers of both signs, everywhere."""

from array import array

from teatable.sensing import cells
from unit_sensing.dice import SEED, Dice

LIMIT_MG = 2_000


def plain_mg(count, zero, gain):
    """Return the mg of a count."""
    d = max(-8_388_608, min(8_388_607, count - zero))
    return max(-4_800_000, min(4_800_000, ((d >> 10) * gain >> 4) + ((d & 1023) * gain >> 14)))


def plain_pick(old, mid, new):
    """Return the middle one of three readings, or the mean of its neighbours where it is a spike."""
    same = (mid < old) == (mid < new)
    if same and min(abs(mid - old), abs(mid - new)) >= LIMIT_MG and abs(old - new) < LIMIT_MG // 2:
        return (old + new) >> 1
    return mid


def test_counts_become_mg_and_lone_spikes_go():
    dice = Dice(SEED)
    spikes = clamped = 0
    for n in (4, 2, 1):
        numbers = array("i", [0] * n * cells.EACH)
        zero, x, y = dice.array(n, 8_000_000), dice.array(n, 110), dice.array(n, 110)
        gain = [10_639 + i for i in range(n)]
        for i in range(n):
            numbers[i * cells.EACH + cells.ZERO] = zero[i]
            numbers[i * cells.EACH + cells.GAIN] = gain[i]
            numbers[i * cells.EACH + cells.X] = x[i]
            numbers[i * cells.EACH + cells.Y] = y[i]
        cell_mg, slow, sums = array("i", [0] * n), array("i", [0] * n), array("i", [0] * 3)
        past = [[0] * n, [0] * n]
        average = [0] * n
        for turn in range(300):
            most = (500, 6_000, 9_000_000)[turn % 3 if turn % 5 == 0 else 0]
            counts = array("i", [zero[i] + dice.within(most) for i in range(n)])
            past.append([plain_mg(counts[i], zero[i], gain[i]) for i in range(n)])
            cells.take(numbers, counts, n)
            wanted = [plain_pick(past[-3][i], past[-2][i], past[-1][i]) for i in range(n)]
            average = [a + mg - (a >> 4) if turn else 16 * mg for a, mg in zip(average, wanted)]  # noqa: B905
            got = cells.weigh(numbers, n, LIMIT_MG, 1 if turn else 0, cell_mg, slow, sums)
            assert list(cell_mg) == wanted and list(slow) == average, (SEED, n, turn)
            moments = [sum([wanted[i] * at[i] for i in range(n)]) for at in ([1] * n, x, y)]
            assert list(sums) == moments, (SEED, n, turn)
            assert got == sum([wanted[i] != past[-2][i] for i in range(n)]), (SEED, n, turn)
            spikes += got
            clamped += 4_800_000 in past[-1]
    assert spikes > 20 and clamped > 5
