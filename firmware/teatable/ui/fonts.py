"""Text in three bitmap sizes: how wide it is, and drawing it into the frame.

All glyphs of a font lie side by side in one picture. A glyph is cut out by blitting that picture into a cell just as
wide as the glyph, and the cell is blitted in the wanted colour; both are C loops, and nothing is allocated after the
first use of a width. About 70 us a glyph in SMALL, 130 us in BIG on an ESP32-S3 (estimate).
"""

import framebuf

from ..compat import const
from . import font_data

SMALL = const(0)
BODY = const(1)
BIG = const(2)
_FIRST = const(32)
_ASCII = const(91)
_WIDEST = const(32)


class Font:
    """One size. `height` in pixels, ascenders to descenders."""

    def __init__(self, height, widths, bits):
        self.height = height
        self._widths = widths
        self._starts = []
        x = 0
        for w in widths:
            self._starts.append(x)
            x += w
        self._glyphs = (bits, x, height, framebuf.MONO_HLSB)
        self._cell_bytes = bytearray(_WIDEST // 8 * height)
        self._cells = {}  # width -> frame buffer over the bytes above
        self._ink = framebuf.FrameBuffer(bytearray(2), 2, 1, framebuf.GS4_HMSB)

    def index(self, letter):
        """Return the place of a one-letter string in the font; letters it lacks become a question mark."""
        i = ord(letter) - _FIRST
        if not 0 <= i < _ASCII:
            i = font_data.EXTRAS.find(letter)
            i = i + _ASCII if i >= 0 else ord("?") - _FIRST
        return i

    def has(self, text):
        """Return whether every letter of `text` is in this font."""
        for letter in text:
            i = self.index(letter)
            if not self._widths[i] or (letter != "?" and i == ord("?") - _FIRST):
                return False
        return True

    def width(self, text):
        """Return the width of `text` in pixels."""
        w = 0
        for letter in text:
            w += self._widths[self.index(letter)]
        return w

    def draw(self, frame, text, x, y, colour):
        """Write `text` into `frame` with its top left corner at x, y, in palette colour 0..15; the ground stays."""
        key = colour ^ 1
        self._ink.pixel(0, 0, key)
        self._ink.pixel(1, 0, colour)
        for letter in text:
            i = self.index(letter)
            w = self._widths[i]
            if w:
                cell = self._cells.get(w)
                if cell is None:
                    cell = framebuf.FrameBuffer(self._cell_bytes, w, self.height, framebuf.MONO_HLSB)
                    self._cells[w] = cell
                cell.blit(self._glyphs, -self._starts[i], 0)  # type: ignore[arg-type]
                frame.blit(cell, x, y, key, self._ink)
                x += w


def make_fonts():
    """Return the fonts as a tuple, to be indexed with SMALL, BODY, BIG."""
    d = font_data
    return (
        Font(d.SMALL_HEIGHT, d.SMALL_WIDTHS, d.SMALL_BITS),
        Font(d.BODY_HEIGHT, d.BODY_WIDTHS, d.BODY_BITS),
        Font(d.BIG_HEIGHT, d.BIG_WIDTHS, d.BIG_BITS),
    )
