"""What really happened on the table: the referee that reports and tests compare the firmware with.

Why: a fall, a placement and a removal are defined by physics, not by the firmware's opinion. Data in: the world's poses
every few milliseconds, and word from the hands when they touch and let go. Data out: `events` in order of time, the
stacks that stand, the cups that lie. The firmware never sees any of it.

Fallen: no hand on it, and its foot loses its support or its axis passes 20 degrees to it, whether or not it lands
upright; a flat slide is no fall. With a cup fall all cups above it. Times: placed - the hand let go; removed - last
contact with the support; fell - loss of support of the first cup. Cups that fall within 1.5 s of each other are one
fall.
"""

from __future__ import annotations

import copy
import math
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

import numpy as np
from teatable.boards.geometry import CUPS

from . import model as mj

if TYPE_CHECKING:
    from .world import Hand, World

TOP = -1  # as a support: the table top

LOOK_MS = 4  # how often standing cups are looked at
FALL_COS = math.cos(math.radians(20))
HOP_S = 0.060  # a cup may hop so long and still have its support
HOP_TOP_M = 0.0015
HOP_CUP_M = 0.0050  # a foot may rest on the rim, 4 mm above the tea
SUNK_M = 0.006
HANGS_M = -0.05  # a cup's middle so far below the top's surface: it is off the table
LIFT_M = 0.0010
SETTLE_MS = 250  # after release: where the cup has come to rest
LANDING_MS = 400
ONE_FALL_MS = 1500
LAIN_MS = 1000
BLAME_MS = 1500  # a fall within this time of a hand's last contact is that hand's
WRONG_POSES = ("upside-down", "side")


@dataclass
class Event:
    """One thing that happened; times in milliseconds of the world, places in mm in the table's frame, cups 0..11."""

    kind: str  # placed, removed, fell, cleared, rolled-off, touch, bump, object-placed, object-removed
    t_ms: int
    cup: int = -1
    cups: list[int] = field(default_factory=list)  # of a fall
    x_mm: float | None = None
    y_mm: float | None = None
    stack: int = -1  # its bottom cup
    height: int = 0  # place in the stack, 1 is the bottom
    cause: str = ""  # of a fall: wobble, placement, removal, bump
    pose: str = ""
    t_impact_ms: int = -1  # of a fall: first contact with the top or another cup
    t_edge_ms: int = -1  # of a fall: a cup's centre of mass passed the edge of the top
    t_end_ms: int = -1  # of a hand that leans: when it has let go

    def as_dict(self) -> dict:
        """Return the event with names and seconds, as reports write it."""
        out: dict = {"t": self.t_ms / 1000, "kind": self.kind}
        if self.cup >= 0:
            out["cup"] = CUPS[self.cup]
        if self.cups:
            out["cups"] = [CUPS[c] for c in self.cups]
        if self.x_mm is not None and self.y_mm is not None:
            out["x_mm"], out["y_mm"] = round(self.x_mm, 2), round(self.y_mm, 2)
        if self.stack >= 0:
            out["stack"] = CUPS[self.stack]
        if self.height:
            out["height"] = self.height
        if self.cause:
            out["cause"] = self.cause
        if self.pose and self.pose != "upright":
            out["pose"] = self.pose
        if self.t_impact_ms >= 0:
            out["t_impact"] = self.t_impact_ms / 1000
        if self.t_end_ms >= 0:
            out["until"] = self.t_end_ms / 1000
        if self.t_edge_ms >= 0:
            out["t_edge"] = self.t_edge_ms / 1000
        return out


@dataclass
class _Seen:
    """What is known of a standing cup."""

    support: int
    since_ms: int
    landed: bool
    touch_ms: int  # when its foot last had its support
    event: Event | None = None  # its placement, until it has settled


class Truth:
    """The referee of one world; `World.step` calls `step`, hands call `released`, `shelved`, `touched`, `bumped`."""

    def __init__(self, world: World) -> None:
        self.world = world
        self.events: list[Event] = []
        self.standing: dict[int, _Seen] = {}
        self.laid: dict[int, float] = {}  # placed, but not on the foot; the height of its middle, nan until settled
        self.down: set[int] = set()  # fallen and not yet taken away
        self._on_top: dict[int, int] = {}  # those of them that lie on the top: since when
        self._falling: dict[int, tuple[Event, int]] = {}  # fallen cup: its event, its former support
        self._fall: Event | None = None
        self._fall_ms = -(10**9)
        self._acts: dict[str, int] = {}  # cause: when a hand was last at it
        m = world.model
        self._geom_cup = np.array([world.body_cup.get(int(b), -1) for b in world.geom_body])
        self._geom_foot = np.array([(m.geom(g).name or "").split("_")[-1][:1] == "f" for g in range(m.ngeom)])
        self._geom_top = int(m.geom("top").id)
        self._laid_ms: dict[int, int] = {}

    # --- questions
    def stacks(self) -> list[list[int]]:
        """Return what stands: lists of cups, bottom first, in order of their bottom cups' placement."""
        above = {s.support: c for c, s in self.standing.items() if s.support != TOP}
        out = []
        for c, s in self.standing.items():
            if s.support == TOP:
                stack = [c]
                while stack[-1] in above:
                    stack.append(above[stack[-1]])
                out.append(stack)
        return out

    def lying(self) -> dict[int, str]:
        """Return fallen and wrongly laid cups that no hand has taken yet: {cup: "top" or "floor"}."""
        return {c: self._where(c) for c in sorted(self.down | set(self.laid))}

    def fallen(self) -> list[int]:
        """Return the fallen cups that no hand has taken yet: those on the top first, then those on the floor."""
        return sorted(self.down, key=lambda c: (self._where(c) == "floor", c))

    def falls(self) -> list[Event]:
        """Return the falls so far."""
        return [e for e in self.events if e.kind == "fell"]

    def bottom(self, cup: int) -> int:
        """Return the bottom cup of the stack that a standing cup belongs to, else -1."""
        for _ in range(mj.CUP_COUNT):
            seen = self.standing.get(cup)
            if seen is None:
                return -1
            if seen.support == TOP:
                return cup
            cup = seen.support
        return -1

    # --- word from the hands
    def released(self, cup: int, hand: Hand) -> None:
        """A hand let go of a cup that it placed."""
        self._acts["placement"] = self.world.t_ms
        event = Event("placed", self.world.t_ms, cup, pose=hand.pose)
        self._spot(event)
        if not self._over_top(cup):
            self.down.add(cup)
            return
        self.events.append(event)
        if hand.pose in WRONG_POSES:
            self.laid[cup] = math.nan
            self._laid_ms[cup] = self.world.t_ms
            event.stack = cup
            return
        support = self._support(cup)
        self.standing[cup] = _Seen(support, self.world.t_ms, False, self.world.t_ms, event)
        event.stack, event.height = self.bottom(cup), self._height(cup)

    def shelved(self, cup: int, hand: Hand) -> None:
        """A hand took a cup to the shelf."""
        self._acts["removal"] = self.world.t_ms
        if cup in self.standing:
            self._removed(cup, self.world.t_ms)
        elif cup in self.laid:
            self.events.append(Event("removed", self.world.t_ms, cup, stack=cup))
        elif cup in self.down:
            self.events.append(Event("cleared", self.world.t_ms, cup))
        self.laid.pop(cup, None)
        self.down.discard(cup)
        self._on_top.pop(cup, None)
        self._falling.pop(cup, None)

    def touched(self, cup: int, hand: Hand) -> Event:
        """A hand touches the table or a cup without leaving or taking anything; return the event."""
        if hand.kind != "place":
            self._acts["bump"] = self.world.t_ms
        event = Event("touch", self.world.t_ms, cup, pose=hand.kind)
        self.events.append(event)
        return event

    def bumped(self, hand: Hand, impulse_ns: float) -> None:
        """The table is knocked or moved."""
        self._acts["bump"] = self.world.t_ms
        self.events.append(Event("bump", self.world.t_ms, pose=hand.kind))

    def note(self, kind: str, **more: float) -> None:
        """Write down something that needs no watching."""
        self.events.append(Event(kind, self.world.t_ms, x_mm=more.get("x_mm"), y_mm=more.get("y_mm")))

    def by_fiat(self, cup: int) -> None:
        """A cup was set up without a hand: it stands where it is, and nothing is written down."""
        self.forget(cup)
        self.standing[cup] = _Seen(self._support(cup), self.world.t_ms, False, self.world.t_ms)

    def forget(self, cup: int) -> None:
        """A cup was taken away without a hand."""
        self.standing.pop(cup, None)
        self.laid.pop(cup, None)
        self.down.discard(cup)
        self._falling.pop(cup, None)

    # --- looking
    def step(self) -> None:
        """Look, after each millisecond of the world."""
        if self._falling:
            self._watch_falling()
        t = self.world.t_ms
        if t % LOOK_MS == 0:
            self._watch_hands()
            if self.standing:
                self._watch_standing()
            if self.laid:
                self._watch_laid()
            if self.down:
                self._watch_down()

    def _watch_hands(self) -> None:
        w = self.world
        for cup, hand in w.held.items():
            if hand.kind == "remove":
                self._acts["removal"] = w.t_ms
            elif w.touched_by(w.cup_body[cup]):
                self._acts["placement"] = w.t_ms
        for hand in w.hands:
            if hand.kind in ("push", "steady", "lean", "move") and hand.t_contact_ms >= 0:
                self._acts["bump"] = w.t_ms

    def _watch_standing(self) -> None:
        w = self.world
        t = w.t_ms
        places, turns = w.data.xpos.tolist(), w.data.xmat.tolist()
        lost = []
        for cup, seen in self.standing.items():
            low, off, cos = self._relative(cup, seen.support, places, turns)
            if cup in w.held:
                if low < LIFT_M / 2:
                    seen.touch_ms = t
                elif low > LIFT_M:
                    lost.append((cup, True))
                continue
            size = mj.size_of(cup)
            on_top = seen.support == TOP
            reach = (mj.TOP_R if on_top else mj.RIM_R[mj.size_of(seen.support)]) + mj.FOOT_R[size]
            if low < (HOP_TOP_M if on_top else HOP_CUP_M):
                seen.landed, seen.touch_ms = True, t
            elif not seen.landed and t - seen.since_ms > LANDING_MS:
                seen.landed = True
            if seen.landed and (off > reach or low < -SUNK_M or t - seen.touch_ms > HOP_S * 1000):
                lost.append((cup, False))
            elif cos < FALL_COS:
                seen.touch_ms = t
                lost.append((cup, False))
            elif seen.event is not None and t - seen.since_ms >= SETTLE_MS:
                self._settled(cup, seen)
        for cup, lifted in lost:
            seen = self.standing.get(cup)
            if seen is None:
                continue
            if lifted:
                self._removed(cup, seen.touch_ms)
            else:
                self._fell(cup, max(seen.touch_ms, seen.since_ms))

    def _relative(self, cup: int, support: int, places: list, turns: list) -> tuple[float, float, float]:
        """Return the height of the foot's lowest point over the support's surface, its middle's offset, cos of tilt."""
        w = self.world
        p, r = places[w.cup_body[cup]], turns[w.cup_body[cup]]
        b = w.top_body if support == TOP else w.cup_body[support]
        o, s = places[b], turns[b]
        tea = 0.0 if support == TOP else mj.TEA_Z[mj.size_of(support)]
        dx, dy, dz = p[0] - o[0], p[1] - o[1], p[2] - o[2]
        x = s[0] * dx + s[3] * dy + s[6] * dz
        y = s[1] * dx + s[4] * dy + s[7] * dz
        z = s[2] * dx + s[5] * dy + s[8] * dz - tea
        cos = s[2] * r[2] + s[5] * r[5] + s[8] * r[8]
        sin = math.sqrt(max(0.0, 1 - cos * cos))
        ball = mj.FOOT_BALL_R
        low = z + ball * cos - (mj.FOOT_R[mj.size_of(cup)] - ball) * sin - ball
        return low, math.hypot(x, y), cos

    def _support(self, cup: int) -> int:
        """Return what a cup in this place stands or will land on: the highest tea under its foot, else the top."""
        w = self.world
        places, turns = w.data.xpos.tolist(), w.data.xmat.tolist()
        best, best_low = TOP, math.inf
        for other in self.standing:
            if other == cup or other in w.held:
                continue
            low, off, _ = self._relative(cup, other, places, turns)
            if -2 * SUNK_M < low < best_low and off < mj.RIM_R[mj.size_of(other)]:
                best, best_low = other, low
        return best

    def _settled(self, cup: int, seen: _Seen) -> None:
        """The cup has come to rest: its place and its support are what they are now."""
        event = seen.event
        seen.event = None
        if event is None:
            return
        seen.support = self._support(cup)
        event.stack, event.height = self.bottom(cup), self._height(cup)
        self._spot(event)

    def _watch_laid(self) -> None:
        """A cup that was laid on its side or head falls if it drops or rolls off the top."""
        t = self.world.t_ms
        for cup in list(self.laid):
            if cup in self.world.held or t - self._laid_ms[cup] < SETTLE_MS:
                continue
            z = self._middle(cup)[2]
            if math.isnan(self.laid[cup]):
                self.laid[cup] = z
            elif abs(z - self.laid[cup]) > 0.015:
                self.laid.pop(cup)
                self._down(cup, self._new_fall(t), TOP)

    def _watch_down(self) -> None:
        """A fallen cup that has lain on the top for a while and then rolls off has left the table without a hand."""
        t = self.world.t_ms
        for cup in self.down:
            if self._where(cup) == "top":
                self._on_top.setdefault(cup, t)
            elif t - self._on_top.pop(cup, t) > LAIN_MS and cup not in self.world.held:
                self.events.append(Event("rolled-off", t, cup))

    # --- happenings
    def _removed(self, cup: int, t_ms: int) -> None:
        event = Event("removed", t_ms, cup, stack=self.bottom(cup), height=self._height(cup))
        above = self._above(cup)
        self.standing.pop(cup)
        self.events.append(event)
        self._acts["removal"] = self.world.t_ms
        if above:
            self._fell(above[0], self.world.t_ms)

    def _fell(self, cup: int, t_ms: int) -> None:
        fall = self._new_fall(t_ms)
        places = [(c, self.bottom(c), self._height(c)) for c in [cup, *self._above(cup)]]
        for c, stack, height in places:
            seen = self.standing.pop(c, None)
            if seen is not None and c not in self.world.held:
                self._down(c, fall, seen.support)
            elif seen is not None:  # what it stood on fell from under it, and it is in the hand
                self.events.append(Event("removed", t_ms, c, stack=stack, height=height))

    def _new_fall(self, t_ms: int) -> Event:
        if self._fall is None or t_ms - self._fall_ms > ONE_FALL_MS:
            self._fall = Event("fell", t_ms, cause=self._cause(t_ms))
            self.events.append(self._fall)
        self._fall.t_ms = min(self._fall.t_ms, t_ms)
        self._fall_ms = max(t_ms, self._fall_ms)
        return self._fall

    def _down(self, cup: int, fall: Event, support: int) -> None:
        fall.cups.append(cup)
        if fall.x_mm is None:
            self._spot(fall, cup)
        self.down.add(cup)
        self._falling[cup] = (fall, support)

    def _cause(self, t_ms: int) -> str:
        cause, last = "wobble", t_ms - BLAME_MS
        for name, at in self._acts.items():
            if at > last:
                cause, last = name, at
        return cause

    def _watch_falling(self) -> None:
        """Look for the first impact and the passing of the edge, then for rest."""
        w = self.world
        pairs = w.data.contact.geom if w.data.ncon else np.zeros((0, 2), int)
        for cup, (fall, support) in list(self._falling.items()):
            x, y, z = self._middle(cup)
            outside = math.hypot(x, y) > mj.TOP_R
            if outside and fall.t_edge_ms < 0:
                fall.t_edge_ms = w.t_ms
            if fall.t_impact_ms < 0 and self._hits(cup, support, fall, pairs):
                fall.t_impact_ms = w.t_ms
            speed = math.dist(w.body_velocity(w.cup_body[cup])[0], (0, 0, 0))
            if (outside and z < -0.05) or (speed < 0.01 and w.t_ms - fall.t_ms > 500):
                self._falling.pop(cup)

    def _hits(self, cup: int, support: int, fall: Event, pairs: np.ndarray) -> bool:
        mine = self._geom_cup[pairs] == cup
        for pair, own in zip(pairs[mine.any(axis=1)].tolist(), mine[mine.any(axis=1)].tolist(), strict=True):
            me, other = (pair[0], pair[1]) if own[0] else (pair[1], pair[0])
            if other == self._geom_top:
                if support != TOP or not self._geom_foot[me]:
                    return True
            else:
                hit = int(self._geom_cup[other])
                if hit >= 0 and hit != support and hit not in fall.cups and hit in self.standing:
                    return True
        return False

    # --- small questions
    def _above(self, cup: int) -> list[int]:
        out, here = [], cup
        while True:
            here = next((c for c, s in self.standing.items() if s.support == here), TOP)
            if here == TOP:
                return out
            out.append(here)

    def _height(self, cup: int) -> int:
        n, seen = 0, self.standing.get(cup)
        while seen is not None and n < mj.CUP_COUNT:
            n += 1
            seen = self.standing.get(seen.support)
        return n

    def _middle(self, cup: int) -> tuple[float, float, float]:
        return self.world.to_table(self.world.data.xipos[self.world.cup_body[cup]].tolist())

    def _where(self, cup: int) -> str:
        """Return "top" or "floor"; a cup that hangs between the edge and the base still weighs on the table."""
        return "floor" if self._middle(cup)[2] < HANGS_M else "top"

    def _over_top(self, cup: int) -> bool:
        x, y, z = self._middle(cup)
        return math.hypot(x, y) <= mj.TOP_R + 0.01 and z > 0

    def _spot(self, event: Event, cup: int = -1) -> None:
        cup = event.cup if cup < 0 else cup
        if event.pose in WRONG_POSES:
            x, y, _ = self._middle(cup)
            event.x_mm, event.y_mm = 1000 * x, 1000 * y
        else:
            event.x_mm, event.y_mm = self.world.cup_xy_mm(cup)

    # --- state
    def state(self) -> object:
        """Return a copy of everything known, for `World.snapshot`."""
        return copy.deepcopy({k: v for k, v in vars(self).items() if k != "world" and not k.startswith("_geom")})

    def set_state(self, state: object) -> None:
        """Take back what `state` returned."""
        vars(self).update(copy.deepcopy(state))  # type: ignore[arg-type]
