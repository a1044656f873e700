"""Weighs the explanations of one settled change: is one good enough to be told now, and what stands close to it?

Data in: (cost, Guess) pairs, the Change, which fallen cups were told before. Data out: the pairs in the order in which
they are believed, or nothing yet; the rivals of the best.
"""

from . import guess as g
from .events import CLEAR, PLACE, REMOVE
from .explain import guesses
from .order import enter
from .recount import recount
from .signs import SOFT_MG

_AIR_G = 4.0  # less than any cup weighs
_HELD_G = 2.0  # a cup that nobody holds is weighed better than that
_LAID = (g.PUT, g.SWAPPED, g.STRANGE)


def _asked(best, c):
    """Tell whether the game allows the cup that was put, where it was put."""
    return (c.cups is None or best.cup in c.cups) and (c.stacks is None or best.stack in c.stacks)


class Judge:
    """Judges with the tunables `c` (config.TRACKER) and cup masses in g."""

    def __init__(self, c, grams):
        self.grams = grams
        self._close_nats = c["close_nats_10"] / 10
        self._doubt_nats = c["doubt_nats_10"] / 10
        self._falls = c["beam_falls"]
        self._swing_mm = c["swing_mm"]
        self._sway_mm = c["sway_mm"]
        self._rock_mm = c["rock_mm"]

    def explain(self, found, beam, change, whole=None):
        """Add all explanations of `change` from all beliefs to `found`, in the end best first; of the `whole` load too.

        A generator that rests after each piece of work, at most some ms on the device.
        """
        for i in range(len(beam.costed)):
            cost, table = beam.costed[i]
            change.before = cost
            some = []
            likely = cost < self._close_nats or not found  # falls have the most ways by far
            yield from guesses(some, table, change, self.grams, likely and i < self._falls)
            for at in range(len(some)):
                if not change.far(some[at].cost):
                    enter(found, (cost + some[at].cost, some[at]))
                if at & 15 == 15:
                    yield
            yield
        if whole is not None:
            again = []
            yield from recount(again, beam.before(), beam.table.fallen, whole, self.grams)
            for guess in again:
                if change.denied:
                    guess.table.fallen = ()  # it is missing, and nobody says that it fell
                enter(found, (guess.cost, guess))

    def ripe(self, found, c, teller):
        """Tell whether the best explanation is good enough for the time that the change has stood."""
        best = found[0][1]
        if best.what == g.STRANGE and not c.long:
            return False
        if best.what == g.PUT and c.mode != PLACE and not c.long:
            return False  # where no cup is due, a hand that rests on a stack is likelier, and nobody waits for it
        if (c.creep > 0 and best.what in _LAID) or (c.creep < 0 and best.what == g.TAKEN):
            return False  # a hand still lets go, or still lifts
        if not c.patient and (best.what == g.SWAPPED or (best.what == g.PUT and not _asked(best, c))):
            return False  # likelier than a wrong cup or place, or two cups, is the right one that sways or is half held
        if not c.patient and best.what in (g.PUT, g.TAKEN) and self._held(best, c):
            return False  # a hand may rest on a cup that it puts down, or takes off, for half a second
        if c.rocks and best.what not in g.FALLS:
            return self._fall_close(found)  # what slid, or nothing, does not rock on and on
        fall = teller.is_fall(best)  # is told beside what is close to it: its screen asks
        if fall and c.aloft and c.m < -_AIR_G and (c.blow < SOFT_MG or c.rings):
            return False  # what has left the load may be in the air still, or has just struck: the load will show it
        if c.swings and (c.wide > self._swing_most(best, c, teller) or (not fall and self._close(found, teller))):
            return False
        if not c.patient and not fall and c.mode != CLEAR and self._close(found, teller):
            return False  # what a little more time may tell is not asked
        soft = best.what == g.SLID or (fall and abs(c.m) < 4 and c.blow < SOFT_MG)
        if c.patient and c.blow >= SOFT_MG and (soft or best.what == g.NONE) and self._fall_close(found):
            return True
        if soft and not c.long:
            return False  # a finger against a stack also moves the moments and not the weight
        return not (best.what == g.NONE and c.off and not c.long and not best.table.lying)

    def _held(self, best, c):
        """Tell whether the weight of what came or went fits no better than a hand's that carries a part of it."""
        off = c.m - best.thing
        if best.what == g.PUT:
            off -= self.grams[best.cup]
        elif c.mode != CLEAR and len(best.cups) == 1:
            off = c.without(best.cup) - best.thing + self.grams[best.cup]
        else:
            return False
        return abs(off) > _HELD_G

    def _swing_most(self, best, c, teller):
        """Return how far (g mm) the moments may still swing for this explanation to be told."""
        if best.what == g.PUT or best.what == g.TAKEN:
            return self._swing_mm * abs(c.m) + self._sway_mm * c.load
        if teller.is_fall(best):  # a fallen cup rocks on its side for seconds
            return self._rock_mm * sum([self.grams[cup] for cup in best.table.fallen])
        return 0

    def _close(self, found, teller):
        """Tell whether another explanation, with other consequences, is close to the best."""
        first = found[0][1]
        for cost, guess in found:
            if cost - found[0][0] > self._close_nats:
                return False
            if guess is first or guess.table.key() == first.table.key():
                continue  # another way to the same state
            if teller.is_fall(guess) != teller.is_fall(first):
                if cost - found[0][0] < self._margin(first):
                    return True
                continue
            if guess.meaning() != first.meaning() and not teller.is_fall(guess):
                return True  # but which cups fell shows when they are cleared
        return False

    def _fall_close(self, found):
        """Tell whether a fall is close to the best explanation."""
        for cost, guess in found:
            if cost - found[0][0] > self._margin(found[0][1]):
                return False
            if guess.what in g.FALLS:
                return True
        return False

    def _margin(self, best):
        """Return how near (nats) a fall must be to `best` to be told instead: a cup put down is the rule in a game."""
        return self._doubt_nats - 1.5 if best.what == g.PUT else self._doubt_nats

    def doubt(self, found, c, teller):
        """If a fall is close to the best explanation, put it first: its screen asks, and takes it back."""
        if teller.told or teller.is_fall(found[0][1]):
            return
        first = found[0][1]
        if first.what == g.TAKEN and (c.mode == CLEAR or c.mode == REMOVE or first.cup == c.lift):
            return
        for i in range(1, len(found)):
            if found[i][0] - found[0][0] > self._margin(found[0][1]):
                return
            if found[i][1].what in g.FALLS:
                found.insert(0, (found[0][0], found.pop(i)[1]))
                return

    def vague(self, best, c):
        """Tell whether while clearing weight alone does not tell what was taken: of what lies there little is known.

        Several at once it never tells: others, or a single one, weigh nearly as much together.
        """
        if c.mode != CLEAR or best.what != g.TAKEN:
            return False
        if len(best.cups) > 1:
            return True
        off = c.m - best.thing
        most = g.misfit(c, -self.grams[best.cup], off) + self._close_nats
        return any([g.misfit(c, -m, off) < most for i, m in enumerate(self.grams) if i != best.cup])

    def lighter_or_heavier(self, best, c):
        """Return a cup that fits the weight of what was taken off far better than the one that is thought gone, or -1.

        While clearing it may be any, no belief that is still held need be right; and what was told of a cup still half
        held by a hand shows when the load then rests elsewhere: the last step is weighed, too.
        """
        if best.what != g.TAKEN or len(best.cups) != 1:
            return -1
        table = best.table
        off = c.m - best.thing
        if c.mode != CLEAR:
            return self._fits_better(best, c, off, table.standing() + [one.cup for one in table.lying])
        other = self._fits_better(best, c, off, range(len(self.grams)))
        return other if other >= 0 else self._fits_better(best, c, c.step, range(len(self.grams)))

    def _fits_better(self, best, c, m, cups):
        """Return the one of `cups` that fits `m` g best, if far better than the one that is thought gone, or -1."""
        least = g.misfit(c, -self.grams[best.cup], m) - self._close_nats
        found = -1
        for cup in cups:
            off = g.misfit(c, -self.grams[cup], m)
            if off < least:
                least = off
                found = cup
        return found

    def rivals(self, found, most):
        """Return the pairs close to the best that mean something else, each meaning once; at most `most`."""
        best = found[0][1]
        nats = self._close_nats + (2.0 if best.what in g.FALLS else 0.0)
        out = []
        seen = [best.meaning()]
        for cost, guess in found:
            if cost - found[0][0] >= nats or len(seen) > most:
                break
            meaning = guess.meaning()
            if guess.what in g.FALLS and (best.what not in g.FALLS or best.what == g.RECOUNT):
                continue  # a possible fall is told as one, see doubt; what is counted again is never sure
            if guess.table.key() == best.table.key():
                continue  # another way to the same state
            if meaning not in seen:
                seen.append(meaning)
                out.append((cost - found[0][0], guess))
        return out
