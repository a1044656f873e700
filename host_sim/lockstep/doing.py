"""Does at the ports what the firmware's log says it has called, one function a call of codes.py.

Data in: numbers and bytes of a CALL, the Ports. Data out: a number and bytes. Whatever the ports raise goes through.
"""

from __future__ import annotations

import struct
from collections.abc import Callable
from typing import Any

from ..ports import Ports
from ..wires import SPI_OVERHEAD_US
from .inside import codes as c

Answer = tuple[int, bytes]
SPI_TIME = struct.Struct(c.SPI_TIME)
_NOTHING: Answer = (0, b"")


class Doing:
    """The calls of one firmware. `pins`: the `value` functions of the pins, in the order in which it asked for them."""

    def __init__(self, ports: Ports) -> None:
        self.ports = ports
        self.pins: list[Callable[..., Any]] = []
        self.names: list[str] = []  # of the pins
        self.numbers: dict[str, int] = {}  # the same the other way round
        self._things: list[Any] = []
        self._calls: dict[int, Callable[[int, int, int, bytes], Answer]] = {
            c.OPEN_PIN: self._open_pin,
            c.OPEN_PWM: lambda _, a, b, data: self._open(ports.pwm(data.decode())),
            c.OPEN_PIXELS: lambda _, a, b, data: self._open(ports.pixels(data.decode())),
            c.OPEN_I2C: lambda _, a, b, data: self._open(ports.i2c(data.decode())),
            c.OPEN_SPI: self._open_spi,
            c.PWM_FREQ: lambda thing, a, b, data: self._pwm(self._things[thing].freq, a, b),
            c.PWM_DUTY: lambda thing, a, b, data: self._pwm(self._things[thing].duty_u16, a, b),
            c.PWM_DEINIT: lambda thing, a, b, data: _done(self._things[thing].deinit()),
            c.PIXELS_WRITE: lambda thing, a, b, data: _done(self._things[thing].write(data)),
            c.I2C_READ_MEM: self._read_mem,
            c.I2C_WRITE_MEM: lambda thing, a, b, data: _done(self._things[thing].writeto_mem(a, b, data)),
            c.I2C_READ: self._read,
            c.I2C_WRITE: lambda thing, a, b, data: _done(self._things[thing].writeto(a, data)),
            c.I2C_SCAN: lambda thing, a, b, data: (0, bytes(self._things[thing].scan())),
            c.SLEEP: lambda _, a, b, data: _done(ports.clock.sleep_us(a)),
            c.CHARGE: lambda _, a, b, data: _done(ports.clock.charge(data.decode())),
            c.ENABLE_IRQ: lambda _, a, b, data: _done(ports.enable_irq(a)),
            c.SEED: lambda _, a, b, data: (ports.random_seed(), b""),
            c.RESTART: lambda _, a, b, data: _done(ports.restart()),
            c.REST: lambda _, a, b, data: _done(ports.watchdog.rest(a)),
            c.FILE_READ: self._file_read,
            c.FILE_WRITE: lambda _, a, b, data: _done(ports.files.write(data[:a].decode(), data[a:])),
            c.FILE_RENAME: lambda _, a, b, data: _done(ports.files.rename(data[:a].decode(), data[a:].decode())),
            c.FILE_REMOVE: lambda _, a, b, data: _done(ports.files.remove(data.decode())),
            c.FILE_NAMES: lambda _, a, b, data: (0, "\n".join(ports.files.names()).encode()),
            c.FLASH_READ: self._flash_read,
            c.FLASH_PROGRAM: lambda _, a, b, data: _done(ports.journal.program(a, data)),
            c.FLASH_ERASE: lambda _, a, b, data: _done(ports.journal.erase(a)),
        }

    def call(self, what: int, thing: int, a: int, b: int, data: bytes) -> Answer:
        """Do one call; returns its number and bytes."""
        return self._calls[what](thing, a, b, data)

    def _open_pin(self, _: int, a: int, b: int, data: bytes) -> Answer:
        name = data.decode()
        pin = self.ports.pin(name)
        if len(self.pins) == c.PINS_MOST:
            raise RuntimeError(f"more than {c.PINS_MOST} pins")
        self.numbers[name] = len(self.pins)
        self.pins.append(pin.value)
        self.names.append(name)
        return self.numbers[name], b""

    def spi(self, thing: int, data: bytes) -> None:
        """Write to an SPI bus."""
        self._things[thing].write(data)

    def _open_spi(self, _: int, a: int, b: int, data: bytes) -> Answer:
        bus = self.ports.spi(data.decode())
        return self._open(bus)[0], SPI_TIME.pack(SPI_OVERHEAD_US, bus.hz)

    def _open(self, thing: Any) -> Answer:
        self._things.append(thing)
        return len(self._things) - 1, b""

    def _pwm(self, function: Callable[..., int | None], setting: int, value: int) -> Answer:
        return (function(value) if setting else function()) or 0, b""

    def _read_mem(self, thing: int, a: int, b: int, data: bytes) -> Answer:
        into = bytearray(b & 0xFFFF)
        self._things[thing].readfrom_mem_into(a, b >> 16, into)
        return 0, bytes(into)

    def _read(self, thing: int, a: int, b: int, data: bytes) -> Answer:
        into = bytearray(b)
        self._things[thing].readfrom_into(a, into)
        return 0, bytes(into)

    def _file_read(self, thing: int, a: int, b: int, data: bytes) -> Answer:
        found = self.ports.files.read(data.decode())
        return (-1, b"") if found is None else (0, found)

    def _flash_read(self, thing: int, a: int, b: int, data: bytes) -> Answer:
        into = bytearray(b)
        self.ports.journal.read(a, into)
        return 0, bytes(into)


def _done(_: Any) -> Answer:
    return _NOTHING
