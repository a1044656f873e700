"""Plays a tape through sensing and tracker; executed by MicroPython, and by CPython to find what happens where.

micropython on_micropython.py TAPE PART COUNT: plays the first COUNT conversions, up to PART: "none" (only the loop),
"imu", "sample", "tracker". PART "drain" and "bus" read COUNT batches of the IMU's FIFO from a bus that costs next to
nothing, the latter without the driver. PART "fall" looks COUNT times at a fall on paper (fall.py). PART "heap" plays
the whole tape and prints a line for each conversion in which the heap grew or something was told: number, bytes, the
tracker's state before, whether it is at rest, words told.
"""

import gc
import sys
from array import array

from teatable.compat import micropython
from teatable.drivers.lsm6dsox import Imu
from teatable.sensing import Calibration, Sensing
from teatable.tracker import Tracker
from teatable.tracker import events as ev

PARTS = ("none", "imu", "sample", "tracker")
BATCH = 5  # words of a FIFO read: two rows and a half
MOST_ROWS = 24


class Player:
    """The tape in an array, and the firmware that it is played to."""

    def __init__(self, path):
        with open(path, "rb") as file:
            self.tape = array("i", file.read())
        calibration = Calibration(counts_per_kg=list(self.tape[:4]))
        self.sensing = Sensing(calibration)
        self.tracker = Tracker(calibration.cup_mass_mg)
        self.tracker.expect(ev.PLACE)
        self._at = 4
        self.pieces = 0  # of looks at settled changes
        self._rows = array("h", [0] * 6 * MOST_ROWS)
        self._counts = array("i", [0] * 4)

    @property
    def over(self):
        """Whether the tape has come to its end."""
        return self._at >= len(self.tape)

    @micropython.native
    def one(self, part):
        """Play the tape up to and with the next conversion, up to `part`, an index of PARTS."""
        tape = self.tape
        rows = self._rows
        counts = self._counts
        at = self._at
        while tape[at]:
            n = tape[at]
            now = tape[at + 1]
            at += 2
            i = 0
            while i < 6 * n:
                rows[i] = tape[at + i]
                i += 1
            at += 6 * n
            if part > 0:
                self.sensing.imu(rows, n, now)
        now = tape[at + 1]
        i = 0
        while i < 4:
            counts[i] = tape[at + 2 + i]
            i += 1
        self._at = at + 6
        if part > 1 and self.sensing.sample(now, counts, 0) and part > 2:
            self.tracker.step(now, self.sensing)
            self.pieces += self.tracker.thinking
            while self.tracker.think():
                self.pieces += 1

    def events(self):
        """Fetch what the tracker has told."""
        out = []
        event = self.tracker.next_event()
        while event is not None:
            out.append(event)
            event = self.tracker.next_event()
        return out


class Bus:
    """An I2C bus with one IMU whose FIFO always holds one batch; as little work as can be."""

    def __init__(self):
        self._words = bytearray(7 * BATCH)
        for i in range(BATCH):
            self._words[7 * i] = (1 + (i & 1)) << 3 | (i >> 1 & 3) << 1
            self._words[7 * i + 1] = i

    @micropython.native
    def readfrom_mem_into(self, address, register, into):
        """Give the level of the FIFO, its words, or the register that names the chip."""
        if register == 0x3A:
            into[0] = BATCH
            into[1] = 0
        elif register == 0x78:
            into[:] = self._words
        else:
            into[0] = 0x6C if register == 0x0F else 0

    def writeto_mem(self, address, register, data):
        """Take a setting."""

    def ticks_us(self):
        """Return one time, as clock."""
        return 5_000_000

    def sleep_us(self, us):
        """Do not wait."""


def drain(count, with_driver):
    """Read `count` batches, by the driver or by the bus alone."""
    bus = Bus()
    imu = Imu(bus, 0x6A, bus)
    rows, level, words = array("h", [0] * 6 * MOST_ROWS), bytearray(2), bytearray(7 * BATCH)
    for _ in range(count):
        if with_driver:
            imu.drain(rows, MOST_ROWS)
        else:
            bus.readfrom_mem_into(0x6A, 0x3A, level)
            bus.readfrom_mem_into(0x6A, 0x78, words)
            bus.ticks_us()


def heap(player):
    """Print every conversion in which the heap grew or something was told."""
    t = player.tracker
    gc.collect()
    number = 0
    while not player.over:
        state = t.state
        before = micropython.mem_total() if hasattr(micropython, "mem_total") else 0
        pieces = player.pieces
        player.one(3)
        grown = (micropython.mem_total() if hasattr(micropython, "mem_total") else 0) - before
        told = [ev.NAMES[event.kind] for event in player.events()]
        if grown or told:
            print(number, grown, state, int(t.at_rest), player.pieces - pieces, " ".join(told))
        number += 1
    print("end", number, " ".join([str(cup) for stack in t.stacks for cup in stack]))


def main(path, part, count):
    """Do what the command line says."""
    player = Player(path)
    if part == "heap":
        heap(player)
    elif part == "fall":
        import fall  # beside this script, not in a package; the tape needs none of it

        for _ in range(count):
            fall.look()
    elif part == "drain" or part == "bus":
        drain(count, part == "drain")
    else:
        part = PARTS.index(part)
        for _ in range(count):
            player.one(part)


if __name__ == "__main__":
    main(sys.argv[1], sys.argv[2], int(sys.argv[3]))
