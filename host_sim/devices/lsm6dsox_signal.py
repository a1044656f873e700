"""From motion to counts: what happens in the LSM6DSOX before its registers.

In: specific force in m/s2 and rate in rad/s, a millisecond at a time; sensitivities and corners as the registers set
them. Out: signed 16-bit counts with bias and noise, saturated. Bias is of the class the datasheet promises (10 mg and
0.4 dps, one sigma, fixed for a chip), noise 70 ug and 4 mdps per root hertz.
"""

from __future__ import annotations

import math
from collections.abc import Sequence

import numpy as np

from .lowpass import LowPass

G = 9.80665
XL_NOISE_G = 70e-6  # per root hertz
G_NOISE_DPS = 4e-3
_BANDWIDTH = 1.1  # noise bandwidth of the low-pass over its corner


class Signal:
    """Both sensors; `xl_bias_g`, `g_bias_dps` and `noise_factor` may be set."""

    def __init__(self, rng: np.random.Generator) -> None:
        self.xl_bias_g: list[float] = rng.normal(0, 0.010, 3).tolist()
        self.g_bias_dps: list[float] = rng.normal(0, 0.4, 3).tolist()
        self.noise_factor = 1.0
        self._rng = rng
        self._normals: list[float] = []
        self._smooth = LowPass((math.inf,) * 6, (0.0, 0.0, G, 0.0, 0.0, 0.0))
        self.configure(0.061, 8.75, 0.0, 0.0)

    def configure(self, xl_mg: float, g_mdps: float, xl_hz: float, g_hz: float) -> None:
        """Set mg and mdps a count and the corner of each sensor's low-pass."""
        self._per_g, self._per_dps = 1000.0 / xl_mg, 1000.0 / g_mdps
        self._sigma_g = XL_NOISE_G * math.sqrt(max(xl_hz, 0.1) * _BANDWIDTH)
        self._sigma_dps = G_NOISE_DPS * math.sqrt(max(g_hz, 0.1) * _BANDWIDTH)
        self._smooth = LowPass((xl_hz,) * 3 + (g_hz,) * 3, self._smooth.after)

    def add(self, force: Sequence[float], rate: Sequence[float], step_s: float) -> None:
        """Take in the motion after `step_s` seconds."""
        self._smooth.add((*force, *rate), step_s)

    def accel(self, part: float, noise: float) -> list[int]:
        """Return accelerometer counts at `part` (0..1) of the last step, with `noise` times the usual noise."""
        sigma = self._sigma_g * noise * self.noise_factor
        forces = self._smooth.at(part, 0, 3)
        return [self._count((forces[i] / G + self.xl_bias_g[i]) * self._per_g, sigma * self._per_g) for i in range(3)]

    def gyro(self, part: float, noise: float) -> list[int]:
        """Return gyro counts, likewise."""
        sigma = self._sigma_dps * noise * self.noise_factor
        rates = self._smooth.at(part, 3, 3)
        return [
            self._count((math.degrees(rates[i]) + self.g_bias_dps[i]) * self._per_dps, sigma * self._per_dps)
            for i in range(3)
        ]

    def _count(self, value: float, sigma: float) -> int:
        if not self._normals:
            self._normals = self._rng.standard_normal(1024).tolist()
        count = round(value + sigma * self._normals.pop())
        return -32768 if count < -32768 else 32767 if count > 32767 else count
