"""What outlives the power: settings, calibration, and the game as a journal.

In: `ports.files` (read, write, rename, remove, names), `ports.journal` (a region of raw flash, or None) and plain
values. Out: the values again after a power cut at any byte: the new ones, or the last good ones, or defaults. What is
cut short, damaged or from another version is refused by name in `complaints()`.

Settings and calibration are files. What is saved of them while the table is on waits in raw flash as a draft, since
no file can be written without an erase now and then; at the next power-on it goes into its file, and also when there is
no more room for drafts. Without a region it goes there at once.
"""

from ..compat import const
from . import drafts, settings
from .cabinet import Cabinet
from .drafts import Drafts
from .journal import Journal

_SETTINGS_VERSION = const(1)
_CALIBRATION_VERSION = const(1)
LEAST_BLOCKS = 2 + drafts.BLOCKS  # of a region: room for two games


class Store:
    """The table's memory. Calls never raise for what flash and file system do; they return False or defaults.

    To be built before anything is weighed: it may erase.
    """

    def __init__(self, files, region=None):
        if region is not None and region.blocks < LEAST_BLOCKS:
            region = None
        self._settings = Cabinet(files, "settings", _SETTINGS_VERSION)
        self._calibration = Cabinet(files, "calibration", _CALIBRATION_VERSION)
        self._drafts: "Drafts" = None if region is None else Drafts(region)  # type: ignore
        self._complaint = ""  # about the drafts
        if self._drafts is not None:
            self._move()
        self.journal = Journal(region, 0 if region is None else region.blocks - drafts.BLOCKS)
        self._bad_entries = []

    def load_settings(self):
        """Return the settings (dict, see settings.py), each entry the stored one or its default."""
        value = self._load(self._settings)
        if value is None:
            self._bad_entries = []
            return settings.defaults()
        out, self._bad_entries = settings.checked(value)
        return out

    def save_settings(self, value):
        """Store the settings. Returns True when they are safely stored."""
        return self._save(self._settings, value)

    def load_calibration(self):
        """Return the stored calibration (dict) or None; its owner checks the ranges."""
        value = self._load(self._calibration)
        return value if isinstance(value, dict) else None

    def save_calibration(self, value):
        """Store the calibration (dict of what JSON can hold). Returns True when it is safely stored."""
        return self._save(self._calibration, value)

    def complaints(self):
        """Return a list of what had to be refused, each beginning with its name."""
        out = [self._complaint] if self._complaint else []
        for part in (self._settings, self._calibration, self.journal):
            if part.complaint:
                out.append(part.complaint)
        for name in self._bad_entries:
            out.append("settings: %s out of range" % name)
        return out

    # --- drafts

    def _move(self):
        """Move the drafts into their files. Returns True when none is left."""
        try:
            for cabinet in (self._settings, self._calibration):
                value = self._drafts.newest(cabinet.line)
                if value is not None and not cabinet.save(value):
                    return False
            self._drafts.clear()
        except OSError as error:
            self._complaint = "drafts: %s" % error
            return False
        return True

    def _load(self, cabinet):
        try:
            value = None if self._drafts is None else self._drafts.newest(cabinet.line)
        except OSError:
            value = None  # _move() has said so
        return cabinet.load() if value is None else value

    def _save(self, cabinet, value):
        if self._drafts is None:
            return cabinet.save(value)
        self._complaint = ""
        try:
            kept = self._drafts.keep(cabinet.line, value)
            if not kept and self._move():
                kept = self._drafts.keep(cabinet.line, value)
        except OSError as error:
            self._complaint = "drafts: %s" % error
            kept = False
        if kept:
            cabinet.complaint = ""
        return kept
