"""A world for device tests: an empty table top that stands still, with forces and motion set by hand.

Data in: fields. Data out: what `host_sim.world.World` gives to the chips: `step`, `cells_n`, `imu`, `swash`.
"""

from __future__ import annotations


class StillWorld:
    """Four forces in N (north, east, south, west), a specific force in m/s2 and a rate in rad/s; all may be changed."""

    truth = None

    def __init__(self) -> None:
        self.forces_n: list[float] = [1.226, 1.226, 1.226, 1.226]  # the top's 500 g on four cells
        self.accel: list[float] = [0.0, 0.0, 9.81]
        self.gyro: list[float] = [0.0, 0.0, 0.0]
        self.angle_rad = 0.0
        self.tilt_rad = 0.0
        self.t_ms = 0

    def step(self) -> None:
        """Advance one millisecond."""
        self.t_ms += 1

    def cells_n(self) -> list[float]:
        """Return the four cell forces in N."""
        return self.forces_n

    def imu(self) -> tuple[list[float], list[float]]:
        """Return specific force (m/s2) and angular rate (rad/s) at the IMU."""
        return self.accel, self.gyro

    def swash(self, angle_rad: float, tilt_rad: float) -> None:
        """Remember where the plate leans."""
        self.angle_rad, self.tilt_rad = angle_rad, tilt_rad
