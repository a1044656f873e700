"""The bench: every game once, its figures and verdicts, exit status and JSON; the games themselves are made up here."""

import json

from host_sim import report, stage
from host_sim.__main__ import main


def game(plan, say, progress):
    lost = 1 if plan.seed == 13 else 0
    truth = [{"t": 5.0, "kind": "placed", "cup": "small-purple", "x_mm": 0.0, "y_mm": 0.0, "stack": "small-purple"}]
    more = {"hours": 0.1, "samples_lost": lost, "longest_step_ms": 2.0, "to_one_s": [0.4], "speed": 3.0}
    made = report.build(truth, truth, [], [], more)
    winner = None if plan.seed == 21 else "Rose"
    return {**made, "winner": winner, "ending": f"seed {plan.seed}: the screen is stuck"}


def test_figures_met_or_open_end_with_status_0(monkeypatch, capsys, tmp_path):
    monkeypatch.setattr(stage, "play_game", game)
    out = tmp_path / "b.json"
    assert main(["bench", "--games", "3", "--level", "off", "--jobs", "1", "--json", str(out)]) == 0
    text = capsys.readouterr().out
    assert "level off, 3 games" in text
    assert "not excluded" in text
    made = json.loads(out.read_text())
    figures = {f["figure"]: f for f in made["off"]["figures"]}
    assert figures["cups identified right"]["cases"] == "3"
    assert made["model"]["hands"]


def test_a_missed_figure_and_a_game_without_a_winner_end_with_status_1(monkeypatch, capsys):
    monkeypatch.setattr(stage, "play_game", game)
    assert main(["bench", "--games", "2", "--level", "mad", "--jobs", "1", "--seed", "12"]) == 1
    assert "MISSED" in capsys.readouterr().out
    assert main(["bench", "--games", "1", "--level", "mad", "--jobs", "1", "--seed", "21"]) == 1
    assert "no winner: seed 21" in capsys.readouterr().out


def test_all_levels_are_played(monkeypatch, capsys):
    monkeypatch.setattr(stage, "play_game", game)
    assert main(["bench", "--games", "1", "--jobs", "1"]) == 0
    text = capsys.readouterr().out
    assert all(f"level {level}," in text for level in ("off", "gentle", "classic", "mad"))
