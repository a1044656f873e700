"""Hands at the cups: placing, removing, the mistakes and their correction, and what is done after a fall.

Data in: the screens place, remove, fall and question, and what the eyes see. Data out: scripts.
"""

from collections.abc import Callable, Sequence

from numpy.random import Generator
from teatable.boards import geometry

from ..acting import Script, pause, until
from ..errors import NotPlayed
from ..world import player_hands
from . import mind
from .body import Body
from .manners import Manners
from .senses import Senses

NOTICE_S = 3.0  # how long people wait for the table to notice a fall before they say so
MISSED_S = 8.0  # and a cup that they have put down
PATIENCE_S = 4.0  # how long people wait for the table to come to its senses by itself
STUBBORN_S = 60.0  # a table that cries wolf so often in this time makes no game
_STUBBORN = 8
_LIFT = (
    "wrong-cup", "wrong-stack", "needs-new-stack", "no-new-stack", "lift-again", "second-cup", "not-top",
    "take-off",
)  # fmt: skip


class Cups(Manners):
    """A person whose turn it is, with a cup in the hand."""

    def __init__(self, senses: Senses, body: Body, rng: Generator, say: Callable[[str], None]):
        super().__init__(senses, body, rng, say)
        self._mine = -1  # the cup put down or taken off last, in this turn
        self._plan: tuple[int, int] | None = None
        self._put_t = -1e9
        self._owed_since: float | None = None
        self._fell_seat = 0
        self._overruled: list[float] = []  # when people said that it was no fall

    # --- cups
    def _on_place(self) -> Script:
        view = self.senses.view
        message = view.get("message", "")
        if self._mine >= 0:
            yield from self._after_placing(message)
            return
        if message == "foreign":
            yield from pause(self.table, 0.5)
            return
        if message == "put-back" and (yield from self._contradict()):
            return
        yield from self._think(0.3, 0.8)
        if self.senses.screen != "place" or self.senses.owed():
            return
        view = self.senses.view
        stacks = self.senses.stacks()
        allowed = [s["cups"][0] for s in view["stacks"] if s.get("allowed")]
        cups = [c for c in view["cups"] if c in self.senses.away()]
        if not cups:
            yield from pause(self.table, 0.5)
            return
        cup, where = mind.choose_place(cups, stacks, allowed, view.get("new_stack", "no"), self.rng)
        if self._plan is None:
            cup, where = self._mistaken(cup, where, view, stacks, allowed)
        self._plan = (cup, where)
        yield from self._put(cup, where, stacks)

    def _mistaken(
        self, cup: int, where: int, view: dict, stacks: Sequence[mind.Stack], allowed: list[int]
    ) -> tuple[int, int]:
        """Return the choice, now and then spoilt as people do."""
        if self.rng.uniform() < player_hands.WRONG_CUP:
            wrong = mind.wrong_cup(cup, view["cups"], self.senses.away(), self.rng)
            if wrong != cup:
                self.tally.mistakes.append("wrong-cup")
                return wrong, where
        if self.rng.uniform() < player_hands.WRONG_STACK:
            wrong = mind.wrong_stack(where, stacks, allowed, view.get("new_stack", "no"), self.rng)
            if wrong != where:
                self.tally.mistakes.append("wrong-stack")
                return cup, wrong
        return cup, where

    def _put(self, cup: int, where: int, stacks: Sequence[mind.Stack]) -> Script:
        target = next((s for s in stacks if s.bottom == where), None)
        self._mine = cup
        if target is not None:
            yield from self.body.place_on(cup, target.top)
        else:
            x, y = mind.free_spot(stacks, self.rng)
            yield from self.body.place_at(cup, x, y)
        self._put_t = self.table.now_s
        if target is not None and self.rng.uniform() < player_hands.STEADY_A_STACK and not self.senses.owed():
            yield from pause(self.table, 0.3)
            yield from self.body.steady(cup)

    def _after_placing(self, message: str) -> Script:
        """A cup was put and the screen still asks for one: do what the message says, or put the cup again."""
        if message == "put-back" and (yield from self._contradict()):
            return
        waited = self.table.now_s - self._put_t
        if message in _LIFT and waited > 0.8:
            yield from self._think(0.4, 0.9)
        elif waited < MISSED_S:
            yield from pause(self.table, 0.1)
            return
        else:
            self.tally.placed_again += 1
        if self.senses.screen == "place" and not self.senses.owed():
            if self.senses.is_top(self._mine):
                yield from self.body.remove(self._mine)
                yield from pause(self.table, 1.0)
            self._mine = -1

    def _contradict(self) -> Script:
        """The table misses a cup that stands: take the card back, so that it asks and can be told that all is well."""
        if self.senses.owed() or self._still_s < PATIENCE_S:
            return False
        self.say(f"{self.senses.player} says: nothing is missing")
        if self._mine >= 0 and self.senses.screen == "place" and self.senses.is_top(self._mine):
            yield from self.body.remove(self._mine)
            yield from pause(self.table, 1.5)
        self._mine = -1
        target = "button:take-back" if self.senses.offers("button:take-back") else "button:something-fell"
        return (yield from self._press(target))

    def _on_remove(self) -> Script:
        if self.senses.view.get("message") == "put-back" and (yield from self._contradict()):
            return
        if self._mine >= 0 and self.table.now_s - self._put_t < MISSED_S:
            yield from pause(self.table, 0.1)
            return
        yield from self._think(0.3, 0.8)
        stacks = self.senses.stacks()
        if self.senses.screen != "remove" or not stacks or self.senses.owed():
            return
        cup = mind.choose_removal(stacks, self.rng)
        self._mine = cup
        yield from self.body.remove(cup)
        self._put_t = self.table.now_s

    # --- falls
    def _speak_up(self) -> Script:
        """Say that something fell when the table has not noticed it for a while."""
        owed = self.senses.owed()
        if not owed or self.senses.screen in ("fall", "question", "fault", "menu"):
            if not owed:
                self._owed_since = None
            return False
        if self._owed_since is None:
            self._owed_since, self._fell_seat = self.table.now_s, self.senses.view.get("seat", 0)
        if self.table.now_s - self._owed_since < NOTICE_S or not self.senses.offers("button:something-fell"):
            return False
        self.say(f"{self.senses.player} says: something fell ({', '.join(self.senses.names(owed))})")
        self.tally.declared += 1
        self._owed_since = None
        return (yield from self._press("button:something-fell"))

    def _on_fall(self) -> Script:
        yield from self._think(0.6, 1.2)
        if self.senses.screen != "fall":
            return
        if not self.senses.owed():
            self.say(f"{self.senses.player} says: that was no fall")
            self.tally.overruled += 1
            self._overruled = [*self._overruled[-_STUBBORN:], self.table.now_s]
            if len(self._overruled) > _STUBBORN and self.table.now_s - self._overruled[0] < STUBBORN_S:
                raise NotPlayed(
                    f"the table says again and again that something fell, and nothing did; it shows "
                    f"{self.senses.describe()}; on the table: {self.senses.describe_table()}"
                )
            yield from self._press("button:not-a-fall")
            yield from self._agree()
            return
        if self.senses.view.get("agree"):
            yield from self._press("button:back")
        while (cup := self._to_clear()) >= 0:
            yield from self._think(0.3, 0.6)
            if self.senses.screen != "fall":
                return
            yield from self.body.remove(cup)
        for target in self._to_mark():
            yield from self._press(target)
        pressed = yield from self._press("button:yes-it-fell", 10.0)
        gone = yield from until(self.table, lambda: self.senses.screen != "fall", 1.0)
        if pressed and gone and self.senses.screen not in ("question", "fault"):
            self.senses.settled()
            self._mine, self._plan = -1, None

    def _agree(self) -> Script:
        """Two players say together that it was no fall, where the table asks for it."""
        yield from until(self.table, lambda: bool(self.senses.view.get("agree")), 0.5)
        for who in range(2):
            agreed = self.senses.view.get("agree") or []
            if agreed and not agreed[who][1]:
                yield from self._press(f"agree:{who}")
                yield from pause(self.table, 0.3)

    def _to_clear(self) -> int:
        """Return the next cup to take off: one that fell, or one that stands though the table says that it fell."""
        fallen = self.senses.fallen()
        if fallen:
            return fallen[0]
        tops = [s.top for s in self.senses.stacks()]
        return next((c for c in self.senses.view.get("cups", ()) if c in tops), -1)

    def _to_mark(self) -> list[str]:
        """Return the stacks to touch where the table asks which cups fell, each once a cup."""
        out = []
        view = self.senses.view
        for shown in view.get("standing", ()) if view.get("by_hand") else ():
            bottom = shown["cups"][0]
            up = next((len(s.cups) for s in self.senses.stacks() if s.bottom == bottom), 0)
            out += ["stack:" + geometry.CUPS[bottom]] * (shown["left"] - up)
        return out

    # --- questions
    def _on_question(self) -> Script:
        view = self.senses.view
        yield from self._think(0.5, 1.0)
        target = self.senses.answer(view, self._mine)
        yield from self._press(target if self.senses.offers(target) else "button:none")
