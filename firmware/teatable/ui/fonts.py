"""Text in three bitmap sizes: how wide it is, and drawing it into the frame.

All glyphs of a font lie side by side in one picture of one bit a pixel. Measuring and drawing are viper: about 0.2 us a
letter and 15 us a glyph of BODY on an ESP32-S3 (estimate); blitting glyph by glyph in bytecode would take ten times
that. Data in: text as str. Data out: widths in pixels; pixels in a GS4 frame.
"""

from ..compat import const, micropython
from . import font_data

SMALL = const(0)
BODY = const(1)
BIG = const(2)

_QUESTION = const(31)  # index of "?"
_ASCII = const(91)  # glyphs before the extras
_BREAKS = bytearray(4 * 16)  # of each line, the first byte and the one after the last; scratch for one call


def ptr8(buffer):
    """Stand for viper's cast of that name, which CPython has not got."""
    return buffer


class Font:
    """One size. `height` in pixels, ascenders to descenders."""

    def __init__(self, height, widths, bits):
        self.height = height
        self._widths = widths
        self._bits = bits
        # where each glyph begins, as two bytes, low one first: viper reads bytes alike on every machine
        starts = bytearray(2 * len(widths))
        x = 0
        for i in range(len(widths)):
            starts[2 * i] = x & 255
            starts[2 * i + 1] = x >> 8
            x += widths[i]
        self._starts = starts
        self._stride = (x + 7) // 8
        self._latin = _latin()

    def width(self, text):
        """Return the width of `text` in pixels, or -1 if this font lacks one of its letters."""
        data = text.encode()
        return _measure(data, len(data), self._widths, self._latin)

    def lines(self, text, w):
        """Return `text` broken into lines of at most w pixels, at spaces and newlines.

        None if a word is wider, a letter is missing, or there are more than 16 lines.
        """
        data = text.encode()
        n = _break(data, len(data), self._widths, self._latin, w, _BREAKS)
        if n < 0:
            return None
        if n == 1:
            return [text]
        b = _BREAKS
        out = []
        for i in range(0, 4 * n, 4):
            out.append(data[b[i] | b[i + 1] << 8 : b[i + 2] | b[i + 3] << 8].decode())
        return out

    def shown(self, text):
        """Return `text` with every letter that this font lacks made a question mark."""
        return "".join([letter if self.width(letter) >= 0 else "?" for letter in text])

    def draw(self, frame_bytes, row_bytes, text, x, y, colour):
        """Write `text` with its top left corner at x, y in colour 0..15; the ground stays.

        `frame_bytes` is a GS4 frame of `row_bytes` a row. The text must lie inside it.
        """
        data = text.encode()
        _write(
            frame_bytes, row_bytes, data, len(data), self._bits, self._stride, self.height, self._starts, self._widths,
            self._latin, x, y, colour,
        )  # fmt: skip


def _latin():
    """Return, for each second byte 0x80..0xBF after 0xC3, the glyph's index; the question mark where there is none."""
    table = bytearray(64)
    for i in range(64):
        table[i] = _QUESTION
    for i in range(len(font_data.EXTRAS)):
        code = font_data.EXTRAS[i].encode()
        if len(code) == 2 and code[0] == 0xC3:
            table[code[1] & 63] = _ASCII + i
    return table


def make_fonts():
    """Return the fonts as a tuple, to be indexed with SMALL, BODY, BIG."""
    d = font_data
    return (
        Font(d.SMALL_HEIGHT, d.SMALL_WIDTHS, d.SMALL_BITS),
        Font(d.BODY_HEIGHT, d.BODY_WIDTHS, d.BODY_BITS),
        Font(d.BIG_HEIGHT, d.BIG_WIDTHS, d.BIG_BITS),
    )


@micropython.viper
def _measure(data, n: int, widths, latin) -> int:
    text = ptr8(data)
    wide = ptr8(widths)
    second = ptr8(latin)
    total = 0
    i = 0
    while i < n:
        c = int(text[i])
        i += 1
        glyph = 31
        if c < 128:
            if c >= 32 and c < 123:
                glyph = c - 32
            else:
                return -1
        else:
            if c == 0xC3:
                glyph = int(second[int(text[i]) & 63])
            if glyph == 31:
                return -1
            while i < n and (int(text[i]) & 0xC0) == 0x80:
                i += 1
        w = int(wide[glyph])
        if w == 0:
            return -1
        total += w
    return total


@micropython.viper
def _break(data, n: int, widths, latin, w: int, breaks) -> int:
    text = ptr8(data)
    wide = ptr8(widths)
    second = ptr8(latin)
    out = ptr8(breaks)
    lines = 0
    start = 0  # of this line
    x = 0  # its width so far
    space = -1  # its last space, and the width up to and with it
    after = 0
    i = 0
    while i <= n:
        at = i
        c = 10  # the end is a newline
        if i < n:
            c = int(text[i])
        i += 1
        end = -1
        if c == 10:
            end = at
        else:
            glyph = 31
            if c < 128:
                if c < 32 or c >= 123:
                    return -1
                glyph = c - 32
            else:
                if c == 0xC3:
                    glyph = int(second[int(text[i]) & 63])
                if glyph == 31:
                    return -1
                while i < n and (int(text[i]) & 0xC0) == 0x80:
                    i += 1
            if int(wide[glyph]) == 0:
                return -1
            x += int(wide[glyph])
            if c == 32:
                space = at
                after = x
            elif x > w:
                if space < start:
                    return -1
                end = space
                x -= after
                if x > w:
                    return -1
        if end >= 0:
            if lines == 16:
                return -1
            out[4 * lines] = start & 255
            out[4 * lines + 1] = start >> 8
            out[4 * lines + 2] = end & 255
            out[4 * lines + 3] = end >> 8
            lines += 1
            start = end + 1
            space = -1
            if c == 10:
                x = 0
    return lines


@micropython.viper
def _write(
    frame, row_bytes: int, data, n: int, bits, stride: int, height: int, starts, widths, latin,
    x: int, y: int, colour: int,
):  # fmt: skip
    pixels = ptr8(frame)
    text = ptr8(data)
    ink = ptr8(bits)
    start = ptr8(starts)
    wide = ptr8(widths)
    second = ptr8(latin)
    high = colour << 4
    i = 0
    while i < n:
        c = int(text[i])
        i += 1
        glyph = 31
        if c < 128:
            if c >= 32 and c < 123:
                glyph = c - 32
        else:
            if c == 0xC3:
                glyph = int(second[int(text[i]) & 63])
            while i < n and (int(text[i]) & 0xC0) == 0x80:
                i += 1
        w = int(wide[glyph])
        first = int(start[2 * glyph]) | (int(start[2 * glyph + 1]) << 8)
        row = 0
        while row < height:
            a = row * stride * 8 + first  # in bits
            end = a + w
            out = (y + row) * row_bytes
            px = x
            while a < end:
                byte = int(ink[a >> 3])
                if byte == 0:
                    px += 8 - (a & 7)
                    a += 8 - (a & 7)
                else:
                    if byte & (0x80 >> (a & 7)):
                        at = out + (px >> 1)
                        if px & 1:
                            pixels[at] = (int(pixels[at]) & 0xF0) | colour
                        else:
                            pixels[at] = (int(pixels[at]) & 0x0F) | high
                    a += 1
                    px += 1
            row += 1
        x += w
