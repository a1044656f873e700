"""The workbench of the set-up: weighing, what the sensors say, and keeping what was measured.

Why: play knows no sensor. App lends it this bench while makers or families set the table up. In: Weighing, tracker,
store, calibration, and a function that tells what the parts say of themselves. Out: measured gains and
masses, checked, stored, and only then used; what is refused leaves everything as it was.
"""


class Bench:
    """`parts()` -> dict of cell_status (a word a cell), temperature_cc, hall_ms; `tell(line)`: into the log."""

    def __init__(self, weighing, tracker, store, calibration, parts, tell):
        self.weighing = weighing
        self._tracker = tracker
        self._store = store
        self.calibration = calibration
        self._parts = parts
        self._tell = tell

    def sensors(self, now_ms):
        """Return what all sensors say now, as the keys of the screen "sensors"."""
        out = self.weighing.live(now_ms % 1_000_000 * 1000)
        out.update(self._parts())
        return out

    def keep_gains(self, counts_per_kg):
        """Store and use these gains; returns "" or the word key of what is wrong."""
        wrong = self._keep("counts_per_kg", counts_per_kg)
        if not wrong:
            self.weighing.set_gains(counts_per_kg)
        return wrong

    def keep_masses(self, cup_mass_mg):
        """Store and use these masses of the twelve cups; returns "" or the word key of what is wrong."""
        wrong = self._keep("cup_mass_mg", cup_mass_mg)
        if not wrong:
            self.calibration.cup_mass_mg[:] = cup_mass_mg
            self._tracker.grams[:] = [mg / 1000 for mg in cup_mass_mg]
        return wrong

    def _keep(self, name, value):
        values = dict(self.calibration.as_dict())
        values[name] = list(value)
        try:
            self.calibration.from_dict(values)  # refuses what cannot be
        except ValueError as error:
            self._tell(str(error))
            return "set-up-refused"
        return "" if self._store.save_calibration(values) else "status-storage"

    def own_gains(self):
        """Tell whether gains have been learned."""
        return any([gain != self.calibration.nominal_per_kg for gain in self.calibration.counts_per_kg])

    def alike(self, a_mg, b_mg):
        """Tell whether two masses are too near to tell apart."""
        return abs(a_mg - b_mg) < self.calibration.alike_mg
