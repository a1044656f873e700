"""Our own drawings: cups, the pictures of the six special cards, the big numbers, the back of a card.

All are code: boxes, ellipses and polygons scaled to the box they are given. A cup is told by its colour, by a letter on
it and by a pattern: purple has dots, yellow a zigzag, green stripes upright, blue bands across.
Data in: a frame, a box, palette colours. Data out: pixels inside that box.
"""

from array import array

from ..boards.geometry import CUP_HEIGHT_UM, CUP_RIM_DIAMETER_UM
from ..compat import const
from .palette import GREY, INK, PAPER, PURPLE, RED, SHADE, TEA, WARN, WHITE

ANY = const(4)
_COS = (0, 8, 14, 16, 14, 8, 0)  # sixteenths, every 30 degrees
_SIN = (-16, -14, -8, 0, 8, 14, 16)


def cup_box(size, um_a_pixel):
    """Return (w, h) in pixels of a cup of size 0..2 drawn at that many micrometres a pixel."""
    rim = CUP_RIM_DIAMETER_UM[size]
    return rim * 5 // 4 // um_a_pixel, (CUP_HEIGHT_UM[size] + rim // 6) // um_a_pixel


def cup(frame, x, y, w, h, colour, dim):
    """Draw a cup that fills its box: colour 0..3, or ANY for all four."""
    rim = w * 4 // 5  # the rest is the handle
    foot = rim * 55 // 100
    flat = max(rim // 12, 2)  # half the height of the rim's ellipse
    top, base = y + flat, y + h - 2
    mid = x + rim // 2
    ink = GREY if dim else INK
    body = SHADE if dim else PURPLE + colour
    # the handle: half a ring right of the body
    hr = h * 27 // 100
    hy = top + (base - top) * 2 // 5
    hw = x + w - 1 - (x + rim - hr // 2)
    thick = max(w // 14, 3)
    _half_ring(frame, x + w - 1 - hw, hy, hw, hr, thick + 2, ink)
    _half_ring(frame, x + w - 1 - hw, hy, hw - 1, hr - 1, thick, body if colour != ANY or dim else INK)
    # the body, one polygon in ink and a smaller one in colour
    half, low = rim // 2 - 1, foot // 2
    _tapered(frame, mid, top, base, half, low, ink)
    if colour != ANY or dim:
        _tapered(frame, mid, top, base - 1, half - 1, low - 1, body)
    else:
        for i in range(4):
            _wedge(frame, mid, top, base - 1, half - 1, low - 1, i)
    frame.ellipse(mid, top, half, flat, ink, True)
    frame.ellipse(mid, top, half - 2, flat - 1, SHADE if dim else TEA, True)


def _half_ring(frame, cx, cy, rx, ry, thick, colour):
    """Fill the right half of a ring around cx, cy: outer half-axes rx, ry, `thick` pixels to the inside."""
    points = array("h")
    for sign in (1, -1):
        for i in range(7):
            n = i if sign > 0 else 6 - i
            less = 0 if sign > 0 else thick
            points.append(_COS[n] * max(rx - less, 0) // 16)
            points.append(_SIN[n] * max(ry - less, 0) // 16)
    frame.poly(cx, cy, points, colour, True)


def _tapered(frame, mid, top, base, half, low, colour):
    """Fill a cup's side: `half` wide to each side at the top, `low` at the base, bellied in between."""
    belly, at = (half + low) // 2 + (half - low) // 5, (base - top) * 6 // 10
    points = (-half, 0, half, 0, belly, at, low, base - top, -low, base - top, -belly, at)
    frame.poly(mid, top, array("h", points), colour, True)


def _wedge(frame, mid, top, base, half, low, i):
    """Fill quarter i of a cup's side with colour i."""
    a, b = half * 2 * i // 4 - half, half * 2 * (i + 1) // 4 - half
    c, d = low * 2 * i // 4 - low, low * 2 * (i + 1) // 4 - low
    frame.poly(mid, top, array("h", (a, 0, b, 0, d, base - top, c, base - top)), PURPLE + i, True)


def pattern(frame, x, y, w, h, colour):
    """Draw on a cup of that box what tells its colour 0..3 without seeing colour."""
    rim = w * 4 // 5
    flat = max(rim // 12, 2)
    top, base = y + 2 * flat, y + h - 3
    mid, half, low = x + rim // 2, rim // 2 - 2, rim * 55 // 200 - 1
    high = base - top
    if high < 6:
        return
    if colour == 0:  # dots
        step = max(half * 2 // 5, 6)
        rows, dot = (3, 3) if high > 14 else (2, 2)
        for row in range(rows):
            y = top + high * (row * 2 + 1) // (rows * 2)
            wide = half - (half - low) * (y - top) // high - 3
            shift = step // 2 if row & 1 else 0
            for n in range(-3, 4):
                dx = n * step + shift
                if -wide <= dx <= wide:
                    frame.fill_rect(mid + dx - 1, y - 1, dot, dot, WHITE)
    elif colour == 1:  # zigzag
        for row in (1, 3) if high > 14 else (2,):
            y = top + high * row // 5
            wide = half - (half - low) * (y + 4 - top) // high - 2
            dx = -wide
            up = 0
            while dx + 5 <= wide:
                for t in (0, 1):
                    frame.line(mid + dx, y + t + up * 4, mid + dx + 5, y + t + (1 - up) * 4, INK)
                dx += 5
                up = 1 - up
    elif colour == 2:  # stripes upright
        few = 3 if half > 20 else 2 if half > 12 else 1
        for n in range(-few, few + 1):
            for t in (0, 1) if half > 12 else (0,):
                at, to = n * half * 2 // (few * 2 + 1), n * low * 2 // (few * 2 + 1)
                frame.line(mid + at + t, top, mid + to + t, base - 1, WHITE)
    else:  # bands across
        rows, thick = (3, high // 9) if high > 16 else (2, 1)
        for row in range(rows):
            y = top + high * (row * 2 + 1) // (rows * 2 + 1)
            wide = half - (half - low) * (y - top) // high - 1
            frame.fill_rect(mid - wide, y, wide * 2 + 1, max(thick, 1), WHITE)


def number(frame, x, y, w, h, digit, colour):
    """Draw 0, 1, 2 or 3 as large as its box (w about 3/5 of h)."""
    t = w // 4  # thickness of a stroke
    mid = x + w // 2
    if digit == 0:
        frame.ellipse(mid, y + h // 2, w // 2 - 1, h // 2 - 1, colour, True)
        frame.ellipse(mid, y + h // 2, w // 2 - 1 - t, h // 2 - 1 - t, PAPER, True)
    elif digit == 1:
        frame.fill_rect(mid - t // 2, y, t, h, colour)
        frame.poly(x, y, array("h", (w // 2, 0, w // 2, t + t // 3, w // 6, t * 2, w // 6, t * 2 - t)), colour, True)
        frame.fill_rect(x + w // 8, y + h - t, w - w // 4, t, colour)
    elif digit == 2:
        r, cy = w // 2 - 1, y + w // 2 - 1
        _arc(frame, mid, cy, r, t, colour, 3)
        foot = h - 1 - t
        points = (w - 2, w // 2 - 2, w - 2 - t, w // 2 - 2, 0, foot, 0, h - 1, t + t // 3, foot)
        frame.poly(x, y, array("h", points), colour, True)
        frame.fill_rect(x, y + h - t, w - 1, t, colour)
    else:
        r = (h + t) // 4
        wide = w // 2 - 1
        for cy, mask in ((y + r - 1, 11), (y + h - r, 13)):
            frame.ellipse(mid, cy, wide, r - 1, colour, True, mask)
        for cy, mask in ((y + r - 1, 11), (y + h - r, 13)):
            frame.ellipse(mid, cy, wide - t, r - 1 - t, PAPER, True, 15)
            frame.fill_rect(x, cy if mask == 11 else cy - r // 3, w // 2 - t // 2, r // 3, PAPER)
        frame.fill_rect(mid - t // 2, y + h // 2 - t // 2, t, t, colour)


def _arc(frame, cx, cy, r, t, colour, mask):
    """Draw the quadrants `mask` of a ring of thickness t around cx, cy."""
    frame.ellipse(cx, cy, r, r, colour, True, mask)
    frame.ellipse(cx, cy, r - t, r - t, PAPER, True, mask)


def turn(frame, x, y, w, h, direction, colour):
    """Draw a ring with an arrow head: clockwise for 1, the other way round for -1."""
    r = min(w, h) * 38 // 100
    cx, cy = x + w // 2, y + h // 2
    for i in range(4):
        frame.ellipse(cx, cy, r - i, r - i, colour)
        frame.ellipse(cx, cy, r - i, r - i - 1, colour)
    head = max(r // 2, 6)
    frame.fill_rect(cx - head, cy - r - 1, head * 2, 7, PAPER)
    if direction >= 0:
        points = (-head // 2, -head // 2, -head // 2, head // 2, head // 2 + 2, 0)
    else:
        points = (head // 2, -head // 2, head // 2, head // 2, -head // 2 - 2, 0)
    frame.poly(cx, cy - r + 2, array("h", points), colour, True)


def tipped(frame, x, y, w, h, colour):
    """Draw a cup on its side, tea running out."""
    u = min(w, h)
    points = (u // 8, u // 4, u // 2, 0, u * 7 // 8, u // 2, u // 2, u * 6 // 8)
    frame.poly(x, y, array("h", points), colour, True)
    frame.fill_rect(x, y + u - u // 6, u, max(u // 10, 2), colour)
    frame.ellipse(x + u * 7 // 8 - 2, y + u * 3 // 4, u // 8, u // 8, colour, True)


def cover(frame, x, y, w, h):
    """Draw the back of a card: a lattice in a frame."""
    frame.fill_rect(x, y, w, h, INK)
    frame.fill_rect(x + 2, y + 2, w - 4, h - 4, WHITE)
    frame.fill_rect(x + 5, y + 5, w - 10, h - 10, PURPLE)
    for i in range(12, w - 8, 12):
        frame.line(x + i, y + 5, x + i, y + h - 6, WARN)
    for j in range(12, h - 8, 12):
        frame.line(x + 5, y + j, x + w - 6, y + j, WARN)


def icon(frame, x, y, w, h, kind, colour):
    """Draw the picture of special card 19..24 in its box."""
    u = min(w, h)
    x += (w - u) // 2
    y += (h - u) // 2
    _ICONS[kind - 19](frame, x, y, u, colour)


def _exchange(frame, x, y, u, colour):  # let's change the subject: two arrows that turn round
    t = u // 6
    for top, left in ((u // 6, False), (u - u // 6 - t - 2, True)):
        frame.fill_rect(x + u // 8, y + top, u * 3 // 4, t, colour)
        tip, back = (0, t * 2) if left else (u - 1, u - 1 - t * 2)
        points = (back, top - t // 2 - 2, back, top + t + t // 2 + 2, tip, top + t // 2)
        frame.poly(x, y, array("h", points), colour, True)


def _teapot(frame, x, y, u, colour):  # have a cup of tea
    cx, cy, r = x + u // 2, y + u * 6 // 10, u * 3 // 10
    frame.ellipse(x + u * 8 // 10, cy - 2, u * 18 // 100, u * 2 // 10, colour, True)
    frame.ellipse(x + u * 8 // 10, cy - 2, u // 10, u * 13 // 100, WHITE, True)
    spout = (0, u * 4 // 10, u // 8, u * 35 // 100, u * 35 // 100, u * 6 // 10, u // 4, u * 3 // 4)
    frame.poly(x, y, array("h", spout), colour, True)
    frame.ellipse(cx, cy, r, u * 28 // 100, colour, True)
    frame.fill_rect(cx - u // 5, y + u * 28 // 100, u * 2 // 5, u // 12, colour)
    frame.ellipse(cx, y + u * 2 // 10, u // 14, u // 14, colour, True)
    frame.fill_rect(cx - u // 5, y + u * 88 // 100, u * 2 // 5, u // 14, colour)


def _away(frame, x, y, u, colour):  # curiouser: a card goes away
    t = u // 2
    frame.fill_rect(x + u // 4, y, t, u * 6 // 10, colour)
    frame.fill_rect(x + u // 4 + 2, y + 2, t - 4, u * 6 // 10 - 4, WHITE)
    frame.fill_rect(x + u // 2 - u // 12, y + u // 5, u // 6, u // 2, RED)
    frame.poly(x, y, array("h", (u // 4, u * 65 // 100, u * 3 // 4, u * 65 // 100, u // 2, u * 92 // 100)), RED, True)


def _grin(frame, x, y, u, colour):  # not all there: a smile without a face
    cx, cy = x + u // 2, y + u * 4 // 10
    frame.ellipse(cx, cy, u // 2 - 1, u // 2 - 2, colour, True, 12)
    frame.ellipse(cx, cy, u // 2 - 1, u // 5, WHITE, True, 12)
    for i in range(-2, 3):
        frame.fill_rect(cx + i * u // 7, cy + u // 5 - abs(i) * u // 24, 2, u // 4 - abs(i) * u // 24, WHITE)
    for dx in (-u // 4, u // 4):
        frame.ellipse(cx + dx, y + u // 5, u // 12, u // 9, colour, True)


def _clean(frame, x, y, u, colour):  # clean cup: a new cup beside, with a plus
    half, top = u * 3 // 10, y + u * 4 // 10
    frame.ellipse(x + u * 65 // 100, top + u // 5, u // 5, u // 6, colour, True)
    frame.ellipse(x + u * 65 // 100, top + u // 5, u // 9, u // 12, WHITE, True)
    _tapered(frame, x + u * 4 // 10, top, y + u * 88 // 100, half, half * 6 // 10, colour)
    frame.fill_rect(x + u // 12, y + u * 92 // 100, u * 7 // 10, max(u // 16, 2), colour)
    frame.fill_rect(x + u * 8 // 10 - u // 20, y, u // 10, u * 3 // 10, RED)
    frame.fill_rect(x + u * 65 // 100, y + u * 3 // 20 - u // 20, u * 3 // 10, u // 10, RED)


def _watch(frame, x, y, u, colour):  # I'm late: a pocket watch
    cx, cy, r = x + u // 2, y + u * 58 // 100, u * 40 // 100
    frame.fill_rect(cx - u // 16, y, u // 8, u // 5, colour)
    frame.ellipse(cx, cy, r, r, colour, True)
    frame.ellipse(cx, cy, r - u // 12, r - u // 12, WHITE, True)
    frame.fill_rect(cx - u // 30, cy - r * 6 // 10, max(u // 14, 2), r * 6 // 10, colour)
    frame.fill_rect(cx, cy - u // 30, r * 5 // 10, max(u // 14, 2), RED)


_ICONS = (_exchange, _teapot, _away, _grin, _clean, _watch)
