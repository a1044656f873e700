"""The screen after something fell: what fell, what is to be cleared, the yes, and the word of two that it was none.

A generator, as in screens_setup. Data in: a Sheet and the view (README.md). Data out: operations and targets.
"""

from ..boards import geometry
from . import palette
from .canvas import BOX, ROUND, TIPPED, WIDTH
from .cups import LARGE, cups_in, scale
from .fonts import BIG, BODY, SMALL
from .screens_table import table_map
from .sheet import LEFT, MARGIN


def fall(s, view):
    s.band(view)
    yield
    if view.get("agree"):
        yield from _agree(s, view["agree"])
        return
    marking = view.get("by_hand") and view.get("standing")
    if marking and view.get("cups"):  # said here even when there is a warning: it is the only place for it
        s.caption({}, s.word("fall-more"))
    else:
        s.caption(view, s.word(view.get("message") or "fall-title"))
    yield
    cleared, lying = view.get("cleared"), view.get("lying", ())
    y = 68
    many = len(lying) > 4
    if many:
        s.op(BOX, 0, 64, WIDTH, 148, palette.WARN)
    s.op(TIPPED, 8, y, 40, 40, palette.RED)
    if many:
        s.text(s.word("fall-clear"), 56, y, WIDTH - 62, 40, palette.INK, (BODY, SMALL), LEFT)
        yield from cups_in(s, lying, 8, 110, WIDTH - 16, 100)
    elif view.get("cups"):
        yield from _fallen(s, view["cups"], 54, y - 2, WIDTH - 60, 44)
    elif marking:
        s.text(s.word("fall-standing"), 52, y - 4, WIDTH - 58, 48, palette.INK, (BODY, SMALL), LEFT)
    else:
        s.text(s.word("fall-title"), 56, y, 150, 40, palette.RED, (BIG, BODY), LEFT)
    yield
    y = 114
    if marking:
        yield from _stacks_left(s, view["standing"])
    elif many:
        pass
    elif lying:
        s.op(BOX, 0, y, WIDTH, 96, palette.WARN)
        s.text(s.word("fall-clear"), 6, y, WIDTH - 12, 24)
        yield from cups_in(s, lying, 8, y + 26, WIDTH - 16, 66)
    else:
        text = s.word("fall-cleared" if cleared else "fall-nothing")
        if view.get("standing"):
            s.text(text, 6, y, 118, 52, palette.INK, (BODY, SMALL))
            s.text(s.word("fall-stays"), 6, y + 54, 118, 46, palette.DARK, (BODY, SMALL))
            yield
            yield from table_map(s, {"stacks": view["standing"]}, 180, y + 50, 50)
        else:
            s.text(text, 8, y, WIDTH - 16, 90, palette.INK, (BIG, BODY))
    yield
    if view.get("by_hand") and len(view.get("standing", ())) > 8:  # three rows of them leave one row for the buttons
        row = [("button:not-a-fall", s.word("not-a-fall"), 1, True)]
        if cleared:
            row.insert(0, ("button:yes-it-fell", s.word("yes-it-fell"), 1, False))
        yield from s.buttons(*row, h=46)
        return
    if cleared:
        s.button("button:yes-it-fell", s.word("yes-it-fell"), 8, 218, WIDTH - 16, 46, False, (BIG, BODY, SMALL))
    elif not marking:
        s.text(s.word("fall-then"), 8, 218, WIDTH - 16, 46, palette.DARK, (BODY, SMALL))
    s.button("button:not-a-fall", s.word("not-a-fall"), 8, 270, WIDTH - 16, 46, True, (BODY, SMALL))
    yield


def _fallen(s, cups, x, y, w, h):
    """Lay out what fell, four cups and the number of the others, so that none becomes too small for its letter."""
    if len(cups) > 4:
        s.text("+%d" % (len(cups) - 4), x + w - 26, y, 26, h, palette.RED, (BODY, SMALL))
        w -= 26
    yield from cups_in(s, cups[:4], x, y, w, h)


def _agree(s, who):
    """Lay out two buttons for two players, who say together that it was no fall."""
    s.caption({}, s.word("not-a-fall"))
    s.text(s.word("agree-why"), 8, 68, WIDTH - 16, 60, palette.INK, (BIG, BODY, SMALL))
    yield
    for i in range(2):
        name, said = who[i]
        target = "agree:%d" % i
        x = MARGIN + i * 118
        chosen = said or s.pressed == target
        s.op(ROUND, x, 132, 114, 128, palette.WARN if chosen else palette.WHITE, palette.ACTION)
        yield from cups_in(s, (9 + i,), x + 20, 138, 74, 60, not chosen)
        s.text(name or s.word("agree-others"), x + 4, 200, 106, 54, palette.INK, (BIG, BODY, SMALL))
        s.target(target, x, 132, 114, 128)
        yield
    yield from s.buttons(("button:back", s.word("back"), 1, True), h=48)


def _stacks_left(s, stacks):
    """Lay out the stacks, four in a row: the top cup of what is left of each, and how many are left."""
    rows = (len(stacks) + 3) // 4
    across = min(len(stacks), 4)
    w = (WIDTH - 2 * (across + 1)) // across
    h = 100 // rows - 2 if rows < 3 else 47
    for i in range(len(stacks)):
        cups = stacks[i]["cups"]
        left = stacks[i].get("left", len(cups))
        name = "stack:" + geometry.CUPS[cups[0]]
        x, y = 2 + i % across * (w + 2), 115 + i // across * (h + 2)
        less = s.pressed == name or left < len(cups)
        s.op(ROUND, x, y, w, h, palette.WARN if less else palette.WHITE, palette.ACTION)
        top = cups[max(left, 1) - 1]
        if rows == 1:  # the number below its cup
            yield from cups_in(s, (top,), x + 2, y + 4, w - 4, 60, not left, scale(LARGE, w - 8, 60))
            s.text(str(left), x + 2, y + 66, w - 4, 30, palette.INK, (BIG,))
        else:
            um = scale(LARGE, w - 13, h - 4)
            yield from cups_in(s, (top,), x + 2, y + 2, w - 13, h - 4, not left, um)
            s.text(str(left), x + w - 13, y + 2, 11, h - 4, palette.INK, (BODY, SMALL))
        s.target(name, x, y, w, h)
        yield
