"""All explanations of one settled change of load, each with its cost (minus the logarithm of its likelihood, in nats).

Why costs: a placement, a cup taken off, a slide, a fall that stays on the table and one that goes over its edge can all
make a change of load that looks alike; what decides is how well mass and place fit, and what the game expects. All
densities are over mass (g) and first moments (g mm), so that they can be compared.
Data in: a belief (Table), a Change, what is expected. Data out: a list of Guess.
"""

import math

from .believed import FOOT_MM, HIGH_MM, RIM_MM, TOP_MM, Lying, Stack, Thing
from .events import NEW_STACK, NOTHING, PLACE, REMOVE

NONE, PUT, TAKEN, SWAPPED, SLID, FALL, FALL_PUT, STRANGE, STRANGE_GONE = range(9)

SHIFT_MM = 0.35  # how far a load may settle or creep sideways without anything having happened
_TWO_PI = 2 * math.pi
_AREA = math.pi * TOP_MM * TOP_MM


class Change:
    """A settled change of load: m g, px, py g mm (residuals), fx, fy g (mean lean of the specific force), sigmas."""

    def __init__(self, m, px, py, fx, fy, noise_m, noise_p):
        self.m, self.px, self.py, self.fx, self.fy = m, px, py, fx, fy
        self.noise_m, self.noise_p = noise_m, noise_p
        self.knocks = 0  # blows since the change began
        self.load = 0.0  # g on the table before it
        self.swing = 0.0  # g, from the least to the most residual since it began
        self.long = False  # it has stayed so for long
        self.mode = NOTHING
        self.may_put = False  # a cup may have been in hand when it began
        self.cups = None  # cups the game allows, None: any
        self.stacks = None  # bottom cups the game allows, None: any


class Guess:
    """One explanation: what happened, to which cups, its cost, and the belief after it."""

    def __init__(self, what, cost, table):
        self.what, self.cost, self.table = what, cost, table
        self.cup = -1
        self.stack = -1  # bottom cup, -1: the table top
        self.other = -1  # the cup taken off in a swap
        self.x = self.y = 0.0
        self.cups = []  # taken together, or fallen

    def meaning(self):
        """Return a tuple that two guesses share when the players would not care which of them is true."""
        if self.what == NONE or self.what == SLID:
            return (NONE,)
        if self.what == FALL or self.what == FALL_PUT:
            return (FALL, sorted(self.table.fallen))
        if self.what == TAKEN:
            return (TAKEN, sorted(self.cups))
        return (self.what, self.cup, self.stack, self.other)


def misfit(change, mass):
    """Return the cost of a change by `mass` g where `change.m` was measured; 99 where it cannot be."""
    sigma = 0.2 + 0.003 * abs(mass) + change.noise_m
    z = (change.m - mass) / sigma
    return z * z / 2 if -5 < z < 5 else 99.0


def _gauss(d2, sigma, mass, change):
    """Cost of a place off by sqrt(d2) mm, normal with `sigma` mm, as a density over the moments of `mass` g."""
    s2 = sigma * sigma + (change.noise_p / mass) ** 2
    return d2 / (2 * s2) + math.log(_TWO_PI * s2 * mass * mass)


def _anywhere(mass):
    return math.log(_AREA * mass * mass)


def guesses(table, change, grams, may_fall):
    """Return all guesses for `change` on `table`; `grams`: masses of the cups; `may_fall`: falls among them."""
    out = []
    _none(out, table, change, grams)
    if change.m > 4:
        _put(out, table, change, grams)
        _strange(out, table, change)
    if change.m < -4:
        _taken(out, table, change, grams)
    _swapped(out, table, change, grams)
    _slid(out, table, change, grams)
    if may_fall:
        from .falls import falls  # loaded when first needed; it imports this module

        falls(out, table, change, grams)
    return out


def _none(out, table, change, grams):
    """Nothing changed; or only a fallen cup rolled, which nobody needs to know but where it lies now."""
    cost = misfit(change, 0.0)
    if cost >= 99:
        return
    s = change.noise_p + 12.0 + SHIFT_MM * change.load
    p2 = change.px * change.px + change.py * change.py
    if p2 < 40 * s * s:
        out.append(Guess(NONE, cost + p2 / (2 * s * s) + math.log(_TWO_PI * s * s), table))
    low = sum([grams[one.cup] for one in table.lying])
    if low and p2 < (80 * low) ** 2:
        guess = _new(out, NONE, cost + 1.0 + _gauss(p2 / (low * low), 15.0, low, change), table)
        guess.table.lying = [
            Lying(one.cup, one.x + change.px / low, one.y + change.py / low, one.known) for one in table.lying
        ]


def place_of(change, mass, z):
    """Return where `mass` g with its centre `z` mm high came down: residual moments less those made by the lean."""
    return (change.px + mass * z * change.fx) / mass, (change.py + mass * z * change.fy) / mass


def _put(out, table, change, grams):
    for cup in table.off():
        cost = misfit(change, grams[cup])
        if cost >= 99:
            continue
        cost += put_prior(change, cup)
        put_where(out, table, change, grams, cup, cost)


def put_prior(change, cup):
    """Return the cost of putting this cup at all."""
    if change.mode == PLACE:
        return 0.0 if change.cups is None or cup in change.cups else 3.5
    return 5.0


def put_where(out, table, change, grams, cup, cost, other=-1):
    """Add a guess for each stack (and the top itself) on which `cup` may stand."""
    mass = grams[cup]
    size = cup >> 2
    for i in range(len(table.stacks)):
        stack = table.stacks[i]
        x, y = place_of(change, mass, stack.height() + HIGH_MM[size] / 2)
        top = stack.cups[-1] >> 2
        d2 = (x - stack.xs[-1]) ** 2 + (y - stack.ys[-1]) ** 2
        if stack.known and d2 > (RIM_MM[top] + 6) ** 2:
            continue
        place = _gauss(d2, 6.0, mass, change) if stack.known else _anywhere(mass) - 1.0
        guess = _new(out, PUT if other < 0 else SWAPPED, cost + place, table)
        if change.mode == PLACE and change.stacks is not None and stack.cups[0] not in change.stacks:
            guess.cost += 3.5
        guess.table.stacks[i].push(cup, x, y)
        if not stack.known:
            guess.table.stacks[i].seen_at(x, y)
        guess.stack = stack.cups[0]
        guess.cup, guess.x, guess.y, guess.other = cup, x, y, other
    x, y = place_of(change, mass, HIGH_MM[size] / 2)
    if x * x + y * y > TOP_MM * TOP_MM or not free(table, x, y, size):
        return
    guess = _new(out, PUT if other < 0 else SWAPPED, cost + _anywhere(mass), table)
    if change.mode == PLACE and change.stacks is not None and NEW_STACK not in change.stacks:
        guess.cost += 3.5
    guess.table.stacks.append(Stack([cup], [x], [y]))
    guess.cup, guess.x, guess.y, guess.other = cup, x, y, other


def _new(out, what, cost, table):
    guess = Guess(what, cost, table.copy())
    out.append(guess)
    return guess


def free(table, x, y, size):
    """Tell whether a cup of `size` can stand at x, y on the table top beside the stacks."""
    for stack in table.stacks:
        room = FOOT_MM[size] + FOOT_MM[stack.cups[0] >> 2] - 4
        if (x - stack.xs[0]) ** 2 + (y - stack.ys[0]) ** 2 < room * room:
            return False
    return True


def _taken(out, table, change, grams):
    for i in range(len(table.stacks)):
        stack = table.stacks[i]
        cup = stack.cups[-1]
        cost = misfit(change, -grams[cup])
        if cost >= 99:
            continue
        x, y = place_of(change, -grams[cup], stack.height(len(stack.cups) - 1) + HIGH_MM[cup >> 2] / 2)
        d2 = (x - stack.xs[-1]) ** 2 + (y - stack.ys[-1]) ** 2
        if stack.known and d2 > 900:
            continue
        place = _gauss(d2, 4.0, grams[cup], change) if stack.known else _anywhere(grams[cup]) - 1.0
        guess = _new(out, TAKEN, cost + place + _take_prior(change, stack), table)
        if not stack.known:
            guess.table.stacks[i].seen_at(x, y)
        guess.table.stacks[i].cut(len(stack.cups) - 1)
        guess.table.tidy()
        guess.cup, guess.stack, guess.x, guess.y = cup, stack.cups[0], stack.xs[-1], stack.ys[-1]
        guess.cups = [cup]
    _picked_up(out, table, change, grams)
    for i in range(len(table.things)):
        thing = table.things[i]
        cost = misfit(change, -thing.mass)
        if cost < 99:
            guess = _new(out, STRANGE_GONE, cost + _gauss(0, 6.0, thing.mass, change), table)
            guess.table.things.pop(i)


def _take_prior(change, stack):
    if change.mode == REMOVE:
        return 0.0 if change.stacks is None or stack.cups[0] in change.stacks else 3.0
    return 0.5 if change.mode == PLACE else 5.0


def _picked_up(out, table, change, grams):
    """Fallen cups taken off: one, or several at once."""
    n = len(table.lying)
    for bits in range(1, 1 << n):
        some = [table.lying[i] for i in range(n) if bits >> i & 1]
        if len(some) > 3:
            continue
        mass = sum([grams[one.cup] for one in some])
        cost = misfit(change, -mass)
        if cost >= 99:
            continue
        x, y = place_of(change, -mass, RIM_MM[some[0].cup >> 2])
        place = _anywhere(mass)
        if len(some) == 1 and some[0].known:
            d2 = (x - some[0].x) ** 2 + (y - some[0].y) ** 2
            place = min(place + 3.0, _gauss(d2, 8.0, mass, change))
        guess = _new(out, TAKEN, cost + place + 0.5 + 2.0 * (len(some) - 1), table)
        guess.cups = [one.cup for one in some]
        guess.cup = guess.cups[0]
        left = [one for one in table.lying if one not in some]
        guess.table.lying = []
        if left:
            guess.cost += _left(guess.table, table.lying, left, x * mass, y * mass, grams)


def _left(table, all_lying, left, px, py, grams):
    """Put what is left of the fallen cups where the moments say; return the cost of that place."""
    low = sum([grams[one.cup] for one in left])
    x = (sum([grams[one.cup] * one.x for one in all_lying]) - px) / low
    y = (sum([grams[one.cup] * one.y for one in all_lying]) - py) / low
    lie(table, [one.cup for one in left], x, y)
    return 0.0 if x * x + y * y < (TOP_MM + 10) ** 2 else 4.0


def _swapped(out, table, change, grams):
    """A top cup taken off and another put on before the table came to rest."""
    if change.mode != PLACE and change.mode != REMOVE:
        return
    for i in range(len(table.stacks)):
        stack = table.stacks[i]
        old = stack.cups[-1]
        for cup in table.off():
            if misfit(change, grams[cup] - grams[old]) >= 99:
                continue
            base = table.copy()
            cut = base.stacks[i].cut(len(stack.cups) - 1)
            base.tidy()
            rest = Change(grams[cup], change.px + grams[old] * cut[0][1], change.py + grams[old] * cut[0][2],
                          change.fx, change.fy, change.noise_m, change.noise_p)  # fmt: skip
            z = cut[0][3]
            rest.px -= grams[old] * z * change.fx
            rest.py -= grams[old] * z * change.fy
            rest.mode, rest.cups, rest.stacks = change.mode, change.cups, change.stacks
            cost = misfit(change, grams[cup] - grams[old]) + put_prior(change, cup) + 6.0
            put_where(out, base, rest, grams, cup, cost, old)


def _slid(out, table, change, grams):
    """A stack that slid flat, nothing else changed."""
    cost = misfit(change, 0.0)
    if cost >= 99:
        return
    for i in range(len(table.stacks)):
        stack = table.stacks[i]
        mass = sum([grams[c] for c in stack.cups])
        dx, dy = change.px / mass, change.py / mass
        d = math.sqrt(dx * dx + dy * dy)
        if d > 60:
            continue
        rough = 3.0 if change.swing > 15 else 0.0
        guess = _new(out, SLID, cost + 2.0 + rough + d / 2.5 + math.log(_TWO_PI * 6 * mass * mass), table)
        moved = guess.table.stacks[i]
        for k in range(len(moved.cups)):
            moved.xs[k] += dx
            moved.ys[k] += dy
        guess.stack, guess.x, guess.y = stack.cups[0], stack.xs[0] + dx, stack.ys[0] + dy


def _strange(out, table, change):
    x, y = place_of(change, change.m, 10.0)
    if x * x + y * y > (TOP_MM + 10) ** 2:
        return
    guess = _new(out, STRANGE, 5.0 + math.log(500.0) + _anywhere(change.m), table)
    guess.table.things.append(Thing(change.m, x, y))
    guess.x, guess.y = x, y


def lie(table, fallen, x, y):
    """Add `fallen` (a list of cups) to what lies on `table`, around x, y."""
    for cup in fallen:
        table.lying.append(Lying(cup, x, y, len(fallen) == 1))

