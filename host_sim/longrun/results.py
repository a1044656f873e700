"""The file of a long run: JSON lines, first the header (what the results depend on), then one line a unit.

Why: a run of days is stopped, goes on, loses its power, and is made in parts on several machines. Data in: a path, the
header of now, lines. Data out: the lines that are there. A last line that is not whole is dropped; a header that does
not fit is BadInput. A file that ends with .gz, as the runs in record/ do, can be read and not be added to.
"""

import gzip
import json
import os
import zlib
from pathlib import Path
from typing import Any

from ..errors import BadInput, output_file, shown
from .units import FORM, STRATA, Unit, unit_of

Line = dict[str, Any]


class Results:
    """Lines of one run, kept in memory and, if there is a path, in its file."""

    def __init__(self, path: str | None, header: Line):
        self.header = header
        self.lines: list[Line] = []
        self._path = output_file(path)
        if self._path is None:
            return
        if self._path.suffix == ".gz":
            raise BadInput(f"{self._path}: is packed, allowed: after gunzip, or with --merge")
        found, self.lines = read(self._path) if self._path.exists() else (None, [])
        if found is None:
            self._path.write_text(_text(header), encoding="utf-8")
        else:
            check(str(self._path), found, header)

    def add(self, line: Line) -> None:
        """Add the line of a unit; it is on the disk when this returns."""
        self.lines.append(line)
        if self._path is not None:
            with self._path.open("a", encoding="utf-8") as file:
                file.write(_text(line))
                file.flush()
                os.fsync(file.fileno())

    def done(self) -> set[Unit]:
        """Return the units that are there."""
        return {unit_of(line) for line in self.lines}


def _text(line: Line) -> str:
    return json.dumps(line, separators=(",", ":")) + "\n"


def read(path: Path, mend: bool = True) -> tuple[Line | None, list[Line]]:
    """Return (header, lines) of a file, (None, []) of one without a whole line; `mend` cuts a torn last line off."""
    try:
        data = path.read_bytes()
        if path.suffix == ".gz":
            data = gzip.decompress(data)
    except (OSError, EOFError, zlib.error) as error:
        why = (error.strerror if isinstance(error, OSError) else None) or str(error)
        raise BadInput(f"{path}: cannot be read: {why.lower()}") from error
    rows = data.split(b"\n")
    torn = rows.pop()
    made = [_line(path, i, row) for i, row in enumerate(rows)]
    if made and made[-1] is None:  # a power cut may leave blocks of zeros and a part of a later line
        torn = rows[-1] + b"\n" + torn
        made.pop()
    if None in made:
        raise BadInput(f"{path}: line {made.index(None) + 1} is no line of a bench")
    if mend and torn and path.suffix != ".gz":
        os.truncate(path, len(data) - len(torn))
    whole = [line for line in made if line is not None]
    return (whole[0], whole[1:]) if whole else (None, [])


def _line(path: Path, number: int, row: bytes) -> Line | None:
    """Return a row as a header (the first) or the line of a unit; None when it is neither."""
    try:
        line = json.loads(row)
    except ValueError:
        line = None
    if number == 0:
        if not isinstance(line, dict) or "bench" not in line:
            raise BadInput(f"{path}: line 1 is no header of a bench: {shown(row[:60].decode(errors='replace'))}")
        if line["bench"] != FORM:
            raise BadInput(f"{path}: written in form {shown(line['bench'])}, allowed: {FORM}")
        return line
    unit = line.get("unit") if isinstance(line, dict) else None
    return line if isinstance(unit, list) and len(unit) == 3 and unit[0] in STRATA else None


def check(path: str, found: Line, wanted: Line) -> None:
    """Raise BadInput, naming what differs, unless the header `found` in a file is the one `wanted`."""
    differ = [f"{name} {shown(a)} and not {shown(b)}" for name, a, b in _differences(found, wanted)]
    if differ:
        raise BadInput(f"{path}: made with {', '.join(differ)}; allowed: the same, or another file")


def _differences(found: Line, wanted: Line) -> list[tuple[str, Any, Any]]:
    out = []
    for key in sorted(set(found) | set(wanted)):
        a, b = found.get(key), wanted.get(key)
        if isinstance(a, dict) and isinstance(b, dict):
            out += [(k, a.get(k), b.get(k)) for k in sorted(set(a) | set(b)) if a.get(k) != b.get(k)]
        elif a != b:
            out.append((key, a, b))
    return out


def merged(paths: list[str]) -> Results:
    """Return the lines of several files of the same header, each unit once; the files stay as they are."""
    out: Results | None = None
    for path in paths:
        found, lines = read(Path(path), mend=False)
        if found is None:
            raise BadInput(f"{path}: there is no whole line in it")
        if out is None:
            out = Results(None, found)
        check(path, found, out.header)
        done = out.done()
        out.lines += [line for line in lines if unit_of(line) not in done]
    if out is None:
        raise BadInput("--merge: no file given, allowed: one or more")
    return out
