"""The menu: help, rules, settings, a player who goes home, the end of the game. It lies over the game at any step.

The motor stands still, no time passes for the step below, and what the table sees meanwhile is told to it afterwards;
only a fall is heard at once and closes the menu. Closing it leads back to the very same step; an open hand is closed.
In: presses. Out: settings, a player who left, a game set aside. Pages that need the scale are in rezero.py.
"""

from ..compat import const
from .scene import Scene

_HELD_MOST = const(16)  # events of the tracker kept for the step below; the newest count
HELP = (0, 12, 16, 19, 20, 21, 22, 23, 24)  # a card of each kind that has a help page of its own


class Aside(Scene):
    """An overlay made of pages, the uppermost last; the first is `page`, a class."""

    rank = 1

    def __init__(self, play, page):
        super().__init__(play)
        self._pages = []
        self._held = []
        self.open(page(play))

    @property
    def page(self):
        """The page that is shown."""
        return self._pages[-1]

    @property
    def name(self):
        return self.page.name

    @property
    def light(self):
        return self.play.scene.light

    @property
    def sees_faults(self):
        return self.page.sees_faults

    @property
    def deaf(self):
        return self.page.deaf

    def open(self, page):
        """Show `page` over the others."""
        page.aside = self
        self._pages.append(page)
        page.enter()

    def back(self):
        """Go back a page; from the first one to the game."""
        if len(self._pages) == 1:
            self.close()
        else:
            self._pages.pop()

    def close(self):
        """Go back to the game."""
        held = self._held
        self.play.save_settings()
        self.play.uncover(self, held)

    def forget(self):
        """Tell the game nothing of what was seen meanwhile."""
        self._held = []

    def event(self, event):
        if not self.page.deaf:
            self._held = self._held[1 - _HELD_MOST :] + [event]

    def step(self, now_ms):
        self.page.step(now_ms)

    def press(self, target):
        if self.page.press(target):
            return True
        if target != "button:back" or self.page.name == "rebuild":  # half a table would be left
            return False
        self.back()
        return True

    def view(self):
        out = self.page.view()
        out["menu_button"] = out["fell_button"] = False
        return out


class Page(Scene):
    """A page of the menu `aside`; what it does not answer, the menu does."""

    aside: Aside = None  # type: ignore


class Menu(Page):
    """The first page: what there is."""

    name = "tiles"

    def press(self, target):
        if target == "button:cards":
            self.aside.open(Cards(self.play))
        elif target == "button:rules":
            self.aside.open(Rules(self.play))
        elif target == "button:settings":
            self.aside.open(Settings(self.play))
        elif target == "button:leave" and self._may_leave():
            self.aside.open(Leaver(self.play))
        elif target == "button:end" and self.play.scene.in_turn:
            self.aside.open(End(self.play))
        else:
            return False
        return True

    def _may_leave(self):
        play = self.play
        return play.scene.in_turn and play.referee.active() > 2

    def view(self):
        items = [("button:cards", "cards", "help-cards", ""), ("button:rules", "rules", "rules", "")]
        if self.play.playing:
            items.append(("button:settings", "gear", "settings", ""))
            if self._may_leave():
                items.append(("button:leave", "leave", "player-leaves", ""))
            if self.play.scene.in_turn:
                items.append(("button:end", "end", "end-game", ""))
        return {"title": "menu" if self.play.playing else "help", "items": items}


class Settings(Page):
    """Sound, lights, brightness, language; in a game the zero and the sensors, before one the set-up."""

    name = "tiles"

    def press(self, target):
        play = self.play
        s = play.settings
        if target == "button:sound":
            s["sound"] = 1 - s["sound"]
        elif target == "button:lights":
            s["lights"] = 1 - s["lights"]
        elif target == "button:brightness":
            s["brightness"] = s["brightness"] + 20 if s["brightness"] <= 80 else 20
        elif target == "button:language" and len(play.languages) > 1:
            known = play.languages
            at = known.index(s["language"]) if s["language"] in known else -1
            s["language"] = known[(at + 1) % len(known)]
        elif self._may_weigh():
            return self._press_bench(target)
        else:
            return False
        return True

    def _press_bench(self, target):
        if target == "button:set-up" and not self.play.playing:
            from .setting_up import SetUp  # its code is loaded when it is needed

            self.play.save_settings()
            self.play.go(SetUp(self.play))
        elif target == "button:zero" and self.play.scene.in_turn:
            from .rezero import Rezero

            self.aside.open(Rezero(self.play))
        elif target == "button:sensors" and self.play.playing:
            from .rezero import Look

            self.aside.open(Look(self.play))
        else:
            return False
        return True

    def _may_weigh(self):
        return self.play.bench is not None and not self.play.by_hand

    def view(self):
        play = self.play
        s = play.settings
        on = ["on" if s[name] else "off" for name in ("sound", "lights")]
        items = [
            ("button:sound", "sound-" + on[0], "sound", on[0]), ("button:lights", "lights-" + on[1], "lights", on[1]),
            ("button:brightness", "sun", "", "%d %%" % s["brightness"]),
        ]  # fmt: skip
        if len(play.languages) > 1:
            items.append(("button:language", "language", "this-language", ""))
        if self._may_weigh() and not play.playing:
            items.append(("button:set-up", "zero", "set-up", ""))
        elif self._may_weigh():
            if play.scene.in_turn:
                items.append(("button:zero", "zero", "zero", ""))
            items.append(("button:sensors", "sensors", "sensors", ""))
        return {"title": "settings", "items": items}


class Cards(Page):
    """One card of each kind, to be touched for its help."""

    name = "index"

    def press(self, target):
        for i in range(len(HELP)):
            if target[:5] == "card:" and self.play.referee.kind_of(target[5:]) == HELP[i]:
                self.aside.open(Help(self.play, i))
                return True
        return False

    def view(self):
        return {"cards": list(HELP)}


class _Leaves(Page):
    """Pages to be turned."""

    pages = 1

    def __init__(self, play, at=0):
        super().__init__(play)
        self.at = at

    def press(self, target):
        if target == "button:next" and self.at + 1 < self.pages:
            self.at += 1
        elif target == "button:prev" and self.at > 0:
            self.at -= 1
        else:
            return False
        return True

    def view(self):
        return {"page": self.at, "pages": self.pages}


class Help(_Leaves):
    """What one kind of card does."""

    name = "help"
    pages = len(HELP)

    def view(self):
        out = super().view()
        out["card"] = HELP[self.at]
        return out


class Rules(_Leaves):
    """The rules in brief."""

    name = "rules"
    pages = 7


class Leaver(Page):
    """Who goes home?"""

    name = "menu"

    def _active(self):
        game = self.play.referee.game
        return [p for p in range(game.players) if not game.left >> p & 1]

    def press(self, target):
        for player in self._active():
            if target == "player:%d" % player:
                self.aside.open(Leave(self.play, player))
                return True
        return False

    def view(self):
        items = [("player:%d" % p, self.play.name(p), "") for p in self._active()]
        return {"title": "whose-leave", "items": items, "page": 0, "pages": 1}


class Leave(Page):
    """Asks first: a hand that is shuffled in does not come back."""

    name = "ask"

    def __init__(self, play, player):
        super().__init__(play)
        self._player = player

    def press(self, target):
        if target != "button:yes":
            return False
        self.aside.close()  # the step below is well again before it is left
        self.play.flow.leave(self._player)
        return True

    def view(self):
        name = self.play.name(self._player)
        return {"title": "player-leaves", "sign": "leave", "text": "ask-leave", "name": name, "yes": "yes-leave"}


class End(Page):
    """Asks first; the game can be gone on with until a new one begins."""

    name = "ask"

    def press(self, target):
        if target != "button:yes":
            return False
        self.play.save_settings()
        self.play.flow.end()
        return True

    def view(self):
        return {"title": "end-game", "sign": "end", "text": "ask-end", "yes": "yes-end"}


FIRST = {"menu": Menu, "settings": Settings}
