"""Does the firmware's log, entry by entry, at the same Ports and in the same order as a firmware of this process.

So virtual time, costs and chips are what they are without the pipe. Data in: bytes (inside/codes.py). Data out:
replies, each with what can be foretold; what is told goes to `told`. What the ports raise and the firmware may catch
goes back to it; a power cut or a restart comes out here.
"""

from __future__ import annotations

import json
import math
import struct
from collections.abc import Callable, Mapping
from typing import Any

from ..clock import COSTS, Clock
from ..errors import Failed
from ..ports import IRQ_US, Outlook, Ports
from .doing import Doing
from .inside import codes as c
from .interpreter import Interpreter

_HEAD = struct.Struct("<BBBiiI")  # of codes.HEAD, what follows the first byte
_REPLY = struct.Struct(f"<{c.WORDS}i")
_CAUGHT = (OSError, ValueError)


class FirmwareFailed(Failed):
    """The firmware has raised what it did not catch; the text is its traceback."""

    @classmethod
    def of(cls, data: bytes) -> FirmwareFailed:
        """Return it with the traceback that was sent."""
        return cls("the firmware has raised\n" + data.decode().strip())


class OutOfStep(RuntimeError):
    """The two ends disagree about a level or the time: a fault of the lock-step, never of the firmware."""


class Log:
    """The log of one life of the firmware. told(what, number, data); passed(us) after each whole pass."""

    def __init__(
        self,
        interpreter: Interpreter,
        ports: Ports,
        clock: Clock,
        told: Callable[[int, int, bytes], None],
        passed: Callable[[int], None],
    ) -> None:
        self._interpreter, self._ports, self._clock = interpreter, ports, clock
        self._told, self._passed = told, passed
        self._doing = Doing(ports)
        self._began_us = -1  # of the pass that is under way
        self._sections = list(COSTS)
        self._small = self._small_entries()
        self.heap = 0  # bytes in use, as last measured

    def hello(self) -> dict[str, Any]:
        """Return what the other end must know to foretell the time."""
        clock = self._clock
        return {
            "pin_us": clock.pin_us,
            "irq_us": IRQ_US,
            "sections": [[name, clock.cost_us(name)] for name in self._sections],
        }

    def order(self, order: Any) -> bytes:
        """Give the firmware an order, do its log until it has done it, and return its news."""
        self._reply(0, json.dumps(order).encode())
        take, pins, small = self._interpreter.take, self._doing.pins, self._small
        data, at = b"", 0
        while True:
            if at == len(data):
                data, at = take(), 0
            code = data[at]
            at += 1
            if code < c.IRQ_OFF:
                if not code & 2:
                    pins[code >> 2](code & 1)
                elif pins[code >> 2]() != code & 1:
                    raise OutOfStep(f"{self._doing.names[code >> 2]} was foretold as {code & 1} and is not")
            elif code < c.CALL:
                small[code]()
            else:
                while len(data) - at < _HEAD.size:
                    data, at = data[at:] + take(), 0
                what, thing, _, a, b, size = _HEAD.unpack_from(data, at)
                at += _HEAD.size
                while len(data) - at < size:
                    data, at = data[at:] + take(), 0
                given = data[at : at + size]
                at += size
                if code == c.TELL:
                    self._told(what, a, given)
                elif code == c.SPI:
                    self._doing.spi(thing, given)
                elif what == c.DONE:
                    self._done(a, b)
                    return given
                else:
                    self._call(what, thing, a, b, given)

    def _small_entries(self) -> dict[int, Callable[[], Any]]:
        """Return what is done for the entries of one byte that are no pins."""
        ports, charge, pins = self._ports, self._ports.clock.charge, self._doing.pins
        out: dict[int, Callable[[], Any]] = {
            c.IRQ_OFF: ports.disable_irq,
            c.IRQ_ON: lambda: ports.enable_irq(0),
            c.IRQ_ON + 1: lambda: ports.enable_irq(1),
            c.FEED: ports.watchdog.feed,
            c.PASS: self._pass,
            c.SYNC: lambda: self._reply(0),
        }
        if len(self._sections) > c.SECTIONS_MOST:
            raise RuntimeError(f"more than {c.SECTIONS_MOST} sections of code")
        for i, name in enumerate(self._sections):
            out[c.SECTION + i] = lambda name=name: charge(name)
        for i in range(c.PINS_MOST):
            out[c.READ + i] = lambda i=i: self._reply(pins[i]())
        return out

    def _pass(self) -> None:
        """A pass begins, and so one has ended, unless it is the first of an order."""
        now = self._clock.now_us
        if self._began_us >= 0:
            self._passed(now - self._began_us)
        self._began_us = now

    def no_pass(self) -> None:
        """The pass that was under way will not come to its end."""
        self._began_us = -1

    def _done(self, ticks: int, heap: int) -> None:
        if self._began_us >= 0:
            self._passed(self._clock.now_us - self._began_us)
            self._began_us = -1
        self.heap = heap or self.heap
        if ticks != self._clock.ticks_us():
            raise OutOfStep(f"the firmware took it to be {ticks} us, it is {self._clock.ticks_us()} us")

    def _call(self, what: int, thing: int, a: int, b: int, data: bytes) -> None:
        if what == c.FAILED:
            raise FirmwareFailed.of(data)
        try:
            value, out = self._doing.call(what, thing, a, b, data)
        except _CAUGHT as error:
            kind = next(k for k in _CAUGHT if isinstance(error, k))
            self._reply(0, json.dumps([kind.__name__, error.args]).encode(), c.RAISED)
        else:
            self._reply(value, out)

    def _reply(self, value: int, data: bytes = b"", status: int = c.DONE_WELL) -> None:
        clock, numbers = self._clock, self._doing.numbers
        look = self._ports.outlook()
        known = sum(1 << numbers[name] for name in look.levels if name in numbers)
        lease_us, changes = self._changes(look)
        quiet_us = int(min(look.quiet_us - clock.now_us, c.SPAN_MOST_US))
        more = [self._bits(levels) for levels in look.coming] + changes
        head = (status, value, clock.ticks_us(), lease_us, self._bits(look.levels), known, quiet_us, len(data))
        reply = _REPLY.pack(*head, numbers.get(look.clock, -1), len(look.coming), len(changes) // 2) + data
        self._interpreter.give(reply + struct.pack(f"<{len(more)}i", *more) if more else reply)

    def _changes(self, look: Outlook) -> tuple[int, list[int]]:
        """Return for how many us the levels hold, and then in turn what they become and for how many us."""
        now, bits, out = self._clock.now_us, self._bits(look.levels), []
        ends = [math.ceil(min(t - now, c.SPAN_MOST_US)) for t in (*(t for t, _ in look.falls), look.until_us)]
        for i, (_, name) in enumerate(look.falls):
            if ends[i] >= ends[-1]:
                break
            bits &= ~(1 << self._doing.numbers.get(name, c.PINS_MOST))
            out += [bits, min(ends[i + 1], ends[-1]) - ends[i]]
        return min(ends[0], ends[-1]), out

    def _bits(self, levels: Mapping[str, int]) -> int:
        """Return levels by name as a bit a pin."""
        numbers = self._doing.numbers
        return sum(level << numbers[name] for name, level in levels.items() if name in numbers)
