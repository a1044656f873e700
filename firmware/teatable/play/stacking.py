"""The scenes with a cup in a hand: place it, remove it, and the count to three.

What the table sees (tracker.stacks) is compared with what should stand (the game's stacks); the one difference that the
card allows becomes an action, every other is explained and waited for. Physical truth wins: a wrong cup is no action.
In: events of the tracker, presses. Out: actions of the game, tones.
"""

from ..compat import const
from . import compare, signals
from .scene import Scene

NEW = -1
_NOT_PICKED = const(-2)
COUNT_TONES = (signals.NONE, signals.ONE, signals.TWO, signals.THREE)


class _Cup(Scene):
    """What placing and removing have in common."""

    motor = True
    in_turn = True
    light = signals.SEAT

    def __init__(self, play):
        super().__init__(play)
        self.message = ""
        self.message_cup = -1
        self.strange = ""  # the word for something that stands there and is no cup of the game
        self.picked_cup = -1
        self.picked_stack = _NOT_PICKED

    def event(self, event):
        if event.kind == self.play.kinds.FOREIGN:
            self.strange = "foreign" if event.sure else "take-off"
            self.explain(self.strange, -1)
        elif event.sure:
            if event.kind == self.play.kinds.FOREIGN_GONE:
                self.strange = ""
            self.check()

    def check(self):
        """Look at the table: go on, wait, or explain."""

    def explain(self, message, cup):
        """Show the word key `message` (with the picture of `cup`, or -1); "" when all is well again."""
        if message and message != self.message:
            self.play.say(signals.WRONG)
        if message != self.message or cup != self.message_cup:
            self.message = message
            self.message_cup = cup
            self.play.changed()

    def press(self, target):
        if target == "button:take-back":
            if not self.play.act(("undo",)):
                self.play.flow.go_to_hand()
            return True
        return self.play.by_hand and self._press_by_hand(target)

    def _press_by_hand(self, target):
        return False

    def view(self):
        play = self.play
        return {
            "card": play.referee.game.card, "message": self.message, "message_cup": self.message_cup,
            "take_back": play.referee.may_undo(), "by_hand": play.by_hand, "picked_cup": self.picked_cup,
            "picked_stack": self.picked_stack,
        }  # fmt: skip


class Place(_Cup):
    """The card is chosen: a cup of that kind goes on a stack, or on the table."""

    name = "place"

    def __init__(self, play):
        super().__init__(play)
        self.cups = play.referee.cups()
        self.new_stack = play.referee.new_stack()
        self.bottoms = [] if self.new_stack == "must" else [s[0] for s in play.referee.game.stacks]
        if play.by_hand:
            self.picked_cup = self.cups[0] if len(self.cups) == 1 else -1
            ways = self.bottoms + ([NEW] if self.new_stack != "no" else [])
            self.picked_stack = ways[0] if len(ways) == 1 else _NOT_PICKED

    def enter(self):
        self._expect(-1)
        if not self.play.by_hand:
            self.check()

    def check(self):
        extra, missing = compare.differences(self.play.referee.game.stacks, self.play.table.seen())
        if missing:
            self.explain("put-back", missing[0])
        elif not extra:
            self.explain(self.strange, -1)
        elif len(extra) > 1:
            self.explain("second-cup", extra[1][0])
        else:
            self._one(extra[0][0], extra[0][1])

    def _expect(self, lift):
        bottoms = self.bottoms + ([NEW] if self.new_stack != "no" else [])
        self.play.table.expect(self.play.kinds.PLACE, self.cups, bottoms, False, lift)

    def _one(self, cup, bottom):
        reason = self._wrong(cup, bottom)
        if reason:
            if not self.play.by_hand and cup != self.message_cup:
                self._expect(cup)
            self.explain(reason, cup)
        elif not self.play.act(("place", cup, bottom)):
            if bottom == NEW and not self.play.by_hand:
                self.play.referee.placed_at(cup, self.play.tracker.positions(cup))
            self.play.go(Count(self.play))

    def _wrong(self, cup, bottom):
        if cup not in self.cups:
            return "wrong-cup"
        if bottom == NEW:
            return "no-new-stack" if self.new_stack == "no" else ""
        if self.new_stack == "must":
            return "needs-new-stack"
        return "" if bottom in self.bottoms else "wrong-stack"

    def _press_by_hand(self, target):
        if target[:4] == "cup:":
            cup = self.play.cup_of(target[4:])
            if cup not in self.cups:
                return False
            self.picked_cup = cup
        elif target == "stack:new" and self.new_stack != "no":
            self.picked_stack = NEW
        elif target[:6] == "stack:":
            bottom = self.play.cup_of(target[6:])
            if bottom not in self.bottoms:
                return False
            self.picked_stack = bottom
        elif target == "button:done" and self.picked_cup >= 0 and self.picked_stack != _NOT_PICKED:
            self._one(self.picked_cup, self.picked_stack)
        else:
            return False
        return True

    def view(self):
        out = super().view()
        out["cups"] = list(self.cups)
        out["new_stack"] = self.new_stack
        out["stacks"] = self.play.table.stack_views(self.bottoms)
        return out


class Remove(_Cup):
    """I'm Late: the top cup of any stack is taken off."""

    name = "remove"

    def __init__(self, play):
        super().__init__(play)
        self.cups = play.referee.cups()  # the top cups
        stacks = play.referee.game.stacks
        if play.by_hand and len(stacks) == 1:
            self.picked_stack = stacks[0][0]

    def enter(self):
        self.play.table.expect(self.play.kinds.REMOVE, self.cups, [s[0] for s in self.play.referee.game.stacks])
        if not self.play.by_hand:
            self.check()

    def check(self):
        extra, missing = compare.differences(self.play.referee.game.stacks, self.play.table.seen())
        if extra:
            cup = extra[0][0]
            self.explain("wrong-removed" if cup in missing else "second-cup", cup)
        elif not missing:
            self.explain(self.strange, -1)
        elif len(missing) > 1:
            self.explain("put-back", self._not_first(missing))
        elif missing[0] not in self.cups:
            self.explain("not-top", missing[0])
        elif not self.play.act(("remove", missing[0])):
            self.play.go(Count(self.play))

    def _not_first(self, missing):
        """Return the cup to put back first: the lowest of the missing ones."""
        for stack in self.play.referee.game.stacks:
            for cup in stack:
                if cup in missing:
                    return cup
        return missing[0]

    def _press_by_hand(self, target):
        stacks = self.play.referee.game.stacks
        if target[:6] == "stack:":
            bottom = self.play.cup_of(target[6:])
            if not compare.stack_with_bottom(stacks, bottom):
                return False
            self.picked_stack = bottom
        elif target == "button:done" and self.picked_stack != _NOT_PICKED:
            stack = compare.stack_with_bottom(stacks, self.picked_stack) or (-1,)
            if not self.play.act(("remove", stack[-1])):
                self.play.go(Count(self.play))
        else:
            return False
        return True

    def view(self):
        out = super().view()
        stacks = self.play.referee.game.stacks
        out["stacks"] = self.play.table.stack_views([s[0] for s in stacks])
        out["picked_cup"] = (compare.stack_with_bottom(stacks, self.picked_stack) or (-1,))[-1]
        return out


class Count(Scene):
    """One, two, three: begins when the table is at rest, and waits while something may be falling."""

    name = "count"
    motor = True
    in_turn = True
    light = signals.COUNT

    def __init__(self, play):
        super().__init__(play)
        self.number = 0
        self._due_ms = 0
        self._since_ms = play.now_ms

    def enter(self):
        if self.number < 3:  # after an overruled fall or a question it begins again
            self.number = 0
            self._since_ms = self.play.now_ms
            if not self.play.by_hand:
                self.play.table.expect_nothing()
                self.event(None)

    @property
    def motor_on(self):
        """True until "three" is said."""
        return self.number < 3

    def event(self, event):
        """The cup was taken up again, or the table has thought better of where it stands: the count stops."""
        play = self.play
        if self.number == 3 or (event and not event.sure) or compare.same(play.referee.game.stacks, play.table.seen()):
            return
        if play.act(("undo",)):
            play.disturbed()
        else:
            play.flow.played()

    def step(self, now_ms):
        if self.number == 0:
            waited = now_ms - self._since_ms
            if self.play.by_hand or self.play.table.at_rest() or waited >= self.play.config["rest_most_ms"]:
                self._say(1, now_ms)
            return
        if now_ms < self._due_ms:
            return
        late = now_ms - self._due_ms
        if self.number == 3:
            wait = "fall_most_ms" if self.play.falling else "hold_most_ms" if self.play.table.holding() else None
            if wait is None or late >= self.play.config[wait]:
                self.play.flow.counted()
        elif not self._held() or late >= self.play.config["hold_most_ms"]:
            self._say(self.number + 1, now_ms)

    def _held(self):
        return self.play.falling or (self.number == 2 and self.play.table.holding())

    def _say(self, number, now_ms):
        self.number = number
        self._due_ms = now_ms + self.play.config["count_ms" if number < 3 else "after_three_ms"]
        if number == 3:
            self.play.over_ms = now_ms
        self.play.say(COUNT_TONES[number])
        self.play.changed()

    def view(self):
        return {"card": self.play.referee.game.card, "number": self.number}
