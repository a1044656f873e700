"""One figure a row: value, target, cases, 95 % bound, verdict; and the rows as a table to read.

Data in: counts, errors, times. Data out: Row. A verdict is given where there is a target, by odds.py alone.
"""

import math
from collections.abc import Sequence
from dataclasses import asdict, dataclass
from statistics import median

from . import odds


@dataclass(frozen=True)
class Row:
    """One figure: measured value and target as text, number of cases, the bound as text, and the verdict."""

    figure: str
    value: str
    target: str
    cases: str
    bound: str
    verdict: str


REPORTED = "reported"


def rate(figure: str, bad: int, cases: int, most: float | None, good: bool = True) -> Row:
    """Make a row of a rate of failures `bad` of `cases` that may be at most `most` (None: it is only reported).

    `good` shows 1 - rate.
    """
    low, high = odds.lower(bad, cases), odds.upper(bad, cases)
    target = REPORTED if most is None else f">= {100 * (1 - most):g} %" if good else f"<= {100 * most:g} %"
    if cases == 0:
        return Row(figure, "-", target, "0", "-", "" if most is None else odds.OPEN)
    share = 1 - bad / cases if good else bad / cases
    bound = f">= {100 * (1 - high):.3f} %" if good else f"<= {100 * high:.3f} %"
    verdict = "" if most is None else odds.verdict(low, high, most)
    return Row(figure, f"{100 * share:.3f} %", target, str(cases), bound, verdict)


def never(figure: str, bad: int, cases: int) -> Row:
    """Make a row of what may never be: that it never is, no number of cases shows."""
    return Row(figure, str(bad), "0", str(cases), "-", odds.MISSED if bad else odds.OPEN)


def per_hours(figure: str, events: int, hours: float, most: float | None, target: str) -> Row:
    """Make a row of `events` in `hours` that may be `most` an hour (None: only reported)."""
    low, high = odds.poisson_bounds(events, hours)
    verdict = "" if most is None else odds.verdict(low, high, most)
    return Row(figure, f"{events} in {hours:.2f} h", target, f"{hours:.2f} h", f"<= {high:.3g} / h", verdict)


def rms(figure: str, errors_mm: Sequence[float], most: float | None) -> Row:
    """Make a row of the root mean square of distances in mm."""
    n = len(errors_mm)
    target = f"<= {most:g} mm" if most is not None else REPORTED
    if n == 0:
        return Row(figure, "-", target, "0", "-", odds.OPEN if most is not None else "")
    size = math.sqrt(sum(e * e for e in errors_mm) / n)
    low, high = odds.rms_bounds(size, n)
    verdict = odds.verdict(low, high, most) if most is not None else ""
    return Row(figure, f"{size:.2f} mm", target, str(n), f"<= {high:.2f} mm", verdict)


def spread(times: Sequence[float], unit: str, digits: int = 0) -> str:
    """Return median, 95 % and worst as text; a time that never came is inf."""
    if not times:
        return "-"
    found = sorted(times)
    high = found[max(0, math.ceil(0.95 * len(found)) - 1)]
    texts = ["never" if math.isinf(v) else f"{v:.{digits}f}" for v in (median(found), high, found[-1])]
    return f"{texts[0]} {unit}, 95 % {texts[1]}, worst {texts[2]}"


def as_text(table: Sequence[Row]) -> str:
    """Return the rows as a table to read."""
    cells = [
        ("figure", "measured", "target", "cases", "95 % bound", "verdict"),
        *(tuple(asdict(r).values()) for r in table),
    ]
    widths = [max(len(c[i]) for c in cells) for i in range(6)]

    def line(c: tuple) -> str:
        return "  ".join(t.ljust(w) for t, w in zip(c, widths, strict=True)).rstrip()

    return "\n".join([line(cells[0]), "  ".join("-" * w for w in widths), *(line(c) for c in cells[1:])])
