"""FT6336U touch controller: registers, interrupt line and the ways it misleads. One finger is modelled of its two.

In: a finger (`finger`), the reset line, the time. Out: bytes on I2C and the interrupt line. Facts from its public
drivers (aselectroworks, Adafruit, micropython-ft6x36). Unlike the CST816S it never leaves the bus. Inferred: the
interrupt line is low while touched in polling mode (register 0xA4 = 0) and pulses with each report in trigger mode
(1, the default here); it boots in 100 ms, deaf meanwhile.

Faults besides the common ones: wrong-id, junk, stuck-zero, ghost (a count of 15 fingers now and then), dead-irq.
"""

from __future__ import annotations

from ..clock import Clock
from .i2c import COMMON_FAULTS, Chip

ADDRESS = 0x38
BOOT_US = 100_000
WIDTH, HEIGHT = 240, 320
DOWN, UP, CONTACT, NONE = 0, 1, 2, 3  # event field
_REPORT_US = 10_000
_PULSE_US = 1_000
_DEFAULTS = {
    0x80: 0x16, 0x85: 0xA0, 0x86: 1, 0x87: 0x0A, 0x88: 10, 0x89: 40, 0x91: 0x0A, 0x92: 0, 0x93: 0x19, 0x94: 0x14,
    0x95: 0x14, 0x96: 0x14, 0xA1: 0x10, 0xA2: 0x01, 0xA3: 0x64, 0xA4: 1, 0xA5: 0, 0xA6: 0x02, 0xA8: 0x11, 0xBC: 1,
}  # fmt: skip
_WRITABLE = {0x00, 0x80, 0x85, 0x86, 0x87, 0x88, 0x89, 0x91, 0x92, 0x93, 0x94, 0x95, 0x96, 0xA4, 0xA5, 0xBC}


class Ft6336(Chip):
    """The chip at 0x38."""

    FAULTS = (*COMMON_FAULTS, "wrong-id", "junk", "stuck-zero", "ghost", "dead-irq")

    def __init__(self, clock: Clock, seed: int = 0, address: int = ADDRESS) -> None:
        super().__init__("FT6336", address, seed)
        self._clock = clock
        self._level = 1
        self.start()

    def start(self) -> None:
        """Begin as after power-on or reset."""
        self._registers = dict(_DEFAULTS)
        self._began_us = self._clock.now_us
        self._down = False
        self._down_us = 0
        self._event = NONE
        self._x = self._y = 0

    # --- the finger and the wires

    def finger(self, x: int, y: int, down: bool) -> None:
        """A finger rests at panel pixel (x, y), or (down False) is lifted."""
        if not self._level or not self.powered:
            return
        if down:
            if not self._down:
                self._down_us, self._event = self._clock.now_us, DOWN
            self._x, self._y = min(max(x, 0), WIDTH - 1), min(max(y, 0), HEIGHT - 1)
        elif self._down:
            self._event = UP
        self._down = down

    def reset(self, level: int) -> None:
        """The reset line: low holds the chip in reset, rising starts it afresh."""
        if level and not self._level:
            self.start()
        self._level = level

    def irq(self) -> int:
        """The interrupt line, low while touched, or in pulses in trigger mode."""
        dead = not self.powered or "dead-irq" in self.faults or "absent" in self.faults
        if dead or not self._down or not self._level:
            return 1
        if self._registers[0xA4] == 0:
            return 0
        return 0 if (self._clock.now_us - self._down_us) % _REPORT_US < _PULSE_US else 1

    def awake(self) -> bool:
        """True while the chip answers: always, except in reset and in its boot."""
        return bool(self._level) and self._clock.now_us - self._began_us >= BOOT_US

    # --- registers

    def read_register(self, register: int) -> int:
        if register == 0xA3 and "wrong-id" in self.faults:
            return 0x00
        if not 0x01 <= register <= 0x0E:
            return self._registers.get(register, 0)
        count, event, x, y = self._report()
        if register == 0x03 and self._event == DOWN and self._down:
            self._event = CONTACT
        if register == 0x02:
            return count
        if not 0x03 <= register <= 0x08:  # no gesture, no second finger
            return 0xFF if register > 0x08 else 0
        if event == NONE:  # nothing since power-on
            return 0xFF
        return (event << 6 | x >> 8, x & 0xFF, y >> 8, y & 0xFF, 20 if self._down else 0, 0x10)[register - 0x03]

    def write_register(self, register: int, value: int) -> None:
        if register in _WRITABLE:
            self._registers[register] = value
        else:
            self.note(f"wrote 0x{value:02x} to read-only or unknown register 0x{register:02x}")

    def _report(self) -> tuple[int, int, int, int]:
        if "stuck-zero" in self.faults:
            return 1, CONTACT, 0, 0
        count, x, y = int(self._down), self._x, self._y
        if "junk" in self.faults and self._down and self.rng.random() < 0.3:
            x, y = int(self.rng.integers(WIDTH, 4096)), int(self.rng.integers(HEIGHT, 4096))
        if "ghost" in self.faults and self.rng.random() < 0.2:
            count = 15
        return count, self._event, x, y
