"""A table streams while it plays in the simulator; its recording leads to the same events and loads."""

import base64
import csv
import json
import random
from pathlib import Path

import pytest
from teatable.streaming import Stream, encode

from host_sim import stage, table
from host_sim.__main__ import main
from host_sim.board.lines import Lines
from host_sim.recorded import taped
from host_sim.scripted import scenario

SCENARIOS = Path(table.__file__).parent / "scenarios"


def test_base64_as_everybody_else_writes_it():
    seed = random.randrange(1 << 30)
    print("seed", seed)
    rng = random.Random(seed)
    for n in range(0, 300, 3):
        raw = bytes(rng.randrange(256) for _ in range(n))
        line = bytearray(2 + n // 3 * 4)
        line[0] = 67
        encode(raw, n, line)
        assert bytes(line) == b"C" + base64.b64encode(raw) + b"\n"


def streamed(monkeypatch, name, seed=1):
    """Play a scenario with the stream put in; return (its report, the lines)."""
    lines, plain = [], table._firmware_app

    def app(ports, board, deck=None):
        out = plain(ports, board, deck)
        Stream(out, board.NAME, lambda data: lines.append(bytes(data)))
        return out

    monkeypatch.setattr(table, "_firmware_app", app)
    report = stage.play_scenario(scenario.load(str(SCENARIOS / name)), seed, None, lambda text: None)
    return report, lines


def write(path, lines):
    """Write what the command `record` would; return the Lines that read them."""
    reader = Lines()
    with path.open("w", newline="") as f:
        out = csv.writer(f, lineterminator="\n")
        out.writerow(taped.COLUMNS)
        for line in lines:
            out.writerows(reader.rows(line))
    return reader


BY_THE_LOOK = {"t_ms": 300, "x_um": 500, "y_um": 500, "mass_mg": 100}  # a look takes no time in the replay


def assert_alike(again, events):
    assert [e["kind"] for e in again] == [e["kind"] for e in events]
    for a, b in zip(again, events, strict=True):
        for name in b:
            if name in BY_THE_LOOK:
                assert abs(a[name] - b[name]) <= BY_THE_LOOK[name], (name, a, b)
            else:
                assert a[name] == b[name], (name, a, b)


def test_a_recording_leads_to_the_events_that_the_table_told(monkeypatch, tmp_path, capsys):
    report, lines = streamed(monkeypatch, "first_cup.json")
    path = tmp_path / "table.csv"
    reader = write(path, lines)
    assert reader.bad == 0 and reader.seen["imu"] > 2 * reader.seen["cells"] > 500
    read = taped.load(str(path))
    assert read.count("cells") == reader.seen["cells"] and read.count("event") == reader.seen["event"]
    events, again = read.told(), taped.again(read)
    assert_alike(again, events)
    placed = [e for e in report["truth"] if e["kind"] == "placed"]
    assert len([e for e in again if e["kind"] == "placed"]) == len(placed) > 0
    assert main(["replay", str(path), "--json", str(tmp_path / "out.json")]) == 0
    out = json.loads((tmp_path / "out.json").read_text())
    assert out["table"] == events and out["again"] == again
    loads = [e for e in out["events"] if "place" in e["kind"]]
    assert len(loads) == len(placed)
    printed = capsys.readouterr().out
    assert f"the table told: {len(events)} events" in printed and "small-green" in printed
    monkeypatch.undo()
    scene = scenario.load(str(SCENARIOS / "first_cup.json"))
    without = stage.play_scenario(scene, 1, None, lambda text: None)
    for one in (report, without):
        one["metrics"].pop("speed")
    assert report == without, "the stream changes nothing"


def test_a_damaged_line_is_counted_and_left_out():
    reader = Lines()
    good = b"C" + base64.b64encode(bytes((1, 0, 0, 0, 0, 0)) + bytes(12))
    assert len(reader.rows(good + b"\r\n")) == 1
    for bad in (
        b"",
        b"C",
        good[:-5],
        good[:9] + b"!" + good[10:],
        b"I" + good[1:],
        b"E{",
        b"Q1",
        b"M[1]",
        b"\xff\xfe",
        b"H5",
    ):
        assert reader.rows(bad) == [], bad
    assert reader.bad == 10 and reader.seen == {"cells": 1}


def test_ticks_are_taken_across_their_wrap():
    reader = Lines()
    times = []
    for ticks in ((1 << 30) - 10, 10, 5, 1_000_010):
        data = ticks.to_bytes(4, "little") + bytes(14)
        times.append(reader.rows(b"C" + base64.b64encode(data))[0][0])
    assert times == ["1073.741814", "1073.741834", "1073.741834", "1074.741834"]


HEAD = ",".join(taped.COLUMNS)
TABLE = '0,table,,,,,,,"{""version"": ""1"", ""board"": ""b"", ""calibration"": {""counts_per_kg"": [1540000], ' + (
    '""zero"": null, ""cup_mass_mg"": null, ""level"": null}}"'
)


@pytest.mark.parametrize(
    ("rows", "told"),
    [
        ([], "line 2: found no row of the kind table"),
        (["1,hall,,,,,,,"], "line 2: found no row of the kind table"),
        (["1,kettle,,,,,,,"], 'line 2, what: found "kettle", allowed: one of table, cells'),
        (["0,table,,,,,,,{}"], "line 2, text: found a table that cannot be used: 'calibration'"),
        (["0,table,,,,,,,{"], 'line 2, text: found "{", allowed: JSON'),
        ([TABLE, "1,cells,1,2,3"], "line 3: found 5 fields, allowed: 9"),
        ([TABLE, "1,cells,1,2,3,x,0,,"], 'line 3, v4: found "x", allowed: a number'),
        ([TABLE, "1,imu,1,2,3,,5,6,"], 'line 3, v4: found "", allowed: a number'),
        ([TABLE, "nan,hall,,,,,,,"], 'line 3, t_s: found "nan", allowed: a number'),
        ([TABLE, "2,hall,,,,,,,", "1,hall,,,,,,,"], "line 4, t_s: found a time before the last"),
        ([TABLE, '1,hall,,,,,,,"x'], "not CSV"),
    ],
)
def test_a_recording_that_cannot_be_used_is_told_in_one_line(tmp_path, capsys, rows, told):
    path = tmp_path / "bad.csv"
    path.write_text("\n".join([HEAD, *rows]) + "\n")
    assert main(["replay", str(path)]) == 2
    err = capsys.readouterr().err
    assert told in err and str(path) in err
    assert err.count("\n") == 1


def test_scales_belong_to_other_recordings(tmp_path, capsys):
    path = tmp_path / "t.csv"
    path.write_text(HEAD + "\n" + TABLE + "\n")
    assert main(["replay", str(path), "--counts-per-g", "1540"]) == 2
    assert "--counts-per-g: found it with the recording of a table" in capsys.readouterr().err
