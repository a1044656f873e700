"""Records scenes of one kind after another: known stacks, one act of a hand (or only the wobble), what came of it.

`python tests/tracker/scenes.py --kind edge-place --level 2 --seed 1 --count 20`: writes a tape for measure.py. Where
natural turns give one case in many minutes, a tape of scenes gives one in some seconds.
"""

from __future__ import annotations

import argparse
import math
import pickle
import sys
from pathlib import Path

if __name__ == "__main__":
    root = Path(__file__).resolve().parents[2]
    sys.path[:0] = [str(root), str(root / "firmware"), str(root / "tests")]

import numpy as np
from teatable.tracker import events as ev

from host_sim.world import hands, player_hands, provoked_hands
from host_sim.world.falls import hand_offsets, tower
from tracker.tape import Tape


class Scenes(Tape):
    """A tape of scenes; each begins with stacks set up without a hand and told to the tracker."""

    def record(self, kind: str, count: int) -> list:
        """Record `count` scenes of `kind`, a method of this class; return the tape."""
        self.f.run(1.6)
        self.f.motor(True)
        self.f.run(2.5)
        for _ in range(count):
            getattr(self, kind.replace("-", "_"))()
            self.clear()
        return self.rows

    def clear(self) -> None:
        """Take everything off the table without a hand."""
        w = self.f.world
        for cup in range(12):
            w.shelve(cup)
            w.truth.forget(cup)
        w.truth._fall = None
        self.f.world.tilt_rad = math.radians(1.0)
        self.f.run(0.3)

    def set_up(self, stacks: list, spots: list) -> bool:
        """Put stacks on the table and tell the tracker; return False when they do not stand."""
        w = self.f.world
        self.f.run(0.4)
        for cups, (x, y) in zip(stacks, spots, strict=True):
            w.put_stack(cups, x, y, hand_offsets(self.rng, cups))
        self.f.run(1.0)  # the tracker compares with what has been weighed
        self.rows.append(("begin", stacks, [[1000 * v for v in w.cup_xy_mm(s[0])] for s in stacks]))
        self.f.run(0.8)
        self.mark("set up")
        return sorted(w.truth.stacks()) == sorted(stacks)

    def some(self, most: int, reach_mm: float = 0.0) -> tuple[list, list]:
        """Return one or two random stacks of up to `most` cups; the first stands `reach_mm` from the centre."""
        cups = [int(c) for c in self.rng.permutation(12)]
        a = self.rng.uniform(0, 2 * math.pi)
        r = reach_mm or self.rng.uniform(0, 90)
        n = int(self.rng.integers(1, most + 1))
        first = sorted(cups[:n], key=lambda c: -(c >> 2))
        stacks, spots = [first], [(r * math.cos(a), r * math.sin(a))]
        if self.rng.uniform() < 0.6 and r > 45:
            m = int(self.rng.integers(1, 4))
            stacks.append(sorted(cups[n : n + m], key=lambda c: -(c >> 2)))
            spots.append((-0.7 * r * math.cos(a + 0.6), -0.7 * r * math.sin(a + 0.6)))
        return stacks, spots

    def off(self, stacks: list) -> list[int]:
        return [c for c in range(12) if not any(c in s for s in stacks)]

    def allow(self, stacks: list, cup: int) -> None:
        """Expect a placement as a card would."""
        off = self.off(stacks)
        kind = self.rng.integers(4)
        fits = ([cup], [c for c in off if c % 4 == cup % 4], [c for c in off if c >> 2 == cup >> 2], off)[kind]
        self.expect(ev.PLACE, fits, [s[0] for s in stacks])

    def end(self, action, what: str) -> None:
        """Let the hand act, wait until all has come to rest, write down the truth."""
        falls = self.act(action, what, 1.6)
        if falls:
            self.f.run(1.2)
            self.mark(what + ", after")

    # --- kinds

    def _off_centre(self, reach_mm: float, most: int) -> None:
        stacks, spots = self.some(most, reach_mm)
        if not self.set_up(stacks, spots):
            return
        top = stacks[0][-1]
        cup = int(self.rng.choice(self.off(stacks)))
        self.allow(stacks, cup)
        out = math.atan2(spots[0][1], spots[0][0]) + self.rng.normal(0, 0.6 if reach_mm else 3)
        how = provoked_hands.off_centre(self.rng, out)
        self.end(hands.place(self.f.world, cup, on=top, **how), f"off-centre {cup}")

    def edge_place(self) -> None:
        """A cup put down off the centre of a stack near the edge, outward."""
        self._off_centre(self.rng.uniform(95, 120), 3)

    def off_place(self) -> None:
        """A cup put down off the centre of a stack."""
        self._off_centre(0.0, 5)

    def drop(self) -> None:
        """A cup let go some way above a stack."""
        stacks, spots = self.some(5)
        if not self.set_up(stacks, spots):
            return
        cup = int(self.rng.choice(self.off(stacks)))
        self.allow(stacks, cup)
        how = provoked_hands.drop(self.rng)
        self.end(hands.place(self.f.world, cup, on=stacks[0][-1], **how), f"drop {cup}")

    def edge_push(self) -> None:
        """A cup of a stack near the edge pushed outward."""
        stacks, spots = self.some(4, self.rng.uniform(95, 120))
        if self.set_up(stacks, spots):
            self.expect(*((ev.NOTHING,) if self.rng.uniform() < 0.5 else (ev.PLACE, None, [s[0] for s in stacks])))
            cup = int(self.rng.choice(stacks[0]))
            how = provoked_hands.push_out(self.rng, math.atan2(spots[0][1], spots[0][0]))
            self.end(hands.push(self.f.world, cup, **how), f"edge-push {cup}")

    def push(self) -> None:
        """Any cup pushed anywhere, gently or not."""
        stacks, spots = self.some(5)
        if self.set_up(stacks, spots):
            self.expect(ev.NOTHING)
            cup = int(self.rng.choice([c for s in stacks for c in s]))
            how = provoked_hands.push(self.rng)
            self.end(hands.push(self.f.world, cup, **how), f"push {cup}")

    def slow_push(self) -> None:
        """The lowest cup pushed slowly: a slide, or a cup that tips onto its own stack."""
        stacks, spots = self.some(4)
        if self.set_up(stacks, spots):
            self.expect(ev.NOTHING)
            cup = stacks[0][0] if self.rng.uniform() < 0.6 else stacks[0][-1]
            how = provoked_hands.slow_push(self.rng)
            self.end(hands.push(self.f.world, cup, **how), f"slow-push {cup}")

    def take(self) -> None:
        """A top cup taken while a placement, a removal or nothing is expected."""
        stacks, spots = self.some(4)
        if self.set_up(stacks, spots):
            mode = int(self.rng.choice([ev.PLACE, ev.PLACE, ev.REMOVE, ev.NOTHING]))
            self.expect(mode, None, [s[0] for s in stacks])
            top = stacks[0][-1]
            how = player_hands.removal(self.rng) | {"speed_mm_s": self.rng.uniform(80, 250)}
            self.end(hands.remove(self.f.world, top, **how), f"take {top} in mode {mode}")

    def drag(self) -> None:
        """The top cup of a stack dragged sideways before it is lifted, as a card asks for."""
        stacks, spots = self.some(5)
        if len(stacks[0]) > 1 and self.set_up(stacks, spots):
            self.expect(ev.REMOVE, None, [s[0] for s in stacks])
            how = provoked_hands.drag(self.rng)
            self.end(hands.remove(self.f.world, stacks[0][-1], **how), f"drag {stacks[0][-1]}")

    def knock(self) -> None:
        """A hard knock against the table that may throw cups down."""
        stacks, spots = self.some(5)
        if self.set_up(stacks, spots):
            self.expect(*((ev.NOTHING,) if self.rng.uniform() < 0.5 else (ev.PLACE, None, [s[0] for s in stacks])))
            self.end(hands.bump(self.f.world, **provoked_hands.hard_knock(self.rng)), "knock")

    def bump(self) -> None:
        """A bump of an hour of play against the base, or a light one against the top."""
        stacks, spots = self.some(6)
        if self.set_up(stacks, spots):
            self.expect(*((ev.NOTHING,) if self.rng.uniform() < 0.5 else (ev.PLACE, None, [s[0] for s in stacks])))
            base = self.rng.uniform() < 0.6
            how = player_hands.bump(self.rng) if base else provoked_hands.top_knock(self.rng)
            self.end(hands.bump(self.f.world, **how), "bump " + ("base" if base else "top"))

    def touch_and_go(self) -> None:
        """A cup set down, lifted, and set down again, with stacks beside it."""
        stacks, spots = self.some(4)
        if self.set_up(stacks, spots):
            cup = int(self.rng.choice(self.off(stacks)))
            self.allow(stacks, cup)
            how = provoked_hands.touch_and_lift(self.rng)
            self.end(hands.place(self.f.world, cup, on=stacks[0][-1], **how), f"touch-and-go {cup}")

    def nuisances(self) -> None:
        """A bump, a lean, a finger or a moved table, where nothing falls (mostly)."""
        stacks, spots = self.some(5)
        if self.set_up(stacks, spots):
            self.expect(*((ev.NOTHING,) if self.rng.uniform() < 0.5 else (ev.PLACE, None, [s[0] for s in stacks])))
            w = self.f.world
            kind = self.rng.integers(4)
            if kind == 0:
                act = hands.bump(w, **player_hands.bump(self.rng))
            elif kind == 1:
                act = hands.lean(w, **player_hands.lean(self.rng))
            elif kind == 2:
                cup = int(self.rng.choice([c for s in stacks for c in s]))
                act = hands.steady(w, cup, **player_hands.steadying(self.rng))
            else:
                act = hands.bump(w, **provoked_hands.top_knock(self.rng))
            self.end(act, f"nuisance {act.make_hand().kind}")

    def tower(self) -> None:
        """A stack of 6, 9 or 12 that falls by the wobble, which slowly grows, or does not in 20 s."""
        cups = tower(int(self.rng.integers(2, 5)) * 3)
        x, y = (float(v) for v in self.rng.normal(0, 25, 2))
        self.f.motor(False)
        self.f.run(2.0)
        for _ in range(20):
            if self.set_up([cups], [(x, y)]):
                break
            self.clear()
        self.f.motor(True)
        self.expect(ev.NOTHING)
        w = self.f.world
        for ms in range(20000):
            w.tilt_rad = math.radians(1.0 + 0.15 * ms / 1000)
            self.f.step()
            if w.truth.falls() and w.truth.falls()[-1].t_ms > w.t_ms - 1000:
                break
        self.f.run(2.5)
        self.mark("tower")
        self.f.run(1.0)
        self.mark("tower, after")


def main() -> None:
    p = argparse.ArgumentParser()
    p.add_argument("--kind", nargs="+", required=True)
    p.add_argument("--level", type=int, default=1)
    p.add_argument("--seed", type=int, default=1)
    p.add_argument("--count", type=int, default=20)
    p.add_argument("--tapes", default="build/tapes")
    a = p.parse_args()
    for kind in a.kind:
        file = Path(a.tapes) / f"scene-{kind}-{a.level}-{a.seed}-{a.count}.tape"
        if file.exists():
            continue
        tape = Scenes(a.seed, a.level)
        tape.rng = np.random.default_rng([a.seed, a.level, *kind.encode()])
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_bytes(pickle.dumps((tape.record(kind, a.count), tape.gain)))


if __name__ == "__main__":
    main()
