"""Screens before and around a game: title, players, level, who begins, menus, messages.

Each is a generator: it lays a part of the screen out on the sheet and yields, so that laying out never takes long.
Data in: a Sheet and the view. Data out: operations and targets on the sheet.
"""

from . import palette
from .canvas import BOX, HEIGHT, ROUND, WIDTH
from .cups import cup, cup_name, cups_in
from .fonts import BIG, BODY, SMALL
from .sheet import LEFT, MARGIN, RIGHT

LEVELS = ("off", "gentle", "classic", "mad")


def title(s, view):
    s.op(BOX, 0, 0, WIDTH, 150, palette.INK)
    for key, y in (("title-1", 10), ("title-2", 38)):  # between the corners
        s.text(s.word(key), 48, y, WIDTH - 96, 30, palette.WARN, (BIG,))
    yield
    um = 1100
    for size, colour, x in ((2, 0, 18), (1, 1, 100), (0, 2, 166)):
        cup(s, colour, size, x, 140, um)
        yield
    s.button("button:help", "?", WIDTH - 48, 4, 44, 44, True, (BIG,))
    cup(s, 3, 0, 36, 99, um)
    yield
    s.text(s.word(view.get("status") or "tagline"), 8, 152, WIDTH - 16, 36)
    if view.get("can_resume"):
        s.button("button:resume", s.word("resume"), 16, 190, WIDTH - 32, 58)
        yield
        row = ("button:settings", s.word("settings"), 1, True), ("button:new-game", s.word("new-game"), 1, True)
        yield from s.buttons(*row, h=60)
    else:
        s.button("button:new-game", s.word("new-game"), 16, 196, WIDTH - 32, 60)
        yield
        s.button("button:settings", s.word("settings"), 60, 268, WIDTH - 120, 44, True, (BODY, SMALL))


def players(s, view):
    s.title(s.word("how-many"))
    yield
    count = view["count"]
    names = view.get("names", ())
    s.button("button:fewer", s.word("fewer"), MARGIN, 48, 56, 50, False, (BIG,))
    s.button("button:more", s.word("more"), WIDTH - MARGIN - 56, 48, 56, 50, False, (BIG,))
    yield
    s.text(s.word("players-number", str(count)), 64, 48, WIDTH - 128, 30, palette.INK, (BIG, BODY))
    s.text(s.word("in-order"), 62, 78, WIDTH - 124, 18, palette.DARK, (SMALL,))
    yield
    h = min(171 // ((count + 1) // 2) - 2, 44)
    yield from _people(s, names[:count], 103, h, "name:" if view.get("can_rename") else "")
    if view.get("can_rename") and count <= 6:
        s.text(s.word("rename-how"), 8, 244, WIDTH - 16, 26, palette.DARK, (BODY, SMALL))
        yield
    yield from s.buttons(("button:back", s.word("back"), 2, True), ("button:next", s.word("next"), 3, False), h=44)


def _people(s, names, y, h, prefix):
    """Lay names out in two columns, each beside the colour of its seat; with `prefix` they can be touched."""
    for i in range(len(names)):
        x = MARGIN if i % 2 == 0 else WIDTH // 2 + 2
        top = y + i // 2 * (h + 2)
        w = WIDTH // 2 - 6
        target = prefix + str(i)
        down = prefix and s.pressed == target
        if prefix:
            s.op(ROUND, x, top, w, h, palette.PRESSED if down else palette.WHITE, palette.ACTION)
        else:
            s.op(BOX, x, top, w, h, palette.SHADE)
        s.text(str(i + 1), x + 3, top, 18, h, palette.WHITE if down else palette.ACTION, (BODY, SMALL))
        s.text(names[i], x + 21, top, w - 24, h, palette.WHITE if down else palette.INK, (BODY, SMALL), LEFT)
        if prefix:
            s.target(target, x, top, w, h)
        yield


def level(s, view):
    s.title(s.word("level-title"))
    yield
    for i in range(4):
        name = "level:" + LEVELS[i]
        y = 50 + i * 53
        chosen = view["level"] == i
        down = s.pressed == name
        fill = palette.PRESSED if down else palette.ACTION if chosen else palette.WHITE
        s.op(ROUND, MARGIN, y, WIDTH - 2 * MARGIN, 50, fill, palette.ACTION)
        head, _, tail = s.word("level-" + LEVELS[i]).partition("\n")
        ink = palette.WHITE if chosen or down else palette.ACTION
        s.text(head, 60, y + 2, WIDTH - 70, 28, ink, (BIG, BODY), LEFT)
        s.text(tail, 60, y + 29, WIDTH - 70, 18, ink, (SMALL,), LEFT)
        for bar in range(3):
            high = 12 + bar * 8
            lit, unlit = (palette.WARN, palette.DARK) if chosen or down else (palette.RED, palette.SHADE)
            s.op(BOX, 16 + bar * 12, y + 40 - high, 9, high, lit if bar < i else unlit)
        s.target(name, MARGIN, y, WIDTH - 2 * MARGIN, 50)
        yield
    yield from s.buttons(("button:back", s.word("back"), 2, True), ("button:next", s.word("next"), 3, False), h=48)


def first(s, view):
    s.title(s.word("first-title"))
    yield
    s.text(s.word("first-why"), 8, 46, WIDTH - 16, 18, palette.DARK, (SMALL,))
    yield
    names = view["names"]
    rows = (len(names) + 1) // 2
    h = min(196 // rows - 2, 46)
    yield from _people(s, names, 66, h, "player:")
    back = ("button:back", s.word("back"), 2, True)
    yield from s.buttons(back, ("button:nobody-knows", s.word("nobody-knows"), 4, True), h=46)


def menu(s, view):
    s.title(s.word(view["title"]))
    yield
    items = view["items"]
    across = 1 if len(items) <= 5 else 2
    w = (WIDTH - MARGIN * (across + 1)) // across
    for i in range(min(len(items), 5 * across)):
        name, key, value = items[i]
        x, y = MARGIN + i % across * (w + MARGIN), 48 + i // across * 43
        down = s.pressed == name
        s.op(ROUND, x, y, w, 41, palette.PRESSED if down else palette.WHITE, palette.ACTION)
        ink = palette.WHITE if down else palette.INK
        if value and across == 2:
            s.text(s.word(value), x + 6, y + 2, w - 12, 37, ink, (BODY, SMALL))
        else:
            split = 146 if value else w - 20
            s.text(s.word(key), x + 8, y + 2, split - 12, 37, ink, (BODY, SMALL), LEFT)
            ink = ink if down else palette.ACTION
            s.text(s.word(value), x + split, y + 2, w - split - 8, 37, ink, (BODY, SMALL), RIGHT)
        s.target(name, x, y, w, 41)
        yield
    yield from s.foot([("button:back", s.word("back"), 3, True)], view.get("page", 0), view.get("pages", 1))


def message(s, view):
    s.band(view, s.word(view["title"]))
    yield
    if view.get("player"):
        s.caption(view, s.word(view["title"]))
    cup = view.get("cup", -1)
    if cup >= 0:
        yield from cups_in(s, (cup,), 20, 70, WIDTH - 40, 96)
        yield
        s.text(cup_name(s, cup), 8, 168, WIDTH - 16, 28, palette.INK, (BIG, BODY))
    y, h = (200, 64) if cup >= 0 else (70, 190)
    s.text(s.word(view["text"], view.get("name", "")), 12, y, WIDTH - 24, h, palette.INK, (BIG, BODY, SMALL))
    if view.get("ok", True):
        quiet = view.get("ok_quiet", False)
        yield from s.buttons(("button:ok", s.word(view.get("ok_word", "ok")), 1, quiet))
    yield


def fault(s, view):
    s.op(BOX, 0, 0, WIDTH, 44, palette.RED)
    s.text(s.word("fault-title"), 6, 2, WIDTH - 12, 40, palette.WHITE, (BIG, BODY))
    yield
    key = view["fault"]
    if key[:6] != "fault-":
        key = "fault-" + key
    part = view.get("part", "")
    part = s.words.find("part-" + part.replace(" ", "-")) or part
    s.text(s.word(key, part), 10, 54, WIDTH - 20, 120, palette.INK, (BIG, BODY, SMALL))
    yield
    s.button("button:retry", s.word("retry"), 16, 182, WIDTH - 32, 50)
    yield
    s.button("button:by-hand", s.word("by-hand"), 16, 238, WIDTH - 32, 44, True, (BODY, SMALL))
    s.text(s.word("by-hand-why"), 6, 284, WIDTH - 12, 34, palette.DARK, (SMALL,))


def crash(s, view):
    s.op(BOX, 0, 0, WIDTH, 44, palette.RED)
    s.text(s.word("crash-title"), 6, 2, WIDTH - 12, 40, palette.WHITE, (BIG, BODY))
    yield
    s.text(s.word("crash-text"), 8, 48, WIDTH - 16, 40)
    yield
    text = view.get("text", "")
    s.op(BOX, 4, 92, WIDTH - 8, 168, palette.SHADE)
    while len(text) > 12 and not s.fits(text, WIDTH - 20, 160):
        text = text[: len(text) - 12]
        yield
    s.text(text, 10, 96, WIDTH - 20, 160, palette.INK, (SMALL,), LEFT)
    s.button("button:restart", s.word("restart"), 16, HEIGHT - 54, WIDTH - 32, 50)
