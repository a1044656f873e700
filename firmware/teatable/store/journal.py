"""The journal is the game: its seed, its setup and every action, each in a record of its own, in a region of raw flash.

Why no file: a file system erases, and while a block is erased (45 ms) nothing is weighed. Here an entry is programmed
into flash that was erased before: 0.1 ms. Blocks are erased at power-on, before the first sample, and when a game
begins and no room for a long one is left; never one of the last game.

A game begins at a block: a line that names the journal and its version, then a record with its number, seed and setup.
In the pages behind it stand the entries; no record crosses the end of a page. Entries come in runs. A run begins at a
clean page with the number of entries before it; one is begun at every power-on and after every error. So what was
half programmed when the power went is never programmed over; the reader skips it and goes on at the next run. What a
run says it replaces is void. Records are sealed with the checksum of the setup: none of another game is ever taken.

The newest game is the one with the highest number; games go round the region, which wears all blocks alike. In: seed,
setup (a dict), actions and notes (entries.py). Out: the same, in order.
"""

from ..compat import const
from . import entries, records
from .sheets import PAGE, Sheets, pages_of

NAME = "journal"
VERSION = 3
# Blocks kept for one game. The longest of 320 games of clumsy bots had 512 entries and 17 power cuts: 7.4 KB; the
# longest of ten players 242 entries, 2.5 KB, with nine power cuts 4.4 KB.
ROOM = const(4)
_FIRST_MOST = const(2_048)  # bytes of line and first record
WAITING_MOST = 200  # entries kept in memory while nothing can be written
RUN = "-from"  # the note at the beginning of a run


class Journal:
    """The last game in the first `blocks` blocks of `region`, or nothing when that is None.

    Blocks and pages are counted on and on, sheets.py takes the remainder. Of the game nothing is kept in memory but the
    number of entries.
    """

    def __init__(self, region, blocks):
        self._sheets: "Sheets" = None if region is None else Sheets(region, 0, blocks)  # type: ignore
        self._pages = 0 if region is None else self._sheets.pages  # of a block
        self._room = 0 if region is None else min(ROOM, blocks // 2)  # blocks
        self._line = records.head(NAME, VERSION)
        self._awake = False  # the region has been looked through
        self._number = 0  # of the last game
        self._begin = -1  # its first block, -1: there is none
        self._seed = 0  # of the CRC of its entries
        self._sheet = 0  # the page that is written, counted from the beginning of the game
        self._filled = 0  # bytes of it
        self._free = 0  # block from which on nothing is written
        self._clean_to = 0  # block up to which all is erased from there
        self._run = False  # a run is open
        self._new = None  # seed and setup of a game that could not be begun yet
        self._waiting = []  # entries not written yet
        self.entries = 0  # actions and notes stored
        self.missing = self._room == 0  # nothing can be kept
        self.complaint = ""  # what was wrong at the last start, append or replay
        if self.missing:
            self.complaint = NAME + ": no such flash partition; games are not kept, see hardware/README.md"
        else:
            self._try(self._wake)

    def start(self, seed, setup):
        """Begin a new game and forget the one before. Returns True when it is safely stored."""
        self._waiting = []
        self.entries = 0
        self._new = (seed, setup)
        return not self.missing and self._try(self._write)

    def append(self, entry):
        """Write one action or note (tuple) behind the others. Returns True when it is safely stored.

        What could not be written waits in memory and goes first the next time, so that no action is ever left out.
        """
        if self.missing:
            return False
        if len(self._waiting) >= WAITING_MOST:
            return False  # the flash is gone for good: what is stored stays a whole, earlier game
        self._waiting.append(entries.encode(entry))
        return self._try(self._write)

    def replay(self):
        """Return (seed, setup, entries) of the last game, or None when there is none that can be read."""
        if self.missing or (self._awake and self._begin < 0):
            return None
        self._waiting = []
        self._new = None
        self._run = False
        out = []
        if not self._try(self._read, out) or self._begin < 0:
            return None
        first = out.pop(0)
        self.entries = len(out)
        return first["seed"], first["setup"], out

    def keep(self, count, complaint):
        """Give up what lies behind the first `count` entries of the last replay: it makes no sense to its reader."""
        self.entries = count
        self._run = False
        self.complaint = complaint

    def _try(self, what, *about):
        """Call `what`; returns False, with a complaint and the run at an end, when the flash fails."""
        self.complaint = ""
        try:
            if not self._awake:
                self._wake()
            what(*about)
        except OSError as error:
            self._run = False
            self.complaint = "%s: %s" % (NAME, error)
            return False
        return True

    # --- at power-on

    def _wake(self):
        """Find the last game and its end, and erase all else that is not clean."""
        if self._awake:
            return
        blocks = self._sheets.blocks
        self._number = 0
        self._begin = -1
        for block in range(blocks):
            first = self._first(block) or self._first(block)  # what cannot be read will be erased: look twice
            if first is not None and first["game"] > self._number:
                self._number = first["game"]
                self._begin = block
        self._free = self._clean_to = max(0, self._begin)
        if self._begin >= 0:
            self._sheet = 1
            for sheet in range(1, self._room * self._pages):
                if not self._sheets.is_clean(self._begin * self._pages + sheet):
                    self._sheet = sheet + 1
            self._free = self._clean_to = self._begin + 1 + (self._sheet - 1) // self._pages
        while self._clean_to < max(0, self._begin) + blocks:
            if not self._sheets.is_block_clean(self._clean_to):
                if self._begin < 0:  # a game that nobody can read; it stays until another one begins
                    self.complaint = NAME + ": no game that can be read"
                    break
                self._sheets.erase(self._clean_to)
            self._clean_to += 1
        self._awake = True

    def _first(self, block):
        """Return the first record (dict) of the game that begins at `block`, or None; the seed is its own then."""
        sheets = self._sheets
        sheets.load(block * self._pages)
        if sheets.page[: len(self._line)] != self._line:
            return None
        data = bytearray(_FIRST_MOST)
        sheets.read(block * self._pages, data)
        state, first, end = records.unpack(data, len(self._line), self._line)
        if state != records.OK or not isinstance(first, dict):
            return None
        if "game" not in first or "seed" not in first or "setup" not in first:
            return None
        self._seed = records.checksum(data, end)
        return first

    # --- writing

    def _write(self):
        """Write all that waits: a new game first, then entries."""
        if self._new is not None:
            self._open(self._new[0], self._new[1])
            self._new = None
        while self._waiting:
            self._put(self._waiting[0])
            self._waiting.pop(0)
            self.entries += 1

    def _open(self, seed, setup):
        """Begin a game at the next clean block, with room for a long one. The one before stays until it has begun."""
        sheets = self._sheets
        first = records.pack({"game": self._number + 1, "seed": seed, "setup": setup}, self._line)
        data = self._line + first
        if len(data) > _FIRST_MOST:
            raise OSError(27, "the setup is too long")
        while self._clean_to < self._free + self._room:
            if self._begin >= 0 and self._clean_to >= self._begin + sheets.blocks:
                raise OSError(28, "no clean flash is left")
            sheets.erase(self._clean_to)
            self._clean_to += 1
        begin = self._free
        self._free += 1  # the block and the number are used up, whatever becomes of it
        self._number += 1
        sheets.program(begin * self._pages, 0, data)
        self._begin = begin
        self._seed = records.checksum(first, len(first))
        self._sheet = pages_of(len(data))
        self._run = False

    def _put(self, payload):
        """Program one entry, on a new page if it does not fit on this one, in a new run if none is open."""
        record = records.frame(payload, self._seed)
        if not self._run:
            self._begin_run()
        elif self._filled + len(record) > PAGE:
            self._turn(self._sheet + 1)
        self._add(record)

    def _begin_run(self):
        sheet = self._sheet
        while sheet < self._room * self._pages and not self._sheets.is_clean(self._begin * self._pages + sheet):
            sheet += 1
        self._turn(sheet)
        self._add(records.frame(entries.encode((RUN, self.entries)), self._seed))
        self._run = True

    def _turn(self, sheet):
        """Go on at page `sheet` of the game."""
        if sheet >= self._room * self._pages:
            raise OSError(28, "the game is too long to be kept")
        self._sheet = sheet
        self._filled = 0
        self._free = max(self._free, self._begin + sheet // self._pages + 1)

    def _add(self, record):
        at = self._filled
        self._filled += len(record)
        self._sheets.program(self._begin * self._pages + self._sheet, at, record)

    # --- reading

    def _read(self, out):
        """Put the first record and all entries of the last game into the list `out`."""
        if self._begin < 0:
            return
        first = self._first(self._begin)
        if first is None:
            raise OSError(5, "the game cannot be read any more")
        out.append(first)
        damaged = False
        for sheet in range(1, self._room * self._pages):
            self._sheets.load(self._begin * self._pages + sheet)
            damaged = self._read_page(out, damaged)
        if damaged:
            self.complaint = "%s: damaged after entry %d" % (NAME, len(out) - 1)

    def _read_page(self, out, damaged):
        """Add the entries of the page in memory to `out`, while nothing is missing before them; tell whether it is."""
        page = self._sheets.page
        at = 0
        while at < PAGE and page[at] != 0xFF:
            state, payload, at = records.unframe(page, at, self._seed)
            entry = entries.decode(payload) if state == records.OK else None
            if entry is None:
                return True
            if entry[0] == RUN:
                damaged = entry[1] >= len(out)
                del out[entry[1] + 1 :]
            elif not damaged:
                out.append(entry)
        return damaged
