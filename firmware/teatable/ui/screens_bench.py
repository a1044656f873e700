"""Screens of the set-up: a weighing, the known mass, the list of cups with their masses, what the sensors say.

Generators, as in screens_setup. Data in: a Sheet and the view (README.md). Data out: operations and targets.
"""

from ..boards import geometry
from . import palette
from .canvas import ARROW, BOX, ROUND, WIDTH
from .cups import YELLOW, cup_name, cups_in
from .fonts import BIG, BODY, SMALL
from .sheet import LEFT, MARGIN, RIGHT

_STEPS = (("button:minus-10", "-10"), ("button:minus-1", "-1"), ("button:plus-1", "+1"), ("button:plus-10", "+10"))


def grams(mg):
    """Return a mass with a tenth of a gram: "14.0 g"."""
    tenths = (abs(mg) + 50) // 100
    return "%s%d.%d g" % ("-" if mg < 0 and tenths else "", tenths // 10, tenths % 10)


def degrees(hundredths):
    return "%s%d.%02d" % ("-" if hundredths < 0 else "", abs(hundredths) // 100, abs(hundredths) % 100)


def _foot(s, view):
    row = [(name, s.word(key), 1, quiet) for name, key, quiet in view["buttons"]]
    yield from s.buttons(*row, h=50)


def weigh(s, view):
    s.title(s.word(view["title"]))
    yield
    spot = view.get("spot", -1)
    low = spot >= 0
    h = 62 if low else 120
    s.text(s.word(view["text"], view.get("name", "")), 8, 48, WIDTH - 16, h, palette.INK, (BIG, BODY, SMALL))
    yield
    if low:
        yield from _spots(s, spot)
    elif view.get("busy"):
        s.text(s.word("set-up-wait"), 8, 180, WIDTH - 16, 30, palette.DARK, (BIG, BODY))
    load = view.get("load_mg")
    if load is not None:
        s.text(grams(load), 8, 232, WIDTH - 16, 28, palette.DARK if low and view.get("busy") else palette.INK, (BIG,))
    yield
    yield from _foot(s, view)


def _spots(s, spot):
    """The top from above, the first player below, with all spots and the one that is meant."""
    cx, cy, r = WIDTH // 2, 172, 58
    s.disc(cx, cy, r, palette.SHADE, palette.DARK)
    yield
    um = geometry.TOP_RADIUS_UM // r
    for i in range(len(geometry.SPOTS_UM)):
        x_um, y_um = geometry.SPOTS_UM[i]
        x, y = cx + x_um // um, cy - y_um // um
        if i == spot:
            s.disc(x, y, 13, palette.WARN, palette.RED)
            s.ring(x, y, 15, 3, palette.RED)
        else:
            s.disc(x, y, 6, palette.WHITE, palette.GREY)
        yield
    s.op(ARROW, cx - 11, cy + r - 9, 22, 14, 2, palette.ACTION)  # the first player sits here
    s.text(s.word("set-up-seat"), 22, 198, 56, 36, palette.DARK, (SMALL,), LEFT)
    yield


def mass(s, view):
    s.title(s.word("set-up-gains"))
    yield
    s.text(s.word("mass-how-heavy"), 8, 48, WIDTH - 16, 78, palette.INK, (BODY, SMALL))
    yield
    s.text("%d g" % view["grams"], 8, 132, WIDTH - 16, 40, palette.INK, (BIG,))
    yield
    w = (WIDTH - 5 * MARGIN) // 4
    for i in range(4):
        s.button(_STEPS[i][0], _STEPS[i][1], MARGIN + i * (w + MARGIN), 184, w, 50, True, (BODY, SMALL))
        yield
    yield from s.buttons(("button:back", s.word("back"), 2, True), ("button:next", s.word("next"), 3, False), h=50)


def cup_list(s, view):
    s.title(s.word(view["title"]))
    yield
    cup = view["cup"]
    other = view.get("other", -1)
    name = cup_name(s, cup) if cup >= 0 else ""
    if other >= 0:
        name += ", " + cup_name(s, other)
    s.text(s.word(view["text"], name), 8, 46, WIDTH - 16, 56, palette.INK, (BODY, SMALL))
    yield
    shown = [c for c in (cup, other) if c >= 0]
    if shown:
        yield from cups_in(s, shown, 20, 104, 130, 62)
    load = view.get("load_mg")
    if load is not None:
        s.text(grams(load), 150, 116, 86, 40, palette.INK, (BIG, BODY), RIGHT)
    yield
    yield from _masses(s, view, shown)
    yield from _foot(s, view)


def _masses(s, view, shown):
    """The twelve cups, a size a row, each with its mass where it is known."""
    masses = view["masses"]
    w = (WIDTH - 5 * MARGIN) // 4
    for c in range(len(masses)):
        x, y = MARGIN + c % 4 * (w + MARGIN), 170 + c // 4 * 31
        name = "cup:" + geometry.CUPS[c]
        down = s.pressed == name
        fill = palette.PRESSED if down else palette.WARN if c in shown else palette.WHITE
        s.op(ROUND, x, y, w, 29, fill, palette.ACTION if view.get("pick") else palette.GREY)
        s.op(BOX, x + 3, y + 6, 13, 17, palette.PURPLE + c % 4)
        ink = palette.INK if c % 4 == YELLOW else palette.WHITE
        s.text(s.word("letter-" + geometry.COLOURS[c % 4]), x + 2, y + 6, 15, 17, ink, (SMALL,))
        ink = palette.WHITE if down else palette.INK
        s.text(grams(masses[c])[:-2] if masses[c] >= 0 else "-", x + 17, y + 2, w - 19, 25, ink, (BODY, SMALL))
        if view.get("pick"):
            s.target(name, x, y, w, 29)
        yield


def sensors(s, view):
    s.title(s.word("set-up-sensors"))
    yield
    y = 47
    for i in range(len(view["cells"])):
        mg, noise_mg = view["cells"][i]
        status = view["cell_status"][i]
        value = "%s  +-%d mg" % (grams(mg), noise_mg) if status == "ok" else status
        yield _line(s, y, s.word("cell-" + geometry.CELL_NAMES[i]), value)
        y += 22
    tilt = view["tilt_cdeg"]
    warm = view["temperature_cc"]
    hall = view["hall_ms"]
    for key, value in (
        ("sensors-sum", "%s  +-%d mg" % (grams(view["sum_mg"]), view["noise_mg"])),
        ("sensors-cells", "%d.%d/s" % (view["cells_dhz"] // 10, view["cells_dhz"] % 10)),
        ("sensors-imu", "%s  %d/s" % (view["imu_status"], view["imu_hz"])),
        ("sensors-lean", "-" if tilt is None else "%s  %s deg" % (degrees(tilt[0]), degrees(tilt[1]))),
        ("sensors-warm", "-" if warm is None else "%d.%d C" % (warm // 100, warm // 10 % 10)),
        ("sensors-turn", "%d ms" % hall if hall else "-"),
    ):
        yield _line(s, y, s.word(key), value)
        y += 22
    yield from s.buttons(("button:back", s.word("back"), 1, True), h=46)


def _line(s, y, left, right):
    s.op(BOX, 0, y, WIDTH, 21, palette.SHADE)
    s.text(left, 6, y, 84, 21, palette.DARK, (SMALL,), LEFT)
    s.text(right, 90, y, WIDTH - 96, 21, palette.INK, (SMALL,), RIGHT)


SCREENS = {"weigh": weigh, "mass": mass, "cups": cup_list, "sensors": sensors}
