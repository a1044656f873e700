"""The early word for a fall: "something may be falling", before anything has settled, and its taking back.

Why three signs: a stack that is about to fall by the wobble rocks from edge to edge of a foot, so the moments swing
(their second difference over 2 x 45 ms, by the load: a lean or a finger only changes them once); what goes over an edge
takes its weight off; what lands is felt by the IMU before the converters know of it. A bump makes all three, but it
shakes the whole table sideways, which a cup can hardly do: each sign must be beyond what that shaking explains.
Data in: residuals sample by sample, knocks. Data out: FALLING and FALLING_CANCELLED by `seen` and `stale`.
"""

from ..compat import const, micropython, ticks_diff

NOT, TAKEN_BACK = -1, -2
_LAG = const(4)  # samples: half a swing of a rocking stack


class Falling:
    """Watches one disturbance for the beginning of a fall."""

    def __init__(self, c):
        self.since_ms = NOT  # when it was told; TAKEN_BACK: it was nothing
        self._last_ms = 0  # the latest sign
        self._down = 0  # samples in a row that are unloaded
        self._sway = 0  # samples that swing, less half of those that do not; in halves
        self._unload_mg = c["unload_mg"]
        self._unload_n = c["unload_samples"]
        self._shaken_n = c["unload_shaken"]
        self._new_n = c["unload_new"]
        self._new_ms = c["new_ms"]
        self._stood_ms = NOT  # when the load was measured last
        self._shaken_mg = c["shaken_mg"]
        self._most_ms = c["falling_most_ms"]
        self._sway_um = c["sway_um"]
        self._sway_n = 2 * c["sway_samples"]
        self._sway_cups = c["sway_cups"]
        self._press_mg = c["sway_press_mg"]
        self._heard_mg = 0  # the hardest blow so far
        self._age = 0  # samples of this disturbance, up to those of its beginning
        self._since = 0  # samples since the hardest blow, or since it began
        self.bump_mg = 0  # how the table was shaken in the first of them
        self._young_n = c["blow_samples"]
        self._shake = 0  # how the table was shaken sideways just now, 1/65536 g
        self.shake_mg = 0  # beyond what falling and wobble do, 1/1000 g
        self._shake_free_mg = c["shake_free_mg"]
        self._shake_unload = c["shake_unload"]
        self._shake_sway_um = c["shake_sway_um"]
        self._blow_mg = c["blow_mg"]
        self._blow_place_mg = c["blow_place_mg"]
        self.lifted = False  # the game asks for a cup to be lifted: that its weight goes is no sign
        self._thing = False  # something that is no cup lies there, and will be taken off
        self._limit = 0  # mg mm
        self._limit_more = 0  # mg mm for each 1/1000 g of shaking
        self._tall = False

    def stand(self, load, table, now_ms):
        """Take what stands now (a Load, a Table): how far it may sway, whether it is tall enough to rock."""
        self._stood_ms = now_ms
        self._thing = len(table.things) > 0
        self._limit = int((load.m + 60) * self._sway_um)
        self._limit_more = int((load.m + 60) * self._shake_sway_um)
        self._tall = any([len(s.cups) >= self._sway_cups for s in table.stacks])
        self.calm()

    def begin(self):
        """A disturbance begins."""
        self.since_ms = NOT
        self._sway = 0
        self._heard_mg = 0
        self._age = 0
        self._since = 0
        self.bump_mg = 0

    @micropython.native
    def calm(self):
        """The load is quiet."""
        self._down = 0
        self._sway = 0
        self._shake -= self._shake >> 4

    @micropython.native
    def add(self, balance, felt):
        """Take one sample that is not quiet."""
        if balance.n < 3 * _LAG:
            return
        self._shakes(self._bend(balance, 3))
        down = balance.r < -self._unload_mg - self._shake_unload * self.shake_mg
        if down and not (self.lifted or self._thing):
            self._down += 1
        else:
            self._down = 0
        if not self._tall or felt.most > self._press_mg or (down and self.lifted):
            return  # a hand lets a tower sway
        if self._bend(balance, 1) > self._limit + self._limit_more * self.shake_mg:
            self._sway += 2
        elif self._sway > 0:
            self._sway -= 1

    @micropython.native
    def _shakes(self, now):
        """Keep the hardest shaking; it is forgotten as the base's ringing dies down, to a third in 0.2 s."""
        self._shake -= self._shake >> 4
        if now > self._shake:
            self._shake = now
        mg = (self._shake * 125 >> 13) - self._shake_free_mg
        self.shake_mg = mg if mg > 0 else 0

    @micropython.native
    def _bend(self, balance, x):
        """Return the size of the second difference of a vector: value `x` of the balance and the next one."""
        a = balance.bend(x, _LAG)
        b = balance.bend(x + 1, _LAG)
        if a < 0:
            a = -a
        if b < 0:
            b = -b
        return a + (b >> 1) if a > b else b + (a >> 1)

    @micropython.native
    def loud(self, blow_mg, placing):
        """Tell whether a blow is one that only a fall makes."""
        return blow_mg >= (self._blow_place_mg if placing else self._blow_mg)

    @micropython.native
    def seen(self, felt, blow_mg, placing, now_ms):
        """Tell whether a fall begins now; each sign keeps one that was told."""
        shaken = blow_mg >= self._shaken_mg
        many = self._shaken_n if shaken or felt.most >= self._unload_mg else self._unload_n
        new = self._stood_ms >= 0 and ticks_diff(now_ms, self._stood_ms) < self._new_ms
        if new and many < self._new_n:
            many = self._new_n
        sign = self._down >= many
        sways = self._sway >= (2 * self._sway_n if shaken or new else self._sway_n)
        struck = self._struck(blow_mg, placing)
        if not (sign or sways or struck):
            return False
        self._last_ms = now_ms
        if self.since_ms >= 0 or (self.since_ms == TAKEN_BACK and not (sways or struck)):
            return False
        self.since_ms = now_ms
        return True

    @micropython.native
    def _struck(self, blow_mg, placing):
        """Tell whether a blow means a fall: in the first samples only a hard one, for how it shook is seen later."""
        harder = blow_mg > self._heard_mg
        self._heard_mg = blow_mg
        if harder:
            self._since = 0
        if self._since < 2 * self._young_n:
            self._since += 1
            if self.shake_mg > self.bump_mg:
                self.bump_mg = self.shake_mg
        if self._age < self._young_n:
            self._age += 1
            if self._age < self._young_n:
                return harder and blow_mg >= self._blow_place_mg
            harder = harder or self._age == self._young_n
        return harder and blow_mg >= self.shake_mg + (self._blow_place_mg if placing else self._blow_mg)

    @micropython.native
    def stale(self, now_ms):
        """Tell whether the last sign is so long ago that nothing came of it."""
        return self.since_ms >= 0 and ticks_diff(now_ms, self._last_ms) > self._most_ms
