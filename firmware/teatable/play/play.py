"""Play itself: which scene is on, who may speak to it, and the way from one step of the game to the next.

Data in: time, events, presses, faults. Data out: the view, wishes for motor, tones and lights. See __init__.py.
"""

from .. import config
from ..store.settings import checked
from ..tracker import events as kinds
from . import compare, signals
from .before import Title
from .bench import Bench
from .charges import Charges
from .flow import Flow
from .overlays import Disturbed, Empty, Fault, Question, foreign_word
from .referee import Referee
from .scene import Scene
from .table import Table


class Play:
    """The game at the table. Time is passed in; nothing here blocks."""

    kinds = kinds

    def __init__(self, store, tracker, random_seed, deck=None, overrides=None, on_log=None):
        """`random_seed()` -> 0..2^30-1; `deck`: kinds, top first, for scripted games; `on_log(line)` or None."""
        self.config = config.values(config.PLAY, overrides)
        self.store = store
        self.tracker = tracker
        self.random_seed = random_seed
        self.table = Table(self)
        self.charges = Charges(self)
        self.flow = Flow(self)
        self.settings = store.load_settings()
        self._stored = checked(self.settings)[0]
        self.referee = Referee(store.journal, self.config["log_lines"], on_log)
        self.deck = deck
        self._tones = []
        self._over = []  # overlays, the uppermost last
        self._hold = False
        self.now_ms = 0
        self.revision = 0
        self.falling = False
        self.falling_ms = 0  # when the tracker said so
        self.off_ms = 0  # since when the load is off what should stand there
        # when the last turn was over: at "three", or as a card was drawn or a turn passed; never yet, not at power-on
        self.over_ms = -1
        self.table_off = False  # it is so now
        self.by_hand = False  # no sensors: the players confirm on the display
        self.retry_wanted = False  # somebody pressed "try again" on the fault screen; App takes it
        self.warning = ""  # a status word that App sets
        self.dismissed = set()  # words of faults without which the players go on; App shows them no more
        self.tare_wanted = False  # a game begins, the table is empty: App takes it
        self.tare_anyway = False  # the players say that it is empty: App takes it
        self.bench: "Bench" = None  # type: ignore  # what App lends for the set-up (bench.py)
        self.languages = ["en"]  # the ones that App has words for
        self.scene: Scene = Title(self)
        self.scene.enter()

    # --- what App calls

    def step(self, now_ms):
        """Let time pass; `now_ms` only ever grows."""
        self.now_ms = now_ms
        self.referee.step()
        self.top().step(now_ms)
        off = self.table.holding()
        if off and not self.table_off:
            self.off_ms = now_ms
        self.table_off = off
        if self.falling and now_ms - self.falling_ms >= self.config["fall_most_ms"]:
            self.falling = False  # neither fallen nor cancelled in all that time
        hold = self.scene.name == "count" and 0 < self.scene.number < 3 and (self.falling or off)
        if hold != self._hold:
            self._hold = hold
            self.changed()

    def event(self, event):
        """Take one event of the tracker."""
        if self.by_hand or self.referee.game is None or self.top().deaf:
            return
        kind = event.kind
        if kind in (kinds.KNOCK, kinds.TOUCH, kinds.SPOTTED):
            return
        if kind == kinds.FALLING:
            self.falling = True
            self.falling_ms = self.now_ms
        elif kind == kinds.FALLING_CANCELLED:
            self.falling = False
        elif kind == kinds.FELL:
            self.charges.heard(event)
        elif self.top().rank == 1:
            self.top().event(event)  # the menu keeps it for later
        elif kind == kinds.QUESTION:
            if (self.scene.in_turn or self.scene.name == "fall") and not self.top().asks_empty:
                self._push(Question(self, event))
        elif self._over:
            self._over[-1].event(event)
        elif self._unmoving():
            self._watch(event)
        else:
            self.scene.event(event)

    def press(self, target):
        """Take one press of a target of the screen; what the screen does not offer is ignored."""
        scene = self.top()
        if target == "button:something-fell":
            taken = self._may_declare()
            if taken:
                self.charges.declare()
        elif target == "button:menu":
            taken = self._may_menu()
            if taken:
                self.open_menu("menu")
        else:
            taken = scene.press(target)
        if taken:
            self.changed()

    def fault(self, word, part):
        """Show that `part` is in trouble, word key `word`; the game waits. Called again it changes the words."""
        top = self.top()
        if top.name == "fault":
            if top.word != word or top.part != part:
                top.word = word
                top.part = part
                self.changed()
        else:
            self._push(Fault(self, word, part))

    def well(self):
        """The fault is gone: the game goes on where it was, checked against what stands on the table."""
        self._over = [o for o in self._over if o.name != "fault"]
        self.changed()
        self.top().enter()
        if self._unmoving() and not self._over:
            self._watch(None)

    @property
    def faulted(self):
        """True while the fault screen is up."""
        return self.top().name == "fault"

    @property
    def playing(self):
        """True from the first pass of a game to its winner."""
        return self.scene.in_turn or self.scene.light == signals.RED

    @property
    def running(self):
        """True while the wobble should run: from the chosen card to "three"."""
        scene = self.scene
        return scene.motor and not self._over and (scene.name != "count" or scene.motor_on)

    @property
    def level_wanted(self):
        """The level of the game, 0..3."""
        return self.referee.level

    def take_tone(self):
        """Return the next tone (signals.TURN and others) or signals.NONE."""
        return self._tones.pop(0) if self._tones else signals.NONE

    def light(self):
        """Return (mode, seat, players, number, colour) for signals.paint."""
        scene = self.top()
        game = self.referee.game
        seat, seats = scene.spot or (0, 1) if game is None or scene.spot else (game.turn, game.players)
        return scene.light, seat, seats, scene.number if scene.name == "count" else 0, self.settings["colours"][seat]

    def view(self):
        """Return the screen as a dict (ui/README.md); a fresh one each time."""
        scene = self.top()
        game = self.referee.game
        out = {"screen": scene.name, "player": "", "seat": 0, "status": self._status(), "hold": self._hold}
        if game is not None and (scene.in_turn or scene.name in ("fall", "question", "winner", "message", "fault")):
            out["player"] = self.name(game.turn)
            out["seat"] = game.turn
            out["colour"] = self.settings["colours"][game.turn]
            out["fell_button"] = self._may_declare()
            out["menu_button"] = self._may_menu()
        for key, value in scene.view().items():
            out[key] = value
        return out

    def save_settings(self):
        """Store the settings if they have changed."""
        self.settings = checked(self.settings)[0]
        if self.settings != self._stored:
            self._stored = checked(self.settings)[0]
            self.store.save_settings(self._stored)

    # --- what scenes call: the screen

    def top(self):
        """Return what is on the screen: the uppermost overlay, or the scene."""
        return self._over[-1] if self._over else self.scene

    def go(self, scene):
        """Make `scene` the current one; overlays other than a fault are gone."""
        self._over = [o for o in self._over if o.name == "fault"]
        self.scene = scene
        scene.enter()
        self.changed()
        if scene is self.scene and self._unmoving() and not self._over:
            self._watch(None)

    def _push(self, overlay):
        """Lay `overlay` over the scene, in the place of its like; a fault is there alone."""
        fault = overlay.name == "fault"
        self._over = [] if fault else [o for o in self._over if o.rank != overlay.rank]
        at = len([o for o in self._over if o.rank < overlay.rank])
        self._over.insert(at, overlay)
        overlay.enter()
        self.changed()

    def pop(self, overlay):
        """Take `overlay` away; what is below is entered again."""
        if overlay in self._over:
            self._over.remove(overlay)
            self.changed()
            self.top().enter()

    def open_menu(self, first):
        """Lay the menu over the scene, with the page `first` of aside.FIRST."""
        from . import aside  # its code is loaded when it is needed

        self._push(aside.Aside(self, aside.FIRST[first]))

    def uncover(self, menu, events):
        """Close the menu, and let the step below it know what the table saw meanwhile, the list `events`."""
        self.pop(menu)
        for event in events:
            self.event(event)
        if self._unmoving() and not self._over and self.referee.game is not None:
            self._watch(None)

    def changed(self):
        """The view is another one now."""
        self.revision += 1

    def say(self, tone):
        """Ask for a tone."""
        if len(self._tones) < 4:
            self._tones.append(tone)

    def name(self, player):
        """Return the name of player 0..9."""
        return self.referee.names[player]

    def cup_of(self, name):
        """Return the cup 0..11 called `name`, or -1."""
        return self.referee.cup_of(name)

    def _may_declare(self):
        """Tell whether "something fell" is offered: where cups can fall, if any stand or are being put down."""
        top = self.top()
        if self.referee.game is None or not (top.in_turn or top.name in ("message", "winner")):
            return False
        return bool(self.referee.game.stacks) or self.scene.motor

    def _may_menu(self):
        """Tell whether the menu is offered: at every step of a game, but not over a fault or the menu itself."""
        at_step = self.scene.in_turn or self.scene.name == "fall"
        return self.referee.game is not None and at_step and self.top().rank == 0

    def _status(self):
        if self.by_hand and self.scene.in_turn:
            return "status-by-hand"
        if self.warning:
            return self.warning
        if self.store.journal.missing:
            return "status-no-journal" if self.scene.name in ("title", "pass") else ""
        return "status-storage" if self.store.journal.complaint else ""

    # --- what scenes call: the game

    def act(self, action):
        """Do `action` of the rules; returns None or the reason why not."""
        return self.referee.act(action)

    # --- cups that move when none should

    def _unmoving(self):
        """True where no cup should be touched."""
        return self.scene.in_turn and not self.scene.motor and not self.by_hand

    def _watch(self, event):
        if event is not None and event.kind == kinds.FOREIGN:
            self._push(Disturbed(self, foreign_word(event)))
        elif (event is None or event.sure) and not compare.same(self.referee.game.stacks, self.tracker.stacks):
            self.disturbed()

    def disturbed(self):
        """Say that the table is not as it should be, and wait."""
        self._push(Disturbed(self))

    def ask_empty(self, ask):
        """Ask whether the table is empty, since its zero is refused; with `ask` False ask no more. What was made of
        the drift (a thing that is no cup) is asked about no longer.
        """
        asked = [o for o in self._over if o.asks_empty]
        if ask and not asked and not self.faulted and self.scene.in_turn:
            self._push(Empty(self))
        elif not ask and asked:
            self.pop(asked[0])

    # --- without sensors

    def set_aside(self, word):
        """The players go on without the part that the fault `word` names."""
        if word in ("fault-motor", "fault-touch", "fault-display", "fault-storage"):
            self.dismissed.add(word)
            self.well()
        else:
            self.go_by_hand()

    def go_by_hand(self):
        """Play on without cells and IMU: the players say on the display what they do."""
        self.by_hand = True
        self.falling = False
        self._over = []
        self.changed()
        game = self.referee.game
        if game is None:
            self.scene.enter()
        elif self.scene.motor:
            self.flow.by_phase("")
        else:
            self.scene.enter()

    def go_by_sensors(self):
        """The sensors are back: from here on the table watches again."""
        self.by_hand = False
        if self.referee.game is not None:
            self.table.believe(self.referee.game)
        self.top().enter()
        self.changed()
