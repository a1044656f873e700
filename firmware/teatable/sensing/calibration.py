"""What a table has learned about itself: gains and zeros of its cells, the masses of its cups, the IMU at level.

Why a class of its own: what is stored must be judged before it is believed. A gain of 0 makes every load read nothing
and would block its own repair, so a bad value is refused with its reason and the nominal one stays.
Data in: nominal values (config.SENSING, boards/geometry), or a dict from the store. Data out: a Calibration.
"""

from .. import config
from ..boards import geometry

CELLS = len(geometry.CELL_NAMES)


class Calibration:
    """Gains (counts for a kilogram), zeros (counts with the empty table on) and cup masses (mg) of one table."""

    def __init__(self, counts_per_kg=None, zero=None, cup_mass_mg=None, level=None, overrides=None):
        """`counts_per_kg`: one int a cell; `zero`: counts a cell or None (not tared yet); `level`: raw IMU rest reading
        (ax, ay, az in 1/16 LSB) taken with the zeros, or None. Raises ValueError naming what cannot be.
        """
        c = config.values(config.SENSING, overrides)
        self.nominal_per_kg = c["counts_per_kg"]
        self._spread = c["gain_spread_permille"]
        if counts_per_kg is None:
            counts_per_kg = [self.nominal_per_kg] * CELLS
        self.counts_per_kg = list(counts_per_kg)
        self.zero = None if zero is None else list(zero)
        self.cup_mass_mg = list(geometry.CUP_MASS_MG if cup_mass_mg is None else cup_mass_mg)
        self.level = None if level is None else list(level)
        self.alike_mg = c["alike_mg"]
        reason = self.wrong()
        if reason:
            raise ValueError(reason)

    @classmethod
    def foreign(cls, counts_per_kg):
        """Return a calibration for other cells than the table's (a recording): gains given, zero to be tared."""
        out = cls()
        out.counts_per_kg = list(counts_per_kg)
        return out

    def wrong(self):
        """Return what is wrong with these values, or "" when they can be used."""
        if not 1 <= len(self.counts_per_kg) <= CELLS:
            return "calibration: gains of %d cells, this table has %d" % (len(self.counts_per_kg), CELLS)
        for i in range(len(self.counts_per_kg)):
            gain = self.counts_per_kg[i]
            nominal = self.nominal_per_kg
            if not isinstance(gain, int) or abs(gain - nominal) * 1000 > nominal * self._spread:
                return "calibration: gain of cell %s is %r, nominal is %d" % (geometry.CELL_NAMES[i], gain, nominal)
        for name, values, n, most in (
            ("zero", self.zero, len(self.counts_per_kg), 1 << 23),
            ("level", self.level, 3, 1 << 20),
        ):
            if values is None:
                continue
            if len(values) != n:
                return "calibration: %s has %d values, not %d" % (name, len(values), n)
            for v in values:
                if not isinstance(v, int) or not -most <= v < most:
                    return "calibration: %s has the value %r" % (name, v)
        if len(self.cup_mass_mg) != geometry.CUP_COUNT:
            return "calibration: masses of %d cups, not %d" % (len(self.cup_mass_mg), geometry.CUP_COUNT)
        for cup in range(geometry.CUP_COUNT):
            mass = self.cup_mass_mg[cup]
            if not isinstance(mass, int) or not 5_000 <= mass <= 500_000:
                return "calibration: %s weighs %r mg" % (geometry.CUPS[cup], mass)
        return ""

    def alike(self):
        """Return a list of pairs of cups whose masses are too near to tell apart."""
        out = []
        masses = self.cup_mass_mg
        for a in range(len(masses)):
            for b in range(a + 1, len(masses)):
                if abs(masses[a] - masses[b]) < self.alike_mg:
                    out.append((a, b))
        return out

    def as_dict(self):
        """Return the values to be stored, as a dict of lists of ints."""
        return {
            "counts_per_kg": self.counts_per_kg,
            "zero": self.zero,
            "cup_mass_mg": self.cup_mass_mg,
            "level": self.level,
        }

    @classmethod
    def from_dict(cls, values, overrides=None):
        """Return the calibration that `as_dict` gave; raises ValueError naming what is missing or cannot be."""
        for name in ("counts_per_kg", "zero", "cup_mass_mg", "level"):
            if name not in values:
                raise ValueError("calibration: %s is missing" % name)
        for name in values:
            if values[name] is not None and not isinstance(values[name], (list, tuple)):
                raise ValueError("calibration: %s is no list" % name)
        return cls(values["counts_per_kg"], values["zero"], values["cup_mass_mg"], values["level"], overrides)
