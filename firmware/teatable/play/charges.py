"""Falls on their way into the game: noticed or declared, confirmed or overruled, charged to the turn they belong to.

In: FELL events, "something fell!", the answers on the fall screen. Out: ("fall", ...), ("missed", ...) or
("overruled", ...). Play is made from this.
"""

from . import compare, signals
from .cards import Drawn
from .fallen import Fall, Whose
from .referee import STACK


class Charges:
    """The part of Play that deals with falls."""

    def standing_before(self):
        """Return the stacks that stood before anything fell."""
        return [list(stack) for stack in self.referee.game.stacks]

    def _fell(self, event):
        was_falling = self.falling
        self.falling = False
        scene = self.scene
        if scene.name == "fall":
            scene.event(event)
            return
        began_ms = self._began(was_falling)
        late = began_ms <= self.three_ms and bool(self.referee.may_miss())
        if not scene.in_turn and not (late and scene.name == "winner"):
            return
        if scene.name == "count" and scene.number == 3 and began_ms > self.three_ms:
            self.counted()  # it began after "three": the next player's
            if not self.scene.in_turn:
                return
        charged = -1
        if late and not scene.motor:
            charged = self.referee.may_miss()[0]  # it began in the turn before this one
        self._go_fall(event.cups, False, charged)

    def _began(self, was_falling):
        """Return when the fall that is now known began, in ms: at its first sign, else when the load went off."""
        if was_falling:
            return self.falling_ms
        if self._was_off:
            return self.off_ms
        return self.now_ms

    def _declare(self):
        """The players say that something fell; after a turn's end they say whose turn it was."""
        players = self.referee.may_miss()
        if players:
            if self.referee.game.turn not in players:
                players.append(self.referee.game.turn)
            self.go(Whose(self, self.scene, players))
        else:
            self._go_fall((), True, -1)

    def _go_fall(self, cups, declared, charged):
        self.referee.note("-fell", list(cups), declared, charged)
        self.say(signals.FALL)
        self.go(Fall(self, self.scene, cups, declared, charged))

    def fell(self, standing, charged):
        """Yes, it fell: charge it, deal the cards, begin the fresh turn."""
        reason = self._charge(standing, charged)
        if reason == "nothing-fell":
            self.overrule(None)
            return
        if reason:
            self.referee.tell("The fall could not be charged: " + reason)
            return
        if not self.by_hand and not compare.same(self.tracker.stacks, self.referee.game.stacks):
            self.believe()
        kinds_drawn = self.referee.last_drawn()
        if kinds_drawn:
            self.go(Drawn(self, kinds_drawn, "fall"))
        else:
            self.by_phase("note-fell-again")

    def _charge(self, standing, charged):
        if charged >= 0:
            return self.act(("missed", standing, charged))
        for cup, bottom in compare.differences(standing, self.seen())[0]:
            if self.referee.game.phase == STACK and cup in self.referee.cups():  # the cup just played still stands
                more = [s + [cup] if s[0] == bottom else s for s in standing]
                if not self.act(("fall", more if bottom >= 0 else standing + [[cup]])):
                    return None
        return self.act(("fall", standing))

    def overrule(self, back):
        """That was no fall: nothing but a line in the log, and the scene as it was (or None: by the game's phase)."""
        if not self.by_hand:
            self.tracker.overrule()
        self.act(("overruled", "that was no fall"))
        if back is None:
            self.by_phase("note-overruled")
        else:
            self.go(back)
