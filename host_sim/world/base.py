"""What shakes the whole table from outside: bumps against its base, and people who move it.

The base stands on feet on furniture. It is not a body of the model: in its own frame a shaken base is a change of
gravity, which costs nothing and reaches cups, cells and IMU alike. Data in: impulses, moves. Data out: the gravity
vector of the step and the yaw rate that the gyro must see.
"""

from __future__ import annotations

import math

from .model import GRAVITY, STEP_S

SHAKEN_KG = 6.0  # the base and its share of the furniture under it
FEET_HZ = 5.0
FEET_ZETA = 0.3
BUMP_S = 0.02  # a bump is a half sine this long


class Base:
    """A mass on springy feet, in the plane; at rest it says so and costs nothing."""

    def __init__(self) -> None:
        self.active = False
        self.yaw_rate = 0.0
        self._x = [0.0, 0.0]
        self._v = [0.0, 0.0]
        self._bumps: list[list[float]] = []  # impulse x, y [Ns], age [s]
        self._moves: list[list[float]] = []  # shift x, y [m], yaw [rad], slope x, y [rad], seconds, age
        self._slope = [0.0, 0.0]

    def bump(self, impulse_ns: float, angle_rad: float) -> None:
        """Start a knock of `impulse_ns` (Ns, any) along `angle_rad` (counter-clockwise from x)."""
        self._bumps.append([impulse_ns * math.cos(angle_rad), impulse_ns * math.sin(angle_rad), 0.0])
        self.active = True

    def move(self, dx_m: float, dy_m: float, yaw_rad: float, slope_x: float, slope_y: float, seconds: float) -> None:
        """Start a move of the whole table: shift (m), turn (rad), and the change of slope (rad) of its new place."""
        self._moves.append([dx_m, dy_m, yaw_rad, slope_x, slope_y, max(seconds, 0.1), 0.0])
        self.active = True

    def step(self) -> tuple[float, float, float]:
        """Advance 1 ms and return the gravity vector (m/s2) in the frame of the base."""
        push = [0.0, 0.0]
        self._bumps = [b for b in self._bumps if b[2] < BUMP_S]
        for b in self._bumps:
            wave = math.sin(math.pi * b[2] / BUMP_S) * math.pi / 2 / BUMP_S / SHAKEN_KG
            push[0] += b[0] * wave
            push[1] += b[1] * wave
            b[2] += STEP_S
        w = 2 * math.pi * FEET_HZ
        accel = [0.0, 0.0]
        for i in (0, 1):
            accel[i] = push[i] - w * w * self._x[i] - 2 * FEET_ZETA * w * self._v[i]
            self._v[i] += accel[i] * STEP_S
            self._x[i] += self._v[i] * STEP_S
        self._carry(accel)
        still = max(abs(a) for a in (*accel, *self._v)) < 1e-5
        if still and not self._bumps and not self._moves:
            self.active = False
            self._x, self._v, accel = [0.0, 0.0], [0.0, 0.0], [0.0, 0.0]
        sx, sy = self._slope
        down = GRAVITY * math.sqrt(max(0.0, 1 - sx * sx - sy * sy))
        return (GRAVITY * sx - accel[0], GRAVITY * sy - accel[1], -down)

    def _carry(self, accel: list[float]) -> None:
        """Add the moves: smooth paths s(u) = u - sin(2 pi u) / (2 pi), so that speed starts and ends at nothing."""
        self.yaw_rate = 0.0
        for mv in self._moves:
            u = mv[6] / mv[5]
            rate = (1 - math.cos(2 * math.pi * u)) / mv[5]
            bend = 2 * math.pi * math.sin(2 * math.pi * u) / mv[5] ** 2
            accel[0] += mv[0] * bend
            accel[1] += mv[1] * bend
            self.yaw_rate += mv[2] * rate
            self._slope[0] += mv[3] * rate * STEP_S
            self._slope[1] += mv[4] * rate * STEP_S
            mv[6] += STEP_S
        self._moves = [mv for mv in self._moves if mv[6] < mv[5]]
