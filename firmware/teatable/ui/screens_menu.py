"""Screens of the menu, between two steps of a game or before one: tiles, help for the cards, the rules, a question.

Whoever cannot read finds the way by the pictures. Generators, as in screens_setup. Data in: a Sheet and the view
(README.md). Data out: operations and targets.
"""

import math

from ..boards import geometry
from ..compat import const
from ..rules.cards import NAMES
from . import palette
from .canvas import ARROW, COVER, NUMBER, ROUND, TIPPED, WIDTH
from .cups import LARGE, card, card_art, cup, cups_in, does, scale
from .fonts import BIG, BODY, SMALL
from .screens_table import table_map
from .sheet import MARGIN
from .signs import sign

_TILE_W = const(114)
_TILE_H = const(71)
_COLUMN = const(6)  # cups of a stack that stand in one column


def tiles(s, view):
    s.title(s.word(view["title"]))
    yield
    items = view["items"]
    for i in range(len(items)):
        name, picture, key, value = items[i]
        x, y = MARGIN + i % 2 * (_TILE_W + MARGIN), 48 + i // 2 * (_TILE_H + 2)
        down = s.pressed == name
        s.op(ROUND, x, y, _TILE_W, _TILE_H, palette.PRESSED if down else palette.WHITE, palette.ACTION)
        ink = palette.WHITE if down else palette.INK
        yield
        yield from sign(s, picture, x + 38, y + 4, ink)
        text = (s.word(key) if key else "") + (" " if key and value else "") + (s.word(value) if value else "")
        s.text(text, x + 4, y + 42, _TILE_W - 8, _TILE_H - 44, ink, (BODY, SMALL))
        s.target(name, x, y, _TILE_W, _TILE_H)
        yield
    yield from s.buttons(("button:back", s.word("back"), 1, True))


def index(s, view):
    """Lay out a picture of each card that has a help page."""
    s.title(s.word("help-cards"))
    yield
    w, h = 76, 71
    for i in range(len(view["cards"])):
        kind = view["cards"][i]
        name = "card:" + NAMES[kind]
        x, y = MARGIN + i % 3 * (w + 2), 48 + i // 3 * (h + 2)
        s.op(ROUND, x, y, w, h, palette.WARN if s.pressed == name else palette.WHITE, palette.ACTION)
        yield
        yield from card_art(s, kind, x + 14, y + 8, w - 22, h - 16, False)
        s.target(name, x, y, w, h)
        yield
    yield from s.buttons(("button:back", s.word("back"), 1, True))


def help_card(s, view):
    kind = view["card"]
    s.title(s.word("help"))
    yield
    yield from card(s, kind, 50, 47, 140, 134, False, False)
    yield
    s.text(does(s, kind), 6, 182, WIDTH - 12, 40)
    yield
    s.text(does(s, kind, False, "more-"), 6, 222, WIDTH - 12, 44, palette.DARK)
    yield from s.foot([("button:back", s.word("back"), 1, True)], view.get("page", 0), view.get("pages", 1))
    yield


def rules(s, view):
    page = view.get("page", 0)
    s.title(s.word("rules"))
    yield
    yield from _RULES[page](s)
    yield
    s.text(s.word("rule-%d" % (page + 1)), 8, 144, WIDTH - 16, 120, palette.INK, (BODY, SMALL))
    yield from s.foot([("button:back", s.word("back"), 1, True)], page, view.get("pages", len(_RULES)))
    yield


def _goal(s):
    """No card left, or all cups up."""
    s.op(COVER, 22, 56, 62, 80)
    yield
    s.disc(84, 72, 15, palette.WHITE, palette.RED)
    s.text("0", 69, 57, 31, 31, palette.RED, (BIG,))
    yield
    yield from tower(s, ((0, 2), (1, 2), (3, 1), (2, 1), (0, 0), (1, 0)), 180, 140, 2600)


def _play(s):
    yield from card(s, 2, 22, 50, 76, 88, False, False)
    s.op(ARROW, 108, 82, 24, 28, 1, palette.ACTION)
    yield
    yield from cups_in(s, (2,), 142, 56, 76, 76, False, scale(LARGE, 76, 60))


def _stack(s):
    yield from tower(s, ((0, 2),), 112, 140, 1250)
    yield from tower(s, ((2, 0),), 112, 78, 1250)
    s.op(ARROW, 100, 80, 24, 16, 3, palette.ACTION)


def _count(s):
    for i in range(3):
        s.op(NUMBER, 28 + i * 66, 56, 48, 80, i + 1, palette.ACTION)
        yield


def _fell(s):
    s.op(TIPPED, 14, 62, 64, 64, palette.RED)
    yield
    for i in range(3):
        s.op(COVER, 90 + i * 48, 66, 44, 60)
        yield


def _judge(s):
    yield from tower(s, ((3, 2),), 70, 140, 1250)
    yield from cups_in(s, (5,), 80, 56, 60, 44, False, 1250)
    s.disc(190, 96, 26, palette.WHITE, palette.ACTION)
    s.text("?", 164, 70, 53, 53, palette.ACTION, (BIG,))


def _alarm(s):
    s.op(ROUND, 60, 60, 120, 72, palette.WHITE, palette.RED)
    s.op(TIPPED, 70, 74, 42, 42, palette.RED)
    s.text(s.word("something-fell"), 116, 66, 58, 60, palette.RED, (BODY, SMALL))
    yield


_RULES = (_goal, _play, _stack, _count, _fell, _judge, _alarm)


def tower(s, cups, middle, base, um):
    """Draw cups (colour, size) one on another, around x `middle`, the lowest on `base`."""
    for colour, size in cups:
        cup(s, colour, size, middle - geometry.CUP_RIM_DIAMETER_UM[size] // 2 // um, base, um)
        base -= (geometry.CUP_HEIGHT_UM[size] - geometry.CUP_TEA_DEPTH_UM) // um
        yield


def ask(s, view):
    s.title(s.word(view["title"]))
    yield
    yield from sign(s, view["sign"], 102, 56, palette.RED)
    s.text(s.word(view["text"], view.get("name", "")), 12, 104, WIDTH - 24, 150, palette.INK, (BIG, BODY, SMALL))
    yield
    row = ("button:back", s.word("no"), 1, False), ("button:yes", s.word(view["yes"]), 1, True)
    yield from s.buttons(*row, h=56)


def rebuild(s, view):
    """Lay out one stack to be built again: where it stood, and its cups."""
    s.title(s.word("zero"))
    yield
    word = "rebuild" if len(view["cups"]) <= _COLUMN else "rebuild-tall"
    s.text(s.word(word), 6, 46, WIDTH - 12, 38, palette.INK, (BODY, SMALL))
    yield
    yield from table_map(s, view, 76, 166, 70)
    yield from _upwards(s, view["cups"], 154, 86, 82, 176)
    yield from s.foot([("button:ready", s.word("set-up-ready"), 1, False)], view.get("page", 0), view.get("pages", 1))
    yield


def _upwards(s, cups, x, y, w, h):
    """Lay out the cups of a stack, the lowest below: one column, or two of which the left one comes first."""
    columns = 1 if len(cups) <= _COLUMN else 2
    each = (len(cups) + columns - 1) // columns
    high = min(h // each, 56)
    wide = w // columns
    um = scale(LARGE, wide, high)
    for i in range(len(cups)):
        base = y + h - i % each * high
        yield from cups_in(s, (cups[i],), x + i // each * wide, base - high, wide, high, False, um)


def seat(s, view):
    """Lay out one seat: where it is, its colour, and names to choose from."""
    s.band(view)
    yield
    number, count = view["seat"], view["count"]
    s.disc(54, 96, 46, palette.SHADE, palette.DARK)
    yield
    for i in range(count):
        angle = 2 * math.pi * i / count  # from the first player below, clockwise
        x, y = 54 - round(36 * math.sin(angle)), 96 + round(36 * math.cos(angle))
        mine = i == number
        s.disc(x, y, 14 if mine else 5, palette.SEAT if mine else palette.WHITE, palette.INK if mine else palette.DARK)
        if mine:
            s.text(str(number + 1), x - 14, y - 14, 29, 29, palette.WHITE, (BODY,))
        if i & 3 == 3:
            yield
    yield
    s.button("button:colour", s.word("colour"), 112, 52, WIDTH - 116, 46, True, (BODY, SMALL))
    s.text(s.word("seat-names"), 108, 100, WIDTH - 112, 42, palette.DARK, (SMALL,))
    yield
    for i in range(len(view["names"])):
        name = view["names"][i]
        target = "name:" + name
        x, y = MARGIN + i % 2 * 118, 146 + i // 2 * 30
        down = s.pressed == target
        s.op(ROUND, x, y, 114, 28, palette.PRESSED if down else palette.WHITE, palette.ACTION)
        s.text(name, x + 4, y + 2, 106, 24, palette.WHITE if down else palette.INK, (BODY, SMALL))
        s.target(target, x, y, 114, 28)
        yield
    yield from s.foot([("button:ok", s.word("ok"), 1, False)], view.get("page", 0), view.get("pages", 1))
    yield


SCREENS = {
    "seat": seat,
    "tiles": tiles,
    "index": index,
    "help": help_card,
    "rules": rules,
    "ask": ask,
    "rebuild": rebuild,
}
