"""Executed by MicroPython: what the firmware takes of the heap. Prints lines of a word and numbers.

load MODULES: loads these, one after the other, compiled with marks: "module name bytes" for each, see probe.py.
run GAMES: a tour of every screen and so many games of ten; "between" with what is allocated between two collections
of the firmware in a game, "loaded" with the modules in the end.
evening GAMES MODULES: the same with these modules loaded first: "code", "built", "most", "screen", "turn", "title".
sample CONVERSIONS: so many while the table stands still, and as many while it wobbles, with the heap locked: "sample"
with the screen, conversions, and what they allocated by mem_total and by gc.mem_alloc.
"""

import gc
import json
import sys

import micropython  # type: ignore[import-not-found]  # this file runs there alone

mem_alloc = gc.mem_alloc  # type: ignore  # MicroPython has these
mem_total = micropython.mem_total  # type: ignore
with open("costs.json") as _f:
    COSTS = json.load(_f)  # of the simulator's clock
EVERY = 100  # passes between two looks at what is alive,
EVERY_LOOK = 4  # and while the tracker works out what has happened, for that takes the most
PLAYERS = 10
TURNS = 60  # a game that takes longer is ended


def alive():
    """Return the bytes of the heap that are in use and no garbage."""
    gc.collect()
    return mem_alloc()


def load(names):
    """Load the modules in this order and print what each takes."""
    import probe  # type: ignore

    probe.begin()
    for name in names:
        __import__(name)
    for name in sorted(probe.sizes):
        print("module", name, probe.sizes[name])
    micropython.qstr_info()  # type: ignore


class Watch:
    """The most that was alive between two passes, and what a turn allocates."""

    def __init__(self, app, base):
        self._app = app
        self._base = base  # bytes that are not the firmware's
        self.most = 0
        self.most_on = ""
        self.by_screen = {}
        self._passes = 0
        self._revision = -1
        self._total = 0

    def look(self):
        """After every pass: now and then, and where the view has changed, count what is alive."""
        self._passes += 1
        app = self._app
        every = EVERY_LOOK if app.tracker.thinking else EVERY
        if self._passes % every and app.revision == self._revision:
            return
        self._revision = app.revision
        size = alive() - self._base
        screen = app.ui.screen
        if size > self.by_screen.get(screen, 0):
            self.by_screen[screen] = size
        if size > self.most:
            self.most, self.most_on = size, screen

    def turn(self, number):
        """Print what is alive at the beginning of a turn, and what was allocated since the last one."""
        total = mem_total()
        print("turn", number, alive() - self._base, total - self._total)
        self._total = mem_total()

    def title(self, game):
        """Print what is alive between two games."""
        print("title", game, alive() - self._base)

    def tell(self):
        """Print what was the most."""
        print("most", self.most, self.most_on)
        for screen in sorted(self.by_screen):
            if screen:
                print("screen", screen, self.by_screen[screen])


class Between:
    """What is allocated between two collections that the firmware makes, people and chips included: "between"."""

    def __init__(self, app):
        self._tidy = app.tidy
        self._count = 0
        self._total = mem_total()

    def look(self):
        """After every pass."""
        if self._tidy.count != self._count:
            self._count = self._tidy.count
            total = mem_total()
            print("between", total - self._total)
            self._total = mem_total()


def evening(games, first, measured):
    """Tour, games; `first`: modules to be loaded before. Prints what was measured."""
    base = alive()
    for name in first:
        __import__(name)
    from teatable.app import App
    from teatable.boards import devkitc_s3

    code = alive() - base
    from chips import Ports  # type: ignore
    from people import Evening  # type: ignore

    ports = Ports(COSTS)
    people = Evening(ports)
    base = alive() - code
    ports.app = app = App(ports, devkitc_s3)  # type: ignore
    watch = None
    print("code", code)
    if measured:
        print("built", alive() - base - code)
        watch = Watch(app, base + code)
        people.each = watch.look
    people.tour()
    if watch is None:
        people.each = Between(app).look
    for game in range(games):
        ports.seed = 7 + game
        people.begin(PLAYERS)
        people.play(TURNS, None if watch is None else watch.turn)
        people.end()
        if watch is not None:
            watch.title(game)
    people.crash()
    if watch is not None:
        watch.tell()
    print("base", base)
    print("above", people.above)
    print("seen", " ".join(sorted(people.seen)))
    print("loaded", " ".join(sorted([name for name in sys.modules if name[:8] == "teatable"])))


class Locked:
    """Stands for App's path of a sample: locks the heap in it, and counts what it takes all the same."""

    def __init__(self, app):
        self._sample = app._sample
        self.n = self.total = self.held = 0
        app._sample = self

    def __call__(self, now_us):
        gc.disable()
        held, total = mem_alloc(), mem_total()
        micropython.heap_lock()  # type: ignore
        try:
            self._sample(now_us)
        finally:
            micropython.heap_unlock()  # type: ignore
        self.total += mem_total() - total
        self.held += mem_alloc() - held
        self.n += 1
        gc.enable()


def sample(many):
    """Conversions with the heap locked: on a screen where the table stands still, and on one where it wobbles."""
    from chips import Ports  # type: ignore
    from people import Evening  # type: ignore
    from teatable.app import App
    from teatable.boards import devkitc_s3

    ports = Ports(COSTS)
    people = Evening(ports)
    ports.app = app = App(ports, devkitc_s3)  # type: ignore
    free = app._sample
    people.begin(PLAYERS)
    for screen in ("pass", "place"):
        people.until_screen(screen)
        people.wait(2000)
        locked = Locked(app)
        while locked.n < many:
            people.wait(100)
        app._sample = free
        print("sample", people.screen, app.wobble.speed_mrev_s, locked.n, locked.total, locked.held)


def main():
    """Do what the command line says."""
    if sys.argv[1] == "load":
        load(sys.argv[2:])
    elif sys.argv[1] == "sample":
        sample(int(sys.argv[2]))
    else:
        evening(int(sys.argv[2]), sys.argv[3:], sys.argv[1] == "evening")


main()
