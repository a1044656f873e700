"""The world: table, cups and hands in MuJoCo, one millisecond at a time.

Why: the firmware must meet real mechanics - ringing, wobble, topples - through its pins. Data in: `swash` (the motor),
`start` (hands), `bump` and `move`. Data out: `cells_n` and `imu` for the chip models, poses for pictures, `truth` for
reports and tests only. Two worlds given the same seed and calls are bit-identical.

Frames: "table" is that of geometry.py (top centre, x right, y away from the first player, z up along the top's
normal); "world" has the floor at z = 0. Lengths are metres unless a name says mm.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Generator, Sequence
from typing import Any

import mujoco as _mujoco
import numpy as np

from . import boxes
from . import model as mj
from .base import Base

mujoco: Any = _mujoco  # a compiled module without type stubs

REST_MS = 200  # nothing faster than REST_SPEED for so long: the table rests
REST_SPEED = 1e-4  # m/s and rad/s: of the swinging base that is a tenth of a sensor's noise
REST_LOOK_MS = 8

HandScript = Generator[None, None, None]
Vec = tuple[float, float, float]


class Hand:
    """One action of one hand: done when it let go (or gave up: `failed` then says why)."""

    def __init__(self, kind: str, cup: int, script: HandScript) -> None:
        self.kind = kind
        self.cup = cup
        self.script = script
        self.done = False
        self.failed = ""
        self.pose = "upright"
        self.t_contact_ms = -1  # first contact of the held cup
        self.t_release_ms = -1

    def __repr__(self) -> str:
        return f"Hand({self.kind}, cup={self.cup}, done={self.done})"


class Frozen:
    """A copy of a world's physical state, made by `World.snapshot`."""

    def __init__(self, data: Any, t_ms: int, still_ms: int, rng: Any, truth: object) -> None:
        self.data, self.t_ms, self.still_ms, self.rng, self.truth = data, t_ms, still_ms, rng, truth


class World:
    """Table, cups and hands; `step()` advances one millisecond.

    seed: of every chance in here. tilt_deg: of the two wedges adding up, 0 to 5. cup_kg: 12 masses. truth: False leaves
    the referee out (its cost is about 5 %).
    """

    def __init__(
        self, seed: int = 0, tilt_deg: float = 1.0, cup_kg: Sequence[float] = mj.CUP_KG, truth: bool = True
    ) -> None:
        self.seed = seed
        self.tilt_rad = math.radians(tilt_deg)
        self.rng = np.random.default_rng([seed, 0x7EA])
        self.model = m = mujoco.MjModel.from_xml_string(mj.xml(cup_kg))
        self.data = mujoco.MjData(m)
        self.base = Base()
        self.t_ms = 0
        self.swash_rad = 0.0  # where the plate was last told to lean
        self.hands: list[Hand] = []
        self.held: dict[int, Hand] = {}  # cups in the grip of a hand
        self.on_start: Callable[[Any], None] | None = None  # hears of every action that a hand begins
        self.top_body = int(m.body("top").id)
        self.cup_body = [int(m.body(f"cup{c}").id) for c in range(mj.CUP_COUNT)]
        self.object_body = int(m.body("object").id)
        self.body_cup = {b: c for c, b in enumerate(self.cup_body)}
        for b in self.cup_body:
            boxes.sort(m, b)
        self.geom_body = m.geom_bodyid.copy()
        self._qpos = {b: int(m.jnt_qposadr[m.body_jntadr[b]]) for b in (*self.cup_body, self.object_body)}
        self._qvel = {b: int(m.jnt_dofadr[m.body_jntadr[b]]) for b in (*self.cup_body, self.object_body)}
        self._top_site = int(m.site("top").id)
        acc, length = int(m.sensor("acc").adr[0]), int(m.sensor("cell_north").adr[0])
        self._motion = self.data.sensordata[acc : acc + 6]  # views of what the library writes there
        self._lengths = self.data.sensordata[length : length + 4]
        self._pushed: set[int] = set()
        self._frame_ms = -1
        self._frame: tuple[list[float], list[float]] = ([], [])
        self._still_ms = 0  # how long nothing has moved; see `_rests`
        self._settle()
        from .truth import Truth

        self.truth: Truth = Truth(self) if truth else None  # type: ignore[assignment]

    def _settle(self) -> None:
        """Let the empty table sink into its springs before time starts."""
        for _ in range(1500):
            mujoco.mj_step(self.model, self.data)
        self.data.qvel[:] = 0
        self.data.time = 0
        mujoco.mj_forward(self.model, self.data)

    # --- time
    @property
    def t_s(self) -> float:
        """Seconds since the world began."""
        return self.t_ms / 1000

    def step(self) -> None:
        """Advance one millisecond: hands, base, physics, truth."""
        if self.hands:
            self._step_hands()
            self._still_ms = 0
        if self.base.active:
            self.model.opt.gravity[:] = self.base.step()
            self._still_ms = 0
        if not self._rests():
            mujoco.mj_step(self.model, self.data)
        self.t_ms += 1
        if self._pushed:
            for b in self._pushed:
                self.data.xfrc_applied[b] = 0
            self._pushed.clear()
        if self.truth is not None:
            self.truth.step()

    def _rests(self) -> bool:
        """Tell whether nothing has moved for so long that nothing will: such a step may be left out, as in a physics
        engine's sleep. A hand, a push, a bump or the motor ends it at once. It saves a third of a game.
        """
        if self._pushed:
            self._still_ms = 0
        elif self._still_ms < REST_MS:
            moves = self.t_ms % REST_LOOK_MS == 0 and float(np.abs(self.data.qvel).max()) > REST_SPEED
            self._still_ms = 0 if moves else self._still_ms + 1
        return self._still_ms >= REST_MS

    def run(self, seconds: float) -> None:
        """Advance by `seconds` (rounded to 1 ms)."""
        for _ in range(round(seconds * 1000)):
            self.step()

    def _step_hands(self) -> None:
        for hand in list(self.hands):
            try:
                next(hand.script)
            except StopIteration:
                hand.done = True
                self.hands.remove(hand)

    def start(self, action: Any) -> Hand:
        """Let a hand begin an action of hands.py; returns it at once, `done` becomes True while stepping."""
        hand: Hand = action.make_hand()
        self.hands.append(hand)
        if self.on_start is not None:
            self.on_start(action)
        return hand

    def finish(self, hand: Hand, limit_s: float = 30.0) -> Hand:
        """Step until `hand` is done; raises TimeoutError after `limit_s` seconds of the world's time."""
        end = self.t_ms + limit_s * 1000
        while not hand.done:
            if self.t_ms >= end:
                raise TimeoutError(f"{hand} is not done after {limit_s} s")
            self.step()
        return hand

    # --- what the motor does
    def swash(self, angle_rad: float, tilt_rad: float | None = None) -> None:
        """Set the swash plate: the top leans down towards `angle_rad` (from x) by `tilt_rad` (default: both wedges)."""
        tilt = self.tilt_rad if tilt_rad is None else tilt_rad
        self.swash_rad = angle_rad
        ctrl = self.data.ctrl
        ctrl[0] = -tilt * math.sin(angle_rad)
        ctrl[1] = tilt * math.cos(angle_rad)
        self._still_ms = 0

    # --- what the chips sense
    def cells_n(self) -> tuple[float, float, float, float]:
        """Return the forces of cells north, east, south, west in N, positive pressed; the top's weight is in them."""
        n, e, s, w = self._lengths.tolist()
        k = -mj.CELL_K
        return (k * n, k * e, k * s, k * w)

    def imu(self) -> tuple[Vec, Vec]:
        """Return specific force (m/s2) and angular rate (rad/s) at the IMU, both in the table's frame."""
        fx, fy, fz, gx, gy, gz = self._motion.tolist()
        return (fx, fy, fz), (gx, gy, gz + self.base.yaw_rate)

    # --- poses
    def frame(self) -> tuple[list[float], list[float]]:
        """Return the table's frame in the world: origin (3) and rotation (9, row major); cached for the step."""
        if self._frame_ms != self.t_ms:
            d = self.data
            self._frame = (d.site_xpos[self._top_site].tolist(), d.site_xmat[self._top_site].tolist())
            self._frame_ms = self.t_ms
        return self._frame

    def to_table(self, p: Sequence[float]) -> Vec:
        """Turn a point of the world into the table's frame."""
        o, r = self.frame()
        x, y, z = p[0] - o[0], p[1] - o[1], p[2] - o[2]
        return (r[0] * x + r[3] * y + r[6] * z, r[1] * x + r[4] * y + r[7] * z, r[2] * x + r[5] * y + r[8] * z)

    def to_world(self, p: Sequence[float]) -> Vec:
        """Turn a point of the table's frame into the world."""
        o, r = self.frame()
        x, y, z = p
        return (
            o[0] + r[0] * x + r[1] * y + r[2] * z,
            o[1] + r[3] * x + r[4] * y + r[5] * z,
            o[2] + r[6] * x + r[7] * y + r[8] * z,
        )

    def turn_to_table(self, v: Sequence[float]) -> Vec:
        """Turn a direction of the world into the table's frame."""
        _, r = self.frame()
        x, y, z = v
        return (r[0] * x + r[3] * y + r[6] * z, r[1] * x + r[4] * y + r[7] * z, r[2] * x + r[5] * y + r[8] * z)

    def turn_to_world(self, v: Sequence[float]) -> Vec:
        """Turn a direction of the table's frame into the world."""
        _, r = self.frame()
        x, y, z = v
        return (r[0] * x + r[1] * y + r[2] * z, r[3] * x + r[4] * y + r[5] * z, r[6] * x + r[7] * y + r[8] * z)

    def cup_pose(self, cup: int) -> tuple[Vec, Vec]:
        """Return the middle of the cup's foot and its axis (foot to rim), in the table's frame, in metres."""
        d, b = self.data, self.cup_body[cup]
        r = d.xmat[b].tolist()
        return self.to_table(d.xpos[b].tolist()), self.turn_to_table((r[2], r[5], r[8]))

    def cup_xy_mm(self, cup: int) -> tuple[float, float]:
        """Return where the middle of the cup's foot is, x and y in millimetres in the table's frame."""
        (x, y, _), _ = self.cup_pose(cup)
        return (1000 * x, 1000 * y)

    def poses(self) -> dict[str, tuple[list[float], list[float]]]:
        """Return {"top", "cup0".., "object": (position, quaternion w x y z)} in the world's frame, for pictures."""
        d = self.data
        names = {"top": self.top_body, "object": self.object_body}
        names.update({f"cup{c}": b for c, b in enumerate(self.cup_body)})
        return {n: (d.xpos[b].tolist(), d.xquat[b].tolist()) for n, b in names.items()}

    # --- moving things by fiat
    def put_body(self, body: int, position: Sequence[float], quat: Sequence[float] = (1, 0, 0, 0)) -> None:
        """Set a cup's or the object's body somewhere in the world's frame, at rest, at once."""
        a, v = self._qpos[body], self._qvel[body]
        d = self.data
        self._still_ms = 0
        d.qpos[a : a + 3] = position
        d.qpos[a + 3 : a + 7] = quat
        d.qvel[v : v + 6] = 0
        d.qacc_warmstart[v : v + 6] = 0
        mujoco.mj_kinematics(self.model, d)
        mujoco.mj_comPos(self.model, d)

    def put_cup(self, cup: int, x_mm: float, y_mm: float, z_mm: float = 0.02, yaw_deg: float = 0.0) -> None:
        """Set a cup on the top by fiat (no hand), foot at x, y, z in mm in the table's frame."""
        half = math.radians(yaw_deg) / 2
        quat = np.zeros(4)
        mujoco.mju_mulQuat(quat, self.data.xquat[self.top_body], np.array([math.cos(half), 0, 0, math.sin(half)]))
        self.put_body(self.cup_body[cup], self.to_world((x_mm / 1000, y_mm / 1000, z_mm / 1000)), quat.tolist())
        if self.truth is not None:
            self.truth.by_fiat(cup)

    def put_stack(self, cups: Sequence[int], x_mm: float = 0.0, y_mm: float = 0.0, offsets_mm=None) -> None:
        """Set a ready stack on the top by fiat, bottom first; `offsets_mm` is a list of (dx, dy), one a cup."""
        z = 0.02
        for i, cup in enumerate(cups):
            dx, dy = (0.0, 0.0) if offsets_mm is None else offsets_mm[i]
            self.put_cup(cup, x_mm + dx, y_mm + dy, z, yaw_deg=137.0 * i)
            z += 1000 * mj.TEA_Z[mj.size_of(cup)] + 0.02

    def shelve(self, cup: int) -> None:
        """Take a cup to the shelf, out of everyone's way."""
        self.put_body(self.cup_body[cup], mj.shelf_pose(cup))

    def clear_height(self, x: float, y: float, reach: float, but: int = -1) -> float:
        """Return the height (m, table's frame) over which nothing stands within `reach` (m) of a spot of the top."""
        high = 0.0
        for other in range(mj.CUP_COUNT):
            if other == but:
                continue
            p, axis = self.cup_pose(other)
            size = mj.size_of(other)
            if math.hypot(p[0] - x, p[1] - y) < reach + mj.RIM_R[size] + mj.HANDLE_REACH and -0.01 < p[2] < 0.8:
                lying = 1 - abs(axis[2])
                high = max(high, p[2] + max(axis[2], 0) * mj.HEIGHT[size] + mj.RIM_R[size] * lying)
        return high

    # --- forces
    def push(
        self, body: int, force: Sequence[float], point: Sequence[float], torque: Sequence[float] = (0, 0, 0)
    ) -> None:
        """Add a force (N) at a point, and a torque (Nm), both in the world's frame, to a body for the next step."""
        cx, cy, cz = self.data.xipos[body].tolist()
        ax, ay, az = point[0] - cx, point[1] - cy, point[2] - cz
        fx, fy, fz = force
        row = self.data.xfrc_applied[body]
        row += (
            fx,
            fy,
            fz,
            torque[0] + ay * fz - az * fy,
            torque[1] + az * fx - ax * fz,
            torque[2] + ax * fy - ay * fx,
        )
        self._pushed.add(body)

    def body_velocity(self, body: int) -> tuple[list[float], Vec]:
        """Return a loose body's velocity (m/s, of its origin) and angular rate (rad/s), both in the world's frame."""
        v = self._qvel[body]
        vx, vy, vz, wx, wy, wz = self.data.qvel[v : v + 6].tolist()
        r = self.data.xmat[body].tolist()
        spin = (
            r[0] * wx + r[1] * wy + r[2] * wz,
            r[3] * wx + r[4] * wy + r[5] * wz,
            r[6] * wx + r[7] * wy + r[8] * wz,
        )
        return [vx, vy, vz], spin

    def touched_by(self, body: int) -> set[int]:
        """Return the bodies (0 is the floor) that a body is in contact with."""
        if self.data.ncon == 0:
            return set()
        pairs = self.geom_body[self.data.contact.geom]
        mine = (pairs == body).any(axis=1)
        out = set(pairs[mine].ravel().tolist())
        out.discard(body)
        return out

    def contact_force_n(self, body: int) -> float:
        """Return the sum of the normal forces (N) on a body; slow, for tests."""
        total, out = 0.0, np.zeros(6)
        for i in range(self.data.ncon):
            if body in self.geom_body[self.data.contact[i].geom]:
                mujoco.mj_contactForce(self.model, self.data, i, out)
                total += float(out[0])
        return total

    # --- state
    def snapshot(self) -> Frozen:
        """Return a copy of the state; raises RuntimeError while a hand is at work (its script cannot be copied)."""
        if self.hands or self.base.active:
            raise RuntimeError("a snapshot needs still hands and a still base")
        truth = self.truth.state() if self.truth is not None else None
        copy = mujoco.MjData(self.model)
        mujoco.mj_copyData(copy, self.model, self.data)
        return Frozen(copy, self.t_ms, self._still_ms, self.rng.bit_generator.state, truth)

    def restore(self, frozen: Frozen) -> None:
        """Go back to a snapshot of this world (or of one built alike)."""
        mujoco.mj_copyData(self.data, self.model, frozen.data)
        self._still_ms = frozen.still_ms
        self.t_ms = frozen.t_ms
        self._frame_ms = -1
        self.rng.bit_generator.state = frozen.rng
        self.hands.clear()
        self.held.clear()
        if self.truth is not None:
            self.truth.set_state(frozen.truth)
