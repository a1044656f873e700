"""Sensing on a table on paper: weight, rest, zero, spikes, faults, and that a sample allocates nothing."""

from teatable.compat import ticks_add
from teatable.drivers import status as st
from teatable.sensing import Calibration, Load, learn
from unit_sensing.rig import PER_G, Rig

try:
    import micropython
except ImportError:
    micropython = None


def ready(**kw):
    rig = Rig(**kw)
    rig.run(1.6)
    assert rig.sensing.tared
    return rig


def near(a, b, by):
    assert abs(a - b) <= by, (a, b)


def test_the_zero_is_taken_at_rest_after_power_on():
    rig = Rig()
    rig.run(0.3)
    assert not rig.sensing.tared
    rig.run(1.5)
    assert rig.sensing.tared
    near(rig.sensing.balance.r, 0, 150)
    for cell in range(4):
        near(rig.sensing.calibration.zero[cell], 125 * PER_G + 20_000 * cell, 60)


def test_a_cup_weighs_and_its_place_is_known():
    rig = ready()
    rig.masses["cup"] = (53.0, 40.0, -25.0)
    rig.run(1.0)
    b = rig.sensing.balance
    n = rig.sensing.rest_n
    m = b.mean(0, 0, n)
    near(m, 53_000, 60)
    near(b.mean(1, 0, n) / m, 40.0, 0.3)
    near(b.mean(2, 0, n) / m, -25.0, 0.3)


def test_settling_takes_the_change_into_the_base():
    rig = ready()
    rig.masses["cup"] = (53.0, 40.0, -25.0)
    rig.run(1.0)
    rig.sensing.settle(Load().add(53.0, 40.0, -25.0, 19.0))
    rig.run(1.0)
    b = rig.sensing.balance
    near(b.r, 0, 150)
    near(b.rx, 0, 15_000)
    near(rig.sensing.load_mg(), 53_000, 100)


def test_at_rest_means_two_tenths_of_a_second_within_20_mn():
    rig = ready()
    rig.force_g = 5.0
    rig.run(0.15)
    assert not rig.sensing.at_rest
    rig.run(0.12)
    assert rig.sensing.at_rest


def test_a_lone_spike_is_dropped_and_counted():
    for counts in (143 * PER_G, -3000 * 20, 8_000):
        rig = ready()
        rig.run(0.5)
        rig.spoil = (2, counts)
        for _ in range(30):
            rig.sample()
            near(rig.sensing.balance.r, 0, 300)
        assert rig.sensing.scale.spikes == 1
        assert rig.sensing.at_rest


def test_two_bad_values_in_a_row_are_no_spike_but_neither_a_cup():
    rig = ready()
    rig.spoil = (0, 20 * PER_G)
    rig.sample()
    rig.spoil = (0, 20 * PER_G)
    rig.run(0.1)
    assert not rig.sensing.at_rest
    rig.run(0.3)
    assert rig.sensing.at_rest
    near(rig.sensing.balance.r, 0, 200)


def test_a_bad_sample_is_never_a_weight():
    rig = ready()
    given = rig.out
    rig.status = st.SPIKE
    rig.spoil = (0, -(1 << 28))
    rig.sample()
    rig.status = st.OK
    assert rig.out == given
    assert rig.sensing.status == st.OK  # one is passed over
    rig.run(0.05)
    near(rig.sensing.balance.r, 0, 200)
    assert rig.sensing.at_rest


def test_a_lasting_fault_is_passed_on_and_goes_away():
    for status in (st.SILENT, st.RAIL, st.SLIPPED, st.BUS):
        rig = ready()
        rig.status = status
        rig.run(0.2)
        assert rig.sensing.status == status
        assert not rig.sensing.at_rest
        rig.status = st.OK
        rig.run(0.6)
        assert rig.sensing.status == st.OK
        assert rig.sensing.at_rest
        near(rig.sensing.balance.r, 0, 200)


def test_after_silence_the_old_neighbours_say_nothing():
    rig = ready()
    rig.now += 3_000_000
    rig.masses["cup"] = (14.0, 0.0, 0.0)
    rig.sample()
    assert not rig.sensing.at_rest
    rig.run(0.5)
    assert rig.sensing.scale.spikes == 0
    near(rig.sensing.balance.r, 14_000, 300)


def test_slow_drift_is_followed():
    rig = ready()
    worst = 0
    for step in range(300):  # a minute at three times the drift of a bar cell
        rig.drift_g = 0.45 * step / 300
        rig.run(0.2)
        worst = max(worst, abs(rig.sensing.balance.mean(0, 0, 18)))
    assert worst < 150, worst


def test_following_cannot_eat_a_slowly_laid_cup():
    rig = ready()
    rig.run(2.0)
    for step in range(450):  # the lightest cup laid down over 4.5 s
        rig.force_g = 14.0 * step / 450
        rig.run(0.012)
    rig.run(0.5)
    near(rig.sensing.balance.mean(0, 0, 18), 14_000, 350)


def test_a_tare_with_a_hand_on_the_table_is_refused():
    rig = ready()
    rig.force_g = 300.0
    rig.run(0.5)
    rig.sensing.tare()
    rig.run(1.0)
    assert rig.sensing.tare_refused() == "hand-on-table"
    near(rig.sensing.balance.mean(0, 0, 18), 300_000, 400)
    rig.force_g = 0.0
    rig.run(1.5)
    assert rig.sensing.tare_refused() == ""
    near(rig.sensing.balance.r, 0, 200)


def test_a_trembling_hand_is_no_rest():
    rig = Rig()
    for i in range(200):
        rig.force_g = 300.0 + (8.0 if i // 5 % 2 else -8.0)
        rig.sample()
    assert not rig.sensing.tared
    assert rig.sensing.tare_refused() == "not-at-rest"


def test_a_stored_zero_is_used_at_once():
    rig = ready()
    zero = rig.sensing.calibration.zero
    again = Rig(calibration=Calibration(zero=zero, level=rig.sensing.calibration.level))
    again.masses["cup"] = (83.0, 0.0, 50.0)
    again.run(0.6)
    assert again.sensing.tared
    near(again.sensing.balance.mean(0, 0, 18), 83_000, 300)


def test_without_an_imu_the_table_still_weighs():
    rig = ready(imu=False)
    rig.masses["cup"] = (20.0, 10.0, 0.0)
    rig.run(0.6)
    near(rig.sensing.balance.mean(0, 0, 18), 20_000, 100)


def test_ten_samples_a_second_will_do():
    rig = Rig(imu=False, period_us=86_000)
    rig.run(8)
    assert rig.sensing.tared
    rig.masses["cup"] = (876.0, 0.0, 0.0)
    rig.run(1.5)
    assert rig.sensing.at_rest
    near(rig.sensing.balance.mean(0, 0, 5), 876_000, 400)
    near(rig.sensing.watch.period_us, 86_000, 100)


def test_a_noisier_cell_still_comes_to_rest():
    rig = Rig(noise=4_000)
    rig.run(12)
    assert rig.sensing.at_rest
    assert rig.sensing.rest_mg > 2_039


def test_a_knock_is_counted_once_however_long_it_rings():
    rig = ready()
    assert rig.sensing.motion.knocks == 0
    rig.blow = 3_000
    rig.run(0.3)
    rig.blow = 0
    rig.run(0.5)
    assert rig.sensing.motion.knocks == 1
    assert rig.sensing.motion.knock_peak_mg() > 300
    rig.blow = 3_000
    rig.run(0.05)
    rig.blow = 0
    rig.run(0.1)
    assert rig.sensing.motion.knocks == 2


def test_heaving_is_taken_out_of_the_weight():
    """The top pressed up by 1 % of g weighs 1 % more; so does what stands on it, which is as if nothing had changed."""
    rig = ready()
    rig.masses["cup"] = (92.0, 60.0, 0.0)
    rig.run(0.6)
    rig.sensing.settle(Load().add(92.0, 60.0, 0.0, 23.0))
    rig.run(1.0)
    rig.az = 8197 + 82
    rig.force_g = 5.92 * 82 / 81.97
    rig.force_x = 60.0 * 92 / 592
    rig.run(0.5)
    near(rig.sensing.balance.mean(0, 0, 18), 0, 100)
    near(rig.sensing.balance.mean(1, 0, 18), 0, 12_000)


def test_gains_are_learned_from_a_known_mass():
    true = [1_503_000, 1_574_500, 1_499_400, 1_522_300]
    places = ((0, 0), (0, 80), (80, 0), (0, -80), (-80, 0))
    spots = []
    for x, y in places:
        share = (0.25 + y / 440, 0.25 + x / 440, 0.25 - y / 440, 0.25 - x / 440)
        spots.append([int(200 * share[i] * true[i] / 1000) for i in range(4)])
    nominal = 1_540_000
    gains = learn.gains(spots, 200_000, nominal, [(1000 * x, 1000 * y) for x, y in places])
    assert learn.misfit_permille(spots, 200_000, [nominal] * 4) >= 9
    assert learn.misfit_permille(spots, 200_000, gains) == 0
    for i in range(4):
        near(gains[i], true[i], true[i] * 0.002)


def test_bad_calibrations_are_refused_with_a_reason():
    good = Calibration(zero=[1, 2, 3, 4]).as_dict()
    for name, value in (
        ("counts_per_kg", [0, 1_540_000, 1_540_000, 1_540_000]),
        ("counts_per_kg", [1_540_000] * 5),
        ("counts_per_kg", ["x"] * 4),
        ("zero", [1 << 24, 0, 0, 0]),
        ("zero", [0, 0]),
        ("cup_mass_mg", [14_000] * 11),
        ("cup_mass_mg", [0] * 12),
        ("level", [0, 0]),
        ("zero", 7),
    ):
        bad = dict(good)
        bad[name] = value
        try:
            Calibration.from_dict(bad)
        except ValueError as error:
            assert "calibration" in str(error)
            continue
        raise AssertionError(f"{name} {value} was taken")
    del good["zero"]
    try:
        Calibration.from_dict(good)
        raise AssertionError("no zero was taken")
    except ValueError as error:
        assert "zero" in str(error)


def test_cups_that_weigh_the_same_are_named():
    masses = list(Calibration().cup_mass_mg)
    assert Calibration().alike() == []
    masses[1] = masses[0] + 500
    assert Calibration(cup_mass_mg=masses).alike() == [(0, 1)]


def test_a_sample_allocates_nothing():
    if micropython is None or not hasattr(micropython, "mem_total"):
        return
    rig = ready()
    rig.sample()
    s, rows, counts = rig.sensing, rig._rows, rig.counts
    now = rig.now
    s.imu(rows, 2, now)
    s.sample(now, counts, 0)
    before = micropython.mem_total()
    for i in range(400):
        now = ticks_add(now, 11_364)  # a sum beyond 2^30 would be an object of the test's own
        counts[0] += 3 if i & 1 else -3
        rows[5] = 8197 + (400 if 100 < i < 140 else 0)
        s.imu(rows, 2, now)
        s.sample(now, counts, 0)
        if i == 200:
            counts[1] += 40_000
    assert micropython.mem_total() == before, micropython.mem_total() - before
