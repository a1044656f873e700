"""The figures: each scene is played to its end, told in words, and drawn as a small picture."""

import re
from pathlib import Path

import numpy as np
import pytest
from PIL import Image

from host_sim.__main__ import main
from host_sim.plots import compensation, sheet
from host_sim.plots import signal_figures as sf

SHARED = Path(__file__).resolve().parents[3] / "shared" / "recordings"


def drawn(capsys, tmp_path, *argv):
    """Draw a figure; return what was printed and the picture."""
    path = tmp_path / "figure.png"
    assert main(["plot", *argv, "--out", str(path)]) == 0
    assert path.stat().st_size < 80_000
    return capsys.readouterr().out, Image.open(path)


@pytest.mark.parametrize(
    ("scene", "happened", "told"),
    [
        ("placement", "hand lets go", "placed: small-green on large-purple"),
        ("topple", "first impact", "fell: .*medium-purple"),
        ("edge", "over the edge", "fell: medium-purple"),
    ],
)
def test_a_scene_is_told_and_drawn(scene, happened, told, capsys, tmp_path):
    out, picture = drawn(capsys, tmp_path, scene, "--level", "gentle", "--seed", "2")
    assert picture.size[0] == 900 and picture.mode == "P"
    assert re.search(rf"s  truth +{happened}", out)
    assert re.search(rf"s  table +{told}", out)


def test_the_same_seed_gives_the_same_picture(capsys, tmp_path):
    first, a = drawn(capsys, tmp_path, "placement", "--level", "off")
    a.load()
    second, b = drawn(capsys, tmp_path, "placement", "--level", "off")
    assert first == second and a.tobytes() == b.tobytes()
    third, _ = drawn(capsys, tmp_path, "placement", "--level", "off", "--seed", "5")
    assert third != first


def test_carrying_the_reading_to_the_masses_leaves_least_and_dividing_by_it_is_worse_than_nothing(tmp_path):
    rows, shown = [], {}
    for load in compensation.LOADS:
        shown[load] = one = compensation.run("mad", load, 4)
        rows.append(compensation.Row("mad", load, one.sum_rms(), one.place_rms()))
        weighed, divided, _, carried = one.sum_rms()
        assert divided > weighed and divided > 4 * carried
        assert carried < 0.3  # g
        assert one.place_rms()[-1] < 3 < 10 < one.place_rms()[0]  # mm
    for row in rows[1:]:
        assert row.sum_g[3] < row.sum_g[0] / 2  # a load off the middle heaves
    assert compensation.table(rows).count("| mad |") == 3
    path = tmp_path / "figure.png"
    sheet.save(compensation.draw(rows, shown), path)
    assert Image.open(path).size[0] == 900


def test_figures_of_signals_that_are_known():
    rng = np.random.default_rng(3)
    white = rng.normal(0, 0.04, 40_000)
    assert sf.allan(white, 80.0, 1.0) == pytest.approx(0.04 / 80**0.5, rel=0.1)
    assert sf.noise(white, 80.0) == pytest.approx(0.04, rel=0.02)
    assert abs(sf.neighbours(white, 80.0)) < 0.03
    assert sf.neighbours(np.convolve(white, np.ones(4) / 4), 80.0) == pytest.approx(0.75, abs=0.03)
    t_s = np.arange(6000) / 10
    assert sf.slopes(t_s, 0.002 * t_s) == pytest.approx(0.12)
    assert np.isnan(sf.allan(white[:100], 80.0, 1.0))
    assert sf.passage(np.array([1.0] * 6 + [0.8, 0.5, 0.2] + [0.0] * 6)) == 4
    assert sf.settled(t_s, np.array([0.6, 0.5, 0.3] + [0.0] * 5997), 0.1) == 3
    hz, dense = sf.density(white, 80.0)
    assert sf.within_band(hz, dense, 5, 35) == pytest.approx(0.04 / 40**0.5, rel=0.03)
    ring = np.exp(-t_s / 5)[:, None] * np.sin(2 * np.pi * 2 * t_s)[:, None] * np.ones(3)
    assert sf.ringing_hz(ring[:400], 10.0, 0.5) == pytest.approx(2.0, abs=0.05)


def test_a_folder_without_the_recordings_is_told_in_one_line(tmp_path, capsys):
    assert main(["plot", "recordings", "--from", str(tmp_path), "--out", str(tmp_path / "r.png")]) == 2
    told = capsys.readouterr().err
    assert told.count("\n") == 1 and "01_idle" in told
    assert not (tmp_path / "r.png").exists()


@pytest.mark.skipif(not SHARED.is_dir(), reason="the recordings are not here")
def test_the_simulator_beside_the_recordings(capsys, tmp_path):
    out, picture = drawn(capsys, tmp_path, "recordings", "--from", str(SHARED))
    assert picture.size[0] == 900
    rows = {cells[1].strip(): cells[2:4] for line in out.splitlines() if len(cells := line.split("|")) == 5}
    real, made = (float(v.split()[0]) for v in rows["IMU: rows a second"])
    assert (real, made) == (pytest.approx(333, abs=1), pytest.approx(208, abs=5))
    real, made = (float(re.search(r"[\d.]+", v)[0]) for v in rows["Allan deviation over 1 s, mg"])
    assert 8 < real < 15 and 0.5 < made / real < 2
    assert rows["a load taken off: conversions until within 1 %"][0].split()[0] == "5"
