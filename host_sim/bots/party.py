"""The players of a game: they read the display, look at the table, and act with fingers and hands.

Data in: Senses (what a person at the table sees) and Body (what a person can do), skill, a random generator. Data out:
the doing. One script plays the whole game, whoever's turn it is; it answers the screen that is shown, one act at a
time, so that a fall, a message or a question is met wherever it comes.
"""

import math
from collections.abc import Callable

from numpy.random import Generator

from ..acting import Script, pause, until
from ..errors import NotPlayed
from . import mind
from .body import Body
from .cups import PATIENCE_S, Cups
from .senses import Senses

STUCK_S = 90.0  # a screen on which nothing happens for this long ends the game as not played
WINNER_S = 4.0  # people look at the table before they cheer
_SETTINGS = {"off": 0, "gentle": 1, "classic": 2, "mad": 3}


class Party(Cups):
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
        super().__init__(senses, body, rng, say)
        self.players, self.level = players, level
        self._seen = (-1, "")

    # --- the whole game
    def script(self) -> Script:
        """Play until the winner is shown; NotPlayed tells where it got stuck."""
        while not (yield from self._won()):
            self._watch_for_standstill()
            if (yield from self._speak_up()):
                continue
            act = getattr(self, "_on_" + self.senses.screen.replace("-", "_"), None)
            if act is not None:
                yield from act()
            yield

    def _won(self) -> Script:
        """Tell whether the winner is shown and stays: what fell just before "three" may still take the win back."""
        if self.senses.screen != "winner":
            if self.senses.screen != "menu":
                self.senses.won_s = math.inf
            return False
        self.senses.won_s = min(self.senses.won_s, self.table.now_s)
        yield from until(self.table, lambda: self.senses.screen != "winner", WINNER_S)
        return self.senses.screen == "winner" and not self.senses.owed()

    def _watch_for_standstill(self) -> None:
        seen = (self.senses.revision, self.senses.screen)
        if seen != self._seen:
            self._seen, self._since = seen, self.table.now_s
        elif self._still_s > STUCK_S:
            raise NotPlayed(
                f"nothing has happened for {STUCK_S:.0f} s on the screen {self.senses.describe()}; "
                f"on the table: {self.senses.describe_table()}"
            )

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
        elif self._still_s > PATIENCE_S:
            yield from self._press("button:ok")

    def _on_menu(self) -> Script:
        """Whose turn was it when the cup fell that the table has missed?"""
        target = f"player:{self._fell_seat}"
        if self.senses.offers(target):
            yield from self._press(target)
            return
        yield from self._press("button:back")
        self.senses.settled()  # it fell after the last "three": nobody's, and no reason to ask again

    def _on_fault(self) -> Script:
        yield from pause(self.table, 2.0)
        yield from self._press("button:retry")
