"""The tracker: watches the residual, and explains each settled change of load in cups.

`step` runs after every sample, on integers: is the table quiet, disturbed, at rest again, is something falling?
`think` works on a look at a settled change, a few times a turn, piece by piece between samples: the judge lists and
weighs all explanations from each belief of the beam, the beam keeps the likely ones, the teller makes events of the
best. What is close is asked.
Data in: Sensing, the game's expectation, the players' answers. Data out: events, `stacks`, `lying`, `holding`.
"""

from .. import config
from ..compat import micropython, ticks_diff
from . import events as ev
from . import guess as g
from .beam import Beam, known
from .disturbance import Disturbance
from .falling import NOT, TAKEN_BACK, Falling
from .judge import Judge
from .put import likely, sway_mm
from .signs import FALL_MG, bumped
from .tell import Teller
from .ticker import Ticker

QUIET, DISTURBED = 0, 1


class Tracker:
    """Which cups stand where. `cup_masses_mg`: masses of cups 0..11 in mg."""

    def __init__(self, cup_masses_mg, overrides=None):
        c = config.values(config.TRACKER, overrides)
        self.grams = [m / 1000 for m in cup_masses_mg]
        self.status = 0
        self.at_rest = False
        self.state = QUIET
        self.now_ms = 0
        self.mode = ev.NOTHING  # what the game expects
        self.cups = None
        self.allowed = None
        self._c = c
        self._beam = Beam(self.grams, c["beam_most"], c["beam_nats_10"] / 10)
        self._judge = Judge(c, self.grams)
        self._teller = Teller()
        self._felt = Disturbance(c)
        self._falling = Falling(c)
        self._ticker = Ticker()
        self._quiet_mg = c["quiet_mg"]
        self._quiet_mgmm = c["quiet_mgmm"]  # grows with the load, see _settle_on
        self._begin_n = c["begin_samples"]
        self._off = 0  # samples in a row that are not quiet
        self._look = None  # a look at a settled change that is under way
        self._rocking = False  # it is at one that does not rest
        self._knocks_told = 0
        self._reload = False  # the belief was set from outside and not yet compared with the load
        self._pending = False  # begin() gave no places
        self._refine_ms = -1  # when to look again where the cup put last stands
        self._fresh = None  # its stack,
        self._seen_x = self._seen_y = 0.0  # and where it was measured, mm
        self._put_cup = -1  # the cup that was put by the last change,
        self._put_off = 0.0  # and how many g it seemed too heavy: a hand may have held it still
        self._settled_now = False  # a change was told and its base not yet measured again
        self._denied = False  # the players say that the present change is no fall
        self._declared = False  # they say that something fell
        self._lift = -1  # a cup that is to be lifted again
        self._maybe_taken = []  # cups that a hand was asked to take as the fall began
        self._maybe_put = None  # cups and stacks that were allowed then
        self._odd = False  # something in the clearing did not fit: what fell is not sure any more

    # --- what is believed

    @property
    def holding(self):
        """True while the residual is off its baseline: "three" must wait."""
        return self.state != QUIET or self._off > 0 or not self.at_rest

    @property
    def stacks(self):
        """Stacks as believed: a list of lists of cups, bottom first."""
        return [list(s.cups) for s in self._beam.table.stacks]

    @property
    def lying(self):
        """Fallen cups believed to lie on the table."""
        return [one.cup for one in self._beam.table.lying]

    def positions(self, bottom):
        """Return (x_um, y_um) of the stack with this bottom cup; None when there is none."""
        s = self._beam.table.find(bottom)
        return None if s is None else (int(s.xs[0] * 1000), int(s.ys[0] * 1000))

    def next_event(self):
        """Return the oldest event not yet fetched, or None."""
        return self._teller.next_event()

    # --- what the game says

    def begin(self, stacks, places_um=None):
        """Take known contents, at a new game or when play is resumed: a list of stacks (cups bottom first).

        `places_um`: (x, y) of each stack; without them the place of a single stack is seen, of several guessed.
        """
        self._believe(known(stacks, places_um))
        self._teller.told = []
        self._teller.asked = []
        self._pending = places_um is None
        self._beam.forget()

    def _believe(self, table):
        self._put_cup = -1
        self._look = None
        self._beam.only(table)
        self._reload = True

    def expect(self, mode, cups=None, stacks=None, declared=False, lift=-1):
        """Say what the game expects: a mode of events.py, the cups and the bottom cups of stacks that it allows.

        None allows any; NEW_STACK among `stacks` allows the table top. `declared`: the players say that something fell.
        `lift`: a cup that stands wrong and is to be lifted again, or -1.
        """
        self._look = None  # it was begun with another question
        self._lift = lift
        self._falling.lifted = lift >= 0
        self._declared = declared
        cleared = self.mode == ev.CLEAR and mode != ev.CLEAR  # what fell is charged or was none: a next fall is another
        if mode == ev.PLACE or mode == ev.REMOVE or cleared:
            self._teller.told = []
            self._maybe_taken = []
            self._maybe_put = None
            self._odd = False
            self._beam.forget_fallen()
        self.mode = mode
        self.cups = cups
        self.allowed = stacks

    def answer(self, cup=None, stack=None):
        """Take the players' answer to a QUESTION: the cup, the stack (bottom cup), or both; else ignored."""
        guess = self._teller.answered(cup, stack)
        if guess is not None:
            self._believe(guess.table)
            self._tell(guess, True, [])

    def refuse(self):
        """None of what was asked is true: what was put is told as FOREIGN, not sure, and waits to be taken off."""
        guess = self._teller.refused()
        if guess is not None:
            self._believe(g.refused(guess, self.grams))

    def overrule(self):
        """That was no fall: the stacks are as they were before it, if perhaps not quite in their old places."""
        if self._beam.back():
            self._look = None
            self._teller.told = []
            self._reload = True
            self._denied = True

    # --- every sample

    @micropython.native
    def step(self, now_us, sensing):
        """Look at one new sample of `sensing` (`now_us` ticks). Allocates only when something has happened."""
        self._ticker.at(now_us)
        now_ms = self._ticker.ms
        self.now_ms = self._teller.now_ms = now_ms
        self.status = sensing.status
        self.at_rest = sensing.at_rest
        if sensing.motion.knocks != self._knocks_told:
            self._knock(sensing.motion)
        if not sensing.tared:
            return
        if self._reload:
            self._renew(sensing)
            return
        if self._refine_ms >= 0 and ticks_diff(now_ms, self._refine_ms) > 0 and self.state == 0:
            self._refine(sensing)
        b = sensing.balance
        q = self._quiet_mgmm
        p = self._quiet_mg
        r = b.r
        if -p < r < p and -q < b.rx < q and -q < b.ry < q:
            self._off = 0
            self._falling.calm()
        else:
            self._off += 1
            self._falling.add(b, self._felt)
        if self.state == 0:
            if self._off < self._begin_n and not self._struck(sensing.motion):
                return
            self._begin(sensing)
        self._disturbed(sensing)

    def _knock(self, motion):
        self._knocks_told = motion.knocks
        self._teller.event(ev.KNOCK).knock_mg = motion.knock_peak_mg()

    def _begin(self, sensing):
        self.state = DISTURBED
        self._felt.begin(self.mode, sensing.motion, self.now_ms)
        self._falling.begin()

    @micropython.native
    def _disturbed(self, sensing):
        """One sample while the load is not as it was."""
        if self._felt.add(sensing.balance, sensing.motion):
            self._teller.event(ev.TOUCH)
        if self._falling.stale(self.now_ms):
            self._fall_not()
        blow_mg = sensing.motion.in_mg(self._felt.blow)
        if self._may_fall() and self._falling.seen(self._felt, blow_mg, self.mode == ev.PLACE, self.now_ms):
            self._teller.event(ev.FALLING)
        if self._rocking and sensing.at_rest:
            self._look = None  # it rests now: that tells more than how it rocked
            self._rocking = False
        loud = blow_mg >= FALL_MG and self._may_fall()
        if not self._felt.due(self._felt.settled(sensing.at_rest, loud, sensing.balance, self.now_ms), self.now_ms):
            return
        self._felt.creep(sensing.balance.mean(0, 0, sensing.rest_n), self.now_ms)
        if self._look is None:
            self._look = self._explain(sensing)

    @micropython.native
    def _may_fall(self):
        """Tell whether a sign of a fall means one: not where a hand takes cups off."""
        return self.mode != ev.CLEAR and self.mode != ev.REMOVE and len(self._beam.table.stacks) > 0

    @micropython.native
    def _struck(self, motion):
        """Tell whether a blow is ringing that only a fall makes: the load will show it some 40 ms later."""
        return motion.ringing and self._may_fall() and self._falling.loud(motion.knock_peak_mg(), self.mode == ev.PLACE)

    def _fall_not(self):
        self._teller.event(ev.FALLING_CANCELLED)
        self._falling.since_ms = TAKEN_BACK

    # --- at rest again

    @property
    def thinking(self):
        """Tell whether a look at a settled change is under way: `think` is to be called, again and again."""
        return self._look is not None

    def think(self):
        """Do one piece of that look, some ms at most; return whether there is more to do. Allocates."""
        if self._look is None:
            return False
        try:
            next(self._look)
        except StopIteration:
            self._look = None
        return self._look is not None

    def _change(self, sensing):
        """Return the settled change as it is now, with what the game and the players say of it."""
        c = self._felt.change(sensing, self.now_ms)
        c.mode, c.cups, c.stacks = self.mode, self.cups, self.allowed
        if self.mode == ev.NOTHING and self._felt.mode == ev.CLEAR:
            c.mode = ev.CLEAR  # it began while hands cleared up: what they have pushed meanwhile did not fall
        c.may_put = self.mode == ev.PLACE or self._felt.mode == ev.PLACE
        c.off = self._off > 0
        c.denied = self._denied
        c.bump = self._falling.bump_mg
        c.lift = self._lift
        c.put_cup, c.put_off = self._put_cup, self._put_off
        c.declared = self._declared and not self._teller.told
        c.swings = c.wide > 40 + 2 * abs(c.m) and not c.long
        if c.swings:  # the sum rests but the moments do not: the base rings, or something rolls, sways or is held
            c.noise_p += c.wide / 2 if c.wide < self._c["swing_mm"] * abs(c.m) else c.wide
        return c

    def _explain(self, sensing):
        """Explain a change, and act on it if the explanation is good enough for the time it has stood: a generator.

        The load may move again meanwhile: then the next change has begun already.
        """
        felt = self._felt
        if felt.rest_ms < 0 or not (sensing.at_rest or felt.rocks):
            return
        c = self._change(sensing)
        self._rocking = c.rocks
        began_ms, rest = felt.rest_ms, felt.window(sensing)
        felt.look(sensing.balance.r, sensing.motion.knocks)
        yield
        whole = None
        if (self.mode == ev.CLEAR and c.patient) or c.long:
            whole = felt.whole(sensing, c, self._maybe_put)
        found = []
        yield from self._judge.explain(found, self._beam, c, whole)
        if found:
            if not self._judge.ripe(found, c, self._teller):
                return
            yield
            self._judge.doubt(found, c, self._teller)
            rivals = self._judge.rivals(found, self._c["beam_most"])
            yield
        if felt.rest_ms == began_ms and not c.rocks:
            rest = None  # it still rests, and is known better by now
        if found:
            self._accept(sensing, found, rivals, c, rest)
        elif c.long and not c.rocks:  # nothing explains it: take it as it is and ask
            self._settle_on(sensing, rest)
            self._teller.ask(ev.FOREIGN_OBJECT, [])

    def _accept(self, sensing, found, rivals, c, rest):
        """Keep the likely beliefs, give the load of the best to sensing with its `rest`, tell what happened."""
        best = found[0][1]
        before = self._beam.table
        self._beam.keep(found)
        if best.what in g.FALLS:
            self._beam.remember(before)
            if self._felt.mode == ev.REMOVE:
                self._maybe_taken = [s.cups[-1] for s in before.stacks]
            elif c.mode == ev.PLACE and c.cups is not None and c.stacks is not None:
                self._maybe_put = (c.cups, c.stacks)
        self._settle_on(sensing, rest)
        self._refine_ms = (self.now_ms + self._c["refine_ms"]) & 1073741823
        self._settled_now = True
        self._note_fresh(best, before, c)
        self._note_put(best, c)
        other = self._judge.lighter_or_heavier(best, c)
        if best.what == g.RECOUNT or other >= 0:
            self._odd = True
        self._tell(best, not rivals and other < 0 and not self._judge.vague(best, c), rivals, other)

    def _note_fresh(self, best, before, c):
        """Keep which cup was put last and where it was measured; what its stack's swing then changes is its own."""
        if best.what == g.PUT:
            self._fresh = best.table.find(best.stack if best.stack >= 0 else best.cup)
            self._seen_x, self._seen_y = best.seen_x, best.seen_y
        elif best.what == g.NONE and best.table is before and self._fresh in before.stacks and not bumped(c):
            self._seen_again(self._fresh, c.px, c.py)
        else:
            self._fresh = None

    def _seen_again(self, stack, px, py):
        """The cup put last, on `stack`, is so much (g mm) further than was measured: say where it most likely is."""
        mass = self.grams[stack.cups[-1]]
        self._seen_x += px / mass
        self._seen_y += py / mass
        x, y = self._seen_x, self._seen_y
        if len(stack.cups) > 1:
            sigma = sway_mm(stack.cups[:-1], mass, self.grams)
            x, y = likely(x, stack.xs[-2], sigma), likely(y, stack.ys[-2], sigma)
        self._fresh = stack.top_moved(x - stack.xs[-1], y - stack.ys[-1])
        stacks = self._beam.table.stacks
        if stack in stacks:
            stacks[stacks.index(stack)] = self._fresh
        self._teller.spotted(self._fresh)

    def _note_put(self, best, c):
        """Keep by how much the cup just put seemed too heavy: what takes it off again does so by as much."""
        if best.what == g.PUT or best.what == g.SWAPPED:
            if best.what == g.PUT or best.other != self._put_cup:
                self._put_off = 0.0
            self._put_cup = best.cup
            m = self.grams[best.cup] - (self.grams[best.other] if best.other >= 0 else 0.0)
            self._put_off += c.m - best.thing - m
        elif best.what == g.NONE or best.what == g.SLID:
            self._put_off += c.m
        else:
            self._put_cup = -1

    def _tell(self, best, sure, rivals, other=-1):
        if self._falling.since_ms >= 0 and not self._teller.is_fall(best):
            self._fall_not()
        self._falling.since_ms = NOT
        taken = any([c in best.table.fallen for c in self._maybe_taken])
        known = self._beam.agrees_on_fallen() and not taken and not self._odd
        if self.mode == ev.CLEAR:  # whether one in hand had come down and gone, clearing up does not show
            stood = self._beam.before().standing()
            known = known and all([c in stood for c in best.table.fallen])
        self._teller.tell(best, sure, rivals, self._felt.touched, known, other, self.mode == ev.CLEAR)

    def _settle_on(self, sensing, rest=None):
        """Give the load of the most likely belief to sensing and take a `rest` (None: the present one) as its base."""
        self._denied = False
        load = self._beam.load()
        by = sensing.balance.base
        sensing.settle(load, rest)
        self._quiet_mgmm = self._c["quiet_mgmm"] + int(self._c["quiet_um"] * load.m)
        self._falling.stand(load, self._beam.table, self.now_ms)
        self._off = 0
        self.state = QUIET
        if rest is not None:
            self.state = DISTURBED
            self._felt.go_on(self.mode, sensing.balance.base - by, self.now_ms)

    # --- while quiet

    @micropython.native
    def _refine(self, sensing):
        """A while after a change: the swinging has died down, so the base, and where a cup was put, are known better.

        Later, now and then: loads creep sideways; only the moments are followed here, the weight never.
        """
        self._refine_ms = (self.now_ms + self._c["recheck_ms"]) & 1073741823
        if not sensing.at_rest or self._off:
            return
        b = sensing.balance
        n = sensing.rest_n
        x, y = b.mean(1, 0, n), b.mean(2, 0, n)
        q = self._quiet_mgmm
        if not (-self._quiet_mg < b.mean(0, 0, n) < self._quiet_mg and -q < x < q and -q < y < q):
            return  # this is a change: it has only not begun yet
        if self._fresh is not None:  # the cup put last stands so much further than was told
            self._seen_again(self._fresh, x / 1000, y / 1000)
            self._fresh = None
        if self._settled_now:
            self._put_off += b.mean(0, 0, n) / 1000
        b.shift(b.mean(0, 0, n) if self._settled_now else 0, x, y)
        self._settled_now = False

    def _renew(self, sensing):
        """The belief was set from outside: compare it with what is on the table, once that is at rest.

        If the weight agrees, the present state is the new base. If not, what is missing or too much stays in the
        residual, and is explained like any other change.
        """
        if not sensing.at_rest:
            return
        self._reload = False
        table = self._beam.table
        total_x, total_y = sensing.total_x() / 1000, sensing.total_y() / 1000
        load = self._beam.load()
        if self._pending and table.stacks and load.m > 0:
            table.guess_places(total_x / load.m, total_y / load.m)
            load = self._beam.load()
        self._pending = False
        off = sensing.load_mg() / 1000 - load.m
        px, py = total_x - load.px, total_y - load.py
        if abs(off) <= self._c["agree_mg"] / 1000 + 0.006 * load.m:
            if px * px + py * py > (30 + load.m) ** 2:
                self._beam.one_moved(px, py)
            self._settle_on(sensing)
        else:
            denied = self._denied
            self._settle_on(sensing)
            self._denied = denied
            self._refine_ms = -1
            sensing.balance.shift(int(-1000 * off), int(-1000 * px), int(-1000 * py))
