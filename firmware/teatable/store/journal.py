"""The journal is the game: its seed, its setup and every action, each in a record of its own.

Two files, for the sake of the cells: an append to a long file costs the flash an erase of 40 ms, in which nothing is
weighed; a file of up to 128 bytes lives in the directory of littlefs and costs 2 ms. So new entries go to a short TAIL,
and `tidy()` moves them to the journal at a moment when nothing is at stake, or when the tail is full.

A power cut may tear the last record of either file; it is dropped, and mended before anything is written behind it.
The tail says how many entries went before it, so what a cut left in both files is counted once; its records are sealed
with the checksum of the setup, so a tail of another game is no part of this one. In: seed, setup (a dict), actions
and notes (entries.py). Out: the same, in order.
"""

from . import entries, records
from .cabinet import replace
from .crc import crc24

NAME = "journal"
TAIL = "journal.tail"
VERSION = 2
TAIL_MOST = 120  # bytes; littlefs keeps files of up to 128 in the directory
TAIL_MUCH = 80  # bytes from which on tidying is worth its erase
WAITING_MOST = 200  # entries kept in memory while nothing can be written


class Journal:
    """One game on the file system `files`; of the game nothing is kept in memory but the number of entries."""

    def __init__(self, files):
        self._files = files
        self._line = records.head(NAME, VERSION)
        self._seed = 0  # of the CRC of each entry: the setup's checksum
        self._torn = False  # what lies behind the last good record of the files is not known
        self._waiting = []  # records not yet written
        self._tail = 0  # bytes in the tail
        self.entries = 0  # actions and notes stored
        self.complaint = ""  # what was wrong at the last start, append or replay

    def start(self, seed, setup):
        """Begin a new game and forget the one before. Returns True when it is safely stored."""
        self._forget()
        first = records.pack({"seed": seed, "setup": setup}, self._line)
        self._seed = crc24(first)
        try:
            replace(self._files, NAME, self._line + first)
            if self._files.read(TAIL) is not None:
                self._files.remove(TAIL)
        except OSError as error:
            self._fail(error)
            return False
        self.complaint = ""
        return True

    def append(self, entry):
        """Write one action or note (tuple) behind the others. Returns True when it is safely stored.

        What could not be written waits in memory and goes first the next time, so that no action is ever left out.
        """
        self._waiting.append(records.frame(entries.encode(entry), self._seed))
        if len(self._waiting) > WAITING_MOST:
            self._waiting.pop()  # the file system is gone for good: what is stored stays a whole, earlier game
            return False
        try:
            if self._torn:
                self._mend()
            while self._waiting:
                self._write(self._waiting[0])
                self._waiting.pop(0)
                self.entries += 1
        except OSError as error:
            self._torn = True
            self._fail(error)
            return False
        self.complaint = ""
        return True

    def tidy(self):
        """Move a long tail to the journal. To be called when nobody minds 50 ms without weighing."""
        if self._tail < TAIL_MUCH or self._torn:
            return
        try:
            self._merge()
        except OSError as error:
            self._torn = True
            self._fail(error)

    def replay(self):
        """Return (seed, setup, entries) of the stored game, or None when there is none that can be read."""
        self._forget()
        self.complaint = ""
        try:
            found = self._read()
        except OSError as error:
            self._fail(error)
            return None
        if found is None:
            return None
        first, payloads = found[0], found[1]
        out = []
        for payload in payloads:
            entry = entries.decode(payload)
            if entry is None:
                self.keep(len(out), "%s: damaged after entry %d" % (NAME, len(out)))
                break
            out.append(entry)
        self.entries = len(out)
        return first["seed"], first["setup"], out

    def keep(self, count, complaint):
        """Give up what lies behind the first `count` entries of the last replay: it makes no sense to its reader."""
        self.entries = count
        self._torn = True
        self.complaint = complaint

    # --- the two files

    def _write(self, record):
        if self._tail and self._tail + len(record) > TAIL_MOST:
            self._merge()
        if self._tail:
            self._files.append(TAIL, record)
            self._tail += len(record)
        else:
            data = records.frame(bytes((self.entries & 255, self.entries >> 8)), self._seed) + record
            self._files.write(TAIL, data)
            self._tail = len(data)

    def _merge(self):
        data = self._files.read(TAIL)
        if data is None or len(data) != self._tail:
            raise OSError(5, "the tail is not as it was written")
        at = records.unframe(data, 0, self._seed)[2]
        self._files.append(NAME, data[at:])
        self._files.remove(TAIL)
        self._tail = 0

    def _mend(self):
        """Write the good entries alone to a new file, in the place of journal and tail."""
        complaint = self.complaint
        found = self._read()
        self.complaint = complaint
        if found is None or len(found[1]) < self.entries:
            raise OSError(2, "the journal has lost its beginning")
        data = self._line + found[2]
        for payload in found[1][: self.entries]:
            data += records.frame(payload, self._seed)
        replace(self._files, NAME, data)
        if self._files.read(TAIL) is not None:
            self._files.remove(TAIL)
        self._tail = 0
        self._torn = False

    def _read(self):
        """Return (first record's value, payloads of all good entries, first record as bytes), or None."""
        data = self._files.read(NAME)
        if data is None:
            return None
        self.complaint = records.wrong_head(data, NAME, self._line)
        if self.complaint:
            return None
        at = len(self._line)
        state, first, end = records.unpack(data, at, self._line)
        if state != records.OK or not isinstance(first, dict) or "seed" not in first or "setup" not in first:
            self.complaint = NAME + (": cut short" if state == records.TORN else ": damaged")
            return None
        self._seed = crc24(data[at:end])
        payloads, word = self._run(data, end)
        tail = self._read_tail(len(payloads))
        if tail is not None:  # it goes on where the journal ends, whatever a cut left behind that end
            self._torn = self._torn or bool(word)
            payloads += tail[0]
            word = tail[1]
        if word:
            self._torn = True
            self.complaint = "%s: %s after entry %d" % (NAME, word, len(payloads))
        return first, payloads, bytes(data[at:end])

    def _run(self, data, at):
        """Return (payloads of the records from `at` on, "" or what ended them before the end of `data`)."""
        out = []
        while at < len(data):
            state, payload, at = records.unframe(data, at, self._seed)
            if state != records.OK:
                return out, "cut short" if state == records.TORN else "damaged"
            out.append(payload)
        return out, ""

    def _read_tail(self, count):
        """Return (payloads, what ended them) that the tail holds beyond the `count` entries of the journal, or None."""
        data = self._files.read(TAIL)
        if data is None:
            self._tail = 0
            return None
        self._tail = len(data)
        _, front, at = records.unframe(data, 0, self._seed)
        if front is None or len(front) != 2:  # torn as it was begun, or another game's: nothing is lost with it
            self._torn = True
            return None
        before = front[0] | front[1] << 8
        if before > count:
            self._torn = True
            return None
        payloads, word = self._run(data, at)
        if before < count:  # a cut while the tail was being moved: these are in the journal already
            self._torn = True
        return payloads[count - before :], word

    def _forget(self):
        self._torn = False
        self._waiting = []
        self._tail = self.entries = 0

    def _fail(self, error):
        self.complaint = "%s: %s" % (NAME, error)
