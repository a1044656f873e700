"""The ESP32-S3's pins and buses by the names of the wiring table: the only file that imports `machine` (with boot.py).

Why: everything above takes ports, so the same firmware runs on the simulated board. In: a board module.
Out: `Ports`, with the methods pin, pwm, i2c, spi, pixels and the fields clock, files, journal, watchdog. A name that
the board lacks, or one wired as another kind, is a ValueError that says so. Pins are made when first asked for, each at
a level that does no harm; the motor's enable is high (off) from the start.
"""

import os
import time

import esp32
import machine

from .. import config
from ..compat import const

DATA = "/data"  # settings and calibration on littlefs
JOURNAL = "journal"  # label of the partition
REST_MS = const(600_000)  # long enough to copy the firmware, short enough for a board that was forgotten at the prompt
_WS2812_NS = (400, 850, 800, 450)  # high and low of a 0, then of a 1
_SAFE_LEVEL = {"motor_enable": 1, "display_cs": 1, "display_reset": 1, "touch_reset": 1}  # 0 for all others
# Three different rates, and so they stay (play/signals.py): outputs of one rate would share one of LEDC's four timers.
_PWM_START_HZ = {"motor_step": 100, "buzzer": 1_000, "display_backlight": 20_000}
# The longest transfer here is a FIFO burst of 112 bytes: 2.6 ms at 400 kHz, 3 ms with its overhead. A clock line that
# is held low costs the timeout at every try, so the default of 50 ms would cost four conversions of the cells. It must
# not be 10 ms either: ESP-IDF's newer driver counts in FreeRTOS ticks of 10 ms, and one tick ends 0 to 10 ms from now.
# With its older driver (MicroPython up to 1.28) a bus on which nothing happens at all takes 0.1 s a byte, 1 s at most.
_I2C_TIMEOUT_US = const(20_000)


class Clock:
    """Time on the device; `charge` exists for the simulator and costs nothing here."""

    def __init__(self):
        self.ticks_us = time.ticks_us  # wraps at 2^30
        self.sleep_us = time.sleep_us

    def charge(self, section):
        """Do nothing: on the device the section itself takes the time."""


class Pixels:
    """A WS2812 chain on one pin; `write` takes GRB bytes, 30 us a light with interrupts off in between."""

    def __init__(self, pin):
        self._pin = pin

    def write(self, grb):
        """Shift `grb` out; the chips show it after 300 us of rest."""
        machine.bitstream(self._pin, 0, _WS2812_NS, grb)


class Files:
    """Plain files in one folder; OSError as the file system gives it, except that a missing file reads as None."""

    def __init__(self, folder=DATA):
        self._folder = folder
        try:
            os.mkdir(folder)
        except OSError:
            if not self.is_there():
                raise

    def is_there(self):
        """Return True when the folder can be listed."""
        try:
            os.listdir(self._folder)
        except OSError:
            return False
        return True

    def read(self, name):
        """Return the bytes of `name`, or None when there is no such file."""
        if name not in os.listdir(self._folder):
            return None
        with open(self._path(name), "rb") as f:
            return f.read()

    def write(self, name, data):
        """Replace `name` by `data`; not atomic, that is the store's business. On flash when this returns."""
        with open(self._path(name), "wb") as f:
            f.write(data)
            f.flush()

    def rename(self, old, new):
        """Rename `old` to `new`, replacing `new`; littlefs does it in one piece."""
        os.rename(self._path(old), self._path(new))

    def remove(self, name):
        """Remove `name`; OSError(ENOENT) when there is none."""
        os.remove(self._path(name))

    def names(self):
        """Return the names of all files, sorted."""
        return sorted(os.listdir(self._folder))

    def _path(self, name):
        return self._folder + "/" + name


class Region:
    """A flash partition without a file system: bytes at an address, erased by blocks; OSError as the flash gives it.

    Programming clears bits and never erases: writeblocks() with an offset, the extended block protocol. While the flash
    is busy (some 0.1 ms for a short piece, 45 ms for an erase) no code runs.
    """

    def __init__(self, partition):
        self._partition = partition
        self.blocks = partition.ioctl(4, 0)
        self.block = partition.ioctl(5, 0)  # bytes

    def read(self, at, buf):
        """Fill `buf` with the bytes from address `at` on."""
        self._partition.readblocks(at // self.block, buf, at % self.block)

    def program(self, at, data):
        """Program `data` at address `at`; what is not erased there becomes the AND of both."""
        self._partition.writeblocks(at // self.block, data, at % self.block)

    def erase(self, number):
        """Make all bytes of block `number` 0xFF."""
        self._partition.ioctl(6, number)


def find_region(label):
    """Return the data partition called `label` as a Region, or None when the board was flashed without it."""
    found = esp32.Partition.find(esp32.Partition.TYPE_DATA, label=label)
    return Region(found[0]) if found else None


class Watchdog:
    """The hardware watchdog; cannot be stopped, outlives a soft reset, and resets the board when starved.

    Making another WDT gives the one in the chip another timeout: that is how it is put to rest.
    """

    def __init__(self, timeout_ms):
        self._timeout_ms = timeout_ms
        self._wdt = None
        self._resting = True

    def feed(self):
        """Say that the main loop is alive; the first feed, or the first after a rest, sets the working timeout."""
        if self._resting or self._wdt is None:
            self._wdt = machine.WDT(timeout=self._timeout_ms)
            self._resting = False
        self._wdt.feed()

    def rest(self, timeout_ms=REST_MS):
        """Let it wait for `timeout_ms` from now (1,000 up), until the next feed: for a start, a prompt, a copy."""
        self._resting = True
        self._wdt = machine.WDT(timeout=timeout_ms)
        self._wdt.feed()


class Ports:
    """All that drivers get of the board."""

    def __init__(self, board, folder=DATA):
        self._board = board
        self._rows = {}
        for name, gpio, kind, _part, _role in board.PINS:
            self._rows[name] = (gpio, kind)
        self._made = {}
        self.clock = Clock()
        self.watchdog = Watchdog(config.values(config.DRIVERS)["watchdog_ms"])
        self.disable_irq = machine.disable_irq
        self.enable_irq = machine.enable_irq
        self.pin("motor_enable")
        self.files = Files(folder)
        self.journal = find_region(JOURNAL)

    def pin(self, name):
        """Return the plain pin `name`: an output at its harmless level, or an input with its pull-up."""
        gpio, kind = self._row(name, ("IN", "OUT"), "a plain pin")
        if name not in self._made:
            if kind == "IN":  # HX711, hall and touch lines idle high; a loose wire then reads as idle
                self._made[name] = machine.Pin(gpio, machine.Pin.IN, machine.Pin.PULL_UP)
            else:
                self._made[name] = machine.Pin(gpio, machine.Pin.OUT, value=_SAFE_LEVEL.get(name, 0))
        return self._made[name]

    def pwm(self, name):
        """Return the PWM output `name`, at duty 0. Its first period may glitch: enable what it drives afterwards."""
        gpio, _kind = self._row(name, ("PWM",), "a PWM output")
        if name not in self._made:
            pin = machine.Pin(gpio, machine.Pin.OUT, value=0)
            self._made[name] = machine.PWM(pin, freq=_PWM_START_HZ.get(name, 1_000), duty_u16=0)
        return self._made[name]

    def pixels(self, name):
        """Return the WS2812 chain `name`."""
        gpio, _kind = self._row(name, ("PIXELS",), "a WS2812 chain")
        if name not in self._made:
            self._made[name] = Pixels(machine.Pin(gpio, machine.Pin.OUT, value=0))
        return self._made[name]

    def i2c(self, bus):
        """Return the I2C bus `bus`; its calls raise OSError when nothing acknowledges or the bus hangs."""
        number, clock, data, hertz = self._bus(bus, self._board.I2C_BUSES, "I2C")
        key = "i2c:" + bus
        if key not in self._made:
            free_bus(machine.Pin, self._rows[clock][0], self._rows[data][0], time.sleep_us)
            self._made[key] = machine.I2C(
                number,
                scl=machine.Pin(self._rows[clock][0]),
                sda=machine.Pin(self._rows[data][0]),
                freq=hertz,
                timeout=_I2C_TIMEOUT_US,
            )
        return self._made[key]

    def spi(self, bus):
        """Return the SPI bus `bus`, write only, mode 0."""
        number, clock, data, hertz = self._bus(bus, self._board.SPI_BUSES, "SPI")
        key = "spi:" + bus
        if key not in self._made:
            self._made[key] = machine.SPI(
                number,
                baudrate=hertz,
                polarity=0,
                phase=0,
                sck=machine.Pin(self._rows[clock][0]),
                mosi=machine.Pin(self._rows[data][0]),
                miso=None,  # the default would take the display's DC pin
            )
        return self._made[key]

    def random_seed(self):
        """Return entropy, 0..2^30-1, from the hardware's generator."""
        return int.from_bytes(os.urandom(4), "little") & 0x3FFFFFFF

    def restart(self):
        """Let the motor go and start the board again; does not return."""
        self.pin("motor_enable").value(1)
        restart()

    def _row(self, name, allowed, what):
        row = self._rows.get(name)
        if row is None:
            raise ValueError("board %s has no pin %r; known: %s" % (self._board.NAME, name, _known(self._rows)))
        if row[1] not in allowed:
            raise ValueError("pin %r of board %s is wired as %s, not as %s" % (name, self._board.NAME, row[1], what))
        return row

    def _bus(self, name, table, what):
        if name not in table:
            raise ValueError("board %s has no %s bus %r; known: %s" % (self._board.NAME, what, name, _known(table)))
        return table[name]


def make_ports(board, folder=DATA):
    """Return the ports of `board` (a module of boards/); `folder` holds the files."""
    return Ports(board, folder)


def restart():
    """Reset the chip; does not return.

    Not a soft reset: that one leaves PWM, buses and the watchdog as they were. The pins float in between, and the
    resistor at EN holds the motor off.
    """
    machine.reset()


def free_bus(pin, clock_gpio, data_gpio, sleep_us):
    """Clock an I2C chip free that still holds the data line low, left so by a reset in mid-read: up to nine pulses."""
    data = pin(data_gpio, pin.IN, pin.PULL_UP)
    clock = pin(clock_gpio, pin.OUT, value=1)
    for _ in range(9):
        if data.value():
            break
        clock.value(0)
        sleep_us(5)
        clock.value(1)
        sleep_us(5)


def _known(table):
    return ", ".join(sorted(table))
