"""A tracker without a table: the test says which cups stand where, the fake tells play what a tracker would."""

from teatable.play import Play
from teatable.store import Store
from teatable.tracker import events
from unit_store.test_store import MemoryFiles, MemoryRegion
from unit_ui.display import laid_out


class FakeTracker:
    """The interface of Tracker that play uses."""

    def __init__(self):
        self.stacks = []
        self.lying = []
        self.where = {}
        self.places = None
        self.at_rest = True
        self.holding = False
        self.expected = None
        self.answers = []
        self.overruled = 0

    def begin(self, stacks, places_um=None):
        self.places = places_um
        self.stacks = [list(s) for s in stacks]
        self.lying = []

    def expect(self, mode, cups, stacks, declared=False, lift=-1):
        self.expected = (mode, cups, stacks)
        self.lift = lift

    def positions(self, bottom):
        return self.where.get(bottom)

    def answer(self, cup=None, stack=None):
        self.answers.append((cup, stack))

    def refuse(self):
        self.answers.append(None)

    def overrule(self):
        self.overruled += 1


class FakeTable:
    """Play on a fake tracker, files and a region in memory, with hands that place, remove and topple cups."""

    def __init__(self, kept=None, deck=None, seed=7):
        self.kept = kept or (MemoryFiles(), MemoryRegion())
        self.tracker = FakeTracker()
        self.lines = []
        self.play = Play(Store(*self.kept), self.tracker, lambda: seed, deck, None, self.lines.append)
        self.now_ms = 0

    def start(self, players=2, first=0):
        while self.play.settings["players"] < players:
            self.play.settings["players"] += 1
        self.press("button:new-game", "button:next", "button:next", f"player:{first}")

    @property
    def screen(self):
        return self.play.view()["screen"]

    @property
    def game(self):
        return self.play.referee.game

    def press(self, *targets):
        for target in targets:
            before = self.play.revision
            offered = [t[0] for t in laid_out(self.play.view()).targets]
            assert target in offered, f"{target} is not offered on {self.screen}, but {offered}"
            self.play.press(target)
            assert self.play.revision > before, f"{target} did nothing on {self.screen}"

    def ignored(self, target):
        before = self.play.revision
        self.play.press(target)
        return self.play.revision == before

    def wait(self, ms):
        end = self.now_ms + ms
        while self.now_ms < end:
            self.now_ms += 20
            self.play.step(self.now_ms)

    def tell(self, kind, cup=-1, stack=-1, cups=(), question="", candidates=(), stacks=()):
        event = events.Event(kind, self.now_ms)
        event.cup = cup
        event.stack = stack
        event.cups = list(cups)
        event.question = question
        event.candidates = list(candidates)
        event.stacks = list(stacks)
        event.sure = not candidates
        self.play.event(event)

    def place(self, cup, bottom=-1):
        if bottom < 0:
            self.tracker.where[cup] = (1000 * cup, 0)
            self.tracker.stacks.append([cup])
        else:
            self._with(bottom).append(cup)
        self.tell(events.PLACED, cup, cup if bottom < 0 else bottom)

    def remove(self, cup):
        for stack in self.tracker.stacks:
            if cup in stack:
                bottom = stack[0]
                stack.remove(cup)
        self.tracker.stacks = [s for s in self.tracker.stacks if s]
        self.tell(events.REMOVED, cup, bottom)

    def fall(self, cups, lying=()):
        self.tell(events.FALLING)
        for cup in cups:
            for stack in self.tracker.stacks:
                if cup in stack:
                    stack.remove(cup)
        self.tracker.stacks = [s for s in self.tracker.stacks if s]
        self.tracker.lying = list(lying)
        self.wait(100)
        self.tell(events.FELL, cups=cups)

    def clear(self):
        self.tracker.lying = []
        self.tell(events.CLEARED)

    def choose(self, card):
        """From the pass screen to the cup: play `card` (a name)."""
        if self.screen == "pass":
            self.press("button:ready")
        if not self.play.view()["open"]:
            self.press("button:peek")
        while self.ignored("card:" + card):
            self.press("button:next")
        self.press("button:play")

    def count(self):
        """Wait until "three" is said and done."""
        for _ in range(400):
            if self.screen != "count":
                return
            self.wait(20)
        raise AssertionError("the count never ended")

    def _with(self, bottom):
        for stack in self.tracker.stacks:
            if stack[0] == bottom:
                return stack
        raise AssertionError(f"no stack on {bottom}")


def deck_for(*hands):
    """Return a deck of kinds, top first, that deals these hands (lists of names, equally long), one card at a time."""
    from teatable.rules import cards

    left = list(cards.COUNTS)
    top = []
    for i in range(len(hands[0])):
        for hand in hands:
            kind = cards.kind_of(hand[i])
            left[kind] -= 1
            assert left[kind] >= 0, hand[i]
            top.append(kind)
    rest = []
    for kind in range(cards.KINDS):
        rest += [kind] * left[kind]
    return top + rest
