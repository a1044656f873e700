"""What may lie over any scene for a while: a question of the tracker, a table that is not as it should be, a fault, a
table that should be empty and weighs something.

The scene below stays as it is and is entered again afterwards; the motor stands still meanwhile, nothing is lost.
"""

from . import compare, signals
from .scene import Scene


class Question(Scene):
    """The table cannot tell which cup, or which stack, and asks."""

    name = "question"
    light = signals.SEAT

    def __init__(self, play, event):
        super().__init__(play)
        self._question = event.question
        self._cups = list(event.candidates)
        self._bottoms = list(event.stacks)

    def event(self, event):
        if event.sure and event.kind in (self.play.kinds.PLACED, self.play.kinds.REMOVED):  # things have moved on
            self.play.pop(self)

    def press(self, target):
        play = self.play
        if target == "button:none":
            play.tracker.refuse()
        elif target[:4] == "cup:" and play.cup_of(target[4:]) in self._cups:
            play.tracker.answer(cup=play.cup_of(target[4:]))
        elif target == "stack:new" and -1 in self._bottoms:
            play.tracker.answer(stack=-1)
        elif target[:6] == "stack:" and play.cup_of(target[6:]) in self._bottoms:
            play.tracker.answer(stack=play.cup_of(target[6:]))
        else:
            return False
        play.pop(self)
        return True

    def view(self):
        stacks = [s for s in self.play.table.stack_views(self._bottoms) if s["allowed"]]
        new = -1 in self._bottoms
        return {"question": self._question, "cups": list(self._cups), "stacks": stacks, "new_stack": new}


def foreign_word(event):
    """Return the word for a FOREIGN event at a time when no cup should move: not sure, it may well be a cup."""
    return "foreign" if event.sure else "too-early"


class Disturbed(Scene):
    """Cups are not where the game says, at a time when none should move: says so and waits until it is put right.

    A touch on "it is as it was" makes the tracker believe the game (it may have misread); not the main thing to do.
    """

    name = "message"
    light = signals.AMBER

    def __init__(self, play, foreign=""):
        super().__init__(play)
        self._foreign = foreign  # the word for what stands there and is no cup of the game, or ""

    def enter(self):
        self.play.say(signals.WRONG)

    def event(self, event):
        if event.kind == self.play.kinds.FOREIGN:
            self._foreign = foreign_word(event)
        elif event.kind == self.play.kinds.FOREIGN_GONE:
            self._foreign = ""
        if not self._foreign and compare.same(self.play.referee.game.stacks, self.play.table.seen()):
            self.play.pop(self)
        self.play.changed()

    def press(self, target):
        if target != "button:ok":
            return False
        self.play.table.believe(self.play.referee.game)
        self.play.pop(self)
        return True

    def view(self):
        extra, missing = compare.differences(self.play.referee.game.stacks, self.play.table.seen())
        text = self._foreign or ("put-back" if missing else "second-cup")
        if extra and not missing and not self._foreign:
            text = "too-early"
        cups = missing or [e[0] for e in extra] or [-1]
        return {
            "title": "table-changed", "text": text, "ok": True, "ok_word": "as-it-was", "ok_quiet": True,
            "cup": cups[0],
        }  # fmt: skip


class Empty(Scene):
    """At the beginning of a game the table weighs more or less than empty: a hand or a thing on it, or it has drifted.

    The players look, and say that it is empty; only then a zero so far from the old one is taken.
    """

    name = "message"
    light = signals.AMBER
    asks_empty = True

    def enter(self):
        self.play.say(signals.WRONG)

    def press(self, target):
        if target != "button:ok":
            return False
        self.play.tare_anyway = True
        self.play.pop(self)
        return True

    def view(self):
        return {"title": "table-changed", "text": "set-up-empty", "ok": True, "ok_word": "set-up-ready", "cup": -1}


class Fault(Scene):
    """A part of the table does not do its work: names it and says what can be done."""

    name = "fault"
    rank = 2
    light = signals.AMBER

    def __init__(self, play, word, part):
        super().__init__(play)
        self.word = word
        self.part = part

    def enter(self):
        self.play.say(signals.FAULT)

    def press(self, target):
        if target == "button:retry":
            self.play.retry_wanted = True
        elif target == "button:by-hand":
            self.play.set_aside(self.word)
        else:
            return False
        return True

    def view(self):
        return {"fault": self.word, "part": self.part}
