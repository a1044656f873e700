"""Hands: what a person does at the table, as scripts that advance once a millisecond.

Why: a table that only sees perfect placements proves nothing. A hand holds a cup through a spring and a damper of
limited force, so it presses, trembles and slips like a hand and cannot push through the table. Several work at once.
Data in: the world, the cup, where and how. Data out: forces on bodies; the `Hand` record (done, release time).

Use: `hand = world.start(hands.place(world, cup, x_mm=20, y_mm=-35))`, then step until `hand.done`. Aims are in the
table's frame and ride with the moving table, since a person aims at the moving stack. Angles in degrees,
counter-clockwise from x.
"""

from __future__ import annotations

import inspect
import math
from collections.abc import Callable
from functools import wraps
from typing import TYPE_CHECKING, Any, ParamSpec

from . import model as mj
from .world import Hand, HandScript, Vec

if TYPE_CHECKING:
    from .world import World

HAND_MODEL_VERSION = "hand-1"

GRIP_K = 200.0  # N/m
GRIP_MAX_N = 3.0
TWIST_K = 0.15  # Nm/rad
TWIST_MAX_NM = 0.05
LET_GO_S = 0.040
TREMOR_MM = 0.3
APPROACH_MM = 60.0
CLEARANCE_MM = 15.0
LIFT_MM = 100.0
SLOW_ZONE_M = 0.008
FINGER_K = 200.0

POSES = ("upright", "upside-down", "side", "rim")

Quat = tuple[float, float, float, float]


def _mul(a: Quat, b: Quat) -> Quat:
    return (
        a[0] * b[0] - a[1] * b[1] - a[2] * b[2] - a[3] * b[3],
        a[0] * b[1] + a[1] * b[0] + a[2] * b[3] - a[3] * b[2],
        a[0] * b[2] - a[1] * b[3] + a[2] * b[0] + a[3] * b[1],
        a[0] * b[3] + a[1] * b[2] - a[2] * b[1] + a[3] * b[0],
    )


def _about(axis: Vec, rad: float) -> Quat:
    s = math.sin(rad / 2)
    return (math.cos(rad / 2), axis[0] * s, axis[1] * s, axis[2] * s)


class Grip:
    """A hand's hold on one body: spring and damper towards an aim in the table's frame, force and torque limited."""

    def __init__(self, world: World, body: int, hand: Hand, kg: float, tremor_mm: float, tremor_hz: float) -> None:
        self.world, self.body, self.hand, self.kg = world, body, hand, kg
        self.inertia = float(world.model.body_inertia[body].mean())
        self.aim: Vec = (0.0, 0.0, 0.0)
        self.turn: Quat = (1.0, 0.0, 0.0, 0.0)
        self.gain, self.gain_rate = 0.0, 0.0
        self.force: Vec = (0.0, 0.0, 0.0)
        self._last: Vec | None = None
        self._tremor = tremor_mm * 1e-3
        self._w = 2 * math.pi * tremor_hz
        self._phase = world.rng.uniform(0, 2 * math.pi, 3).tolist() if tremor_mm > 0 else [0.0, 0.0, 0.0]

    def here(self) -> None:
        """Aim at where the body is now."""
        w, b = self.world, self.body
        self.aim = w.to_table(w.data.xpos[b].tolist())
        top = w.data.xquat[w.top_body].tolist()
        self.turn = _mul((top[0], -top[1], -top[2], -top[3]), tuple(w.data.xquat[b].tolist()))

    def hold(self, gain: float, seconds: float) -> None:
        """Close (gain 1) or open (0) the hand over so many seconds."""
        self.gain_rate = (gain - self.gain) / max(seconds, mj.STEP_S)

    def step(self) -> None:
        """Apply this millisecond's force."""
        w = self.world
        self.gain = min(1.0, max(0.0, self.gain + self.gain_rate * mj.STEP_S))
        if self.gain <= 0.0:
            self.force = (0.0, 0.0, 0.0)
            return
        t = w.t_ms * mj.STEP_S
        a, ph = self._tremor, self._phase
        aim = self.aim
        if a > 0:
            aim = tuple(aim[i] + a * math.sin(self._w * t + ph[i]) for i in range(3))
        goal = w.to_world(aim)
        last = self._last or goal
        self._last = goal
        at = w.data.xpos[self.body].tolist()
        speed, spin = w.body_velocity(self.body)
        damp = 2 * math.sqrt(GRIP_K * self.kg)
        f = [GRIP_K * (goal[i] - at[i]) - damp * (speed[i] - (goal[i] - last[i]) / mj.STEP_S) for i in range(3)]
        f = _limit(f, GRIP_MAX_N)
        self.force = (self.gain * f[0], self.gain * f[1], self.gain * f[2])
        g = w.model.opt.gravity.tolist()  # the arm carries the cup's weight apart from the grip's limit
        carried = [self.force[i] - self.gain * self.kg * g[i] for i in range(3)]
        top, q = tuple(w.data.xquat[w.top_body].tolist()), w.data.xquat[self.body].tolist()
        e = _mul(_mul(top, self.turn), (q[0], -q[1], -q[2], -q[3]))
        sine = math.sqrt(e[1] * e[1] + e[2] * e[2] + e[3] * e[3])
        angle = 2 * math.atan2(sine, abs(e[0])) / sine if sine > 1e-9 else 0.0
        if e[0] < 0:
            angle = -angle
        damp = 2 * math.sqrt(TWIST_K * self.inertia)
        m = _limit([TWIST_K * angle * e[i + 1] - damp * spin[i] for i in range(3)], TWIST_MAX_NM)
        w.push(self.body, carried, at, [self.gain * v for v in m])


def _limit(v: list[float], most: float) -> list[float]:
    size = math.sqrt(v[0] * v[0] + v[1] * v[1] + v[2] * v[2])
    return [c * most / size for c in v] if size > most else v


def _steps(seconds: float) -> range:
    return range(max(0, round(seconds / mj.STEP_S)))


def _hold(grip: Grip, seconds: float) -> HandScript:
    for _ in _steps(seconds):
        grip.step()
        yield


def _let_go(world: World, grip: Grip, hand: Hand, cup: int) -> HandScript:
    """Open the hand over 40 ms; the release is when it is open."""
    grip.hold(0.0, LET_GO_S)
    yield from _hold(grip, LET_GO_S)
    hand.t_release_ms = world.t_ms
    if cup >= 0:
        world.held.pop(cup, None)
        if world.truth is not None:
            world.truth.released(cup, hand)


class Action:
    """A script with its `Hand` record; what `World.start` takes. `name` and `asked`: the function and its arguments."""

    def __init__(self, kind: str, cup: int, write: Callable[[Hand], HandScript]) -> None:
        self.name = ""
        self.asked: dict[str, Any] = {}
        self._hand = Hand(kind, cup, _nothing())
        self._hand.script = write(self._hand)

    def make_hand(self) -> Hand:
        """Return the record; its script advances once a step."""
        return self._hand


def _nothing() -> HandScript:
    return
    yield


_Arguments = ParamSpec("_Arguments")


def _asked(make: Callable[_Arguments, Action]) -> Callable[_Arguments, Action]:
    """Have the action know every argument it was made of, defaults too, so that it can be made again."""
    signature = inspect.signature(make)

    @wraps(make)
    def made(*args: _Arguments.args, **named: _Arguments.kwargs) -> Action:
        action = make(*args, **named)
        bound = signature.bind(*args, **named)
        bound.apply_defaults()
        action.name = make.__name__
        action.asked = {k: v for k, v in bound.arguments.items() if k != "world"}
        return action

    return made


# --- placing


class _Target:
    """Where a cup is to stand: a spot of the top or of another cup, followed while it moves."""

    def __init__(self, world: World, x_mm: float, y_mm: float, on: int | None, dx_mm: float, dy_mm: float) -> None:
        self.world, self.on = world, on
        self.x, self.y = (x_mm / 1000, y_mm / 1000)
        self.dx, self.dy = dx_mm / 1000, dy_mm / 1000
        self.tea = mj.TEA_Z[mj.size_of(on)] if on is not None else 0.0

    def spot(self) -> Vec:
        """Return the wanted middle of the foot, in metres in the table's frame."""
        if self.on is None:
            return (self.x + self.dx, self.y + self.dy, 0.0)
        p, a = self.world.cup_pose(self.on)
        return (p[0] + a[0] * self.tea + self.dx, p[1] + a[1] * self.tea + self.dy, p[2] + a[2] * self.tea)


def _attitude(cup: int, pose: str, yaw_deg: float, tilt_deg: float, tilt_dir_deg: float) -> tuple[Quat, float]:
    """Return the wanted turn, and the height (m) of the foot's middle above the surface in that pose."""
    size = mj.size_of(cup)
    d = math.radians(tilt_dir_deg)
    lean = _about((-math.sin(d), math.cos(d), 0.0), math.radians(tilt_deg))
    yaw = _about((0.0, 0.0, 1.0), math.radians(yaw_deg))
    if pose == "upside-down":
        return _mul(lean, _mul(yaw, _about((1.0, 0.0, 0.0), math.pi))), mj.HEIGHT[size]
    if pose == "side":
        slope = math.atan2(mj.RIM_R[size] - mj.FOOT_R[size], mj.HEIGHT[size])
        return _mul(lean, _mul(yaw, _about((1.0, 0.0, 0.0), math.pi / 2 + slope))), mj.FOOT_R[size] + 0.001
    return _mul(lean, yaw), 0.0


@_asked
def place(
    world: World,
    cup: int,
    *,
    x_mm: float = 0.0,
    y_mm: float = 0.0,
    on: int | None = None,
    dx_mm: float = 0.0,
    dy_mm: float = 0.0,
    yaw_deg: float | None = None,
    tilt_deg: float = 0.0,
    tilt_dir_deg: float = 0.0,
    press_n: float = 0.5,
    press_s: float = 0.3,
    ramp_s: float = 0.4,
    drop_mm: float = 0.0,
    hold_s: float = 0.0,
    pose: str = "upright",
    speed_mm_s: float = 100.0,
    reach_s: float = 0.3,
    touches: int = 0,
    tremor_mm: float = TREMOR_MM,
    tremor_hz: float = 9.0,
) -> Action:
    """Bring a cup from the shelf and set it down at (x, y) of the top or on cup `on`, off by (dx, dy).

    press_n (0-3) for press_s after a rise of ramp_s; drop_mm > 0 lets go that far above instead of pressing; hold_s
    keeps hold after pressing; touches: so often it is set down, lifted again and only then set down for good. A pose
    other than upright is wrong play: "rim" sets the foot half over the rim of `on` (on the top: on its side).
    Raises ValueError for an unknown pose or cup.
    """
    if pose not in POSES:
        raise ValueError(f"unknown pose {pose!r}; one of {', '.join(POSES)}")
    if not 0 <= cup < mj.CUP_COUNT:
        raise ValueError(f"there is no cup {cup}")
    if pose == "rim":
        if on is None:
            pose = "side"
        else:
            dx_mm += 1000 * mj.RIM_R[mj.size_of(on)]
    target = _Target(world, x_mm, y_mm, on, dx_mm, dy_mm)

    def write(hand: Hand) -> HandScript:
        hand.pose = pose
        yield from (None for _ in _steps(reach_s))
        yaw = float(world.rng.uniform(0, 360)) if yaw_deg is None else yaw_deg
        grip = Grip(world, world.cup_body[cup], hand, _kg(world, cup), tremor_mm, tremor_hz)
        grip.turn, rise = _attitude(cup, pose, yaw, tilt_deg, tilt_dir_deg)
        lift_m = 0.030
        z = _bring(world, grip, cup, target, rise, max(APPROACH_MM, drop_mm) / 1000)
        world.held[cup] = hand
        grip.gain = 1.0
        for again in range(touches, -1, -1):
            low = rise + (drop_mm / 1000 if not again else 0.0)
            z = yield from _lower(world, grip, target, z, low, speed_mm_s / 1000, drop_mm > 0 and not again, hand)
            if drop_mm > 0 and not again:
                yield from _hold(grip, 0.1)
                break
            yield from _press(grip, press_n, press_s, ramp_s)
            if again:
                if world.truth is not None:
                    world.truth.touched(cup, hand)
                yield from _raise(grip, lift_m)
                yield from _hold(grip, 0.4)
                z = lift_m + rise
        yield from _hold(grip, hold_s)
        yield from _let_go(world, grip, hand, cup)

    return Action("place", cup, write)


def _kg(world: World, cup: int) -> float:
    return float(world.model.body_mass[world.cup_body[cup]])


def _bring(world: World, grip: Grip, cup: int, target: _Target, rise: float, high: float) -> float:
    """Set the cup into the hand `high` above its target, clear of every cup near by; returns the height above it."""
    x, y, z = target.spot()
    reach = mj.RIM_R[mj.size_of(cup)] + mj.HANDLE_REACH + 0.005
    clear = world.clear_height(x, y, reach, cup) + CLEARANCE_MM / 1000
    start = max(z + high, clear) + rise
    grip.aim = (x, y, start)
    top = tuple(world.data.xquat[world.top_body].tolist())
    world.put_body(grip.body, world.to_world(grip.aim), _mul(top, grip.turn))
    return start - z


def _lower(world: World, grip: Grip, target: _Target, z: float, low: float, speed: float, in_air: bool, hand: Hand):
    """Go down from `z` to `low` above the target, or to the first touch; returns the height reached."""
    grounded = -0.012
    while True:
        gap = z - low
        if in_air and gap <= 0:
            return z
        v = speed if gap > SLOW_ZONE_M else speed * 0.4
        z -= v * mj.STEP_S
        x, y, s = target.spot()
        grip.aim = (x, y, s + z)
        grip.step()
        yield
        if gap < SLOW_ZONE_M + 0.03 and not in_air and (world.touched_by(grip.body) or z < low + grounded):
            if hand.t_contact_ms < 0:
                hand.t_contact_ms = world.t_ms
            return z


def _press(grip: Grip, press_n: float, press_s: float, ramp_s: float) -> HandScript:
    """Lean on the cup: the aim sinks below where the cup is stopped until the spring presses with `press_n`."""
    w = grip.world
    x, y, _ = grip.aim
    _, _, z = w.to_table(w.data.xpos[grip.body].tolist())
    depth = press_n / GRIP_K
    n = max(1, len(_steps(ramp_s)))
    for i in range(n):
        grip.aim = (x, y, z - depth * (i + 1) / n)
        grip.step()
        yield
    yield from _hold(grip, press_s)


def _raise(grip: Grip, by_m: float, speed: float = 0.15, ease_s: float = 0.1) -> HandScript:
    v, start = 0.0, grip.aim[2]
    while grip.aim[2] - start < by_m:
        v = min(speed, v + speed / ease_s * mj.STEP_S)
        grip.aim = (grip.aim[0], grip.aim[1], grip.aim[2] + v * mj.STEP_S)
        grip.step()
        yield


# --- taking away


@_asked
def remove(
    world: World,
    cup: int,
    *,
    pull_x_mm: float = 0.0,
    pull_y_mm: float = 0.0,
    grip_s: float = 0.15,
    speed_mm_s: float = 150.0,
    reach_s: float = 0.3,
    tremor_mm: float = TREMOR_MM,
    tremor_hz: float = 9.0,
) -> Action:
    """Take a cup, standing or fallen, lift it off and bring it to the shelf; pull_x, pull_y: how far the grip is off.

    A cup on the floor is picked up without touching the table. A hand waits up to 3 s for a rolling cup.
    """

    def write(hand: Hand) -> HandScript:
        yield from (None for _ in _steps(reach_s))
        body = world.cup_body[cup]
        for _ in _steps(3.0):
            if math.dist(world.body_velocity(body)[0], (0, 0, 0)) < 0.05 or on_top(world, cup):
                break
            yield
        if on_top(world, cup):
            grip = Grip(world, body, hand, _kg(world, cup), tremor_mm, tremor_hz)
            grip.here()
            grip.aim = (grip.aim[0] + pull_x_mm / 1000, grip.aim[1] + pull_y_mm / 1000, grip.aim[2])
            world.held[cup] = hand
            hand.t_contact_ms = world.t_ms
            grip.hold(1.0, grip_s)
            yield from _hold(grip, grip_s)
            yield from _raise(grip, LIFT_MM / 1000, speed_mm_s / 1000)
        world.held.pop(cup, None)
        world.shelve(cup)
        hand.t_release_ms = world.t_ms
        if world.truth is not None:
            world.truth.shelved(cup, hand)

    return Action("remove", cup, write)


def on_top(world: World, cup: int) -> bool:
    """Tell whether a cup is on the table top or on what stands there (not on floor or shelf)."""
    (x, y, z), _ = world.cup_pose(cup)
    return math.hypot(x, y) < mj.TOP_R + 0.05 and z > -0.03


# --- touching


@_asked
def steady(
    world: World, cup: int, *, force_n: float = 0.2, angle_deg: float = 0.0, s: float = 1.0, reach_s: float = 0.2
) -> Action:
    """Lay a finger against a cup from the side, pressing with up to `force_n` along `angle_deg` for `s` seconds."""
    return _finger(world, cup, "steady", 0.55, angle_deg, force_n, reach_s, s, 0.0)


@_asked
def push(world: World, cup: int, *, speed_mm_s: float = 300.0, angle_deg: float = 0.0, reach_s: float = 0.2) -> Action:
    """Push a cup near its rim along `angle_deg` at `speed_mm_s`, through where it stands, so that it falls."""
    return _finger(world, cup, "push", 0.85, angle_deg, GRIP_MAX_N, reach_s, 0.0, speed_mm_s / 1000)


def _finger(
    world: World,
    cup: int,
    kind: str,
    at: float,
    angle_deg: float,
    most_n: float,
    reach_s: float,
    s: float,
    speed: float,
) -> Action:
    size = mj.size_of(cup)
    ux, uy = math.cos(math.radians(angle_deg)), math.sin(math.radians(angle_deg))

    def touch(tip: float, x0: float, y0: float) -> float:
        """Push with a one-sided spring: `tip` is how far the finger is along its way; returns the force."""
        p, axis = world.cup_pose(cup)
        h = at * mj.HEIGHT[size]
        point = (p[0] + axis[0] * h, p[1] + axis[1] * h, p[2] + axis[2] * h)
        force = min(most_n, max(0.0, FINGER_K * (tip - ((point[0] - x0) * ux + (point[1] - y0) * uy))))
        if force > 0:
            world.push(world.cup_body[cup], world.turn_to_world((ux * force, uy * force, 0.0)), world.to_world(point))
        return force

    def write(hand: Hand) -> HandScript:
        yield from (None for _ in _steps(reach_s))
        p, axis = world.cup_pose(cup)
        h = at * mj.HEIGHT[size]
        x0, y0 = p[0] + axis[0] * h, p[1] + axis[1] * h
        hand.t_contact_ms = world.t_ms
        if world.truth is not None:
            world.truth.touched(cup, hand)
        tip = 0.0
        if speed > 0:
            while tip < 2.2 * mj.RIM_R[size] + 0.02 and world.cup_pose(cup)[1][2] > math.cos(math.radians(50)):
                tip += speed * mj.STEP_S
                touch(tip, x0, y0)
                yield
        else:
            for i in _steps(s):
                tip = most_n / FINGER_K * min(1.0, i / 200, (s * 1000 - i) / 200) + 0.002
                touch(tip, x0, y0)
                yield
        hand.t_release_ms = world.t_ms

    return Action(kind, cup, write)


@_asked
def lean(
    world: World, *, force_n: float, x_mm: float, y_mm: float, s: float, ramp_s: float = 0.2, tremor_hz: float = 9.0
) -> Action:
    """Rest a hand on the top: `force_n` down at (x, y) for `s` seconds, with ramps of ramp_s and a tremor."""

    def write(hand: Hand) -> HandScript:
        hand.t_contact_ms = world.t_ms
        event = world.truth.touched(-1, hand) if world.truth is not None else None
        spot = (x_mm / 1000, y_mm / 1000, 0.0)
        for i in _steps(s):
            share = min(1.0, i * mj.STEP_S / ramp_s, (s - i * mj.STEP_S) / ramp_s)
            f = force_n * share * (1 + 0.03 * math.sin(2 * math.pi * tremor_hz * i * mj.STEP_S))
            world.push(world.top_body, (0.0, 0.0, -f), world.to_world(spot))
            yield
        hand.t_release_ms = world.t_ms
        if event is not None:
            event.t_end_ms = world.t_ms

    return Action("lean", -1, write)


@_asked
def bump(world: World, *, impulse_ns: float, angle_deg: float, where: str = "base") -> Action:
    """Knock the table: `impulse_ns` (Ns) along `angle_deg`, against its "base" or the edge of its "top"."""
    if where not in ("base", "top"):
        raise ValueError(f"a bump hits the base or the top, not {where!r}")

    def write(hand: Hand) -> HandScript:
        a = math.radians(angle_deg)
        if world.truth is not None:
            world.truth.bumped(hand, impulse_ns)
        if where == "base":
            world.base.bump(impulse_ns, a)
            yield
        else:
            for i in _steps(0.02):
                f = impulse_ns * math.pi / 2 / 0.02 * math.sin(math.pi * (i + 0.5) / 20)
                rim = (-mj.TOP_R * math.cos(a), -mj.TOP_R * math.sin(a), -mj.TOP_T / 2)
                world.push(world.top_body, (f * math.cos(a), f * math.sin(a), 0.0), world.to_world(rim))
                yield
        hand.t_release_ms = world.t_ms

    return Action("bump", -1, write)


@_asked
def move_table(
    world: World, *, dx_mm: float = 0.0, dy_mm: float = 0.0, yaw_deg: float = 0.0, slope_deg: float = 0.0,
    slope_dir_deg: float = 0.0, s: float = 1.5,
) -> Action:  # fmt: skip
    """Shift and turn the whole table over `s` seconds; its new place slopes by `slope_deg` more than the old one."""

    def write(hand: Hand) -> HandScript:
        hand.t_contact_ms = world.t_ms
        if world.truth is not None:
            world.truth.bumped(hand, 0.0)
        slope, d = math.sin(math.radians(slope_deg)), math.radians(slope_dir_deg)
        world.base.move(dx_mm / 1000, dy_mm / 1000, math.radians(yaw_deg), slope * math.cos(d), slope * math.sin(d), s)
        yield from (None for _ in _steps(s))
        hand.t_release_ms = world.t_ms

    return Action("move", -1, write)


# --- things that are no cups


@_asked
def lay_object(world: World, *, x_mm: float, y_mm: float, mass_g: float = 150.0, reach_s: float = 0.3) -> Action:
    """Lay a foreign object (a box of 60 x 40 x 24 mm, 20 to 500 g) down on the top; only one exists."""

    def write(hand: Hand) -> HandScript:
        yield from (None for _ in _steps(reach_s))
        _weigh(world, mass_g / 1000)
        grip = Grip(world, world.object_body, hand, mass_g / 1000, TREMOR_MM, 9.0)
        target = _Target(world, x_mm, y_mm, None, 0.0, 0.0)
        x, y, _ = target.spot()
        z = world.clear_height(x, y, math.hypot(*mj.OBJECT_HALF[:2])) + 0.05
        grip.aim = (x, y, z)
        grip.gain = 1.0
        world.put_body(grip.body, world.to_world(grip.aim), tuple(world.data.xquat[world.top_body].tolist()))
        yield from _lower(world, grip, target, z, 0.0, 0.1, False, hand)
        yield from _press(grip, 0.2, 0.1, 0.1)
        yield from _let_go(world, grip, hand, -1)
        if world.truth is not None:
            world.truth.note("object-placed", x_mm=x_mm, y_mm=y_mm)

    return Action("lay-object", -1, write)


@_asked
def take_object(world: World, *, reach_s: float = 0.3) -> Action:
    """Take the foreign object off the top again."""

    def write(hand: Hand) -> HandScript:
        yield from (None for _ in _steps(reach_s))
        body = world.object_body
        grip = Grip(world, body, hand, float(world.model.body_mass[body]), TREMOR_MM, 9.0)
        grip.here()
        grip.hold(1.0, 0.15)
        yield from _hold(grip, 0.15)
        yield from _raise(grip, 0.08)
        world.put_body(body, mj.object_pose())
        hand.t_release_ms = world.t_ms
        if world.truth is not None:
            world.truth.note("object-removed")

    return Action("take-object", -1, write)


def _weigh(world: World, kg: float) -> None:
    m, b = world.model, world.object_body
    m.body_inertia[b] *= kg / float(m.body_mass[b])
    m.body_mass[b] = kg
