"""Raw flash as pages: what is programmed is read back, what is clean can be told.

Why pages: a serial flash programs a page of 256 bytes at once, and only clears bits; a block of pages is erased at
once. In: a region (`read`, `program`, `erase`, `block`, `blocks`), see drivers/esp32.py. Out: bytes; OSError.
"""

from ..compat import const

PAGE = const(256)  # bytes
_CLEAN = b"\xff" * PAGE


class Sheets:
    """The `blocks` blocks of `region` from block `first` on; blocks and pages are counted from there, on and on."""

    def __init__(self, region, first, blocks):
        self._region = region
        self._first = first
        self.blocks = blocks
        self.pages = region.block // PAGE  # of a block
        self.page = bytearray(PAGE)  # the one loaded last

    def load(self, page):
        """Read `page` into `self.page`."""
        self.read(page, self.page)

    def read(self, page, buf):
        """Fill `buf`, which may be longer than a page but not longer than the rest of the block, from `page` on."""
        self._region.read(self._at(page), buf)

    def is_clean(self, page):
        """Tell whether `page` is erased."""
        self.load(page)
        return self.page == _CLEAN

    def is_block_clean(self, block):
        """Tell whether all pages of `block` are erased."""
        return all(self.is_clean(block * self.pages + i) for i in range(self.pages))

    def program(self, page, at, data):
        """Program `data` from byte `at` of `page` on, inside one block, and read it back."""
        start = self._at(page) + at
        self._region.program(start, data)
        back = bytearray(len(data))
        self._region.read(start, back)
        if back != data:
            raise OSError(5, "could not be read back")

    def erase(self, block):
        """Erase `block`."""
        self._region.erase(self._first + block % self.blocks)

    def _at(self, page):
        """Return the address of a page."""
        return (self._first * self.pages + page % (self.blocks * self.pages)) * PAGE


def pages_of(size):
    """Return how many pages `size` bytes take."""
    return (size + PAGE - 1) // PAGE
