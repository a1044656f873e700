"""Pages of the menu that need the scale: a new zero in the middle of a game, and the sensors.

Everything is taken off, the zero is taken, and the stacks are built again as the game knows them, each shown with its
place and its cups; the game goes on in the same step. In: presses, the bench. Out: a zero, a tracker that believes the
game.
"""

from .aside import Page
from .setting_up import BACK, READY, Sensors


class Look(Sensors):
    """The sensor view over a game."""

    def press(self, target):
        return False  # the way back is the menu's


class Rezero(Page):
    """Take all off, wait for the zero, build the stacks again."""

    ASK, WAIT, BUILD = 0, 1, 2

    def __init__(self, play):
        super().__init__(play)
        self.stage = self.ASK
        self._at = 0  # of the stacks

    @property
    def name(self):
        return "rebuild" if self.stage == self.BUILD else "weigh"

    @property
    def deaf(self):
        """True from the first word on: what is taken off and put up is no part of the game."""
        return True

    def press(self, target):
        weighing = self.play.bench.weighing
        stacks = self.play.referee.game.stacks
        if self.stage == self.BUILD:
            if target == "button:next" and self._at + 1 < len(stacks):
                self._at += 1
            elif target == "button:prev" and self._at > 0:
                self._at -= 1
            elif target == "button:ready":
                self._done()
            else:
                return False
            return True
        if target == "button:ready" and self.stage == self.ASK:
            self.stage = self.WAIT
            weighing.tare()
        elif target == "button:back":
            weighing.tare_forgotten()
            return False
        else:
            return False
        return True

    def step(self, now_ms):
        if self.stage == self.WAIT and not self.play.bench.weighing.taring:
            self.stage = self.BUILD
            self.play.changed()
            if not self.play.referee.game.stacks:
                self._done()

    def _done(self):
        play = self.play
        play.table.believe(play.referee.game)
        self.aside.forget()
        self.aside.close()

    def view(self):
        play = self.play
        if self.stage == self.BUILD:
            stacks = play.referee.game.stacks
            shown = stacks[self._at]
            return {
                "stacks": play.table.stack_views(shown[:1]), "cups": list(shown), "page": self._at,
                "pages": len(stacks), "colour": play.settings["colours"][play.referee.game.turn],
            }  # fmt: skip
        wait = self.stage == self.WAIT
        return {
            "title": "zero", "text": "hands-off" if wait else "zero-off", "busy": wait,
            "buttons": [BACK] if wait else [BACK, READY],
        }  # fmt: skip
