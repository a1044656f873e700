"""The display: views in, strips to the panel and presses out. README.md lists the screens, their keys and targets.

show(view) -> the screen's generator lays operations out (BUILD) -> those that differ from what is drawn decide which
strips are dirty -> the dirty strips are cleared and drawn (DRAW) -> and sent, one a step (SEND). Every step does about
2 ms of work at most, so no sample waits for a picture.
"""

from .. import config
from ..compat import const
from . import screens_fall, screens_hand, screens_setup, screens_table
from .canvas import PART_ROWS, STRIP_ROWS, STRIPS, Canvas, cost_us, strips_of
from .fonts import make_fonts
from .sheet import Sheet
from .touch import Finger
from .words import Words

# what step() did
IDLE = 0
DREW = 1
SENT = 2

_REST = const(0)
_BUILD = const(1)
_COMPARE = const(2)
_DRAW = const(3)
_SEND = const(4)
_ALL = (1 << STRIPS) - 1


def _at_bench(s, view):
    """Lay out a screen of the set-up; their code is loaded when one is shown."""
    from . import screens_bench

    return screens_bench.SCREENS[view["screen"]](s, view)


def _in_menu(s, view):
    """Lay out a screen of the menu; their code is loaded when one is shown."""
    from . import screens_menu

    return screens_menu.SCREENS[view["screen"]](s, view)


SCREENS = {
    "title": screens_setup.title,
    "players": screens_setup.players,
    "level": screens_setup.level,
    "first": screens_setup.first,
    "menu": screens_setup.menu,
    "message": screens_setup.message,
    "fault": screens_setup.fault,
    "crash": screens_setup.crash,
    "pass": screens_hand.pass_on,
    "hand": screens_hand.hand,
    "choose": screens_hand.choose,
    "draw": screens_hand.draw,
    "discard": screens_hand.discard,
    "place": screens_table.place,
    "remove": screens_table.remove,
    "count": screens_table.count,
    "fall": screens_fall.fall,
    "question": screens_table.question,
    "winner": screens_table.winner,
    "seat": _in_menu,
    "tiles": _in_menu,
    "index": _in_menu,
    "help": _in_menu,
    "rules": _in_menu,
    "ask": _in_menu,
    "rebuild": _in_menu,
    "weigh": _at_bench,
    "mass": _at_bench,
    "cups": _at_bench,
    "sensors": _at_bench,
}


class Ui:
    """The display and the finger on it.

    `panel` has strip(y, height, buffer); `touch` has poll(now_ms), down, x, y; `words` is a module with TEXT.
    """

    def __init__(self, panel, touch, words):
        values = config.values(config.UI)
        self._budget_us = values["draw_budget_us"]
        self._panel = panel
        self._finger = Finger(touch)
        self.words = Words(words)
        self.canvas = Canvas(make_fonts())
        self._presses = []
        self._view = {}  # the newest view, laid out or not
        self._laid = {}  # the view that the sheet was begun from
        self._stage = _REST
        self._stale = False  # the newest view has not been laid out yet
        self._sheet = Sheet(self.words, self.canvas.fonts, "", "")
        self._work = iter(())  # the generator that lays out or compares
        self._drawn = []  # operations that made the frame
        self._dirty = _ALL  # strips that the panel has not got as they should be
        self._redraw = 0  # strips to clear and draw
        self._at = 0
        self._hint = ""
        self._colour = -1
        self.screen = ""
        self.targets = []
        self._dim = []

    # --- for the application

    def show(self, view):
        """Draw `view` as soon as there is time; ValueError names a screen that does not exist."""
        if view["screen"] not in SCREENS:
            raise ValueError("no screen is called %s" % view["screen"])
        old = self._view
        if old.get("screen") != view["screen"] or old.get("seat") != view.get("seat"):
            self._hint = ""
            self._finger.forget()
        if view.get("open") is False:
            self._hint = ""
        self._view = view
        self._stale = True

    def redraw(self):
        """Draw and send every strip again, as after a restart of the panel."""
        self._dirty = _ALL
        self._stale = bool(self._view)

    def set_words(self, words):
        """Change the language: a module with TEXT."""
        self.words = Words(words)
        self._stale = bool(self._view)

    def next_press(self):
        """Return the name of the next target that was pressed, or None."""
        return self._presses.pop(0) if self._presses else None

    def enabled(self, name):
        """Return False for a target that is drawn dim."""
        return name not in self._dim

    @property
    def busy(self):
        """True while the panel does not show the newest view yet."""
        return self._stale or self._stage != _REST

    @property
    def last_touch_ms(self):
        """Tick of the last contact, or None."""
        return self._finger.last_ms

    def step(self):
        """Do a small piece of work; returns IDLE, DREW (laid out or drew something) or SENT (one strip)."""
        if self._stale and self._stage in (_REST, _BUILD, _SEND):
            self._begin()
        if self._stage == _BUILD or self._stage == _COMPARE:
            return self._advance()
        if self._stage == _DRAW:
            return self._draw()
        if self._stage == _SEND:
            return self._send()
        return IDLE

    # --- the finger

    def feel(self, now_ms):
        """Ask the glass for a finger, when it is time; what it pressed comes from `next_press()`."""
        finger = self._finger
        before = finger.pressed
        name = finger.step(now_ms, self.targets)
        if name is not None and self._view.get("screen") == self.screen:
            if len(self._presses) < 8:
                self._presses.append(name)
            hint = name if name in self._dim else ""
            if hint != self._hint:
                self._hint = hint
                self._stale = True
        if finger.pressed != before and self._view:
            self._stale = True

    # --- from the view to the panel

    def _begin(self):
        self._stale = False
        self._laid = view = self._view
        self._sheet = Sheet(self.words, self.canvas.fonts, self._finger.pressed, self._hint)
        self._work = SCREENS[view["screen"]](self._sheet, view)
        self._stage = _BUILD

    def _advance(self):
        """Go on laying out or comparing."""
        try:
            next(self._work)
        except StopIteration:
            if self._stage == _BUILD:
                self._work = self._compare()
                self._stage = _COMPARE
            else:
                self._at = 0
                self._stage = _DRAW
        return DREW

    def _compare(self):
        """Find what must be drawn again; a generator, a few operations at a time."""
        new, old = self._sheet.ops, self._drawn
        strips = self._sheet.strips
        # an operation is drawn whole, over its neighbours in strips that are not drawn again: their pixels in the frame
        # are worth nothing from then on, so a strip that still waits to be sent is drawn again too
        redraw = self._redraw | self._dirty
        for i in range(len(new)):
            if new[i] not in old:
                redraw |= strips[i]
            if i & 7 == 7:
                yield
        for i in range(len(old)):
            if old[i] not in new:
                redraw |= strips_of(old[i])
            if i & 7 == 7:
                yield
        colour = self._laid.get("colour", self._laid.get("seat", 0))
        if colour != self._colour:
            self._colour = colour
            self.canvas.set_seat(colour)
            redraw = _ALL
        self._redraw = redraw
        for i in range(STRIPS):
            if redraw >> i & 1:
                self.canvas.clear_strip(i)

    def _draw(self):
        """Draw as many operations as one step may take; at the end the new picture is the one to send."""
        new = self._sheet.ops
        strips = self._sheet.strips
        spent = 0
        while self._at < len(new):
            if strips[self._at] & self._redraw:
                o = new[self._at]
                cost = cost_us(o)
                if spent and spent + cost > self._budget_us:
                    return DREW
                spent += cost
                self.canvas.draw(o)
            self._at += 1
        self._dirty |= self._redraw
        self._redraw = 0
        self._drawn = new
        if self.screen != self._laid["screen"] or not self._finger.still_on(self._sheet.targets):
            self._finger.forget()
        self.targets = self._sheet.targets
        self._dim = self._sheet.dim
        self.screen = self._laid["screen"]
        self._stage = _SEND
        self._at = 0
        return DREW

    def _send(self):
        while self._at < STRIPS:
            i = self._at
            self._at += 1
            if self._dirty >> i & 1:
                self._dirty &= ~(1 << i)
                for y in range(i * STRIP_ROWS, (i + 1) * STRIP_ROWS, PART_ROWS):
                    self._panel.strip(y, PART_ROWS, self.canvas.pixels(y))
                return SENT
        self._stage = _REST
        return IDLE
