"""Bots in the seats that nobody has taken: they play when it is their turn, and keep still when it is not.

Data in: who sits where. Data out: a script for the scene that never ends.
"""

from collections.abc import Callable

from numpy.random import Generator

from ..acting import Script, pause
from ..bots.body import Body
from ..bots.party import Party
from ..bots.senses import Senses
from ..errors import NotPlayed

CHEER_S = 8.0  # a party of bots looks at the winner for so long before it plays again
_OVER_A_FALL = ("fall", "question", "fault")


def clear_up(senses: Senses, body: Body) -> Script:
    """Take everything off the table, from the top, and what fell."""
    while cups := [*senses.fallen(), *(s.top for s in senses.stacks())]:
        yield from body.remove(cups[0])


class Seats(Party):
    """The bots of one evening; `people` are the seats 0..9 of those who play themselves."""

    def __init__(
        self,
        senses: Senses,
        body: Body,
        players: int,
        level: str,
        rng: Generator,
        say: Callable[[str], None],
        people: set[int],
    ):
        super().__init__(senses, body, players, level, rng, say)
        self.people = people
        self._was = ""
        self._asked = False  # a bot has said that something fell, and is asked about it

    def script(self) -> Script:
        """Play whenever a bot is to play."""
        while True:
            self._follow()
            if self.plays():
                try:
                    yield from self._once()
                except NotPlayed as error:
                    self.say(f"a bot gives up for a moment: {error}")
                    yield from pause(self.table, 5.0)
            yield

    def plays(self) -> bool:
        """Tell whether what the display shows is for a bot to answer: what a bot cannot, and faults, are people's."""
        view = self.senses.view
        screen = view.get("screen", "")
        if not self.people:
            return screen != ""
        if screen == "menu":
            return self._asked
        if screen == "fault" or self._answer(screen) is None:
            return False
        return view.get("player", "") != "" and view.get("seat", 0) not in self.people

    def _answer(self, screen: str) -> Callable[[], Script] | None:
        return getattr(self, "_on_" + screen.replace("-", "_"), None)

    def _follow(self) -> None:
        screen = self.senses.screen
        seen = (self.senses.revision, screen)
        if seen != self._seen:
            self._seen, self._since = seen, self.table.now_s
        if screen != self._was:
            if self._was in _OVER_A_FALL and screen not in _OVER_A_FALL and not self.senses.fallen():
                self.senses.settled()  # by a person too
            self._asked = self._asked and screen == "menu"
            self._was = screen

    def _once(self) -> Script:
        if self.senses.screen == "winner":
            yield from pause(self.table, CHEER_S)
            yield from clear_up(self.senses, self.body)
            self.senses.settled()
            yield from self._press("button:new-game")
            return
        if (yield from self._speak_up()):
            self._asked = True
            return
        act = self._answer(self.senses.screen)
        if act is not None:
            yield from act()
