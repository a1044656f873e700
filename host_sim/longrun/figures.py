"""The figures to reach, from the reports of many units: each beside its target, with its cases and a 95 % bound.

Data in: reports as units.judged makes them, of one level or several, of games or of scenes. Data out: rows. A figure is
met only where the bound says so; the targets are fixed before a run.

What is so many an hour, what the game charges and how fast it counts is judged in games alone: an hour of scenes holds
more bumps and falls than a day of play.
"""

import math
from typing import Any

from ..matching import Pair, fell_right, match, sure, wrong_stack
from ..report import CAUSES
from . import odds
from .rows import REPORTED, Row, as_text, never, per_hours, rate, rms, spread
from .units import NATURAL, PROVOKED

__all__ = ["Row", "as_text", "rows"]

Report = dict[str, Any]
NEAR_MM = 20.0
LIGHTEST = "small-purple"
FALLING_SOON_MS = 100
TO_ONE_S = 0.7
A_STALL = 29  # samples that a pause of 0.3 s costs whatever the firmware does: 94 conversions a second at most
NUISANCES = ("bump", "lean", "steady", "top knock", "object", "object gone", "move")


def _count(reports: list[Report], key: str) -> int:
    return sum(r["metrics"][key] for r in reports)


def _pairs(reports: list[Report], kind: str) -> list[Pair]:
    return [p for r in reports for p in match(r["truth"], r["table"], kind)[0]]


def _identity(reports: list[Report]) -> list[Row]:
    n = _count(reports, "placements")
    doubts = {"which cup": 0, "which stack": 0, "perhaps it fell": 0}
    for _, said in _pairs(reports, "placed"):
        if not sure(said):
            doubts[_doubt(said)] += 1
    return [
        rate("cups identified right", n - _count(reports, "correct"), n, 0.001),
        rate("said unsure", _count(reports, "unsure"), n, 0.01, good=False),
        *(rate(f"said unsure, {why}", doubts[why], n, None, good=False) for why in doubts),
        rate("wrong and sure", _count(reports, "wrong_and_sure"), n, 0.0001, good=False),
        rate("not told within 2 s", _count(reports, "missed"), n, None, good=False),
        rate("of these told late", _count(reports, "late"), n, None, good=False),
        Row("placements made up", str(_count(reports, "false_placements")), REPORTED, str(n), "-", ""),
    ]


def _doubt(said: dict) -> str:
    if said.get("perhaps"):
        return "perhaps it fell"
    return "which cup" if len(set(said.get("candidates") or ())) != 1 else "which stack"


def _removals(reports: list[Report]) -> list[Row]:
    """Cups taken off stacks; which fallen cup is cleared when, the table does not ask."""
    n = right = unsure = wrong = 0
    for r in reports:
        n += sum(e["kind"] == "removed" and not e.get("fallen") for e in r["truth"])
        told = [(a, b) for a, b in match(r["truth"], r["table"], "removed")[0] if not a.get("fallen")]
        right += sum(sure(b) and a["cup"] == b["cup"] for a, b in told)
        unsure += sum(not sure(b) for _, b in told)
        wrong += sum(sure(b) and a["cup"] != b["cup"] for a, b in told)
    return [
        rate("removals identified right", n - right, n, None),
        rate("removals, said unsure", unsure, n, None, good=False),
        rate("removals, wrong and sure", wrong, n, None, good=False),
    ]


def _stacks(reports: list[Report]) -> list[Row]:
    pairs = _pairs(reports, "placed")
    far = [p for p in pairs if _far(p[0], "gap_mm")]
    near = [p for p in pairs if not _far(p[0], "gap_mm")]
    beside = [p for p in pairs if not _far(p[0], "rim_gap_mm")]
    return [
        rate("stack right, tops > 20 mm apart", _wrong(far), len(far), 0.001),
        never("wrong stack, nearer", _wrong(near), len(near)),
        never("wrong stack, rims <= 20 mm apart", _wrong(beside), len(beside)),
    ]


def _wrong(pairs: list[Pair]) -> int:
    return sum(1 for a, b in pairs if wrong_stack(a, b))


def _far(placed: dict, key: str) -> bool:
    """Tell whether no top of another stack was near (None: there was no other stack)."""
    gap = placed.get(key)
    return gap is None or gap > NEAR_MM


def _positions(reports: list[Report], level: str) -> list[Row]:
    most = {"off": 3.0, "mad": 6.0}.get(level)
    by_height: dict[int, list[float]] = {}
    lightest: dict[bool, list[float]] = {False: [], True: []}
    for a, b in _pairs(reports, "placed"):
        if a.get("x_mm") is None or b.get("x_mm") is None or not sure(b):
            continue
        error, height = math.hypot(a["x_mm"] - b["x_mm"], a["y_mm"] - b["y_mm"]), a.get("height", 1)
        by_height.setdefault(height, []).append(error)
        if a["cup"] == LIGHTEST:
            lightest[height > 1].append(error)
    return [
        rms(f"position, {LIGHTEST}", lightest[False] + lightest[True], most),
        rms(f"position, {LIGHTEST} on the table", lightest[False], most),
        rms(f"position, {LIGHTEST} on a stack", lightest[True], most),
        *(rms(f"position, all cups, {h - 1} below", by_height[h], None) for h in sorted(by_height)),
    ]


def _falls(reports: list[Report]) -> list[Row]:
    out = []
    for cause in CAUSES:
        n = sum(r["metrics"]["falls"][cause] for r in reports)
        found = sum(r["metrics"]["falls_detected_by_cause"][cause] for r in reports)
        out.append(rate(f"falls found, {cause}", n - found, n, 0.001))
    n = _count(reports, "falls_total")
    out.append(rate("falls told late", _count(reports, "falls_late"), n, None, good=False))
    wrong = found = quiet = quiet_missed = 0
    for r in reports:
        pairs, missed, _ = match(r["truth"], r["table"], "fell")
        found += len(pairs)
        wrong += sum(sure(b) and not fell_right(a, b, r["truth"]) for a, b in pairs)
        quiet += sum(e["kind"] == "fell" and "impact_t" not in e for e in r["truth"])
        quiet_missed += sum("impact_t" not in e for e in missed)
    out.append(
        rate("falls found that hit nothing", quiet_missed, quiet, None)
    )  # tipped over 20 degrees where they stood
    out.append(rate("fallen cups, wrong and sure", wrong, found, None, good=False))
    return out


def _per_hour(games: list[Report], rounds: list[Report]) -> list[Row]:
    out = []
    for figure, key, most, target in (
        ("false falls", "false_falls", 0.1, "<= 1 in 10 h"),
        ("falling cancelled", "falling_cancelled", 3.0, "<= 1 in 20 min"),
    ):
        if games or not rounds:
            out.append(per_hours(figure, _count(games, key), _hours(games), most, target))
        if rounds:
            nuisances = sum(n for r in rounds for act, n in _acts(r).items() if act in NUISANCES)
            row = per_hours(figure + ", in scenes", _count(rounds, key), _hours(rounds), None, REPORTED)
            out.append(Row(row.figure, row.value, row.target, f"{nuisances} nuisances", row.bound, ""))
    if games or not rounds:
        due = _count(games, "charges_due")
        out.append(rate("charged to the right player", due - _count(games, "charged_right"), due, 0.001))
    return out


def _hours(reports: list[Report]) -> float:
    return sum(r["metrics"]["hours"] for r in reports)


def _acts(report: Report) -> dict[str, int]:
    return report["metrics"].get("acts", {})


def _beliefs(rounds: list[Report]) -> list[Row]:
    """What the tracker believed when it was asked, whatever it had said."""
    out = []
    for when, words in (("fall", "after a fall"), ("scene", "after a scene")):
        checked = sum(_acts(r).get("checked " + when, 0) for r in rounds)
        wrong = sum(_acts(r).get("believed wrong " + when, 0) for r in rounds)
        out.append(rate(f"stacks believed right {words}", wrong, checked, None))
    return out


def _falling(reports: list[Report]) -> list[Row]:
    """How early `falling` is; a fall that it never announced is later than any other."""
    out = []
    for cause in CAUSES:
        times = [float(ms) for r in reports for ms in r["metrics"]["fall_latencies_by_cause"][cause]]
        n = sum(r["metrics"]["falls"][cause] for r in reports)
        times += [math.inf] * (n - len(times))
        if cause != "wobble":
            out.append(Row(f"falling, {cause}, median", spread(times, "ms"), REPORTED, str(n), "-", ""))
            continue
        late = sum(1 for ms in times if ms >= 0)
        low, high = odds.lower(late, n), odds.upper(late, n)
        bound, verdict = (f"late <= {100 * high:.1f} %", odds.verdict(low, high, 0.5)) if n else ("-", odds.OPEN)
        out.append(Row("falling, wobble, median", spread(times, "ms"), "< 0 ms", str(n), bound, verdict))
        soon = sum(1 for ms in times if ms > FALLING_SOON_MS)
        out.append(rate("falling, wobble, within 100 ms", soon, n, 0.01))
    return out


def _counting(games: list[Report]) -> list[Row]:
    waits = [w for r in games for w in r["metrics"].get("to_one_s", [])]
    late = sum(1 for w in waits if w > TO_ONE_S)
    verdict = odds.OPEN if not waits else odds.MISSED if late else odds.MET
    return [Row('release to "one"', spread(waits, "s", 2), "<= 0.7 s", str(len(waits)), f"{late} later", verdict)]


def _machine(reports: list[Report]) -> list[Row]:
    units = f"{len(reports)} units"
    lost, stalls = _count(reports, "samples_lost"), sum(r["metrics"].get("stalls", 0) for r in reports)
    value, target = (f"{lost} in {stalls} stalls", f"{A_STALL} a stall") if stalls else (str(lost), "0")
    out = [Row("samples lost", value, target, units, "-", odds.MISSED if lost > A_STALL * stalls else odds.MET)]
    longest = max((r["metrics"]["longest_step_ms"] for r in reports), default=0.0)
    return [*out, Row("longest step", f"{longest:.1f} ms", REPORTED, units, "-", "")]


def _speed(games: list[Report]) -> list[Row]:
    ratios = [r["metrics"]["speed"] for r in games if r["metrics"].get("speed")]
    if not ratios:
        return []
    verdict = odds.MET if min(ratios) > 1 else odds.MISSED
    value = f"median {sorted(ratios)[len(ratios) // 2]:.1f} x, slowest {min(ratios):.1f} x"
    return [Row("simulator, against real time", value, "> 1 x", f"{len(ratios)} games", "-", verdict)]


def rows(reports: list[Report], level: str) -> list[Row]:
    """Return the figures of units of one level ("all" for several); those that crashed have none."""
    reports = [r for r in reports if r["metrics"]]
    games = [r for r in reports if r.get("unit", [NATURAL])[0] != PROVOKED]
    rounds = [r for r in reports if r.get("unit", [NATURAL])[0] == PROVOKED]
    played = bool(games) or not rounds
    return [
        *_identity(reports),
        *_stacks(reports),
        *_positions(reports, level),
        *_removals(reports),
        *_falls(reports),
        *_falling(reports),
        *_per_hour(games, rounds),
        *(_beliefs(rounds) if rounds else []),
        *(_counting(games) if played else []),
        *_machine(reports),
        *_speed(games),
    ]
