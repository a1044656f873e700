"""Falls on their way into the game: noticed or declared, confirmed or overruled, charged to the turn they belong to.

In: FELL events, "something fell!", the answers on the fall screen. Out: ("fall", ...), ("missed", ...) or
("overruled", ...).
"""

from ..compat import const
from . import compare, signals
from .cards import Drawn
from .fallen import Fall, Whose
from .referee import STACK

_NOBODY = const(-1)  # charged: not an ended turn, so the player in turn


class Charges:
    """Falls between the table and the game."""

    def __init__(self, play):
        self._play = play

    def heard(self, event):
        """Take a FELL event: the fall screen for the turn in which it began."""
        play = self._play
        was_falling = play.falling
        play.falling = False
        scene = play.scene
        if scene.name == "fall":
            scene.event(event)
            return
        began_ms = self._began(was_falling)
        late = began_ms <= play.over_ms and bool(play.referee.may_miss())
        if not scene.in_turn and not (late and scene.name == "winner"):
            return
        if scene.name == "count" and scene.number == 3 and began_ms > play.over_ms:
            play.flow.counted()  # it began after "three": the next player's
            if not play.scene.in_turn:
                return
        charged = _NOBODY
        if late and not scene.motor:
            charged = play.referee.may_miss()[0]  # it began in the turn before this one
        self.begin(play.scene, event.cups, False, charged)

    def _began(self, was_falling):
        """Return when the fall that is now known began, in ms: at its first sign, else when the load went off."""
        play = self._play
        if was_falling:
            return play.falling_ms
        return play.off_ms if play.table_off else play.now_ms

    def declare(self):
        """The players say that something fell; after a turn's end they say whose turn it was."""
        play = self._play
        players = play.referee.may_miss()
        if not players:
            self.begin(play.scene, (), True, _NOBODY)
            return
        if play.referee.game.turn not in players:
            players.append(play.referee.game.turn)
        play.go(Whose(play, play.scene, players))

    def begin(self, back, cups, declared, charged):
        """Go to the fall screen; `back` is the scene to return to if it was no fall."""
        play = self._play
        play.referee.note("-fell", list(cups), declared, charged)
        play.say(signals.FALL)
        play.go(Fall(play, back, cups, declared, charged))

    def fell(self, standing, charged):
        """Yes, it fell: charge it, deal the cards, begin the fresh turn. Returns the rules' reason why not, or None."""
        play = self._play
        reason = self._charge(standing, charged)
        if reason:
            play.referee.tell("The fall could not be charged: " + reason)
            return reason
        if not play.by_hand and not compare.same(play.tracker.stacks, play.referee.game.stacks):
            play.table.believe(play.referee.game)
        kinds_drawn = play.referee.last_drawn()
        if kinds_drawn:
            play.go(Drawn(play, kinds_drawn, "fall"))
        else:
            play.flow.by_phase("note-fell-again")
        return None

    def _charge(self, standing, charged):
        play = self._play
        if charged >= 0:
            return play.act(("missed", standing, charged))
        if play.referee.game.phase == STACK:
            for cup, bottom in compare.differences(standing, play.table.seen())[0]:
                if cup in play.referee.cups():  # the cup just played still stands
                    more = [s + [cup] if s[0] == bottom else s for s in standing]
                    if not play.act(("fall", more if bottom >= 0 else standing + [[cup]])):
                        return None
        return play.act(("fall", standing))

    def overrule(self, back):
        """That was no fall: only a line in the log, and scene `back` as it was."""
        play = self._play
        if not play.by_hand:
            play.tracker.overrule()
        play.act(("overruled", "that was no fall"))
        play.go(back)
