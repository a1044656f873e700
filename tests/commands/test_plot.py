"""The figures: each scene is played to its end, told in words, and drawn as a small picture."""

import re

import pytest
from PIL import Image

from host_sim.__main__ import main
from host_sim.plots import compensation, sheet


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
