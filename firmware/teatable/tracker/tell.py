"""Turns explanations into events, and keeps the queue of them.

Data in: a Guess with how sure it is. Data out: Event objects in order, by `next_event`.
"""

from . import events as ev
from . import guess as g


class Teller:
    """The telling half of the tracker."""

    def __init__(self, c):
        self.now_ms = 0
        self._queue = []
        self._reload = False
        self._told = []  # fallen cups already told
        self._falling_ms = -1  # when "falling" was told; -1: not, -2: taken back, not again for this disturbance
        self._falling_most_ms = c["falling_most_ms"]

    def next_event(self):
        """Return the oldest event not yet fetched, or None."""
        return self._queue.pop(0) if self._queue else None

    def _event(self, kind):
        e = ev.Event(kind, self.now_ms)
        self._queue.append(e)
        return e

    def _touch(self):
        self._event(ev.TOUCH)

    def _knock(self, sensing):
        self._knocks_told = sensing.motion.knocks
        self._event(ev.KNOCK).knock_mg = sensing.motion.knock_peak_mg()

    def _fall_seen(self):
        """The load is going away and no hand was felt: that is how a fall begins, if a hand has no business here."""
        if self.mode == ev.CLEAR or self.mode == ev.REMOVE or not self.table.stacks:
            return
        self._falling_ms = self.now_ms
        self._event(ev.FALLING)

    def _ask(self, question, rivals):
        e = self._event(ev.QUESTION)
        e.question = question
        e.sure = False
        for _, guess in rivals:
            if guess.cup >= 0 and guess.cup not in e.candidates:
                e.candidates.append(guess.cup)
            if guess.stack not in e.stacks:
                e.stacks.append(guess.stack)
        return e

    def _fall_not(self):
        self._event(ev.FALLING_CANCELLED)
        self._falling_ms = -2

    def _tell(self, best, sure, rivals):
        """Tell what happened; with rivals close to it, say so and ask."""
        fell = [c for c in self.table.fallen if c not in self._told]
        if self._falling_ms >= 0 and not fell:
            self._fall_not()
        self._falling_ms = -1
        if fell:
            self._told_fall(best, sure)
        if best.what == g.NONE:
            if self._touched:
                self._event(ev.UNTOUCH)
        elif best.what == g.PUT:
            self._told_cup(ev.PLACED, best, sure, rivals)
        elif best.what == g.SWAPPED:
            e = self._event(ev.REMOVED)
            e.cup = best.other
            self._told_cup(ev.PLACED, best, sure, rivals)
        elif best.what == g.TAKEN:
            for cup in best.cups:
                self._told_cup(ev.REMOVED, best, sure, rivals).cup = cup
        elif best.what == g.STRANGE:
            e = self._event(ev.FOREIGN)
            e.mass_mg = int(self.table.things[-1].mass * 1000)
            e.x_um, e.y_um = int(best.x * 1000), int(best.y * 1000)
        elif best.what == g.STRANGE_GONE:
            self._event(ev.FOREIGN_GONE)
        if self._told and not self.table.lying and (fell or best.what == g.TAKEN):
            self._event(ev.CLEARED)
        if rivals and not fell:
            self._question(best, rivals)

    def _told_cup(self, kind, best, sure, rivals):
        e = self._event(kind)
        e.stack = best.stack
        e.sure = sure
        e.cup = best.cup
        e.x_um, e.y_um = int(best.x * 1000), int(best.y * 1000)
        if not sure:
            e.candidates = [best.cup]
            for _, guess in rivals:
                if guess.cup >= 0 and guess.cup not in e.candidates:
                    e.candidates.append(guess.cup)
            if len(e.candidates) > 1:
                e.cup = -1
        return e

    def _told_fall(self, best, sure):
        e = self._event(ev.FELL)
        e.cups = list(self.table.fallen)
        e.again = bool(self._told)
        e.cup = best.cup
        e.sure = sure
        e.lying = self.lying
        e.stacks = self.stacks
        self._told = list(self.table.fallen)

    def _question(self, best, rivals):
        """Ask what the players can answer: which cup, or which stack. A possible fall is told as one instead."""
        everyone = [(0.0, best)] + rivals
        word = ev.WHICH_STACK
        for _, guess in rivals:
            if guess.cup != best.cup:
                word = ev.WHICH_CUP
        self.asked = everyone
        self._ask(word, everyone)
