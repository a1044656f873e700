"""What the table said, held against what happened: the report of a run or a game.

Data in: `truth` (from the physics) and `table` (from the firmware), lists of {"t": s, "kind": ...}, and the log of
the game. Data out: the report as one JSON object. How the two are matched is in matching.py; what is left over is
missed (truth) or false (table).
"""

import json
import math
from pathlib import Path
from statistics import median
from typing import Any

from .errors import DONE, MISSED
from .matching import WINDOW_S, Event, Pair, fell_right, late, match, stack_of, sure, wrong_stack

KINDS = ("placed", "removed", "falling", "falling-cancelled", "fell", "touch", "fault")
CAUSES = ("wobble", "placement", "removal", "bump")


def _judge(pairs: list[Pair]) -> tuple[int, int, int]:
    right = sum(1 for a, b in pairs if sure(b) and a["cup"] == b["cup"])
    unsure = sum(1 for _, b in pairs if not sure(b))
    return right, unsure, len(pairs) - right - unsure


def _position_rms(pairs: list[Pair]) -> float | None:
    squares = [
        (a["x_mm"] - b["x_mm"]) ** 2 + (a["y_mm"] - b["y_mm"]) ** 2
        for a, b in pairs
        if a.get("x_mm") is not None and b.get("x_mm") is not None
    ]
    return round(math.sqrt(sum(squares) / len(squares)), 2) if squares else None


def _falls(truth: list[Event], table: list[Event]) -> dict[str, Any]:
    pairs, missed, false = match(truth, table, "fell")
    told_late = late(truth, pairs, false)
    real = [e for e in truth if e["kind"] == "fell"]
    by_cause: dict[str, list[int]] = {c: [] for c in CAUSES}
    for fall in real:
        impact = fall.get("impact_t", fall["t"])
        said = _first_word(table, impact)
        if said is not None:
            by_cause.setdefault(fall.get("cause", ""), []).append(round(1000 * (said - impact)))
    latencies = [ms for times in by_cause.values() for ms in times]
    return {
        "falls": {c: sum(1 for e in real if e.get("cause") == c) for c in CAUSES},
        "falls_total": len(real),
        "falls_detected": len(pairs),
        "falls_detected_by_cause": {c: sum(1 for a, _ in pairs if a.get("cause") == c) for c in CAUSES},
        "falls_missed": len(missed),
        "falls_named_right": sum(1 for a, b in pairs if fell_right(a, b, truth)),
        "falls_late": len(told_late),
        "false_falls": len(false) - len(told_late),
        "fall_latency_ms": median(latencies) if latencies else None,
        "fall_latencies_by_cause": by_cause,
        "falling_cancelled": sum(1 for e in table if e["kind"] == "falling-cancelled"),
    }


def _first_word(table: list[Event], impact_t: float) -> float | None:
    """Return when a fall was first spoken of and that not taken back before the impact, or None."""
    said = None
    for event in table:
        if abs(event["t"] - impact_t) > WINDOW_S:
            continue
        if event["kind"] == "falling" and said is None:
            said = event["t"]
        elif event["kind"] == "falling-cancelled" and event["t"] < impact_t:
            said = None
    return said


def _charges(truth: list[Event], charges: list[Event]) -> dict[str, Any]:
    """Hold the players to whom cards were dealt for a fall against those whose turn the first cup fell in.

    After "three" that is the next player, whom the screen does not name yet: any other than the one who counted.
    """
    due = {}
    for e in truth:
        if e["kind"] == "fell" and e.get("player"):
            due.setdefault((e["player"], e.get("turn")), bool(e.get("after_three")))
    dealt = [(c["player"], c.get("turn")) for c in charges]
    right = 0
    for (player, turn), after_three in due.items():
        paid = [who for who, when in dealt if when == turn]
        right += any(who != player for who in paid) if after_three else player in paid
    return {"charges_due": len(due), "charged_right": right, "charged": len(dealt)}


def metrics(truth: list[Event], table: list[Event], charges: list[Event], extra: dict[str, Any]) -> dict[str, Any]:
    """Return the metrics; `extra` brings hours, samples_lost and longest_step_ms."""
    placed, missed, false = match(truth, table, "placed")
    right, unsure, wrong = _judge(placed)
    placed_late = late(truth, placed, false)
    removed, not_seen, phantom = match(truth, table, "removed")
    removed_late = late(truth, removed, phantom)
    right_r, unsure_r, wrong_r = _judge(removed)
    return {
        "placements": len(placed) + len(missed),
        "correct": right,
        "unsure": unsure,
        "wrong_and_sure": wrong,
        "missed": len(missed),
        "late": len(placed_late),
        "false_placements": len(false) - len(placed_late),
        "stack_errors": sum(1 for a, b in placed if wrong_stack(a, b)),
        "position_rms_mm": _position_rms(placed),
        "removals": len(removed) + len(not_seen),
        "removals_correct": right_r,
        "removals_unsure": unsure_r,
        "removals_wrong_and_sure": wrong_r,
        "removals_missed": len(not_seen),
        "removals_late": len(removed_late),
        "false_removals": len(phantom) - len(removed_late),
        **_falls(truth, table),
        **_charges(truth, charges),
        **extra,
    }


def _made_up(truth: list[Event], pairs: list[Pair], false: list[Event]) -> list[Event]:
    """Return what the table was sure of and what is not only told too late."""
    right = [id(said) for _, said in late(truth, pairs, false)]
    return [e for e in false if sure(e) and id(e) not in right]


def disagreements(truth: list[Event], table: list[Event]) -> list[str]:
    """Return, in words, every sure statement (placed, removed, fell) that the physics does not bear out."""
    out = []
    for kind in ("placed", "removed"):
        pairs, _, false = match(truth, table, kind)
        for a, b in pairs:
            if sure(b) and a["cup"] != b["cup"]:
                out.append(f"{b['t']:.2f} s: said {b['cup']} {kind}, it was {a['cup']}")
            elif kind == "placed" and wrong_stack(a, b):
                out.append(f"{b['t']:.2f} s: said {b['cup']} on {b['stack']}, it was on {stack_of(a)}")
        out += [f"{e['t']:.2f} s: said {e['cup']} {kind}, nothing of the kind" for e in _made_up(truth, pairs, false)]
    pairs, _, false = match(truth, table, "fell")
    for a, b in pairs:
        if sure(b) and not fell_right(a, b, truth):
            out.append(f"{b['t']:.2f} s: said {', '.join(b['cups'])} fell, it was {', '.join(a['cups'])}")
    out += [f"{e['t']:.2f} s: said {', '.join(e['cups'])} fell, nothing fell" for e in _made_up(truth, pairs, false)]
    return _by_time(out)


def unnoticed(truth: list[Event], table: list[Event]) -> list[str]:
    """Return, in words, what happened and was not told within 2 s, and when it was told."""
    out = []
    for kind in ("placed", "removed", "fell"):
        pairs, missed, false = match(truth, table, kind)
        told = {id(a): b["t"] for a, b in late(truth, pairs, false)}
        for e in missed:
            when = f", told at {told[id(e)]:.2f} s" if id(e) in told else ""
            out.append(f"{e['t']:.2f} s: {', '.join(e.get('cups') or [e['cup']])} {kind}{when}")
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
        "charges": charges,
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
