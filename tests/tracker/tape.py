"""Plays random turns with the hands of the benchmark and writes down what the chips say: a tape.

A tape is a list of rows (kind, ...) in order of time; what happens on it does not depend on the firmware, so it can be
run through the firmware again in seconds after every change there. Measured by measure.py.

`python tests/tracker/tape.py --level 1 --seeds 0 20 --turns 20`: writes one tape a seed.
"""

from __future__ import annotations

import argparse
import copy
import pickle
import sys
from pathlib import Path

if __name__ == "__main__":
    root = Path(__file__).resolve().parents[2]
    sys.path[:0] = [str(root), str(root / "firmware"), str(root / "tests")]

import numpy as np
from teatable.boards.geometry import CUPS
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
        if f.world.truth.lying():
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


def _wait(world, s: float):
    def write(hand):
        for _ in range(round(s * 1000)):
            yield

    return hands.Action("wait", -1, write)


def main() -> None:
    p = argparse.ArgumentParser(description=__doc__)
    p.add_argument("--level", type=int, default=0)
    p.add_argument("--seeds", type=int, nargs=2, default=(0, 4))
    p.add_argument("--turns", type=int, default=15)
    p.add_argument("--noise", type=float, default=1.0)
    p.add_argument("--nuisance", type=float, default=0.1)
    p.add_argument("--provoke", type=float, default=0.0)
    p.add_argument("--spread", type=float, default=1.0, help="how unsteady the hands are")
    p.add_argument("--tapes", default="build/tapes", help="folder in which what the chips said is kept")
    a = p.parse_args()
    for seed in range(*a.seeds):
        file = Path(a.tapes) / f"{a.level}-{seed}-{a.turns}-{a.noise}-{a.nuisance}-{a.provoke}-{a.spread}.tape"
        if not file.exists():
            tape = Tape(seed, a.level, a.noise, a.nuisance, a.provoke, a.spread)
            file.parent.mkdir(parents=True, exist_ok=True)
            file.write_bytes(pickle.dumps((tape.play(a.turns), tape.gain)))


if __name__ == "__main__":
    main()
