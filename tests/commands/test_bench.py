"""The bench: units once each, their file, merging, figures and verdicts; most of the units are made up here."""

import gzip
import json
import os
import subprocess
import sys
import time
from pathlib import Path

import pytest

from host_sim.__main__ import main
from host_sim.longrun import results, units
from host_sim.longrun.units import PROVOKED, Settings, Unit

ROOT = Path(__file__).parents[2]
PATHS = os.pathsep.join((str(ROOT / "firmware"), str(ROOT)))
PLACED = {"t": 5.0, "kind": "placed", "cup": "small-purple", "x_mm": 0.0, "y_mm": 0.0, "stack": "small-purple"}
EXTRA = {"hours": 0.1, "longest_step_ms": 2.0, "to_one_s": [0.4], "speed": 3.0, "took_s": 1.0}


class Played:
    """Stands in for units.play, and remembers which units were played."""

    def __init__(self):
        self.units = []

    def __call__(self, unit, settings):
        self.units.append(unit)
        if unit.seed == 31:
            raise KeyboardInterrupt
        line = {"unit": [unit.stratum, unit.level, unit.seed], "charges": [], "truth": [PLACED], "table": [PLACED]}
        if unit.seed == 41:
            return {"unit": line["unit"], "crashed": "ValueError: no such cup (flow.py:12)"}
        if unit.seed == 51:
            line["table"] = [{**PLACED, "cup": "large-blue"}]
        winner = {"winner": None if unit.seed == 21 else "Rose", "ending": f"seed {unit.seed}: the screen is stuck"}
        game = winner if unit.stratum == units.NATURAL else {"ending": ""}
        return line | game | {"extra": EXTRA | {"samples_lost": int(unit.seed == 13)}}


@pytest.fixture
def played(monkeypatch):
    made = Played()
    monkeypatch.setattr(units, "play", made)
    return made


def bench(*more):
    return main(["bench", "--jobs", "1", *more])


def test_figures_met_or_open_end_with_status_0(played, capsys, tmp_path):
    out = tmp_path / "b.json"
    assert bench("--games", "3", "--rounds", "2", "--level", "off", "--json", str(out)) == 0
    text = capsys.readouterr().out
    assert "natural, level off, 3 games" in text
    assert "provoked, level off, 2 rounds of scenes" in text
    assert "games and scenes, all levels, 3 games and 2 rounds of scenes" in text
    made = json.loads(out.read_text())
    figures = {f["figure"]: f for f in made["natural"]["off"]["figures"]}
    assert figures["cups identified right"]["cases"] == "3"
    assert made["model"]["hands"]


def test_a_missed_figure_a_game_without_a_winner_and_a_crash_end_with_status_1(played, capsys):
    assert bench("--games", "2", "--level", "mad", "--stratum", "natural", "--seed", "12") == 1
    assert "MISSED" in capsys.readouterr().out
    assert bench("--games", "1", "--level", "mad", "--seed", "21") == 1
    assert "no winner: seed 21" in capsys.readouterr().out
    assert bench("--games", "1", "--level", "off", "--stratum", "provoked", "--seed", "41") == 1
    assert "crashed: provoked, level off, seed 41: ValueError: no such cup (flow.py:12)" in capsys.readouterr().out


def test_what_disagrees_is_told_with_the_unit_to_play_again(played, capsys):
    bench("--games", "1", "--level", "off", "--seed", "51")
    text = capsys.readouterr().out
    assert "disagrees: natural, 3 players, level off, seed 51: 5.00 s: said large-blue placed" in text
    assert "disagrees: provoked, level off, seed 51:" in text


def test_all_levels_and_strata_are_played_in_turn_and_pooled(played, capsys):
    assert bench("--games", "2", "--rounds", "1") == 0
    text = capsys.readouterr().out
    for stratum in ("natural", "provoked"):
        assert all(f"{stratum}, level {level}," in text for level in ("off", "gentle", "classic", "mad"))
        assert f"{stratum}, all levels," in text
    assert len(played.units) == len(set(played.units)) == 12
    assert {u.seed for u in played.units[:8]} == {1}, "a part of the run has something of everything"


def test_a_run_goes_on_where_its_file_ends(played, tmp_path, capsys):
    out = str(tmp_path / "b.jsonl")
    assert bench("--games", "2", "--level", "off", "--out", out) == 0
    assert bench("--games", "3", "--level", "off", "--out", out) == 0
    assert [u.seed for u in played.units] == [1, 1, 2, 2, 3, 3]
    assert "natural, level off, 3 games" in capsys.readouterr().out
    assert len((tmp_path / "b.jsonl").read_text().splitlines()) == 7


@pytest.mark.parametrize("cut", [1, 40, 200])
def test_a_torn_last_line_is_dropped_and_its_unit_played_again(played, tmp_path, cut):
    out = tmp_path / "b.jsonl"
    bench("--games", "2", "--level", "off", "--stratum", "provoked", "--out", str(out))
    whole = out.read_bytes()
    out.write_bytes(whole[:-cut])
    bench("--games", "2", "--level", "off", "--stratum", "provoked", "--out", str(out))
    assert [u.seed for u in played.units] == [1, 2, 2]
    assert out.read_bytes() == whole


def test_a_tail_of_zeros_and_a_torn_header_are_mended_too(played, tmp_path):
    out = tmp_path / "b.jsonl"
    bench("--games", "1", "--level", "off", "--stratum", "provoked", "--out", str(out))
    whole = out.read_bytes()
    for broken in (whole + b"\0" * 512, whole + b"\0\0\n", whole[:30]):
        out.write_bytes(broken)
        bench("--games", "1", "--level", "off", "--stratum", "provoked", "--out", str(out))
        assert out.read_bytes() == whole


def test_a_file_made_with_something_else_is_refused_in_one_line(played, tmp_path, capsys, monkeypatch):
    out = str(tmp_path / "b.jsonl")
    bench("--games", "1", "--level", "off", "--out", out)
    capsys.readouterr()
    assert bench("--games", "1", "--level", "off", "--noise", "3", "--out", out) == 2
    err = capsys.readouterr().err
    assert err.count("\n") == 1
    assert "noise 1.0 and not 3.0" in err
    monkeypatch.setattr(units, "firmware_hash", lambda: "0123456789ab")
    assert bench("--games", "1", "--level", "off", "--out", out) == 2
    assert 'and not "0123456789ab"' in capsys.readouterr().err


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("not a bench\n", "line 1 is no header of a bench"),
        ('{"bench": 99}\n', "written in form 99"),
        ('{"bench": 1}\nrubbish\n{"unit": ["natural", "off", 1]}\n', "line 2 is no line of a bench"),
    ],
)
def test_another_file_is_refused_and_left_alone(played, tmp_path, capsys, text, says):
    out = tmp_path / "b.jsonl"
    out.write_text(text)
    assert bench("--games", "1", "--out", str(out)) == 2
    assert says in capsys.readouterr().err
    assert out.read_text() == text
    assert bench("--merge", str(out)) == 2


def test_merging_counts_each_unit_once_and_plays_nothing(played, tmp_path, capsys):
    one, two = str(tmp_path / "1.jsonl"), str(tmp_path / "2.jsonl")
    bench("--games", "2", "--level", "off", "--stratum", "provoked", "--out", one)
    bench("--games", "2", "--level", "off", "--stratum", "provoked", "--seed", "2", "--out", two)
    capsys.readouterr()
    before = len(played.units)
    assert bench("--merge", one, two) == 0
    assert "provoked, level off, 3 rounds of scenes" in capsys.readouterr().out
    assert len(played.units) == before


def test_files_that_do_not_fit_together_are_not_merged(played, tmp_path, capsys):
    one, two = str(tmp_path / "1.jsonl"), str(tmp_path / "2.jsonl")
    bench("--games", "1", "--level", "off", "--out", one)
    bench("--games", "1", "--level", "off", "--cost", "2", "--out", two)
    capsys.readouterr()
    assert bench("--merge", one, two) == 2
    assert f"{two}: made with cost 2.0 and not 1.0" in capsys.readouterr().err
    assert bench("--merge", str(tmp_path / "none.jsonl")) == 2


def test_ctrl_c_keeps_what_is_done_and_prints_its_figures(played, tmp_path, capsys):
    out = tmp_path / "b.jsonl"
    assert bench("--games", "3", "--level", "off", "--stratum", "provoked", "--seed", "30", "--out", str(out)) == 1
    text = capsys.readouterr().out
    assert "stopped: 1 of 3 units; 1 placements" in text
    assert "provoked, level off, 1 rounds of scenes" in text
    assert len(out.read_text().splitlines()) == 2


@pytest.mark.parametrize("bad", [("--noise", "-1"), ("--cost", "0"), ("--stalls", "-2"), ("--rounds", "0")])
def test_bad_values_are_bad_input(bad, capsys):
    assert bench(*bad) == 2
    assert f"{bad[0]}: found {bad[1]}" in capsys.readouterr().err


def test_a_crash_ends_its_unit_and_not_the_run(monkeypatch):
    from host_sim import stage

    monkeypatch.setattr(stage, "play_round", lambda *args, **named: 1 // 0)
    line = units.play(Unit(PROVOKED, "off", 1), Settings())
    assert "ZeroDivisionError" in line["crashed"]
    assert units.judged(line)["disagreements"] == []


@pytest.fixture(scope="module")
def scenes():
    """Two short scenes on the whole simulated table, the motor off; quiet hands, so that what must hold does."""
    return units.play(Unit(PROVOKED, "off", 5), Settings(skill=1.5), ("placements",))


def test_scenes_on_the_whole_table_are_right_where_the_table_is_sure(scenes):
    made = units.judged(scenes)
    assert "crashed" not in scenes and scenes["ending"] == ""
    assert made["disagreements"] == []
    m = made["metrics"]
    assert m["placements"] >= 5
    assert m["wrong_and_sure"] == 0
    assert m["falls_total"] >= 1
    assert m["falls_detected"] == m["falls_total"]
    assert m["samples_lost"] == 0
    assert m["acts"]["checked scene"] == 1


def test_scenes_are_the_same_with_the_firmware_on_micropython(scenes):
    there = units.play(Unit(PROVOKED, "off", 5), Settings(skill=1.5, on="micropython"), ("placements",))
    clocked = ("took_s", "speed")
    slim = [{**x, "extra": {k: v for k, v in x["extra"].items() if k not in clocked}} for x in (scenes, there)]
    assert json.dumps(slim[1]) == json.dumps(slim[0])


def test_a_file_does_not_depend_on_what_ran_the_firmware():
    assert units.header(Settings(on="micropython")) == units.header(Settings())


def test_what_is_kept_of_a_scene_is_small_and_read_back_as_it_was(scenes, tmp_path):
    found = results.Results(str(tmp_path / "b.jsonl"), {"bench": units.FORM})
    found.add(scenes)
    again = results.Results(str(tmp_path / "b.jsonl"), {"bench": units.FORM})
    assert again.lines == [json.loads(json.dumps(scenes))]
    assert len(json.dumps(scenes)) < 400 * (len(scenes["truth"]) + len(scenes["table"])) + 1500


def test_a_packed_run_is_merged_and_not_added_to(played, tmp_path, capsys):
    plain, packed = tmp_path / "run.jsonl", tmp_path / "run.jsonl.gz"
    main(["bench", "--games", "2", "--level", "off", "--stratum", "natural", "--out", str(plain)])
    packed.write_bytes(gzip.compress(plain.read_bytes()))
    capsys.readouterr()
    main(["bench", "--merge", str(plain)])
    wanted = capsys.readouterr().out
    main(["bench", "--merge", str(packed)])
    assert capsys.readouterr().out == wanted
    assert main(["bench", "--games", "3", "--level", "off", "--out", str(packed)]) == 2
    assert "is packed, allowed: after gunzip, or with --merge" in capsys.readouterr().err
    packed.write_bytes(packed.read_bytes()[:-30])
    assert main(["bench", "--merge", str(packed)]) == 2
    assert "run.jsonl.gz: cannot be read: compressed file ended" in capsys.readouterr().err


@pytest.mark.skipif(not Path("/proc/self/task").exists(), reason="there is no /proc to see the processes in")
def test_a_run_that_is_told_to_end_leaves_no_process_behind():
    command = [
        sys.executable,
        "-m",
        "host_sim",
        "bench",
        "--games",
        "2",
        "--stratum",
        "natural",
        "--level",
        "off",
        "--jobs",
        "2",
    ]
    run = subprocess.Popen(command, stdout=subprocess.DEVNULL, cwd=ROOT, env={**os.environ, "PYTHONPATH": PATHS})
    try:
        workers = []
        while not any("spawn_main" in Path(f"/proc/{pid}/cmdline").read_text() for pid in workers):
            assert run.poll() is None, "it ended by itself"
            time.sleep(0.2)
            workers = Path(f"/proc/{run.pid}/task/{run.pid}/children").read_text().split()
        run.terminate()
        assert run.wait(60) == 1
        gone = time.monotonic() + 60
        while left := [pid for pid in workers if Path(f"/proc/{pid}").exists()]:
            assert time.monotonic() < gone, left
            time.sleep(0.2)
    finally:
        run.kill()
