"""Cups and cards on a sheet: single cups, rows of cups, cups to touch, cards face up.

Functions that lay operations and targets out on the Sheet `s` they are given.
"""

from ..boards import geometry
from ..compat import const
from ..rules.cards import NAMES
from . import art, palette
from .canvas import CUP, ICON, PATTERN, ROUND
from .fonts import BIG, BODY, SMALL

LARGE = (8,)  # any large cup
YELLOW = const(1)
_LETTERED_H = const(16)  # a cup that is lower has no letter on it; where it must be told from others none is


def cup(s, colour, size, x, base, um_a_pixel, dim=False, lettered=True):
    """Draw a cup whose box begins at x and stands on `base`; returns its width in pixels."""
    w, h = art.cup_box(size, um_a_pixel)
    s.op(CUP, x, base - h, w, h, colour, dim)
    if colour == art.ANY:
        return w
    small = lettered and _LETTERED_H <= h < 28  # no room for a letter and a pattern
    if not dim and not small:
        s.op(PATTERN, x, base - h, w, h, colour)
    if lettered and h >= _LETTERED_H:
        mid, y = x + w * 2 // 5, base - h + (h - 2) * 6 // 10 - (6 if h < 20 else 7 if small else 8)
        ink = palette.GREY if dim else palette.INK if colour == YELLOW or not small else palette.WHITE
        if not small:
            s.disc(mid, y + 8, 8, palette.WHITE, palette.WHITE)
        s.text(s.word("letter-" + geometry.COLOURS[colour]), mid - 8, y, 17, 17, ink, (SMALL,))
    return w


def scale(cups, w, h):
    """Return the micrometres a pixel at which the cups, side by side, are as large as w x h pixels allow."""
    g = geometry
    wide = high = 0
    for c in cups:
        size = c >> 2
        wide += g.CUP_RIM_DIAMETER_UM[size] * 5 // 4
        high = max(high, g.CUP_HEIGHT_UM[size] + g.CUP_RIM_DIAMETER_UM[size] // 6)
    return max(wide // (w - 4 * (len(cups) - 1)), high // h, 600) + 1


def cups_in(s, cups, x, y, w, h, dim=False, um=0):
    """Draw cups (numbers) on one line, or four to a line if there are many, as large as the box allows or at `um`."""
    if len(cups) > 4 and not um:
        lines = (len(cups) + 3) // 4
        each = (len(cups) + lines - 1) // lines
        rows = [cups[i : i + each] for i in range(0, len(cups), each)]
        um = max([scale(row, w, h // lines) for row in rows])
        for i in range(lines):
            yield from cups_in(s, rows[i], x, y + i * (h // lines), w, h // lines, dim, um)
        return
    um = um or scale(cups, w, h)
    wide = 4 * (len(cups) - 1)
    high = 0
    for c in cups:
        cw, ch = art.cup_box(c >> 2, um)
        wide += cw
        high = max(high, ch)
    x += (w - wide) // 2
    base = y + (h + high) // 2
    for c in cups:
        x += cup(s, c & 3, c >> 2, x, base, um, dim) + 4
        yield


def cup_name(s, cup):
    """Return the words for cup 0..11, such as "small green"."""
    return s.word(geometry.SIZES[cup >> 2]) + " " + s.word(geometry.COLOURS[cup & 3])


def cup_button(s, cup, x, y, w, h, chosen=False):
    """Draw a cup that can be touched; the sizes of cups in boxes of one size compare."""
    name = "cup:" + geometry.CUPS[cup]
    down = chosen or s.pressed == name
    s.op(ROUND, x, y, w, h, palette.WARN if down else palette.WHITE, palette.ACTION)
    yield from cups_in(s, (cup,), x + 4, y + 4, w - 8, h - 8, False, scale(LARGE, w - 8, h - 8))
    s.target(name, x, y, w, h)


def card_title(s, kind):
    """Return the words on a card of this kind."""
    if kind < 12:
        return s.word(geometry.SIZES[kind >> 2]) + "\n" + s.word(geometry.COLOURS[kind & 3])
    if kind < 16:
        return s.word("any-size") + "\n" + s.word(geometry.COLOURS[kind - 12])
    if kind < 19:
        return s.word(geometry.SIZES[kind - 16]) + "\n" + s.word("any-colour")
    return s.word("name-" + NAMES[kind])


def does(s, kind, two=False, prefix="does-"):
    """Return the line that says what a card does; `two`: to two players, if that is another one.

    With the prefix "more-", what else there is to know about it.
    """
    key = "cup" if kind < 12 else "colour" if kind < 16 else "size" if kind < 19 else NAMES[kind]
    if two and s.words.find(prefix + key + "-two"):
        key += "-two"
    return s.word(prefix + key)


def card(s, kind, x, y, w, h, dim=False, target=True):
    """Draw card `kind` face up; with `target` it can be pressed."""
    name = "card:" + NAMES[kind]
    down = target and s.pressed == name
    edge = palette.GREY if dim else palette.INK
    fill = palette.WARN if down or s.hint == name else palette.WHITE
    s.op(ROUND, x, y, w, h, fill, edge)
    big = h > 120
    foot = (35 if kind < 19 else 51) if not big else 58 if kind < 19 else 70
    yield from card_art(s, kind, x + 5, y + 5, w - 10, h - foot - 6, dim)
    yield
    faces = (BIG, BODY, SMALL) if big else (SMALL,)
    title = card_title(s, kind)
    if kind >= 19 and not big:
        title = s.words.find("short-" + NAMES[kind]) or title
    s.text(title, x + 2, y + h - foot - 1, w - 4, foot - 2, palette.DARK if dim else palette.INK, faces)
    if target:
        s.target(name, x, y, w, h)
        if dim:
            s.dim.append(name)


def card_art(s, kind, x, y, w, h, dim):
    """Draw the picture of a card in its box."""
    um = scale(LARGE, w, h)
    if kind < 12 or 16 <= kind < 19:
        size, colour = (kind >> 2, kind & 3) if kind < 12 else (kind - 16, art.ANY)
        cw, ch = art.cup_box(size, um)
        cup(s, colour, size, x + (w - cw) // 2, y + (h + ch) // 2, um, dim)
    elif kind < 16:
        yield from _tower(s, kind - 12, x, y, w, h, dim)
    else:
        size = min(w, h)
        ink = palette.GREY if dim else palette.INK
        s.op(ICON, x + (w - size) // 2, y + (h - size) // 2, size, size, kind, ink)


def _tower(s, colour, x, y, w, h, dim):
    """Draw one cup of each size on top of another, and the colour's letter beside them."""
    g = geometry
    um = (sum(g.CUP_HEIGHT_UM) - 2 * g.CUP_TEA_DEPTH_UM + g.CUP_RIM_DIAMETER_UM[0] // 6) // h + 40
    left = x + w - art.cup_box(2, um)[0]
    base = y + h
    for size in (2, 1, 0):
        wide = art.cup_box(size, um)[0]
        cup(s, colour, size, left + (art.cup_box(2, um)[0] - wide) * 4 // 10, base, um, dim, False)
        base -= (g.CUP_HEIGHT_UM[size] - g.CUP_TEA_DEPTH_UM) // um
        yield
    face = BIG
    r = 14
    cx, cy = x + (left - x) // 2 + (0 if h < 60 else 4), y + h // 2
    s.disc(cx, cy, r, palette.WHITE, palette.GREY if dim else palette.PURPLE + colour)
    letter = s.word("letter-" + g.COLOURS[colour])
    ink = palette.GREY if dim else palette.INK
    s.text(letter, cx - r, cy - r, 2 * r + 1, 2 * r + 1, ink, (face,))
