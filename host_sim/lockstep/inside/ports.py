"""The ports that the firmware gets in lock-step: the duck types of drivers/esp32.py, each call an entry of the log.

Data in: a Link and its hello. Data out: Ports.
"""

import struct

from teatable.compat import micropython

from . import codes as c


class Pin:
    """A plain pin."""

    def __init__(self, link, index):
        self._link = link
        self._index = index
        self._code = index << 2
        self._mask = 1 << index

    @micropython.native
    def value(self, level=None):
        """Read the pin, or drive it."""
        link = self._link
        us = link.pin_us
        if level is None:
            if link.leased & self._mask and (link.lease_us > us or link.changed(us)):
                level = 1 if link.levels & self._mask else 0
                link.log(self._code | 2 | level, us)
                return level
            return link.read(self._index)
        link.log(self._code | (1 if level else 0), us)
        link.drove(self._index, level)
        if link.quiet_us <= 0:
            link.sync()
        return None


class Pwm:
    """A PWM output."""

    def __init__(self, link, number):
        self._link, self._number = link, number

    def freq(self, hz=None):
        return self._set(c.PWM_FREQ, hz)

    def duty_u16(self, duty=None):
        return self._set(c.PWM_DUTY, duty)

    def deinit(self):
        self._link.call(c.PWM_DEINIT, self._number)

    def _set(self, what, value):
        got = self._link.call(what, self._number, value is not None, value or 0)
        return got if value is None else None


class Pixels:
    """A WS2812 chain."""

    def __init__(self, link, number):
        self._link, self._number = link, number

    def write(self, buf):
        self._link.call(c.PIXELS_WRITE, self._number, 0, 0, buf)


class Spi:
    """An SPI bus that only writes."""

    def __init__(self, link, number):
        self._link, self._number = link, number
        self._us, self._hz = struct.unpack(c.SPI_TIME, link.data)

    def write(self, buf):
        n = len(buf)
        self._link.spi(self._number, buf, self._us - -n * 8_000_000 // self._hz)


class I2c:
    """An I2C bus."""

    def __init__(self, link, number):
        self._link, self._number = link, number

    def readfrom_mem_into(self, address, register, buf):
        self._link.call(c.I2C_READ_MEM, self._number, address, register << 16 | len(buf))
        buf[:] = self._link.data

    def writeto_mem(self, address, register, buf):
        self._link.call(c.I2C_WRITE_MEM, self._number, address, register, buf)

    def readfrom_into(self, address, buf):
        self._link.call(c.I2C_READ, self._number, address, len(buf))
        buf[:] = self._link.data

    def writeto(self, address, buf):
        self._link.call(c.I2C_WRITE, self._number, address, 0, buf)
        return len(buf)

    def scan(self):
        self._link.call(c.I2C_SCAN, self._number)
        return list(self._link.data)


class Clock:
    """Time, which passes at the other end."""

    def __init__(self, link):
        self._link = link
        self.charge = link.charge

    def ticks_us(self):
        return self._link.ticks

    def sleep_us(self, us):
        self._link.call(c.SLEEP, 0, us)


class Watchdog:
    """The watchdog."""

    def __init__(self, link):
        self._link = link

    def feed(self):
        self._link.log(c.FEED, 0)

    def rest(self, timeout_ms=600_000):
        self._link.call(c.REST, 0, timeout_ms)


class Files:
    """The files in flash."""

    def __init__(self, link):
        self._link = link

    def read(self, name):
        if self._link.call(c.FILE_READ, 0, 0, 0, name.encode()) < 0:
            return None
        return bytes(self._link.data)

    def write(self, name, data):
        name = name.encode()
        self._link.call(c.FILE_WRITE, 0, len(name), 0, name + bytes(data))

    def rename(self, old, new):
        old = old.encode()
        self._link.call(c.FILE_RENAME, 0, len(old), 0, old + new.encode())

    def remove(self, name):
        self._link.call(c.FILE_REMOVE, 0, 0, 0, name.encode())

    def names(self):
        self._link.call(c.FILE_NAMES)
        text = bytes(self._link.data).decode()
        return text.split("\n") if text else []


class Region:
    """The journal's partition."""

    def __init__(self, link, block, blocks):
        self._link = link
        self.block, self.blocks = block, blocks

    def read(self, at, buf):
        self._link.call(c.FLASH_READ, 0, at, len(buf))
        buf[:] = self._link.data

    def program(self, at, data):
        self._link.call(c.FLASH_PROGRAM, 0, at, 0, data)

    def erase(self, number):
        self._link.call(c.FLASH_ERASE, 0, number)


class Ports:
    """What the firmware's drivers get."""

    def __init__(self, link, hello):
        self._link = link
        self._made = {}
        self._irq_off = 0
        self.clock = Clock(link)
        self.watchdog = Watchdog(link)
        self.files = Files(link)
        self.journal = Region(link, *hello["journal"]) if hello["journal"] else None

    def pin(self, name):
        return self._open(c.OPEN_PIN, name, Pin)

    def pwm(self, name):
        return self._open(c.OPEN_PWM, name, Pwm)

    def pixels(self, name):
        return self._open(c.OPEN_PIXELS, name, Pixels)

    def i2c(self, bus):
        return self._open(c.OPEN_I2C, bus, I2c)

    def spi(self, bus):
        return self._open(c.OPEN_SPI, bus, Spi)

    def disable_irq(self):
        link = self._link
        state = self._irq_off
        self._irq_off = state + 1
        link.log(c.IRQ_OFF, link.irq_us)
        return state

    def enable_irq(self, state):
        link = self._link
        self._irq_off = state
        if state > 1:
            link.call(c.ENABLE_IRQ, 0, state)
        else:
            link.log(c.IRQ_ON + state, link.irq_us)

    def random_seed(self):
        return self._link.call(c.SEED)

    def restart(self):
        self._link.call(c.RESTART)

    def _open(self, what, name, kind):
        key = (what, name)
        if key not in self._made:
            self._made[key] = kind(self._link, self._link.call(what, 0, 0, 0, name.encode()))
        return self._made[key]
