"""A long evening at the table: a tour of every screen, the set-up, then a game of ten with falls and the menu.

Why: memory and instructions are measured over all that the firmware ever does, on MicroPython alone. Fingers go through
the touch chip, cups are weights on the cells. Plain Python, for MicroPython. Data in: App on the ports of chips.py.
Data out: `seen`, the screens that were shown, with how often; whatever `each` measures.
"""

import micropython  # type: ignore[import-not-found]  # this file runs there alone
from teatable.boards import geometry
from teatable.rules import cards

stack_use = micropython.stack_use  # type: ignore
PASS_US = 250
SPOTS = ((0, 70), (60, -40), (-60, -40), (0, -5))  # where stacks stand, mm
ASIDE_MM = 55  # so far from its stack a fallen cup comes to lie
BETWEEN = ("question", "message", "fall")  # screens that come by themselves
LIMIT_MS = 12_000  # for whatever is waited for
MASS_MG = list(geometry.CUP_MASS_MG)
ALIKE = (5, 6)  # two of one size that weigh the same: their colour is asked
MASS_MG[ALIKE[1]] = MASS_MG[ALIKE[0]]


class Stuck(Exception):
    """The evening does not go on; says where."""


class Evening:
    """The people. App is to be built on `ports`, and set as its `app`; `each()` is called after every pass of it."""

    def __init__(self, ports):
        self.ports = ports
        self.each = lambda: None
        self.above = 0  # bytes of stack that these people take above App
        self.stacks = []  # lists of cups
        self.at = {}  # bottom cup -> (x, y) mm
        self.lying = []  # (cup, x, y)
        self.hand = []  # (mg, x, y)
        self.seen = {}
        self.turns = self.falls = 0
        self._fell = False  # and not yet told
        self._turn_of = 0
        self._spot = 0
        self.weigh()

    # --- time, weights, fingers

    def wait(self, ms):
        """Let time pass."""
        for _ in range(ms * 1000 // PASS_US):
            self.step()

    def step(self):
        """One pass."""
        ports = self.ports
        self.above = max(self.above, stack_use())
        self.app.step(ports.clock.us)
        ports.go_on(PASS_US)
        self.each()

    def until(self, what):
        """Wait until `what()`."""
        end = self.ports.clock.ms + LIMIT_MS
        while not what():
            if self.ports.clock.ms > end:
                raise Stuck(f"on {self.screen}: {self.offered()}")
            self.wait(20)

    @property
    def app(self):
        """The firmware, on these ports."""
        return self.ports.app

    @property
    def screen(self):
        """The name of the screen that is drawn."""
        return self.app.ui.screen

    @property
    def view(self):
        """What the display was last told to show."""
        return self.app.view

    def press(self, *names):
        """Touch targets one after the other, unless something else comes up meanwhile."""
        for name in names:
            self.until(lambda name=name: not self.app.ui.busy and (self._target(name) or self.screen in BETWEEN))
            if self._target(name) is None:
                return
            _, x, y, w, h = self._target(name)  # type: ignore
            self.note()
            glass = self.ports.touch
            glass.x, glass.y, glass.down = x + w // 2, y + h // 2, True
            self.wait(100)
            glass.down = False
            self.wait(150)
            self.until(lambda: not self.app.ui.busy)
            self.note()

    def note(self):
        """Write down which screen is shown."""
        self.seen[self.screen] = self.seen.get(self.screen, 0) + 1

    def offered(self):
        """Return the names of what can be touched."""
        return [target[0] for target in self.app.ui.targets]

    def first(self, begin):
        """Return the first of these whose name begins so."""
        for name in self.offered():
            if name[: len(begin)] == begin:
                return name
        raise Stuck(f"no {begin} among {self.offered()}")

    def _target(self, name):
        for target in self.app.ui.targets:
            if target[0] == name:
                return target
        return None

    def weigh(self):
        """Let the cells carry what stands, lies and is put down."""
        mass = MASS_MG
        out = list(self.hand)
        for stack in self.stacks:
            x, y = self.at[stack[0]]
            for cup in stack:
                out.append((mass[cup], x, y))
        for cup, x, y in self.lying:
            out.append((mass[cup], x, y))
        self.ports.weigh(out)

    def lay(self, mg, x, y, back=False):
        """Let a load of `mg` come, or go, over a quarter of a second."""
        for k in range(1, 51):  # a coarser staircase would be learned as noise of the cells
            part = mg * (50 - k if back else k) // 50
            self.hand = [(part, x, y)]
            self.weigh()
            self.wait(5)
        self.hand = []
        self.weigh()

    def put(self, cup, bottom=-1):
        """Put a cup on a stack, or beside the others."""
        if bottom < 0:
            x, y = self.free()
        else:
            x, y = self.at[bottom]
        self.lay(MASS_MG[cup], x, y)
        if bottom < 0:
            self.at[cup] = (x, y)
            self.stacks.append([cup])
        else:
            self._of(bottom).append(cup)
        self.weigh()

    def free(self):
        """Return a place where no stack stands."""
        taken = [self.at[s[0]] for s in self.stacks]
        for spot in SPOTS:
            if spot not in taken:
                return spot
        raise Stuck("no place for another stack")

    def highest(self):
        """Return the stack of the most cups, an empty one if none stands."""
        best = []
        for stack in self.stacks:
            if len(stack) > len(best):
                best = stack
        return best

    def take(self, bottom):
        """Take the top cup off a stack; return it."""
        stack = self._of(bottom)
        x, y = self.at[bottom]
        cup = stack.pop()
        self.stacks = [s for s in self.stacks if s]
        self.lay(MASS_MG[cup], x, y, True)
        return cup

    def _of(self, bottom):
        for stack in self.stacks:
            if stack[0] == bottom:
                return stack
        raise Stuck(f"no stack on {bottom}")

    def topple(self, stack, keep):
        """All of a stack above `keep` cups falls beside it."""
        x, y = self.at[stack[0]]
        fallen = stack[keep:]
        del stack[keep:]
        self.stacks = [s for s in self.stacks if s]
        self.weigh()
        self.wait(120)
        self.ports.imu.blow, self.ports.imu.blows = 3_500, 8
        away = -ASIDE_MM if x > 0 else ASIDE_MM
        self.lying += [(cup, x + away, y) for cup in fallen]
        self.weigh()
        self.falls += 1
        self._fell = True

    def clear(self):
        """Take off what lies there, one after the other."""
        while self.lying:
            cup, x, y = self.lying.pop(0)
            self.lay(MASS_MG[cup], x, y, True)
            self.wait(900)

    # --- before the game

    def tour(self):
        """From power-on through help, settings and the set-up, back to the title."""
        self.until(lambda: self.screen == "title")
        self.press("button:help", "button:cards")
        self.press("card:" + cards.NAMES[self.view["cards"][0]])
        for _ in range(8):
            self.press("button:next")
        self.press("button:back", "button:back", "button:rules")
        for _ in range(6):
            self.press("button:next")
        self.press("button:back", "button:back", "button:settings")
        self.press("button:sound", "button:sound", "button:lights", "button:lights", "button:brightness")
        self.press("button:language", "button:back", "button:help", "button:rules", "button:back", "button:back")
        self.press("button:settings", "button:language", "button:set-up")
        self.set_up()
        self.press("button:back", "button:back")
        self.until(lambda: self.screen == "title")

    def set_up(self):
        """Zero, gains, cups, sensors."""
        self.press("button:zero", "button:ready", "button:ok", "button:gains", "button:plus-10", "button:minus-10")
        self.press("button:next")
        mg = self.view_grams() * 1000
        self.press("button:ready")
        for x_um, y_um in geometry.SPOTS_UM:
            self.until(lambda: self._target("button:ready") is not None)
            self.lay(mg, x_um // 1000, y_um // 1000)
            self.hand = [(mg, x_um // 1000, y_um // 1000)]
            self.weigh()
            self.wait(1500)
            self.press("button:ready")
            self.until(lambda: self._target("button:ready") is not None)
            self.lay(mg, x_um // 1000, y_um // 1000, True)
        self.wait(1500)
        self.press("button:ready", "button:ok", "button:cups", "button:ready")
        self.wait(2500)
        for cup in range(geometry.CUP_COUNT):
            self.until(lambda cup=cup: self.view.get("cup") == cup)
            self.put(cup)
            if MASS_MG[cup] in MASS_MG[:cup]:
                self.press("button:keep")
            self.until(lambda cup=cup: self.view["masses"][cup] >= 0)
            self.take(cup)
        self.press("button:store", "button:sensors")
        self.wait(2000)
        self.press("button:back")

    def view_grams(self):
        """Return how heavy the known weight is that the set-up asks for, in g."""
        return self.app.play.config["known_g"]

    def begin(self, players):
        """From the title to the first turn."""
        self.turns = 0
        self.press("button:new-game")
        while self.view["count"] < players:
            self.press("button:more")
        self.press("name:0", "button:next", "button:colour")
        self.press(self.first("name:"))
        if self.screen == "seat":
            self.press("button:ok")
        self.press("button:next", "level:gentle", "button:next", "button:nobody-knows")
        self.wait(3000)

    # --- the game

    def until_screen(self, screen):
        """Play on until this screen is up."""
        while self.screen != screen or self.app.ui.busy or self.view["screen"] != screen:
            self.until(lambda: not self.app.ui.busy and self.screen == self.view["screen"])
            if self.screen != screen:
                getattr(self, "on_" + self.screen)()

    def play(self, turns, on_turn=None):
        """Play up to `turns` turns, or to the winner. `on_turn(number)` is called at each pass of the display."""
        while self.turns < turns:
            self.until(lambda: not self.app.ui.busy and self.screen == self.view["screen"])
            self.note()
            screen = self.screen
            if screen == "winner":
                return
            if screen == "pass":
                self.turns += 1
                if on_turn is not None:
                    on_turn(self.turns)
            getattr(self, "on_" + screen)()

    def on_pass(self):
        """Something else now and then, then the hand."""
        n = self.turns
        if n == 3:
            self.look_around()
        elif n == 5:
            self.fault()
        elif n == 7:
            self.disturb()
        elif n == 9:
            self.zero_again()
        elif n == 12:
            self.leave()
        self.press("button:ready")

    def on_hand(self):
        """Draw, pass, or play the first card that can be played."""
        if not self.view["open"]:
            self.press("button:peek")
        view = self.view
        if view["must_draw"]:
            self.press("button:draw")
            self.until(lambda: not self.app.play.referee.must_draw())
        elif view["must_pass"]:
            self.press("button:pass-turn")
        else:
            good = [kind for kind, reason in view["cards"] if not reason]
            if good:
                self.press("card:" + cards.NAMES[good[self.turns % len(good)]])
            elif view["page"] + 1 < view["pages"]:
                self.press("button:next")
            else:
                self.press("button:peek")
                self.press("button:peek")

    def on_choose(self):
        """Play it."""
        self.press("button:play")

    def on_draw(self):
        """Look and go on."""
        if not self.view["open"]:
            self.press("button:peek")
        self.press("button:ok")

    def on_discard(self):
        """Lay the first card aside."""
        if not self.view["open"]:
            self.press("button:peek")
        self.press("card:" + cards.NAMES[self.view["cards"][0][0]])

    def on_place(self):
        """Put a cup that the card allows where it allows it; once, another one first."""
        view = self.view
        off = [c for c in range(geometry.CUP_COUNT) if not any([c in s for s in self.stacks])]
        if self.turns == 4:
            wrong = [c for c in off if c not in view["cups"]]
            if wrong:
                self.put(wrong[0])
                self.wait(2500)
                self.note()
                self.take(wrong[0])
                self.wait(1500)
        ways = [s["cups"][0] for s in view["stacks"] if s["allowed"]]
        ways.sort(key=lambda bottom: len(self._of(bottom)))
        if view["new_stack"] == "must" or (view["new_stack"] == "may" and (not ways or len(self.stacks) < 3)):
            ways = [-1]
        cup = view["cups"][self.turns % len(view["cups"])]
        if ALIKE[0] in view["cups"] and ALIKE[1] in view["cups"]:
            cup = ALIKE[self.turns & 1]
        self.put(cup, ways[0])
        self.until(lambda: self.view["screen"] != "place")

    def on_remove(self):
        """Take the top of the highest stack."""
        self.take(self.highest()[0])
        self.until(lambda: self.view["screen"] != "remove")

    def on_count(self):
        """Wait; every sixth time the top of the highest stack falls."""
        stack = self.highest()
        if self.turns % 6 == 0 and len(stack) > 1 and self.turns != self._turn_of:
            self._turn_of = self.turns
            self.wait(400)
            self.topple(stack, max(1, len(stack) - 2))
            self.wait(3000)
            if self.view["screen"] == "count":
                self.until(lambda: self.view["screen"] != "count")
            return
        self.until(lambda: self.view["screen"] != "count")

    def on_fall(self):
        """Clear up, say yes; where nothing has fallen, two say so."""
        if not self._fell:
            self.press("button:not-a-fall", "agree:0", "agree:1")
            self.wait(500)
            return
        self._fell = False
        self.clear()
        self.wait(1500)
        self.take_what_it_names()
        if not self.view["cleared"]:
            self.until(lambda: self.view.get("cleared") or self.view["screen"] != "fall" or self._waited(21_000))
        if self.view["screen"] == "fall":
            self.press("button:yes-it-fell")
            self.wait(500)

    def take_what_it_names(self):
        """Weight does not always tell which of two cups fell: one that is named is taken off, though it stands."""
        for stack in list(self.stacks):
            while stack and stack[-1] in self.view.get("lying", ()):
                self.take(stack[0])
                self.wait(1500)

    def _waited(self, ms):
        self.wait(ms)
        return True

    def on_question(self):
        """Say which it was."""
        names = self.offered()
        real = ["cup:" + geometry.CUPS[s[-1]] for s in self.stacks]
        real += ["stack:" + geometry.CUPS[s[0]] for s in self.stacks]
        real.append("button:none")
        self.press([name for name in real if name in names][0])  # noqa: RUF015

    def disturb(self):
        """A cup is taken off where none may be, and put back."""
        bottom = self.stacks[0][0]
        if len(self.stacks[0]) < 2:
            return
        cup = self.take(bottom)
        self.until(lambda: self.screen == "message")
        self.note()
        self.put(cup, bottom)
        self.until(lambda: self.screen != "message")

    def on_message(self):
        """The table is not as it should be: press on, it is."""
        self.wait(1500)
        if self.view["screen"] == "message" and self._target("button:ok") is not None:
            self.press("button:ok")

    def on_menu(self):
        """Whose turn was it? The first."""
        self.press(self.first("player:"))

    def look_around(self):
        """The menu in the middle of the game."""
        self.press("button:menu", "button:rules", "button:next", "button:back")
        self.press("button:settings", "button:sensors")
        self.wait(1500)
        self.press("button:back", "button:back", "button:end", "button:back", "button:back")

    def fault(self):
        """The IMU goes away and comes back."""
        self.ports.imu.dead = True
        self.until(lambda: self.screen == "fault")
        self.note()
        self.ports.imu.dead = False
        self.until(lambda: self.screen != "fault")

    def zero_again(self):
        """A new zero in the middle of the game: all off, and on again."""
        kept, self.stacks = self.stacks, []
        self.press("button:menu", "button:settings", "button:zero")
        self.weigh()
        self.wait(1500)
        self.press("button:ready")
        self.until(lambda: self.screen in ("rebuild", "pass"))
        self.stacks = kept
        self.weigh()
        self.wait(1500)
        if self.screen == "rebuild":
            self.press("button:ready")
        self.until(lambda: self.screen in ("tiles", "pass"))
        while self.screen == "tiles":
            self.press("button:back")
        self.wait(1500)

    def end(self):
        """After the last turn: to the title, all cups off."""
        if self.screen == "winner":
            self.press("button:new-game")
        else:
            self.until(lambda: self._target("button:menu") is not None)
            self.press("button:menu", "button:end", "button:yes")
        self.until(lambda: self.screen == "title")
        while self.stacks:
            self.take(self.stacks[0][0])
        self.wait(1500)

    def crash(self):
        """The last screen of all."""
        self.app.ui.show({"screen": "crash", "text": "MemoryError: memory allocation failed\nline 1, in table"})
        for _ in range(200):
            self.app.ui.feel(self.ports.clock.ms)
            self.app.ui.step()
            self.ports.clock.pass_(2_000)
        self.note()

    def leave(self):
        """Somebody goes home."""
        game = self.app.play.referee.game
        home = (game.turn + 1) % game.players
        self.press("button:menu", "button:leave", f"player:{home}", "button:yes")
        self.wait(500)
