"""The early word for a fall: "something may be falling", before anything has settled, and its taking back.

Why three signs: a stack that is about to fall by the wobble rocks from edge to edge of a foot, so the moments swing
(their second difference over 2 x 45 ms, by the load: a lean or a finger only changes them once); what goes over an edge
takes its weight off; what lands is felt by the IMU before the converters know of it.
Data in: residuals sample by sample, knocks. Data out: FALLING and FALLING_CANCELLED by `seen` and `stale`.
"""

from ..compat import micropython, ticks_diff

NOT, TAKEN_BACK = -1, -2
_LAG = 4  # samples: half a swing of a rocking stack


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
        self._shaken_mg = c["shaken_mg"]
        self._most_ms = c["falling_most_ms"]
        self._sway_um = c["sway_um"]
        self._sway_n = 2 * c["sway_samples"]
        self._sway_cups = c["sway_cups"]
        self._press_mg = c["sway_press_mg"]
        self._heard_mg = 0  # the hardest blow so far
        self._blow_mg = c["blow_mg"]
        self._blow_place_mg = c["blow_place_mg"]
        self.lifted = False  # the game asks for a cup to be lifted: that its weight goes is no sign
        self._limit = 0  # mg mm
        self._tall = False

    def stand(self, load, stacks):
        """Take what stands now (a Load, a list of Stack): how far it may sway, whether it is tall enough to rock."""
        self._limit = int((load.m + 60) * self._sway_um)
        self._tall = any([len(s.cups) >= self._sway_cups for s in stacks])
        self.calm()

    def begin(self):
        """A disturbance begins."""
        self.since_ms = NOT
        self._sway = 0
        self._heard_mg = 0

    def calm(self):
        """The load is quiet."""
        self._down = 0
        self._sway = 0

    @micropython.native
    def add(self, balance, felt):
        """Take one sample that is not quiet."""
        if balance.r < -self._unload_mg and not self.lifted:
            self._down += 1
        else:
            self._down = 0
        if not self._tall or felt.most > self._press_mg or balance.n < 3 * _LAG:
            return
        x = self._bend(balance, 1)
        y = self._bend(balance, 2)
        if (x + (y >> 1) if x > y else y + (x >> 1)) > self._limit:
            self._sway += 2
        elif self._sway > 0:
            self._sway -= 1

    @micropython.native
    def _bend(self, balance, which):
        """Return the size of the second difference of a moment."""
        d = balance.back(which, 0) - 2 * balance.back(which, _LAG) + balance.back(which, 2 * _LAG)
        return -d if d < 0 else d

    @micropython.native
    def loud(self, blow_mg, placing):
        """Tell whether a blow is one that only a fall makes."""
        return blow_mg >= (self._blow_place_mg if placing else self._blow_mg)

    @micropython.native
    def seen(self, felt, blow_mg, placing, now_ms):
        """Tell whether a fall begins now; each sign keeps one that was told."""
        shaken = blow_mg >= self._shaken_mg
        sign = self._down >= (self._shaken_n if shaken or felt.most >= self._unload_mg else self._unload_n)
        sways = self._sway >= (2 * self._sway_n if shaken else self._sway_n)
        struck = blow_mg > self._heard_mg and self.loud(blow_mg, placing)
        self._heard_mg = blow_mg
        if not (sign or sways or struck):
            return False
        self._last_ms = now_ms
        if self.since_ms >= 0 or (self.since_ms == TAKEN_BACK and not (sways or struck)):
            return False
        self.since_ms = now_ms
        return True

    @micropython.native
    def stale(self, now_ms):
        """Tell whether the last sign is so long ago that nothing came of it."""
        return self.since_ms >= 0 and ticks_diff(now_ms, self._last_ms) > self._most_ms
