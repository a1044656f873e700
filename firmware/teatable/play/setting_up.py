"""The set-up of the table, from the settings: its menu, the zero of the empty table, the sensor view.

The motor stands still, no event of the tracker is heard, and nothing of the game is touched: an unfinished one waits in
the journal. What is measured is used only once it has been stored; leaving at any step changes nothing. The known mass
is in gauging.py, the cups are in cup_masses.py. In: presses, the bench (bench.py). Out: a calibration.
"""

from ..boards import geometry
from ..compat import unload
from . import signals
from .scene import Scene

_LEFT = ("teatable.play.gauging", "teatable.play.cup_masses")  # seldom needed
BACK = ("button:back", "back", True)
READY = ("button:ready", "set-up-ready", False)
AGAIN = ("button:again", "set-up-again", False)
OK = ("button:ok", "ok", False)


class AtBench(Scene):
    """What the scenes of the set-up share: the bench, the weight shown live, the way back to the menu."""

    name = "weigh"

    def __init__(self, play):
        super().__init__(play)
        self.bench = play.bench
        self.weighing = play.bench.weighing
        self.measuring = False
        self._shown_ms = play.now_ms
        self._shown_mg = 0

    def enter(self):
        """Also after a fault: what was being measured is measured anew."""
        self.weighing.begin()

    def measure(self):
        """Begin a mean of the table as it is; `taken` gets it."""
        self.measuring = True
        self.weighing.begin()

    def step(self, now_ms):
        """Measure, and show the weight now and then."""
        self.weighing.step()
        if self.measuring and self.weighing.done:
            cells = self.weighing.cells_mg
            self.measuring = False
            self.weighing.begin()
            self.taken(cells)
            self.play.changed()
        elif now_ms - self._shown_ms >= self.play.config["live_ms"]:
            self._shown_ms = now_ms
            mg = self.live_mg()
            if mg is not None and abs(mg - self._shown_mg) >= 100:
                self._shown_mg = mg
                self.play.changed()

    def taken(self, cells):
        """Take a mean (mg of each cell)."""

    def live_mg(self):
        """Return the weight to be shown, or None."""
        return None

    def leave(self):
        """Go back to the menu of the set-up."""
        self.play.go(SetUp(self.play))

    def words(self, title, text, buttons, name=""):
        """Return a view of the screen "weigh"."""
        return {
            "title": title, "text": text, "name": name, "busy": self.measuring, "buttons": buttons,
            "load_mg": self.live_mg(), "spot": -1,
        }  # fmt: skip


class SetUp(Scene):
    """The menu of the set-up."""

    name = "menu"

    def press(self, target):
        from . import before, cup_masses, gauging  # they lead here

        play = self.play
        if target == "button:zero":
            play.go(Zero(play))
        elif target == "button:gains":
            play.go(gauging.KnownMass(play))
        elif target == "button:cups":
            play.go(cup_masses.CupMasses(play))
        elif target == "button:sensors":
            play.go(Sensors(play))
        elif target == "button:back":
            play.go(before.Title(play))
            play.open_menu("settings")
            for name in _LEFT:
                unload(name)
        else:
            return False
        return True

    def view(self):
        c = self.play.bench.calibration
        own_cups = c.cup_mass_mg != list(geometry.CUP_MASS_MG)
        return {
            "title": "set-up", "page": 0, "pages": 1,
            "items": [
                ("button:zero", "set-up-zero", _done(c.zero is not None)),
                ("button:gains", "set-up-gains", _done(self.play.bench.own_gains())),
                ("button:cups", "set-up-cups", _done(own_cups)),
                ("button:sensors", "set-up-sensors", ""),
            ],
        }  # fmt: skip


def _done(done):
    return "set-up-done" if done else "set-up-not-yet"


class Zero(AtBench):
    """The zero of the empty table, taken when the players say that it is empty."""

    ASK, WAIT, DONE = 0, 1, 2

    def __init__(self, play):
        super().__init__(play)
        self._stage = self.ASK

    def press(self, target):
        if target == "button:ready" and self._stage == self.ASK:
            self._stage = self.WAIT
            self.measuring = True
            self.weighing.tare()
        elif target == "button:back" and self._stage != self.DONE:
            self.weighing.tare_forgotten()
            self.leave()
        elif target == "button:ok" and self._stage == self.DONE:
            self.leave()
        else:
            return False
        return True

    def step(self, now_ms):
        if self._stage == self.WAIT and not self.weighing.taring:
            self._stage = self.DONE
            self.measuring = False
            self.play.say(signals.TURN)
            self.play.changed()

    def view(self):
        if self._stage == self.ASK:
            return self.words("set-up-zero", "set-up-empty", [BACK, READY])
        if self._stage == self.WAIT:
            return self.words("set-up-zero", "hands-off", [BACK])
        return self.words("set-up-zero", "set-up-zero-done", [OK])


class Sensors(Scene):
    """What every sensor says now, for makers; a sensor in trouble is shown here and not on the fault screen."""

    name = "sensors"
    sees_faults = True

    def __init__(self, play):
        super().__init__(play)
        self._shown_ms = play.now_ms

    def step(self, now_ms):
        self.play.bench.weighing.step()
        if now_ms - self._shown_ms >= self.play.config["live_ms"]:
            self._shown_ms = now_ms
            self.play.changed()

    def press(self, target):
        if target != "button:back":
            return False
        self.play.go(SetUp(self.play))
        return True

    def view(self):
        return self.play.bench.sensors(self.play.now_ms)
