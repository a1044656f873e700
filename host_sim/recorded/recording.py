"""A recording of a real sensor: a CSV file whose header tells what it holds.

Data in: a CSV file with a column `t_s` and either `raw_counts`, or `cell1_g`..`cell4_g`, or `ax,ay,az`; other columns
are passed over. Data out: a Recording, or BadInput naming the file and the line.
"""

import csv
import io
import math
from dataclasses import dataclass

from ..errors import BadInput, read_text, shown

COUNTS, GRAMS, ACCEL = "raw_counts", "cell1_g..cell4_g", "ax,ay,az"
FORMATS = {
    COUNTS: ("raw_counts",),
    GRAMS: ("cell1_g", "cell2_g", "cell3_g", "cell4_g"),
    ACCEL: ("ax", "ay", "az"),
}
_LARGEST = 1 << 40


@dataclass(frozen=True)
class Recording:
    """The rows of a recording: `kind` one of FORMATS, times in seconds (never going back), values by row."""

    path: str
    kind: str
    t_s: list[float]
    rows: list[tuple[float, ...]]

    @property
    def rate_hz(self) -> float:
        """Rows a second, by the median distance of two rows that differ in time; 0 when there is no such pair."""
        steps = sorted(b - a for a, b in zip(self.t_s, self.t_s[1:], strict=False) if b > a)
        return 1.0 / steps[len(steps) // 2] if steps else 0.0


def load(path: str) -> Recording:
    """Read a recording; BadInput in one line when it cannot be used."""
    reader = csv.reader(io.StringIO(read_text(path), newline=""), strict=True)
    try:
        header = [c.strip() for c in next(reader, [])]
        kind = _kind(path, header)
        columns = [header.index(c) for c in ("t_s", *FORMATS[kind])]
        names = ("t_s", *FORMATS[kind])
        times: list[float] = []
        rows: list[tuple[float, ...]] = []
        for cells in reader:
            if not cells:
                continue
            where = f"{path}: line {reader.line_num}"
            if len(cells) != len(header):
                raise BadInput(f"{where}: found {len(cells)} fields, allowed: {len(header)} as in the header")
            values = [_value(cells[c], f"{where}, {n}") for c, n in zip(columns, names, strict=True)]
            if times and values[0] < times[-1]:
                raise BadInput(
                    f"{where}, t_s: found {values[0]:g} after {times[-1]:g}, allowed: times that do not go back"
                )
            times.append(values[0])
            rows.append(tuple(values[1:]))
    except csv.Error as error:
        raise BadInput(f"{path}: line {reader.line_num}: not CSV: {error}") from error
    if not rows:
        raise BadInput(f"{path}: no rows under the header")
    return Recording(path, kind, times, rows)


def _kind(path: str, header: list[str]) -> str:
    if len(set(header)) != len(header):
        raise BadInput(f"{path}: line 1: found the same column twice in {shown(','.join(header))}, allowed: once")
    for kind, names in FORMATS.items():
        if "t_s" in header and all(n in header for n in names):
            return kind
    allowed = "; ".join("t_s," + ",".join(names) for names in FORMATS.values())
    raise BadInput(f"{path}: line 1: found the header {shown(','.join(header))}, allowed: {allowed}")


def _value(text: str, where: str) -> float:
    try:
        value = float(text)
    except ValueError:
        value = math.nan
    if not math.isfinite(value) or abs(value) > _LARGEST:
        raise BadInput(f"{where}: found {shown(text)}, allowed: a number")
    return value
