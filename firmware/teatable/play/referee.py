"""The game as play sees it: the only caller of the rules, which writes every action into the journal and the log.

In: actions. Out: None or the rules' reason; the journal through store; lines in words for whoever listens. An action
counts only when the rules have taken it; what is refused is not written.
"""

from .. import rules
from ..compat import const
from ..rules import cards

TURN = "turn"
TEA = "tea"
STACK = "stack"
REMOVE = "remove"
AWAY = "away"
COUNT = "count"
DISCARD = "discard"
OVER = "over"

# The place of a stack in the journal: a byte each for x and y
_GRID_UM = const(1_200)
_GRID_MIDDLE = const(126)


class Referee:
    """One game at a time; `game` is None before the first."""

    def __init__(self, journal, log_lines, on_log=None):
        self._journal = journal
        self._log_most = log_lines
        self._logged = 0  # records of the rules' log that are in words already
        self.on_log = on_log  # called with each new line, or None
        self.log = []  # the last lines
        self.game: "rules.Game" = None  # type: ignore
        self.names = []
        self.level = 0
        self._looked = False
        self._unbegun = None  # seed and setup of a game that the journal has not got yet
        self._unwritten = []  # actions that the journal has not got yet
        self._told = True  # the log is in words up to the last action
        self._halfway = False  # a step was broken off
        self._found = None  # what can_resume() found
        self.places = {}  # bottom cup -> (x_um, y_um), where its stack was begun
        self.actions = 0  # taken by the rules since power-on

    # --- games

    def new(self, names, level, seed, first, deck=None):
        """Deal a new game and begin its journal. ValueError when the explicit `deck` (kinds, top first) cannot be."""
        self.flush()
        self._found = None
        self.places = {}
        self.game = rules.Game.new(len(names), seed, deck, first)
        self.actions += 1  # it takes as long as one
        self.names = list(names)
        self.level = level
        self._begin_log()
        setup = {"names": self.names, "level": level, "first": first}
        if deck is not None:
            setup["deck"] = list(deck)
        self._unbegun = (seed, setup)

    def can_resume(self):
        """Tell whether the journal holds a game that nobody has won yet; asked again it does not read again."""
        if self.game is not None:
            return False  # the one that has just been won
        if self._found is None:
            self._found = self._read()
        return self._found is not None and self._found[0].phase != OVER

    def set_aside(self):
        """The players end the game before anybody has won; resume() goes on with it."""
        self.flush()
        self.tell("The game is ended; it can be gone on with")
        self._found = (self.game, {"names": self.names, "level": self.level}, [])
        self.game = None  # type: ignore

    @property
    def unfinished(self):
        """The game that can_resume() found, or None."""
        return self._found[0] if self._found is not None else None

    def resume(self):
        """Replay the journal. Returns the notes behind the last action (list), or None when nothing can be resumed."""
        found = self._found or self._read()
        self._found = None
        if found is None:
            return None
        self.game, setup, notes = found
        self.names = list(setup["names"])
        self.level = setup["level"]
        self.log = []
        self._looked = False
        self._logged = self.game.log_gone + len(rules.log(self.game))
        self.tell("The game goes on where it was left")
        return notes

    def _read(self):
        stored = self._journal.replay()
        if stored is None:
            return None
        seed, setup, actions = stored
        try:
            game = rules.Game.new(len(setup["names"]), seed, setup.get("deck"), setup["first"])
            if not 0 <= setup["level"] <= 3:
                raise ValueError("level %s" % setup["level"])
        except (KeyError, TypeError, AttributeError, ValueError):
            self._journal.complaint = "journal: the setup of the game makes no sense"
            return None
        notes = []
        self.places = {}
        for i in range(len(actions)):
            action = actions[i]
            if action[0] == "-at" and len(action) == 4:
                self.places[action[1]] = ((action[2] - _GRID_MIDDLE) * _GRID_UM, (action[3] - _GRID_MIDDLE) * _GRID_UM)
            elif str(action[0])[:1] == "-":
                notes.append(action)
            elif rules.apply(game, action):
                self._journal.keep(i, "journal: the rules refuse entry %d" % i)
                break
            else:
                notes = []
        return game, setup, notes

    # --- actions

    def act(self, action):
        """Do `action`; return None, or the rules' reason with nothing changed."""
        reason = rules.apply(self.game, action)
        if reason is None:
            self.actions += 1
            self._unwritten.append(action)
            self._told = False
            if action[0] in ("counted", "pass", "fall", "missed", "discard", "draw", "leave"):
                self._looked = False
        return reason

    def note(self, *words):
        """Write a note into the journal that the rules never see; its first word begins with "-"."""
        self._unwritten.append(words)

    def placed_at(self, bottom, place):
        """Remember where a new stack was begun, (x_um, y_um) or None, for the day of a power cut."""
        if place is not None:
            self.places[bottom] = (place[0], place[1])
            self.note("-at", bottom, place[0] // _GRID_UM + _GRID_MIDDLE, place[1] // _GRID_UM + _GRID_MIDDLE)

    def step(self):
        """Do one piece of what an action or a new game leaves behind: a journal entry, or lines of the log.

        Apart from the action itself, because together they would take longer than a conversion of the cells does.
        Returns False when done.
        """
        if self._unbegun is None and not self._unwritten and self._told:
            return False
        self._halfway = True
        if self._unbegun is not None:
            seed, setup = self._unbegun
            self._unbegun = None
            self._journal.start(seed, setup)
        elif self._unwritten:
            self._journal.append(self._unwritten.pop(0))
        else:
            self._told = True
            self._say_new_lines()
        self._halfway = False
        return True

    def flush(self):
        """Write all that is not written yet.

        Nothing after a step that an error or Ctrl-C broke off: the entry in hand may be lost, and one behind it would
        leave a gap. The journal then ends as after a power cut.
        """
        while not self._halfway and self.step():
            pass

    def look(self):
        """The owner opens the hand; written once a turn."""
        if not self._looked and self.act(("look",)) is None:
            self._looked = True

    # --- what there is

    def last_drawn(self):
        """Return the kinds that the last action dealt."""
        game = self.game
        return list(game.hands[game.drawn_by][-game.drawn :]) if game.drawn else []

    def hand(self):
        """Return the kinds in the hand of the player in turn."""
        return self.game.hands[self.game.turn]

    def playable(self, kind):
        """Return None when a card of `kind` can be played, else the rules' reason."""
        return rules.playable(self.game, kind)

    def must_draw(self):
        """Tell whether the player in turn can play nothing and there is a card to draw."""
        game = self.game
        return game.phase == TURN and not rules.can_play(game) and bool(game.deck or game.discard)

    def must_pass(self):
        """Tell whether the player in turn can neither play nor draw."""
        game = self.game
        return game.phase == TURN and not rules.can_play(game) and not game.deck and not game.discard

    def cups(self):
        """Return the cups that the chosen card lets be placed, or removed, now."""
        return rules.members(rules.cup_set(self.game))

    def new_stack(self):
        """Return "must", "may" or "no": whether the cup goes on the table itself."""
        return rules.new_stack(self.game)

    def may_undo(self):
        """Tell whether the last step can be taken back."""
        return rules.may_undo(self.game) is None

    def may_slip(self):
        """Tell whether a cup is in hand, whose slipping is a fall even when all others still stand."""
        game = self.game
        return game.phase == STACK or (game.phase == COUNT and game.card == cards.IM_LATE)

    def may_miss(self):
        """Return the players whose ended turn can still be charged with a fall, the latest first."""
        return rules.may_miss(self.game)

    def active(self):
        """Return the number of players who have not left."""
        return rules.active(self.game)

    def outcome(self):
        """Return None, or (winner, reasons)."""
        return rules.outcome(self.game)

    def numbers(self):
        """Return the game in a few numbers."""
        game = self.game
        return {
            "turns": game.turns, "falls": game.falls, "tallest": game.tallest,
            "cups": sum([len(stack) for stack in game.stacks]),
        }  # fmt: skip

    @staticmethod
    def kind_of(name):
        """Return the kind 0..24 of the card called `name`, or -1."""
        return cards.NAMES.index(name) if name in cards.NAMES else -1

    @staticmethod
    def cup_of(name):
        """Return the cup 0..11 called `name`, or -1."""
        return cards.CUPS.index(name) if name in cards.CUPS else -1

    # --- the log

    def tell(self, line):
        """Add a line to the log that is not the rules'."""
        self.log.append(line)
        if len(self.log) > self._log_most:
            self.log.pop(0)
        if self.on_log is not None:
            self.on_log(line)

    def _begin_log(self):
        self.log = []
        self._logged = 0
        self._looked = False
        self._say_new_lines()

    def _say_new_lines(self):
        for line in rules.log(self.game, self.names, self._logged):
            self._logged += 1
            self.tell(line)
