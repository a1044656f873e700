"""Plays random turns with the hands of the benchmark and compares the tracker with the physics.

`python tests/tracker/measure.py --level 1 --seeds 0 20 --turns 20`: prints each disagreement and, at the end, counts.
Not a test; the tests in this folder use `Session` with few turns.
"""

from __future__ import annotations

import argparse
import copy
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
from teatable.boards.geometry import CUPS
from teatable.sensing import Calibration, Sensing
from teatable.tracker import Tracker
from teatable.tracker import events as ev

from host_sim.devices.loadcell import CellErrors
from host_sim.world import hands
from tracker.feed import Feed


class Tape:
    """Random turns on one table, written down as the chips see them; what happens does not depend on the firmware."""

    def __init__(self, seed: int, level: int, noise: float = 1.0, nuisance: float = 0.1, provoke: float = 0.0,
                 spread: float = 1.0) -> None:  # fmt: skip
        self.spread = spread
        self.f = Feed(seed, level, CellErrors(noise_g=0.036 * noise))
        self.f.tape = self.rows = []
        self.rng = np.random.default_rng([seed, 0x5E55])
        self.nuisance, self.provoke = nuisance, provoke
        self.gain = self.f.sensing.calibration.counts_per_kg
        self.seen_truth = 0

    def act(self, action, what: str, settle_s: float = 1.2) -> list:
        """Do one thing with a hand, wait, write down what the physics says of it; returns the falls."""
        f = self.f
        hand = f.world.start(action)
        while not hand.done:
            f.step()
        self.rows.append(("let_go", f.t_ms, what))
        f.run(settle_s)
        for _ in range(4):
            if not f.world.truth._falling:
                break
            f.run(1.0)
        return self.mark(what)

    def mark(self, what: str) -> list:
        """Write down the truth since the last mark."""
        truth = copy.deepcopy(self.f.world.truth.events[self.seen_truth :])
        self.seen_truth += len(truth)
        self.rows.append(("mark", what, truth, self.f.world.truth.lying()))
        return [t for t in truth if t.kind == "fell"]

    def expect(self, *args) -> None:
        """Write down what the game expects."""
        self.rows.append(("expect", *args))

    def play(self, turns: int) -> list:
        """Play so many turns; return the tape."""
        f = self.f
        f.run(1.6)
        if f.level:
            f.motor(True)
            f.run(2.5)
        for _ in range(turns):
            self.turn()
            self.f.run(0.3)
            w = f.world
            real = sorted(w.truth.stacks())
            self.rows.append(("check", real, [[1000 * v for v in w.cup_xy_mm(s[0])] for s in real]))
            self.f.run(1.0)
        return self.rows

    def turn(self) -> None:
        rng, w = self.rng, self.f.world
        stacks = w.truth.stacks()
        off = [c for c in range(12) if c not in [k for s in stacks for k in s]]
        if stacks and (not off or rng.uniform() < 0.15):
            stack = stacks[rng.integers(len(stacks))]
            self.expect(ev.REMOVE, None, [s[0] for s in stacks])
            self.after(self.act(hands.remove(w, stack[-1]), "remove", 1.5))
            return
        cup = int(off[rng.integers(len(off))])
        kind = rng.integers(4)
        allowed = [[cup], [c for c in off if c % 4 == cup % 4], [c for c in off if c // 4 == cup // 4], off][kind]
        fresh = not stacks or (len(stacks) < 3 and rng.uniform() < 0.25)
        where = [ev.NEW_STACK] if fresh else [s[0] for s in stacks]
        self.expect(ev.PLACE, allowed, where)
        wrong = rng.uniform() < 0.03
        if wrong:
            cup = int(off[rng.integers(len(off))])
        self.after(self.act(self.place(cup, fresh, stacks), f"place {CUPS[cup]}", 1.2))
        self.expect(ev.NOTHING)
        self.after(self.act(self.nothing(), "count", 1.0 if not self.provoke else 2.0))

    def place(self, cup: int, fresh: bool, stacks):
        rng, w = self.rng, self.f.world
        where: dict = {}
        dx, dy = rng.normal(0, 4 * self.spread, 2)
        if fresh:
            for _ in range(200):
                x, y = rng.uniform(-100, 100, 2)
                near = [np.hypot(x - p[0], y - p[1]) for p in [w.cup_xy_mm(s[0]) for s in stacks]]
                if np.hypot(x, y) < 105 and all(d > 85 for d in near):
                    break
            where = {"x_mm": x, "y_mm": y}
        else:
            where = {"on": stacks[rng.integers(len(stacks))][-1], "dx_mm": dx, "dy_mm": dy}
        drop = rng.uniform(0, 8) if rng.uniform() < 0.3 else 0.0
        return hands.place(
            w, cup, **where, tilt_deg=abs(rng.normal(0, 2 * self.spread)), tilt_dir_deg=rng.uniform(0, 360),
            press_n=rng.uniform(0.2, 3), press_s=rng.uniform(0.1, 1.5), ramp_s=rng.uniform(0.3, 2.0), drop_mm=drop,
            touches=1 if rng.uniform() < 0.1 else 0,
        )  # fmt: skip

    def nothing(self):
        """What happens in the count: mostly nothing, now and then a nuisance or a provoked fall."""
        rng, w = self.rng, self.f.world
        on = [c for s in w.truth.stacks() for c in s]
        u = rng.uniform()
        if on and u < self.provoke:
            cup = int(on[rng.integers(len(on))])
            return hands.push(w, cup, speed_mm_s=rng.uniform(150, 500), angle_deg=rng.uniform(0, 360))
        u = rng.uniform()
        if u < self.nuisance:
            return hands.bump(w, impulse_ns=rng.uniform(0.2, 1.0), angle_deg=rng.uniform(0, 360))
        if u < 2 * self.nuisance:
            return hands.lean(
                w, force_n=rng.uniform(5, 20), x_mm=rng.uniform(-90, 90), y_mm=rng.uniform(-90, 90),
                s=rng.uniform(0.5, 2),
            )  # fmt: skip
        if u < 3 * self.nuisance and on:
            return hands.steady(w, int(on[rng.integers(len(on))]), angle_deg=rng.uniform(0, 360))
        return _wait(w, 1.0)

    def after(self, falls) -> None:
        """Clear what fell, cup by cup."""
        w = self.f.world
        if not falls:
            return
        self.f.motor(False)
        for _ in range(14):
            down = w.truth.fallen()
            if not down:
                break
            self.expect(ev.CLEAR)
            self.act(hands.remove(w, down[0]), "clear", 1.2)
        self.f.motor(True)
        self.f.run(2.0)
        self.mark("after")


class Session:
    """The firmware run over one tape, and its disagreements with the physics."""

    def __init__(self, seed: int, rows: list, gain: list) -> None:
        self.seed = seed
        calibration = Calibration(counts_per_kg=gain)
        self.sensing = Sensing(calibration)
        self.tracker = Tracker(calibration.cup_mass_mg)
        self.count: Counter = Counter()
        self.errors: list[str] = []
        self.offs: list[float] = []
        self.rest_ms: list[int] = []
        self.told_ms: list[int] = []
        self.early: list[tuple[str, int]] = []
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

    def _expect(self, *args) -> None:
        self.tracker.expect(*args)

    def _check(self, real, places) -> None:
        t = self.tracker
        if sorted(t.stacks) != real or t.lying:
            self.count["state-wrong"] += 1
            self.say(f"STATE believed {sorted(t.stacks)} lying {t.lying} real {real}")
            t.begin(real, places)
        self.events.clear()

    def _mark(self, what, truth, lying) -> None:
        events = list(self.events)
        self.events.clear()
        self.compare(what, truth, events, lying)

    def compare(self, what: str, truth: list, events: list, lying: dict) -> None:
        placed = [t for t in truth if t.kind == "placed"]
        removed = [t for t in truth if t.kind in ("removed", "cleared")]
        falls = [t for t in truth if t.kind == "fell"]
        fell = [e for e in events if e.kind == ev.FELL]
        note = f"{what}: truth {[(t.kind, t.cup, t.stack, t.cups, t.cause) for t in truth]} table {events}"
        self.falls(falls, fell, placed, note, events)
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

    def falls(self, falls, fell, placed, note, events) -> None:
        for t in falls:
            self.count["falls " + t.cause] += 1
            if fell:
                want = sorted(set(t.cups))
                got = sorted({c for e in fell for c in e.cups})
                if want != got:
                    self.count["fell-cups-wrong" if fell[-1].sure else "fell-cups-unsure"] += 1
                    self.say(f"FELL CUPS {want} {got} " + note)
                first = t.t_impact_ms if t.t_impact_ms >= 0 else t.t_edge_ms
                for e in events:
                    if e.kind == ev.FALLING and first >= 0:
                        self.early.append((t.cause, e.t_ms - first))
                        break
            else:
                self.count["fall-missed"] += 1
                self.say("FALL MISSED " + note)
        if any(not e.again for e in fell) and not falls:
            self.count["fall-false"] += 1
            self.say("FALSE FALL " + note)


def _wait(world, s: float):
    def write(hand):
        for _ in range(round(s * 1000)):
            yield

    return hands.Action("wait", -1, write)


def main() -> None:
    p = argparse.ArgumentParser()
    p.add_argument("--level", type=int, default=0)
    p.add_argument("--seeds", type=int, nargs=2, default=(0, 4))
    p.add_argument("--turns", type=int, default=15)
    p.add_argument("--noise", type=float, default=1.0)
    p.add_argument("--nuisance", type=float, default=0.1)
    p.add_argument("--provoke", type=float, default=0.0)
    p.add_argument("--spread", type=float, default=1.0, help="how unsteady the hands are")
    p.add_argument("--tapes", default="build/tapes", help="folder in which what the chips said is kept")
    p.add_argument("--record", action="store_true", help="only make the tapes")
    a = p.parse_args()
    total: Counter = Counter()
    offs, rests, told, early = [], [], [], []
    start, virtual = time.time(), 0.0
    for seed in range(*a.seeds):
        file = Path(a.tapes) / f"{a.level}-{seed}-{a.turns}-{a.noise}-{a.nuisance}-{a.provoke}-{a.spread}.tape"
        if not file.exists():
            tape = Tape(seed, a.level, a.noise, a.nuisance, a.provoke, a.spread)
            file.parent.mkdir(parents=True, exist_ok=True)
            file.write_bytes(pickle.dumps((tape.play(a.turns), tape.gain)))
        if a.record:
            continue
        rows, gain = pickle.loads(file.read_bytes())
        s = Session(seed, rows, gain)
        for e in s.errors:
            print(e)
        total += s.count
        offs += s.offs
        rests += s.rest_ms
        early += s.early
        told += s.told_ms
        virtual += s.t_ms / 1e3
    print(dict(sorted(total.items())))
    if offs:
        print("position rms mm", round(float(np.sqrt(np.mean(np.square(offs)))), 2), "max", round(max(offs), 2))
        print("release to placed ms median, 95 %, max", np.percentile(told, [50, 95, 100]))
        print("release to rest ms median, 95 %, max", np.percentile(rests, [50, 95, 100]))
    for cause in {c for c, _ in early}:
        d = [v for c, v in early if c == cause]
        print("falling before impact", cause, len(d), np.percentile(d, [5, 50, 95]))
    print("virtual s", round(virtual), "real s", round(time.time() - start))


if __name__ == "__main__":
    main()
