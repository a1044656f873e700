"""The masses of the twelve cups, learned one by one: the display names a cup, it is put on the empty table and weighed.

Each is measured still and averaged, against the empty table just before, so drift comes off. A cup too like another to
be told apart is not taken in silence: both are named. Where both are of one size they may stay so (the table then knows
the size and asks for the colour). All are stored together at the end; until then the old masses hold.
"""

from ..boards import geometry
from . import signals
from .setting_up import AGAIN, BACK, READY, AtBench

ASK, PUT, OFF, ALIKE, DONE = 0, 1, 2, 3, 4

SKIP = ("button:skip", "cups-skip", True)
KEEP = ("button:keep", "cups-keep", True)
STORE = ("button:store", "cups-store", False)


class CupMasses(AtBench):
    """Cup after cup; a touch on a cup of the list weighs that one (again)."""

    name = "cups"

    def __init__(self, play):
        super().__init__(play)
        self._stage = ASK
        self._cup = 0  # to be weighed next, or -1
        self._other = -1  # too like it
        self._masses = [-1] * geometry.CUP_COUNT  # mg, as weighed here
        self._empty: list = []  # what the cells gave with nothing on
        self._load_mg = 0  # weighed and not yet taken
        self._message = ""

    def enter(self):
        super().enter()
        self.measuring = self._stage in (PUT, OFF) or (self._stage == ASK and self.measuring)

    # --- presses

    def press(self, target):
        if target == "button:back":
            self.leave()
        elif target == "button:ready" and self._stage == ASK and not self.measuring:
            self._empty = []
            self._message = ""
            self.measure()
        elif target == "button:skip" and self._stage == PUT:
            self._next()
            if self._cup < 0:
                self._finish()
        elif target == "button:again" and self._stage == ALIKE:
            self._clear()
        elif target == "button:keep" and self._stage == ALIKE and self._one_size():
            self._accept()
        elif target == "button:store" and self._stage == DONE:
            self._store()
        elif target[:4] == "cup:" and self._stage in (PUT, OFF, ALIKE, DONE):
            return self._choose(target[4:])
        else:
            return False
        return True

    def _choose(self, name):
        cup = self.play.cup_of(name)
        if cup < 0:
            return False
        self._cup = cup
        self._clear()
        return True

    # --- weighing

    def taken(self, cells):
        if self._stage == ASK:
            self._empty = cells
            self._stage = PUT
            self.measure()
            return
        load_mg = sum(cells) - sum(self._empty)
        gone = abs(load_mg) < self.play.config["cup_gone_mg"]
        if gone:
            self._empty = cells
            self._message = ""
        if self._stage == OFF and gone:
            self._cleared()
        elif self._stage == PUT and not gone:
            self._weighed(load_mg)
        if self._stage in (PUT, OFF):
            self.measure()

    def _weighed(self, load_mg):
        c = self.play.config
        if load_mg < 0:  # it was not empty: from the beginning
            self._stage = ASK
            self._wrong("cups-not-empty")
        elif not c["cup_least_mg"] <= load_mg <= c["cup_most_mg"]:
            self._wrong("cups-no-cup")
        else:
            self._load_mg = load_mg
            self._other = self._like(self._cup, load_mg, self._masses)
            if self._other >= 0:
                self._stage = ALIKE
                self._wrong("cups-alike")
            else:
                self._accept()

    def _like(self, cup, mg, masses):
        """Return a cup whose mass is too near, or -1; one of another size first, for that is the worse."""
        found = -1
        for other in range(len(masses)):
            if other == cup or masses[other] < 0 or not self.bench.alike(mg, masses[other]):
                continue
            if found < 0 or other >> 2 != cup >> 2:
                found = other
        return found

    def _one_size(self):
        return self._other >> 2 == self._cup >> 2

    def _accept(self):
        self._masses[self._cup] = self._load_mg
        self.play.say(signals.ONE)
        self._next()
        self._clear()

    def _next(self):
        """Go on to the next cup that has not been weighed."""
        n = len(self._masses)
        for k in range(1, n):
            cup = self._cup + k
            if cup < n and self._masses[cup] < 0:
                self._cup = cup
                self._message = ""
                return
        self._cup = -1

    def _clear(self):
        """Wait until the table is empty, then go on with `_cup`."""
        self._stage = OFF
        self._message = ""
        self.measure()

    def _cleared(self):
        if self._cup < 0:
            self._finish()
        else:
            self._stage = PUT

    def _wrong(self, word):
        if self._message != word:
            self._message = word
            self.play.say(signals.WRONG)

    # --- the end

    def _finish(self):
        self._stage = DONE
        self.measuring = False
        self._message = ""
        self.play.say(signals.TURN)

    def _merged(self):
        """The masses weighed here, and the old ones of the cups that were left out."""
        old = self.bench.calibration.cup_mass_mg
        return [self._masses[i] if self._masses[i] >= 0 else old[i] for i in range(len(old))]

    def _store(self):
        masses = self._merged()
        for cup in range(len(masses)):
            other = self._like(cup, masses[cup], masses)
            if other >= 0 and other >> 2 != cup >> 2:  # a cup left out and another size
                self._cup, self._other = cup, other
                self._load_mg = masses[cup]
                self._stage = ALIKE
                self._wrong("cups-alike")
                return
        wrong = self.bench.keep_masses(masses)
        if wrong:
            self._wrong(wrong)
        else:
            self.leave()

    # --- what is shown

    def live_mg(self):
        return None if not self._empty or self._stage in (ASK, DONE) else self.weighing.now_mg() - sum(self._empty)

    def view(self):
        texts = ("set-up-empty", "cups-put", "cups-off", "cups-alike", "cups-done")
        buttons: list = [BACK]
        if self._stage == ASK and not self.measuring:
            buttons.append(READY)
        elif self._stage == PUT:
            buttons.append(SKIP)
        elif self._stage == ALIKE:
            if self._one_size():
                buttons.append(KEEP)
            buttons.append(AGAIN)
        elif self._stage == DONE:
            buttons.append(STORE)
        text = self._message or texts[self._stage]
        if self._stage == ASK and self.measuring:
            text = "hands-off"
        shown = self._cup if self._stage in (PUT, ALIKE) else -1
        return {
            "title": "set-up-cups", "text": text, "cup": shown, "other": self._other if self._stage == ALIKE else -1,
            "load_mg": self.live_mg(), "masses": list(self._masses), "buttons": buttons,
            "pick": self._stage != ASK,
        }  # fmt: skip
