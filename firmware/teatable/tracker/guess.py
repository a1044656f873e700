"""What an explanation of a settled change is: a Change, a Guess, and the densities that its cost is made of.

Why costs: a placement, a cup taken off, a slide, a fall that stays on the table and one that goes over its edge can all
make a change of load that looks alike; what decides is how well mass and place fit, and what the game expects. A cost
is minus the logarithm of a likelihood, in nats; all densities are over mass (g) and first moments (g mm), so that they
can be compared. Data in: the measured change. Data out: costs; the lists are made by explain.py.
"""

import math
from array import array

from ..compat import const, micropython
from .believed import TOP_MM, Stack, Table, Thing
from .events import NOTHING
from .order import enter
from .sums import CUPS_MOST, choices

NONE, PUT, TAKEN, SWAPPED, SLID, FALL, FALL_PUT, STRANGE, STRANGE_GONE, RECOUNT = range(10)
FALLS = (FALL, FALL_PUT, RECOUNT)

FAR = 7.0  # nats: what is worse than the best by so much is never told or asked about, nor kept
NEAR = 5.5  # what is worse by less may be told or asked about
ENOUGH = 40  # explanations: of more, those further than NEAR are not kept (beam_most) either
WORST = 1e9
LEAST = 6.5  # no place of a cup, nor of a slide, costs less: a cup weighs 5 g or more, a place is known to 4 mm
SHIFT_MM = 0.35  # how far a load may settle or creep sideways without anything having happened
TWO_PI = 2 * math.pi
_AREA = math.pi * TOP_MM * TOP_MM
_CHOICES = const(64)  # of cups that are gone: room for so many, mostly there are fewer


class Change:
    """A settled change of load: m g, px, py g mm (residuals), fx, fy g (mean lean of the specific force), sigmas."""

    def __init__(self, m, px, py, fx, fy, noise_m, noise_p):
        self.m, self.px, self.py, self.fx, self.fy = m, px, py, fx, fy
        self.noise_m, self.noise_p = noise_m, noise_p
        self.put_cup = -1  # the cup put last, if nothing has changed since,
        self.put_off = 0.0  # g, and by how much it seemed too heavy
        self.off = False  # not quiet even now
        self.rocks = False  # not even the sum rests, it swings about a mean that stays
        self.swings = False  # the sum rests, but the moments do not
        self.wide = 0.0  # g mm, how far the moments still swing about their mean, less the longer that is
        self.creep = 0.0  # g, by how much it still grows from one half of the rest to the other, beyond any noise
        self.blow = 0  # 1/1000 g, the hardest of them
        self.deaf = False  # there is no IMU to feel blows
        self.rings = False  # the last one is not over yet
        self.bump = 0  # 1/1000 g, how the whole table was shaken as it began or with the hardest blow
        self.step = m  # g, since it rested last at another level that nothing has explained
        # g, g mm, g mm: as much of this had rested for long before the rest of it came
        self.stood: "tuple[float, float, float] | None" = None
        self.came = False  # something was set down, and a hand pressed it:
        self.came_x = self.came_y = 0.0  # mm, where first
        self.pressed = 0.0  # g, the most residual since it began
        self.knocks = 0  # blows since the change began
        self.load = 0.0  # g on the table before it
        self.swing = 0.0  # g, from the least to the most residual since it began
        self.aloft = False  # it has stayed so for no longer than a cup may fall for
        self.long = False  # it has stayed so for long
        self.patient = False  # it has stayed so long enough to ask
        self.fall = 0.0  # what any fall costs before it is known of what
        self.unseen = 0.0  # what it costs that the cup in hand went over the edge
        self.bar = Bar()  # shared by all that is left of a change
        self.before = 0.0  # the cost of the belief that is explained from, and of what else has happened
        self.mode = NOTHING
        self.denied = False  # the players have said that it is no fall
        self.lift = -1  # a cup that the game asks to be lifted again
        self.declared = False  # the players have said that it is one
        self.may_put = False  # a cup may have been in hand when it began
        self.cups = None  # cups the game allows, None: any
        self.stacks = None  # bottom cups the game allows, None: any
        self._fits = {}  # what was worked out of masses, for all beliefs alike

    @micropython.native
    def far(self, cost):
        """Tell whether an explanation of `cost` nats is so much worse than others that it need not be worked out."""
        return self.before + cost > self.bar.most

    @micropython.native
    def room(self, cost):
        """Return how many nats more than `cost` an explanation may cost, 0 or more."""
        return max(0.0, self.bar.most - self.before - cost)

    def without(self, cup):
        """Return how many g have come or gone if `cup` is gone too: the one put last takes its error along."""
        return self.m + self.put_off if cup == self.put_cup else self.m

    def found(self, cost):
        """Take note of an explanation of `cost` nats."""
        self.bar.note(self.before + cost)

    @micropython.native
    def less(self, m, px, py):
        """Leave a part (g, g mm) out of this change; what was felt is the same. Return what `again` needs."""
        was = (self.m, self.px, self.py, self.noise_p, self.may_put, self.before, self.stood)
        self.m -= m
        self.px -= px
        self.py -= py
        return was

    @micropython.native
    def again(self, was):
        """Be again what it was before `less`, which returned `was`."""
        self.m, self.px, self.py, self.noise_p, self.may_put, self.before, self.stood = was

    def fits(self, grams):
        """Return (cup, misfit) of all cups that may have come, by weight alone; worked out once for each weight."""
        found = self._fits.get(self.m)
        if found is None:
            found = self._fits[self.m] = _fitting(self, grams, 0.0, self.m)
        return found

    def swaps(self, grams, old):
        """Return (cup, misfit) of all cups that may have come in place of `old`."""
        m = self.without(old)
        found = self._fits.get((old, m))
        if found is None:
            found = self._fits[old, m] = _fitting(self, grams, grams[old], m)
        return found

    def gone(self, grams, cups, came):
        """Return all choices of `cups` that may be gone where `came` g have come, the best fit first.

        Two things: the cups of each as bits (an array of "H"), and a list of (misfit, their g). A generator that rests
        before and after the work; use `yield from`.
        """
        key = (tuple(cups), came, self.m)
        found = self._fits.get(key)
        if found is None:
            yield
            found = self._fits[key] = _choices(self, grams, cups, came)
            yield
        return found


class Bar:
    """How much an explanation may cost (`most`) to be worth working out, by the best ones found so far."""

    def __init__(self):
        self.most = WORST
        self._best = []  # the ENOUGH least costs, in order

    @micropython.native
    def note(self, cost):
        """Take note of what an explanation costs."""
        if cost >= self.most:
            return
        best = self._best
        if len(best) == ENOUGH and cost >= best[-1]:
            return
        at = 0
        end = len(best)
        while at < end:
            middle = (at + end) >> 1
            if best[middle] > cost:
                end = middle
            else:
                at = middle + 1
        best.insert(at, cost)
        if len(best) > ENOUGH:
            best.pop()
        self.most = best[0] + FAR
        if len(best) == ENOUGH:
            self.most = min(self.most, max(best[0] + NEAR, best[-1]))


class Guess:
    """One explanation: what happened, to which cups, its cost, and the belief after it.

    `table`: that belief, or a function of this guess that makes it when it is asked for: of many falls few are.
    """

    # An object holds only what differs from these: of a fall there may be a hundred at a time.
    cup = -1
    stack = -1  # bottom cup, -1: the table top
    other = -1  # the cup taken off in a swap
    x = y = 0.0
    seen_x = seen_y = 0.0  # where a cup that was put was measured
    thing = 0.0  # g of something strange that came at the same time; negative: that went
    cups: "tuple[int, ...]" = ()  # taken together, or fallen

    def __init__(self, what, cost, table):
        self.what, self.cost, self._table = what, cost, table

    @property
    def table(self):
        """The belief after it."""
        if not isinstance(self._table, Table):
            self._table = self._table(self)
        return self._table

    def meaning(self):
        """Return a tuple that two guesses share when the players would not care which of them is true."""
        if self.what == NONE or self.what == SLID:
            return (NONE,)
        if self.what in FALLS:
            return (FALL, sorted(self.table.fallen))
        if self.what == TAKEN:
            return (TAKEN, sorted(self.cups))
        return (self.what, self.cup, self.stack, self.other)


@micropython.native
def misfit(change, mass, m=None):
    """Return the cost of a change by `mass` g where `m` (default: `change.m`) was measured; 99 where it cannot be."""
    sigma = 0.2 + 0.003 * abs(mass) + change.noise_m
    z = ((change.m if m is None else m) - mass) / sigma
    return z * z / 2 if -5 < z < 5 else 99.0


@micropython.native
def _fitting(change, grams, less, m):
    """Return (cup, misfit) of all cups whose mass, `less` g off, fits `m` g."""
    most = 5.1 * (0.2 + 0.003 * abs(m) + change.noise_m)  # a mass that fits is hardly more than `m`
    out = []
    for cup in range(len(grams)):
        mass = grams[cup] - less
        if -most < m - mass < most:
            cost = misfit(change, mass, m)
            if cost < 99:
                out.append((cup, cost))
    return out


@micropython.native
def _choices(change, grams, cups, came):
    """Return what `Change.gone` does."""
    n = min(len(cups), CUPS_MOST)
    mg = array("i", [int(1000 * grams[cup]) for cup in cups[:n]])
    lost = came - change.m
    slack = int(5000 * (0.2 + 0.003 * abs(lost) + change.noise_m))
    found = array("H", [0] * _CHOICES)
    many = choices(mg, n, int(1000 * lost), slack, found, _CHOICES)
    if many > _CHOICES:
        found = array("H", [0] * many)
        choices(mg, n, int(1000 * lost), slack, found, many)
    out = []
    for at in range(many):
        some = found[at]
        bits = 0
        mass = 0.0
        for i in range(n):
            if some >> i & 1:
                bits |= 1 << cups[i]
                mass += grams[cups[i]]
        fit = misfit(change, came - mass)
        if fit < 99:
            enter(out, (fit, mass, bits))
    return array("H", [one[2] for one in out]), out


@micropython.native
def gauss(d2, sigma, mass, change):
    """Cost of a place off by sqrt(d2) mm, normal with `sigma` mm, as a density over the moments of `mass` g."""
    s2 = sigma * sigma + (change.noise_p / mass) ** 2
    return d2 / (2 * s2) + math.log(TWO_PI * s2 * mass * mass)


@micropython.native
def anywhere(mass):
    """Return the cost of any place on the table top, as a density over the moments of `mass` g."""
    return math.log(_AREA * mass * mass)


@micropython.native
def new(out, what, cost, table, change):
    """Add a guess that begins with a copy of `table` to `out`, and return it."""
    guess = Guess(what, cost, table.copy())
    change.found(cost)
    out.append(guess)
    return guess


@micropython.native
def place_of(change, mass, z):
    """Return where `mass` g with its centre `z` mm high came down: residual moments less those made by the lean."""
    return (change.px + mass * z * change.fx) / mass, (change.py + mass * z * change.fy) / mass


def refused(guess, grams):
    """Return the belief after the players have said that `guess` and all its rivals are wrong.

    What was put stands there unexplained, as a thing, until it is taken off; a cup said to be taken is back on its
    stack (what is missing will be explained anew). Anything else stays as guessed.
    """
    table = guess.table.copy()
    if guess.what == PUT or guess.what == SWAPPED:
        at = table.number(guess.stack if guess.stack >= 0 else guess.cup)
        table.keep(at, len(table.stacks[at].cups) - 1)
        table.tidy()
        table.things += (Thing(grams[guess.cup], guess.x, guess.y),)
    elif guess.what == TAKEN and guess.stack >= 0:
        at = table.number(guess.stack)
        if at < 0:
            table.stacks.append(Stack((guess.cup,), (guess.x,), (guess.y,)))
        else:
            table.put(at, guess.cup, guess.x, guess.y)
    return table
