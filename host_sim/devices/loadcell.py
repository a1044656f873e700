"""Four bar load cells and their wires up to the converters' inputs: newtons in, grams as a converter sees them out.

What is modelled: cross-talk between cells, gain and offset of each, creep, drift, warm-up and noise, and the averaging
of the converter's filter over a window of time. Figures: noise 0.036 g rms at the fast rate, drift up to 0.15 g/min and
up to 0.6 g/min in the first minute, creep 0.1 to 0.4 % of the load (recordings of 1 kg cells). Data in: four forces in
N every millisecond. Data out: `CellSignal.reading_g`, the mean of a window.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

GRAVITY = 9.81  # as in the simulated world; a cell is calibrated with known masses where it stands
RING = 1024  # ms of history
_BATCH = 2048


@dataclass(frozen=True)
class CellErrors:
    """How bad the cells are; the defaults are those of a fair 1 kg bar cell on an HX711 at the fast rate."""

    noise_g: float = 0.036
    drift_g_per_min: float = 0.15
    warmup_g: float = 0.3
    warmup_tau_s: float = 25.0
    creep: float = 0.002  # of the load, reached with creep_tau_s
    creep_tau_s: float = 90.0
    crosstalk: float = 0.003  # of a neighbour's force
    gain_spread: float = 0.03
    counts_per_g: float = 1540.0
    offset_spread_counts: float = 60_000.0


class ForceHistory:
    """The four forces of the last second, kept as running integrals so that any mean costs two look-ups."""

    def __init__(self) -> None:
        self.sums: tuple[list[float], ...] = tuple([0.0] * RING for _ in range(4))
        self.tick = 0  # sums[i][tick % RING] is the integral up to this millisecond, in N ms

    def sample(self, forces_n: Sequence[float]) -> None:
        """Take the forces that acted during the millisecond now ending."""
        last = self.tick & (RING - 1)
        self.tick += 1
        new = self.tick & (RING - 1)
        north, east, south, west = self.sums
        n, e, s, w = forces_n
        north[new] = north[last] + n
        east[new] = east[last] + e
        south[new] = south[last] + s
        west[new] = west[last] + w

    def integral(self, ring: list[float], t_us: float) -> float:
        """Return the integral of one force up to `t_us`, in N ms; outside the history its nearest end."""
        tick = int(t_us // 1000)
        if tick >= self.tick:
            return ring[self.tick & (RING - 1)]
        oldest = max(0, self.tick - RING + 1)
        if tick < oldest:
            return ring[oldest & (RING - 1)]
        a = ring[tick & (RING - 1)]
        return a + (ring[(tick + 1) & (RING - 1)] - a) * (t_us / 1000 - tick)


class CellSignal:
    """One cell with its errors. `index` 0..3 is north, east, south, west."""

    def __init__(self, index: int, errors: CellErrors, history: ForceHistory, seed: int) -> None:
        self._rng = np.random.default_rng([seed, 0xCE11, index])
        draw = self._rng.uniform
        self.errors = errors
        self.counts_per_g = errors.counts_per_g * (1 + errors.gain_spread * draw(-1, 1))
        self.offset_counts = errors.offset_spread_counts * draw(-1, 1)
        self.jump_g = 0.0  # a lasting step of the zero point
        self.noise_factor = 1.0
        self._history = history
        self._mix = [1.0 if j == index else errors.crosstalk * draw(-1, 1) for j in range(4)]
        self._creep_rate = errors.creep * draw(0.5, 2.0) * float(self._rng.choice([-1, 1], p=[0.2, 0.8]))
        self._luck = float(draw(-1, 1))
        self._creep_g = 0.0
        self._warm_g = errors.warmup_g * draw(-1, 1)
        self._slope = 0.0  # g/s
        self._drift_g = 0.0
        self._power_us = 0.0
        self._last_us = 0.0
        self._normals: list[float] = []

    def draw(self) -> float:
        """Return a number between -1 and 1 that belongs to this cell: how far its set-up was off."""
        return self._luck

    def power_on(self, t_us: float) -> None:
        """Start warming up again."""
        self._power_us = t_us

    def reading_g(self, from_us: float, to_us: float) -> float:
        """Return what the converter averages over a window, in g, noise and drift included."""
        h = self._history
        span_ms = (to_us - from_us) / 1000
        mean_n = 0.0
        for ring, share in zip(h.sums, self._mix, strict=True):
            if share:
                mean_n += share * (h.integral(ring, to_us) - h.integral(ring, from_us))
        load_g = mean_n / span_ms * (1000 / GRAVITY)
        self._age(to_us, load_g)
        noise = self.normal() * self.errors.noise_g * self.noise_factor
        return load_g + self._creep_g + self._drift_g + self.jump_g + noise

    def _age(self, t_us: float, load_g: float) -> None:
        dt = (t_us - self._last_us) * 1e-6
        if dt <= 0:
            return
        self._last_us = t_us
        e = self.errors
        self._creep_g += (self._creep_rate * load_g - self._creep_g) * min(1.0, dt / e.creep_tau_s)
        # the slope wanders with 60 s and keeps two sigma inside drift_g_per_min; the zero point leaks back in 15 min
        sigma = e.drift_g_per_min / 60 / 2
        decay = min(1.0, dt / 60)
        self._slope += -self._slope * decay + sigma * (2 * decay) ** 0.5 * self.normal()
        warm = self._warm_g / e.warmup_tau_s * 2.718281828 ** (-(t_us - self._power_us) * 1e-6 / e.warmup_tau_s)
        self._drift_g += (self._slope - warm - self._drift_g / 900) * dt

    def normal(self) -> float:
        """Return one standard normal number of this cell's own stream."""
        if not self._normals:
            self._normals = self._rng.standard_normal(_BATCH).tolist()
        return self._normals.pop()
