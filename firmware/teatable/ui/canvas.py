"""The frame of 240 x 320 palette pixels, and the drawing operations that fill it.

A screen is a list of operations: tuples (kind, x, y, w, h, ...) that draw only inside their own box. That makes two
screens comparable: only the strips in which they differ are cleared, drawn and sent again. Each operation takes under
about 2 ms on an ESP32-S3 (estimate), so that drawing can stop between any two.
"""

from array import array

import framebuf

from ..compat import const, micropython, ptr8, ptr16, ptr32
from . import art, palette

WIDTH = const(240)
HEIGHT = const(320)
STRIP_ROWS = const(16)
STRIPS = const(20)
PART_ROWS = const(8)  # so many are turned into panel pixels at a time

# kinds of operation, and what follows x, y, w, h
BOX = const(0)  # colour
ROUND = const(1)  # fill, border colour: a filled box with rounded corners
TEXT = const(2)  # colour, font, text of one line
CUP = const(3)  # colour 0..4 (4: any), dim
ICON = const(4)  # card kind 19..24, colour
NUMBER = const(5)  # digit 0..3, colour
DISC = const(6)  # fill, border colour: the circle in the box
ARROW = const(7)  # direction 0 left, 1 right, 2 up, 3 down, colour
TURN = const(8)  # direction of play 1 or -1, colour: a ring arrow
COVER = const(9)  # the back of a card
TIPPED = const(10)  # colour: a cup that falls
RING = const(11)  # thickness, colour: a circle that stays open
PATTERN = const(12)  # colour 0..3: what is on a cup of the same box


_ROW_BYTES = const(120)  # of the frame
_PART_BYTES = const(960)


@micropython.viper
def pair(colours, pairs):
    """Make the 256 pairs of panel pixels, one for each byte of the frame, out of 16 colours."""
    c = ptr16(colours)
    p = ptr16(pairs)
    v = 0
    while v < 256:
        p[2 * v] = int(c[v >> 4])
        p[2 * v + 1] = int(c[v & 15])
        v += 1


@micropython.viper
def coloured(i: int, n: int, at: int, frame, pairs, out):
    """Turn bytes `i` to `n` - 1 of the frame, from `at` on, two pixels each, into the panel's pixels.

    framebuf takes four times the instructions for it. What is used most comes first: that is kept in registers.
    """
    f = ptr8(frame)
    p = ptr32(pairs)
    o = ptr32(out)
    while i < n:
        o[i] = p[int(f[at + i])]
        i += 1


def strips_of(operation):
    """Return the strips that an operation touches, one bit a strip."""
    first = max(operation[2], 0) // STRIP_ROWS
    last = min(operation[2] + operation[4] - 1, HEIGHT - 1) // STRIP_ROWS
    return ((2 << last) - 1) & ~((1 << first) - 1) if last >= first else 0


# what drawing one costs in microseconds on an ESP32-S3, by kind (estimate: calls times 25 us, pixels times 0.02 us)
_COST_US = (100, 500, 150, 1500, 700, 500, 300, 200, 600, 1800, 300, 400, 1200)


def cost_us(operation):
    """Return about what an operation takes on an ESP32-S3, in microseconds: the slicing of the work goes by it."""
    kind = operation[0]
    if kind == TEXT:
        return 150 + len(operation[7]) * 15 * (1 + operation[6])
    return _COST_US[kind] + operation[3] * operation[4] // 50


class Canvas:
    """The frame and its palette; `fonts` as made by fonts.make_fonts()."""

    def __init__(self, faces):
        self.frame_bytes = bytearray(WIDTH * HEIGHT // 2)
        self.frame = framebuf.FrameBuffer(self.frame_bytes, WIDTH, HEIGHT, framebuf.GS4_HMSB)
        self._colours = bytearray(32)
        self.palette = palette.make_palette(self._colours)
        self._pairs = bytearray(1024)
        pair(self._colours, self._pairs)
        self.fonts = faces
        self._part = bytearray(WIDTH * PART_ROWS * 2)

    def set_seat(self, colour):
        """Give the palette the colour of a seat, 0..9."""
        palette.set_seat(self.palette, colour)
        pair(self._colours, self._pairs)

    def clear_strip(self, strip):
        """Fill strip 0..19 with paper."""
        self.frame.fill_rect(0, strip * STRIP_ROWS, WIDTH, STRIP_ROWS, palette.PAPER)

    def pixels(self, y):
        """Turn the eight rows from row `y` on into panel pixels: a buffer of 3,840 bytes, reused by the next call."""
        coloured(0, _PART_BYTES, y * _ROW_BYTES, self.frame_bytes, self._pairs, self._part)
        return self._part

    def draw(self, o):
        """Carry out one operation; ValueError for a kind that does not exist."""
        frame = self.frame
        kind, x, y, w, h = o[0], o[1], o[2], o[3], o[4]
        if kind == BOX:
            frame.fill_rect(x, y, w, h, o[5])
        elif kind == ROUND:
            rounded(frame, x, y, w, h, o[6])
            rounded(frame, x + 2, y + 2, w - 4, h - 4, o[5])
        elif kind == TEXT:
            self.fonts[o[6]].draw(self.frame_bytes, WIDTH // 2, o[7], x, y, o[5])
        elif kind == CUP:
            art.cup(frame, x, y, w, h, o[5], o[6])
        elif kind == PATTERN:
            art.pattern(frame, x, y, w, h, o[5])
        elif kind == ICON:
            art.icon(frame, x, y, w, h, o[5], o[6])
        elif kind == NUMBER:
            art.number(frame, x, y, w, h, o[5], o[6])
        elif kind == DISC:
            r = (w - 1) // 2
            frame.ellipse(x + r, y + r, r, r, o[6], True)
            frame.ellipse(x + r, y + r, r - 2, r - 2, o[5], True)
        elif kind == RING:
            r = (w - 1) // 2
            for i in range(o[5]):
                frame.ellipse(x + r, y + r, r - i, r - i, o[6])
                frame.ellipse(x + r, y + r, r - i, r - i - 1 if i + 1 < o[5] else r - i, o[6])
        elif kind == ARROW:
            arrow(frame, x, y, w, h, o[5], o[6])
        elif kind == TURN:
            art.turn(frame, x, y, w, h, o[5], o[6])
        elif kind == COVER:
            art.cover(frame, x, y, w, h)
        elif kind == TIPPED:
            art.tipped(frame, x, y, w, h, o[5])
        else:
            raise ValueError("no drawing operation %r" % (kind,))


def rounded(frame, x, y, w, h, colour):
    """Fill a box whose corners are cut round by four pixels."""
    if w < 9 or h < 9:
        frame.fill_rect(x, y, w, h, colour)
        return
    frame.fill_rect(x, y + 4, w, h - 8, colour)
    frame.fill_rect(x + 4, y, w - 8, h, colour)
    frame.ellipse(x + 4, y + 4, 4, 4, colour, True, 2)
    frame.ellipse(x + w - 5, y + 4, 4, 4, colour, True, 1)
    frame.ellipse(x + 4, y + h - 5, 4, 4, colour, True, 4)
    frame.ellipse(x + w - 5, y + h - 5, 4, 4, colour, True, 8)


def arrow(frame, x, y, w, h, direction, colour):
    """Fill a triangle that points left, right, up or down (0..3) and fills its box."""
    r, b, mx, my = w - 1, h - 1, (w - 1) // 2, (h - 1) // 2
    if direction == 0:
        points = (r, 0, r, b, 0, my)
    elif direction == 1:
        points = (0, 0, 0, b, r, my)
    elif direction == 2:
        points = (0, b, r, b, mx, 0)
    else:
        points = (0, 0, r, 0, mx, b)
    frame.poly(x, y, array("h", points), colour, True)
