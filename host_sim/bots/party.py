"""The players of a game: they read the display, look at the table, and act with fingers and hands.

Data in: Senses (what a person at the table sees) and Body (what a person can do), skill, a random generator. Data out:
the doing. One script plays the whole game, whoever's turn it is; it answers the screen that is shown, one act at a
time, so that a fall, a message or a question is met wherever it comes.
"""

from collections.abc import Callable, Sequence
from dataclasses import asdict, dataclass, field
from typing import Any

from numpy.random import Generator

from ..acting import Script, pause, until
from ..errors import NotPlayed
from . import mind
from .body import Body
from .senses import Senses

WRONG_CUP, WRONG_STACK, TOUCH_AND_LIFT, STEADY = 0.03, 0.03, 0.10, 0.05  # per placement, physics.md
STUCK_S = 90.0  # a screen on which nothing happens for this long ends the game as not played
NOTICE_S = 3.0  # how long people wait for the table to notice a fall before they say so
PATIENCE_S = 4.0  # how long people wait for the table to come to its senses by itself
MISSED_S = 8.0  # and a cup that they have put down
_LIFT = (
    "wrong-cup",
    "wrong-stack",
    "needs-new-stack",
    "no-new-stack",
    "lift-again",
    "second-cup",
    "put-back",
    "not-top",
)
_SETTINGS = {"off": 0, "gentle": 1, "classic": 2, "mad": 3}


@dataclass
class Tally:
    """What the players did that the log does not tell."""

    turns: int = 0
    mistakes: list[str] = field(default_factory=list)
    overruled: int = 0
    declared: int = 0
    placed_again: int = 0

    def as_dict(self) -> dict[str, Any]:
        """Return it for the report."""
        return asdict(self)


class Party:
    """Plays one game from the title to the winner."""

    def __init__(
        self,
        senses: Senses,
        body: Body,
        players: int,
        level: str,
        rng: Generator,
        say: Callable[[str], None] = lambda text: None,
    ):
        self.senses, self.body, self.players, self.level = senses, body, players, level
        self.rng, self.say = rng, say
        self.tally = Tally()
        self.table = senses.table
        self._seen = (-1, "")
        self._since = 0.0
        self._mine = -1
        self._plan: tuple[int, int] | None = None
        self._put_t = -1e9
        self._owed_since: float | None = None
        self._fell_seat = 0

    # --- the whole game
    def script(self) -> Script:
        """Play until the winner is shown; NotPlayed tells where it got stuck."""
        while self.senses.screen != "winner":
            self._watch_for_standstill()
            if (yield from self._speak_up()):
                continue
            act = getattr(self, "_on_" + self.senses.screen.replace("-", "_"), None)
            if act is not None:
                yield from act()
            yield

    def _watch_for_standstill(self) -> None:
        seen = (self.senses.revision, self.senses.screen)
        if seen != self._seen:
            self._seen, self._since = seen, self.table.now_s
        elif self.table.now_s - self._since > STUCK_S:
            raise NotPlayed(
                f"nothing has happened for {STUCK_S:.0f} s on the screen {self.senses.describe()}; "
                f"on the table: {self.senses.describe_table()}"
            )

    def _think(self, low: float = 0.2, high: float = 0.6) -> Script:
        yield from pause(self.table, float(self.rng.uniform(low, high)))

    def _press(self, target: str, seconds: float = 6.0) -> Script:
        """Press a target of this screen once it is drawn; False when it went away or never came."""
        screen = self.senses.screen
        drawn = yield from until(
            self.table, lambda: self.senses.offers(target) or self.senses.screen != screen, seconds
        )
        if not drawn or not self.senses.offers(target):
            return False
        yield from self._think(0.1, 0.35)
        if not self.senses.offers(target):
            return False
        revision = self.senses.revision
        yield from self.body.press(target)
        yield from until(self.table, lambda: self.senses.revision != revision, 1.0)
        return True

    # --- before the game
    def _on_title(self) -> Script:
        yield from self._press("button:new-game")

    def _on_players(self) -> Script:
        count = self.senses.view["count"]
        target = "button:more" if count < self.players else "button:fewer" if count > self.players else "button:next"
        yield from self._press(target)

    def _on_level(self) -> Script:
        if self.senses.view["level"] != _SETTINGS[self.level]:
            yield from self._press("level:" + self.level)
        else:
            yield from self._press("button:next")

    def _on_first(self) -> Script:
        target = "button:nobody-knows" if self.rng.uniform() < 0.5 else f"player:{self.rng.integers(self.players)}"
        yield from self._press(target)

    # --- a turn
    def _on_pass(self) -> Script:
        self._plan = None
        self.tally.turns += 1
        yield from self._press("button:ready")

    def _on_hand(self) -> Script:
        view = self.senses.view
        if not view["open"]:
            yield from self._press("button:peek")
            return
        yield from self._think()
        view = self.senses.view
        if self.senses.screen != "hand" or not view["open"]:
            return
        if view.get("must_draw"):
            yield from self._press("button:draw")
        elif view.get("must_pass"):
            yield from self._press("button:pass-turn")
        else:
            yield from self._play_a_card(view)

    def _play_a_card(self, view: dict) -> Script:
        shown = [(k, r) for k, r in view["cards"] if self.senses.offers_card(k)]
        kind = mind.choose_card(shown or view["cards"], self.senses.stacks(), self.rng)
        if kind is not None and self.senses.offers_card(kind):
            yield from self._press(self.senses.card_target(kind))
        elif self.senses.offers("button:next"):
            yield from self._press("button:next")
        elif self.senses.offers("button:prev"):
            yield from self._press("button:prev")
        else:
            yield from self._think()

    def _on_choose(self) -> Script:
        self._plan, self._mine = None, -1
        yield from self._press("button:play")

    def _on_draw(self) -> Script:
        yield from self._press("button:ok" if self.senses.view["open"] else "button:peek")

    def _on_discard(self) -> Script:
        view = self.senses.view
        if not view["open"]:
            yield from self._press("button:peek")
            return
        kinds = [k for k, _ in view["cards"] if self.senses.offers_card(k)]
        if kinds:
            yield from self._press(self.senses.card_target(mind.worst_card(kinds, self.rng)))

    def _on_count(self) -> Script:
        yield from pause(self.table, 0.1)

    def _on_message(self) -> Script:
        """The table finds cups where they should not be: put it right, or wait, or tell it that all is well."""
        yield from self._think(0.8, 1.5)
        if self.senses.screen != "message":
            return
        stray = self.senses.view.get("cup", -1)
        if self.senses.view.get("text") == "too-early" and stray >= 0 and self.senses.is_top(stray):
            yield from self.body.remove(stray)
            yield from pause(self.table, 1.5)
        elif self.table.now_s - self._since > PATIENCE_S:
            yield from self._press("button:ok")

    def _on_menu(self) -> Script:
        """Whose turn was it when the cup fell that the table has missed?"""
        target = f"player:{self._fell_seat}"
        yield from self._press(target if self.senses.offers(target) else "button:back")

    def _on_fault(self) -> Script:
        yield from pause(self.table, 2.0)
        yield from self._press("button:retry")

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
        if self.rng.uniform() < WRONG_CUP:
            wrong = mind.wrong_cup(cup, view["cups"], self.senses.away(), self.rng)
            if wrong != cup:
                self.tally.mistakes.append("wrong-cup")
                return wrong, where
        if self.rng.uniform() < WRONG_STACK:
            wrong = mind.wrong_stack(where, stacks, allowed, view.get("new_stack", "no"), self.rng)
            if wrong != where:
                self.tally.mistakes.append("wrong-stack")
                return cup, wrong
        return cup, where

    def _put(self, cup: int, where: int, stacks: Sequence[mind.Stack]) -> Script:
        target = next((s for s in stacks if s.bottom == where), None)
        self._mine = cup
        if target is not None:
            yield from self.body.place_on(cup, target.top, touch_first=self.rng.uniform() < TOUCH_AND_LIFT)
        else:
            x, y = mind.free_spot(stacks, self.rng)
            yield from self.body.place_at(cup, x, y, touch_first=self.rng.uniform() < TOUCH_AND_LIFT)
        self._put_t = self.table.now_s
        if target is not None and self.rng.uniform() < STEADY and not self.senses.owed():
            yield from pause(self.table, 0.3)
            yield from self.body.steady(cup)

    def _after_placing(self, message: str) -> Script:
        """A cup was put and the screen still asks for one: do what the message says, or put the cup again."""
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

    def _on_remove(self) -> Script:
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
            yield from self._press("button:not-a-fall")
            return
        for cup in self.senses.fallen():
            yield from self._think(0.3, 0.6)
            if self.senses.screen != "fall":
                return
            yield from self.body.remove(cup)
        if (yield from self._press("button:yes-it-fell", 10.0)):
            self.senses.settled()
            self._mine, self._plan = -1, None

    # --- questions
    def _on_question(self) -> Script:
        view = self.senses.view
        yield from self._think(0.5, 1.0)
        target = self.senses.answer(view, self._mine)
        yield from self._press(target if self.senses.offers(target) else "button:none")
