"""One disturbance, from the first samples that are not quiet until it is explained: what was felt meanwhile.

Data in: residuals sample by sample, knocks. Data out: swing, blows, touch, how long the table has been at rest with the
change, and the measured Change once it is.
"""

from ..compat import const, micropython, ticks_diff
from .guess import Change

_CAME_MG = const(20_000)  # a hand that sets a cup down presses with so much
_CAME_N = const(4)  # samples of it that tell where: 45 ms
_CREEP_STEPS = const(3)  # so many means in a row it has grown, or shrunk: what rings, at 3 to 9 Hz, does both
_CREEP_MG = const(400)  # and by so much in all: the slowest hand lays down 3 g in a second
_CREEP_MS = const(400)  # a mean longer ago is of something else
_LEVEL_G = 2.0  # two loads at rest that differ by so much are two levels


class Disturbance:
    """What has been felt since the load left its baseline. Reused; `begin` starts it afresh."""

    def __init__(self, c):
        self.mode = 0  # what was expected when it began
        self.touched = False
        self.most = 0  # residual of the sum, mg
        self.least = 0
        self.blow = 0  # hardest knock, LSB of the IMU
        self.rest_ms = -1  # since when the table has been at rest with this change
        self.rocks = False  # it does not rest, but what is left of it only rocks where it lies
        self._looked_ms = 0
        self._knocks = 0
        self._touch_mg = c["touch_mg"]
        self._look_ms = c["look_ms"]
        self._first_ms = c["first_ms"]
        self._begun_ms = 0
        self._came_n = 0  # samples in which something was first set down,
        self._came = self._came_x = self._came_y = 0  # and their sums: mg, 256 mg mm
        self._mean = self._from = 0  # mg, means of the sum at rest: the last, the one it has grown (or shrunk) from
        self._mean_at_ms = 0
        self._steps = 0  # so many in a row; negative: it shrinks
        self._creep = 0  # mg, by which it has grown while it still does
        self._grew = self._shrank = False  # while at rest: a hand does one of them
        self._level = 0.0  # g, where the load has rested last since it began,
        self._level_before = 0.0  # and the level from which it came there
        self._stood = None  # (g, g mm, g mm) of the first load that rested for long
        self._air_ms = c["air_ms"]
        self._long_ms = c["long_ms"]
        self._sure_ms = c["sure_ms"]
        self._swing_share = c["swing_percent"] / 100
        self._mean_ms = c["mean_ms"]
        self._rock_ms = c["rock_ms"]
        self._rock_n = c["rock_samples"]
        self._rock_mg = c["rock_mg"]
        self._rock_most_mg = c["rock_most_mg"]
        self._new_most = self._new_least = self._new_blow = self._new_knocks = 0  # the same since a look began

    def begin(self, mode, motion, now_ms):
        """The load has left its baseline, or a loud blow is felt, while the game expected `mode`."""
        self.mode = mode
        self._begun_ms = now_ms
        self.rest_ms = -1
        self.rocks = False
        self.most = self.least = 0
        self.touched = False
        self.blow = 0
        self._level = self._level_before = 0.0
        self._stood = None
        self._came_n = self._came = self._came_x = self._came_y = 0
        self._steps = self._creep = 0
        self._mean_at_ms = now_ms - _CREEP_MS - 1
        self._knocks = motion.knocks
        if motion.ringing:
            self._knocks -= 1

    @micropython.native
    def add(self, balance, motion):
        """Take the residuals of one sample; return True when by them a touch is felt for the first time."""
        r = balance.r
        if r > _CAME_MG and self._came_n < _CAME_N:
            self._came_n += 1
            self._came += r
            self._came_x += balance.rx >> 8
            self._came_y += balance.ry >> 8
        if motion.ringing:
            if motion.knock_peak > self.blow:
                self.blow = motion.knock_peak
            if motion.knock_peak > self._new_blow:
                self._new_blow = motion.knock_peak
        if r > self.most:
            self.most = r
        if r < self.least:
            self.least = r
        if r > self._new_most:
            self._new_most = r
        if r < self._new_least:
            self._new_least = r
        if not self.touched and (r > self._touch_mg or r < -self._touch_mg):
            self.touched = True
            return True
        return False

    @micropython.native
    def settled(self, at_rest, loud, balance, now_ms):
        """Tell whether the table rests, or after a `loud` blow swings about a mean that stays.

        What has fallen rocks where it lies, for seconds.
        """
        rocked = self.rocks
        n = self._rock_n
        self.rocks = False
        if not at_rest and loud and balance.n >= 2 * n and ticks_diff(now_ms, self._begun_ms) >= self._rock_ms:
            mean = balance.mean(0, 0, n)
            d = mean - balance.mean(0, n, n)
            if -self._rock_mg < d < self._rock_mg:
                self.rocks = balance.worst(0, 2 * n, mean) < self._rock_most_mg
        if rocked and at_rest:
            self.rest_ms = -1  # the means of rest begin now
        return at_rest or self.rocks

    @micropython.native
    def due(self, settled, now_ms):
        """Tell whether the change is to be looked at now, and has been settled (see there) for long enough."""
        if not settled or ticks_diff(now_ms, self._begun_ms) < self._first_ms:
            self.rest_ms = -1
            return False
        if self.rest_ms < 0:
            self.rest_ms = now_ms
            self._grew = self._shrank = False
            self._looked_ms = now_ms - self._look_ms
        if ticks_diff(now_ms, self._looked_ms) < self._look_ms:
            return False
        self._looked_ms = now_ms
        return True

    def look(self, r, knocks):
        """A look begins at this residual (mg): what is felt from now on may belong to what comes after, see `go_on`."""
        self._new_most = self._new_least = r
        self._new_blow = 0
        self._new_knocks = knocks

    def go_on(self, mode, by, now_ms):
        """The change that was looked at is told, the base is moved `by` mg, and the load is moving again."""
        self.mode = mode
        self._begun_ms = now_ms
        self.rest_ms = -1
        self.rocks = False
        self.touched = False
        self.most = max(0, self._new_most - by)
        self.least = min(0, self._new_least - by)
        self.blow = self._new_blow
        self._knocks = self._new_knocks
        self._level = self._level_before = 0.0
        self._stood = None
        self._came_n = self._came = self._came_x = self._came_y = 0
        self._steps = self._creep = 0
        self._mean_at_ms = now_ms - _CREEP_MS - 1

    @micropython.native
    def creep(self, mean, now_ms):
        """Take a mean of the sum (mg) at rest, every `look_ms`: does it grow, or shrink, from one to the next?"""
        d = mean - self._mean
        if ticks_diff(now_ms, self._mean_at_ms) > _CREEP_MS:
            self._steps = 0
            self._from = mean
        elif d > 0 and self._steps >= 0:
            self._steps += 1
        elif d < 0 and self._steps <= 0:
            self._steps -= 1
        else:
            self._steps = 1 if d > 0 else -1
            self._from = self._mean
        self._mean = mean
        self._mean_at_ms = now_ms
        d = mean - self._from
        self._creep = 0
        if self._steps >= _CREEP_STEPS and d > _CREEP_MG:
            self._grew = True
            self._creep = d
        elif self._steps <= -_CREEP_STEPS and d < -_CREEP_MG:
            self._shrank = True
            self._creep = d

    def window(self, sensing):
        """Return what becomes the base if this change is told, see Sensing.settle."""
        return sensing.balance.window(2 * self._rock_n) if self.rocks else sensing.rest()

    def change(self, sensing, now_ms):
        """The settled change: means over the window of rest, which grows with the time at rest.

        What a swing leaves in a mean goes with one over its window: a longer one lets it count for less.
        """
        b = sensing.balance
        n = min(b.n, max(sensing.rest_n, sensing.fresh_n(min(self._mean_ms, now_ms - self.rest_ms))))
        if self.rocks:
            n = 2 * self._rock_n
        swings = self._grew and self._shrank  # an unknown load on the wobbling table does both, a hand one of them
        if not swings and (self._grew or self._shrank):
            half = max(1, n // 2)
            if abs(b.mean(0, 0, half) - b.mean(0, half, half)) > _CREEP_MG:
                n = sensing.rest_n  # what it has come to, not what it came through
        part = sensing.rest_n / n
        f = 65536.0
        noise_m = 2.5 * sensing.noise_mg / 1000 / n**0.5
        mean = b.mean(0, 0, n)
        rocks = b.worst(0, n, mean) - 3 * sensing.noise_mg
        if rocks > 0:  # part of a swing is left in the mean over a fifth of a second
            noise_m += rocks / 1000 * self._swing_share * part
        c = Change(
            mean / 1000, b.mean(1, 0, n) / 1000, b.mean(2, 0, n) / 1000,
            b.mean(3, 0, n) / f, b.mean(4, 0, n) / f, noise_m, noise_m * 60,
        )  # fmt: skip
        c.creep = 0.0 if swings or self.rocks else self._creep / 1000
        c.rocks = self.rocks
        c.wide = max(b.worst(1, n, int(c.px * 1000)), b.worst(2, n, int(c.py * 1000))) / 1000 * part
        m = sensing.motion
        c.knocks = m.knocks - self._knocks
        c.load = b.load.m
        c.blow = m.in_mg(self.blow)
        c.deaf = not m.alive
        c.rings = m.ringing
        c.swing = (self.most - self.least) / 1000
        c.pressed = self.most / 1000
        if self._stood is None or abs(c.m - self._stood[0]) <= _LEVEL_G:
            if c.m > _LEVEL_G and now_ms - self.rest_ms >= self._sure_ms:
                self._stood = (c.m, c.px, c.py)
        else:
            c.stood = self._stood
        if abs(c.m - self._level) > _LEVEL_G:
            self._level_before = self._level
            self._level = c.m
        if self._came_n == _CAME_N:
            c.came = True
            c.came_x, c.came_y = 256 * self._came_x / self._came, 256 * self._came_y / self._came
        c.step = c.m - self._level_before
        rested = now_ms - self.rest_ms
        c.aloft = rested < self._air_ms
        c.long = rested >= self._long_ms
        c.patient = rested >= self._sure_ms
        return c

    def whole(self, sensing, c, put):
        """Return the whole load as a Change against the empty table; `c`: the change that is looked at.

        `put`: cups and bottom cups of stacks that were allowed when the fall began that is being cleared, or None.
        """
        out = Change(
            sensing.load_mg() / 1000, sensing.total_x() / 1000, sensing.total_y() / 1000,
            0.0, 0.0, c.noise_m, c.noise_p,
        )  # fmt: skip
        if put is not None:
            out.cups, out.stacks = put
        return out
