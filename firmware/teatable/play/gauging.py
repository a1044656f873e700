"""The gains of the cells from a known mass on five spots: how heavy it is, then spot after spot, then the result.

A spot is measured when the players say that the mass stands on it and the table is still; one that weighs otherwise
than the mass, or elsewhere, is not taken. The empty table is measured before and after, so that drift comes off. The
gains are used only if the mass then weighs the same on every spot and the calibration accepts them.
"""

from ..boards import geometry
from . import signals
from .scene import Scene
from .setting_up import AGAIN, BACK, OK, READY, AtBench, SetUp

SPOTS = geometry.SPOTS_UM
STEPS = (("button:minus-10", -10), ("button:minus-1", -1), ("button:plus-1", 1), ("button:plus-10", 10))


class KnownMass(Scene):
    """How heavy the known mass is, in g."""

    name = "mass"

    def __init__(self, play):
        super().__init__(play)
        self._g = play.config["known_g"]

    def press(self, target):
        c = self.play.config
        for name, step in STEPS:
            if target == name:
                self._g = max(c["known_least_g"], min(c["known_most_g"], self._g + step))
                return True
        if target == "button:next":
            self.play.go(Gauging(self.play, self._g * 1000))
        elif target == "button:back":
            self.play.go(SetUp(self.play))
        else:
            return False
        return True

    def view(self):
        return {"grams": self._g}


class Gauging(AtBench):
    """The mass on the spots, one after the other; `spot` -1 is the empty table before, 5 the empty table after."""

    def __init__(self, play, mass_mg):
        super().__init__(play)
        self._mass_mg = mass_mg
        self._begin("")

    def _begin(self, message):
        self._spot = -1
        self._empty: list = []
        self._empty_ms = 0
        self._spots = []  # (mg of each cell, when)
        self._message = message
        self._result = ""  # word key, when it is done or has failed
        self._name = ""
        self._well = False
        self.measuring = False

    def press(self, target):
        if target == "button:back" and not self._well:
            self.leave()
        elif target == "button:ready" and not self.measuring and not self._result:
            self._message = ""
            self.measure()
        elif target == "button:again" and self._result and not self._well:
            self._begin("")
        elif target == "button:ok" and self._well:
            self.leave()
        else:
            return False
        return True

    def taken(self, cells):
        now_ms = self.play.now_ms
        if self._spot == -1:
            self._empty = cells
            self._empty_ms = now_ms
            self._spot = 0
        elif self._spot < len(SPOTS):
            self._take_spot([cells[i] - self._empty[i] for i in range(len(cells))], now_ms)
        else:
            self._finish([cells[i] - self._empty[i] for i in range(len(cells))], now_ms)

    def _take_spot(self, load, now_ms):
        c = self.play.config
        off_mg = abs(sum(load) - self._mass_mg)
        x_um, y_um = self.weighing.place_um(load)
        at = SPOTS[self._spot]
        if off_mg * 100 > self._mass_mg * c["known_off_percent"]:
            self._wrong("gains-not-mass")
        elif max(abs(x_um - at[0]), abs(y_um - at[1])) > c["spot_off_um"]:
            self._wrong("gains-not-spot")
        else:
            self._spots.append((load, now_ms))
            self._spot += 1
            self.play.say(signals.ONE)

    def _wrong(self, word):
        self._message = word
        self.play.say(signals.WRONG)

    def _finish(self, drift, now_ms):
        """Work out the gains; `drift`: what the empty table weighs more than before."""
        if abs(sum(drift)) > self.play.config["set_up_drift_mg"]:
            self._wrong("gains-not-empty")
            return
        spots = []
        for load, at_ms in self._spots:
            part = (at_ms - self._empty_ms) / max(1, now_ms - self._empty_ms)
            spots.append(self.weighing.counts([load[i] - drift[i] * part for i in range(len(load))]))
        try:
            gains, misfit = self.weighing.gains(spots, self._mass_mg, SPOTS)
        except ValueError:
            self._end("gains-uneven")
            return
        if misfit > self.play.config["misfit_permille"]:
            self._end("gains-uneven")
            return
        wrong = self.play.bench.keep_gains(gains)
        if wrong:
            self._end("gains-refused" if wrong == "set-up-refused" else wrong)
            return
        self._well = True
        self._end("gains-done", "%d.%d" % (misfit // 10, misfit % 10))
        self.weighing.tare()  # it is empty

    def _end(self, word, name=""):
        self._result = word
        self._name = name
        self.play.say(signals.TURN if self._well else signals.WRONG)

    def live_mg(self):
        return None if not self._empty or self._result else self.weighing.now_mg() - sum(self._empty)

    def view(self):
        title = "set-up-gains"
        if self._result:
            return self.words(title, self._result, [OK] if self._well else [BACK, AGAIN], self._name)
        if self.measuring:
            text = "hands-off"
        elif self._message:
            text = self._message
        elif self._spot == -1:
            text = "set-up-empty"
        else:
            text = "gains-put" if self._spot < len(SPOTS) else "gains-off"
        out = self.words(title, text, [BACK] if self.measuring else [BACK, READY], str(self._mass_mg // 1000))
        out["spot"] = self._spot if self._spot < len(SPOTS) else -1
        return out
