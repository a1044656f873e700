"""The voice of people at a table without a game: they tell the tracker what a card would, and ask what it believes.

Data in: an App (of a FreeApp also what drives the motor). Data out: its tracker and sensing, told.
"""


class Voice:
    """Speaks to one App."""

    def __init__(self, app):
        self._app = app

    # --- what is told

    def turn(self, level, on):
        """Let the motor of a FreeApp turn as at `level` (0 to 3), or not."""
        self._app.level = level
        self._app.turning = on

    def begin(self, stacks, places_um=None):
        """Tell what stands."""
        self._app.tracker.begin(stacks, places_um)

    def tare(self):
        """Let it take its zero."""
        self._app.sensing.tare()

    def expect(self, mode, cups=None, stacks=None, declared=False):
        """Tell what may be done now."""
        self._app.tracker.expect(mode, cups, stacks, declared)

    def answer(self, cup=None, stack=None):
        """Answer its question."""
        self._app.tracker.answer(cup, stack)

    def refuse(self):
        """None of what it asks about."""
        self._app.tracker.refuse()

    def overrule(self):
        """That was no fall."""
        self._app.tracker.overrule()

    # --- what is asked

    @property
    def heard(self):
        """The events that a FreeApp has told and nobody has taken off this list."""
        return self._app.heard

    @property
    def taring(self):
        """Whether it has still to take its zero."""
        return self._app.sensing.tare_wanted

    @property
    def holding(self):
        """Whether the tracker waits for something to settle."""
        return self._app.tracker.holding

    @property
    def stacks(self):
        """What it believes to stand."""
        return self._app.tracker.stacks

    @property
    def lying(self):
        """What it believes to lie on the table."""
        return self._app.tracker.lying


ASKED = ("taring", "holding", "stacks", "lying")
