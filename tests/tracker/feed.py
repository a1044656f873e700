"""Feeds Sensing and Tracker from the simulated world without chips' pins: cells with their errors, an IMU with noise.

For tests of method, where the pin-level path would only cost time. The converters are the device model's own signals,
read when the slowest of four free-running ones is ready; the IMU is sampled at 208 Hz and drained before each reading.
"""

from __future__ import annotations

import math
from array import array

import numpy as np
from teatable.sensing import Calibration, Sensing, learn
from teatable.tracker import Tracker

from host_sim.devices.loadcell import CellErrors, CellSignal, ForceHistory
from host_sim.world import World

SPEED_REV_S = {0: 0.0, 1: 0.5, 2: 1.0, 3: 1.5}
TICKS = (1 << 30) - 1
LAG_US = 6_000


class Feed:
    """A world with the sensing path on it. `level` 0..3 sets the speed used by `motor(True)`."""

    def __init__(self, seed: int = 0, level: int = 0, errors: CellErrors | None = None, learned: bool = True) -> None:
        self.world = World(seed)
        self.level = level
        self.rng = np.random.default_rng([seed, 0xFEED])
        self.history = ForceHistory()
        self.cells = [CellSignal(i, errors or CellErrors(), self.history, seed) for i in range(4)]
        self.rates = self.rng.uniform(82, 94, 4)
        self.done_us = [float(v) for v in self.rng.uniform(0, 11_000, 4)]  # end of each one's latest conversion
        self.read_us = [0.0] * 4
        self.imu_next_us = 0.0
        self.imu_period_us = 1e6 / 208 * float(self.rng.uniform(0.98, 1.02))
        self.bias = self.rng.normal(0, 0.01, 3)  # g
        self.gyro_bias = self.rng.normal(0, 0.01, 3)
        self.t_us = 0
        self.origin_us = TICKS - 5_000_000  # the ticks wrap early in every run
        self.rows = array("h", [0] * 6 * 16)
        self.n_rows = 0
        self.counts = array("i", [0] * 4)
        calibration = Calibration(counts_per_kg=self._learn() if learned else None)
        self.sensing = Sensing(calibration)
        self.tracker = Tracker(calibration.cup_mass_mg)
        self.events: list = []
        self.angle = 0.0
        self.speed = 0.0
        self.turned = 0.0
        self.on = False
        self.log: list | None = None
        self.tape: list | None = None  # if a list, what the chips said goes there and not to the firmware

    def _learn(self) -> list[int]:
        """The set-up step: 200 g on five spots, weighed by cells with their gains and cross-talk."""
        spots = []
        places = ((0, 0), (0, 80), (80, 0), (0, -80), (-80, 0))
        for x, y in places:
            shares = [0.25 + y / 440, 0.25 + x / 440, 0.25 - y / 440, 0.25 - x / 440]
            grams = [200 * sum(m * s for m, s in zip(c._mix, shares, strict=True)) for c in self.cells]
            pairs = zip(grams, self.cells, strict=True)
            spots.append([round(g * c.counts_per_g + self.rng.normal(0, 8)) for g, c in pairs])
        return learn.gains(spots, 200_000, 1_540_000, [(1000 * x, 1000 * y) for x, y in places])

    @property
    def now(self) -> int:
        return (self.origin_us + self.t_us) & TICKS

    @property
    def t_ms(self) -> int:
        return self.t_us // 1000

    def motor(self, on: bool) -> None:
        self.on = on

    def _drive(self) -> None:
        want = SPEED_REV_S[self.level] if self.on else 0.0
        step = 0.001 * max(0.5, SPEED_REV_S[self.level])
        self.speed += max(-step, min(step, want - self.speed))
        self.angle += 2 * math.pi * self.speed * 0.001
        if self.on and self.level:
            self.turned = min(0.5, self.turned + self.speed * 0.001)
        elif self.speed == 0:
            self.turned = max(0.0, self.turned - 0.0005)
        tilt = self.world.tilt_rad * math.sin(math.pi * self.turned)
        self.world.swash(self.angle, tilt)

    def step(self) -> None:
        """One millisecond."""
        self._drive()
        self.world.step()
        self.t_us += 1000
        self.history.sample(self.world.cells_n())
        if self.t_us >= self.imu_next_us:
            self.imu_next_us += self.imu_period_us
            self._imu_row()
        for i in range(4):
            while self.done_us[i] + 1e6 / self.rates[i] <= self.t_us:
                self.done_us[i] += 1e6 / self.rates[i]
        if all(d > r for d, r in zip(self.done_us, self.read_us, strict=True)):
            self._read()

    def _imu_row(self) -> None:
        if self.n_rows >= 16:
            return
        f, w = self.world.imu()
        a = [v / 9.81 + b + self.rng.normal(0, 0.0008) for v, b in zip(f, self.bias, strict=True)]
        g = [math.degrees(v + b) + self.rng.normal(0, 0.04) for v, b in zip(w, self.gyro_bias, strict=True)]
        at = 6 * self.n_rows
        for i in range(3):
            self.rows[at + i] = max(-32768, min(32767, round(g[i] / 0.00875)))
            self.rows[at + 3 + i] = max(-32768, min(32767, round(a[i] / 0.000122)))
        self.n_rows += 1

    def _read(self) -> None:
        for i, cell in enumerate(self.cells):
            to = self.done_us[i] - LAG_US
            grams = cell.reading_g(to - 4e6 / self.rates[i], to)
            self.counts[i] = round(grams * cell.counts_per_g + cell.offset_counts)
            self.read_us[i] = self.done_us[i]
        if self.tape is not None:
            self.tape.append(("sample", self.now, bytes(self.rows[: 6 * self.n_rows]), self.counts.tolist(), self.t_us))
            self.n_rows = 0
            return
        s = self.sensing
        s.imu(self.rows, self.n_rows, self.now)
        self.n_rows = 0
        if s.sample(self.now, self.counts, 0):
            self.tracker.step(self.now, s)
            while self.tracker.think():
                pass
            while (e := self.tracker.next_event()) is not None:
                e.t_ms = self.t_ms
                self.events.append(e)
            if self.log is not None:
                b = s.balance
                self.log.append((self.t_us * 1e-6, b.r, b.rx, b.ry, s.at_rest, s.motion.fx, s.motion.fy, s.motion.fz,
                                 s.motion.ax, s.motion.ay, b.base))  # fmt: skip

    def run(self, seconds: float) -> list:
        """Advance; return the events that came."""
        seen = len(self.events)
        for _ in range(round(seconds * 1000)):
            self.step()
        return self.events[seen:]

    def hand(self, action, more_s: float = 0.0) -> list:
        """Let a hand act to its end, and `more_s` after it; return the events that came."""
        seen = len(self.events)
        hand = self.world.start(action)
        while not hand.done:
            self.step()
        self.run(more_s)
        return self.events[seen:]
