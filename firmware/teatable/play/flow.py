"""The way through a game: from one step of the rules to the screen that belongs to it.

In: what the scenes have brought about (the hand is taken, a card is played, three is said). Out: the next scene.
"""

from .before import Title, Winner
from .cards import Discard, Drawn, Hand, Pass
from .fallen import Fall
from .referee import AWAY, COUNT, DISCARD, OVER, REMOVE, STACK, TEA
from .stacking import Count, Place, Remove


class Flow:
    """Leads Play from scene to scene."""

    def __init__(self, play):
        self._play = play
        self._note = ""  # about a change of direction, for the next pass screen

    def new_game(self, first):
        """Begin a game with the players, names and level of the settings."""
        play = self._play
        s = play.settings
        play.save_settings()
        play.by_hand = False
        play.dismissed = set()
        play.tare_wanted = True
        play.referee.new(s["names"][: s["players"]], s["level"], play.random_seed(), first, play.deck)
        play.tracker.begin([])
        play.go(Pass(play, "note-first"))

    def resume(self):
        """Go on with the stored game: the same player in the same step. The tracker was told at the title."""
        play = self._play
        notes = play.referee.resume()
        if notes is None:
            play.go(Title(play))
            return
        play.by_hand = False
        self.by_phase("")
        for note in notes:
            if note[0] == "-fell" and len(note) == 4:
                play.go(Fall(play, play.scene, note[1], bool(note[2]), note[3]))

    def leave(self, player):
        """A player goes home: nothing changes for the others, unless it was that player's turn."""
        play = self._play
        was_turn = play.referee.game.turn == player
        if not play.act(("leave", player)) and (was_turn or play.scene.name == "draw"):
            self.by_phase("note-left", play.name(player))

    def end(self):
        """The players end the game: it can be gone on with from the title."""
        play = self._play
        play.referee.set_aside()
        play.falling = False
        play.go(Title(play))

    def by_phase(self, note, name=""):
        """Show the screen of the game's phase; `note` if that is the pass screen, with `name` put into it."""
        play = self._play
        phase = play.referee.game.phase
        if phase == OVER:
            play.go(Winner(play))
        elif phase == STACK:
            play.go(Place(play))
        elif phase == REMOVE:
            play.go(Remove(play))
        elif phase == COUNT:
            play.go(Count(play))
        elif phase == DISCARD:
            play.go(Discard(play))
        elif phase == AWAY:
            self.played()
        else:
            play.go(Pass(play, note, play.name(play.referee.game.turn) if note == "note-tea" else name))

    def ready(self):
        """The player in turn has the display: tea is drawn first, then the hand."""
        play = self._play
        if play.referee.game.phase == TEA and not play.act(("draw",)):
            play.go(Drawn(play, play.referee.last_drawn(), "tea"))
        else:
            play.go(Hand(play))

    def drawn(self, why):
        """The drawn cards have been seen."""
        play = self._play
        game = play.referee.game
        if why == "not-all-there":
            self.turn_ended()
        elif game.phase == DISCARD or game.drawn_by != game.turn:
            self.by_phase("")
        else:
            self.ready()

    def played(self):
        """A card has been played, or a cup taken back: on to the cup, or to the card to draw."""
        play = self._play
        if play.referee.game.phase != AWAY:
            self.by_phase("")
        elif not play.act(("draw",)):
            play.over_ms = play.now_ms
            play.go(Drawn(play, play.referee.last_drawn(), "not-all-there"))

    def counted(self):
        """Three has been said and nothing fell."""
        play = self._play
        game = play.referee.game
        player = game.turn
        direction = game.direction
        play.act(("counted",))
        self._note = ""
        if game.direction != direction:
            self._note = "note-again" if game.turn == player else "note-reversed"
        if game.phase == DISCARD:
            play.go(Discard(play))
        else:
            self.turn_ended()

    def turn_ended(self):
        """Pass the table on, or name the winner."""
        play = self._play
        note = "note-tea" if play.referee.game.phase == TEA else self._note
        self._note = ""
        self.by_phase(note)

    def go_to_hand(self):
        """The card is taken back: its owner chooses again."""
        self._play.go(Hand(self._play))
