"""Values saved while the table weighs, until the next power-on moves them into their files.

Why: to write a file costs an erase of the flash, in which nothing is weighed. A draft is programmed into raw flash that
is erased already. In: the line that names file and version, a value that JSON can hold. Out: the newest value of that
line; OSError when the flash fails. A draft begins at a page of its own: the line, then the value as a record. One that
a power cut tore is no record, and is never programmed over.
"""

from ..compat import const
from . import records
from .sheets import PAGE, Sheets, pages_of

BLOCKS = const(2)  # at the end of the region: room for some twenty drafts
MOST = const(2_048)  # bytes of one


class Drafts:
    """The drafts in the last blocks of `region`."""

    def __init__(self, region):
        self._sheets = Sheets(region, region.blocks - BLOCKS, BLOCKS)
        self._pages = BLOCKS * self._sheets.pages
        self._next = -1  # the page behind the last one that is not clean; -1: not known

    def keep(self, line, value):
        """Store `value`. Returns True when it is safely stored, False when there is no room."""
        data = line + records.pack(value, line)
        page = self._free()
        count = pages_of(len(data))
        if len(data) > MOST or page + count > self._pages:
            return False
        self._next = page + count  # whatever becomes of it
        for i in range(count):
            self._sheets.program(page + i, 0, data[i * PAGE : (i + 1) * PAGE])
        return True

    def newest(self, line):
        """Return the newest value that was stored under `line`, or None."""
        sheets = self._sheets
        value = None
        for page in range(self._free()):
            sheets.load(page)
            if sheets.page[: len(line)] == line:
                state, found, _ = records.unpack(self._from(page), len(line), line)
                if state == records.OK:
                    value = found
        return value

    def clear(self):
        """Forget all drafts: erase what is not clean."""
        self._next = -1
        for block in range(BLOCKS):
            if not self._sheets.is_block_clean(block):
                self._sheets.erase(block)
        self._next = 0

    def _from(self, page):
        """Return the bytes from `page` on, as many as a draft can have."""
        out = bytearray()
        for i in range(page, min(page + pages_of(MOST), self._pages)):
            self._sheets.load(i)
            out += self._sheets.page
        return out

    def _free(self):
        """Return the page behind the last one that is not clean."""
        if self._next < 0:
            free = 0
            for page in range(self._pages):
                if not self._sheets.is_clean(page):
                    free = page + 1
            self._next = free
        return self._next
