"""What outlives the power: settings, calibration, and the game as a journal.

In: `ports.files` (read, write, rename, remove, names), `ports.journal` (a region of raw flash, or None) and plain
values. Out: the values again after a power cut at any byte: the new ones, or the last good ones, or defaults. What is
cut short, damaged or from another version is refused by name in `complaints()`.
"""

from . import settings
from .cabinet import Cabinet
from .journal import Journal

SETTINGS_VERSION = 1
CALIBRATION_VERSION = 1


class Store:
    """The table's memory. Calls never raise for what the file system does; they return False or defaults."""

    def __init__(self, files, region=None):
        self._settings = Cabinet(files, "settings", SETTINGS_VERSION)
        self._calibration = Cabinet(files, "calibration", CALIBRATION_VERSION)
        self.journal = Journal(region)
        self._bad_entries = []

    def load_settings(self):
        """Return the settings (dict, see settings.py), each entry the stored one or its default."""
        value = self._settings.load()
        if value is None:
            self._bad_entries = []
            return settings.defaults()
        out, self._bad_entries = settings.checked(value)
        return out

    def save_settings(self, value):
        """Store the settings. Returns True when they are safely stored."""
        return self._settings.save(value)

    def load_calibration(self):
        """Return the stored calibration (dict) or None; its owner checks the ranges."""
        value = self._calibration.load()
        return value if isinstance(value, dict) else None

    def save_calibration(self, value):
        """Store the calibration (dict of what JSON can hold). Returns True when it is safely stored."""
        return self._calibration.save(value)

    def complaints(self):
        """Return a list of what had to be refused, each beginning with its name."""
        out = []
        for part in (self._settings, self._calibration, self.journal):
            if part.complaint:
                out.append(part.complaint)
        for name in self._bad_entries:
            out.append("settings: %s out of range" % name)
        return out
