"""Which cups may have fallen: of each stack those above some height. Every such way, the least it can cost, its sums.

Why: there are hundreds of ways, so each is bounded by its weight alone first, and what the cups of a stack add to one
is summed up once for every height. Data in: a belief, a settled change. Data out: ways for falls.py.
"""

import math

from ..boards import geometry
from ..compat import const, micropython
from .believed import RIM_MM
from .order import enter

TIPPED_MM = 20.0  # a fallen cup that lies so near lies on the stack that it stood on,
TIPPED_SHARE = 0.2  # which so many do
DENSE = 6.5  # nats: no place where no cup lies costs less
_DENSEST = math.pi * TIPPED_MM * TIPPED_MM / TIPPED_SHARE  # mm2: nor one where cups lie less than this area
_MOST_STACKS = const(3)  # that lose cups in one fall


def collect(table, change, grams, out):
    """Collect the ways in which stacks may have lost cups that are not far from likely: a piece for some of them.

    A way: the least it can cost; how many cups fell, and g; these cups as bits; the heights that remain, one number a
    stack. The likeliest come first: the sooner good ones are found, the more need not be worked out.
    """
    less = change.m - 5.2 * (0.2 + 0.003 * abs(change.m) + change.noise_m)
    todo = [([], 0, 0, 0.0, change.fall - 0.7 + dense(less), 0)]
    tries = 0
    while todo:
        cut, hit, n, mass, least, bits = todo.pop()
        if len(cut) == len(table.stacks):
            enter(out, (least, n, mass, bits, cut))
            continue
        cups = table.stacks[len(cut)].cups
        more = [(cut + [len(cups)], hit, n, mass, least, bits)]
        for keep in range(len(cups) - 1, -1, -1) if hit < _MOST_STACKS else ():
            n += 1
            mass += grams[cups[keep]]
            bits |= 1 << cups[keep]
            least = change.fall + 0.7 * (n - 1) + dense(mass + less)
            if change.far(least):
                break  # with more of them it is less likely still
            more.append((cut + [keep], hit + 1, n, mass, least, bits))
        more.reverse()
        todo.extend(more)
        tries += 1
        if tries & 1:
            yield


def cups_of(ways, change, more, alone):
    """Return the cups of all ways that are not far if they cost `more`, in order; None if there are none.

    `alone`: it is a way that none of those that stood fell.
    """
    bits = 0
    found = alone
    for way in ways:
        if change.far(way[0] + more):
            break
        bits |= way[3]
        found = found or way[1] > 0
    return [cup for cup in range(geometry.CUP_COUNT) if bits >> cup & 1] if found else None


@micropython.native
def dense(low):
    """Return the least that a place can cost where at least `low` g of fallen cups lie."""
    return math.log(_DENSEST * low * low) if low > 1 else DENSE


class Part:
    """The cups of one stack above a height: (cup, x, y, z) of each, and the sums that a fall of them makes."""

    def __init__(self, cups):
        self.cups = cups
        self.px = self.py = 0.0  # moments of the change
        self.mass = self.x = self.y = self.rim = self.most = 0.0  # g; moments where they stood; times rim; the heaviest


@micropython.native
def parts_of(stack, change, grams):
    """Return the Part of a stack above each height, from the table on; the last has no cups."""
    cups = stack.above(0)
    out = [Part([])]
    for n in range(len(cups) - 1, -1, -1):
        cup, x, y, z = cups[n]
        mass = grams[cup]
        more = out[-1]
        part = Part(cups[n:])
        part.px = more.px + mass * (x - z * change.fx)
        part.py = more.py + mass * (y - z * change.fy)
        part.mass = more.mass + mass
        part.x = more.x + mass * x
        part.y = more.y + mass * y
        part.rim = more.rim + mass * RIM_MM[cup >> 2]
        part.most = max(more.most, mass)
        out.append(part)
    out.reverse()
    return out


class Way:
    """What the heights that remain of the stacks leave to lie: cups, their g, moments; `put` (-1: none) fell too."""

    @micropython.native
    def __init__(self, change, grams, parts, stood, cut, put):
        self.cut, self.put, self.stood = cut, put, stood
        self.fallen = []  # (cup, x, y, z) of those that stood
        self._by_mass = None
        px, py = change.px, change.py
        mass = x = y = rim = most = 0.0
        for i in range(len(cut)):
            part = parts[i][cut[i]] if cut[i] < len(parts[i]) else None
            if part is not None and part.cups:
                self.fallen.extend(part.cups)
                px += part.px
                py += part.py
                mass += part.mass
                x += part.x
                y += part.y
                rim += part.rim
                most = max(most, part.most)
        if put >= 0:
            mass += grams[put]
            rim += grams[put] * RIM_MM[put >> 2]
            most = max(most, grams[put])
        self.cups = tuple([one[0] for one in self.fallen] + ([put] if put >= 0 else []))
        self.px, self.py, self.mass, self.x, self.y, self.rim, self.most = px, py, mass, x, y, rim, most

    def heaviest(self, grams, gone):
        """Return the most g that a cup that lies there has."""
        return max([grams[cup] for cup in self.cups if not gone >> cup & 1])

    @micropython.native
    def lightest(self, grams, gone):
        """Return the least g that a cup that lies there has."""
        if self._by_mass is None:
            self._by_mass = sorted(self.cups, key=lambda cup: grams[cup])
        for cup in self._by_mass:
            if not gone >> cup & 1:
                return grams[cup]
        return 0.0


@micropython.native
def sums_of(stood, grams, gone):
    """Return how many cups the bits `gone` are, their moments where they stood, and their masses times rims."""
    found = stood.get(gone)
    if found is None:
        n = 0
        x = y = rim = 0.0
        for cup in range(geometry.CUP_COUNT):
            if gone >> cup & 1:
                mass = grams[cup]
                cx, cy = stood.get(-1 - cup, (0.0, 0.0))
                n += 1
                x += mass * cx
                y += mass * cy
                rim += mass * RIM_MM[cup >> 2]
        found = stood[gone] = (n, x, y, rim)
    return found
