"""What the tracker believes to be on the table: stacks with the place of every cup, fallen cups, other things.

Data in: cups and places (mm, frame of the table top). Data out: heights, the load that all this makes, copies. A place
is that of the middle of a cup's foot. Allocates; used at events only.
"""

from ..boards import geometry
from ..compat import micropython

RIM_MM = tuple([v / 2000 for v in geometry.CUP_RIM_DIAMETER_UM])  # radius, by size
FOOT_MM = tuple([v / 2000 for v in geometry.CUP_FOOT_DIAMETER_UM])
HIGH_MM = tuple([v / 1000 for v in geometry.CUP_HEIGHT_UM])
TEA_MM = tuple([(v - geometry.CUP_TEA_DEPTH_UM) / 1000 for v in geometry.CUP_HEIGHT_UM])
TOP_MM = geometry.TOP_RADIUS_UM / 1000


class Stack:
    """Cups bottom first, and where each one's foot is. It never changes, so that many beliefs share it: see Table."""

    def __init__(self, cups, xs, ys, known=True):
        self.cups = tuple(cups)
        self.xs = tuple(xs)
        self.ys = tuple(ys)
        self.known = known  # False: taken over from a journal, nobody has seen yet where it stands
        self._z = -1.0  # of the next cup, once it was asked for

    def seen_at(self, x, y, known=True):
        """Return it with all its cups at x, y."""
        n = len(self.cups)
        return Stack(self.cups, [x] * n, [y] * n, known)

    def moved(self, x, y):
        """Return it moved by x, y mm."""
        return Stack(self.cups, [v + x for v in self.xs], [v + y for v in self.ys], self.known)

    def top_moved(self, x, y):
        """Return it with its top cup moved by x, y mm."""
        return self.lower(len(self.cups) - 1).with_top(self.cups[-1], self.xs[-1] + x, self.ys[-1] + y)

    @micropython.native
    def height(self, n=None):
        """Return the height in mm on which cup number `n` (from 0; default: the next one) stands."""
        if n is None and self._z >= 0:
            return self._z
        z = 0.0
        for cup in self.cups if n is None else self.cups[:n]:
            z += TEA_MM[cup >> 2]
        if n is None:
            self._z = z
        return z

    @micropython.native
    def with_top(self, cup, x, y):
        """Return it with `cup` on top."""
        return Stack(self.cups + (cup,), self.xs + (x,), self.ys + (y,), self.known)

    @micropython.native
    def above(self, n):
        """Return a list of (cup, x, y, z of its centre) of the cups above the lowest `n`."""
        out = []
        z = self.height(n)
        for i in range(n, len(self.cups)):
            size = self.cups[i] >> 2
            out.append((self.cups[i], self.xs[i], self.ys[i], z + HIGH_MM[size] / 2))
            z += TEA_MM[size]
        return out

    @micropython.native
    def lower(self, n):
        """Return its lowest `n` cups."""
        return self if n >= len(self.cups) else Stack(self.cups[:n], self.xs[:n], self.ys[:n], self.known)


class Lying:
    """A fallen cup on the table; where it lies may not be known."""

    def __init__(self, cup, x, y, known):
        self.cup, self.x, self.y, self.known = cup, x, y, known


class Thing:
    """Something that is no cup: g, mm, mm."""

    def __init__(self, mass, x, y):
        self.mass, self.x, self.y = mass, x, y


class Table:
    """One belief of all that is on the table. A copy is small: stacks are shared, and replaced where they change."""

    def __init__(self):
        self.stacks = []
        self.lying: "tuple[Lying, ...]" = ()
        self.things: "tuple[Thing, ...]" = ()
        self._key = None
        self.fallen: "tuple[int, ...]" = ()  # since the last expected placement, whether or not they lie here

    @micropython.native
    def copy(self):
        """Return a belief that can be changed apart from this one."""
        out = Table()
        out.stacks = list(self.stacks)
        out.lying = self.lying
        out.things = self.things
        out.fallen = self.fallen
        return out

    @micropython.native
    def keep(self, i, n):
        """Keep the lowest `n` cups of stack number `i`; see `tidy`."""
        self.stacks[i] = self.stacks[i].lower(n)

    @micropython.native
    def put(self, i, cup, x, y):
        """Put `cup` on stack number `i`."""
        self.stacks[i] = self.stacks[i].with_top(cup, x, y)

    def without_thing(self, i):
        """Return a copy without thing number `i`."""
        out = self.copy()
        out.things = self.things[:i] + self.things[i + 1 :]
        return out

    def key(self):
        """Return what two beliefs share that hold the same cups in the same state: ask once it is complete."""
        if self._key is None:
            low = sorted([one.cup for one in self.lying])
            self._key = (sorted([s.cups for s in self.stacks]), low, len(self.things))
        return self._key

    def standing(self):
        """Return all cups that stand, as a list."""
        out = []
        for s in self.stacks:
            out.extend(s.cups)
        return out

    @micropython.native
    def off(self):
        """Return the cups that are not on the table."""
        on = 0
        for s in self.stacks:
            for cup in s.cups:
                on |= 1 << cup
        for one in self.lying:
            on |= 1 << one.cup
        return [cup for cup in range(geometry.CUP_COUNT) if not on >> cup & 1]

    def find(self, bottom):
        """Return the stack with this bottom cup, or None."""
        at = self.number(bottom)
        return None if at < 0 else self.stacks[at]

    def number(self, bottom):
        """Return the number of the stack with this bottom cup, or -1."""
        for i in range(len(self.stacks)):
            if self.stacks[i].cups[0] == bottom:
                return i
        return -1

    def guess_places(self, x, y):
        """Nobody said where the stacks stand: a single one stands at x, y, the centre of weight; of more, who knows."""
        self.stacks = [s.seen_at(x, y, len(self.stacks) == 1) for s in self.stacks]

    @micropython.native
    def tidy(self):
        """Drop stacks that have become empty."""
        self.stacks = [s for s in self.stacks if s.cups]

    def fill(self, load, grams):
        """Add everything to `load` (a sensing Load); `grams`: masses of the 12 cups. Returns `load`."""
        for s in self.stacks:
            z = 0.0
            for i in range(len(s.cups)):
                size = s.cups[i] >> 2
                load.add(grams[s.cups[i]], s.xs[i], s.ys[i], z + HIGH_MM[size] / 2)
                z += TEA_MM[size]
        for one in self.lying:
            load.add(grams[one.cup], one.x, one.y, RIM_MM[one.cup >> 2] * 0.8)
        for thing in self.things:
            load.add(thing.mass, thing.x, thing.y, 10.0)
        return load
