"""Passive buzzer on PWM: short tunes, played while the loop goes on.

In: a tune as a tuple of (hertz, milliseconds), hertz 0 for a rest, and the time. Out: PWM settings, each changed only
when a note begins. A late step shortens nothing after it: notes are placed by their planned ends.
"""

from ..compat import const, ticks_add, ticks_diff

_HALF = const(32_768)
_LOWEST_HZ = const(20)
_HIGHEST_HZ = const(20_000)


class Buzzer:
    """The buzzer; `silent` mutes it at once and for all tunes until set back to False."""

    def __init__(self, pwm):
        self._pwm = pwm
        self._tune = ()
        self._next = 0
        self._ends_ms = 0
        self._fresh = False
        self.silent = False
        self._quiet()

    def play(self, tune):
        """Start `tune`, a tuple of (hertz 20..20000 or 0, milliseconds), in place of what is playing. () stops."""
        for hz, ms in tune:
            if ms < 0 or (hz and not _LOWEST_HZ <= hz <= _HIGHEST_HZ):
                raise ValueError("a note is (0 or 20..20000 Hz, 0.. ms), not (%r, %r)" % (hz, ms))
        self._tune = tune
        self._next = 0
        self._fresh = True
        if not tune:
            self.stop()

    def stop(self):
        """End the tune and the sound now."""
        self._tune = ()
        self._quiet()

    @property
    def playing(self):
        """True while a tune has notes left or sounding."""
        return bool(self._tune)

    def step(self, now_ms):
        """Go on to the note that is due at `now_ms` (ticks in milliseconds). Call every 20 ms or faster."""
        if not self._tune:
            return
        if self._fresh:
            self._fresh = False
            self._ends_ms = now_ms
        elif self.silent:
            self._quiet()
        while ticks_diff(now_ms, self._ends_ms) >= 0:
            if self._next >= len(self._tune):
                self.stop()
                return
            hz, ms = self._tune[self._next]
            self._next += 1
            self._ends_ms = ticks_add(self._ends_ms, ms)
            if ticks_diff(now_ms, self._ends_ms) < 0:
                self._sound(hz)

    def _sound(self, hz):
        if not hz or self.silent:
            self._quiet()
            return
        self._pwm.freq(hz)
        self._pwm.duty_u16(_HALF)

    def _quiet(self):
        self._pwm.duty_u16(0)
