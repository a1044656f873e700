"""The simulated wires: pins, PWM outputs, I2C and SPI buses and WS2812 lines, each charging its time to the clock.

Data in: what the firmware's drivers do. Data out: calls to the chip models' endpoints (see ports.py) and virtual time.
"""

from __future__ import annotations

import errno
from collections.abc import Callable
from typing import Any, Protocol

from .clock import PWM_US, Clock

I2C_OVERHEAD_US = 100  # driver call, command link and interrupt of ESP-IDF: 8 bytes at 400 kHz then take 0.35 ms
I2C_TIMEOUT_US = 20_000  # as drivers/esp32.py asks for, and why: two ticks of FreeRTOS, the longest transfer is 3 ms
SPI_OVERHEAD_US = 20
PIXEL_BIT_NS = 1_250
PIXEL_OVERHEAD_US = 60


class I2cTarget(Protocol):
    """A chip on an I2C bus."""

    address: int

    def write(self, data: bytes) -> None: ...

    def read(self, count: int) -> bytes: ...


class OutPin:
    """An output pin; `value(level)` drives it, `value()` reads back what it drives."""

    __slots__ = ("_clock", "_level", "_sink", "name")

    def __init__(self, name: str, sink: Callable[[int], None], clock: Clock, level: int = 0) -> None:
        self.name, self._sink, self._clock, self._level = name, sink, clock, level
        sink(level)

    def value(self, level: int | None = None) -> int | None:
        clock = self._clock
        now = clock.now_us = clock.now_us + clock.pin_us
        clock.pin_ops += 1
        if now >= clock.next_tick_us:
            clock.catch_up()
        if level is None:
            return self._level
        self._level = level = 1 if level else 0
        self._sink(level)
        return None


class InPin:
    """An input pin; `value()` reads it, and driving it is an error."""

    __slots__ = ("_clock", "_sense", "name")

    def __init__(self, name: str, sense: Callable[[], int], clock: Clock) -> None:
        self.name, self._sense, self._clock = name, sense, clock

    def value(self, level: int | None = None) -> int:
        clock = self._clock
        now = clock.now_us = clock.now_us + clock.pin_us
        clock.pin_ops += 1
        if now >= clock.next_tick_us:
            clock.catch_up()
        if level is not None:
            raise ValueError(f"pin {self.name!r} is an input and cannot be driven")
        return self._sense()


class Pwm:
    """A PWM output as MicroPython gives it: frequency in Hz (1 to 40 MHz), duty 0..65535; starts at 0 duty."""

    def __init__(self, name: str, sink: Callable[[int, int], None], clock: Clock) -> None:
        self.name, self._sink, self._clock = name, sink, clock
        self._freq_hz, self._duty = 5_000, 0

    def freq(self, hz: int | None = None) -> int | None:
        self._clock.spend("pwm", PWM_US)
        if hz is None:
            return self._freq_hz
        if not 1 <= hz <= 40_000_000:
            raise ValueError(f"PWM {self.name!r} cannot run at {hz} Hz")
        if hz != self._freq_hz:  # the port returns early for the same frequency
            self._freq_hz = hz
            self._sink(hz, self._duty)
        return None

    def duty_u16(self, duty: int | None = None) -> int | None:
        self._clock.spend("pwm", PWM_US)
        if duty is None:
            return self._duty
        if not 0 <= duty <= 65_535:
            raise ValueError(f"duty of PWM {self.name!r} must be 0 to 65535, not {duty}")
        if duty != self._duty:
            self._duty = duty
            self._sink(self._freq_hz, duty)
        return None

    def deinit(self) -> None:
        self._clock.spend("pwm", PWM_US)
        self._duty = 0
        self._sink(0, 0)


class I2cBus:
    """An I2C controller; every byte takes 9 bits, starts and stops two, and each call a fixed overhead.

    Faults of the wires themselves: "nack" (SCL or SDA open: nobody acknowledges) and "timeout" (SDA held low).
    """

    FAULTS = ("nack", "timeout")

    def __init__(self, name: str, hz: int, targets: list[I2cTarget], clock: Clock) -> None:
        self.name = name
        self.faults: set[str] = set()
        self._hz, self._targets, self._clock = hz, targets, clock

    def fault(self, kind: str) -> None:
        if kind not in self.FAULTS:
            raise ValueError(f"bus {self.name!r} has no fault {kind!r}; known: {', '.join(self.FAULTS)}")
        self.faults.add(kind)

    def clear(self, kind: str) -> None:
        self.faults.discard(kind)

    def readfrom_mem_into(self, address: int, register: int, buf: Any) -> None:
        target = self._select(address, 3 + len(buf))
        self._transfer(target, bytes((register,)), buf)

    def writeto_mem(self, address: int, register: int, buf: Any) -> None:
        self._transfer(self._select(address, 2 + len(buf)), bytes((register,)) + bytes(buf), None)

    def readfrom_into(self, address: int, buf: Any) -> None:
        self._transfer(self._select(address, 1 + len(buf)), None, buf)

    def writeto(self, address: int, buf: Any) -> int:
        self._transfer(self._select(address, 1 + len(buf)), bytes(buf), None)
        return len(buf)

    def unstick(self) -> None:
        """Clock the bus free, as the device does when it first makes it."""
        for target in self._targets:
            getattr(target, "unstick", nowhere)()

    def scan(self) -> list[int]:
        found = []
        for address in range(0x08, 0x78):
            try:
                self.writeto(address, b"")
            except OSError:
                continue
            found.append(address)
        return found

    def _transfer(self, target: I2cTarget, out: bytes | None, into: Any) -> None:
        try:
            if out is not None:
                target.write(out)
            if into is not None:
                into[:] = target.read(len(into))
        except OSError as error:
            if error.errno == errno.ETIMEDOUT:  # a chip that hangs costs the controller's patience
                self._clock.spend("bus:" + self.name, I2C_TIMEOUT_US)
            raise

    def _select(self, address: int, bytes_on_wire: int) -> I2cTarget:
        if "timeout" in self.faults:
            self._clock.spend("bus:" + self.name, I2C_TIMEOUT_US)
            raise OSError(errno.ETIMEDOUT, f"I2C bus {self.name} timed out")
        self._clock.spend("bus:" + self.name, I2C_OVERHEAD_US + -(-(bytes_on_wire * 9 + 4) * 1_000_000 // self._hz))
        if "nack" not in self.faults:
            for target in self._targets:
                if target.address == address:
                    return target
        raise OSError(errno.ENODEV, f"nothing acknowledges 0x{address:02x} on I2C bus {self.name}")


class SpiBus:
    """An SPI controller that only writes: 8 bits a byte at the bus clock, and each call a fixed overhead."""

    def __init__(self, name: str, hz: int, sink: Callable[[Any], None], clock: Clock) -> None:
        self.name, self.hz = name, hz
        self._sink, self._clock = sink, clock

    def write(self, buf: Any) -> None:
        self._clock.spend("bus:" + self.name, SPI_OVERHEAD_US + -(-len(buf) * 8_000_000 // self.hz))
        self._sink(buf)


class Pixels:
    """The data line of a WS2812 chain."""

    def __init__(self, name: str, sink: Callable[[bytes], None], clock: Clock) -> None:
        self.name, self._sink, self._clock = name, sink, clock

    def write(self, buf: Any) -> None:
        self._clock.spend("bus:" + self.name, PIXEL_OVERHEAD_US + len(buf) * 8 * PIXEL_BIT_NS // 1000)
        self._sink(bytes(buf))


def nowhere(*_: Any) -> None:
    """The far end of a wire that is not connected."""


def pulled_up() -> int:
    """Return the level of an input that is not connected."""
    return 1
