"""Which statement of the table belongs to which happening: matching, and what is right of what belongs together.

Data in: `truth` (from the physics), `table` (from the firmware), lists of {"t": s, "kind": ...}. Data out: pairs, what
was missed, what is false. An event matches one of its kind within 2 s, each once: first those of the same cup, then the
nearest. What happens under a hand that leans on the table cannot show before the hand lets go (`felt_t`): the 2 s count
from there.
"""

from bisect import bisect_left, bisect_right
from typing import Any

WINDOW_S = 2.0
LATE_S = 15.0  # what is told later still is another statement

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
            if said[j].get("perhaps") and (a.get("fallen") or a["cup"] not in said[j]["candidates"]):
                continue  # where it did fall, the fall tells of it
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


def late(truth: list[Event], pairs: list[Pair], false: list[Event]) -> list[Pair]:
    """Return the pairs of an event and what was rightly said of it, too late: if missed it stays so, yet none is false.

    Of one kind, as `match` returns them. Rightly: while it still was so, that is before anything else happened to that
    cup; of a fall, with the cups that fell. That a fallen cup was cleared away may be said late as well as not at all.
    """
    out = []
    told = [id(a) for a, _ in pairs]
    for said in false:
        for real in truth:
            if real["kind"] != said["kind"] or id(real) in told or (real.get("fallen") and said["kind"] != "removed"):
                continue
            if not 0 < said["t"] - real["t"] <= LATE_S or any(real is a for a, _ in out):
                continue
            if said["kind"] == "fell":
                right = fell_right(real, said, truth)
            else:
                right = real["cup"] == said.get("cup") and not any(
                    real["cup"] in (e.get("cups") or [e.get("cup")])
                    for e in truth
                    if e is not real and real["t"] <= e["t"] < said["t"] and e["kind"] != "touch"
                )
            if right:
                out.append((real, said))
                break
    return out


def wrong_stack(real: Event, said: Event) -> bool:
    """Tell whether the table was sure of a stack and it was another one."""
    return bool(said.get("stack")) and sure(said) and stack_of(real) != stack_of(said)


def stack_of(event: Event) -> str:
    """Return the bottom cup of the stack that an event names; a cup that stands alone is its own."""
    return event.get("stack") or event["cup"]


def fell_right(real: Event, said: Event, truth: list[Event]) -> bool:
    """Tell whether the table named the cups that fell.

    One that was never at rest after its release may be left out; what fell since, until the table corrected itself as
    it was cleared, may be named too.
    """
    loose = {
        e["cup"] for e in truth if e.get("fallen") and e["kind"] == "placed" and abs(e["t"] - real["t"]) <= WINDOW_S
    }
    named, fallen = set(said["cups"]), set(real["cups"])
    since = set(fallen)
    for other in truth:
        if other["kind"] == "fell" and real["t"] < other["t"] <= said.get("corrected_t", real["t"]):
            since |= set(other["cups"])
    return fallen - loose <= named <= since
