"""The example scenes, played on the physics: what the table says is what happened, and every screen is pictured."""

import json

import pytest

from host_sim.__main__ import main
from host_sim.scripted import scenario

SCENES = {path.stem: path for path in scenario.examples()}
SCREENS = {
    "title", "players", "level", "first", "pass", "hand", "choose", "place", "remove", "count", "fall", "draw",
    "discard", "fault", "winner",
}  # fmt: skip


def play(name, tmp_path, *more):
    out = tmp_path / "report.json"
    status = main(["run", str(SCENES[name]), "--json", str(out), *more])
    return status, json.loads(out.read_text())


@pytest.mark.parametrize("name", sorted(SCENES))
def test_every_example_is_a_valid_scenario(name):
    assert scenario.load(str(SCENES[name])).steps


def test_the_first_cup(tmp_path):
    status, made = play("first_cup", tmp_path)
    assert status == 0
    assert set(made) >= {"truth", "table", "game", "metrics"}
    assert (made["metrics"]["placements"], made["metrics"]["correct"]) == (1, 1)
    assert any("Rose" in line["text"] for line in made["game"])


def test_a_game_goes_on_after_a_power_cut(tmp_path):
    status, made = play("power_cut", tmp_path)
    assert status == 0
    assert (made["metrics"]["correct"], made["metrics"]["restarts"]) == (2, 1)


def test_a_scene_without_a_game(tmp_path):
    status, made = play("free_touches", tmp_path)
    assert status == 0
    assert made["game"] == []
    assert (made["metrics"]["correct"], made["metrics"]["removals_correct"]) == (2, 1)


def test_a_step_that_cannot_be_done_is_bad_input(tmp_path, capsys):
    scene = tmp_path / "s.json"
    scene.write_text('{"mode": "free", "steps": [{"do": "remove", "cup": "small-green"}]}')
    assert main(["run", str(scene)]) == 2
    assert "steps[0].cup: small-green is not on the table" in capsys.readouterr().err
    scene.write_text('{"mode": "free", "steps": [{"do": "press", "target": "card:im-late", "within_s": 0.2}]}')
    assert main(["run", str(scene)]) == 2
    err = capsys.readouterr().err
    assert 'steps[0].target: found "card:im-late", not drawn within 0.2 s' in err
    assert "button:new-game" in err


def test_every_cup_and_every_screen(tmp_path):
    """One placement of each cup, a wrong cup, a wrong stack, a fall over the edge, a topple onto the table."""
    status, made = play("every_cup", tmp_path, "--frames", str(tmp_path / "frames"))
    m = made["metrics"]
    assert made["disagreements"] == []
    assert status == 0
    assert (m["placements"], m["correct"], m["removals"], m["removals_correct"]) == (17, 17, 4, 4)
    assert (m["falls_total"], m["falls_detected"], m["charged_right"]) == (2, 2, 2)
    placed = {e["cup"] for e in made["truth"] if e["kind"] == "placed"}
    assert placed == set(scenario.CUPS)
    pictured = {p.stem.split("_")[-1] for p in (tmp_path / "frames").glob("*.png")}
    assert pictured >= SCREENS
