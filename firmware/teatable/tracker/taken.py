"""Explanations by something that was taken away: a top cup, fallen cups, a thing that is no cup.

Data in: a belief, a settled change. Data out: guesses added to a list, see guess.py.
"""

from .believed import HIGH_MM, RIM_MM, TOP_MM
from .events import CLEAR, PLACE, REMOVE
from .falls import lie
from .guess import STRANGE_GONE, TAKEN, anywhere, gauss, misfit, new, place_of
from .put import put_prior, put_where
from .signs import in_hand, too_rough, too_wild

_DRAG_MM = 8.0  # how far a cup is dragged along by the one above it that a hand takes off sideways
_DRAG = 3.0
_AT_ONCE = 3  # fallen cups that a hand picks up


def taken(out, table, change, grams):
    """Add a guess for every top cup, fallen cup and other thing that fits: a piece for each."""
    for i in range(len(table.stacks)):
        stack = table.stacks[i]
        cup = stack.cups[-1]
        cost = misfit(change, -grams[cup], change.without(cup))
        if cost >= 99:
            continue
        x, y = place_of(change, -grams[cup], stack.height(len(stack.cups) - 1) + HIGH_MM[cup >> 2] / 2)
        dx, dy = x - stack.xs[-1], y - stack.ys[-1]
        d2 = dx * dx + dy * dy
        if change.mode == REMOVE and stack.known and len(stack.cups) > 1:
            _dragged(out, table, change, grams, i, dx, dy, cost + _take_prior(change, stack))
        if stack.known and d2 > 900:
            continue
        place = gauss(d2, 4.0, grams[cup], change) if stack.known else anywhere(grams[cup]) - 1.0
        cost += place + _take_prior(change, stack)
        if change.mode != CLEAR:  # where a removal is asked for, a bump just before it makes no fall of it
            asked = change.mode == REMOVE or cup == change.lift
            cost += min(2.0, too_wild(change)) if asked else too_wild(change)
            if in_hand(change) == 2 and not asked:
                cost += too_rough(change)  # with a cup in the hand that presses, no other one is lifted
        if change.far(cost):
            continue
        guess = new(out, TAKEN, cost, table, change)
        if not stack.known:
            guess.table.stacks[i] = stack.seen_at(x, y)
        guess.table.keep(i, len(stack.cups) - 1)
        guess.table.tidy()
        guess.cup, guess.stack, guess.x, guess.y = cup, stack.cups[0], stack.xs[-1], stack.ys[-1]
        guess.cups = (cup,)
        yield
    yield from _picked_up(out, table, change, grams)
    yield from _parted(out, table, change, grams)
    for i in range(len(table.things)):
        thing = table.things[i]
        cost = misfit(change, -thing.mass)
        if cost < 99:
            guess = new(out, STRANGE_GONE, cost + gauss(0, 6.0, thing.mass, change), table.without_thing(i), change)
            guess.thing = -thing.mass


def _dragged(out, table, change, grams, i, dx, dy, cost):
    """The hand that took the top cup has dragged the one below: the moments are off (mm of the top cup) by that."""
    stack = table.stacks[i]
    cup = stack.cups[-1]
    part = grams[cup] / grams[stack.cups[-2]]
    cost += _DRAG + min(2.0, too_wild(change)) + gauss(dx * dx + dy * dy, _DRAG_MM / part, grams[cup], change)
    if change.far(cost):
        return
    guess = new(out, TAKEN, cost, table, change)
    guess.table.stacks[i] = stack.lower(len(stack.cups) - 1).top_moved(-dx * part, -dy * part)
    guess.cup, guess.stack, guess.x, guess.y = cup, stack.cups[0], stack.xs[-1], stack.ys[-1]
    guess.cups = (cup,)


def _take_prior(change, stack):
    if change.mode == REMOVE:
        return 0.0 if change.stacks is None or stack.cups[0] in change.stacks else 3.0
    if stack.cups[-1] == change.lift:
        return 0.0
    return 1.5 if change.mode == PLACE else 5.0


def _picked_up(out, table, change, grams):
    """Fallen cups taken off: one, or several at once; a piece for each choice."""
    wild = 0.0 if change.mode == CLEAR else 5.0 + too_wild(change)  # nobody clears what was not told
    for some in choices(table.lying, len(table.lying), _AT_ONCE):
        yield
        mass = sum([grams[one.cup] for one in some])
        cost = misfit(change, -mass)
        if cost >= 99:
            continue
        x, y = place_of(change, -mass, RIM_MM[some[0].cup >> 2])
        place = anywhere(mass)
        if len(some) == 1 and some[0].known:
            d2 = (x - some[0].x) ** 2 + (y - some[0].y) ** 2
            place = min(place + 3.0, gauss(d2, 8.0, mass, change))
        cost += place + 0.5 + 2.0 * (len(some) - 1) + wild
        if change.far(cost):
            continue
        guess = new(out, TAKEN, cost, table, change)
        guess.cups = tuple([one.cup for one in some])
        guess.cup = guess.cups[0]
        left = [one for one in table.lying if one not in some]
        guess.table.lying = ()
        if left:
            guess.cost += _left(guess.table, table.lying, left, x * mass, y * mass, grams)


def choices(lying, n, most):
    """Give all choices of at least one and at most `most` of the first `n` of these, as lists."""
    for i in range(n):
        yield [lying[i]]
        for some in choices(lying, i, most - 1) if most > 1 else ():
            yield some + [lying[i]]


def _left(table, all_lying, left, px, py, grams):
    """Put what is left of the fallen cups where the moments say; return the cost of that place."""
    low = sum([grams[one.cup] for one in left])
    x = (sum([grams[one.cup] * one.x for one in all_lying]) - px) / low
    y = (sum([grams[one.cup] * one.y for one in all_lying]) - py) / low
    lie(table, [one.cup for one in left], x, y)
    return 0.0 if x * x + y * y < (TOP_MM + 10) ** 2 else 4.0


def _parted(out, table, change, grams):
    """A cup and a thing that is no cup were put down at once and taken for one thing: the thing is taken off again."""
    for i in range(len(table.things)):
        thing = table.things[i]
        base = table.without_thing(i)
        was = change.less(-thing.mass, -thing.mass * thing.x, -thing.mass * thing.y)
        off = base.off()
        parted = []
        for cup, cost in change.fits(grams):
            if cup in off:
                put_where(parted, base, change, grams, cup, cost + put_prior(change, cup) + 3.0)
                yield
        change.again(was)
        for guess in parted:
            guess.thing = -thing.mass
            out.append(guess)
