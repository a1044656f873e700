"""Explanations by a fall: of each stack a lower part remains, the rest lies on the table or has gone over its edge.

Data in: a belief, a settled change. Data out: guesses added to a list, see guess.py. A fall need not change the weight;
then only the moments tell, and where the fallen cups lie is free within the table top.
"""

import math

from ..boards import geometry
from ..compat import micropython
from .believed import HIGH_MM, TOP_MM, Lying
from .events import CLEAR, NEW_STACK, PLACE, REMOVE
from .guess import FALL, FALL_PUT, SHIFT_MM, Guess, misfit
from .put import from_stack, put_prior
from .signs import fell_away, in_hand, too_calm, too_soft
from .sums import within
from .ways import DENSE, TIPPED_MM, TIPPED_SHARE, Way, collect, cups_of, dense, parts_of, sums_of

_RING_MM = 60.0  # how far a fallen cup typically comes to lie from where it stood
_RING_SIGMA_MM = 35.0
_ASIDE_MM = 6.0  # a cup that is put stands so far from the middle of the one below
_ASKED = 4.0
_NONE = ((), ())  # no choices of cups that may be gone
_BESIDES = 2.5  # cost of a cup that comes to stand while others fall


def falls(out, table, change, grams):
    """Add a guess for every way to fall that fits the change's mass and can lie on the table.

    A generator: there may be hundreds of ways, so it rests after each piece of work.
    """
    change.fall = 4.0 + too_calm(change)
    if change.mode == CLEAR and not change.declared:
        change.fall += 4.0  # a hand takes cups off
    ways = []
    yield from collect(table, change, grams, ways)
    above = [parts_of(s, change, grams) for s in table.stacks]
    stood = {}  # where each cup stood, under -1 less the cup; and sums of those that are gone, see `sums_of`
    for s in table.stacks:
        for i in range(len(s.cups)):
            stood[-1 - s.cups[i]] = (s.xs[i], s.ys[i])
    in_vain = 1.5 * in_hand(change)  # one was being put down, and others fell
    most = cups_of(ways, change, in_vain, False)
    sets = _NONE if most is None else (yield from change.gone(grams, most, 0.0))
    for way in ways if sets[1] else ():
        if change.far(way[0] + in_vain):
            break
        if way[1]:
            yield from _fall(out, table, change, grams, above, stood, way, -1, in_vain, sets)
    if not change.may_put and change.m <= 10:
        return
    off = table.off()
    some = [cup for cup in off if change.cups is None or cup in change.cups]
    change.unseen = 0.3 + math.log(max(1, len(some)))  # nothing says which of the cups that the card allows it was
    in_vain = misfit(change, 0.0) < 99  # came and went
    for cup in off:  # a cup that was just put may have fallen, with others or alone
        if grams[cup] < change.m - 5:
            continue
        if change.mode == PLACE and change.cups is not None and cup not in change.cups:
            continue
        prior = put_prior(change, cup)
        too = prior + (0.2 if change.pressed >= 0.7 * grams[cup] else 2.2)
        alone = in_vain or misfit(change, grams[cup]) < 99  # or lies there
        most = cups_of(ways, change, too, alone)
        sets = _NONE if most is None else (yield from change.gone(grams, most + [cup], grams[cup]))
        for way in ways if sets[1] else ():
            if change.far(way[0] + too):
                break
            if way[1] or alone:
                yield from _fall(out, table, change, grams, above, stood, way, cup, too, sets)
        if change.mode == PLACE and change.stacks is not None:
            yield from _stands(out, table, change, grams, above, stood, ways, cup, prior + _BESIDES)


def _stands(out, table, change, grams, above, stood, ways, cup, cost):
    """The cup in hand has come to stand on a stack that is allowed, while others fell."""
    put = grams[cup]  # of what fell, the cup in hand is no part
    low = change.m - 5.2 * (0.2 + 0.003 * abs(change.m) + change.noise_m) - put
    hosts = [i for i, s in enumerate(table.stacks) if s.cups[0] in change.stacks and s.known]
    likely = []
    bits = 0
    for way in ways if hosts else ():
        if way[1] and not change.far(change.fall + 0.7 * (way[1] - 1) + cost + dense(way[2] + low)):
            likely.append(way)
            bits |= way[3]
    if not likely:
        return
    was = change.less(put, 0.0, 0.0)
    sets = yield from change.gone(grams, [c for c in range(geometry.CUP_COUNT) if bits >> c & 1], 0.0)
    change.again(was)
    for least, n, mass, who, cut in likely if sets[1] else ():
        for i in hosts:
            stack = table.stacks[i]
            if cut[i] < len(stack.cups):
                continue
            more = table.copy()
            x, y = stack.xs[-1], stack.ys[-1]
            z = stack.height() + HIGH_MM[cup >> 2] / 2
            more.put(i, cup, x, y)
            was = change.less(put, put * (x - z * change.fx), put * (y - z * change.fy))
            change.may_put = False
            change.noise_p += _ASIDE_MM * put
            kept = cut[:i] + [cut[i] + 1] + cut[i + 1 :]
            yield from _fall(out, more, change, grams, above, stood, (least, n, mass, who, kept), -1, cost, sets)
            change.again(was)


def _fall(out, table, change, grams, above, stood, way, put, more, sets):
    """Add the guesses for one way, with cup `put` fallen too (-1: none); `more`: cost of what else has happened.

    `above`: the parts of each stack, see `parts_of`; `sets`: which cups may be gone, see `Change.gone`.
    """
    _, n, mass, who, cut = way
    more += change.fall + 0.7 * (n - 1)
    if put >= 0:
        mass += grams[put]
        who |= 1 << put
    known = None
    bar, before = change.bar, change.before
    plain = put < 0 and change.mode != REMOVE
    some, fits = sets
    many = len(fits)
    at = within(some, 0, many, who)
    while at < many:
        gone = some[at]
        cost, lost, _ = fits[at]
        cost += more
        if before + cost + DENSE > bar.most:
            return  # the others fit worse
        if not plain:
            cost += _gone_prior(change, put, gone, n)
        if before + cost + dense(mass - lost) <= bar.most:
            known = known or Way(change, grams, above, stood, cut, put)
            _judge(out, table, change, grams, known, gone, lost, cost)
            yield
        at = within(some, at + 1, many, who)


@micropython.native
def _judge(out, table, change, grams, way, gone, lost, cost):
    """Where do those that did not go lie? Add a guess if that is on the table."""
    put = way.put
    stays = put >= 0 and not gone >> put & 1
    if put >= 0 and not stays and not change.may_put:
        return
    if stays and not way.fallen and _top_asked(change):
        return  # a cup on the top is what was asked for; whether it stands or lies there, the players see
    x = y = 0.0
    many, gone_x, gone_y, gone_rim = sums_of(way.stood, grams, gone)
    n = len(way.cups) - many
    low, wx, wy, rim = way.mass - lost, way.x - gone_x, way.y - gone_y, way.rim - gone_rim
    if n:
        if not change.declared and change.swing < 0.6 * way.most and change.swing < 0.6 * way.heaviest(grams, gone):
            cost += 4.0  # too gentle: a cup that comes down swings the weight by more than its own
        x = (way.px + 0.8 * rim * change.fx) / low
        y = (way.py + 0.8 * rim * change.fy) / low
        if (stays or n > 1) and not (stays and from_stack(table, change, x, y)):
            cost += too_soft(change, grams[put] if stays else way.lightest(grams, gone))
        cost += _lies(x, y, low, wx / low, wy / low, n == (put >= 0), n, change)
        if cost >= 99:
            return
    else:
        s = 4.0 * max(lost, 10.0) if way.fallen else change.noise_p + 12.0 + SHIFT_MM * change.load
        cost += 0.0 if way.fallen else fell_away(change)
        d2 = (way.px * way.px + way.py * way.py) / (s * s)
        if d2 > 60:
            return
        cost += d2 / 2 + math.log(2 * math.pi * s * s)
    if not change.far(cost):
        change.found(cost)
        guess = Guess(FALL if put < 0 else FALL_PUT, cost, _After(table, way.cut, gone))
        guess.cup = put
        guess.cups = way.cups
        guess.x, guess.y = x, y
        out.append(guess)


class _After:
    """The belief after a fall to the heights `cut`: what fell lies around the guess's place, less the cups `gone`."""

    def __init__(self, table, cut, gone):
        self._table, self._cut, self._gone = table, cut, gone

    def __call__(self, guess):
        """Return that belief."""
        out = self._table.copy()
        for i in range(len(self._cut)):
            out.keep(i, self._cut[i])
        out.tidy()
        lie(out, [cup for cup in guess.cups if not self._gone >> cup & 1], guess.x, guess.y)
        out.fallen += guess.cups
        return out


@micropython.native
def _gone_prior(change, put, gone, n):
    """Cost of what is missing being just what was asked for, or the cup in hand, which nobody has weighed."""
    # the one cup that is missing may be one that a hand was asked to take
    cost = _ASKED if change.mode == REMOVE and n == 1 and gone and not gone & (gone - 1) else 0.0
    if put < 0:
        return cost
    if gone >> put & 1:
        return cost + change.unseen
    return cost + 1.5 if _top_asked(change) else cost


def _top_asked(change):
    """Tell whether the game allows a cup on the table top: it needs no fall to come there."""
    return change.stacks is None or NEW_STACK in change.stacks


@micropython.native
def _lies(x, y, mass, x0, y0, only_put, n, change):
    """Cost of fallen cups of `mass` g lying around x, y that stood around x0, y0."""
    r = math.sqrt(x * x + y * y)
    if r > TOP_MM + 5:
        return 99.0
    if only_put:
        return math.log(math.pi * TOP_MM * TOP_MM * mass * mass)
    d = math.sqrt((x - x0) ** 2 + (y - y0) ** 2)
    off = d - _RING_MM
    ring = 2 * math.pi * max(d, 40.0) * _RING_SIGMA_MM * 2.5
    ring = off * off / (2 * _RING_SIGMA_MM * _RING_SIGMA_MM) + math.log(ring * mass * mass)
    if n == 1 and d < TIPPED_MM:  # it may have tipped over and lie on the very stack it stood on
        return min(ring, math.log(math.pi * TIPPED_MM * TIPPED_MM * mass * mass / TIPPED_SHARE))
    return ring


@micropython.native
def lie(table, fallen, x, y):
    """Add `fallen` (a list of cups) to what lies on `table`, around x, y."""
    table.lying += tuple([Lying(cup, x, y, len(fallen) == 1) for cup in fallen])
