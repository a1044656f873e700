"""The journal is the game: its seed, its setup and every action, each in a record of its own.

A power cut may tear the last record; it is dropped, and the file is mended before anything is written behind it. In:
seed, setup (a dict) and actions (tuples of str, int and lists). Out: the same, in order. Notes are entries that the
rules never see (a fall that waits for its clearing up); their first word begins with "-".
"""

from . import records
from .cabinet import replace

NAME = "journal"
VERSION = 1
WAITING_MOST = 200  # entries kept in memory while nothing can be written


class Journal:
    """One game on the file system `files`; nothing is kept in memory but the number of entries."""

    def __init__(self, files):
        self._files = files
        self._seal = records.head(NAME, VERSION)
        self._torn = False  # something incomplete may lie behind the last good record
        self._waiting = []  # records not yet written
        self.entries = 0  # actions and notes written or read so far
        self.complaint = ""  # what was wrong at the last start, append or replay

    def start(self, seed, setup):
        """Begin a new game and forget the one before. Returns True when it is safely stored."""
        self.entries = 0
        self._waiting = []
        data = self._seal + records.pack({"seed": seed, "setup": setup}, self._seal)
        try:
            replace(self._files, NAME, data)
        except OSError as error:
            self._fail(error)
            return False
        self._torn = False
        self.complaint = ""
        return True

    def append(self, action):
        """Write one action or note (tuple) behind the others. Returns True when it is safely stored.

        What could not be written waits in memory and goes first the next time, so that no action is ever left out.
        """
        self._waiting.append(records.pack(list(action), self._seal))
        if len(self._waiting) > WAITING_MOST:
            self._waiting.pop()  # the file system is gone for good: what is stored stays a whole, earlier game
            return False
        try:
            if self._torn:
                self._mend()
            while self._waiting:
                self._torn = True  # until the write has come back
                self._files.append(NAME, self._waiting[0])
                self._torn = False
                self._waiting.pop(0)
                self.entries += 1
        except OSError as error:
            self._fail(error)
            return False
        self.complaint = ""
        return True

    def replay(self):
        """Return (seed, setup, actions) of the stored game, or None when there is none that can be read."""
        self.entries = 0
        self._waiting = []
        try:
            data = self._files.read(NAME)
        except OSError as error:
            self._fail(error)
            return None
        if data is None:
            self.complaint = ""
            return None
        self.complaint = records.wrong_head(data, NAME, self._seal)
        if self.complaint:
            return None
        state, first, at = records.unpack(data, len(self._seal), self._seal)
        if state != records.OK or not isinstance(first, dict) or "seed" not in first or "setup" not in first:
            self.complaint = NAME + (": cut short" if state == records.TORN else ": damaged")
            return None
        actions = []
        while at < len(data):
            state, value, at = records.unpack(data, at, self._seal)
            if state != records.OK or not isinstance(value, list) or not value:
                self.complaint = "%s: %s after entry %d" % (
                    NAME, "cut short" if state == records.TORN else "damaged", len(actions))  # fmt: skip
                break
            actions.append(tuple(value))
        self._torn = bool(self.complaint)
        self.entries = len(actions)
        return first["seed"], first["setup"], actions

    def keep(self, entries, complaint):
        """Give up what lies behind the first `entries` entries of the last replay: it makes no sense to its reader."""
        self.entries = entries
        self._torn = True
        self.complaint = complaint

    def clear(self):
        """Forget the stored game."""
        try:
            self._files.remove(NAME)
        except OSError:
            pass  # there was none
        self.entries = 0

    def _mend(self):
        """Write the good records alone to a new file and put it in the place of the torn one."""
        data = self._files.read(NAME)
        at = len(self._seal)
        if data is None or data[:at] != self._seal:
            raise OSError(2, "the journal is gone")
        state = records.OK
        count = -2  # the first record is the setup
        while state == records.OK:
            good = at
            state, _, at = records.unpack(data, at, self._seal)
            count += 1
        if count < 0:
            raise OSError(2, "the journal has lost its first record")
        if count > self.entries:  # the append that failed did arrive whole; it still waits to be written
            good = self._end_of(data, self.entries)
        replace(self._files, NAME, data[:good])
        self._torn = False

    def _end_of(self, data, entries):
        """Return where in `data` the record of entry number `entries` ends."""
        at = len(self._seal)
        for _ in range(entries + 1):
            at = records.unpack(data, at, self._seal)[2]
        return at

    def _fail(self, error):
        self.complaint = "%s: %s" % (NAME, error)
