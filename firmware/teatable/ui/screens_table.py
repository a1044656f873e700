"""Screens about the table top: place, remove, count, a question, the winner.

The map shows the top from above, 300 mm across, x to the right and y up as the player in turn sees it, whose seat is
marked at its lower edge.
Generators, as in screens_setup.
"""

from ..boards import geometry
from . import palette
from .canvas import ARROW, BOX, NUMBER, ROUND, WIDTH
from .cups import LARGE, card, cup, cup_button, cups_in, scale
from .fonts import BIG, BODY, SMALL
from .sheet import MARGIN, TOP


def place(s, view):
    by_hand = view.get("by_hand")
    s.band(view)
    yield
    cups = view["cups"]
    if by_hand and view.get("picked_cup", -1) < 0:
        yield from _pick_a_cup(s, view, cups)
        return
    s.caption(view, s.word("place-one" if len(cups) == 1 else "place-free" if len(cups) > 4 else "place-any"))
    yield
    if len(cups) > 4 and not by_hand:  # a smaller map, so that the cups are large enough to be told by their letters
        yield from table_map(s, view, *((55, 142, 51) if view["stacks"] else (42, 142, 38)))
    else:
        yield from table_map(s, view, 78, 142, 74, by_hand, view.get("picked_stack", -2))
    if by_hand:
        yield from _by_hand_column(s, view)
    else:
        yield from _wanted(s, cups, 111 if view["stacks"] else 85)
    where = {"no": "on-stack", "may": "on-either", "must": "on-new"}[view.get("new_stack", "no")]
    if not view["stacks"]:
        where = "on-table"
    yield from _message(s, view, s.word("hand-where" if by_hand and view["stacks"] else where))
    yield from _take_back(s, view)
    yield


def _wanted(s, cups, left):
    """Draw the cups that may be placed, in the column right of the map; many of them from x `left` on."""
    x, w = 158, WIDTH - 158 - MARGIN
    if len(cups) == 1:
        yield from cups_in(s, cups, x, 84, w, 66)
        s.text(s.word(geometry.SIZES[cups[0] >> 2]) + "\n" + s.word(geometry.COLOURS[cups[0] & 3]), x, 150, w, 42)
        yield
    elif len(cups) <= 4:
        h = 148 // len(cups)
        for i in range(len(cups)):
            yield from cups_in(s, (cups[i],), x, 68 + i * h, w, h - 4, False, scale(LARGE, w, h - 4))
            yield
    else:
        across = 2 if len(cups) <= 8 else 3
        w, h = (WIDTH - 3 - left) // across, 148 // ((len(cups) + across - 1) // across)
        um = scale(LARGE, w - 1, h - 2)
        for i in range(len(cups)):
            yield from cups_in(s, (cups[i],), left + i % across * w, 68 + i // across * h, w - 1, h - 2, False, um)
            yield


def _pick_a_cup(s, view, cups):
    """Lay out the cups to touch, when the table cannot tell them itself."""
    s.caption(view, s.word("which-cup"))
    s.text(s.word("hand-which"), 6, TOP - 1, WIDTH - 12, 20)  # the caption may be taken by a warning
    yield
    for i in range(len(cups)):
        yield from cup_button(s, cups[i], MARGIN + i % 3 * 78, TOP + 20 + i // 3 * 46, 76, 44)
        yield
    yield from _take_back(s, view)


def _by_hand_column(s, view):
    """Lay out the picked cup (touch it to pick another) and the new stack, right of the map."""
    x, w = 158, WIDTH - 158 - MARGIN
    yield from cup_button(s, view["picked_cup"], x, 68, w, 70, True)
    yield
    if view.get("new_stack", "no") != "no" or not view["stacks"]:
        chosen = view.get("picked_stack", -2) == -1
        s.button("stack:new", s.word("new-stack"), x, 146, w, 68, not chosen, (BODY, SMALL))
        yield


def table_map(s, view, cx, cy, r, touchable=False, picked=-2):
    """Draw the table from above: r pixels are its 150 mm; allowed stacks ringed, with `touchable` to be touched.

    The top is bright where a new stack may begin.
    """
    free = view.get("new_stack", "no") != "no"
    s.disc(cx, cy, r, palette.WHITE if free else palette.SHADE, palette.ACTION if free else palette.DARK)
    if free:
        s.ring(cx, cy, r - 3, 4, palette.WARN)
    s.op(ARROW, cx - 11, cy + r - 9, 22, 14, 2, palette.SEAT)  # who looks at it sits here
    yield
    for stack in view["stacks"]:
        cups = stack["cups"]
        top = cups[-1]
        x = cx + stack.get("x_um", 0) * r // geometry.TOP_RADIUS_UM
        y = cy - stack.get("y_um", 0) * r // geometry.TOP_RADIUS_UM
        half = max(geometry.CUP_RIM_DIAMETER_UM[top >> 2] // 2 * r // geometry.TOP_RADIUS_UM, 13)
        x = min(max(x, cx - r + half), cx + r - half)
        y = min(max(y, cy - r + half), cy + r - half)
        allowed = stack.get("allowed", True)
        name = "stack:" + geometry.CUPS[cups[0]]
        if allowed:
            down = s.pressed == name or picked == cups[0]
            s.disc(x, y, half + 6, palette.PRESSED if down else palette.WARN, palette.ACTION)
            s.disc(x, y, half, palette.PURPLE + (top & 3), palette.INK)
        else:
            s.disc(x, y, half, palette.PAPER, palette.GREY)
        text = s.word("letter-" + geometry.COLOURS[top & 3])
        if len(cups) > 1:
            text += str(len(cups))
        ink = palette.DARK if not allowed else palette.INK if top & 3 == 1 else palette.WHITE
        s.text(text, x - half, y - half, 2 * half + 1, 2 * half + 1, ink, (BODY, SMALL))
        if touchable and allowed:
            side = max(half + 6, 22)
            s.target(name, x - side, y - side, 2 * side, 2 * side)
        yield


def _message(s, view, otherwise):
    """Write what is wrong on a yellow ground, or else what to do."""
    message = view.get("message", "")
    if message:
        s.op(BOX, 0, 220, WIDTH, 46, palette.WARN)
        cup = view.get("message_cup", -1)
        x = 8
        if cup >= 0:
            yield from cups_in(s, (cup,), 6, 223, 50, 40)
            x = 60
        s.text(s.word(message), x, 220, WIDTH - x - 6, 46)
    else:
        s.text(otherwise, 6, 220, WIDTH - 12, 46, palette.INK, (BIG, BODY, SMALL))


def _take_back(s, view):
    row = []
    if view.get("take_back", True):
        row.append(("button:take-back", s.word("take-back"), 3, True))
    if view.get("by_hand") and view.get("picked_stack", -2) >= -1 and view.get("picked_cup", 0) >= 0:
        row.append(("button:done", s.word("done"), 3, False))
    if row:
        yield from s.buttons(*row, h=46)


def remove(s, view):
    s.band(view)
    yield
    s.caption(view, s.word("remove-one"))
    yield
    yield from table_map(s, view, WIDTH // 2, 142, 74, view.get("by_hand"), view.get("picked_stack", -2))
    yield from _message(s, view, s.word("gone-where" if view.get("by_hand") else "remove-where"))
    yield from _take_back(s, view)
    yield


def count(s, view):
    s.band(view)
    yield
    number, hold = view.get("number", 0), view.get("hold")
    s.caption(view, s.word("hands-off"))
    yield
    if number:
        s.op(NUMBER, 66, 80, 108, 160, number, palette.RED if hold else palette.SEAT)
    else:
        yield from card(s, view["card"], 66, 72, 108, 122, False, False)
        s.text(s.word("hands-off"), 8, 204, WIDTH - 16, 44, palette.SEAT, (BIG, BODY))
    yield
    if hold:
        s.op(BOX, 0, 262, WIDTH, 50, palette.WARN)
    text = s.word("count-hold" if hold else "count-%d" % number if number else "count-wait")
    s.text(text, 6, 262, WIDTH - 12, 50, palette.INK, (BIG, BODY, SMALL))


def question(s, view):
    s.band(view, s.word("question-title"))
    yield
    what = view["question"]
    s.caption(view, s.word("question-title"))
    yield
    cups, stacks = view.get("cups", ()), view.get("stacks", ())
    if what == "foreign":
        s.text(s.word("foreign-question"), 10, 80, WIDTH - 20, 160, palette.INK, (BIG, BODY))
    elif what == "which-stack":
        s.text(s.word(what), 6, 64, WIDTH - 12, 28, palette.INK, (BIG, BODY))
        real = [one for one in stacks if one["cups"]]
        new = view.get("new_stack")
        yield from table_map(s, {"stacks": real}, 90 if new else WIDTH // 2, 178, 84, True)
        if new:
            s.button("stack:new", s.word("new-stack"), 178, 130, 58, 90, True, (BODY, SMALL))
    else:
        s.text(s.word(what), 6, 60, WIDTH - 12, 26, palette.INK, (BIG, BODY))
        across = 2 if len(cups) <= 4 else 3
        w = (WIDTH - MARGIN * (across + 1)) // across
        rows = (len(cups) + across - 1) // across
        h = min(184 // max(rows, 1) - 2, 84)
        for i in range(len(cups)):
            yield from cup_button(s, cups[i], MARGIN + i % across * (w + MARGIN), 87 + i // across * (h + 2), w, h)
            yield
    other = what != "foreign"
    yield from s.buttons(("button:none", s.word("none-of-these" if other else "ok"), 1, other), h=44)


def winner(s, view):
    name = view.get("player", "")
    s.op(BOX, 0, 0, WIDTH, 86, palette.SEAT)
    text = s.word("wins", name) if name else s.word("winner-title")
    s.text(text, 8, 8, WIDTH - 16, 70, palette.WHITE, (BIG, BODY, SMALL))
    yield
    lines = [s.word("reason-" + reason) for reason in view.get("reasons", ())]
    s.text("\n".join(lines), 8, 90, WIDTH - 16, 40, palette.INK, (BODY, SMALL))
    yield
    for i in range(4):
        key = ("turns", "cups", "falls", "tallest")[i]
        word = ("turns", "cups-up", "falls", "tallest")[i]
        x, y = 90 + i % 2 * 74, 133 + i // 2 * 65
        s.op(ROUND, x, y, 70, 63, palette.WHITE, palette.SHADE)
        s.text(str(view.get(key, 0)), x + 2, y + 1, 66, 28, palette.ACTION, (BIG,))
        yield
        s.text(s.word(word), x + 2, y + 28, 66, 33, palette.DARK, (SMALL,))
    yield
    base = 256
    for colour, size in ((0, 2), (1, 1), (3, 1), (2, 0)):
        um = 1250
        w = cup(s, colour, size, 44 - geometry.CUP_RIM_DIAMETER_UM[size] // 2 // um, base, um, False, False)
        base -= (geometry.CUP_HEIGHT_UM[size] - geometry.CUP_TEA_DEPTH_UM) // um + (2 if w else 0)
        yield
    again = ("button:new-game", s.word("new-game"), 2, False)
    if view.get("fell_button"):  # what fell before the last "three" takes the win back
        yield from s.buttons(("button:something-fell", s.word("something-fell"), 1, True), again, h=52)
    else:
        yield from s.buttons(again, h=52)
