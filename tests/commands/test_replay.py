"""Recordings made here, with what they must lead to; and the given ones of ../shared where that folder is present.

The tests of the given ones hold what their INDEX.md and events.csv conclude.
"""

import csv
import json
import math
from array import array
from pathlib import Path

import numpy as np
import pytest
from teatable.sensing import Calibration, Sensing

from host_sim.__main__ import main
from host_sim.recorded import listen, recording

SHARED = Path(__file__).resolve().parents[3] / "shared" / "recordings"
given = pytest.mark.skipif(not SHARED.is_dir(), reason="the recordings are not here")
PER_G_OF_GIVEN = 1540.32  # counts, of 01 and 03
PER_G = 1540.0


def load_cell(grams, noise_g=0.02, rate_hz=11.65, seed=1):
    """Return a one-cell recording of a list of (seconds, grams) pieces."""
    rng = np.random.default_rng(seed)
    t, rows, times = 0.0, [], []
    for seconds, level in grams:
        for _ in range(round(seconds * rate_hz)):
            times.append(round(t, 2))
            rows.append((float(round((level + rng.normal(0, noise_g)) * PER_G + 1_500_000)),))
            t += 1 / rate_hz
    return recording.Recording("made", recording.COUNTS, times, rows)


def kinds(read, scale=PER_G):
    return [e["kind"] for e in listen.conclusions(read, scale)]


def test_nothing_happens():
    assert kinds(load_cell([(30, 0.0)])) == ["none"]


def test_a_cup_comes_and_goes():
    found = listen.conclusions(load_cell([(5, 0.0), (5, 23.0), (5, 0.0)]), PER_G)
    assert [e["kind"] for e in found] == ["place", "remove"]
    assert found[0]["size"] == pytest.approx(23.0, abs=0.1)
    assert found[0]["t0_s"] == pytest.approx(5.0, abs=0.3)
    assert found[1]["size"] == pytest.approx(-23.0, abs=0.1)


def test_a_press_is_no_change_of_load():
    assert kinds(load_cell([(5, 0.0), (0.2, 900.0), (0.2, 2000.0), (0.2, 700.0), (5, 0.0)])) == ["press"]


def test_a_press_that_takes_something_along():
    assert kinds(load_cell([(5, 400.0), (0.2, 900.0), (0.2, 2000.0), (0.2, 700.0), (5, 0.0)])) == ["press+remove"]


def test_the_first_conversions_after_power_on():
    assert kinds(load_cell([(0.3, 0.58), (20, 0.0)])) == ["startup_transient"]


def test_converter_values_that_no_load_makes_are_refused():
    read = load_cell([(10, 0.0)])
    for i, value in ((40, -1.0), (60, 8_388_607.0), (61, -8_388_608.0)):
        read.rows[i] = (value,)
    assert kinds(read) == ["none"]


def test_knocks(tmp_path):
    rng = np.random.default_rng(2)
    times, rows = [], []
    for i in range(3000):
        t = i / 333
        ring = sum(20_000 * np.exp(-(t - t0) / 0.1) * np.sin(570 * (t - t0)) for t0 in (2.0, 5.0) if t >= t0)
        times.append(round(t, 3))
        rows.append((float(round(rng.normal(0, 40))), float(round(ring)), 16384.0))
    found = listen.conclusions(recording.Recording("made", recording.ACCEL, times, rows), 16384)
    assert [e["kind"] for e in found] == ["knock", "knock"]
    assert [e["t0_s"] for e in found] == pytest.approx([2.0, 5.0], abs=0.05)


@given
@pytest.mark.parametrize(
    ("name", "options", "expected"),
    [
        ("01_idle_coldstart_10min_hx711.csv", ["--counts-per-g", "1540.32"], ["none"]),
        ("03_powerup_30s_hx711.csv", ["--counts-per-g", "1540.32"], ["startup_transient"]),
        (
            "04_4cell_presses_and_removals_hx711.csv",
            [],
            ["startup_transient", "press", "press", "remove", "press+remove"],
        ),
        ("15_imu_still_mpu6050.csv", ["--lsb-per-g", "16384"], ["none"]),
    ],
)
def test_the_given_recordings(tmp_path, name, options, expected):
    out = tmp_path / "found.json"
    assert main(["replay", str(SHARED / name), *options, "--json", str(out)]) == 0
    events = json.loads(out.read_text())["events"]
    assert [e["kind"] for e in events] == expected
    steps = [e["size"] for e in events if "remove" in e["kind"]]
    assert steps == pytest.approx([-876, -796][: len(steps)], abs=3)


@given
def test_the_eleven_knocks(tmp_path):
    out = tmp_path / "found.json"
    assert (
        main(["replay", str(SHARED / "16_imu_11_knocks_mpu6050.csv"), "--lsb-per-g", "16384", "--json", str(out)]) == 0
    )
    knocks = [e for e in json.loads(out.read_text())["events"] if e["size"] > 0.1]
    expected = [0.41, 1.55, 3.80, 4.77, 5.78, 6.74, 7.72, 8.69, 9.80, 10.80, 11.69]
    assert [k["t0_s"] for k in knocks] == pytest.approx(expected, abs=0.1)


def listed(name, kind):
    """Return the events of a kind that events.csv lists for a recording."""
    with (SHARED / "events.csv").open() as file:
        rows = [r for r in csv.DictReader(file) if r["file"].startswith(name) and kind in r["kind"]]
    return [{k: float(r[k]) for k in ("t0_s", "t1_s", "size") if r[k]} for r in rows]


def concluded(name, scale=1.0):
    (path,) = SHARED.glob(name + "*.csv")
    return listen.conclusions(recording.load(str(path)), scale)


@given
def test_every_press_of_the_plate_lies_in_a_press_that_was_concluded_and_the_peak_is_right():
    found = [e for e in concluded("04") if e["kind"] == "press"]
    presses = [e for e in listed("04", "press") if e["size"] > 0]
    assert len(presses) == 3
    for press in presses:
        assert any(e["t0_s"] - 0.3 <= press["t0_s"] and press["t1_s"] <= e["t1_s"] + 0.5 for e in found), press
    for e in found:  # two presses 50 ms apart are one
        inside = [p["size"] for p in presses if e["t0_s"] - 0.3 <= p["t0_s"] <= e["t1_s"]]
        assert e["size"] == pytest.approx(max(inside), abs=1)


@given
def test_the_two_removals_of_the_plate_are_concluded_when_they_happened():
    found = [e for e in concluded("04") if "remove" in e["kind"]]
    events = listed("04", "remove")
    assert len(found) == len(events) == 2
    for e, event in zip(found, events, strict=True):
        assert e["t0_s"] == pytest.approx(event["t0_s"], abs=0.3)
        assert e["t1_s"] == pytest.approx(event["t1_s"], abs=0.3)
        assert e["size"] == pytest.approx(event["size"], abs=3)


@given
def test_the_eleven_knocks_last_as_long_as_was_read_off():
    found, events = concluded("16", 16384.0), listed("16", "knock")
    assert len(found) == len(events) == 11
    for e, event in zip(found[:-1], events[:-1], strict=True):  # the recording ends in the last one
        assert e["t1_s"] - e["t0_s"] == pytest.approx(event["t1_s"] - event["t0_s"], abs=0.2)
        assert e["size"] > event["size"]  # a jump between two rows: more than the peak, since it rings


def weighed(name):
    """Feed a one-cell recording to sensing; return (t, zero taken in g or None, base in g, mean residual in g) rows."""
    (path,) = SHARED.glob(name + "*.csv")
    read = recording.load(str(path))
    sensing = Sensing(Calibration.foreign([round(1000 * PER_G_OF_GIVEN)]))
    out = []
    for t_s, (counts,) in zip(read.t_s, read.rows, strict=True):
        if sensing.sample(round(t_s * 1e6) % (1 << 30), array("i", [round(counts)]), 0) and sensing.at_rest:
            zero = sensing.calibration.zero[0] / PER_G_OF_GIVEN if sensing.tared else None
            b = sensing.balance
            out.append((t_s, zero, b.base / 1000, b.mean(0, 0, sensing.rest_n) / 1000))
    return np.array(read.t_s), np.array(read.rows)[:, 0] / PER_G_OF_GIVEN, out


@given
@pytest.mark.parametrize("name", ["01", "03"])
def test_the_zero_is_not_taken_from_the_first_conversions(name):
    t_s, grams, rows = weighed(name)
    at_s = next(t for t, zero, _, _ in rows if zero is not None)
    zero, base = next((zero, base) for t, zero, base, _ in rows if t > at_s + 6)
    level = np.median(grams[(t_s > at_s) & (t_s < at_s + 6)])
    assert zero + base == pytest.approx(level, abs=0.06)  # 0.58 g off in the first three of 03
    assert zero == pytest.approx(level, abs=0.15)


@given
def test_following_the_zero_follows_the_drift_and_does_not_oscillate():
    _, grams, rows = weighed("01")
    rows = [row for row in rows if row[1] is not None]
    base, left = (np.array([row[i] for row in rows]) for i in (2, 3))
    n = 116  # 10 s
    slow = np.convolve(grams, np.ones(n) / n, "valid")[::n]
    path = np.abs(np.diff(base)).sum()

    def turns(values):
        way = np.sign(np.diff(values))
        return int(np.sum(way[1:] * way[:-1] < 0))

    assert np.abs(left).max() < 0.15  # the hump of 0.3 g never looks like a load
    assert path < 3 * np.abs(np.diff(slow)).sum()
    assert turns(base[::n]) <= turns(slow) + 6
    assert np.ptp(base) < np.ptp(slow) + 0.15


@given
def test_knocks_do_not_look_like_a_table_that_was_moved():
    (path,) = SHARED.glob("16*.csv")
    read = recording.load(str(path))
    sensing = Sensing(Calibration(), accel_lsb_per_g=16384, imu_period_us=3003)
    row, seen = array("h", [0] * 6), {}
    for t_s, values in zip(read.t_s, read.rows, strict=True):
        for i, value in enumerate(values):
            row[3 + i] = round(value)
        sensing.imu(row, 1, round(t_s * 1e6))
        for when in (1.5, 11.65):  # before the second knock and before the last
            if when not in seen and t_s >= when:
                seen[when] = np.array(sensing.motion.rest_reading(60), float)
    a, b = seen.values()
    turned = math.degrees(math.acos(min(1.0, float(a @ b / np.linalg.norm(a) / np.linalg.norm(b)))))
    assert turned < 0.6
