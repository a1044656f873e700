"""The scenes of a round: cups at all heights, falls of the four causes, and nuisances without a fall.

Data in: a stage whose table runs FreeApp, a level, a random generator, the names of scenes. Data out: one script. Each
scene begins with an empty table, builds its stacks by hand, so that every cup of it is a case, and ends by taking them
off. What its hands may draw is in world/provoked_hands.py and world/player_hands.py.
"""

import itertools
import math
from typing import Any

from numpy.random import Generator
from teatable.tracker import events as ev

from .acting import Script, pause
from .bots import nuisance
from .provoked import Hands
from .world import hands, player_hands, provoked_hands
from .world import model as mj
from .world.falls import tower

SCENES = ("heights", "wobble", "placements", "removals", "bumps", "nuisances")
REACH_MM = 95.0  # how far from the centre stacks are begun
EDGE_MM = (95.0, 115.0)
APART_MM = 90.0
BESIDE_MM = (12.0, 20.0)  # rims of stacks that are begun side by side
TOWERS = (6, 6, 9, 9, 12)
WOBBLE_S = 25.0
TRIES = 3  # provoked falls on the stacks of one scene

Spot = tuple[float, float]


class Round(Hands):
    """Every scene once, in the order of chance."""

    def __init__(self, stage: Any, level: int, rng: Generator, skill: float = 1.0, nuisances: bool = True):
        super().__init__(stage, level, rng, skill)
        self.nuisances_on = nuisances

    def script(self, names: tuple[str, ...] = SCENES) -> Script:
        """Play the scenes named."""
        for i in self.rng.permutation(len(names)):
            yield from self.fresh()
            yield from getattr(self, names[int(i)])()
            yield from self.clear()

    # --- building
    def build(self, count: int, spots: list[Spot]) -> Script:
        """Put `count` cups down, the first of each stack at the next of `spots`, the others on what stands."""
        for i in range(count):
            away = self.senses.away()
            if not away:
                return
            stacks = self.stacks()
            if len(stacks) < len(spots) and (not stacks or i < len(spots) or self.rng.uniform() < 0.3):
                taken = [self.world.cup_xy_mm(s[0]) for s in stacks]
                free = [s for s in spots if all(math.dist(s, t) > 40 for t in taken)]
                if free:
                    yield from self._put_down(self._bottom_cup(away), free[0])
                    continue
            if stacks:
                stack = min(stacks, key=len) if self.rng.uniform() < 0.6 else self._any(stacks)
                yield from self.put(self._next_cup(away, stack[-1]), stack[-1], self._manner())
            if self.nuisances_on and self.rng.uniform() < 0.1:
                yield from self._some_nuisance()

    def _put_down(self, cup: int, spot: Spot) -> Script:
        yield from self.put(cup, -1, self._manner(), spot)

    def _manner(self) -> dict[str, Any]:
        return player_hands.placement(self.rng, self.skill)

    def _bottom_cup(self, away: list[int]) -> int:
        """Choose a cup to begin with: mostly the largest there is, sometimes any."""
        return max(away, key=mj.size_of) if self.rng.uniform() < 0.5 else int(self._any(away))

    def _next_cup(self, away: list[int], top: int) -> int:
        """Choose a cup for a stack: mostly none larger than its top, as a sensible player does."""
        fits = [c for c in away if mj.size_of(c) <= mj.size_of(top)]
        return int(self._any(fits if fits and self.rng.uniform() < 0.7 else away))

    def _any(self, things: list[Any]) -> Any:
        return things[int(self.rng.integers(len(things)))]

    def spots(self, count: int, at_edge: bool = False) -> list[Spot]:
        """Draw where stacks begin: well apart, or sometimes two of them side by side."""
        rng, out = self.rng, []
        for _ in range(400):
            a = rng.uniform(0, 2 * math.pi)
            r = rng.uniform(*EDGE_MM) if at_edge and not out else REACH_MM * math.sqrt(rng.uniform())
            spot = (float(r * math.cos(a)), float(r * math.sin(a)))
            if len(out) == 1 and rng.uniform() < 0.3:
                d = 2 * 1000 * max(mj.RIM_R) + rng.uniform(*BESIDE_MM)
                spot = (out[0][0] + float(d * math.cos(a)), out[0][1] + float(d * math.sin(a)))
            elif any(math.dist(spot, o) < APART_MM for o in out):
                continue
            if math.hypot(*spot) < EDGE_MM[1]:
                out.append(spot)
            if len(out) == count:
                break
        return out

    # --- scenes
    def heights(self) -> Script:
        """All twelve cups on one to four stacks, with all that default hands do."""
        yield from self.build(12, self.spots(int(self.rng.integers(1, 5))))
        yield from self.count()

    def wobble(self) -> Script:
        """A tower that falls by the wobble, which slowly grows; without a wobble there is no such scene."""
        if not self.level:
            return
        self.voice.turn(self.level, False)
        cups = tower(int(self._any(list(TOWERS))))
        yield from self._put_down(cups[0], (float(self.rng.normal(0, 25)), float(self.rng.normal(0, 25))))
        for low, cup in itertools.pairwise(cups):
            if self.senses.is_top(low) and cup in self.senses.away() and self.stacks():
                self.voice.turn(self.level, False)
                yield from self.put(cup, low, self._manner())
        high = max((len(s) for s in self.stacks()), default=0)
        if high < 4:
            return
        self.voice.turn(self.level, True)
        self._expect(ev.NOTHING, (), ())
        self.acts["grow"] += 1
        began, rate, falls = self.table.now_s + 1.0, provoked_hands.growth_deg_s(high), len(self.world.truth.falls())
        while self.table.now_s < began + WOBBLE_S and len(self.world.truth.falls()) == falls:
            grown = min(provoked_hands.TILT_MOST_DEG, 1.0 + rate * max(0.0, self.table.now_s - began))
            self.table.steepness = grown
            yield
        yield from self.look_on(2.5)
        self.table.steepness = 1.0
        yield from self.look_on(1.0)

    def placements(self) -> Script:
        """Cups put off centre, outward at the edge, or let go in the air."""
        yield from self.build(int(self.rng.integers(4, 7)), self.spots(2, at_edge=self.rng.uniform() < 0.5))
        for _ in range(TRIES):
            away = self.senses.away()
            if not self.stacks() or not away:
                return
            stack = max(self.stacks(), key=lambda s: len(s) + self.rng.uniform(0, 2))
            out = self._outward(stack) + float(self.rng.normal(0, 0.6))
            bad = self.rng.uniform() < 0.7
            manner = provoked_hands.off_centre(self.rng, out, self.skill) if bad else provoked_hands.drop(self.rng)
            yield from self.put(int(self._any(away)), stack[-1], manner)
            yield from self.count()

    def removals(self) -> Script:
        """Top cups dragged off their stacks."""
        yield from self.build(8, self.spots(int(self.rng.integers(1, 4))))
        for _ in range(TRIES):
            tall = [s for s in self.stacks() if len(s) > 1]
            if not tall:
                return
            stack = max(tall, key=len)
            yield from self.take(stack[-1], provoked_hands.drag(self.rng, self.skill))
            yield from self.count()

    def bumps(self) -> Script:
        """Pushes of every kind and hard knocks."""
        yield from self.build(8, self.spots(int(self.rng.integers(1, 4)), at_edge=self.rng.uniform() < 0.5))
        for _ in range(TRIES):
            if not self.stacks():
                return
            stack = max(self.stacks(), key=lambda s: len(s) + self.rng.uniform(0, 3))
            yield from self.trouble(*self._push(stack), placing=self.rng.uniform() < 0.3)
            yield from self.count()

    def _push(self, stack: list[int]) -> tuple[str, Any]:
        rng, w, kind = self.rng, self.world, self.rng.integers(4)
        if kind == 0:
            return "knock", hands.bump(w, **provoked_hands.hard_knock(rng))
        if kind == 1:
            return "push", hands.push(w, int(self._any(stack)), **provoked_hands.push_out(rng, self._outward(stack)))
        if kind == 2:
            cup = stack[0] if rng.uniform() < 0.6 else stack[-1]
            return "push", hands.push(w, cup, **provoked_hands.slow_push(rng))
        return "push", hands.push(w, int(self._any(stack)), **provoked_hands.push(rng))

    def _outward(self, stack: list[int]) -> float:
        x, y = self.world.cup_xy_mm(stack[0])
        return math.atan2(y, x)

    # --- nuisances
    def nuisances(self) -> Script:
        """All that makes the table feel something while nothing falls, and placements that feel like more."""
        yield from self.build(int(self.rng.integers(3, 7)), self.spots(int(self.rng.integers(1, 3))))
        kinds = ["bump", "lean", "steady", "top knock", "object", "move"] if self.nuisances_on else []
        for i in self.rng.permutation(len(kinds)):
            yield from self._nuisance(kinds[int(i)])
            yield from self.count()
        for draw in (provoked_hands.hard, provoked_hands.touch_and_lift, provoked_hands.hard):
            away, stacks = self.senses.away(), self.stacks()
            if away and stacks:
                top = self._any(stacks)[-1]
                yield from self.put(self._next_cup(away, top), top, draw(self.rng, self.skill))
                yield from self.count()

    def _some_nuisance(self) -> Script:
        """One of those that a hand at the cups or at the table makes between two placements."""
        yield from self._nuisance(str(self._any(["bump", "lean", "steady", "top knock"])))

    def _nuisance(self, kind: str) -> Script:
        w, rng, placing = self.world, self.rng, self.rng.uniform() < 0.5
        if kind == "object":
            yield from self._object()
        elif kind == "bump":
            yield from self.trouble(kind, hands.bump(w, **player_hands.bump(rng)), placing)
        elif kind == "lean":
            yield from self.trouble(kind, hands.lean(w, **player_hands.lean(rng)), placing)
        elif kind == "move":
            yield from self.trouble(kind, hands.move_table(w, **player_hands.move(rng)), placing)
        elif kind == "top knock":
            yield from self.trouble(kind, hands.bump(w, **provoked_hands.top_knock(rng)), placing)
        elif self.stacks():
            cup = int(self._any([c for s in self.stacks() for c in s]))
            yield from self.trouble(kind, hands.steady(w, cup, **player_hands.steadying(rng)), placing)

    def _object(self) -> Script:
        """Lay something that is no cup beside the stacks, and take it away again."""
        spot = nuisance.free_spot(self.table, self.rng)
        if spot is None:
            return
        grams = float(self.rng.uniform(*player_hands.OBJECT_G))
        yield from self.trouble("object", hands.lay_object(self.world, x_mm=spot[0], y_mm=spot[1], mass_g=grams))
        yield from pause(self.table, float(self.rng.uniform(1.0, 3.0)))
        yield from self.trouble("object gone", hands.take_object(self.world))
