"""Tells whoever listens at the prompt's cable all that the table feels and concludes, as it happens.

Why: a recording of a real table shows what no simulator knows; the host replays it through this very code. Data in: an
App that has just been built, `write` (takes bytes). Data out: lines of a letter and base64 or JSON:

    T {version, board, calibration}          once, first
    C ticks (4 bytes), status, 0, counts of the four cells (3 bytes each, NONE where there is none)
    I ticks (4 bytes), n, 0, n rows of gx gy gz ax ay az (2 bytes each), raw
    M [ticks, speed]  the motor's commanded speed has changed          H [ticks]  the magnet has passed
    K [part, method, arguments]  what the game tells tracker or sensing
    E {kind, t_ms, ...}  an event of the tracker                        L "a line of the game's log"

It puts itself before methods of these objects; what they get and give stays the same. A sample and a row of the IMU
allocate nothing. Some 7 KB a second: 60 % of what a cable of 115,200 baud carries (by counting bytes; not measured).
"""

import json

from . import VERSION
from .compat import const, micropython
from .tracker import events

NONE = const(0x800000)  # as a count of 24 bits: the cell gave none
ROWS = const(24)  # of one drain of the IMU, as in app.py
_BYTES = const(12)  # of a row
_LETTERS = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/"
CALLS = {
    "tracker": ("begin", "expect", "answer", "refuse", "overrule"),
    "sensing": ("tare", "forget_tare", "set_gains", "silent", "imu_fault"),
}
FIELDS = ("cup", "sure", "candidates", "stack", "x_um", "y_um", "cups", "again", "lying", "stacks", "mass_mg",
          "knock_mg", "question")  # fmt: skip


@micropython.native
def encode(raw, n, line):
    """Put `n` bytes of `raw`, a multiple of three, as base64 behind the first byte of `line`, and a line's end."""
    letters = _LETTERS
    to = 1
    i = 0
    while i < n:
        three = raw[i] << 16 | raw[i + 1] << 8 | raw[i + 2]
        line[to] = letters[three >> 18]
        line[to + 1] = letters[three >> 12 & 63]
        line[to + 2] = letters[three >> 6 & 63]
        line[to + 3] = letters[three & 63]
        to += 4
        i += 3
    line[to] = 10


class Stream:
    """Begins at once; for as long as the App runs."""

    def __init__(self, app, board_name, write):
        self._write = write
        self._raw = bytearray(6 + _BYTES * ROWS)
        self._line = bytearray(2 + len(self._raw) // 3 * 4)
        view = memoryview(self._line)
        self._cells_line = view[: 2 + 18 // 3 * 4]
        self._imu_lines = [view[: 2 + (6 + _BYTES * n) // 3 * 4] for n in range(ROWS + 1)]
        self._speed = 0
        sensing, tracker, home = app.sensing, app.tracker, app.wobble.home
        self._sampled = sensing.sample
        self._moved = sensing.imu
        self._turned = sensing.motor
        self._polled = home.poll
        self._fetched = tracker.next_event
        calibration = sensing.calibration.as_dict()
        self._tell("T", {"version": VERSION, "board": board_name, "calibration": calibration})
        for name, method in (("sample", self._sample), ("imu", self._imu), ("motor", self._motor)):
            setattr(sensing, name, method)
        home.poll = self._poll
        tracker.next_event = self._next_event
        for part, of in (("tracker", tracker), ("sensing", sensing)):
            for name in CALLS[part]:
                setattr(of, name, self._calling(part, name, getattr(of, name)))
        heard = app.play.referee.on_log
        app.play.referee.on_log = lambda line: self._log(line, heard)

    # --- what comes often

    @micropython.native
    def _sample(self, now_us, counts, status):
        raw = self._raw
        self._ticks(now_us)
        raw[4] = status
        raw[5] = 0
        at = 6
        for i in range(4):
            count = counts[i]
            if count < -0x7FFFFF:
                count = NONE
            raw[at] = count & 255
            raw[at + 1] = count >> 8 & 255
            raw[at + 2] = count >> 16 & 255
            at += 3
        self._line[0] = 67  # C
        encode(raw, 18, self._line)
        self._write(self._cells_line)
        return self._sampled(now_us, counts, status)

    @micropython.native
    def _imu(self, rows, n, now_us):
        if n > 0:
            raw = self._raw
            self._ticks(now_us)
            raw[4] = n
            raw[5] = 0
            at = 6
            i = 0
            while i < 6 * n:
                value = rows[i]
                raw[at] = value & 255
                raw[at + 1] = value >> 8 & 255
                at += 2
                i += 1
            self._line[0] = 73  # I
            encode(raw, at, self._line)
            self._write(self._imu_lines[n])
        self._moved(rows, n, now_us)

    @micropython.native
    def _ticks(self, now_us):
        self._now_us = now_us
        raw = self._raw
        raw[0] = now_us & 255
        raw[1] = now_us >> 8 & 255
        raw[2] = now_us >> 16 & 255
        raw[3] = now_us >> 24 & 255

    def _motor(self, speed_mrev_s):
        if speed_mrev_s != self._speed:
            self._speed = speed_mrev_s
            self._tell("M", [self._now_us, speed_mrev_s])
        self._turned(speed_mrev_s)

    def _poll(self, now_us):
        self._now_us = now_us
        passed = self._polled(now_us)
        if passed:
            self._tell("H", [now_us])
        return passed

    # --- what comes seldom

    def _next_event(self):
        event = self._fetched()
        if event is not None:
            about = {"kind": events.NAMES[event.kind], "t_ms": event.t_ms}
            for name in FIELDS:
                about[name] = getattr(event, name)
            self._tell("E", about)
        return event

    def _calling(self, part, name, method):
        """Return what stands in for `method`: it tells of the call and makes it."""

        def call(*args, **more):
            self._tell("K", [part, name, args, more])
            return method(*args, **more)

        return call

    def _log(self, line, heard):
        self._tell("L", line)
        if heard is not None:
            heard(line)

    def _tell(self, letter, value):
        self._write((letter + json.dumps(value) + "\n").encode())
