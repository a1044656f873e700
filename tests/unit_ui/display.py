"""What the display's unit tests share, on CPython and MicroPython: a panel, a finger, the views of the gallery."""

import binascii
import gc
import sys

try:
    import framebuf  # noqa: F401
except ImportError:
    import host_sim  # noqa: F401  (puts framebuf on the path)

if sys.implementation.name == "micropython":
    sys.path.append("host_sim")
    import gallery_views
else:
    from host_sim import gallery_views

from teatable.ui import SCREENS, SENT, Ui, languages
from teatable.ui.fonts import make_fonts
from teatable.ui.sheet import Sheet
from teatable.ui.words import Words

views = gallery_views.gallery_views
FACES = make_fonts()
LANGUAGES = [(code, languages.load(code)) for code in languages.codes()]
words_en = dict(LANGUAGES)["en"]
WORDS = Words(words_en)


def laid_out(view, words=WORDS):
    """Return the sheet of a view, nothing drawn."""
    sheet = Sheet(words, FACES, "", "")
    for _ in SCREENS[view["screen"]](sheet, view):
        pass
    return sheet


class Panel:
    """Keeps a checksum of each strip, which comes in two halves: `picture`, a list of 20."""

    def __init__(self):
        self.picture = [0] * 20
        self.strips = 0
        self.rows = []

    def strip(self, y, height, buffer):
        assert height == 8 and y % 8 == 0 and len(buffer) == 3840
        if y % 16:
            assert self.rows[-1] == y - 8, "the lower half without the upper one"
            self.picture[y // 16] = binascii.crc32(buffer, self.picture[y // 16])
        else:
            self.strips += 1
            self.rows.append(y)
            self.picture[y // 16] = binascii.crc32(buffer)


class Fingertip:
    """A touch chip worked by hand."""

    def __init__(self):
        self.down, self.x, self.y = False, 0, 0
        self.polls = 0

    def poll(self, now_ms):
        self.polls += 1
        return 0


class Display:
    """A Ui with its panel and finger; `now_ms` starts shortly before the ticks wrap."""

    def __init__(self, words=words_en):
        self.panel = Panel()
        self.touch = Fingertip()
        self.ui = Ui(self.panel, self.touch, words)
        self.now_ms = (1 << 30) - 5

    def step(self, times=1, ms=5):
        sent = 0
        for _ in range(times):
            before = self.panel.strips
            self.ui.feel(self.now_ms)
            did = self.ui.step()
            assert self.panel.strips - before == (1 if did == SENT else 0)
            sent += self.panel.strips - before
            self.now_ms = (self.now_ms + ms) & ((1 << 30) - 1)
        return sent

    def settle(self):
        sent = 0
        for _ in range(3000):
            sent += self.step()
            if not self.ui.busy:
                return sent
        raise AssertionError("the display does not come to rest")

    def show(self, view):
        self.ui.show(view)
        return self.settle()

    def put(self, x, y, ms=60):
        self.touch.x, self.touch.y, self.touch.down = x, y, True
        self.step(ms // 5)

    def lift(self, ms=60):
        self.touch.down = False
        self.step(ms // 5)

    def middle(self, name):
        for target, x, y, w, h in self.ui.targets:
            if target == name:
                return x + w // 2, y + h // 2
        raise AssertionError("no target " + name)

    def tap(self, name):
        x, y = self.middle(name)
        self.put(x, y)
        self.lift()
        return self.ui.next_press()


def fresh(view):
    """Return the picture of a view drawn on a display of its own."""
    gc.collect()
    d = Display()
    d.show(view)
    return d.panel.picture
