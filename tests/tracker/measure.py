"""Runs the firmware over tapes and compares what it tells with the physics.

`python tests/tracker/measure.py build/tapes/*.tape`: prints each disagreement and, at the end, counts. A tape is made
by tape.py (natural turns) or scenes.py (provoked ones) and can be run again in seconds after every change.
"""

from __future__ import annotations

import argparse
import pickle
import sys
import time
from array import array
from collections import Counter
from pathlib import Path

if __name__ == "__main__":
    root = Path(__file__).resolve().parents[2]
    sys.path[:0] = [str(root), str(root / "firmware"), str(root / "tests")]

import numpy as np
from teatable.sensing import Calibration, Sensing
from teatable.tracker import Tracker
from teatable.tracker import events as ev


class Session:
    """The firmware run over one tape, and its disagreements with the physics."""

    def __init__(self, seed: str, rows: list, gain: list) -> None:
        self.seed = seed
        calibration = Calibration(counts_per_kg=gain)
        self.sensing = Sensing(calibration)
        self.tracker = Tracker(calibration.cup_mass_mg)
        self.count: Counter = Counter()
        self.errors: list[str] = []
        self.offs: list[float] = []
        self.rest_ms: list[int] = []
        self.told_ms: list[int] = []
        self.latency: list[tuple[str, int | None]] = []  # of "falling", by cause; None: the fall was missed
        self.late: list = []  # falls of the last mark that were not told by then
        self.early: list = []  # what was told of them
        self.events: list = []
        self.t_ms = 0
        self.log: list | None = None
        self._released = -1
        for row in rows:
            getattr(self, "_" + row[0])(*row[1:])

    def say(self, text: str) -> None:
        self.errors.append(f"seed {self.seed} t {self.t_ms / 1000:.2f}: {text}")

    def _sample(self, now, rows, counts, t_us) -> None:
        s, t = self.sensing, self.tracker
        self.t_ms = t_us // 1000
        r = array("h", rows)
        s.imu(r, len(r) // 6, now)
        if not s.sample(now, counts, 0):
            return
        t.step(now, s)
        while t.think():
            pass
        while (e := t.next_event()) is not None:
            e.t_ms = self.t_ms
            if e.kind not in (ev.TOUCH, ev.UNTOUCH, ev.KNOCK):
                self.events.append(e)
        if self.log is not None:
            b = s.balance
            self.log.append((t_us * 1e-6, b.r, b.rx, b.ry, s.at_rest, t.state))
        if self._released >= 0 and self.t_ms > self._released + 20 and t.at_rest:
            self.rest_ms.append(self.t_ms - self._released)
            self._released = -1

    def _let_go(self, t_ms, what) -> None:
        self._released = t_ms if what.startswith("place") else -1

    def _begin(self, stacks, places) -> None:
        self.tracker.begin(stacks, places)
        self._give_up("the next scene")
        self.events.clear()

    def _expect(self, *args) -> None:
        self.tracker.expect(*args)

    def _check(self, real, places) -> None:
        self._give_up("check")
        t = self.tracker
        if sorted(t.stacks) != real or t.lying:
            self.count["state-wrong"] += 1
            self.say(f"STATE believed {sorted(t.stacks)} lying {t.lying} real {real}")
            t.begin(real, places)
        self.events.clear()

    def _mark(self, what, truth, lying) -> None:
        events = list(self.events)
        self.events.clear()
        if what == "set up":
            return
        self.compare(what, truth, events, lying)

    def _give_up(self, what: str) -> None:
        """The falls that were not told by now have been missed."""
        for t in self.late:
            self.count["fall-missed"] += 1
            self.count["falls " + t.cause] += 1
            self.latency.append((t.cause, None))
            self.say(f"FALL MISSED {t.cups} {t.cause} before {what}, begun {t.t_ms / 1000:.2f}")
        self.late = []

    def compare(self, what: str, truth: list, events: list, lying: dict) -> None:
        placed = [t for t in truth if t.kind == "placed"]
        removed = [t for t in truth if t.kind in ("removed", "cleared")]
        falls = [t for t in truth if t.kind == "fell"]
        fell = [e for e in events if e.kind == ev.FELL]
        note = f"{what}: truth {[(t.kind, t.cup, t.stack, t.cups, t.cause) for t in truth]} table {events}"
        self.falls(what, falls, fell, placed, note, events)
        fallen = {c for t in falls for c in t.cups} | {c for e in fell for c in e.cups}
        told = [e for e in events if e.kind == ev.PLACED]
        for t in placed:
            mine = [e for e in told if e.cup == t.cup or t.cup in e.candidates]
            if not mine and t.cup in fallen:
                self.count["placed-and-fallen"] += 1
                continue
            self.count["placed"] += 1
            if not mine:
                self.count["place-wrong" if told else "place-missed"] += 1
                self.say("PLACE " + note)
                continue
            e = mine[-1]
            self.told_ms.append(e.t_ms - t.t_ms)
            told.remove(e)
            if not e.sure:
                self.count["place-unsure"] += 1
                self.say("unsure " + note)
                continue
            stack = e.stack if e.stack >= 0 else e.cup
            if stack != t.stack and t.cup not in fallen:
                self.count["stack-wrong"] += 1
                self.say("STACK " + note)
            if t.cup not in fallen:
                e = next((s for s in events if s.kind == ev.SPOTTED and s.cup == t.cup and s.t_ms >= e.t_ms), e)
                self.offs.append(float(np.hypot(e.x_um / 1000 - t.x_mm, e.y_um / 1000 - t.y_mm)))
        for _ in told:
            self.count["place-false"] += 1
            self.say("FALSE PLACE " + note)
        gone = [e.cup for e in events if e.kind == ev.REMOVED]
        for t in removed:
            self.count["removed"] += 1
            if t.cup in gone:
                gone.remove(t.cup)
            elif t.cup not in fallen and not (t.kind == "cleared" and t.cup not in self.tracker.lying):
                self.count["remove-missed"] += 1
                self.say("REMOVE " + note)
        for c in gone:
            self.count["remove-false"] += 1
            self.say(f"FALSE REMOVE {c} " + note)
        for e in events:
            if e.kind in (ev.QUESTION, ev.FALLING, ev.FALLING_CANCELLED, ev.FOREIGN):
                self.count[ev.NAMES[e.kind] + (" " + e.question if e.question else "")] += 1
                if e.kind in (ev.QUESTION, ev.FOREIGN):
                    self.say(ev.NAMES[e.kind] + " " + note)

    @staticmethod
    def first_word(early: list, first: int) -> int | None:
        """Return when the fall was first spoken of and not taken back before its first impact."""
        when = None
        for e in early:
            if e.kind == ev.FALLING_CANCELLED and e.t_ms < first:
                when = None
            elif e.kind != ev.FALLING_CANCELLED and when is None:
                when = e.t_ms
        return when

    def falls(self, what, falls, fell, placed, note, events) -> None:
        """Compare the falls of this mark, and those of the last that were not told yet, with what was told."""
        early = [e for e in events if e.kind in (ev.FALLING, ev.FALLING_CANCELLED, ev.FELL)]
        if not fell:
            self._give_up(note)
            self.late = falls
            self.early = early
            if not falls:
                n = sum(e.kind == ev.FALLING for e in events)
                self.count["falling-false " + " ".join(w for w in what.split() if not w.isdigit())] += n
            return
        early = self.early + early
        told = self.late + falls
        self.late, self.early = [], []
        if not told:
            if any(not e.again for e in fell):
                self.count["fall-false"] += 1
                self.say("FALSE FALL " + note)
            return
        want = sorted({c for t in told for c in t.cups})
        for t in told:
            self.count["falls " + t.cause] += 1
            first = min([v for v in (t.t_impact_ms, t.t_edge_ms) if v >= 0], default=-1)
            when = self.first_word([e for e in early if e.t_ms > first - 3000], first)
            if first >= 0 and when is not None:
                self.latency.append((t.cause, when - first))
        wrong = [e for e in fell if e.sure and sorted(e.cups) != want]
        if wrong and not set(wrong[0].cups) <= set(want):
            self.count["fell-wrong-and-sure"] += 1
            self.say(f"FELL WRONG AND SURE {want} {wrong[0].cups} " + note)
        elif sorted(fell[-1].cups) != want:
            self.count["fell-cups-unsure" if not fell[-1].sure else "fell-cups-partly"] += 1
            self.say(f"FELL CUPS {want} {sorted(fell[-1].cups)} sure={fell[-1].sure} " + note)
        else:
            self.count["fell-right"] += 1
            self.count["fell-right-and-sure"] += fell[0].sure


def main() -> None:
    p = argparse.ArgumentParser(description=__doc__)
    p.add_argument("tapes", nargs="+", type=Path, help="tapes made by tape.py and scenes.py")
    p.add_argument("--quiet", action="store_true", help="print the counts only")
    a = p.parse_args()
    total: Counter = Counter()
    offs, rests, told, latency = [], [], [], []
    start, virtual = time.time(), 0.0
    for file in a.tapes:
        rows, gain = pickle.loads(file.read_bytes())
        s = Session(file.stem, rows, gain)
        for e in s.errors if not a.quiet else []:
            print(e)
        total += s.count
        offs += s.offs
        rests += s.rest_ms
        latency += s.latency
        told += s.told_ms
        virtual += s.t_ms / 1e3
    print(dict(sorted(total.items())))
    if offs:
        print("position rms mm", round(float(np.sqrt(np.mean(np.square(offs)))), 2), "max", round(max(offs), 2))
        print("release to placed ms median, 95 %, max", np.percentile(told, [50, 95, 100]))
    if rests:
        print("release to rest ms median, 95 %, max", np.percentile(rests, [50, 95, 100]))
    for cause in sorted({c for c, _ in latency}):
        d = [5000 if v is None else v for c, v in latency if c == cause]
        print(f"falling against the first impact or edge, ms, {cause}: cases {len(d)}, 5 50 95 99 % ",
              np.percentile(d, [5, 50, 95, 99]).round())  # fmt: skip
    print("virtual s", round(virtual), "real s", round(time.time() - start, 1))


if __name__ == "__main__":
    main()
