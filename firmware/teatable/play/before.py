"""From power-on to the first turn: title, players, level, who drank tea last.

In: presses. Out: a new game or the resumed one.
"""

from ..store import settings as bounds
from . import signals
from .scene import Scene

LEVELS = ("off", "gentle", "classic", "mad")


class Title(Scene):
    """The first screen; offers the game that a power cut left unfinished."""

    name = "title"

    def enter(self):
        self._can_resume = self.play.referee.can_resume()
        if self._can_resume:  # its cups are probably still on the table
            self.play.table.believe(self.play.referee.unfinished)

    def press(self, target):
        if target == "button:new-game":
            self.play.go(Players(self.play))
        elif target == "button:settings":
            self.play.open_menu("settings")
        elif target == "button:help":
            self.play.open_menu("menu")
        elif target == "button:resume" and self._can_resume:
            self.play.flow.resume()
        else:
            return False
        return True

    def view(self):
        return {"can_resume": self._can_resume}


class Players(Scene):
    """How many play, in seating order."""

    name = "players"

    def press(self, target):
        s = self.play.settings
        if target == "button:fewer":
            s["players"] = max(bounds.PLAYERS_LEAST, s["players"] - 1)
        elif target == "button:more":
            s["players"] = min(bounds.PLAYERS_MOST, s["players"] + 1)
        elif target == "button:next":
            self.play.go(Level(self.play))
        elif target == "button:back":
            self.play.go(Title(self.play))
        elif target[:5] == "name:":
            if not target[5:].isdigit() or int(target[5:]) >= s["players"]:
                return False
            from .seats import Seat  # its code is loaded when it is needed

            self.play.go(Seat(self.play, int(target[5:])))
        else:
            return False
        return True

    def view(self):
        s = self.play.settings
        return {"count": s["players"], "names": s["names"][: s["players"]], "can_rename": True}


class Level(Scene):
    """How much the table wobbles; off is the rulebook's less challenging game."""

    name = "level"

    def press(self, target):
        if target[:6] == "level:" and target[6:] in LEVELS:
            self.play.settings["level"] = LEVELS.index(target[6:])
        elif target == "button:next":
            self.play.go(First(self.play))
        elif target == "button:back":
            self.play.go(Players(self.play))
        else:
            return False
        return True

    def view(self):
        return {"level": self.play.settings["level"]}


class First(Scene):
    """Who drank tea last goes first; if nobody knows, the table draws lots."""

    name = "first"

    def press(self, target):
        players = self.play.settings["players"]
        if target == "button:nobody-knows":
            self.play.flow.new_game(self.play.random_seed() % players)
        elif target[:7] == "player:" and target[7:].isdigit() and int(target[7:]) < players:
            self.play.flow.new_game(int(target[7:]))
        elif target == "button:back":
            self.play.go(Level(self.play))
        else:
            return False
        return True

    def view(self):
        return {"names": self.play.settings["names"][: self.play.settings["players"]]}


class Winner(Scene):
    """Who has won, and the game in a few numbers."""

    name = "winner"
    light = signals.RAINBOW

    def enter(self):
        self.play.say(signals.WINNER)

    def press(self, target):
        if target != "button:new-game":
            return False
        self.play.go(Title(self.play))
        return True

    def view(self):
        out = self.play.referee.numbers()
        out["reasons"] = list(self.play.referee.outcome()[1])
        return out
