"""Explanations by a fall: of each stack a lower part remains, the rest lies on the table or has gone over its edge.

Data in: a belief, a settled change. Data out: guesses added to a list, see guess.py. A fall need not change the weight;
then only the moments tell, and where the fallen cups lie is free within the table top.
"""

import math

from .believed import HIGH_MM, RIM_MM, TOP_MM, Lying
from .events import CLEAR, NEW_STACK, PLACE, REMOVE
from .guess import FALL, FALL_PUT, SHIFT_MM, Guess, misfit
from .put import from_stack, put_prior
from .signs import fell_away, in_hand, too_calm, too_soft

_MOST_STACKS = 3  # that lose cups in one fall
_RING_MM = 60.0  # how far a fallen cup typically comes to lie from where it stood
_RING_SIGMA_MM = 35.0
_TIPPED_MM = 20.0
_TIPPED_SHARE = 0.2
_DENSEST = math.pi * _TIPPED_MM * _TIPPED_MM / _TIPPED_SHARE  # mm2: no place where cups lie costs less than this area
_DENSE = 6.5  # nats: nor that where none of them lies
_ASIDE_MM = 6.0  # a cup that is put stands so far from the middle of the one below
_ASKED = 4.0
_BESIDES = 2.5  # cost of a cup that comes to stand while others fall


def falls(out, table, change, grams):
    """Add a guess for every way to fall that fits the change's mass and can lie on the table."""
    change.fall = 4.0 + too_calm(change)
    if change.mode == CLEAR and not change.declared:
        change.fall += 4.0  # a hand takes cups off
    cuts = []
    _cuts(table, 0, [], 0, cuts)
    some = [cut for cut in cuts if _loses(table, cut)]
    for cut in some:
        _fall(out, table, change, grams, cut, -1)
    if change.may_put or change.m > 10:  # a cup that was just put may have fallen, with others or alone
        for cup in table.off():
            if grams[cup] < change.m - 5:
                continue
            if change.mode == PLACE and change.cups is not None and cup not in change.cups:
                continue
            for cut in cuts:
                _fall(out, table, change, grams, cut, cup)
            if change.mode == PLACE and change.stacks is not None:
                for cut in some:
                    _stands(out, table, change, grams, cut, cup)


def _loses(table, cut):
    """Tell whether any stack loses a cup."""
    return any([cut[i] < len(table.stacks[i].cups) for i in range(len(cut))])


def _stands(out, table, change, grams, cut, cup):
    """The cup in hand has come to stand on a stack that is allowed, while others fell."""
    mass = grams[cup]
    fallen = _above(table, cut)
    if not subsets([f[0] for f in fallen], mass - change.m, change, grams):
        return
    for i in range(len(cut)):
        stack = table.stacks[i]
        if cut[i] < len(stack.cups) or stack.cups[0] not in change.stacks or not stack.known:
            continue
        more = table.copy()
        x, y = stack.xs[-1], stack.ys[-1]
        z = stack.height() + HIGH_MM[cup >> 2] / 2
        more.stacks[i].push(cup, x, y)
        rest = change.less(mass, mass * (x - z * change.fx), mass * (y - z * change.fy))
        rest.may_put = False
        rest.noise_p += _ASIDE_MM * mass
        most = put_prior(change, cup) + _BESIDES
        _fall(out, more, rest, grams, cut[:i] + [cut[i] + 1] + cut[i + 1 :], -1, most)


def _cuts(table, i, cut, hit, out):
    """Collect all lists of heights that remain, one number a stack."""
    if i == len(table.stacks):
        out.append(cut)
        return
    n = len(table.stacks[i].cups)
    for keep in range(n, -1, -1):
        if keep < n and hit == _MOST_STACKS:
            break
        _cuts(table, i + 1, cut + [keep], hit + (keep < n), out)


def _above(table, cut):
    """Return a list of (cup, x, y, z) of all that stands above the heights that remain."""
    out = []
    for i in range(len(cut)):
        out.extend(table.stacks[i].above(cut[i]))
    return out


def _fall(out, table, change, grams, cut, put, more=0.0):
    """Add the guesses for one list of heights that remain; `more`: cost of what else has happened."""
    fallen = _above(table, cut)
    more += change.fall + 0.7 * (len(fallen) - 1)
    if change.far(more + _DENSE):
        return
    everyone = [f[0] for f in fallen] + ([put] if put >= 0 else [])
    lost = (grams[put] if put >= 0 else 0.0) - change.m  # what went over the edge
    for gone in subsets(everyone, lost, change, grams):
        _judge(out, table, change, grams, cut, fallen, put, gone, more)


def subsets(cups, lost, change, grams):
    """Return all sets of `cups` that weigh `lost`, as lists."""
    out = []
    n = len(cups)
    slack = 5 * (0.2 + 0.003 * abs(lost) + change.noise_m)
    if lost < -slack or n > 12:
        return out
    _search(cups, 0, lost, slack, [], grams, out)
    return out


def _search(cups, i, left, slack, some, grams, out):
    if -slack < left < slack:
        out.append(some)
    if left < slack and i > 0 and left < -slack:
        return
    for k in range(i, len(cups)):
        if grams[cups[k]] <= left + slack:
            _search(cups, k + 1, left - grams[cups[k]], slack, some + [cups[k]], grams, out)


def _judge(out, table, change, grams, cut, fallen, put, gone, more):
    """Where do those that did not go lie? Add a guess if that place is on the table."""
    mass = sum([grams[c] for c in gone])
    cost = misfit(change, (grams[put] if put >= 0 else 0.0) - mass)
    if cost >= 99:
        return
    cost += more + _put_prior(change, grams, put, gone, table)
    if change.mode == REMOVE and len(gone) == len(fallen) == 1:
        cost += _ASKED  # the one cup that is missing is one that a hand was asked to take
    low = sum([grams[f[0]] for f in fallen]) + (grams[put] if put >= 0 else 0.0) - mass
    if low > 1 and change.far(cost + math.log(_DENSEST * low * low)):
        return
    px, py, low = change.px, change.py, 0.0
    wx = wy = 0.0
    lying = []
    for cup, x, y, z in fallen:
        px += grams[cup] * (x - z * change.fx)
        py += grams[cup] * (y - z * change.fy)
        if cup not in gone:
            lying.append(cup)
            low += grams[cup]
            wx += grams[cup] * x
            wy += grams[cup] * y
    if put >= 0 and put in gone and not change.may_put:
        return
    if put >= 0 and not fallen and not gone and _top_asked(change):
        return  # a cup on the top is what was asked for; whether it stands or lies there, the players see
    if put >= 0 and put not in gone:
        lying.append(put)
        low += grams[put]
    what = FALL if put < 0 else FALL_PUT
    x = y = 0.0
    if lying and not change.declared and change.swing < 0.6 * max([grams[c] for c in lying]):
        cost += 4.0  # too gentle: a cup that comes down swings the weight by more than its own
    if lying:
        z = sum([grams[c] * RIM_MM[c >> 2] * 0.8 for c in lying])
        x = (px + z * change.fx) / low
        y = (py + z * change.fy) / low
        if (put in lying or len(lying) > 1) and not (put in lying and from_stack(table, change, x, y)):
            cost += too_soft(change, grams[put] if put in lying else min([grams[c] for c in lying]))
        cost += _lies(x, y, low, wx / low, wy / low, len(lying) == (put >= 0), len(lying), change)
        if cost >= 99:
            return
    else:
        s = 4.0 * max(mass, 10.0) if fallen else change.noise_p + 12.0 + SHIFT_MM * change.load
        cost += 0.0 if fallen else fell_away(change)
        d2 = (px * px + py * py) / (s * s)
        if d2 > 60:
            return
        cost += d2 / 2 + math.log(2 * math.pi * s * s)
    if change.far(cost):
        return
    change.least[0] = min(change.least[0], cost)
    base = table.copy()
    for i in range(len(cut)):
        base.stacks[i].cut(cut[i])
    base.tidy()
    guess = Guess(what, cost, base)
    lie(guess.table, lying, x, y)
    guess.cup = put
    guess.cups = [f[0] for f in fallen] + ([put] if put >= 0 else [])
    guess.table.fallen.extend(guess.cups)
    guess.x, guess.y = x, y
    out.append(guess)


def _put_prior(change, grams, put, gone, table):
    """Cost of a cup in hand that fell (`put`), or of none (-1) although one was being put down."""
    if put < 0:
        return 1.5 * in_hand(change)
    cost = put_prior(change, put) + 0.2
    if change.pressed < 0.7 * grams[put]:
        cost += 2.0
    if put not in gone:
        cost += 1.5 if _top_asked(change) else 0.0
    if put in gone:  # nothing says which of the cups that the card allows it was
        cost += 0.3 + math.log(max(1, len([c for c in table.off() if change.cups is None or c in change.cups])))
    return cost


def _top_asked(change):
    """Tell whether the game allows a cup on the table top: it needs no fall to come there."""
    return change.stacks is None or NEW_STACK in change.stacks


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
    if n == 1 and d < _TIPPED_MM:  # it may have tipped over and lie on the very stack it stood on
        return min(ring, math.log(math.pi * _TIPPED_MM * _TIPPED_MM * mass * mass / _TIPPED_SHARE))
    return ring


def lie(table, fallen, x, y):
    """Add `fallen` (a list of cups) to what lies on `table`, around x, y."""
    for cup in fallen:
        table.lying.append(Lying(cup, x, y, len(fallen) == 1))
