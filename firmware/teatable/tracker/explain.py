"""All explanations of one settled change of load, from one belief.

Data in: a belief (Table), a Change. Data out: Guesses added to a list, each with its cost and the belief after it.
It may take longer than the time between two samples, so it is done in pieces: a generator that rests between two.
"""

import math

from .believed import TOP_MM, Lying, Thing
from .falls import falls
from .guess import LEAST, NONE, SHIFT_MM, SLID, STRANGE, TWO_PI, Guess, anywhere, gauss, misfit, new, place_of
from .put import put, swapped
from .signs import BUMP_SLIDE_MM, bumped, lifted_again, too_loud, too_wild
from .taken import taken

_STRANGE = 5.0 + math.log(500.0)  # cost of something of any mass, beside that of its place
BESIDES = 5.0  # cost of a second thing at the same time
DECLARED = 6.0  # cost of "nothing fell" where the players say that something did


def guesses(out, table, change, grams, may_fall):
    """Add the guesses for `change` on `table` to `out`; `grams`: masses of the cups; `may_fall`: falls among them.

    A generator that rests after each piece of work. There are thousands of ways: what is far worse than others that
    explain the change is left out.
    """
    _none(out, table, change, grams)
    yield
    if change.m > 4:
        yield from put(out, table, change, grams)
        _strange(out, table, change)
    if change.m < -4:
        yield from taken(out, table, change, grams)
    yield from swapped(out, table, change, grams)
    _slid(out, table, change, grams)
    yield
    if may_fall and not change.denied:
        yield from falls(out, table, change, grams)
    if change.m < -4:
        yield from _with_a_thing(out, table, change, grams, may_fall)
    if change.stood is not None:
        yield from _beside_a_thing(out, table, change, grams, may_fall)


def _with_a_thing(out, table, change, grams, may_fall):
    """A thing that is no cup was taken away before the table came to rest after something else."""
    for i in range(len(table.things)):
        thing = table.things[i]
        if change.m > -4 - thing.mass:
            continue  # the thing alone, or less of it: taken.py
        base = table.without_thing(i)
        was = change.less(-thing.mass, -thing.mass * thing.x, -thing.mass * thing.y)
        change.before += BESIDES
        besides = []
        yield from guesses(besides, base, change, grams, may_fall)
        change.again(was)
        _add(out, besides, BESIDES, -thing.mass)


def _beside_a_thing(out, table, change, grams, may_fall):
    """Something strange was laid down and came to rest, and before it was told the rest of the change happened."""
    m, px, py = change.stood
    cost = _laid_before(change)
    if change.far(cost) or not _on_top(px / m, py / m):
        return
    base = table.copy()
    base.things += (Thing(m, px / m, py / m),)
    was = change.less(m, px, py)
    change.stood = None
    change.before += cost
    besides = []
    yield from guesses(besides, base, change, grams, may_fall)
    change.again(was)
    _add(out, [guess for guess in besides if guess.what != STRANGE], cost, m)  # two things are one, see _strange


def _add(out, besides, cost, thing):
    """Add what has happened `besides` that a `thing` of so many g came or went."""
    for guess in besides:
        guess.cost += cost
        guess.thing += thing
        out.append(guess)


def _none(out, table, change, grams):
    """Nothing changed; or only a fallen cup rolled, which nobody needs to know but where it lies now."""
    cost = misfit(change, 0.0) + too_loud(change) + lifted_again(change) + (DECLARED if change.declared else 0.0)
    if cost >= 99:
        return
    s = change.noise_p + 12.0 + SHIFT_MM * change.load
    p2 = change.px * change.px + change.py * change.py
    if p2 < 40 * s * s:
        _unchanged(out, table, change, cost, p2, s)
    s += BUMP_SLIDE_MM * change.load
    if bumped(change) and p2 < 40 * s * s:
        _unchanged(out, table, change, cost + 1.0, p2, s)  # cups slid a little where they stand
    low = sum([grams[one.cup] for one in table.lying])
    if low and p2 < (80 * low) ** 2:
        cost += 1.0 + gauss(p2 / (low * low), 15.0, low, change)
        if change.far(cost):
            return
        guess = new(out, NONE, cost, table, change)
        rolled = [Lying(one.cup, one.x + change.px / low, one.y + change.py / low, one.known) for one in table.lying]
        guess.table.lying = tuple(rolled)


def _unchanged(out, table, change, cost, p2, s):
    out.append(Guess(NONE, cost + p2 / (2 * s * s) + math.log(TWO_PI * s * s), table))
    change.found(out[-1].cost)


def _slid(out, table, change, grams):
    """A stack that slid flat, nothing else changed."""
    cost = misfit(change, 0.0) + too_wild(change) + lifted_again(change) + (DECLARED if change.declared else 0.0)
    if cost >= 99 or change.far(cost + 2.0 + LEAST):
        return
    for i in range(len(table.stacks)):
        stack = table.stacks[i]
        mass = sum([grams[c] for c in stack.cups])
        dx, dy = change.px / mass, change.py / mass
        d = math.sqrt(dx * dx + dy * dy)
        if d > 120:
            continue
        far = d / 2.5 if d < 10 else 4.0 + min(3.0, (d - 10) / 30)
        all_in = cost + 2.0 + far + math.log(TWO_PI * 6 * mass * mass)
        if change.far(all_in):
            continue
        guess = new(out, SLID, all_in, table, change)
        guess.table.stacks[i] = stack.moved(dx, dy)
        guess.stack, guess.x, guess.y = stack.cups[0], stack.xs[0] + dx, stack.ys[0] + dy


def _strange(out, table, change):
    x, y = place_of(change, change.m, 10.0)
    if not _on_top(x, y):
        return
    guess = new(out, STRANGE, _STRANGE + anywhere(change.m) + _laid_before(change), table, change)
    guess.thing = change.m
    guess.table.things += (Thing(change.m, x, y),)
    guess.x, guess.y = x, y


def _laid_before(change):
    """Return the cost of something strange that a part of the change was seen to be, for it had come to rest."""
    return 0.0 if change.stood is None else _STRANGE + anywhere(change.stood[0])


def _on_top(x, y):
    """Tell whether something strange can lie with its middle at x, y."""
    return x * x + y * y <= (TOP_MM + 10) ** 2
