"""A scene is one screen of the game: what it shows, which targets it answers, what it makes of the table's events.

Play owns exactly one scene at a time and tells it: enter (once), step (with the time), press (a target), event (from
the tracker). A scene changes the game only through `play.act` and the screen only through `play.go`.
"""


class Scene:
    """A scene that shows nothing and answers nothing; the others are made from it."""

    name = ""  # of the screen, as in ui/README.md
    motor = False  # the wobble runs
    in_turn = False  # cups can fall, and "something fell" is offered
    sees_faults = False  # shows by itself which sensor is in trouble
    light = 0  # signals.DARK and others
    number = 0  # of the count: 0 to 3
    spot = None  # where the rim is lit, (seat, seats), before there is a game
    motor_on = True  # with `motor`: the wobble really runs now
    rank = 0  # of an overlay: a higher one lies above the others
    deaf = False  # nothing that the table sees is heard while it is shown
    asks_empty = False  # the overlay that asks whether the table is empty
    word = ""  # of a fault, and the part that is in trouble
    part = ""

    def __init__(self, play):
        self.play = play

    def enter(self):
        """Called when the scene becomes the current one, also when an overlay above it is gone."""

    def step(self, now_ms):
        """Called often; `now_ms` only ever grows."""

    def press(self, target):
        """Return True if the scene knows `target`."""
        return False

    def event(self, event):
        """Take one event of the tracker."""

    def view(self):
        """Return the keys of the screen beyond the ones that every view has."""
        return {}
