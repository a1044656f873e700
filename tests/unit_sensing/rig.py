"""A table on paper: masses at places, hands and blows, turned into counts and IMU rows. Runs on MicroPython."""

from array import array

from teatable.sensing import Calibration, Sensing

RING = (1 << 30) - 1
PER_G = 1540
START = RING - 5_000_000  # the ticks wrap soon after the tare


class Rig:
    """Feeds Sensing (and a tracker, if one is given) at 88 and 208 Hz with a little noise."""

    def __init__(self, tracker=None, calibration=None, noise=40, imu=True, overrides=None, period_us=11_364):
        self.sensing = Sensing(calibration or Calibration(), overrides)
        self.tracker = tracker
        self.now = START
        self.t_ms = 0
        self.period_us = period_us
        self.imu = imu
        self.noise = noise  # counts, peak
        self.masses = {}  # name: (g, x mm, y mm)
        self.force_g = 0.0  # a hand
        self.force_x = self.force_y = 0.0
        self.drift_g = 0.0
        self.az = 8197
        self.blow = 0
        self.aside = 0  # LSB of the IMU's x: the whole table is shaken
        self.status = 0
        self.spoil = None  # (cell, counts added) for one sample
        self.events = []
        self.out = 0
        self.thinks = True  # the tracker may think; False: it waits with a look until it may
        self._rows = array("h", [0] * 24)
        self.counts = array("i", [0] * 4)
        self._owed = 0
        self._seed = 12345

    def _random(self):
        self._seed = (self._seed * 1103 + 12345) % 65536
        return self._seed % (2 * self.noise + 1) - self.noise if self.noise else 0

    def sample(self):
        """One conversion, and the IMU rows since the last."""
        self.now = (self.now + self.period_us) & RING
        self.t_ms += self.period_us // 1000
        w = 500.0 + self.force_g + self.drift_g
        x, y = self.force_g * self.force_x, self.force_g * self.force_y
        for g, mx, my in self.masses.values():
            w += g
            x += g * mx
            y += g * my
        for i, f in ((0, y), (1, x), (2, -y), (3, -x)):
            self.counts[i] = int((w / 4 + f / 220) * PER_G) + 20_000 * i + self._random()
        if self.spoil:
            self.counts[self.spoil[0]] += self.spoil[1]
            self.spoil = None
        if self.imu:
            self._owed += self.period_us
            n = min(4, self._owed // 4808)
            self._owed -= 4808 * n
            for k in range(n):
                self.blow = -self.blow  # rings about the true value
                self._rows[6 * k + 3] = self.blow + self.aside
                self._rows[6 * k + 5] = self.az
            self.sensing.imu(self._rows, n, self.now)
        if self.sensing.sample(self.now, self.counts, self.status):
            self.out += 1
            if self.tracker:
                self.tracker.step(self.now, self.sensing)
                while self.thinks and self.tracker.think():
                    pass
                e = self.tracker.next_event()
                while e is not None:
                    self.events.append(e)
                    e = self.tracker.next_event()

    def run(self, seconds):
        """Advance; return the events that came."""
        self.events = []
        for _ in range(int(seconds * 1_000_000 / self.period_us)):
            self.sample()
        return self.events

    def knock(self, swing_g=60.0, blow=4000):
        """A blow: the IMU rings for a moment, the load swings."""
        before = self.events
        self.blow = blow
        self.force_g = swing_g
        self.run(0.05)
        self.force_g = -swing_g / 3
        self.run(0.03)
        self.force_g = 0.0
        self.blow = 0
        self.events = before
