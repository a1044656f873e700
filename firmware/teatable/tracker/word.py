"""What the game and the players say to the tracker, and what it answers when asked what stands there.

Data in: known contents, expectations, answers to questions, overruled and declared falls. Data out: the beliefs, the
most likely first; stacks, places, lying cups.
"""

from ..sensing import Load
from . import events as ev
from .believed import Lying, Stack, Table
from .tell import Teller


class Word(Teller):
    """The half of the tracker that talks with the game."""

    def __init__(self, c):
        Teller.__init__(self, c)
        self.beam = [(0.0, Table())]  # (cost, belief), the most likely first
        self.mode = ev.NOTHING
        self.cups = None
        self.allowed = None
        self.asked = None  # the guesses of an open question
        self._pending = False  # begin() gave no places
        self._before_fall = None

    # --- what the game says

    def begin(self, stacks, places_um=None):
        """Take known contents, at a new game or when play is resumed: a list of stacks (cups bottom first).

        `places_um`: (x, y) of each stack; without them the place of a single stack is seen, of several guessed.
        """
        table = Table()
        for i in range(len(stacks)):
            x, y = (places_um[i][0] / 1000, places_um[i][1] / 1000) if places_um else (0.0, 0.0)
            n = len(stacks[i])
            table.stacks.append(Stack(stacks[i], [x] * n, [y] * n))
        table.tidy()
        self.beam = [(0.0, table)]
        self._told = []
        self._pending = places_um is None
        self._reload = True
        self.asked = None
        self._before_fall = None

    def expect(self, mode, cups=None, stacks=None):
        """Say what the game expects: a mode of events.py, the cups and the bottom cups of stacks that it allows.

        None allows any; NEW_STACK among `stacks` allows the table top.
        """
        if mode == ev.PLACE or mode == ev.REMOVE:
            self._told = []
            self._before_fall = None
            for _, table in self.beam:
                table.fallen = []
        self.mode = mode
        self.cups = cups
        self.allowed = stacks

    def answer(self, cup=None, stack=None):
        """Take the players' answer to a QUESTION: the cup, the stack (bottom cup), or both; else ignored."""
        if self.asked is None:
            return
        fits = []
        for cost, guess in self.asked:
            if cup is not None and cup != guess.cup and cup not in guess.cups:
                continue
            if stack is not None and stack != guess.stack:
                continue
            fits.append((cost, guess))
        if fits:
            self.asked = None
            self.beam = [(0.0, fits[0][1].table)]
            self._reload = True
            self._tell(fits[0][1], True, [])

    def overrule(self):
        """That was no fall: the stacks are as they were before it, if perhaps not quite in their old places."""
        if self._before_fall is not None:
            self.beam = [(0.0, self._before_fall)]
            self._told = []
            self._before_fall = None
            self._reload = True

    def declare_fall(self, standing):
        """The players say what still stands (a list of stacks); the other cups lie on the table or are gone."""
        old = self.table
        table = Table()
        table.things = list(old.things)
        for cups in standing:
            place = old.find(cups[0])
            if place is None:
                table.stacks.append(Stack(cups, [0.0] * len(cups), [0.0] * len(cups)))
                continue
            stack = place.copy()
            stack.cut(len(cups))
            table.stacks.append(stack)
        up = table.standing()
        for cup in old.standing() + [one.cup for one in old.lying]:
            if cup not in up:
                table.lying.append(Lying(cup, 0.0, 0.0, False))
        self._before_fall = old
        self.beam = [(0.0, table)]
        self._reload = True

    # --- what is believed

    @property
    def table(self):
        """The most likely belief."""
        return self.beam[0][1]

    @property
    def stacks(self):
        """Stacks as believed: a list of lists of cups, bottom first."""
        return [list(s.cups) for s in self.table.stacks]

    @property
    def lying(self):
        """Fallen cups believed to lie on the table."""
        return [one.cup for one in self.table.lying]

    def positions(self, bottom):
        """Return (x_um, y_um) of the stack with this bottom cup; None when there is none."""
        s = self.table.find(bottom)
        return None if s is None else (int(s.xs[0] * 1000), int(s.ys[0] * 1000))

    # --- a belief set from outside

    def _renew(self, sensing):
        """The belief was set from outside: compare it with what is on the table, once that is at rest.

        If the weight agrees, the present state is the new base. If not, what is missing or too much stays in the
        residual, and is explained like any other change.
        """
        if not sensing.at_rest:
            return
        self._reload = False
        table = self.table
        total_x, total_y = sensing.total_x() / 1000, sensing.total_y() / 1000
        load = table.fill(Load(), self.grams)
        if self._pending and table.stacks and load.m > 0:
            for s in table.stacks:
                s.seen_at(total_x / load.m, total_y / load.m)
                s.known = len(table.stacks) == 1
            load = table.fill(Load(), self.grams)
        self._pending = False
        off = sensing.load_mg() / 1000 - load.m
        px, py = total_x - load.px, total_y - load.py
        if abs(off) <= self._c["agree_mg"] / 1000 + 0.006 * load.m:
            if px * px + py * py > (30 + load.m) ** 2:
                self._shift(table, px, py)
            self._settle_on(sensing)
        else:
            self._settle_on(sensing)
            sensing.balance.shift(int(-1000 * off), int(-1000 * px), int(-1000 * py))

    def _shift(self, table, px, py):
        """The stacks are where they were but for one that may have slid, by what the moments (g mm) say: which one?"""
        for s in table.stacks:
            mass = sum([self.grams[c] for c in s.cups])
            x, y = px / mass, py / mass
            if (s.xs[0] + x) ** 2 + (s.ys[0] + y) ** 2 > 150**2:
                continue
            other = table.copy()
            moved = other.find(s.cups[0])
            moved.xs = [v + x for v in moved.xs]
            moved.ys = [v + y for v in moved.ys]
            self.beam.append(((x * x + y * y) ** 0.5 / 20, other))
        if len(self.beam) > 1:
            self.beam.pop(0)
            self.beam.sort(key=lambda pair: pair[0])
