"""Recordings made here, with what they must lead to; and the given ones of ../shared where that folder is present."""

import json
from pathlib import Path

import numpy as np
import pytest

from host_sim import listen, recording
from host_sim.__main__ import main

SHARED = Path(__file__).resolve().parents[3] / "shared" / "recordings"
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


@pytest.mark.skipif(not SHARED.is_dir(), reason="the recordings are not here")
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


@pytest.mark.skipif(not SHARED.is_dir(), reason="the recordings are not here")
def test_the_eleven_knocks(tmp_path):
    out = tmp_path / "found.json"
    assert (
        main(["replay", str(SHARED / "16_imu_11_knocks_mpu6050.csv"), "--lsb-per-g", "16384", "--json", str(out)]) == 0
    )
    knocks = [e for e in json.loads(out.read_text())["events"] if e["size"] > 0.1]
    expected = [0.41, 1.55, 3.80, 4.77, 5.78, 6.74, 7.72, 8.69, 9.80, 10.80, 11.69]
    assert [k["t0_s"] for k in knocks] == pytest.approx(expected, abs=0.1)
