"""Small pictures on tiles, 38 x 38 pixels, made of the operations that there are: what a tile does, without words."""

from . import palette
from .canvas import ARROW, BOX, COVER, DISC, RING, ROUND
from .cups import cup
from .fonts import BIG

SIZE = 38


def sign(s, name, x, y, ink):
    """Draw the sign called `name` with its top left corner at x, y; a generator."""
    yield from _SIGNS[name](s, x, y, ink)


def _disc(s, x, y, r, fill, edge):
    s.op(DISC, x - r, y - r, 2 * r + 1, 2 * r + 1, fill, edge)


def _cards(s, x, y, ink):
    s.op(COVER, x, y + 2, 24, 34)
    yield
    _disc(s, x + 26, y + 19, 12, palette.WHITE, palette.ACTION)
    s.text("?", x + 14, y + 4, 25, 31, palette.ACTION, (BIG,))
    yield


def _rules(s, x, y, ink):
    base = y + SIZE
    for colour, size in ((0, 2), (1, 1), (3, 0)):
        um = 2600
        left = (19, 17, 15)[2 - size]
        cup(s, colour, size, x + SIZE // 2 - left + (2 - size) * 5, base, um, False, False)
        base -= 11
        yield


def _gear(s, x, y, ink):
    for dx, dy, w, h in ((15, 0, 8, 38), (0, 15, 38, 8)):
        s.op(BOX, x + dx, y + dy, w, h, ink)
    yield
    _disc(s, x + 19, y + 19, 13, palette.WHITE, ink)
    s.op(RING, x + 6, y + 6, 27, 27, 5, ink)
    yield


def _speaker(s, x, y, ink):
    s.op(BOX, x, y + 12, 12, 14, ink)
    s.op(ARROW, x + 2, y + 3, 20, 32, 0, ink)
    yield


def _sound_on(s, x, y, ink):
    yield from _speaker(s, x, y, ink)
    for i in range(2):
        s.text(")", x + 22 + i * 6, y, 10, SIZE, palette.ACTION, (BIG,))


def _sound_off(s, x, y, ink):
    yield from _speaker(s, x, y, palette.GREY)
    s.text("x", x + 22, y, 16, SIZE, palette.RED, (BIG,))


_AROUND = ((19, 4), (30, 8), (34, 19), (30, 30), (19, 34), (8, 30), (4, 19), (8, 8))


def _rim(s, x, y, edge, lit):
    s.op(RING, x + 5, y + 5, 29, 29, 2, edge)
    yield
    for i in range(8):
        _disc(s, x + _AROUND[i][0], y + _AROUND[i][1], 4, lit, edge)
        yield


def _lights_on(s, x, y, ink):
    yield from _rim(s, x, y, ink, palette.WARN)


def _lights_off(s, x, y, ink):
    yield from _rim(s, x, y, palette.GREY, palette.SHADE)


def _sun(s, x, y, ink):
    for dx, dy, w, h in ((17, 0, 4, 38), (0, 17, 38, 4)):
        s.op(BOX, x + dx, y + dy, w, h, ink)
    for dx, dy in ((6, 6), (28, 6), (6, 28), (28, 28)):
        s.op(BOX, x + dx, y + dy, 4, 4, ink)
    yield
    _disc(s, x + 19, y + 19, 12, palette.WARN, ink)
    yield


def _language(s, x, y, ink):
    s.op(ROUND, x, y, 26, 26, palette.ACTION, palette.ACTION)
    s.text("A", x, y - 2, 26, 31, palette.WHITE, (BIG,))
    yield
    s.op(ROUND, x + 14, y + 14, 24, 24, palette.WARN, palette.INK)
    s.text("B", x + 14, y + 11, 24, 31, palette.INK, (BIG,))
    yield


def _zero(s, x, y, ink):
    s.op(BOX, x, y + 8, 38, 5, ink)
    s.op(BOX, x + 16, y + 12, 6, 6, ink)
    yield
    s.op(ROUND, x + 4, y + 16, 30, 22, palette.ACTION, ink)
    s.text("0", x + 4, y + 12, 30, 31, palette.WHITE, (BIG,))
    yield


def _sensors(s, x, y, ink):
    for i in range(4):
        high = (14, 30, 22, 36)[i]
        s.op(BOX, x + 1 + i * 10, y + SIZE - high, 7, high, (palette.ACTION, ink)[i & 1])
    yield


def _tools(s, x, y, ink):
    yield from _zero(s, x, y, ink)


def _person(s, x, y, ink):
    _disc(s, x + 9, y + 9, 8, ink, ink)
    s.op(ROUND, x, y + 18, 19, 20, ink, ink)
    yield


def _leave(s, x, y, ink):
    yield from _person(s, x, y, ink)
    s.op(BOX, x + 20, y + 17, 8, 6, palette.RED)
    s.op(ARROW, x + 27, y + 11, 11, 18, 1, palette.RED)
    yield


def _end(s, x, y, ink):
    s.op(BOX, x + 6, y, 4, SIZE, ink)
    for i in range(6):
        s.op(BOX, x + 10 + i % 3 * 8, y + 1 + i // 3 * 9, 8, 9, (palette.RED, palette.INK)[(i + i // 3) & 1])
    yield


_SIGNS = {
    "cards": _cards, "rules": _rules, "gear": _gear, "sound-on": _sound_on, "sound-off": _sound_off,
    "lights-on": _lights_on, "lights-off": _lights_off, "sun": _sun, "language": _language, "zero": _zero,
    "sensors": _sensors, "leave": _leave, "end": _end,
}  # fmt: skip
