"""The whole firmware with no card game on it: pins, drivers, sensing and tracker work, a scene says the rest.

Why: many placements and falls in little time need no cards and no turns. Data in: `level` and `turning` (what play
would wish of the motor). Data out: `heard`, the tracker's events in order, which play would have taken.
"""

from teatable.app import App


class FreeApp(App):
    """App, except that a scene stands where play stands; what SimulatedTable takes as `app`."""

    def __init__(self, ports, board, deck=None):
        super().__init__(ports, board, deck=deck)
        self.level = 0
        self.turning = False
        self.heard = []

    def _hear(self):
        event = self.tracker.next_event()
        if event is None:
            self._heard = False
        else:
            self.heard.append(event)

    def _move(self, ms):
        if self.turning or self.level == 0:
            self.wobble.run(self.level)
        else:
            self.wobble.stop()
        self.wobble.step(ms)
        self.sensing.motor(self.wobble.speed_mrev_s)
