"""The tracker: watches the residual, and explains each settled change of load in cups.

Two halves. `step` runs after every sample, on integers: is the table quiet, disturbed, at rest again, is something
falling? `_settled` runs a few times a turn: it asks guess.py for all explanations of the change, for each of the
beliefs still held, and keeps the likely ones. What is sure is told as an event; what is close is asked.
Data in: Sensing, the game's expectation, the players' answers. Data out: events, `stacks`, `lying`, `holding`.
"""

from .. import config
from ..compat import micropython, ticks_diff
from ..sensing import Load
from . import events as ev
from . import guess as g
from .word import Word

QUIET, DISTURBED = 0, 1


class Tracker(Word):
    """Which cups stand where. `cup_masses_mg`: masses of cups 0..11 in mg."""

    def __init__(self, cup_masses_mg, overrides=None):
        c = config.values(config.TRACKER, overrides)
        Word.__init__(self, c)
        self.grams = [m / 1000 for m in cup_masses_mg]
        self.status = 0
        self.at_rest = False
        self.state = QUIET
        self._c = c
        self._quiet_mg = c["quiet_mg"]
        self._quiet_mgmm = c["quiet_mgmm"]  # grows with the load, see _settle_on
        self._begin_n = c["begin_samples"]
        self._unload_mg = c["unload_mg"]
        self._unload_n = c["unload_samples"]
        self._touch_mg = c["touch_mg"]
        self._look_ms = c["look_ms"]
        self._off = 0  # samples in a row that are not quiet
        self._down = 0  # samples in a row that are unloaded
        self._begun_ms = 0
        self._begun_mode = ev.NOTHING  # what was expected when it began
        self._looked_ms = 0
        self._rest_ms = 0  # since when the table has been at rest with this change
        self._least = self._most = 0
        self._knocks = 0
        self._knocks_told = 0
        self._falling_ms = -1
        self._touched = False
        self._refine_ms = -1  # when to look again where the cup put last stands
        self._fresh = None  # its stack
        self._settled_now = False  # a change was told and its base not yet measured again
        self._last_us = 0
        self._us = 0
        self._started = False

    @property
    def holding(self):
        """True while the residual is off its baseline: "three" must wait."""
        return self.state != QUIET or self._off > 0 or not self.at_rest

    # --- every sample

    @micropython.native
    def step(self, now_us, sensing):
        """Look at one new sample of `sensing` (`now_us` ticks). Allocates only when something has happened."""
        self._clock(now_us)
        self.status = sensing.status
        self.at_rest = sensing.at_rest
        if sensing.motion.knocks != self._knocks_told:
            self._knock(sensing)
        if not sensing.tared:
            return
        if self._reload:
            self._renew(sensing)
            return
        if self._refine_ms >= 0 and ticks_diff(self.now_ms, self._refine_ms) > 0 and self.state == 0:
            self._refine(sensing)
        b = sensing.balance
        q = self._quiet_mgmm
        p = self._quiet_mg
        r = b.r
        if -p < r < p and -q < b.rx < q and -q < b.ry < q:
            self._off = 0
            self._down = 0
            if self.state == 0:
                return
        else:
            self._off += 1
            if r < -self._unload_mg:
                self._down += 1
            else:
                self._down = 0
        if self.state == 0:
            if self._off < self._begin_n:
                return
            self._begin(sensing)
        self._disturbed(sensing, r)

    @micropython.native
    def _clock(self, now_us):
        if not self._started:
            self._started = True
            self.now_ms = now_us // 1000
            self._last_us = now_us
        d = ticks_diff(now_us, self._last_us) + self._us
        self._last_us = now_us
        self.now_ms = (self.now_ms + d // 1000) & 1073741823
        self._us = d % 1000

    @micropython.native
    def _disturbed(self, sensing, r):
        """One sample while the load is not as it was."""
        if r > self._most:
            self._most = r
        if r < self._least:
            self._least = r
        if not self._touched and (r > self._touch_mg or r < -self._touch_mg):
            self._touched = True
            self._touch()
        if self._falling_ms >= 0 and ticks_diff(self.now_ms, self._falling_ms) > self._falling_most_ms:
            self._fall_not()
        if self._falling_ms == -1 and self._down >= self._unload_n and self._most < self._unload_mg:
            self._fall_seen()
        if not sensing.at_rest:
            self._rest_ms = -1
            return
        if self._rest_ms < 0:
            self._rest_ms = self.now_ms
            self._looked_ms = self.now_ms - self._look_ms
        if ticks_diff(self.now_ms, self._looked_ms) >= self._look_ms:
            self._looked_ms = self.now_ms
            self._settled(sensing)

    def _begin(self, sensing):
        self.state = DISTURBED
        self._begun_ms = self.now_ms
        self._begun_mode = self.mode
        self._rest_ms = -1
        self._most = self._least = 0
        self._knocks = sensing.motion.knocks
        self._touched = False
        self._falling_ms = -1
        if sensing.motion.ringing:
            self._knocks -= 1

    # --- at rest again

    def _settle_on(self, sensing):
        """Give the load of the most likely belief to sensing and take the present rest as its base."""
        load = self.table.fill(Load(), self.grams)
        sensing.settle(load)
        self._quiet_mgmm = self._c["quiet_mgmm"] + int(self._c["quiet_um"] * load.m)
        self.state = QUIET
        self._off = 0
        self._down = 0

    def _change(self, sensing):
        """The settled change: means over the window of rest, which grows with the time at rest up to half a second."""
        b = sensing.balance
        n = min(b.n, max(sensing.rest_n, sensing.fresh_n(min(500, self.now_ms - self._rest_ms))))
        f = 65536.0
        noise_m = 2.5 * sensing.noise_mg / 1000 / n**0.5
        noise_p = noise_m * 60
        c = g.Change(
            b.mean(0, 0, n) / 1000, b.mean(1, 0, n) / 1000, b.mean(2, 0, n) / 1000,
            b.mean(3, 0, n) / f, b.mean(4, 0, n) / f, noise_m, noise_p,
        )  # fmt: skip
        wide = max(b.worst(1, n, int(c.px * 1000)), b.worst(2, n, int(c.py * 1000))) / 1000
        c.wide = wide
        c.knocks = sensing.motion.knocks - self._knocks
        c.load = sensing.balance.load.m
        c.swing = (self._most - self._least) / 1000
        c.long = self.now_ms - self._rest_ms >= self._c["long_ms"]
        c.mode, c.cups, c.stacks = self.mode, self.cups, self.allowed
        c.may_put = self.mode == ev.PLACE or self._begun_mode == ev.PLACE
        return c

    def _settled(self, sensing):
        """Explain the change, and act on it if the explanation is good enough for the time it has stood."""
        c = self._change(sensing)
        swings = c.wide > 40 + 2 * abs(c.m) and not c.long
        if swings:  # the sum rests but the moments do not: the base rings, or something rolls or is held
            c.noise_p += c.wide / 2
        found = []
        for i in range(len(self.beam)):
            cost, table = self.beam[i]
            for guess in g.guesses(table, c, self.grams, i < self._c["beam_falls"]):
                found.append((cost + guess.cost, guess))
        if not found:
            if c.long:
                self._puzzled(sensing, c)
            return
        found.sort(key=lambda pair: pair[0])
        best = found[0][1]
        if best.what == g.STRANGE and not c.long:
            return
        if swings and (c.wide > self._swing_most(best, c) or self._close(found)):
            return
        fall = self._is_fall(best)
        soft = best.what == g.SLID or (fall and abs(c.m) < 4 and not c.knocks)
        if soft and not c.long:
            return  # a finger against a stack also moves the moments and not the weight
        if best.what == g.NONE and self._off and not c.long and not best.table.lying:
            return
        self._accept(sensing, found)

    def _swing_most(self, best, c):
        """Return how far (g mm) the moments may still swing for this explanation to be told."""
        if best.what == g.PUT or best.what == g.TAKEN:
            return self._c["swing_mm"] * abs(c.m)
        if self._is_fall(best):  # a fallen cup rocks on its side for seconds
            return self._c["rock_mm"] * sum([self.grams[cup] for cup in best.table.fallen])
        return 0

    def _is_fall(self, guess):
        """Tell whether, by this explanation, cups have fallen of which nothing was told yet."""
        return any([cup not in self._told for cup in guess.table.fallen])

    def _close(self, found):
        """Tell whether another explanation, with other consequences, is close to the best."""
        for cost, guess in found:
            if cost - found[0][0] > self._c["close_nats_10"] / 10:
                return False
            if guess is found[0][1] or guess.table.key() == found[0][1].table.key():
                continue  # another way to the same state
            if self._is_fall(guess) != self._is_fall(found[0][1]):
                return True
            if guess.meaning() != found[0][1].meaning() and not self._is_fall(guess):
                return True  # but which cups fell shows when they are cleared
        return False

    @micropython.native
    def _refine(self, sensing):
        """A while after a change: the swinging has died down, so the base, and where a cup was put, are known better.

        Later, now and then: loads creep sideways; only the moments are followed here, the weight never.
        """
        self._refine_ms = (self.now_ms + self._c["recheck_ms"]) & 1073741823
        if not sensing.at_rest or self._off:
            return
        b = sensing.balance
        n = sensing.rest_n
        x, y = b.mean(1, 0, n), b.mean(2, 0, n)
        if self._fresh is not None:
            self._moved(x, y)
        b.shift(b.mean(0, 0, n) if self._settled_now else 0, x, y)
        self._settled_now = False

    def _moved(self, x, y):
        """The cup put last stands so much (moments in mg mm) further than was told."""
        s = self._fresh
        mass = 1000 * self.grams[s.cups[-1]]
        s.xs[-1] += x / mass
        s.ys[-1] += y / mass
        self._fresh = None

    def _doubt(self, found):
        """If a fall is close to the best explanation, tell the fall: its screen asks, and takes it back."""
        if self._told or found[0][1].what == g.TAKEN or self._is_fall(found[0][1]):
            return
        for i in range(1, len(found)):
            if found[i][0] - found[0][0] > self._c["close_nats_10"] / 10:
                return
            if self._is_fall(found[i][1]):
                found.insert(0, (found[0][0], found.pop(i)[1]))
                return

    def _accept(self, sensing, found):
        """Keep the likely beliefs, give the load of the best to sensing, tell what happened."""
        self._doubt(found)
        best = found[0][1]
        least = found[0][0]
        before = self.table
        rivals = []
        beam = []
        keys = []
        for cost, guess in found:
            if cost - least > self._c["beam_nats_10"] / 10 or len(beam) >= self._c["beam_most"]:
                break
            key = guess.table.key()
            if key in keys:
                continue
            keys.append(key)
            beam.append((cost - least, guess.table))
            if cost - least < self._c["close_nats_10"] / 10 and guess.meaning() != best.meaning():
                rivals.append((cost - least, guess))
        self.beam = beam
        if best.what in (g.FALL, g.FALL_PUT) and self._before_fall is None:
            self._before_fall = before
        self._settle_on(sensing)
        self._refine_ms = (self.now_ms + self._c["refine_ms"]) & 1073741823
        self._settled_now = True
        self._fresh = None
        if best.what == g.PUT:
            self._fresh = self.table.find(best.stack if best.stack >= 0 else best.cup)
        self._tell(best, not rivals, rivals)

    def _puzzled(self, sensing, c):
        """Nothing explains it: take it as it is and ask."""
        self._settle_on(sensing)
        self._ask(ev.FOREIGN_OBJECT, [])
