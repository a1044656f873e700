"""The whole table for the field's faults: a game at a place of choice, and a watcher of every weight and event.

What a fault must not do is bring forth a weight that is not there or a cup that nobody moved. So each sample that
counts as being at rest is compared with what really lies on the table, and every event of the tracker is kept.
"""

from teatable.boards import geometry
from teatable.tracker import events as ev
from unit_play.fake_table import deck_for

from host_sim.stillworld import StillWorld
from host_sim.table import SimulatedTable

ROSE = ["exact-small-green", "colour-blue", "size-large", "clean-cup", "im-late", "curiouser-and-curiouser"]
MAX = ["exact-large-blue", "size-small", "colour-green", "im-not-all-there", "have-a-cup-of-tea", "size-medium"]
SMALL_GREEN, LARGE_BLUE = 2, 11
TOLD = (ev.PLACED, ev.REMOVED, ev.FELL, ev.FOREIGN, ev.QUESTION, ev.FALLING)
CALM = {"drift_g_per_min": 0.0, "warmup_g": 0.0, "creep": 0.0}


class Field:
    """A table on a still world, quick to start. `level` of the game; the zero has been taken when it is there."""

    def __init__(self, level=0, seed=3, begin=True, noise=None, **options):
        self.world = StillWorld()
        self.table = SimulatedTable(
            world=self.world, seed=seed, deck=deck_for(ROSE, MAX), noise=CALM if noise is None else noise, **options
        )
        self.level = level
        self.lies_mg = 0  # really on the table
        self.off_mg = []  # at each sample at rest: weighed less what lies there
        self.events = []
        self._watched = None
        self.wait(1.5)
        if begin:
            self.begin()

    def begin(self):
        """A game of two, at the pass screen, with the zero taken."""
        play = self.app.play
        play.settings["level"] = self.level
        play.flow.new_game(0)
        self.wait(0.1)
        assert self.table.run_until(lambda: not self.app.sensing.tare_wanted, 5.0), self.app.sensing.tare_refused()
        self.wait(0.3)

    @property
    def app(self):
        return self.table.app

    @property
    def view(self):
        return self.app.view or {}

    @property
    def chips(self):
        return self.table.cells.chips

    @property
    def stacks(self):
        return self.app.tracker.stacks

    def wait(self, seconds):
        self.table.run_for(seconds)

    def until(self, what, limit_s=8.0):
        assert self.table.run_until(what, limit_s), self.view

    def screen(self, name, limit_s=12.0):
        self.until(lambda: self.view.get("screen") == name, limit_s)

    def press(self, *targets):
        """As if touched; the touch chip has its own tests."""
        for target in targets:
            self.app.play.press(target)
            self.wait(0.1)

    def choose(self, card="exact-small-green"):
        self.press("button:ready", "button:peek", "card:" + card, "button:play")
        assert self.view["screen"] == "place", self.view

    # --- hands

    def push(self, mg, x_mm=0.0, y_mm=0.0):
        """Change the forces by a mass at a place, at once."""
        for i, (x, y) in enumerate(((0, 1), (1, 0), (0, -1), (-1, 0))):
            self.world.forces_n[i] += mg * 9.81e-6 * (0.25 + (x * x_mm + y * y_mm) / 220)

    def put(self, mg, x_mm=0.0, y_mm=0.0, s=0.2):
        """Put something down, or with a negative mass take it off."""
        for _ in range(10):
            self.push(mg / 10, x_mm, y_mm)
            self.lies_mg += mg / 10
            self.wait(s / 10)

    def cup(self, cup, x_mm=20.0, y_mm=10.0, sign=1):
        self.put(sign * geometry.CUP_MASS_MG[cup], x_mm, y_mm)

    def turn(self, cup=SMALL_GREEN):
        """From the pass screen: a whole turn with this cup."""
        self.choose()
        self.cup(cup)
        self.screen("count")
        self.screen("pass")

    # --- watching

    def watch(self):
        """From now on keep what is weighed at rest, and what the tracker tells."""
        app = self.app
        self.off_mg, self.events = [], []
        if self._watched is app:
            return
        self._watched = app
        step, event = app.tracker.step, app.play.event

        def weighed(now_us, sensing):
            if sensing.at_rest and sensing.tared:
                self.off_mg.append(sensing.load_mg() - round(self.lies_mg))
            return step(now_us, sensing)

        def told(e):
            self.events.append(e)
            return event(e)

        app.tracker.step, app.play.event = weighed, told

    def told(self):
        """The kinds of events that say that something has changed."""
        return [ev.NAMES[e.kind] for e in self.events if e.kind in TOLD]

    def quiet(self, most_mg=400):
        """Nothing was told, and every weight at rest was right."""
        assert not self.told(), self.told()
        assert self.off_mg, "it never came to rest"
        worst = max(self.off_mg, key=abs)
        assert abs(worst) <= most_mg, worst

    def still_weighs(self):
        """The proof of recovery: the cup of a turn is seen."""
        assert self.view["screen"] == "pass", self.view
        self.choose()
        self.cup(SMALL_GREEN)
        self.screen("count")
        assert self.app.play.referee.game.stacks == [[SMALL_GREEN]] and self.stacks == [[SMALL_GREEN]]
