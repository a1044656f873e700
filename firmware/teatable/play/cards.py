"""The scenes with cards on the display: pass the table, the hand, the chosen card, what was drawn, the discard.

Secrecy: a hand is in the view only while its owner has it open; it closes by itself. In: presses, the game. Out: the
player's choice as an action.
"""

from . import signals
from .scene import Scene


class Pass(Scene):
    """The table is passed on; nothing of anybody's hand is shown."""

    name = "pass"
    in_turn = True
    light = signals.SEAT

    def __init__(self, play, note="", note_name=""):
        super().__init__(play)
        self._note = note
        self._note_name = note_name
        self._said = False

    def enter(self):
        if not self._said:
            self._said = True
            self.play.say(signals.TURN)
        self.play.table.expect_nothing()

    def press(self, target):
        if target != "button:ready":
            return False
        self.play.flow.ready()
        return True

    def view(self):
        return {"direction": self.play.referee.game.direction, "note": self._note, "note_name": self._note_name}


class _Cards(Scene):
    """A hand that opens and closes, with pages."""

    in_turn = True
    light = signals.SEAT

    def __init__(self, play, open_=False):
        super().__init__(play)
        self.open = open_
        self._entered = False
        self._page = 0
        self._touched_ms = play.now_ms

    def enter(self):
        self.play.table.expect_nothing()
        if self._entered:  # something lay over the screen meanwhile; who knows who holds the display now
            self.open = False
        self._entered = True

    def step(self, now_ms):
        if self.open and now_ms - self._touched_ms >= self.play.config["peek_ms"]:
            self.open = False
            self.play.changed()

    def press(self, target):
        self._touched_ms = self.play.now_ms
        if target == "button:peek":
            self.open = not self.open
            if self.open:
                self.play.referee.look()
        elif not self.open:
            return False
        elif target == "button:next":
            self._page = min(self._page + 1, self._pages() - 1)
        elif target == "button:prev":
            self._page = max(self._page - 1, 0)
        elif target[:5] == "card:":
            return self._press_card(target[5:])
        else:
            return self._press_other(target)
        return True

    def _press_card(self, name):
        kind = self.play.referee.kind_of(name)
        if kind not in self._kinds():
            return False
        self.card(kind)
        return True

    def _press_other(self, target):
        return False

    def card(self, kind):
        """The owner has touched a card of the hand."""

    def _kinds(self):
        return sorted(self.play.referee.hand())

    def _pages(self):
        each = self.play.config["cards_a_page"]
        return max(1, (len(self._kinds()) + each - 1) // each)

    def view(self):
        out = {"open": self.open, "cards": [], "count": len(self.play.referee.hand()), "page": 0, "pages": 1}
        if self.open:
            each = self.play.config["cards_a_page"]
            pages = self._pages()
            page = min(self._page, pages - 1)
            out["page"] = page
            out["pages"] = pages
            out["cards"] = [(k, self._reason(k)) for k in self._kinds()[page * each : (page + 1) * each]]
        return out

    def _reason(self, kind):
        return ""


class Hand(_Cards):
    """The owner's cards; the ones that cannot be played say why."""

    name = "hand"

    def card(self, kind):
        if not self._reason(kind):
            self.play.go(Choose(self.play, kind))

    def _reason(self, kind):
        return self.play.referee.playable(kind) or ""

    def _press_other(self, target):
        if target == "button:draw" and self.play.referee.must_draw():
            self.play.act(("draw",))
            self.play.go(Drawn(self.play, self.play.referee.last_drawn(), "nothing-playable"))
        elif target == "button:pass-turn" and self.play.referee.must_pass():
            self.play.act(("pass",))
            self.play.over_ms = self.play.now_ms
            self.play.flow.by_phase("note-passed")
        else:
            return False
        return True

    def view(self):
        out = super().view()
        out["must_draw"] = self.open and self.play.referee.must_draw()
        out["must_pass"] = self.open and self.play.referee.must_pass()
        return out


class Choose(Scene):
    """One card, big: play it or go back to the hand."""

    name = "choose"
    in_turn = True
    light = signals.SEAT

    def __init__(self, play, kind):
        super().__init__(play)
        self._kind = kind
        self._since_ms = play.now_ms

    def enter(self):
        self._since_ms = self.play.now_ms
        self.play.table.expect_nothing()

    def step(self, now_ms):
        if now_ms - self._since_ms >= self.play.config["choose_ms"]:
            self.play.go(Hand(self.play))  # nobody is there: the card is not left open on the table

    def press(self, target):
        if target == "button:play":
            if self.play.act(("play", self._kind)):
                self.play.go(Hand(self.play))
            else:
                self.play.flow.played()
        elif target == "button:back":
            self.play.go(Hand(self.play, True))
        else:
            return False
        return True

    def view(self):
        return {"card": self._kind, "undo": True, "players": self.play.referee.active()}


class Drawn(Scene):
    """Cards just drawn: their number is public, their faces are shown to the owner on request.

    Where nothing could be played it goes on drawing, a card a step, until something can be or none is left: all at once
    would take longer than a conversion of the cells.
    """

    name = "draw"
    in_turn = True
    light = signals.SEAT

    def __init__(self, play, kinds, why):
        super().__init__(play)
        self._kinds = kinds
        self._why = why
        self._open = False
        self._player = play.referee.game.drawn_by
        self._touched_ms = play.now_ms

    def enter(self):
        self.play.table.expect_nothing()
        self._open = False

    def step(self, now_ms):
        if self._draws():
            self._draw()
        elif self._open and now_ms - self._touched_ms >= self.play.config["peek_ms"]:
            self._open = False
            self.play.changed()

    def _draws(self):
        """Tell whether there is more to draw."""
        return self._why == "nothing-playable" and self.play.referee.must_draw()

    def _draw(self):
        self.play.act(("draw",))
        self._kinds += self.play.referee.last_drawn()
        self.play.changed()

    def press(self, target):
        self._touched_ms = self.play.now_ms
        if self._draws():
            return False
        if target == "button:peek":
            self._open = not self._open
        elif target == "button:ok":
            self.play.flow.drawn(self._why)
        else:
            return False
        return True

    def view(self):
        return {
            "player": self.play.name(self._player), "seat": self._player, "open": self._open,
            "colour": self.play.settings["colours"][self._player],
            "cards": list(self._kinds) if self._open else [], "count": len(self._kinds), "why": self._why,
        }  # fmt: skip


class Discard(_Cards):
    """Curiouser and Curiouser: one card of the owner's choice is laid aside."""

    name = "discard"

    def card(self, kind):
        if not self.play.act(("discard", kind)):
            self.play.flow.turn_ended()
