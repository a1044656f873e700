"""The figures to reach, from the reports of many games: each beside its target, with its cases and a 95 % bound.

Data in: reports as host_sim.report builds them. Data out: rows of (figure, value, target, cases, bound, verdict). A
figure is met only where the bound says so; the targets are fixed before a run.
"""

import math
from dataclasses import asdict, dataclass
from statistics import median
from typing import Any

from . import odds
from .matching import Pair, match, sure, wrong_stack
from .report import CAUSES

Report = dict[str, Any]
NEAR_MM = 20.0
LIGHTEST = "small-purple"
FALLING_SOON_MS = 100
TO_ONE_S = 0.7


@dataclass(frozen=True)
class Row:
    """One figure: measured value and target as text, number of cases, the bound as text, and the verdict."""

    figure: str
    value: str
    target: str
    cases: str
    bound: str
    verdict: str


def _rate(figure: str, bad: int, cases: int, most: float, good: bool = True) -> Row:
    """Make a row of a rate of failures `bad` of `cases` that may be at most `most`; `good` shows 1 - rate."""
    low, high = odds.lower(bad, cases), odds.upper(bad, cases)
    if cases == 0:
        return Row(figure, "-", _target(most, good), "0", "-", odds.OPEN)
    share = 1 - bad / cases if good else bad / cases
    bound = f">= {100 * (1 - high):.3f} %" if good else f"<= {100 * high:.3f} %"
    return Row(figure, f"{100 * share:.3f} %", _target(most, good), str(cases), bound, odds.verdict(low, high, most))


def _target(most: float, good: bool) -> str:
    return f">= {100 * (1 - most):g} %" if good else f"<= {100 * most:g} %"


def _per_hours(figure: str, events: int, hours: float, most: float, target: str) -> Row:
    low, high = odds.poisson_bounds(events, hours)
    value = f"{events} in {hours:.2f} h"
    return Row(figure, value, target, f"{hours:.2f} h", f"<= {high:.3g} / h", odds.verdict(low, high, most))


def _rms(figure: str, errors_mm: list[float], most: float | None) -> Row:
    n = len(errors_mm)
    target = f"<= {most:g} mm" if most is not None else "reported"
    if n == 0:
        return Row(figure, "-", target, "0", "-", odds.OPEN if most is not None else "")
    rms = math.sqrt(sum(e * e for e in errors_mm) / n)
    low, high = odds.rms_bounds(rms, n)
    verdict = odds.verdict(low, high, most) if most is not None else ""
    return Row(figure, f"{rms:.2f} mm", target, str(n), f"<= {high:.2f} mm", verdict)


def _count(reports: list[Report], key: str) -> int:
    return sum(r["metrics"][key] for r in reports)


def _pairs(reports: list[Report], kind: str) -> list[Pair]:
    return [p for r in reports for p in match(r["truth"], r["table"], kind)[0]]


def _identity(reports: list[Report]) -> list[Row]:
    n = _count(reports, "placements")
    return [
        _rate("cups identified right", n - _count(reports, "correct"), n, 0.001),
        _rate("said unsure", _count(reports, "unsure"), n, 0.01, good=False),
        _rate("wrong and sure", _count(reports, "wrong_and_sure"), n, 0.0001, good=False),
    ]


def _stacks(reports: list[Report]) -> list[Row]:
    rows = []
    for name, far in (("stack right, tops > 20 mm apart", True), ("wrong stack, nearer", False)):
        pairs = [(a, b) for a, b in _pairs(reports, "placed") if _far(a) == far]
        wrong = sum(1 for a, b in pairs if wrong_stack(a, b))
        if far:
            rows.append(_rate(name, wrong, len(pairs), 0.001))
        else:
            verdict = odds.MISSED if wrong else odds.OPEN  # that none is ever wrong, no number of cases shows
            rows.append(Row(name, str(wrong), "0", str(len(pairs)), "-", verdict))
    return rows


def _far(placed: dict) -> bool:
    """Tell whether no top of another stack was near (None: there was no other stack)."""
    gap = placed.get("gap_mm")
    return gap is None or gap > NEAR_MM


def _positions(reports: list[Report], level: str) -> list[Row]:
    most = {"off": 3.0, "mad": 6.0}.get(level)
    by_height: dict[int, list[float]] = {}
    lightest = []
    for a, b in _pairs(reports, "placed"):
        if a.get("x_mm") is None or b.get("x_mm") is None or not sure(b):
            continue
        error = math.hypot(a["x_mm"] - b["x_mm"], a["y_mm"] - b["y_mm"])
        by_height.setdefault(a.get("height", 0), []).append(error)
        if a["cup"] == LIGHTEST:
            lightest.append(error)
    rows = [_rms(f"position, {LIGHTEST}", lightest, most)]
    return rows + [_rms(f"position, all cups, {h} below", by_height[h], None) for h in sorted(by_height)]


def _falls(reports: list[Report], hours: float) -> list[Row]:
    rows = []
    for cause in CAUSES:
        n = sum(r["metrics"]["falls"][cause] for r in reports)
        found = sum(r["metrics"]["falls_detected_by_cause"][cause] for r in reports)
        rows.append(_rate(f"falls found, {cause}", n - found, n, 0.001))
    rows.append(_per_hours("false falls", _count(reports, "false_falls"), hours, 0.1, "<= 1 in 10 h"))
    due = _count(reports, "charges_due")
    rows.append(_rate("charged to the right player", due - _count(reports, "charged_right"), due, 0.001))
    return rows


def _falling(reports: list[Report], hours: float) -> list[Row]:
    wobble = [ms for r in reports for ms in r["metrics"]["fall_latencies_by_cause"]["wobble"]]
    rows = []
    if wobble:
        early = sum(1 for ms in wobble if ms < 0)
        low, high = odds.lower(len(wobble) - early, len(wobble)), odds.upper(len(wobble) - early, len(wobble))
        rows.append(
            Row("falling, wobble, median", f"{median(wobble):.0f} ms", "< 0 ms", str(len(wobble)),
                f"late <= {100 * high:.1f} %", odds.verdict(low, high, 0.5))
        )  # fmt: skip
    else:
        rows.append(Row("falling, wobble, median", "-", "< 0 ms", "0", "-", odds.OPEN))
    late = sum(1 for ms in wobble if ms > FALLING_SOON_MS)
    rows.append(_rate("falling, wobble, within 100 ms", late, len(wobble), 0.01))
    for cause in ("placement", "removal", "bump"):
        times = [ms for r in reports for ms in r["metrics"]["fall_latencies_by_cause"][cause]]
        value = f"{median(times):.0f} ms" if times else "-"
        rows.append(Row(f"falling, {cause}, median", value, "reported", str(len(times)), "-", ""))
    rows.append(_per_hours("falling cancelled", _count(reports, "falling_cancelled"), hours, 3.0, "<= 1 in 20 min"))
    return rows


def _counting(reports: list[Report]) -> list[Row]:
    waits = [w for r in reports for w in r["metrics"].get("to_one_s", [])]
    late = sum(1 for w in waits if w > TO_ONE_S)
    value = f"median {median(waits):.2f} s, worst {max(waits):.2f} s" if waits else "-"
    verdict = odds.OPEN if not waits else odds.MISSED if late else odds.MET
    rows = [Row('release to "one"', value, "<= 0.7 s", str(len(waits)), f"{late} later", verdict)]
    lost = _count(reports, "samples_lost")
    rows.append(Row("samples lost", str(lost), "0", f"{len(reports)} games", "-", odds.MISSED if lost else odds.MET))
    longest = max((r["metrics"]["longest_step_ms"] for r in reports), default=0.0)
    rows.append(Row("longest step", f"{longest:.1f} ms", "reported", f"{len(reports)} games", "-", ""))
    return rows


def _speed(reports: list[Report]) -> list[Row]:
    ratios = [r["metrics"]["speed"] for r in reports if r["metrics"].get("speed")]
    if not ratios:
        return []
    verdict = odds.MET if min(ratios) > 1 else odds.MISSED
    value = f"{median(ratios):.1f} x, slowest {min(ratios):.1f} x"
    return [Row("simulator, against real time", value, "> 1 x", f"{len(ratios)} games", "-", verdict)]


def rows(reports: list[Report], level: str) -> list[Row]:
    """Return the figures of games played at one level ("all" for several)."""
    hours = sum(r["metrics"]["hours"] for r in reports)
    return [
        *_identity(reports),
        *_stacks(reports),
        *_positions(reports, level),
        *_falls(reports, hours),
        *_falling(reports, hours),
        *_counting(reports),
        *_speed(reports),
    ]


def as_text(table: list[Row]) -> str:
    """Return the rows as a table to read."""
    cells = [
        ("figure", "measured", "target", "cases", "95 % bound", "verdict"),
        *(tuple(asdict(r).values()) for r in table),
    ]
    widths = [max(len(c[i]) for c in cells) for i in range(6)]

    def line(c: tuple) -> str:
        return "  ".join(t.ljust(w) for t, w in zip(c, widths, strict=True)).rstrip()

    return "\n".join([line(cells[0]), "  ".join("-" * w for w in widths), *(line(c) for c in cells[1:])])
