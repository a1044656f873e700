"""What the table concludes from a recording: the real sensing fed with recorded samples.

Data in: a Recording and its scale. Data out: events {"t0_s", "t1_s", "kind", "size", "unit"} in the kinds of
recordings/events.csv. Thresholds are the product's: rest is sensing's, and the smallest thing that counts as a change
of load is the lightest cup. Only units and the measured rate adapt.
"""

from array import array
from statistics import median
from typing import Any

from teatable.boards import geometry
from teatable.drivers import status
from teatable.sensing import Calibration, Load, Sensing

from ..clock import TICKS_PERIOD
from . import recording, taped

Event = dict[str, Any]
_RAIL = 8_380_000  # as drivers/hx711.py refuses it
_NOISES = 5  # as sensing's limit of rest
_FIRST = 3  # conversions that can be off, recording 03
_SETTLED_S = 0.5
_LEVEL_S = 3.0


def conclusions(read: recording.Recording, scale: float) -> list[Event]:
    """Return the events in order of time; a single one of kind "none" when nothing happened."""
    found = _knocks(read, scale) if read.kind == recording.ACCEL else _loads(read, scale)
    if found:
        return found
    unit = "g_acc" if read.kind == recording.ACCEL else "g"
    return [_event(read.t_s[0], read.t_s[-1], "none", 0.0, unit)]


def _event(t0_s: float, t1_s: float, kind: str, size: float, unit: str) -> Event:
    return {"t0_s": round(t0_s, 2), "t1_s": round(t1_s, 2), "kind": kind, "size": round(size, 2), "unit": unit}


def _ticks(t_s: float) -> int:
    return round(t_s * 1e6) % TICKS_PERIOD


# --- knocks


def _knocks(read: recording.Recording, lsb_per_g: float) -> list[Event]:
    """Feed rows of an accelerometer; return the knocks."""
    period_us = round(1e6 / read.rate_hz) if read.rate_hz else 4808
    sensing = Sensing(Calibration(), accel_lsb_per_g=round(abs(lsb_per_g)), imu_period_us=period_us)
    row, found, since = array("h", [0] * 6), [], 0.0
    ringing = False
    for t_s, values in zip(read.t_s, read.rows, strict=True):
        for i, value in enumerate(values):
            row[3 + i] = max(-32768, min(32767, round(value)))
        sensing.imu(row, 1, _ticks(t_s))
        motion = sensing.motion
        if motion.ringing and not ringing:
            since = t_s
        elif ringing and not motion.ringing:
            found.append(_event(since, t_s, "knock", motion.knock_peak_mg() / 1000, "g_acc"))
        ringing = motion.ringing
    if ringing:
        found.append(_event(since, read.t_s[-1], "knock", sensing.motion.knock_peak_mg() / 1000, "g_acc"))
    return found


# --- loads


def _status(counts: int) -> int:
    """Return what the driver would say about one converter's value."""
    if counts == -1:
        return status.SPIKE
    return status.RAIL if abs(counts) >= _RAIL else status.OK


class _Watcher:
    """Turns sensing's residual into presses and steps of load."""

    def __init__(self, sensing: Sensing):
        self._sensing = sensing
        self.found: list[Event] = []
        self._band = min(geometry.CUP_MASS_MG)
        self._settled = False
        self._since: float | None = None
        self._most = 0
        self._total = 0

    def step(self, t_s: float) -> None:
        """Look at sensing after a sample that was taken at `t_s`."""
        s = self._sensing
        r = s.balance.r
        if not self._settled:
            if s.at_rest:
                self._settle()
            return
        if abs(r) > self._band:
            if self._since is None:
                self._since, self._most, self._total = t_s, 0, 0
            if r > self._most:
                self._most, self._total = r, s.scale.weight_mg
            if s.at_rest:
                self._step(t_s)
        elif self._since is not None:
            self._press(t_s)

    def _settle(self) -> None:
        self._sensing.settle(Load())
        self._settled, self._since = True, None

    def _step(self, t_s: float) -> None:
        """The load has come to rest on another level: something was put down or taken away."""
        s = self._sensing
        change = s.balance.mean(0, 0, s.rest_n)
        kind = "remove" if change < 0 else "place"
        if self._most > self._band + max(change, 0):
            kind = "press+" + kind
        assert self._since is not None
        self.found.append(_event(self._since, t_s - s.rest_n * s.watch.period_us / 1e6, kind, change / 1000, "g"))
        self._settle()

    def _press(self, t_s: float) -> None:
        """The load is back where it was."""
        assert self._since is not None
        if self._most > self._band:
            self.found.append(_event(self._since, t_s, "press", self._total / 1000, "g"))
        self._since = None

    def end(self, t_s: float) -> None:
        """The recording is over."""
        if self._since is not None:
            self.found.append(_event(self._since, t_s, "unsettled", self._sensing.balance.r / 1000, "g"))


def _loads(read: recording.Recording, scale: float) -> list[Event]:
    """Feed rows of one or four load cells; return what was put, taken or pressed."""
    nominal = Calibration().nominal_per_kg
    per_kg = nominal if read.kind == recording.GRAMS else round(scale * 1000)
    factor = nominal / 1000 if read.kind == recording.GRAMS else 1.0
    n = len(read.rows[0])
    sensing = Sensing(Calibration.foreign([per_kg] * n))
    watcher, counts = _Watcher(sensing), array("i", [0] * n)
    levels: list[tuple[float, int]] = []
    last_s = None
    for t_s, values in zip(read.t_s, read.rows, strict=True):
        worst = status.OK
        for i, value in enumerate(values):
            counts[i] = round(value * factor)
            worst = status.worst(worst, _status(counts[i]))
        fresh = sensing.sample(_ticks(t_s), counts, worst)
        levels.append((t_s, round(sum(counts) * 1_000_000 / per_kg)))
        if fresh and last_s is not None:
            watcher.step(last_s)
        last_s = t_s
    watcher.end(read.t_s[-1])
    return _startup(levels) + watcher.found


# --- a whole table


def of_table(read: taped.Taped) -> list[Event]:
    """Return loads and knocks of a table's recording, as of the others; its own calibration is used."""
    player = taped.Player(read, _NoTracker())
    watcher, found, since, ringing, at = _Watcher(player.sensing), [], 0.0, False, 0
    t_s = read.rows[0].us / 1e6
    while at < len(read.rows):
        t_s = read.rows[at].us / 1e6
        at, fresh = player.step(at)
        if fresh:
            watcher.step(t_s)
        motion = player.sensing.motion
        if motion.ringing and not ringing:
            since = t_s
        elif ringing and not motion.ringing:
            found.append(_event(since, t_s, "knock", motion.knock_peak_mg() / 1000, "g_acc"))
        ringing = motion.ringing
    watcher.end(t_s)
    found = sorted(found + watcher.found, key=lambda event: event["t0_s"])
    return found or [_event(read.rows[0].us / 1e6, t_s, "none", 0.0, "g")]


class _NoTracker:
    """Stands where the tracker would settle the load itself."""

    def __getattr__(self, name: str) -> Any:
        return lambda *_args, **_more: False


def _startup(levels: list[tuple[float, int]]) -> list[Event]:
    """Return the transient of the first conversions, if there is one: those that sensing passes over."""
    t0 = levels[0][0]
    first = [mg for _, mg in levels[:_FIRST]]
    later = [mg for t, mg in levels[_FIRST:] if _SETTLED_S < t - t0 <= _LEVEL_S]
    if len(later) < _FIRST:
        return []
    level = median(later)
    noise = 1.5 * median(abs(mg - level) for mg in later)  # of a normal distribution
    off = median(first) - level
    if abs(off) <= _NOISES * noise:
        return []
    return [_event(t0, t0 + _SETTLED_S, "startup_transient", off / 1000, "g")]
