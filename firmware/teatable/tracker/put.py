"""Explanations by a cup that was put somewhere: on a stack, on the table top, or in the place of another.

Data in: a belief, a settled change. Data out: guesses added to a list, see guess.py.
"""

import math

from ..compat import micropython
from .believed import FOOT_MM, HIGH_MM, RIM_MM, TOP_MM, Stack
from .events import NEW_STACK, PLACE, REMOVE
from .guess import LEAST, PUT, SHIFT_MM, SWAPPED, anywhere, gauss, new, place_of
from .signs import too_hard

HAND_MM = 6.0  # a hand sets a cup down so near to the middle of the one below
_SWAP = 6.0
_FROM_STACK = 5.0  # cost of calling that put there which came down on a stack first
_TOUCHED_MM = 20.0  # the hand presses so near to the rim it comes down on, felt in the swing of the stack
_AWAY_MM = 40.0  # and what it puts on the bare top it presses there, at most 20 mm beside


def put(out, table, change, grams):
    """Add a guess for every cup and every place that fits: a piece for each cup."""
    off = table.off()
    for cup, cost in change.fits(grams):
        if cup not in off:
            continue
        cost += put_prior(change, cup) + too_hard(change, grams[cup])
        put_where(out, table, change, grams, cup, cost)
        yield


def put_prior(change, cup):
    """Return the cost of putting this cup at all."""
    if change.mode == PLACE:
        return 0.0 if change.cups is None or cup in change.cups else 3.5
    return 5.0


@micropython.native
def put_where(out, table, change, grams, cup, cost, other=-1):
    """Add a guess for each stack (and the top itself) on which `cup` may stand."""
    mass = grams[cup]
    size = cup >> 2
    for i in range(len(table.stacks)):
        stack = table.stacks[i]
        x, y = place_of(change, mass, stack.height() + HIGH_MM[size] / 2)
        top = stack.cups[-1] >> 2
        d2 = (x - stack.xs[-1]) ** 2 + (y - stack.ys[-1]) ** 2
        sway = sway_mm(stack.cups, mass, grams)
        if stack.known and d2 > (RIM_MM[top] + 6 + 2 * (sway + change.noise_p / mass)) ** 2:
            continue
        place = anywhere(mass) - 1.0
        if stack.known:
            place = gauss(d2, math.sqrt(HAND_MM * HAND_MM + sway * sway), mass, change)
        if change.mode == PLACE and change.stacks is not None and stack.cups[0] not in change.stacks:
            place += 3.5
        if change.far(cost + place):
            continue
        guess = new(out, PUT if other < 0 else SWAPPED, cost + place, table, change)
        guess.seen_x, guess.seen_y = x, y
        if stack.known:
            swing = change.noise_p / mass / 2  # its mean is known better than its width
            sigma = math.sqrt(sway * sway + swing * swing)
            x, y = likely(x, stack.xs[-1], sigma), likely(y, stack.ys[-1], sigma)
        guess.table.put(i, cup, x, y)
        if not stack.known:
            guess.table.stacks[i] = guess.table.stacks[i].seen_at(x, y)
        guess.stack = stack.cups[0]
        guess.cup, guess.x, guess.y, guess.other = cup, x, y, other
    x, y = place_of(change, mass, HIGH_MM[size] / 2)
    if x * x + y * y > TOP_MM * TOP_MM or not free(table, x, y, size):
        return
    cost += anywhere(mass)
    if change.mode == PLACE and change.stacks is not None and NEW_STACK not in change.stacks:
        cost += 3.5 + (_FROM_STACK if from_stack(table, change, x, y) else 0.0)
    if change.far(cost):
        return
    guess = new(out, PUT if other < 0 else SWAPPED, cost, table, change)
    guess.table.stacks.append(Stack((cup,), (x,), (y,)))
    guess.seen_x, guess.seen_y = x, y
    guess.cup, guess.x, guess.y, guess.other = cup, x, y, other


def sway_mm(below, mass, grams):
    """Return how far off a cup of `mass` g seems when the cups `below` it move a little as it is put there."""
    return SHIFT_MM * sum([grams[c] for c in below]) / mass


def likely(seen, below, sigma):
    """Return where along one axis a cup most likely stands that was measured at `seen`, good to `sigma` mm.

    The mean of that place and the middle of the cup `below`, each weighed by how well it is known.
    """
    return below + (seen - below) * HAND_MM * HAND_MM / (HAND_MM * HAND_MM + sigma * sigma)


@micropython.native
def from_stack(table, change, x, y):
    """Tell whether the load that is at x, y on the table top now was first felt on a stack: then it has fallen off."""
    if not change.came:
        return False
    cx, cy = change.came_x, change.came_y
    if (cx - x) ** 2 + (cy - y) ** 2 < _AWAY_MM * _AWAY_MM:
        return False
    for stack in table.stacks:
        reach = RIM_MM[stack.cups[-1] >> 2] + _TOUCHED_MM
        if (cx - stack.xs[-1]) ** 2 + (cy - stack.ys[-1]) ** 2 < reach * reach:
            return True
    return False


@micropython.native
def free(table, x, y, size):
    """Tell whether a cup of `size` can stand at x, y on the table top beside the stacks."""
    for stack in table.stacks:
        room = FOOT_MM[size] + FOOT_MM[stack.cups[0] >> 2] - 4
        if (x - stack.xs[0]) ** 2 + (y - stack.ys[0]) ** 2 < room * room:
            return False
    return True


def swapped(out, table, change, grams):
    """A top cup taken off and another put on before the table came to rest: a piece for each stack and pair."""
    if (change.mode != PLACE and change.mode != REMOVE) or change.far(_SWAP + LEAST):
        return
    off = table.off()
    for i in range(len(table.stacks)):
        stack = table.stacks[i]
        old = stack.cups[-1]
        for cup, cost in change.swaps(grams, old):
            cost += put_prior(change, cup) + _SWAP
            if cup not in off or change.far(cost + LEAST):
                continue
            _, x, y, z = stack.above(len(stack.cups) - 1)[0]
            base = table.copy()
            base.keep(i, len(stack.cups) - 1)
            base.tidy()
            mass = grams[old]
            was = change.less(
                change.m - change.without(old) - mass, -mass * (x - z * change.fx), -mass * (y - z * change.fy)
            )
            put_where(out, base, change, grams, cup, cost, old)
            change.again(was)
            yield
