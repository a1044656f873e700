"""What every chip on an I2C bus shares: an address, a register pointer, and the ways in which it fails to answer.

A chip stands behind `host_sim.wires.I2cBus`, which decodes addresses and charges the time; the bus calls
`write(bytes)` and `read(n)`, and an OSError from here is what the firmware sees: ENODEV for no acknowledge,
ETIMEDOUT for a bus that hangs. `Wire` below is the same bus without a board and a clock, for tests and for drivers
that others wrote.

Faults that all chips share:
    absent      not soldered, or without power: no acknowledge
    hang        the chip stretches the clock for ever: every transfer times out
    stuck-sda   a reset in mid-read left the chip holding the data line: nobody on the bus can be reached until
                the clock line was toggled by hand (`unstick`) or the fault is cleared
    flaky       one transfer in fifty times out
"""

from __future__ import annotations

import errno
from collections.abc import Iterable
from typing import ClassVar

import numpy as np

from .faulty import Faulty

COMMON_FAULTS = ("absent", "hang", "stuck-sda", "flaky")
_FLAKY = 0.02


class Chip(Faulty):
    """A chip with byte registers; subclasses say what a register read or write does."""

    FAULTS: ClassVar[tuple[str, ...]] = COMMON_FAULTS

    def __init__(self, name: str, address: int, seed: int) -> None:
        super().__init__(name)
        self.address = address
        self.rng = np.random.default_rng([seed, address])
        self.powered = True
        self.log: list[str] = []  # what a careful driver would not do; tests look at it
        self._pointer = 0

    def power(self, on: bool) -> None:
        """Switch the supply; coming back, the chip starts afresh."""
        self.powered = on
        if on:
            self._pointer = 0
            self.start()

    def unstick(self) -> None:
        """Nine clock pulses have freed the data line."""
        self.faults.discard("stuck-sda")

    # --- the bus side

    def write(self, data: bytes) -> None:
        """Take the bytes of one write; the first is the register. An empty write is a probe and is acknowledged."""
        self._answer()
        if not data:
            return
        self._pointer = data[0]
        for value in data[1:]:
            self.write_register(self._pointer, value)
            self._pointer = self.next_register(self._pointer)

    def read(self, count: int) -> bytes:
        """Give `count` bytes from the register pointer on."""
        self._answer()
        out = bytearray(count)
        for i in range(count):
            out[i] = self.read_register(self._pointer)
            self._pointer = self.next_register(self._pointer)
        return bytes(out)

    def _answer(self) -> None:
        """Raise the OSError of a chip that does not answer."""
        if self.powered and ("stuck-sda" in self.faults or "hang" in self.faults):
            raise OSError(errno.ETIMEDOUT, f"{self.name} holds the bus")
        if not self.powered or "absent" in self.faults or not self.awake():
            raise OSError(errno.ENODEV, f"nothing acknowledges 0x{self.address:02x}")
        if "flaky" in self.faults and self.rng.random() < _FLAKY:
            raise OSError(errno.ETIMEDOUT, f"{self.name} timed out")

    # --- what a chip says

    def start(self) -> None:
        """Begin as after power-on."""

    def awake(self) -> bool:
        """True when the chip acknowledges its address."""
        return True

    def next_register(self, register: int) -> int:
        """Return the register that the pointer goes to after one byte."""
        return (register + 1) & 0xFF

    def read_register(self, register: int) -> int:
        """Return the byte that a read of `register` gives."""
        raise NotImplementedError

    def write_register(self, register: int, value: int) -> None:
        """Take a byte written to `register`."""
        raise NotImplementedError

    def note(self, text: str) -> None:
        """Remember something a careful driver would not do (the first 100)."""
        if len(self.log) < 100:
            self.log.append(text)


class Wire:
    """An I2C bus without a board: the calls of the firmware's i2c port, on chips by address."""

    def __init__(self, chips: Iterable[Chip]) -> None:
        self.chips = list(chips)

    def readfrom_mem_into(self, address: int, register: int, buf: bytearray) -> None:
        chip = self._find(address)
        chip.write(bytes((register,)))
        buf[:] = chip.read(len(buf))

    def readfrom_mem(self, address: int, register: int, count: int) -> bytes:
        buf = bytearray(count)
        self.readfrom_mem_into(address, register, buf)
        return bytes(buf)

    def writeto_mem(self, address: int, register: int, buf: bytes) -> None:
        self._find(address).write(bytes((register,)) + bytes(buf))

    def readfrom_into(self, address: int, buf: bytearray) -> None:
        buf[:] = self._find(address).read(len(buf))

    def writeto(self, address: int, buf: bytes) -> int:
        self._find(address).write(bytes(buf))
        return len(buf)

    def scan(self) -> list[int]:
        found = []
        for address in range(0x08, 0x78):
            try:
                self.writeto(address, b"")
            except OSError:
                continue
            found.append(address)
        return found

    def _find(self, address: int) -> Chip:
        for chip in self.chips:
            if "stuck-sda" in chip.faults:
                raise OSError(errno.ETIMEDOUT, "the data line is held low")
        for chip in self.chips:
            if chip.address == address:
                return chip
        raise OSError(errno.ENODEV, f"nothing acknowledges 0x{address:02x}")
