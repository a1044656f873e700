"""What a change sounded like: the cost of calling it a fall though it was gentle, or gentle though it was not.

Why: a cup that a hand lifts off and one that goes over the edge leave the same load. But what falls knocks against
something, or swings the load by more than it takes away; what a hand lifts or slides does not.
Data in: a Change (hardest blow in mg, swing of the residual in g). Data out: costs in nats. The figures that they were
set from are in README.md.
"""

from ..compat import const

_FAINT_MG = const(120)  # all falls make more
SOFT_MG = 300  # hands that lift make less
FALL_MG = 500  # nearly all falls make more
_LOUD_MG = const(1300)
_HARD_MG = const(2000)  # a cup set down makes less, unless it was dropped; from 8 mm it makes less than twice that
_BUMP_MG = const(200)  # a hand at the cups shakes the table less than this
_BUMP_BLOW_MG = const(1500)  # beyond the shaking, a bump strikes less
BUMP_SLIDE_MM = 1.5  # how far cups slide by such a bump, over all that stands
LEAN_G = 400.0  # who leans on the table so makes the cups rattle
_PUT_MG_G = const(46)  # a cup let go in the air, 8 mm above its place at most, strikes so hard for each gram of it
_THUD_MG_G = const(56)  # and one that falls off a stack at least so hard
_AGAIN_MG = const(400)  # a cup that slid off its stack made more; of those set down and lifted again 95 % made less
MOVED_GMM = 30.0  # and it left the moments further off; those lifted again left less
_LOUD_AGAIN = 1.9  # nats: 5 of 91 against 12 of 12
_MOVED = 2.0  # none of 91 against 11 of 12
ROUGH_G = 4.0  # a hand's clean lift swings the load by so much more than the cup, at most


def rough(change):
    """Return by how many g the load swung more than it changed."""
    return change.swing - abs(change.m)


def bumped(change):
    """Tell whether somebody knocked against the table, and the blow is that knock's own."""
    return change.bump >= _BUMP_MG and change.blow < _BUMP_BLOW_MG + change.bump


def too_calm(change):
    """Return the cost of calling this a fall."""
    if not change.declared and bumped(change):
        return 2.0 + _calm(change)
    return _calm(change)


def _calm(change):
    if change.declared or change.deaf or change.blow >= FALL_MG:
        return 0.0
    if change.blow >= SOFT_MG:
        return 1.0
    swung = rough(change) >= ROUGH_G
    if change.blow < _FAINT_MG:
        return 5.5 if swung else 9.0  # a hand that presses swings the load too
    return 1.5 if swung else 5.5


def too_wild(change):
    """Return the cost of calling this gentle: lifted by a hand, or slid by one that may press (a cup in it)."""
    cost = 0.0 if in_hand(change) == 2 else too_rough(change)
    if change.deaf or change.blow < SOFT_MG:
        return cost
    if change.blow < FALL_MG:
        return cost + 1.0
    if change.pressed > LEAN_G:
        return cost + 1.5
    return cost + (2.5 if change.blow < _LOUD_MG else 4.0)


def too_loud(change):
    """Return the cost of calling this a table that was only bumped."""
    if change.deaf or change.blow < _LOUD_MG:
        return 0.0
    if change.blow < _HARD_MG:
        return 1.0
    return 2.5 if change.blow < 2 * _HARD_MG else 6.0


def too_rough(change):
    """Return the cost of calling this a clean lift, by how much more the load swung than it changed."""
    return min(3.0, max(0.0, rough(change) - ROUGH_G))


def too_hard(change, mass):
    """Return the cost of calling this a cup of `mass` g that was only put down: a blow goes with momentum."""
    x = change.blow / mass
    return 0.0 if change.deaf or x < _PUT_MG_G else min(6.0, (x - _PUT_MG_G) / 7)


def too_soft(change, mass):
    """Return the cost of saying that a cup of `mass` g has come down from a stack on the table top."""
    x = change.blow / mass
    return 0.0 if change.deaf or change.declared or x > _THUD_MG_G else min(5.0, (_THUD_MG_G - x) / 3)


def lifted_again(change):
    """Return the cost of saying that what was brought and is gone was taken away again by the hand."""
    if not in_hand(change) or change.deaf or change.blow < _AGAIN_MG or bumped(change):
        return 0.0
    return _LOUD_AGAIN + (_MOVED if _moved(change) else 0.0)


def fell_away(change):
    """Return the cost of saying that it fell over the edge, beside what any fall costs."""
    return 0.0 if _moved(change) else _MOVED


def _moved(change):
    """Tell whether what stands has been moved a little: by a cup that slid off it, but not by one that was lifted."""
    return change.px * change.px + change.py * change.py > MOVED_GMM * MOVED_GMM


def in_hand(change):
    """Return how clear it is that a cup was being put down: 0 not, 1 perhaps (a finger presses as much), 2 for sure."""
    if not change.may_put or change.pressed < 12:
        return 0
    return 1 if change.pressed < 40 else 2
