"""Turns explanations into events, and keeps the queue of them.

Data in: the explanation of a change (Guess) with how sure it is and the belief after it; word that something may be
falling. Data out: Event objects in order, by `next_event`; which fallen cups were told; the open question.
"""

from . import events as ev
from . import guess as g


class Teller:
    """The queue of events. `now_ms` is set by the tracker and stamps every event."""

    def __init__(self):
        self.now_ms = 0
        self.told = []  # fallen cups already told
        self.asked = []  # (cost, Guess) pairs of the open question
        self._queue = []

    def next_event(self):
        """Return the oldest event not yet fetched, or None."""
        return self._queue.pop(0) if self._queue else None

    def event(self, kind):
        """Add an event of this kind to the queue, and return it to be filled in."""
        e = ev.Event(kind, self.now_ms)
        self._queue.append(e)
        return e

    def is_fall(self, guess):
        """Tell whether, by this explanation, cups have fallen of which nothing was told yet."""
        return any([cup not in self.told for cup in guess.table.fallen])

    def tell(self, best, sure, rivals, touched, knows_fallen, other=-1, clearing=False):
        """Tell what happened by the Guess `best`; with `rivals` (cost, Guess) close to it, say so and ask.

        `knows_fallen`: no belief that is still held names other cups as fallen. `other`: a cup that fits the weight of
        what was taken far better, or -1. `clearing`: which fallen cup was taken is not asked; what stands will tell.
        """
        table = best.table
        fell = self.is_fall(best)
        if fell:
            self._fell(best, sure and knows_fallen)
        if best.thing > 0:
            self._foreign(table.things[-1])
        elif best.thing < 0:
            self.event(ev.FOREIGN_GONE)
        if best.what == g.NONE:
            if touched:
                self.event(ev.UNTOUCH)
        elif best.what == g.PUT:
            self._cup(ev.PLACED, best, sure, rivals)
        elif best.what == g.SWAPPED:
            self.event(ev.REMOVED).cup = best.other
            self._cup(ev.PLACED, best, sure, rivals)
        elif best.what == g.TAKEN:
            for cup in best.cups:
                self._removed(best, cup, sure and not fell, rivals, other)
        if self.told and not table.lying and (fell or best.what in (g.TAKEN, g.RECOUNT)):
            self.event(ev.CLEARED)
        if rivals and not fell and not (clearing and best.what == g.TAKEN):
            self._question(best, rivals)

    def _foreign(self, thing):
        e = self.event(ev.FOREIGN)
        e.mass_mg = int(thing.mass * 1000)
        e.x_um, e.y_um = int(thing.x * 1000), int(thing.y * 1000)

    def _removed(self, best, cup, sure, rivals, other):
        e = self._cup(ev.REMOVED, best, sure, rivals)
        if len(e.candidates) < 2:
            e.cup = cup
            e.candidates = [] if sure else [cup]
        if other >= 0:
            e.candidates.append(other)
            e.cup = -1

    def _cup(self, kind, best, sure, rivals):
        e = self.event(kind)
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

    def spotted(self, stack):
        """Tell where the top cup of `stack`, which was put last, stands by a second look."""
        e = self.event(ev.SPOTTED)
        e.cup, e.stack = stack.cups[-1], stack.cups[0]
        e.x_um, e.y_um = int(stack.xs[-1] * 1000), int(stack.ys[-1] * 1000)

    def _fell(self, best, sure):
        table = best.table
        e = self.event(ev.FELL)
        e.cups = list(table.fallen)
        e.again = bool(self.told)
        e.cup = best.cup
        e.sure = sure
        e.lying = [one.cup for one in table.lying]
        e.stacks = [list(s.cups) for s in table.stacks]
        self.told = list(table.fallen)

    def _question(self, best, rivals):
        """Ask what the players can answer: which cup, or which stack. A possible fall is told as one instead."""
        everyone = [(0.0, best)] + rivals
        word = ev.WHICH_STACK
        for _, guess in rivals:
            if guess.cup != best.cup:
                word = ev.WHICH_CUP
        self.ask(word, everyone)

    def ask(self, question, rivals):
        """Ask `question` with the cups and stacks of `rivals` to choose from; what was asked before is so no more."""
        self.asked = rivals
        e = self.event(ev.QUESTION)
        e.question = question
        e.sure = False
        for _, guess in rivals:
            if guess.cup >= 0 and guess.cup not in e.candidates:
                e.candidates.append(guess.cup)
            if guess.stack not in e.stacks:
                e.stacks.append(guess.stack)

    def answered(self, cup, stack):
        """Return the Guess that fits the players' answer (None: not said), or None; the question is then closed."""
        if cup is None and stack is None:
            return None
        for _, guess in self.asked:
            if cup is not None and cup != guess.cup and cup not in guess.cups:
                continue
            if stack is not None and stack != guess.stack:
                continue
            self.asked = []
            return guess
        return None

    def refused(self):
        """Close the question: none of it is true. Return the Guess that was the best, or None; tell what it put."""
        best = self.asked[0][1] if self.asked else None
        self.asked = []
        if best is not None and best.what in (g.PUT, g.SWAPPED):
            e = self.event(ev.FOREIGN)
            e.sure = False
            e.x_um, e.y_um = int(best.x * 1000), int(best.y * 1000)
        return best
