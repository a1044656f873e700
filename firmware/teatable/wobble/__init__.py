"""The wobble: levels become motor speed, gently, and the motor is off whenever there is doubt.

Why: the top tilts as far as its wedges stand apart, so the level sets only the speed; half a turn backward brings the
wedges together and the top level. In: a level, the time, the home sensor. Out: commands to the stepper, the commanded
speed (an input of sensing) and whether the motor has stalled. Every way out of a run goes through a ramp, except
`off()`, which lets the motor go at once.
"""

from .. import config
from ..compat import TICKS_MASK, const, ticks_diff
from . import profile
from .turns import Turns

# What the wobble is doing.
RELEASED = const(0)  # coils off
TUNING = const(1)  # coils on, standing, while the driver chip tunes itself
RUNNING = const(2)
_STOPPING = const(3)
LEVELLING = const(4)  # half a turn backward
HOLDING = const(5)  # standing with coils on until the top has calmed down


class Wobble:
    """Motor and home sensor as one: `run(level)`, `stop()`, `off()`, and `step(now_ms)` to make it happen."""

    def __init__(self, stepper, home, overrides=None):
        c = config.values(config.WOBBLE, overrides)
        self._c = c
        self._stepper = stepper
        self.home = home
        self._turns = Turns(c)
        self._wish = RELEASED  # RUNNING, LEVELLING or RELEASED (stand still)
        self._level_top = 0
        self._run_ms = 0
        self._back_mrev_ms = 0  # backward travel of a levelling, in mrev * ms / s
        self._now_ms = 0
        self._since_ms = 0  # start of the present state
        self._ramp_top = 1  # the speed that one whole ramp spans while stopping
        self._changed_ms = 0  # the last change of the pulse rate
        self._stepped = False
        self._watched = False  # was the home sensor looked at since the last step?
        self.level = profile.OFF
        self.state = RELEASED
        self.speed_mrev_s = 0  # commanded now, forward positive; sensing takes it
        self.stalled = False  # latched: the motor did not follow and is off until `retry()`
        self.levelled = False  # True when the wedges are known to cancel
        stepper.off()

    # --- wishes

    def run(self, level):
        """Turn at `level` 1..3, or for level 0 bring the top level (once) and stand still. ValueError otherwise.

        A stalled wobble stays off until `retry()`. Asking again for what is running changes nothing.
        """
        top = profile.top_speed(level, self._c)
        self.level = level
        self._level_top = top
        if self.stalled:
            return
        if level == profile.OFF:
            self._wish = RELEASED if self.levelled else LEVELLING
        else:
            self._wish = RUNNING

    def stop(self):
        """Ramp down and stand still, however the wedges stand."""
        self._wish = RELEASED

    def off(self):
        """Let the motor go now, without a ramp. Safe at any time."""
        self._wish = RELEASED
        self._release()

    def retry(self):
        """Forget a stall, after somebody has looked at the table; the next `run()` tries again."""
        self.stalled = False
        self._turns.restart()

    @property
    def still(self):
        """True when the motor stands and nothing is asked of it (coils may be on)."""
        return self.speed_mrev_s == 0 and self._wish == RELEASED

    @property
    def angle_mrev(self):
        """Shaft angle past home in thousandths of a turn, or -1 while it is not known."""
        return self._turns.travel_mrev % 1000 if self._turns.homed else -1

    # --- time

    def turn_us(self):
        """Return the time between the last two passes of the home sensor in us, or 0 where there is none."""
        return self.home.period_us

    def passes(self, now_us):
        """Look at the home sensor (`now_us` ticks); call more often than the magnet's width passes, some 5 ms.

        Whoever never calls this has `step()` look instead, as seldom as that is.
        """
        self._watched = True
        if self.home.poll(now_us) and self.speed_mrev_s > 0:
            self._turns.passed()

    def step(self, now_ms):
        """Carry the wish one step on. `now_ms`: ticks in milliseconds; call every 20 ms or faster."""
        gap_ms = ticks_diff(now_ms, self._now_ms) if self._stepped else 0
        self._now_ms = now_ms
        self._stepped = True
        if self.state == RELEASED:
            if self._wish != RELEASED and not self.stalled:
                self._start()
            return
        if gap_ms < 0 or gap_ms > self._c["gap_most_ms"]:
            self._release()  # the one-shot may have let go in between: begin from standstill
            return
        self._account(gap_ms)
        if not self._watched:
            self.passes(now_ms * 1000 & TICKS_MASK)
        self._watched = False
        if self._turns.lost:
            self.stalled = True
            self.off()
            return
        self._stepper.beat()
        self._go_on()

    def _account(self, ms):
        """Book what the shaft did in the last `ms` milliseconds."""
        self._turns.moved(self.speed_mrev_s, ms)
        if self.state == RUNNING:
            self._run_ms += ms
        if self.speed_mrev_s < 0:
            self._back_mrev_ms -= self.speed_mrev_s * ms
        elif self.speed_mrev_s > 0:
            self._back_mrev_ms = 0
            self.levelled = False

    def _go_on(self):
        state = self.state
        if state == TUNING:
            if self._age_ms() >= self._c["tune_ms"]:
                self._enter(self._wish if self._wish != RELEASED else HOLDING)
        elif state == RUNNING:
            if self._wish != RUNNING:
                self._enter(_STOPPING)
            else:
                self._ramp_to(profile.wanted(self.level, self._level_top, self._run_ms), self._level_top)
        elif state == _STOPPING:
            self._ramp_to(0, self._ramp_top)
            if self.speed_mrev_s == 0:
                self._enter(HOLDING if self._wish == RELEASED else self._wish)
        elif state == LEVELLING:
            self._level()
        elif self._wish != RELEASED:
            self._enter(self._wish)
        elif self._age_ms() >= self._c["hold_ms"]:
            self._release()

    def _level(self):
        """Backward until half a turn and a little more is behind, the last of it at a creep."""
        if self._wish != LEVELLING:
            self._enter(_STOPPING)
            return
        top = self._c["level_mrev_s"]
        left_mrev = self._c["level_mrev"] - self._back_mrev_ms // 1000
        # the way of the ramp down: v * v * ramp / (2 * top)
        braking_mrev = self.speed_mrev_s * self.speed_mrev_s // (2 * top) * self._c["ramp_ms"] // 1000
        if left_mrev > braking_mrev:
            self._ramp_to(-top, top)
        elif left_mrev > 0:
            self._ramp_to(-top // 8, top)
        else:
            self._ramp_to(0, top)
            if self.speed_mrev_s == 0:
                self.levelled = True
                self._wish = RELEASED
                self._enter(HOLDING)

    # --- parts of a step

    def _start(self):
        self._turns.restart()
        self._stepper.enable()
        self._enter(TUNING)

    def _enter(self, state):
        self.state = state
        self._since_ms = self._now_ms
        self._ramp_top = max(abs(self.speed_mrev_s), self._level_top, 1)
        if state == RUNNING:
            self._run_ms = 0

    def _age_ms(self):
        return ticks_diff(self._now_ms, self._since_ms)

    def _ramp_to(self, wanted_mrev_s, top_mrev_s):
        """Bring the speed nearer to `wanted_mrev_s`; `top_mrev_s` is what one whole ramp spans."""
        passed_ms = ticks_diff(self._now_ms, self._changed_ms)
        if passed_ms < self._c["change_ms"] or wanted_mrev_s == self.speed_mrev_s:
            return
        self._changed_ms = self._now_ms
        most = max(1, top_mrev_s * min(passed_ms, 2 * self._c["change_ms"]) // self._c["ramp_ms"])
        change = wanted_mrev_s - self.speed_mrev_s
        self.speed_mrev_s += max(-most, min(most, change))
        self._stepper.speed(self.speed_mrev_s)

    def _release(self):
        self._stepper.off()
        self.speed_mrev_s = 0
        self.state = RELEASED
