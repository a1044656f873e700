"""Games posed for pictures: the firmware's own Play, brought to a step by its rules and presses, shows what it shows.

Why: a view made up by hand can be one that no game makes. Here only what stands on the table, the hands and whose turn
it is are set; every action goes through the rules, every press must be answered. Plain Python, for MicroPython too.
Data in: seats, stacks, a hand. Data out: views.
"""

from teatable.play import Play
from teatable.play.cards import Choose, Discard, Drawn, Hand, Pass
from teatable.rules.falls import retable
from teatable.store import Store
from teatable.tracker import events

NAMES = ["Rose", "Max", "Leonie", "Wilhelmina", "Jo", "Maximilian", "Ada", "Theodora", "Ben", "Mia"]
STACKS = ((8, 5, 2), (4, 3), (9,))
PLACES_UM = {8: (-60_000, 30_000), 4: (45_000, 60_000), 9: (30_000, -70_000)}


class Files:
    """Files in memory."""

    def __init__(self):
        self.data = {}

    def read(self, name):
        return self.data.get(name)

    def write(self, name, data):
        self.data[name] = bytes(data)

    def rename(self, old, new):
        self.data[new] = self.data.pop(old)

    def remove(self, name):
        del self.data[name]

    def names(self):
        return list(self.data)


class Flash:
    """The journal's flash in memory, a small one."""

    block, blocks = 512, 4

    def __init__(self):
        self.data = bytearray(b"\xff" * (self.block * self.blocks))

    def read(self, at, buf):
        buf[:] = self.data[at : at + len(buf)]

    def program(self, at, data):
        self.data[at : at + len(data)] = data

    def erase(self, block):
        self.data[block * self.block : (block + 1) * self.block] = b"\xff" * self.block


class Eyes:
    """A tracker that sees what it is told, in the middle of the places of PLACES_UM."""

    def __init__(self):
        self.stacks, self.lying = [], []
        self.at_rest, self.holding = True, False

    def begin(self, stacks, places_um=None):
        self.stacks, self.lying = [list(stack) for stack in stacks], []

    def expect(self, mode, cups, stacks, declared=False, lift=-1):
        pass

    def positions(self, bottom):
        at = [stack[0] for stack in self.stacks]
        if bottom in PLACES_UM or bottom not in at:
            return PLACES_UM.get(bottom)
        return (60_000 - 40_000 * at.index(bottom), -20_000)

    def answer(self, cup=None, stack=None):
        pass

    def refuse(self):
        pass

    def overrule(self):
        pass


class Posed:
    """One table; without `players` it shows the title."""

    def __init__(self, players=0, turn=0, hand=(), stacks=(), direction=1, by_hand=False):
        self.eyes = Eyes()
        self.play = Play(Store(Files(), Flash()), self.eyes, lambda: 7)
        self.play.settings["names"] = list(NAMES)
        self.play.languages = ["de", "en"]
        self.play.bench = object()  # type: ignore  # there is a scale
        self.now_ms = 0
        if players:
            self.play.settings["players"] = players
            self.play.flow.new_game(turn)
            self._set(hand, stacks, direction)
            if by_hand:
                self.play.by_hand = True

    def _set(self, hand, stacks, direction):
        game = self.game
        game.stacks = [list(stack) for stack in stacks]
        if hand:
            game.hands[game.turn] = list(hand)
        game.direction = direction
        retable(game)
        self.play.tracker.begin(game.stacks)

    @property
    def game(self):
        """The game of the rules."""
        return self.play.referee.game

    def view(self):
        """Return what the display shows."""
        return self.play.view()

    # --- what people do

    def press(self, *targets):
        """Press; each must be answered."""
        for target in targets:
            before = self.play.revision
            self.play.press(target)
            if self.play.revision == before:
                raise ValueError(target + " does nothing on " + self.view()["screen"])
        return self

    def wait(self, ms):
        """Let time pass."""
        for _ in range(ms // 20):
            self.now_ms += 20
            self.play.step(self.now_ms)
        return self

    def act(self, *action):
        """Do an action of the rules; ValueError when they refuse it."""
        reason = self.play.act(action)
        if reason:
            raise ValueError(str(action) + ": " + reason)
        return self

    def see(self, stacks, lying=()):
        """The table sees these stacks now, and looks at the step again."""
        self.eyes.stacks, self.eyes.lying = [list(stack) for stack in stacks], list(lying)
        self.tell(events.UNTOUCH)
        return self

    def tell(self, kind, **fields):
        """Let the tracker tell an event."""
        event = events.Event(kind, self.now_ms)
        for name, value in fields.items():
            setattr(event, name, value)
        self.play.event(event)
        return self

    # --- the steps of a turn

    def pass_on(self, note="", name=""):
        self.play.go(Pass(self.play, note, name))
        return self

    def hand(self, open_=True, pages=0):
        self.play.go(Hand(self.play))
        if open_:
            self.press("button:peek", *["button:next"] * pages)
        return self

    def choose(self, kind):
        if self.play.referee.playable(kind):
            raise ValueError("card " + str(kind) + " cannot be played")
        self.play.go(Choose(self.play, kind))
        return self

    def card(self, kind):
        """Play a card: on to the cup."""
        self.choose(kind).press("button:play")
        return self

    def drawn(self, kinds, why, open_=False):
        self.game.hands[self.game.turn] += kinds
        self.game.drawn, self.game.drawn_by = len(kinds), self.game.turn
        self.play.go(Drawn(self.play, list(kinds), why))
        return self.press("button:peek") if open_ else self

    def discard(self):
        """After "three": a card is to be thrown away."""
        self.act("counted")
        self.play.go(Discard(self.play))
        return self.press("button:peek")

    def count(self, ms=0, hold=False):
        """Put the one cup down that the card wants; the count has gone on for `ms`."""
        bottom = self.game.stacks[0][0] if self.game.stacks else -1
        cup = self.play.referee.cups()[0]
        stacks = [list(stack) for stack in self.game.stacks]
        if bottom < 0:
            stacks.append([cup])
        else:
            stacks[0].append(cup)
        self.see(stacks)
        self.wait(ms)
        if hold:
            self.tell(events.FALLING).wait(100)
        return self

    def fall(self, fallen, standing, lying=()):
        """The table sees cups fall."""
        self.eyes.stacks, self.eyes.lying = [list(stack) for stack in standing], list(lying)
        self.tell(events.FELL, cups=list(fallen))
        return self.wait(100)
