"""What the table said, held against what happened: the report of a run or a game.

Data in: `truth` (from the physics) and `table` (from the firmware), lists of {"t": s, "kind": ...}, and the log of
the game. Data out: the report as one JSON object. An event matches one of its kind within 2 s, each once: first those
of the same cup, then the nearest; what is left over is missed (truth) or false (table). What happens under a hand that
leans on the table cannot show before the hand lets go (`felt_t`): the 2 s count from there.
"""

import json
import math
from bisect import bisect_left, bisect_right
from pathlib import Path
from statistics import median
from typing import Any

from .errors import DONE, MISSED

WINDOW_S = 2.0
KINDS = ("placed", "removed", "falling", "falling-cancelled", "fell", "touch", "fault")
CAUSES = ("wobble", "placement", "removal", "bump")

Event = dict[str, Any]
Pair = tuple[Event, Event]


def match(truth: list[Event], table: list[Event], kind: str) -> tuple[list[Pair], list[Event], list[Event]]:
    """Return (pairs of truth and table, missed truth, false table) of one kind, as the head of this file says.

    That a fallen cup was cleared away, or was put down in the second before it fell, may be told or not: the fall tells
    of it, and it is never missed.
    """
    real = [e for e in truth if e["kind"] == kind]
    said = [e for e in table if e["kind"] == kind and not e.get("answered")]
    if kind == "placed":  # "perhaps it fell" leaves open that the cup was only put down
        said += [
            {"t": e["t"], "kind": kind, "cup": None, "candidates": e["cups"], "perhaps": True}
            for e in table
            if e["kind"] == "fell" and not sure(e)
        ]
    times = sorted((e["t"], j) for j, e in enumerate(said))
    near = []
    for i, a in enumerate(real):
        first = bisect_left(times, (a["t"] - WINDOW_S, -1))
        last = bisect_right(times, (a.get("felt_t", a["t"]) + WINDOW_S, len(said)))
        for t, j in times[first:last]:
            if said[j].get("perhaps") and a["cup"] not in said[j]["candidates"]:
                continue
            near.append((a.get("cup") != said[j].get("cup"), abs(a["t"] - t), i, j))
    near.sort()
    left, right, pairs = set(range(len(real))), set(range(len(said))), []
    for _, _, i, j in near:
        if i in left and j in right:
            left.remove(i)
            right.remove(j)
            pairs.append((real[i], said[j]))
    pairs.sort(key=lambda p: p[0]["t"])
    missed = [real[i] for i in sorted(left) if not real[i].get("fallen")]
    return pairs, missed, [said[j] for j in sorted(right) if not said[j].get("perhaps")]


def sure(event: Event) -> bool:
    """Tell whether the table was sure: it named one cup and no candidates, or said what fell without a doubt."""
    if event["kind"] == "fell":
        return event.get("sure", True)
    return bool(event.get("cup")) and not event.get("candidates")


def _judge(pairs: list[Pair]) -> tuple[int, int, int]:
    right = sum(1 for a, b in pairs if sure(b) and a["cup"] == b["cup"])
    unsure = sum(1 for _, b in pairs if not sure(b))
    return right, unsure, len(pairs) - right - unsure


def wrong_stack(real: Event, said: Event) -> bool:
    """Tell whether the table was sure of a stack and it was another one."""
    return bool(said.get("stack")) and sure(said) and _stack(real) != _stack(said)


def _stack(event: Event) -> str:
    return event.get("stack") or event["cup"]


def _position_rms(pairs: list[Pair]) -> float | None:
    squares = [
        (a["x_mm"] - b["x_mm"]) ** 2 + (a["y_mm"] - b["y_mm"]) ** 2
        for a, b in pairs
        if a.get("x_mm") is not None and b.get("x_mm") is not None
    ]
    return round(math.sqrt(sum(squares) / len(squares)), 2) if squares else None


def fell_right(real: Event, said: Event, truth: list[Event]) -> bool:
    """Tell whether the table named the cups that fell; one that was never at rest after its release may be left out."""
    loose = {
        e["cup"] for e in truth if e.get("fallen") and e["kind"] == "placed" and abs(e["t"] - real["t"]) <= WINDOW_S
    }
    named, fallen = set(said["cups"]), set(real["cups"])
    return fallen - loose <= named <= fallen


def _falls(truth: list[Event], table: list[Event]) -> dict[str, Any]:
    pairs, missed, false = match(truth, table, "fell")
    real = [e for e in truth if e["kind"] == "fell"]
    by_cause: dict[str, list[int]] = {c: [] for c in CAUSES}
    for fall in real:
        impact = fall.get("impact_t", fall["t"])
        said = [e["t"] for e in table if e["kind"] == "falling" and abs(e["t"] - impact) <= WINDOW_S]
        if said:
            by_cause.setdefault(fall.get("cause", ""), []).append(round(1000 * (min(said) - impact)))
    latencies = [ms for times in by_cause.values() for ms in times]
    return {
        "falls": {c: sum(1 for e in real if e.get("cause") == c) for c in CAUSES},
        "falls_total": len(real),
        "falls_detected": len(pairs),
        "falls_detected_by_cause": {c: sum(1 for a, _ in pairs if a.get("cause") == c) for c in CAUSES},
        "falls_missed": len(missed),
        "falls_named_right": sum(1 for a, b in pairs if fell_right(a, b, truth)),
        "false_falls": len(false),
        "fall_latency_ms": median(latencies) if latencies else None,
        "fall_latencies_by_cause": by_cause,
        "falling_cancelled": sum(1 for e in table if e["kind"] == "falling-cancelled"),
    }


def _charges(truth: list[Event], charges: list[Event]) -> dict[str, Any]:
    """Hold the players to whom cards were dealt for a fall against those whose turn the first cup fell in."""
    due = [e for e in truth if e["kind"] == "fell" and e.get("player")]
    turns: list[tuple[str, Any]] = []
    for fall in due:
        key = (fall["player"], fall.get("turn"))
        if key not in turns:
            turns.append(key)
    dealt = [(c["player"], c.get("turn")) for c in charges]
    right = sum(1 for t in turns if t in dealt)
    return {"charges_due": len(turns), "charged_right": right, "charged": len(dealt)}


def metrics(truth: list[Event], table: list[Event], charges: list[Event], extra: dict[str, Any]) -> dict[str, Any]:
    """Return the metrics of design.md; `extra` brings hours, samples_lost and longest_step_ms."""
    placed, missed, false = match(truth, table, "placed")
    right, unsure, wrong = _judge(placed)
    removed, not_seen, phantom = match(truth, table, "removed")
    right_r, unsure_r, wrong_r = _judge(removed)
    return {
        "placements": len(placed) + len(missed),
        "correct": right,
        "unsure": unsure,
        "wrong_and_sure": wrong,
        "missed": len(missed),
        "false_placements": len(false),
        "stack_errors": sum(1 for a, b in placed if wrong_stack(a, b)),
        "position_rms_mm": _position_rms(placed),
        "removals": len(removed) + len(not_seen),
        "removals_correct": right_r,
        "removals_unsure": unsure_r,
        "removals_wrong_and_sure": wrong_r,
        "removals_missed": len(not_seen),
        "false_removals": len(phantom),
        **_falls(truth, table),
        **_charges(truth, charges),
        **extra,
    }


def disagreements(truth: list[Event], table: list[Event]) -> list[str]:
    """Return, in words, every sure statement (placed, removed, fell) that the physics does not bear out."""
    out = []
    for kind in ("placed", "removed"):
        pairs, _, false = match(truth, table, kind)
        for a, b in pairs:
            if sure(b) and a["cup"] != b["cup"]:
                out.append(f"{b['t']:.2f} s: said {b['cup']} {kind}, it was {a['cup']}")
            elif kind == "placed" and wrong_stack(a, b):
                out.append(f"{b['t']:.2f} s: said {b['cup']} on {b['stack']}, it was on {_stack(a)}")
        out += [f"{e['t']:.2f} s: said {e['cup']} {kind}, nothing of the kind" for e in false if sure(e)]
    pairs, _, false = match(truth, table, "fell")
    for a, b in pairs:
        if sure(b) and not fell_right(a, b, truth):
            out.append(f"{b['t']:.2f} s: said {', '.join(b['cups'])} fell, it was {', '.join(a['cups'])}")
    out += [f"{e['t']:.2f} s: said {', '.join(e['cups'])} fell, nothing fell" for e in false if sure(e)]
    return _by_time(out)


def unnoticed(truth: list[Event], table: list[Event]) -> list[str]:
    """Return, in words, what happened and was not told within 2 s."""
    out = []
    for kind in ("placed", "removed", "fell"):
        for e in match(truth, table, kind)[1]:
            out.append(f"{e['t']:.2f} s: {', '.join(e.get('cups') or [e['cup']])} {kind}")
    return _by_time(out)


def _by_time(lines: list[str]) -> list[str]:
    return sorted(lines, key=lambda line: float(line.split()[0]))


def build(
    truth: list[Event], table: list[Event], game: list[Any], charges: list[Event], extra: dict[str, Any]
) -> dict[str, Any]:
    """Return the whole report."""
    return {
        "truth": truth,
        "table": table,
        "game": game,
        "metrics": metrics(truth, table, charges, extra),
        "disagreements": disagreements(truth, table),
        "unnoticed": unnoticed(truth, table),
    }


def write(report: dict[str, Any], path: Path | None) -> None:
    """Write the report as JSON, if a path is given."""
    if path is not None:
        path.write_text(json.dumps(report, indent=1) + "\n", encoding="utf-8")


def agreement_table(figures: dict[str, Any]) -> str:
    """Return the table of placements, removals and falls: what the physics did against what the table was sure of."""
    rows = [
        ("", "happened", "right", "unsure", "wrong and sure", "not noticed", "made up"),
        ("placements", *(figures[k] for k in ("placements", "correct", "unsure", "wrong_and_sure", "missed")),
         figures["false_placements"]),
        ("removals", *(figures["removals" + k] for k in ("", "_correct", "_unsure", "_wrong_and_sure", "_missed")),
         figures["false_removals"]),
        ("falls", figures["falls_total"], figures["falls_detected"], 0, 0, figures["falls_missed"],
         figures["false_falls"]),
    ]  # fmt: skip
    widths = [max(len(str(row[i])) for row in rows) for i in range(len(rows[0]))]
    return "\n".join(
        "  ".join(str(c).rjust(w) if i else str(c).ljust(w) for i, (c, w) in enumerate(zip(r, widths, strict=True)))
        for r in rows
    )


def conclude(made: dict[str, Any]) -> int:
    """Print how table and physics agree; return MISSED when a sure statement of the table was wrong, else DONE."""
    print()
    print(agreement_table(made["metrics"]))
    for line in made["disagreements"]:
        print("disagrees: " + line)
    for line in made["unnoticed"]:
        print("not noticed within 2 s: " + line)
    return MISSED if made["disagreements"] else DONE
