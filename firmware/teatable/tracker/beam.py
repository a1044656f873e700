"""The beliefs that are still held of what is on the table, the most likely first, and how they come and go.

Data in: explanations (Guess) with their costs, contents told by the game. Data out: the likeliest Table, its load.
"""

from ..sensing import Load
from .believed import Stack, Table
from .order import enter


class Beam:
    """Beliefs with their costs in nats. `grams`: masses of the 12 cups; `most`, `nats`: how many, how much worse."""

    def __init__(self, grams, most, nats):
        self.grams = grams
        self.costed = [(0.0, Table())]
        self._differ = False  # beliefs that are one by now named other cups as fallen
        self._before = None  # the belief that held before the fall that was told last
        self._most = most
        self._nats = nats

    @property
    def table(self):
        """The most likely belief."""
        return self.costed[0][1]

    def load(self):
        """Return what the most likely belief puts on the table, as a Load."""
        return self.table.fill(Load(), self.grams)

    def only(self, table):
        """Hold this belief and no other."""
        self.costed = [(0.0, table)]

    def keep(self, found):
        """Hold the beliefs after the explanations `found`, a list of (cost, Guess), best first; equal ones once."""
        least = found[0][0]
        self.costed = []
        keys = []
        for cost, guess in found:
            if cost - least > self._nats or len(self.costed) >= self._most:
                break
            key = guess.table.key()
            if key not in keys:
                keys.append(key)
                self.costed.append((cost - least, guess.table))
            elif sorted(guess.table.fallen) != sorted(self.costed[keys.index(key)][1].fallen):
                self._differ = True  # what stands and lies is the same by both, and what has fallen is not

    def agrees_on_fallen(self):
        """Tell whether all beliefs of this turn have the same cups fallen; one that lies may look as if it stood."""
        first = sorted(self.table.fallen)
        return not self._differ and all([sorted(table.fallen) == first for _, table in self.costed])

    def remember(self, table):
        """Remember `table` as what stood before the fall that is told now, unless one is remembered already."""
        if self._before is None:
            self._before = table

    def before(self):
        """Return what stood before the fall that was told last, else what stands now."""
        return self.table if self._before is None else self._before

    def forget(self):
        """Forget what stood before the last fall."""
        self._before = None

    def back(self):
        """Hold again what stood before the last fall; return False when nothing is remembered."""
        if self._before is None:
            return False
        self.only(self._before)
        self._before = None
        return True

    def forget_fallen(self):
        """A new turn: what fell before is told and done with."""
        self._before = None
        self._differ = False
        for _, table in self.costed:
            table.fallen = ()

    def one_moved(self, px, py):
        """One stack may have slid, by moments of px, py g mm, the others not: hold one belief for each."""
        table = self.table
        found = []
        for i in range(len(table.stacks)):
            s = table.stacks[i]
            mass = sum([self.grams[c] for c in s.cups])
            x, y = px / mass, py / mass
            if (s.xs[0] + x) ** 2 + (s.ys[0] + y) ** 2 > 150**2:
                continue
            other = table.copy()
            other.stacks[i] = s.moved(x, y)
            enter(found, ((x * x + y * y) ** 0.5 / 20, other))
        if found:
            self.costed = found


def known(stacks, places_um):
    """Return a belief of `stacks` (lists of cups, bottom first) at `places_um` ((x, y) each, or None: nobody knows)."""
    table = Table()
    for i in range(len(stacks)):
        x, y = (places_um[i][0] / 1000, places_um[i][1] / 1000) if places_um else (0.0, 0.0)
        n = len(stacks[i])
        table.stacks.append(Stack(stacks[i], [x] * n, [y] * n))
    table.tidy()
    return table
