"""The scenes after something fell: clearing up, the "yes, it fell" or the overrule, and whose turn it was.

Until the yes nothing of the fall is in the game: three cards are dealt only then, and an overrule leaves a line in the
log. What the table saw is overruled by two players together, what a player said by a touch. In: the tracker's FELL or
a player's "something fell!", and what is seen while the table is cleared. Out: one fall.
"""

from . import compare, signals
from .referee import OVER
from .scene import Scene


class Fall(Scene):
    """Cups have fallen, or a player says so: waits until they are off the table and somebody says yes."""

    name = "fall"
    light = signals.RED

    def __init__(self, play, back, cups, declared=False, charged=-1):
        """`back`: the scene to return to if it was no fall; `charged`: whose ended turn it belongs to, or -1."""
        super().__init__(play)
        self._back = back
        self._cups = list(cups)
        self._declared = declared
        self._charged = charged
        self._before = [list(stack) for stack in play.referee.game.stacks]
        self._left = [len(stack) for stack in self._before]  # by the players' word: how many of each still stand
        self._said = False  # the table sees nothing missing: the players say what fell, as by hand
        self._moved = False  # something has been seen since
        self._cleared = False
        self._agree: list = []  # while it is asked: whether the faller, and another player, say that it was no fall
        self._changed_ms = play.now_ms

    def enter(self):
        play = self.play
        if not self.play.by_hand:
            play.table.expect(play.kinds.CLEAR, compare.flat(self._before), None, self._declared)
        self._look()

    def event(self, event):
        kinds = self.play.kinds
        self._changed_ms = self.play.now_ms
        if event.kind in (kinds.FELL, kinds.REMOVED, kinds.CLEARED, kinds.FOREIGN_GONE):
            self._moved = True
        if event.kind == kinds.FELL:
            self._agree = []
            for cup in event.cups:
                if cup not in self._cups:
                    self._cups.append(cup)
        self._look()
        self.play.changed()

    def step(self, now_ms):
        self._look()

    def _look(self):
        play = self.play
        if self._asks:
            cleared = self._fewer() or (play.by_hand and self._may_slip())
        else:
            explained = self._cleared or not play.table.holding()  # a touch takes no "yes" away
            cleared = not play.table.lying() and explained
            if self._declared and not self._fewer() and not (self._moved and self._may_slip()):
                cleared = False  # as far as the table sees, it is all still to be taken off
            if play.now_ms - self._changed_ms >= play.config["clear_most_ms"]:
                cleared = True  # the table may be wrong about what lies on it; the players' yes decides
        if cleared != self._cleared:
            self._cleared = cleared
            self.play.changed()

    @property
    def _asks(self):
        """True while the players say on the display which cups fell."""
        return self.play.by_hand or self._said

    def _fewer(self):
        """Tell whether less stands now than before."""
        return not compare.same(self._before, self.standing())

    def _may_slip(self):
        """Tell whether it can be a fall though all that stood before still stands."""
        return self._charged < 0 and self.play.referee.may_slip()

    def standing(self):
        """Return the stacks that still stand: of each stack of before the lower part that is left."""
        left = [self._before[i][: self._left[i]] for i in range(len(self._before)) if self._left[i]]
        return left if self.play.by_hand else compare.lower_parts(left, self.play.table.seen())

    def press(self, target):
        if target == "button:yes-it-fell" and self._cleared and not self._agree:
            if self.play.charges.fell(self.standing(), self._charged) == "nothing-fell":
                self._said = True
                self._look()
        elif target == "button:not-a-fall" and not self._agree:
            if self._declared:
                self.play.charges.overrule(self._back)
            else:
                self._agree = [False, False]
        elif target in ("agree:0", "agree:1") and self._agree:
            i = int(target[6:])
            self._agree[i] = not self._agree[i]
            if all(self._agree):
                self.play.charges.overrule(self._back)
        elif target == "button:back" and self._agree:
            self._agree = []
        elif self._asks and target[:6] == "stack:" and not self._agree:
            return self._press_stack(self.play.cup_of(target[6:]))
        else:
            return False
        return True

    def _press_stack(self, bottom):
        """The players say that one cup fewer of this stack stands; after the last one all of them again."""
        for i in range(len(self._before)):
            if self._before[i][0] == bottom:
                self._left[i] = (self._left[i] or len(self._before[i]) + 1) - 1
                self._look()
                return True
        return False

    def _who(self):
        """Return whose word it takes: the player the fall would be charged to, and another one ("" for any)."""
        play = self.play
        game = play.referee.game
        faller = self._charged if self._charged >= 0 else game.turn
        others = [p for p in range(game.players) if p != faller and not game.left >> p & 1]
        return [play.name(faller), play.name(others[0]) if len(others) == 1 else ""]

    def view(self):
        standing = self.standing()
        cups = list(self._cups)
        if self._asks or self._declared:
            up = compare.flat(standing)
            cups = [cup for cup in compare.flat(self._before) if cup not in up]
        stacks = self.play.table.views_of(standing, ())
        if self._asks:  # all that stood, to be touched once for each cup that fell
            stacks = self.play.table.views_of(self._before, [stack[0] for stack in self._before])
            for i in range(len(stacks)):
                stacks[i]["left"] = self._left[i]
        return {
            "cups": cups, "lying": list(self.play.table.lying()), "standing": stacks,
            "cleared": self._cleared, "by_hand": self._asks, "message": "fall-none" if self._said else "",
            "agree": list(zip(self._who(), self._agree)),
        }  # fmt: skip


class Whose(Scene):
    """A fall that the table missed is declared after the turn has ended: whose turn was it?"""

    name = "menu"
    light = signals.RED

    def __init__(self, play, back, players):
        super().__init__(play)
        self._back = back
        self._players = players  # those whose ended turn can still be charged, and the one in turn

    def press(self, target):
        if target == "button:back":
            self.play.go(self._back)
            return True
        for player in self._players:
            if target == "player:%d" % player:
                game = self.play.referee.game
                charged = -1 if player == game.turn and game.phase != OVER else player
                self.play.charges.begin(self._back, (), True, charged)
                return True
        return False

    def view(self):
        items = [("player:%d" % p, self.play.name(p), "") for p in self._players]
        return {"title": "whose-fall", "items": items, "page": 0, "pages": 1}
