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
    """Add a guess for every way to fall that fits the change's mass and can lie on the table.

    A generator: there may be hundreds of ways, so it rests after each piece of work.
    """
    change.fall = 4.0 + too_calm(change)
    if change.mode == CLEAR and not change.declared:
        change.fall += 4.0  # a hand takes cups off
    ways = []
    yield from _ways(table, change, grams, ways)
    ways.sort(key=lambda way: way[3])  # the sooner good ones are found, the more need not be worked out
    in_vain = 1.5 * in_hand(change)  # one was being put down, and others fell
    for way in ways:
        if way[1] and not change.far(way[3] + in_vain):
            yield from _fall(out, table, change, grams, way, -1, in_vain)
    if not change.may_put and change.m <= 10:
        return
    off = table.off()
    some = [cup for cup in off if change.cups is None or cup in change.cups]
    change.unseen = 0.3 + math.log(max(1, len(some)))  # nothing says which of the cups that the card allows it was
    for cup in off:  # a cup that was just put may have fallen, with others or alone
        if grams[cup] < change.m - 5:
            continue
        if change.mode == PLACE and change.cups is not None and cup not in change.cups:
            continue
        prior = put_prior(change, cup)
        too = prior + (0.2 if change.pressed >= 0.7 * grams[cup] else 2.2)
        alone = misfit(change, grams[cup]) < 99 or misfit(change, 0.0) < 99  # lies there, or came and went
        for way in ways:
            if (way[1] or alone) and not change.far(way[3] + too):
                yield from _fall(out, table, change, grams, way, cup, too)
        yield
        if change.mode == PLACE and change.stacks is not None:
            for way in ways:
                if way[1]:
                    yield from _stands(out, table, change, grams, way, cup, prior + _BESIDES)


def _ways(table, change, grams, out):
    """Collect the ways in which stacks may have lost cups that are not far from likely: a piece for each height.

    A way: the heights that remain, one number a stack; how many cups, and g, were above them; the least it can cost.
    """
    todo = [([], 0, 0, 0.0, change.fall - 0.7 + _dense(0.0, change))]
    while todo:
        cut, hit, n, mass, least = todo.pop()
        if len(cut) == len(table.stacks):
            out.append((cut, n, mass, least))
            continue
        cups = table.stacks[len(cut)].cups
        more = [(cut + [len(cups)], hit, n, mass, least)]
        for keep in range(len(cups) - 1, -1, -1) if hit < _MOST_STACKS else ():
            n += 1
            mass += grams[cups[keep]]
            least = change.fall + 0.7 * (n - 1) + _dense(mass, change)
            if change.far(least):
                break  # with more of them it is less likely still
            more.append((cut + [keep], hit + 1, n, mass, least))
        more.reverse()
        todo.extend(more)
        yield


def _dense(mass, change):
    """Return the least that a place can cost where cups of `mass` g fell: some of it is gone, the rest lies there."""
    sigma = 0.2 + 0.003 * abs(change.m) + change.noise_m
    low = mass + change.m - 5.2 * sigma
    return math.log(_DENSEST * low * low) if low > 1 else _DENSE


def _stands(out, table, change, grams, way, cup, cost):
    """The cup in hand has come to stand on a stack that is allowed, while others fell."""
    cut, n, mass, _ = way
    put = grams[cup]  # of what fell, the cup in hand is no part
    if change.far(change.fall + 0.7 * (n - 1) + cost + _dense(mass - put, change)):
        return
    for i in range(len(cut)):
        stack = table.stacks[i]
        if cut[i] < len(stack.cups) or stack.cups[0] not in change.stacks or not stack.known:
            continue
        more = table.copy()
        x, y = stack.xs[-1], stack.ys[-1]
        z = stack.height() + HIGH_MM[cup >> 2] / 2
        more.stacks[i].push(cup, x, y)
        rest = change.less(put, put * (x - z * change.fx), put * (y - z * change.fy))
        rest.may_put = False
        rest.noise_p += _ASIDE_MM * put
        yield from _fall(out, more, rest, grams, (cut[:i] + [cut[i] + 1] + cut[i + 1 :], n, mass), -1, cost)


def _above(table, cut):
    """Return a list of (cup, x, y, z) of all that stands above the heights that remain."""
    out = []
    for i in range(len(cut)):
        out.extend(table.stacks[i].above(cut[i]))
    return out


def _fall(out, table, change, grams, way, put, more):
    """Add the guesses for one way, with cup `put` fallen too (-1: none); `more`: cost of what else has happened."""
    cut, n, mass = way[0], way[1], way[2]
    more += change.fall + 0.7 * (n - 1)
    fallen = _above(table, cut)
    everyone = [f[0] for f in fallen]
    came = grams[put] if put >= 0 else 0.0
    if put >= 0:
        everyone.append(put)
    sets = []
    yield from subsets(everyone, came - change.m, change, grams, change.room(more + _dense(mass, change)), sets)
    px, py = change.px, change.py
    for cup, x, y, z in fallen:
        px += grams[cup] * (x - z * change.fx)
        py += grams[cup] * (y - z * change.fy)
    for gone in sets:
        lost = sum([grams[c] for c in gone])
        cost = more + misfit(change, came - lost) + _gone_prior(change, put, gone, fallen)
        low = mass + came - lost
        if cost < 99 and not change.far(cost + (math.log(_DENSEST * low * low) if low > 1 else _DENSE)):
            _judge(out, table, change, grams, cut, fallen, put, gone, cost, px, py)
            yield


def subsets(cups, lost, change, grams, room, out):
    """Collect all sets of `cups` that weigh `lost` g within `room` nats, as lists: a piece for every four tries."""
    slack = min(5.0, math.sqrt(2 * room)) * (0.2 + 0.003 * abs(lost) + change.noise_m)
    if lost < -slack or len(cups) > 12:
        return
    rest = [0.0]  # what can still be taken: g of the cups from this one on
    for cup in reversed(cups):
        rest.insert(0, rest[0] + grams[cup])
    todo = [(0, lost, [])]
    tries = 0
    while todo:
        i, left, some = todo.pop()
        if -slack < left < slack:
            out.append(some)
        for k in range(len(cups) - 1, i - 1, -1):
            if grams[cups[k]] <= left + slack and left - slack < rest[k]:
                todo.append((k + 1, left - grams[cups[k]], some + [cups[k]]))
        tries += 1
        if tries & 3 == 0:
            yield


def _judge(out, table, change, grams, cut, fallen, put, gone, cost, px, py):
    """Where do those that did not go lie? Add a guess if that is on the table; px, py: moments of all that fell."""
    low = wx = wy = 0.0
    lying = []
    for cup, x, y, _ in fallen:
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
        s = 4.0 * max(sum([grams[c] for c in gone]), 10.0) if fallen else change.noise_p + 12.0 + SHIFT_MM * change.load
        cost += 0.0 if fallen else fell_away(change)
        d2 = (px * px + py * py) / (s * s)
        if d2 > 60:
            return
        cost += d2 / 2 + math.log(2 * math.pi * s * s)
    if change.far(cost):
        return
    change.found(cost)
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


def _gone_prior(change, put, gone, fallen):
    """Cost of what is missing being just what was asked for, or the cup in hand, which nobody has weighed."""
    # the one cup that is missing may be one that a hand was asked to take
    cost = _ASKED if change.mode == REMOVE and len(gone) == len(fallen) == 1 else 0.0
    if put < 0:
        return cost
    if put in gone:
        return cost + change.unseen
    return cost + 1.5 if _top_asked(change) else cost


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
