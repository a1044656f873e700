"""From contacts to presses: a target counts when the finger leaves the glass inside the target it came down on.

Data in: the touch driver (`poll(now_ms)` -> status, `down`, `x`, `y`), the targets. Data out: `pressed` (what is under
the finger, for the picture), and the name that `step` returns once. A contact must be seen twice to begin and missed
twice to end, so one jump of the coordinates or one lost reading presses nothing. A contact of ten seconds is a stuck
chip.
"""

from .. import config
from ..compat import ticks_diff


class Finger:
    """Follows one finger."""

    def __init__(self, touch):
        values = config.values(config.UI)
        self._touch = touch
        self._period_ms = values["touch_period_ms"]
        self._slop = values["touch_slop_px"]
        self._stuck_ms = values["touch_stuck_ms"]
        self._polled_ms = None
        self._seen = 0  # readings in a row that agree
        self._is_down = False
        self._came_ms = 0
        self._name = ""  # the target the finger came down on; "" once the gesture is off
        self.pressed = ""
        self.last_ms = None

    def forget(self):
        """Let the finger that is down press nothing any more: the screen under it has changed."""
        self._name = ""
        self.pressed = ""

    def still_on(self, targets):
        """Return whether the target the finger came down on is among `targets`, or there is none."""
        for target in targets:
            if target[0] == self._name:
                return True
        return not self._name

    def step(self, now_ms, targets):
        """Poll when it is time, half as often while nothing is felt; returns a target that was pressed, or None."""
        wait_ms = self._period_ms if self._is_down or self._seen else 2 * self._period_ms
        if self._polled_ms is not None and 0 <= ticks_diff(now_ms, self._polled_ms) < wait_ms:
            return None
        self._polled_ms = now_ms
        touch = self._touch
        touch.poll(now_ms)
        if touch.down:
            self.last_ms = now_ms
        if bool(touch.down) != self._is_down:
            self._seen += 1
            if self._seen < 2:
                return None
            self._is_down = bool(touch.down)
            self._seen = 0
            return self._came(now_ms, targets) if self._is_down else self._left()
        self._seen = 0
        if self._is_down:
            self._moved(now_ms, targets)
        return None

    def _came(self, now_ms, targets):
        self._came_ms = now_ms
        self._name = self.pressed = find(targets, self._touch.x, self._touch.y)
        return None

    def _moved(self, now_ms, targets):
        if not self._name:
            return
        if ticks_diff(now_ms, self._came_ms) > self._stuck_ms:
            self.forget()
            return
        self.pressed = ""
        for name, x, y, w, h in targets:
            if name == self._name and _inside(self._touch.x, self._touch.y, x, y, w, h, self._slop):
                self.pressed = name

    def _left(self):
        name = self.pressed
        self.forget()
        return name or None


def _inside(px, py, x, y, w, h, slop):
    return x - slop <= px < x + w + slop and y - slop <= py < y + h + slop


def find(targets, px, py):
    """Return the name of the target at px, py, or "". Of several, the one whose middle is nearest."""
    found = ""
    nearest = 0
    for name, x, y, w, h in targets:
        if _inside(px, py, x, y, w, h, 0):
            away = (2 * px - 2 * x - w) ** 2 + (2 * py - 2 * y - h) ** 2
            if not found or away < nearest:
                found = name
                nearest = away
    return found
