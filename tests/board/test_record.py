"""`record` from a table at a serial port to `replay` of what it wrote, end to end on real MicroPython."""

import csv
import json

from host_sim.__main__ import main
from host_sim.board import program
from host_sim.recorded import taped

PLAYS = b"teatable " + program.version().encode()
EMPTY = [1000, 2000, 3000, 4000]
PUT = [count + 15_400 for count in EMPTY]  # 40 g, at the nominal gain


def test_a_table_is_recorded_and_replayed(table, tmp_path, capsys):
    loads = [[0, EMPTY], [3_500, PUT], [6_000, EMPTY]]
    out, found = tmp_path / "table.csv", tmp_path / "found.json"
    with table(loads=loads) as board:
        board.wait_for(PLAYS)
        assert main(["record", "--port", board.port, "--out", str(out), "--seconds", "7.5"]) == 0
        board.wait_for(PLAYS)  # it plays on
    read = taped.load(str(out))
    told = capsys.readouterr().out
    assert f"{out}: {read.count('cells')} conversions, {read.count('imu')} rows of motion, " in told
    assert "could not be read" not in told
    assert read.table["version"] == program.version() and read.table["board"] == "devkitc_s3"
    assert 550 < read.count("cells") < 700 and 1300 < read.count("imu") < 1700
    statuses = {row.values[4] for row in read.rows if row.what == "cells"}
    assert 0 in statuses and any(None in row.values for row in read.rows if row.what == "cells"), (
        "settling at the start"
    )
    assert main(["replay", str(out), "--json", str(found)]) == 0
    events = json.loads(found.read_text())["events"]
    assert [(e["kind"], round(abs(e["size"]))) for e in events] == [("place", 40), ("remove", 40)]


def test_the_first_rows_hold_the_calibration_and_a_person_can_read_them(table, tmp_path):
    out = tmp_path / "table.csv"
    with table() as board:
        board.wait_for(PLAYS)
        assert main(["record", "--port", board.port, "--out", str(out), "--seconds", "1"]) == 0
    with out.open(newline="") as f:
        rows = list(csv.reader(f))
    assert rows[0] == list(taped.COLUMNS)
    assert rows[1][1] == "table" and json.loads(rows[1][8])["calibration"]["counts_per_kg"] == [1_540_000] * 4
    cells = [row for row in rows if row[1] == "cells" and row[6] == "0"]
    assert all(abs(int(cells[0][2 + i]) - EMPTY[i]) <= 20 for i in range(4))
    imu = next(row for row in rows if row[1] == "imu")
    assert imu[2:8][0] == "3" and imu[7] == "8197"


def test_a_table_without_the_module_is_told_to_be_loaded_first(table, tmp_path, capsys):
    with table() as board:
        board.wait_for(PLAYS)
        board.stop()
        board.enter("import os; os.remove('/teatable/streaming.mpy')")
        assert main(["record", "--port", board.port, "--out", str(tmp_path / "t.csv"), "--seconds", "1"]) == 2
        assert "the board says: ImportError: no module named 'teatable.streaming'" in capsys.readouterr().err
        board.wait_for(PLAYS)


def test_bad_input_is_refused_before_the_table_is_stopped(tmp_path, capsys):
    assert main(["record", "--port", "x", "--out", "/nowhere/t.csv"]) == 2
    assert "/nowhere/t.csv: cannot be written" in capsys.readouterr().err
    assert main(["record", "--port", "x", "--out", str(tmp_path / "t.csv"), "--seconds", "0"]) == 2
    assert "--seconds: found 0, allowed: above 0" in capsys.readouterr().err
