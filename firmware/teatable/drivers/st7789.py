"""ST7789 display controller, 240x320, RGB565 high byte first, written over SPI.

What: starts the panel, sets a window, sends strips of pixels. Why strips: a full frame is 153,600 bytes, 30.7 ms on the
wire, and a load cell sample would wait for it. Data in: an SPI port, the pins CS, DC and RES, the backlight's PWM, a
clock for the delays. Data out: pixels. The panel cannot be read back here, so there is nothing to report.

Command codes and delays as in esp-idf's esp_lcd_panel_st7789.c and Linux' mipi_display.h; MADCTL has no offsets
because the panel is as large as the controller's memory.
"""

from ..compat import const

WIDTH = const(240)
HEIGHT = const(320)

_SWRESET = const(0x01)
_SLPOUT = const(0x11)
_NORON = const(0x13)
_INVOFF = const(0x20)
_INVON = const(0x21)
_DISPON = const(0x29)
_CASET = const(0x2A)
_RASET = const(0x2B)
_RAMWR = const(0x2C)
_MADCTL = const(0x36)
_COLMOD = const(0x3A)
_RGB565 = const(0x55)
_MADCTL_OF = (0x00, 0x60, 0xC0, 0xA0)  # upright, turned by a quarter clockwise each: MX MV, MX MY, MY MV
_BLANK_ROWS = const(8)


class Panel:
    """The display. Call `init()` before anything else; `width` and `height` follow the rotation.

    `inverted` is for IPS panels, which show negatives without INVON.
    """

    def __init__(self, spi, cs, dc, reset, backlight_pwm, clock, inverted=True):
        self._spi = spi
        self._cs = cs
        self._dc = dc
        self._reset = reset
        self._backlight = backlight_pwm
        self._clock = clock
        self._inverted = inverted
        self._code = bytearray(1)
        self._one = bytearray(1)
        self._four = bytearray(4)
        self._turn = 0
        self.width = WIDTH
        self.height = HEIGHT

    def init(self):
        """Reset and configure the panel and paint it black; the backlight waits for `brightness()`. Takes 0.4 s."""
        wait = self._clock.sleep_us
        self.brightness(0)
        self._cs.value(1)
        self._reset.value(1)
        wait(1_000)
        self._reset.value(0)
        wait(10_000)
        self._reset.value(1)
        wait(120_000)
        self._command(_SWRESET, None)
        wait(120_000)
        self._command(_SLPOUT, None)
        wait(120_000)
        self._one[0] = _RGB565
        self._command(_COLMOD, self._one)
        self.rotation(self._turn)
        self._command(_INVON if self._inverted else _INVOFF, None)
        self._command(_NORON, None)
        self._blank()  # the memory holds noise after power-on
        self._command(_DISPON, None)
        wait(10_000)

    def window(self, x0, y0, x1, y1):
        """Choose the rectangle that `write` fills, corners included; ValueError if it is not on the panel."""
        if not (0 <= x0 <= x1 < self.width and 0 <= y0 <= y1 < self.height):
            raise ValueError(
                "window %d,%d to %d,%d is not on a panel of %dx%d" % (x0, y0, x1, y1, self.width, self.height)
            )
        self._range(_CASET, x0, x1)
        self._range(_RASET, y0, y1)

    def write(self, buf):
        """Fill the window from its upper left corner with RGB565 pixels, high byte first."""
        self._command(_RAMWR, buf)

    def strip(self, y, height, buf):
        """Send `height` full rows from row `y` on; `buf` holds width * height * 2 bytes, ValueError if not."""
        if len(buf) != self.width * height * 2:
            raise ValueError("a strip of %d rows has %d bytes, not %d" % (height, self.width * height * 2, len(buf)))
        self.window(0, y, self.width - 1, y + height - 1)
        self._command(_RAMWR, buf)

    def brightness(self, percent):
        """Set the backlight, 0 to 100 percent."""
        percent = min(max(percent, 0), 100)
        self._backlight.duty_u16(percent * 65_535 // 100)

    def rotation(self, turn):
        """Turn the picture by quarters clockwise, 0..3; what is shown stays until it is painted anew."""
        self._turn = turn & 3
        self.width, self.height = (HEIGHT, WIDTH) if turn & 1 else (WIDTH, HEIGHT)
        self._one[0] = _MADCTL_OF[self._turn]
        self._command(_MADCTL, self._one)

    def _range(self, code, first, last):
        four = self._four
        four[0] = first >> 8
        four[1] = first & 0xFF
        four[2] = last >> 8
        four[3] = last & 0xFF
        self._command(code, four)

    def _command(self, code, data):
        """Send a command byte with DC low, then its data with DC high, in one CS cycle."""
        self._code[0] = code
        self._dc.value(0)
        self._cs.value(0)
        self._spi.write(self._code)
        if data is not None:
            self._dc.value(1)
            self._spi.write(data)
        self._cs.value(1)

    def _blank(self):
        rows = bytearray(self.width * 2 * _BLANK_ROWS)
        for y in range(0, self.height, _BLANK_ROWS):
            self.strip(y, _BLANK_ROWS, rows)
