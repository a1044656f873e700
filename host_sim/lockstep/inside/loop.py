"""The main loop in lock-step: builds the App, runs passes until it is told to stop, says what has changed, waits.

Data in: a Link and its hello. Data out: the firmware's doing; after every run the face of the table and, of a FreeApp,
what its tracker believes, as far as they have changed. Orders: ["go", us, once] and ["do", word of Voice, arguments].
"""

import gc
import io
import json
import sys

from teatable.compat import TICKS_MASK, ticks_add, ticks_diff

from . import codes as c
from .face import Face
from .overheard import FIELDS, listen
from .ports import Ports
from .voice import ASKED, Voice

COLLECT_RUNS = 250  # five seconds: only after a collection does the heap tell what is in use


class Teller:
    """Sends what is overheard."""

    def __init__(self, link):
        self._link = link

    def said(self, event):
        self._link.tell(c.EVENT, 0, json.dumps([getattr(event, name) for name in FIELDS]).encode())

    def answered(self, t_ms):
        self._link.tell(c.ANSWERED, t_ms)

    def logged(self, line):
        self._link.tell(c.LOGGED, 0, line.encode())


class News:
    """What can be seen, and of a FreeApp what is believed, each time only what has changed."""

    def __init__(self, app, free):
        self._face = Face(app)
        self._voice = Voice(app) if free else None
        self._view = None
        self._last = {}

    def fresh(self):
        """Return JSON, or nothing when all is as before."""
        out = {}
        face = self._face
        view = face.view
        if view is not self._view:  # play makes a new one for every change
            self._view = view
            out["view"] = view
        seen = {"revision": face.revision, "screen": face.screen, "busy": face.busy, "targets": face.targets}
        if self._voice is not None:
            for name in ASKED:
                seen[name] = getattr(self._voice, name)
        last = self._last
        for name in seen:
            if name not in last or last[name] != seen[name]:
                out[name] = seen[name]
        self._last = seen
        return json.dumps(out).encode() if out else b""


class Loop:
    """One App and its passes."""

    def __init__(self, link, hello):
        self._link = link
        self._hello = hello
        self._runs = 0
        self._app = self._voice = self._news = None
        self._ports = Ports(link, hello)
        self._board = getattr(__import__("teatable.boards." + hello["board"]).boards, hello["board"])

    def run(self):
        """Build the App and obey orders for ever; what is raised comes out here, or goes to the crash screen."""
        try:
            self._build()
            while True:
                self._go()
        except EOFError:
            raise
        except Exception as error:
            if not self._hello["crash_screen"]:
                raise
            self._crash(error)

    def _build(self):
        free = self._hello["free"]
        app = app_class(free)(self._ports, self._board, deck=self._hello["deck"])
        listen(app, Teller(self._link))
        self._app, self._voice, self._news = app, Voice(app), News(app, free)

    def _crash(self, error):
        """Run the crash screen of main.py, which ends in a restart; its sleeps are where orders are taken."""
        import main

        self._link.tell(c.CRASHED, 0, text_of(error).encode())
        end = self._link.ticks

        def sleep_us(us):
            nonlocal end
            self._link.call(c.SLEEP, 0, us)
            if ticks_diff(end, self._link.ticks) <= 0:
                end = self._until()

        self._ports.clock.sleep_us = sleep_us
        main.crash(self._ports, self._board, self._app, error)

    def _go(self):
        """Take orders, and then do passes until the time to which they go."""
        link = self._link
        step = self._app.step  # type: ignore[attr-defined]
        end = self._until()
        while True:
            link.log(c.PASS, 0)
            link.charge("loop")
            step(link.ticks)
            if ticks_diff(end, link.ticks) <= 0:
                return

    def _until(self):
        """Do what is to be done at once; return the ticks to which then to go, those of now for one pass."""
        order = self._done()
        while order[0] != "go":
            getattr(self._voice, order[1])(*order[2])
            order = self._done()
        return self._link.ticks if order[2] else ticks_add(self._link.ticks, order[1]) & TICKS_MASK

    def _done(self):
        """Say that all is done, and wait for the next order."""
        self._runs += 1
        heap = 0
        if self._runs % COLLECT_RUNS == 1 and hasattr(gc, "mem_alloc"):
            gc.collect()
            heap = gc.mem_alloc()  # type: ignore[attr-defined]
        link = self._link
        link.call(c.DONE, 0, link.ticks, heap, self._news.fresh() if self._news is not None else b"")
        return json.loads(bytes(link.data))


def text_of(error):
    """Return the traceback."""
    text = io.StringIO()
    sys.print_exception(error, text)  # type: ignore[attr-defined]
    return text.getvalue()


def app_class(free):
    """Return the class of the firmware to be built."""
    if free:
        from .free import FreeApp

        return FreeApp
    from teatable.app import App

    return App
