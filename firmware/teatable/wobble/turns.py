"""How far the shaft has turned, and whether it follows: commanded travel held against the passes of the home sensor.

In: speed and time, and the moments of the passes. Out: the shaft angle since the last pass, and `lost` when the
motor does not follow. A pass that nobody saw is forgiven (the loop may have been busy): travel between two passes that
is near any whole number of turns is right; near none, some steps were lost; too much travel without a pass is a stall.
"""


class Turns:
    """Odometer of the shaft; angles in thousandths of a turn."""

    def __init__(self, values):
        self._slack = values["pass_slack_mrev"]
        self._slips_most = values["slips_most"]
        self._blind = values["blind_mrev"]
        self._rest = 0  # millionths of a turn not yet in whole thousandths
        self.restart()

    def restart(self):
        """Forget the angle: the coils were off, so the shaft may stand anywhere."""
        self.homed = False
        self.travel_mrev = 0  # forward, since the last pass or the restart
        self.slips = 0
        self.lost = False

    def moved(self, mrev_s, ms):
        """Count `ms` milliseconds at `mrev_s`; backward travel counts backward."""
        self._rest += mrev_s * ms
        whole = self._rest // 1000
        self._rest -= whole * 1000
        self.travel_mrev += whole
        if self.travel_mrev > self._blind:
            self.lost = True

    def passed(self):
        """The magnet came by while the shaft turned forward."""
        if self.homed:
            off = (self.travel_mrev + 500) % 1000 - 500
            self.slips = self.slips + 1 if abs(off) > self._slack else 0
            if self.slips >= self._slips_most:
                self.lost = True
        self.homed = True
        self.travel_mrev = 0
