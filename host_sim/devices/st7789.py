"""ST7789 panel controller: commands and pixels in, the picture a person would see out.

In: bytes on SPI with the levels of CS and DC, the reset line, the backlight's PWM. Out: `picture()`, `save(path)`,
and `revision`, which grows whenever the picture may have changed. From esp-idf, Linux and public drivers (chips.md
section 2): the commands, CASET and RASET with inclusive ends, 240x320 pixels of RAM whose content is random at
power-on and survives resets, auto-wrap in the window, writing goes on after a gap of CS, RAMWR starts again at its
corner. An IPS panel shows colours inverted until INVON. Decisions of this model: an odd byte is held and dropped at
the next command; pixels beyond the RAM vanish; a panel that is off, asleep or dark is black. What a careful driver
would not do is noted in `log`.

There is no MISO wire, so firmware cannot notice that the panel is absent. Faults: reset-glitch (a spike on RES puts
the panel back to sleep), backlight-out, absent.
"""

from __future__ import annotations

from pathlib import Path

import numpy as np
from PIL import Image

from ..clock import Clock
from .faulty import Faulty

WIDTH, HEIGHT = 240, 320
SWRESET, SLPIN, SLPOUT, PTLON, NORON, INVOFF, INVON, DISPOFF, DISPON = (
    0x01, 0x10, 0x11, 0x12, 0x13, 0x20, 0x21, 0x28, 0x29,
)  # fmt: skip
CASET, RASET, RAMWR, RAMRD, PTLAR, VSCRDEF, TEOFF, TEON, MADCTL, VSCSAD = (
    0x2A, 0x2B, 0x2C, 0x2E, 0x30, 0x33, 0x34, 0x35, 0x36, 0x37,
)  # fmt: skip
IDMOFF, IDMON, COLMOD, RAMWRC, TEARLINE = 0x38, 0x39, 0x3A, 0x3C, 0x44
PARAMETERS = {
    0x00: 0, SWRESET: 0, SLPIN: 0, SLPOUT: 0, PTLON: 0, NORON: 0, INVOFF: 0, INVON: 0, DISPOFF: 0, DISPON: 0,
    CASET: 4, RASET: 4, PTLAR: 4, VSCRDEF: 6, TEOFF: 0, TEON: 1, MADCTL: 1, VSCSAD: 2, IDMOFF: 0, IDMON: 0,
    COLMOD: 1, TEARLINE: 2,
}  # fmt: skip
# Panel voltages and gamma: taken and without effect on this model.
ANALOG = {0x26, 0x51, 0x53, 0x55, 0xB0, 0xB1, 0xB2, 0xB7, 0xBB, 0xC0, 0xC2, 0xC3, 0xC4, 0xC6, 0xD0, 0xD6, 0xE0, 0xE1}
_MY, _MX, _MV, _BGR = 0x80, 0x40, 0x20, 0x08
_AFTER_RESET_US, _AFTER_SLPOUT_US, _SLEEP_PAUSE_US = 5_000, 5_000, 120_000


class St7789(Faulty):
    """The controller and its panel. Wires: `spi`, `cs`, `dc`, `reset`, `backlight`."""

    FAULTS = ("reset-glitch", "backlight-out", "absent")

    def __init__(self, clock: Clock, seed: int = 0) -> None:
        super().__init__("ST7789")
        self._clock = clock
        self._rng = np.random.default_rng([seed, 0x7789])
        self._ram = self._noise()  # RGB565, panel order
        self.powered = True
        self.revision = 0
        self.log: list[str] = []
        self.pixels_written = 0
        self.brightness = 0.0  # duty of the backlight, 0..1
        self._cs = self._dc = 1
        self._reset_level = 1
        self._begin()

    def _begin(self) -> None:
        """Reset by command or wire: everything but the RAM."""
        self.asleep, self.on, self.inverted, self.partial = True, False, False, False
        self.madctl, self.colmod = 0, 0x66
        self._columns, self._rows = (0, WIDTH - 1), (0, HEIGHT - 1)
        self._scroll_area, self._scroll = (0, HEIGHT, 0), 0
        self._command: int | None = None
        self._parameters = bytearray()
        self._cursor = 0
        self._half = b""
        self._wait_until = self._clock.now_us + _AFTER_RESET_US
        self._slept_us = self._clock.now_us
        self.revision += 1

    def _noise(self) -> np.ndarray:
        return self._rng.integers(0, 1 << 16, (HEIGHT, WIDTH), dtype=np.uint16)

    def power(self, on: bool) -> None:
        """Switch the supply; coming back, the RAM holds anything."""
        self.powered = on
        self.brightness = 0.0
        self._ram = self._noise()
        self._begin()

    # --- wires

    def cs(self, level: int) -> None:
        """Chip select, active low. A gap between bytes does not end a command."""
        self._cs = level

    def dc(self, level: int) -> None:
        """Data (1) or command (0)."""
        self._dc = level

    def reset(self, level: int) -> None:
        """The reset line, active low."""
        if not level and self._reset_level:
            self._begin()
        elif level and not self._reset_level:
            self._wait_until = self._clock.now_us + _AFTER_RESET_US
        self._reset_level = level

    def backlight(self, freq_hz: int, duty_u16: int) -> None:
        """The backlight's PWM."""
        self.brightness = duty_u16 / 65_535
        self.revision += 1

    def spi(self, data: bytes | bytearray | memoryview) -> None:
        """Bytes on the bus."""
        if self._cs or not self.powered or "absent" in self.faults:
            if self._cs:
                self._note(f"{len(data)} bytes while not selected")
            return
        if not self._reset_level:
            self._note(f"{len(data)} bytes during reset")
        elif self._dc:
            self._data(data)
        else:
            for byte in bytes(data):
                self._begin_command(byte)

    def faults_changed(self) -> None:
        if "reset-glitch" in self.faults:  # it happens once
            self.faults.discard("reset-glitch")
            self._begin()
        self.revision += 1

    # --- commands

    def _begin_command(self, command: int) -> None:
        if self._half:
            self._note(f"an odd byte of pixels before command 0x{command:02x}")
            self._half = b""
        self._end_parameters()
        now = self._clock.now_us
        if now < self._wait_until:
            self._note(f"command 0x{command:02x} {self._wait_until - now} us too soon")
        self._command = command
        self._parameters.clear()
        if command == RAMWR:
            self._cursor = 0
        elif command not in PARAMETERS and command not in ANALOG and command not in (RAMWRC, RAMRD):
            self._note(f"unknown command 0x{command:02x}")
        self._at_once(command)

    def _at_once(self, command: int) -> None:
        """Commands without parameters."""
        now = self._clock.now_us
        if command == SWRESET:
            awake = not self.asleep
            self._begin()
            self._command = command
            self._wait_until = now + (_SLEEP_PAUSE_US if awake else _AFTER_RESET_US)
        elif command in (SLPIN, SLPOUT):
            if now - self._slept_us < _SLEEP_PAUSE_US and command == SLPIN and not self.asleep:
                self._note("SLPIN less than 120 ms after SLPOUT")
            self.asleep = command == SLPIN
            self._slept_us = now
            self._wait_until = now + _AFTER_SLPOUT_US
        elif command in (INVON, INVOFF):
            self.inverted = command == INVON
        elif command in (DISPON, DISPOFF):
            self.on = command == DISPON
        elif command in (PTLON, NORON):
            self.partial = command == PTLON
            if self.partial:
                self._note("partial mode is not modelled")
        elif command == RAMRD:
            self._note("RAMRD, but there is no MISO wire")
        else:
            return
        self.revision += 1

    def _end_parameters(self) -> None:
        expected = PARAMETERS.get(self._command) if self._command is not None else None
        if expected is not None and len(self._parameters) != expected:
            self._note(f"command 0x{self._command:02x} with {len(self._parameters)} of {expected} parameters")

    def _data(self, data: bytes | bytearray | memoryview) -> None:
        if self._command in (RAMWR, RAMWRC):
            self._write_pixels(data)
            return
        if self._command is None:
            self._note(f"{len(data)} data bytes before any command")
            return
        for byte in bytes(data):
            self._parameters.append(byte)
            self._parameter()

    def _parameter(self) -> None:
        """Take in the parameters so far; each counts as soon as it has come."""
        p, command = self._parameters, self._command
        if command in (CASET, RASET):
            ends = list(self._columns if command == CASET else self._rows)
            i = len(p) - 1
            if i < 4:
                shift = 0 if i & 1 else 8
                ends[i >> 1] = ends[i >> 1] & ~(0xFF << shift) | p[i] << shift
                if command == CASET:
                    self._columns = (ends[0], ends[1])
                else:
                    self._rows = (ends[0], ends[1])
                self._cursor = 0
        elif command == MADCTL:
            self.madctl = p[0]
        elif command == COLMOD:
            self.colmod = p[0]
            if p[0] & 0x0F not in (5, 6):
                self._note(f"pixel format 0x{p[0]:02x} is not modelled")
        elif command == VSCRDEF and len(p) == 6:
            self._scroll_area = (p[0] << 8 | p[1], p[2] << 8 | p[3], p[4] << 8 | p[5])
            if sum(self._scroll_area) != HEIGHT:
                self._note(f"scroll areas {self._scroll_area} do not add up to {HEIGHT}")
        elif command == VSCSAD and len(p) == 2:
            self._scroll = p[0] << 8 | p[1]
        else:
            return
        self.revision += 1

    # --- pixels

    def _view(self) -> np.ndarray:
        """The RAM as the host addresses it, [row, column]."""
        view = self._ram
        if self.madctl & _MY:
            view = view[::-1]
        if self.madctl & _MX:
            view = view[:, ::-1]
        return view.T if self.madctl & _MV else view

    def _decode(self, data: bytes | bytearray | memoryview) -> np.ndarray:
        """Bytes to RGB565 numbers, keeping back an unfinished pixel."""
        size = 2 if self.colmod & 0x0F == 5 else 3
        data = self._half + bytes(data)
        whole = len(data) // size * size
        self._half = data[whole:]
        if size == 2:
            return np.frombuffer(data, dtype=">u2", count=whole // 2).astype(np.uint16)
        rgb = np.frombuffer(data, dtype=np.uint8, count=whole).reshape(-1, 3).astype(np.uint16)
        return (rgb[:, 0] >> 3) << 11 | (rgb[:, 1] >> 2) << 5 | rgb[:, 2] >> 3

    def _write_pixels(self, data: bytes | bytearray | memoryview) -> None:
        pixels = self._decode(data)
        (x0, x1), (y0, y1) = self._columns, self._rows
        wide, high = x1 - x0 + 1, y1 - y0 + 1
        if not len(pixels):
            return
        if wide < 1 or high < 1:
            self._note(f"pixels into an empty window {x0}..{x1}, {y0}..{y1}")
            return
        view = self._view()
        done = 0
        while done < len(pixels):
            row, column = divmod(self._cursor, wide)
            rows = (len(pixels) - done) // wide if column == 0 else 0
            rows = min(rows, high - row)
            if rows > 1:  # many whole rows at once
                count = rows * wide
                block = pixels[done : done + count].reshape(rows, wide)
            else:
                count = min(wide - column, len(pixels) - done)
                rows, block = 1, pixels[done : done + count].reshape(1, count)
            self._place(view, y0 + row, x0 + column, block)
            done += count
            self._cursor = (self._cursor + count) % (wide * high)
        self.pixels_written += len(pixels)
        self.revision += 1

    def _place(self, view: np.ndarray, row: int, column: int, block: np.ndarray) -> None:
        high, wide = view.shape
        block = block[: max(0, high - row), : max(0, wide - column)]
        if block.size:
            view[row : row + block.shape[0], column : column + block.shape[1]] = block

    # --- the picture

    def rgb(self) -> np.ndarray:
        """Return the glass as height x width x 3 bytes, whatever the backlight does; black while asleep or off."""
        if self.asleep or not self.on:
            return np.zeros((HEIGHT, WIDTH, 3), dtype=np.uint8)
        ram = self._ram
        top, middle, _bottom = self._scroll_area
        if self._scroll and middle and top <= self._scroll < top + middle:
            area = np.roll(ram[top : top + middle], top - self._scroll, axis=0)
            ram = np.concatenate((ram[:top], area, ram[top + middle :]))
        red, green, blue = ram >> 11, ram >> 5 & 0x3F, ram & 0x1F
        if self.madctl & _BGR:
            red, blue = blue, red
        out = np.stack((red << 3 | red >> 2, green << 2 | green >> 4, blue << 3 | blue >> 2), axis=-1).astype(np.uint8)
        return out if self.inverted else 255 - out

    def picture(self) -> Image.Image:
        """Return what a person sees, upright as the panel is mounted: black without backlight."""
        dark = self.brightness <= 0 or "backlight-out" in self.faults or "absent" in self.faults
        return Image.fromarray(np.zeros((HEIGHT, WIDTH, 3), dtype=np.uint8) if dark else self.rgb())

    def save(self, path: str | Path) -> None:
        """Write the picture as PNG."""
        self.picture().save(path)

    def _note(self, text: str) -> None:
        if len(self.log) < 100:
            self.log.append(text)
