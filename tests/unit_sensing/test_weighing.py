"""Weighing for the set-up: a mean at rest in two halves, gains, live values."""

from teatable.sensing import Weighing
from unit_sensing.rig import Rig


def ready(**keys):
    rig = Rig(**keys)
    rig.run(3)
    return rig, Weighing(rig.sensing)


def weigh(rig, weighing, seconds=4.0):
    """Run until a mean is there, at most so long; return the cells or None."""
    weighing.begin()
    for _ in range(int(seconds * 1_000_000 / rig.period_us)):
        rig.sample()
        weighing.step()
        if weighing.done:
            return weighing.cells_mg
    return None


def test_a_mass_is_weighed_still_and_averaged():
    rig, weighing = ready()
    empty = weigh(rig, weighing)
    rig.masses["cup"] = (83.0, 30.0, -20.0)
    loaded = weigh(rig, weighing)
    load = [loaded[i] - empty[i] for i in range(4)]
    assert abs(sum(load) - 83_000) < 60, load
    x, y = weighing.place_um(load)
    assert abs(x - 30_000) < 300 and abs(y + 20_000) < 300


def test_nothing_is_weighed_while_a_hand_presses_more_and_more():
    rig, weighing = ready()
    weighing.begin()
    for k in range(300):
        rig.force_g = 50.0 + k * 0.02
        rig.sample()
        weighing.step()
        assert not weighing.done, k
    rig.run(0.5)
    assert weigh(rig, weighing) is not None


def test_bad_samples_begin_the_mean_anew():
    rig, weighing = ready()
    weighing.begin()
    for k in range(400):
        rig.status = 4 if k % 50 > 44 else 0
        rig.sample()
        weighing.step()
        assert not weighing.done
    rig.status = 0
    assert weigh(rig, weighing) is not None


def test_gains_are_learned_used_and_the_zero_stays():
    rig, weighing = ready()
    empty = weigh(rig, weighing)
    spots = []
    places = ((0, 0), (0, 80_000), (80_000, 0), (0, -80_000), (-80_000, 0))
    for x, y in places:
        rig.masses["known"] = (200.0, x / 1000, y / 1000)
        now = weigh(rig, weighing)
        spots.append(weighing.counts([now[i] - empty[i] for i in range(4)]))
    del rig.masses["known"]
    gains, misfit = weighing.gains(spots, 200_000, places)
    assert misfit == 0 and max([abs(g - 1_540_000) for g in gains]) < 1_540, gains
    weighing.set_gains([2 * g for g in gains])
    assert rig.sensing.calibration.counts_per_kg[0] == 2 * gains[0]
    half = weigh(rig, weighing)
    rig.masses["known"] = (100.0, 0.0, 0.0)
    now = weigh(rig, weighing)
    assert abs(sum(now) - sum(half) - 50_000) < 60


def test_a_tare_anyway_takes_what_the_other_refuses():
    rig, weighing = ready()
    rig.drift_g = 9.0
    rig.run(1.0)
    rig.sensing.tare()
    rig.run(1.5)
    assert rig.sensing.tare_refused() == "hand-on-table" and weighing.taring
    weighing.tare()
    while weighing.taring:
        rig.sample()
    assert abs(rig.sensing.load_mg()) < 150, "nothing of the time before is left in it"
    rig.run(1.5)
    assert not weighing.taring and abs(rig.sensing.load_mg()) < 150
    rig.drift_g = 18.0
    rig.run(1.0)
    rig.sensing.tare()
    rig.run(1.5)
    assert weighing.taring, "the next one is refused again"
    weighing.tare_forgotten()
    assert not weighing.taring


def test_live_values():
    rig, weighing = ready(noise=60)
    rig.masses["cup"] = (100.0, 0.0, 0.0)
    for _ in range(200):
        rig.sample()
        weighing.step()
    weighing.live(rig.now)
    for _ in range(60):
        rig.sample()
        weighing.step()
    live = weighing.live(rig.now)
    for mg, noise_mg in live["cells"]:
        assert abs(mg - 25_000) < 60 and 5 < noise_mg < 60, live
    assert abs(live["sum_mg"] - 100_000) < 100 and live["rest"] and live["zero"]
    assert 860 < live["cells_dhz"] < 900 and 195 < live["imu_hz"] < 215, live
    assert live["tilt_cdeg"] == (0, 0) and live["imu_status"] == "ok"


def test_without_an_imu_there_is_no_lean():
    rig, weighing = ready(imu=False)
    assert weighing.live(rig.now)["tilt_cdeg"] is None
