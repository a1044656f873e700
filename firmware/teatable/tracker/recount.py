"""Explanations of the whole load instead of its last change: which lower parts of the stacks stand, the rest is gone.

Why: after a fall many hands clear up at once, and cups that still stood are knocked over meanwhile; the table may not
come to rest between two of these changes, and their sum fits no single one. What stands in the end is weighed as well:
it has a weight and a centre of pressure, and no cup that fell is left.
Data in: the belief from before the fall, the whole load. Data out: guesses added to a list, see guess.py.
"""

import math

from .guess import RECOUNT, TWO_PI, Guess, misfit

_PRIOR = 8.0  # nats: what explains the last change alone is likelier
_ZERO_G = 0.3  # how well the zero is known after many changes
_PLACE_MM = 4.0  # how far what stands may have been moved, all of it


def recount(out, table, fallen, whole, grams):
    """Add a guess for all lower parts of the stacks of `table` that weigh `whole`.

    `fallen`: cups that are known to have fallen; `whole`: a Change against the empty table. Where it allows cups on
    stacks, one of these may have come to stand there before the others fell. A generator that rests between two pieces.
    """
    whole.noise_m += _ZERO_G
    whole.noise_p += 60 * _ZERO_G
    yield from _parts(out, table, fallen, whole, grams, -1)
    for i in range(len(table.stacks)):
        if whole.cups is None or whole.stacks is None or table.stacks[i].cups[0] not in whole.stacks:
            continue
        for cup in table.off():
            if cup in whole.cups:
                more = table.copy()
                more.put(i, cup, table.stacks[i].xs[-1], table.stacks[i].ys[-1])
                yield from _parts(out, more, [c for c in fallen if c != cup], whole, grams, i)


def _parts(out, table, fallen, whole, grams, full):
    """Choose how many cups are left of each stack: a piece for each. Of stack `full` all are left."""
    slack = 5 * (0.2 + 0.003 * whole.m + whole.noise_m)
    todo = [([], 0.0)]  # how many, and what they weigh
    while todo:
        keep, mass = todo.pop()
        yield
        if len(keep) == len(table.stacks):
            if misfit(whole, mass) < 99:
                _guess(out, table, fallen, whole, grams, keep, mass)
            continue
        cups = table.stacks[len(keep)].cups
        more = []
        for n in range(len(cups) + 1):
            if mass > whole.m + slack:
                break
            if len(keep) != full or n == len(cups):
                more.append((keep + [n], mass))
            if n < len(cups):
                mass += grams[cups[n]]
        more.reverse()
        todo.extend(more)


def _guess(out, table, fallen, whole, grams, keep, mass):
    left = table.copy()
    left.lying = left.things = ()
    left.fallen = tuple(fallen)
    px, py = whole.px, whole.py
    unknown = False
    for i in range(len(keep)):
        stack = left.stacks[i]
        left.fallen += tuple([cup for cup in stack.cups[keep[i] :] if cup not in left.fallen])
        left.keep(i, keep[i])
        stack = left.stacks[i]
        unknown = unknown or (bool(stack.cups) and not stack.known)
        for k in range(keep[i]):
            px -= grams[stack.cups[k]] * stack.xs[k]
            py -= grams[stack.cups[k]] * stack.ys[k]
    left.tidy()
    s = 60.0 + _PLACE_MM * mass + whole.noise_p
    far = 0.0 if unknown else (px * px + py * py) / (2 * s * s)
    if far > 30:
        return
    out.append(Guess(RECOUNT, _PRIOR + misfit(whole, mass) + far + math.log(TWO_PI * s * s), left))
