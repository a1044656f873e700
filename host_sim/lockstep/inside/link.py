"""The firmware's end of the pipe: its log, the clock as it must be after each entry, and what was foretold of the pins.

Why so much at this end: a pass of the main loop touches a hundred pins, and a round trip takes longer than all else.
Data in: what the ports do; replies. Data out: the log (codes.py); ticks in us. The other end checks every level that
was taken from a foretelling, and the ticks at each end of a run.
"""

import json
import struct
from array import array

from teatable.compat import TICKS_MASK, micropython

from . import codes as c

SIZE = 4096
_EXCEPTIONS = {"OSError": OSError, "ValueError": ValueError}


class Link:
    """One pipe each way, as binary files that do not buffer. `start` first."""

    def __init__(self, reader, writer):
        self._in = reader
        self._out = writer
        self._buf = bytearray(SIZE)
        self._view = memoryview(self._buf)
        self._n = 0
        self._words = array("i", [0] * c.WORDS)
        self.ticks = 0
        self.lease_us = 0  # how long the levels hold
        self.levels = 0
        self.leased = 0
        self.edge_pin = -1  # on whose rising edges they depend
        self.edges = 0  # after how many more they are known
        self._changes = 0  # how many are known
        self._next = 0
        self._more = array("i", [0] * c.MORE_MOST)
        self._some = [memoryview(self._more)[:n] for n in range(c.MORE_MOST)]
        self.quiet_us = 0  # how long nothing but the firmware moves the time
        self.pin_us = self.irq_us = 0
        self._sections = {}
        self.data = b""

    def start(self):
        """Wait for the hello and return it."""
        self.wait()
        hello = json.loads(self.data)
        self.pin_us = hello["pin_us"]
        self.irq_us = hello["irq_us"]
        for i, (name, us) in enumerate(hello["sections"]):
            self._sections[name] = (c.SECTION + i, us)
        return hello

    # --- what is not waited for

    @micropython.native
    def log(self, code, us):
        """Write one byte of the log, for something that takes `us`."""
        n = self._n
        if n >= SIZE:
            self.flush()
            n = 0
        self._buf[n] = code
        self._n = n + 1
        self.ticks = (self.ticks + us) & TICKS_MASK
        self.lease_us -= us
        self.quiet_us -= us

    @micropython.native
    def drove(self, pin, level):
        """Find what the levels are after a pin was driven, or that it is not known."""
        if pin != self.edge_pin:
            return
        self._changes = 0
        if self.edges:
            if level:
                self.edges -= 1
                self.levels = self._more[self._next]
                self._next += 1
        elif level:
            self.lease_us = 0

    def changed(self, us):
        """Go on to what the levels are in `us`; returns whether that is known."""
        while self._changes and self.lease_us <= us:
            self._changes -= 1
            self.levels = self._more[self._next]
            self.lease_us += self._more[self._next + 1]
            self._next += 2
        return self.lease_us > us

    def charge(self, section):
        """Charge a section of code."""
        if section not in self._sections:
            self.call(c.CHARGE, 0, 0, 0, section.encode())
            return
        code, us = self._sections[section]
        self.log(code, us)
        if self.quiet_us <= 0:
            self.sync()

    def spi(self, bus, data, us):
        """Write to an SPI bus, which takes `us`."""
        self._head(c.SPI, 0, bus, 0, 0, len(data))
        self._append(data)
        self.ticks = (self.ticks + us) & TICKS_MASK
        self.lease_us -= us
        self.quiet_us -= us
        if self.quiet_us <= 0:
            self.sync()

    def tell(self, what, number=0, data=b""):
        """Tell whoever listens."""
        self._head(c.TELL, what, 0, number, 0, len(data))
        self._append(data)

    def flush(self):
        """Send the log."""
        if self._n:
            self._write(self._view[: self._n])
            self._n = 0

    # --- what is waited for

    def read(self, pin):
        """Return the level of a pin that was not foretold."""
        self.log(c.READ + pin, 0)
        return self.ask()

    def sync(self):
        """Learn the time."""
        self.log(c.SYNC, 0)
        self.ask()

    def call(self, what, thing=0, a=0, b=0, data=b""):
        """Let the other end do something and return its number, bytes in `data`. Raises what was raised there."""
        self._head(c.CALL, what, thing, a, b, len(data))
        self._append(data)
        return self.ask()

    def ask(self):
        """Send the log, wait for the reply and return its number."""
        self.flush()
        return self.wait()

    def wait(self):
        """Take in a reply."""
        words = self._words
        if self._in.readinto(words) != 4 * c.WORDS:  # so few bytes are written, and come, in one piece
            raise EOFError  # nobody is at the other end any more
        self.ticks = words[2]
        self.lease_us = words[3]
        self.levels = words[4]
        self.leased = words[5]
        self.quiet_us = words[6]
        self.data = b""
        if words[7]:
            self.data = bytearray(words[7])
            self._fill(memoryview(self.data))
        self.edge_pin = words[8]
        self.edges = words[9]
        self._changes = words[10]
        self._next = 0
        more = words[9] + 2 * words[10]
        if more:
            self._fill(self._some[more], 4)
        if words[0] == c.RAISED:
            name, args = json.loads(bytes(self.data))
            raise _EXCEPTIONS[name](*args)
        return words[1]

    # --- bytes

    def _head(self, kind, what, thing, a, b, size):
        if self._n + c.HEAD_BYTES > SIZE:
            self.flush()
        struct.pack_into(c.HEAD, self._buf, self._n, kind, what, thing, 0, a, b, size)
        self._n += c.HEAD_BYTES

    def _append(self, data):
        if self._n + len(data) > SIZE:
            self.flush()
            self._write(data)
        elif data:
            self._buf[self._n : self._n + len(data)] = data
            self._n += len(data)

    def _write(self, data):
        done = self._out.write(data)
        while done < len(data):
            done += self._out.write(memoryview(data)[done:])

    def _fill(self, view, size=1):
        """Fill a memoryview, of so many bytes an item."""
        got = 0
        while got < len(view):
            n = self._in.readinto(view[got:] if got else view)
            if not n:
                raise EOFError
            got += n // size
