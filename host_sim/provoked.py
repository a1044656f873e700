"""Rounds of scenes that pack many cases into little time: stacks built by hands, then falls provoked and nuisances.

Why: a figure of 99.9 % wants thousands of falls, and a game gives a few an hour. Data in: a stage whose table runs
FreeApp, a level, a random generator. Data out: one script; what happened and what was said is in the stage's recorder.

The scene stands where game and players stand: it tells the tracker what a card would allow, answers its questions
truthfully, clears what fell, says "that was no fall", and declares a fall that the table has not noticed after 3 s.
What the tracker believes is held against the table after every fall and scene; where it is wrong it is told the truth,
so that one mistake is counted once.
"""

from collections import Counter
from typing import Any

from numpy.random import Generator
from teatable.tracker import events as ev

from .acting import Script, pause, until
from .bots.cups import NOTICE_S
from .world import hands, player_hands

SCENES_VERSION = "scenes-1"

AFTER_S = 1.2  # how long the hands wait after an act before the next one
WAIT_S = 4.0  # how long they wait for the table to understand it
COUNT_S = (0.8, 2.0)  # and when a turn ends
CLEARED_S = 6.0  # how long the table may take to find that all is cleared
_ANSWERS_MOST = 6  # of one act: then the table is told what stands


class Hands:
    """The people at the table: every act, what they tell the table of it, and what they do about what it says."""

    def __init__(self, stage: Any, level: int, rng: Generator, skill: float = 1.0):
        self.stage, self.level, self.rng, self.skill = stage, level, rng, skill
        self.table, self.senses, self.body = stage.table, stage.senses, stage.body
        self.world = stage.table.world
        self.acts: Counter[str] = Counter()
        self._mine, self._from = -1, -1  # the cup handled last, and the stack that it was taken from
        self._before: list[list[int]] = []  # what stood when no hand was at work

    @property
    def voice(self) -> Any:
        """What they tell the firmware, and ask it."""
        return self.table.voice

    def stacks(self) -> list[list[int]]:
        """Return what stands, cups bottom first."""
        return self.world.truth.stacks()

    # --- the beginning and the end of a scene
    def fresh(self) -> Script:
        """Begin as a game does: an empty table, its zero taken, then the motor on."""
        yield from until(self.table, lambda: self.senses.screen != "", 10.0)
        voice = self.voice
        voice.turn(self.level, False)
        yield from pause(self.table, 1.0)
        voice.begin([])
        voice.tare()
        yield from until(self.table, lambda: not voice.taring, 15.0)
        yield from self._turn(True)

    def clear(self) -> Script:
        """Take every cup off, one by one from the tops, as cards would ask for it."""
        while self.stacks() or self.senses.fallen():
            stacks = self.stacks()
            if not stacks:
                yield from self.fell([], declared=True)
            else:
                stack = stacks[int(self.rng.integers(len(stacks)))]
                yield from self.take(stack[-1], player_hands.removal(self.rng, self.skill))
        yield from self.check("scene")

    def _turn(self, on: bool) -> Script:
        self.voice.turn(self.level, on)
        if self.level and on:
            yield from pause(self.table, 1.6)

    def check(self, when: str) -> Script:
        """Hold what the tracker believes against the table; where it is wrong tell it the truth."""
        voice, real = self.voice, self.stacks()
        yield from until(self.table, lambda: not voice.holding, 2.0)
        self.acts["checked " + when] += 1
        if sorted(voice.stacks) != sorted(real) or voice.lying:
            self.acts["believed wrong " + when] += 1
            self.stage.recorder.say(f"believed {voice.stacks}, lying {voice.lying}; there is {real}")
            yield from self._tell_truth()

    def _tell_truth(self) -> Script:
        real = self.stacks()
        places = [tuple(round(1000 * v) for v in self.world.cup_xy_mm(stack[0])) for stack in real]
        self.voice.begin(real, places)
        yield from pause(self.table, 1.0)
        self.voice.heard.clear()

    # --- acts
    def put(self, cup: int, on: int, manner: dict[str, Any], spot: tuple[float, float] = (0.0, 0.0)) -> Script:
        """Put a cup on the top cup `on`, or at `spot` (on = -1), as a card allows it; now and then it is a mistake."""
        self._allow(cup, on)
        self._mine, self._from = cup, -1
        where: dict[str, Any] = {"on": on} if on >= 0 else {"x_mm": spot[0], "y_mm": spot[1]}
        yield from self._act("place", hands.place(self.world, cup, **where, **manner), AFTER_S)

    def take(self, cup: int, manner: dict[str, Any]) -> Script:
        """Take a cup off a stack, as a card allows it."""
        self._expect(ev.REMOVE, None, [s[0] for s in self.stacks()])
        self._mine, self._from = cup, self.world.truth.bottom(cup)
        yield from self._act("remove", hands.remove(self.world, cup, **manner), AFTER_S)

    def trouble(self, what: str, action: Any, placing: bool = False) -> Script:
        """Do what no card asks for, while nothing is expected or (`placing`) a cup is."""
        if placing:
            self._expect(ev.PLACE, self.senses.away(), [s[0] for s in self.stacks()])
        self._mine = self._from = -1
        yield from self._act(what, action, AFTER_S)

    def _act(self, what: str, action: Any, after_s: float) -> Script:
        self.acts[what] += 1
        yield from self.body.act(action)
        yield from self.look_on(after_s)
        voice = self.voice
        yield from until(self.table, lambda: not voice.holding or self._has_heard(), WAIT_S)
        yield from self.look_on(0.0)
        if voice.holding:
            self.acts["not understood"] += 1
            yield from self._tell_truth()
        self._expect(ev.NOTHING, (), ())

    def count(self) -> Script:
        """Look on while nothing should move, as in the count."""
        yield from self.look_on(float(self.rng.uniform(*COUNT_S)))

    def _allow(self, cup: int, on: int) -> None:
        """Expect what a card would: this cup, its colour, its size or any; a few cups and stacks are the wrong ones."""
        rng, away = self.rng, self.senses.away()
        meant = cup
        if rng.uniform() < player_hands.WRONG_CUP:
            meant = int(rng.choice(away))
        kinds = ([meant], [c for c in away if c % 4 == meant % 4], [c for c in away if c >> 2 == meant >> 2], away)
        bottoms = [s[0] for s in self.stacks()]
        fresh = on < 0
        if bottoms and rng.uniform() < player_hands.WRONG_STACK:
            fresh = not fresh
        self._expect(ev.PLACE, kinds[int(rng.integers(4))], [ev.NEW_STACK] if fresh else bottoms)

    def _expect(self, mode: int, cups: Any, bottoms: Any, declared: bool = False) -> None:
        self._before = self.stacks()
        self.voice.expect(mode, cups, bottoms, declared)

    # --- what the table says
    def look_on(self, seconds: float) -> Script:
        """Wait, then see to whatever the table has said, and to what it should have."""
        yield from pause(self.table, seconds)
        answers = 0
        while True:
            event = self._heard()
            if answers >= _ANSWERS_MOST:
                self.acts["not to be convinced"] += 1
                yield from self._tell_truth()
                answers = 0
            elif event is not None and event.kind == ev.QUESTION:
                answers += 1
                yield from self._answer(event)
            elif event is not None:
                answers += 1
                yield from self.fell(event.cups)
            elif not self.senses.owed():
                return
            elif not (yield from until(self.table, self._has_heard, NOTICE_S)):
                yield from self.fell([], declared=True)

    def _heard(self) -> Any:
        """Return the oldest question or word of a fall that nobody has answered yet, or None."""
        heard = self.voice.heard
        while heard:
            event = heard.pop(0)
            if event.kind in (ev.QUESTION, ev.FELL):
                return event
        return None

    def _has_heard(self) -> bool:
        return any(e.kind in (ev.FELL, ev.QUESTION) for e in self.voice.heard)

    def _answer(self, event: Any) -> Script:
        """Answer a question truthfully, after a moment."""
        yield from pause(self.table, 0.8)
        voice, bottom = self.voice, self.world.truth.bottom(self._mine) if self._mine >= 0 else -1
        if self._from >= 0:
            bottom = self._from
        stack = ev.ON_TABLE if bottom == self._mine else bottom
        if event.question == ev.WHICH_CUP and self._mine in event.candidates and bottom >= 0:
            voice.answer(cup=self._mine)
        elif event.question == ev.WHICH_STACK and stack in event.stacks and bottom >= 0:
            voice.answer(stack=stack)
        else:
            voice.refuse()
        yield from pause(self.table, 0.4)

    # --- falls
    def fell(self, told: list[int], declared: bool = False) -> Script:
        """Something fell, as the table says (`told`) or the players: clear it, or say that it was no fall."""
        yield from pause(self.table, 0.8)
        voice = self.voice
        if not self.senses.owed() and not self.senses.fallen():
            self.stage.recorder.overruled()
            voice.overrule()
            self.acts["overruled"] += 1
            yield from pause(self.table, 1.0)
            return
        self.acts["declared" if declared else "noticed"] += 1
        yield from self._turn(False)
        self.table.steepness = 1.0
        self.stage.recorder.declared = declared
        self._expect(ev.CLEAR, [c for s in self._before for c in s], None, declared)
        told = list(told)
        while (cup := self._to_clear(told)) >= 0:
            yield from pause(self.table, float(self.rng.uniform(0.3, 0.6)))
            yield from self.body.act(hands.remove(self.world, cup, **player_hands.removal(self.rng, self.skill)))
        yield from pause(self.table, 0.8)
        yield from until(self.table, lambda: not voice.lying and not voice.holding, CLEARED_S)
        yield from self._clear_again()
        self.senses.settled()
        self.stage.recorder.settled()
        yield from self.check("fall")
        self.voice.heard.clear()
        self._expect(ev.PLACE, self.senses.away(), [s[0] for s in self.stacks()])  # the fresh turn
        yield from self._turn(True)
        self._expect(ev.NOTHING, (), ())

    def _to_clear(self, told: list[int]) -> int:
        """Return the next cup to take off: one that fell, or one that stands though the table says that it fell."""
        for event in self.voice.heard:
            if event.kind == ev.FELL:
                told += event.cups
        fallen = self.senses.fallen()
        if fallen:
            return fallen[0]
        return next((s[-1] for s in self.stacks() if s[-1] in told), -1)

    def _clear_again(self) -> Script:
        """Take off what has fallen meanwhile."""
        while self.senses.fallen():
            cup = self.senses.fallen()[0]
            yield from self.body.act(hands.remove(self.world, cup, **player_hands.removal(self.rng, self.skill)))
            yield from pause(self.table, 1.0)
