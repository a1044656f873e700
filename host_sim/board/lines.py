"""The lines that a table streams (firmware/teatable/streaming.py), turned into rows of a recording.

Data in: lines as they come from the board. Data out: rows for the CSV file of taped.py; a line that makes no sense is
counted and left out: a cable may lose a byte.
"""

import binascii
import json
import struct
from typing import Any

from ..recorded.taped import COLUMNS

_NONE = -0x800000
_WHAT = {"T": "table", "K": "call", "E": "event", "L": "log"}
_RING = 1 << 30


class Lines:
    """Takes lines, gives rows; `bad` counts what could not be read, `seen` the rows of each kind."""

    def __init__(self) -> None:
        self.bad = 0
        self.seen: dict[str, int] = {}
        self._us: int | None = None

    def rows(self, line: bytes) -> list[list[str]]:
        """Return the rows of one line, none if it cannot be read."""
        try:
            found = self._read(line.strip())
        except (ValueError, struct.error, TypeError, IndexError):  # base64 and JSON errors are ValueErrors
            found = None
        if found is None:
            self.bad += 1
            return []
        what, many = found
        self.seen[what] = self.seen.get(what, 0) + len(many)
        return [self._row(what, values, text) for values, text in many]

    def _read(self, line: bytes) -> tuple[str, list[tuple[list[Any], str]]] | None:
        letter, rest = line[:1].decode(), line[1:]
        if letter == "C":
            return self._cells(binascii.a2b_base64(rest, strict_mode=True))
        if letter == "I":
            return self._imu(binascii.a2b_base64(rest, strict_mode=True))
        value = json.loads(rest)
        if letter in _WHAT:
            return _WHAT[letter], [([], json.dumps(value))]
        if letter in ("M", "H"):
            self._at(value[0])
            return ("motor", [([int(value[1])], "")]) if letter == "M" else ("hall", [([], "")])
        return None

    def _cells(self, data: bytes) -> tuple[str, list[tuple[list[Any], str]]]:
        ticks, status, _ = struct.unpack_from("<IBB", data)
        if len(data) != 18:
            raise ValueError("cut short")
        counts = [int.from_bytes(data[6 + 3 * i : 9 + 3 * i], "little", signed=True) for i in range(4)]
        self._at(ticks)
        return "cells", [([*("" if c == _NONE else c for c in counts), status], "")]

    def _imu(self, data: bytes) -> tuple[str, list[tuple[list[Any], str]]]:
        ticks, n, _ = struct.unpack_from("<IBB", data)
        values = struct.unpack_from(f"<{6 * n}h", data, 6)
        if len(data) != 6 + 12 * n:
            raise ValueError("cut short")
        self._at(ticks)
        return "imu", [(list(values[6 * i : 6 * i + 6]), "") for i in range(n)]

    def _at(self, ticks: int) -> None:
        """Take ticks of the board (a ring of 2^30 us) for the time of the row."""
        if not 0 <= ticks < _RING:
            raise ValueError("no ticks")
        if self._us is None:
            self._us = ticks
        self._us = max(self._us, self._us + (ticks - self._us + _RING // 2) % _RING - _RING // 2)

    def _row(self, what: str, values: list[Any], text: str) -> list[str]:
        numbers = [str(v) for v in values] + [""] * (len(COLUMNS) - 3 - len(values))
        return [f"{(self._us or 0) / 1e6:.6f}", what, *numbers, text]
