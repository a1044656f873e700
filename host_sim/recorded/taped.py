"""A recording of a whole table: what its sensors gave, what its game told the tracker, and what it concluded.

Data in: a CSV file of `python -m host_sim record` with the columns t_s, what, v1..v6, text. Data out: a Taped, or
BadInput naming the file and the line; `again()` feeds it through the firmware's own sensing and tracker.

what: table (text: version, board, calibration as JSON) · cells (v1..v4 counts, empty where a cell gave none, v5 the
status) · imu (gx gy gz ax ay az, raw) · motor (v1: 1/1000 turn/s) · hall (the magnet passed) · call, event, log (JSON)
"""

import csv
import io
import json
from array import array
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from ..errors import BadInput, one_of, read_text, shown

COLUMNS = ("t_s", "what", "v1", "v2", "v3", "v4", "v5", "v6", "text")
NUMBERS = {"table": 0, "cells": 5, "imu": 6, "motor": 1, "hall": 0, "call": 0, "event": 0, "log": 0}
TEXTS = ("table", "call", "event", "log")
INVALID = -(1 << 29)  # as drivers/hx711.py has it
_MOST_US = 1 << 50

Event = dict[str, Any]


@dataclass(frozen=True)
class Row:
    """One thing that was recorded; `values` as many numbers as its kind has, None where a cell gave none."""

    us: int
    what: str
    values: tuple[int | None, ...]
    text: Any


@dataclass(frozen=True)
class Taped:
    """A recording of a table: what it said of itself, and the rows."""

    path: str
    table: dict[str, Any]
    rows: list[Row]

    def count(self, what: str) -> int:
        """Return how many rows are of that kind."""
        return sum(row.what == what for row in self.rows)

    def told(self) -> list[Event]:
        """Return the events of the tracker as the table told them."""
        return [row.text for row in self.rows if row.what == "event"]


def is_one(path: str) -> bool:
    """Tell whether the header of the file is that of a table's recording."""
    try:
        with Path(path).open(encoding="utf-8-sig") as f:
            return f.readline().strip() == ",".join(COLUMNS)
    except (OSError, ValueError):
        return False


def load(path: str) -> Taped:
    """Read a recording; BadInput in one line when it cannot be used."""
    rows: list[Row] = []
    reader = csv.reader(io.StringIO(read_text(path), newline=""), strict=True)
    next(reader)
    try:
        for cells in reader:
            if cells:
                rows.append(_row(cells, f"{path}: line {reader.line_num}"))
                if len(rows) > 1 and rows[-1].us < rows[-2].us:
                    raise BadInput(
                        f"{path}: line {reader.line_num}, t_s: found a time before the last, allowed: forward"
                    )
    except csv.Error as error:
        raise BadInput(f"{path}: line {reader.line_num}: not CSV: {error}") from error
    if not rows or rows[0].what != "table":
        raise BadInput(f"{path}: line 2: found no row of the kind table, allowed: it comes first")
    return Taped(path, _table(path, rows[0].text), rows)


def _row(cells: list[str], where: str) -> Row:
    if len(cells) != len(COLUMNS):
        raise BadInput(f"{where}: found {len(cells)} fields, allowed: {len(COLUMNS)} as in the header")
    what = cells[1]
    if what not in NUMBERS:
        raise BadInput(f"{where}, what: found {shown(what)}, allowed: {one_of(NUMBERS)}")
    us = round(1e6 * _number(cells[0], f"{where}, t_s"))
    values = []
    for i in range(NUMBERS[what]):
        text = cells[2 + i]
        empty = what == "cells" and i < 4 and not text
        values.append(None if empty else round(_number(text, f"{where}, v{i + 1}")))
    text = None
    if what in TEXTS:
        try:
            text = json.loads(cells[8])
        except ValueError as error:
            raise BadInput(f"{where}, text: found {shown(cells[8])}, allowed: JSON") from error
    return Row(us, what, tuple(values), text)


def _number(text: str, where: str) -> float:
    try:
        value = float(text)
        if abs(value) < _MOST_US:
            return value
    except ValueError:
        pass
    raise BadInput(f"{where}: found {shown(text)}, allowed: a number")


def _table(path: str, table: Any) -> dict[str, Any]:
    from teatable.sensing import Calibration

    try:
        Calibration.from_dict(table["calibration"])
        return {"version": str(table["version"]), "board": str(table["board"]), "calibration": table["calibration"]}
    except (KeyError, TypeError, ValueError) as error:
        raise BadInput(f"{path}: line 2, text: found a table that cannot be used: {error}") from error


class Player:
    """Sensing and tracker of the firmware, fed with a recording; the game's part is what it told them then."""

    def __init__(self, taped: Taped, tracker: Any = None) -> None:
        """`tracker`: another one than the firmware's."""
        from teatable.sensing import Calibration, Sensing
        from teatable.tracker import Tracker

        self._taped = taped
        calibration = Calibration.from_dict(taped.table["calibration"])
        self.sensing = Sensing(calibration)
        self.tracker: Any = tracker or Tracker(calibration.cup_mass_mg)
        self._counts = array("i", [0] * 4)
        self._rows = array("h", [0] * 144)

    def step(self, at: int) -> tuple[int, bool]:
        """Feed row `at` (all rows of one drain of the IMU at once); return (the next row, a residual is new)."""
        row = self._taped.rows[at]
        if row.what == "imu":
            return self._drain(at), False
        if row.what == "cells":
            return at + 1, self._sample(row)
        if row.what == "motor":
            self.sensing.motor(row.values[0])
        elif row.what == "call":
            part, name, args, more = row.text
            getattr({"tracker": self.tracker, "sensing": self.sensing}[part], name)(*args, **more)
        return at + 1, False

    def _drain(self, at: int) -> int:
        rows, n = self._taped.rows, 0
        us = rows[at].us
        while at < len(rows) and rows[at].what == "imu" and rows[at].us == us and n < len(self._rows):
            for value in rows[at].values:
                self._rows[n] = value or 0
                n += 1
            at += 1
        self.sensing.imu(self._rows, n // 6, us & 0x3FFFFFFF)
        return at

    def _sample(self, row: Row) -> bool:
        *counts, status = row.values
        for i, count in enumerate(counts):
            self._counts[i] = INVALID if count is None else count
        now_us = row.us & 0x3FFFFFFF
        if not self.sensing.sample(now_us, self._counts, status):
            return False
        self.tracker.step(now_us, self.sensing)
        while self.tracker.think():
            pass
        return True


def again(taped: Taped) -> list[Event]:
    """Return the events that this checkout's tracker tells of the recording."""
    from teatable.streaming import FIELDS
    from teatable.tracker import events

    player, found, at = Player(taped), [], 0
    while at < len(taped.rows):
        at, _ = player.step(at)
        while (event := player.tracker.next_event()) is not None:
            about = {name: getattr(event, name) for name in FIELDS}
            found.append({"kind": events.NAMES[event.kind], "t_ms": event.t_ms, **about})
    return found
