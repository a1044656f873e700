"""A screen being laid out: the widgets that screens are made of, collected as drawing operations and targets.

Data in: words, fonts, the view, the name of the target under the finger. Data out: `ops` for the canvas, `targets`
(name, x, y, w, h), `dim` (names of targets drawn dim). Nothing is drawn here.
"""

from ..compat import const
from . import palette
from .canvas import ARROW, BOX, COVER, DISC, HEIGHT, RING, ROUND, TEXT, TIPPED, TURN, WIDTH, strips_of
from .fonts import BIG, BODY, SMALL

LEFT = const(0)
_CENTRE = const(1)
RIGHT = const(2)

_BAND = const(44)  # height of the player's band
TOP = const(64)  # below the caption line: where a screen's own part begins
MARGIN = const(4)

# the screens from "pass" to the end of the count, where cups may fall
_FALLING = ("pass", "hand", "choose", "place", "remove", "count", "draw", "discard")
_ANY_SIZE = (BIG, BODY, SMALL)
_TEXT = (BODY, SMALL)


class Sheet:
    """Collects one screen. `words` is a words.Words, `faces` the fonts, `pressed` the target under the finger or ""."""

    def __init__(self, words, faces, pressed, hint):
        self.words = words
        self.faces = faces
        self.pressed = pressed
        self.hint = hint  # the card whose reason is being shown, or ""
        self.ops = []
        self.strips = []  # of each operation, the strips it touches
        self.targets = []
        self.dim = []
        self.cut = []  # texts that did not fit: always empty, a test looks

    def op(self, *operation):
        """Add a drawing operation: kind, x, y, w, h and what canvas.py says for the kind."""
        self.ops.append(operation)
        self.strips.append(strips_of(operation))

    def word(self, key, name=""):
        return self.words.get(key, name)

    # --- text

    def text(self, text, x, y, w, h, colour=palette.INK, faces=_TEXT, align=_CENTRE):
        """Write `text` into the box in the largest of `faces` in which it fits, wrapped, centred in height."""
        if not text:
            return
        lines = None
        for face in faces:
            high = self.faces[face].height
            lines = self.faces[face].lines(text, w)
            if lines and len(lines) * high <= h:
                break
            lines = None
        if lines is None:
            lines = self._force(text, w, h, face)
        y += (h - len(lines) * high) // 2
        font = self.faces[face]
        for line in lines:
            wide = font.width(line)
            if wide > 0:
                left = x if align == LEFT else x + w - wide if align == RIGHT else x + (w - wide) // 2
                self.op(TEXT, left, y, wide, high, colour, face, line)
            y += high

    def _force(self, text, w, h, face):
        """Return lines of `text` in its smallest face, come what may: strange letters as "?", what is too long cut."""
        font = self.faces[face]
        text = font.shown(text)
        lines = font.lines(text, w)
        if not lines or len(lines) * font.height > h:
            self.cut.append(text)
            lines = []
            line = ""
            for letter in text:
                if font.width(line + letter) > w:
                    lines.append(line)
                    line = ""
                line += letter
            lines.append(line)
        return lines[: max(h // font.height, 1)]

    def fits(self, text, w, h):
        """Return whether `text` fits into w x h pixels in the smallest face."""
        lines = self.faces[SMALL].lines(text, w)
        return bool(lines) and len(lines) * self.faces[SMALL].height <= h

    # --- targets

    def target(self, name, x, y, w, h):
        self.targets.append((name, x, y, w, h))

    def button(self, name, text, x, y, w, h=46, quiet=False, faces=_ANY_SIZE):
        """Draw a button and offer its target; `quiet` for the one that is not the screen's main action."""
        down = self.pressed == name
        fill = palette.PRESSED if down else palette.WHITE if quiet else palette.ACTION
        self.op(ROUND, x, y, w, h, fill, palette.PRESSED if down else palette.ACTION)
        ink = palette.ACTION if quiet and not down else palette.WHITE
        self.text(text, x + 5, y + 2, w - 10, h - 4, ink, faces)
        self.target(name, x, y, w, h)

    def buttons(self, *row, **options):
        """Draw buttons side by side at the foot of the screen; each a tuple (name, text, share of the width, quiet)."""
        h = options.get("h", 48)
        y = HEIGHT - MARGIN - h
        total = 0
        for one in row:
            total += one[2]
        x = MARGIN
        room = WIDTH - MARGIN * (len(row) + 1)
        for i in range(len(row)):
            name, text, share, quiet = row[i]
            w = room * share // total if i + 1 < len(row) else WIDTH - MARGIN - x
            yield
            self.button(name, text, x, y, w, h, quiet)
            x += w + MARGIN

    def foot(self, row, page, pages):
        """As buttons(), with arrows at both ends where there are more pages."""
        y = HEIGHT - MARGIN - 48
        left = MARGIN + 48 if pages > 1 else MARGIN
        room = WIDTH - 2 * left - MARGIN * (len(row) - 1)
        total = sum([one[2] for one in row])
        x = left
        for name, text, share, quiet in row:
            w = room * share // total
            yield
            self.button(name, text, x, y, w, 48, quiet)
            x += w + MARGIN
        yield
        if page > 0:
            self._page_button("button:prev", MARGIN, y, 0)
        if page + 1 < pages:
            self._page_button("button:next", WIDTH - MARGIN - 44, y, 1)

    def _page_button(self, name, x, y, direction):
        self.button(name, "", x, y, 44, 48)
        self.op(ARROW, x + 13, y + 12, 18, 24, direction, palette.WHITE)

    # --- the parts that many screens share

    def band(self, view, title=""):
        """Draw the player's band: the menu on its left, the name, "something fell" on its right where it is offered."""
        name = view.get("player", "")
        fell = view.get("fell_button", view["screen"] in _FALLING)
        seated = bool(name)
        self.op(BOX, 0, 0, WIDTH, _BAND, palette.SEAT if seated else palette.INK)
        left = 8
        if view.get("menu_button", seated):
            left = 50
            self._menu_button()
        room = WIDTH - 8 - left
        if fell:
            room -= 72
            x = WIDTH - 76
            down = self.pressed == "button:something-fell"
            self.op(ROUND, x, 1, 74, _BAND - 2, palette.PRESSED if down else palette.WHITE, palette.WHITE)
            ink = palette.WHITE if down else palette.RED
            self.op(TIPPED, x + 5, 9, 26, 26, ink)
            self.text(self.word("something-fell"), x + 32, 4, 40, _BAND - 8, ink, (SMALL,))
            self.target("button:something-fell", x - 4, 0, 80, _BAND)
        self.text(name if seated else title, left, 2, room, _BAND - 4, palette.WHITE, _ANY_SIZE, LEFT)

    def _menu_button(self):
        if self.pressed == "button:menu":
            self.op(BOX, 0, 0, 44, _BAND, palette.PRESSED)
        for i in range(3):
            self.op(BOX, 11, 12 + 8 * i, 24, 4, palette.WHITE)
        self.target("button:menu", 2, 1, 46, _BAND)  # a touch chip that has hung itself up says 0, 0

    def caption(self, view, text):
        """Write the line under the band: the status when something is wrong, else `text`."""
        status = view.get("status", "")
        self.op(BOX, 0, _BAND, WIDTH, TOP - _BAND - 2, palette.WARN if status else palette.SHADE)
        if status:
            text = self.word(status)
        self.text(text, 6, _BAND, WIDTH - 12, TOP - _BAND - 2, palette.INK, _TEXT if not status else (SMALL,))

    def title(self, text):
        """Write a dark heading over the full width, for screens that belong to nobody."""
        self.op(BOX, 0, 0, WIDTH, _BAND, palette.INK)
        self.text(text, 6, 2, WIDTH - 12, _BAND - 4, palette.WHITE, _ANY_SIZE)

    def arrow_of_play(self, direction, x, y, size, colour):
        self.op(TURN, x, y, size, size, direction, colour)

    def cover(self, x, y, w, h):
        self.op(COVER, x, y, w, h)

    def ring(self, cx, cy, r, thick, colour):
        self.op(RING, cx - r, cy - r, 2 * r + 1, 2 * r + 1, thick, colour)

    def disc(self, cx, cy, r, fill, edge):
        self.op(DISC, cx - r, cy - r, 2 * r + 1, 2 * r + 1, fill, edge)
