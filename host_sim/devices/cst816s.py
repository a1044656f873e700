"""CST816S touch controller: registers, sleep, interrupt line and the ways it misleads.

In: a finger (`finger`), the reset line, the time. Out: bytes on I2C and the interrupt line. Facts from its public
drivers (Hynitron in Linux, fbiego, Adafruit, InfiniTime): the chip leaves the bus about 2 s after the last touch or
reset, and a touch or a reset brings it back; register 0xA5 = 3 puts it to sleep until a reset. Inferred: interrupts
repeat with every scan while touched; all interrupt sources are on after reset; it boots in 30 ms, deaf meanwhile.

Faults besides the common ones: wrong-id, junk (coordinates off the panel now and then), stuck-zero (a finger at 0, 0
that is not there), dead-irq (no interrupts).
"""

from __future__ import annotations

from ..clock import Clock
from .i2c import COMMON_FAULTS, Chip

ADDRESS = 0x15
BOOT_US = 30_000
WIDTH, HEIGHT = 240, 320
DOWN, UP, CONTACT = 0, 1, 2  # event field
_SWIPE = 50  # pixels
_LONG_US = 1_000_000
_DEFAULTS = {0xA7: 0xB4, 0xA8: 0x01, 0xA9: 0x02, 0xED: 10, 0xEE: 1, 0xF9: 2, 0xFA: 0x71, 0xFB: 5, 0xFE: 0}
_READ_ONLY = range(0x00, 0x07)


class Cst816s(Chip):
    """The chip at 0x15."""

    FAULTS = (*COMMON_FAULTS, "wrong-id", "junk", "stuck-zero", "dead-irq")

    def __init__(self, clock: Clock, seed: int = 0, address: int = ADDRESS) -> None:
        super().__init__("CST816S", address, seed)
        self._clock = clock
        self._level = 1
        self.start()

    def start(self) -> None:
        """Begin as after power-on or reset."""
        self._registers = dict(_DEFAULTS)
        self._began_us = self._clock.now_us
        self._deep = False
        self._touched_us = self._began_us  # end of the last touch, or the reset
        self._down = False
        self._down_us = 0
        self._event = DOWN
        self._gesture = 0
        self._x = self._y = self._from_x = self._from_y = 0

    # --- the finger and the wires

    def finger(self, x: int, y: int, down: bool) -> None:
        """A finger rests at panel pixel (x, y), or (down False) is lifted."""
        if self._deep or not self._level or not self.powered:
            return
        now = self._clock.now_us
        if down:
            if not self._down:
                self._down_us, self._from_x, self._from_y, self._event, self._gesture = now, x, y, DOWN, 0
            self._x, self._y = min(max(x, 0), WIDTH - 1), min(max(y, 0), HEIGHT - 1)
        elif self._down:
            self._gesture = self._gesture_of(now)
            self._event = UP
        if down or self._down:
            self._touched_us = now
        self._down = down

    def reset(self, level: int) -> None:
        """The reset line: low holds the chip in reset, rising starts it afresh."""
        if level and not self._level:
            self.start()
        self._level = level

    def irq(self) -> int:
        """The interrupt line: low for register 0xED x 0.1 ms at each scan (0xEE x 10 ms) while touched."""
        dead = not self.powered or "dead-irq" in self.faults or "absent" in self.faults
        if dead or not self._down or not self._level:
            return 1
        if not self._registers[0xFA] & 0x60:
            return 1
        period_us = max(1, self._registers[0xEE]) * 10_000
        return 0 if (self._clock.now_us - self._down_us) % period_us < self._registers[0xED] * 100 else 1

    def awake(self) -> bool:
        """True while the chip answers: after its boot, and until the auto-sleep time after the last touch."""
        now = self._clock.now_us
        if not self._level or self._deep or now - self._began_us < BOOT_US:
            return False
        if self._down or self._registers[0xFE] or not self._registers[0xF9] or "stuck-zero" in self.faults:
            return True
        return now - self._touched_us < self._registers[0xF9] * 1_000_000

    # --- registers

    def read_register(self, register: int) -> int:
        if register == 0xA7 and "wrong-id" in self.faults:
            return 0x11
        if register not in _READ_ONLY:
            return self._registers.get(register, 0)
        fingers, event, x, y = self._report()
        if register == 0x03 and self._event == DOWN and self._down:
            self._event = CONTACT
        return (0, self._gesture, fingers, event << 6 | x >> 8, x & 0xFF, y >> 8, y & 0xFF)[register]

    def write_register(self, register: int, value: int) -> None:
        if register in _READ_ONLY or 0xA7 <= register <= 0xA9:
            self.note(f"wrote 0x{value:02x} to read-only register 0x{register:02x}")
        elif register == 0xA5:
            self._deep = value == 3
        else:
            self._registers[register] = value

    def _report(self) -> tuple[int, int, int, int]:
        if "stuck-zero" in self.faults:
            return 1, CONTACT, 0, 0
        x, y = self._x, self._y
        if "junk" in self.faults and self._down and self.rng.random() < 0.3:
            x, y = int(self.rng.integers(WIDTH, 4096)), int(self.rng.integers(HEIGHT, 4096))
        return int(self._down), self._event, x, y

    def _gesture_of(self, now: int) -> int:
        dx, dy = self._x - self._from_x, self._y - self._from_y
        if max(abs(dx), abs(dy)) < _SWIPE:
            return 0x0C if now - self._down_us >= _LONG_US else 0x05
        if abs(dx) > abs(dy):
            return 0x04 if dx > 0 else 0x03
        return 0x02 if dy > 0 else 0x01
