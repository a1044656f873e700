"""A flash partition without a file system as the firmware's `ports.journal`: serial NOR flash, byte for byte.

Programming can only clear bits: what is there becomes the AND of old and new. Only an erase sets them, a block of 4096
at a time. A power cut in the middle of a program leaves the bytes before it whole, the byte it came at with some of its
bits cleared, the rest as it was; in the middle of an erase it leaves the block full of anything.

Time is that of a usual part (W25Q64FV, typical: 30 us for the first byte of a page and 2.5 us for each other one, so
0.7 ms for a whole page of 256; 45 ms to erase 4 KB) plus an estimate of what the ESP32 needs to stop and start again
what runs from the same flash. Meanwhile it runs nothing.

Data in: addresses, bytes. Data out: bytes; OSError with EIO. With `folder` the region is kept in a file of the host
too, and read from there at first.
"""

from __future__ import annotations

import errno
from pathlib import Path
from typing import Any

import numpy as np

from ..clock import Clock
from ..ports import PowerCut
from .faulty import Faulty

BLOCK = 4096
BLOCKS = 32  # as in hardware/partitions.csv
PAGE = 256
FIRST_BYTE_US = 30
BYTE_US = 2.5
ERASE_US = 45_000
CALL_US = 60
READ_BYTES_PER_US = 10


class NorFlash(Faulty):
    """The region. Faults: "io-error" (EIO), "read-corrupt" (one bit of every read is wrong), "worn" (one bit of every
    program does not take, and nobody is told), "missing" (no such partition, from the next start on).
    """

    FAULTS = ("io-error", "read-corrupt", "worn", "missing")

    def __init__(self, clock: Clock, blocks: int = BLOCKS, folder: Path | None = None, seed: int = 0) -> None:
        super().__init__("journal")
        self.block = BLOCK
        self.blocks = blocks
        self.contents = bytearray(b"\xff" * (BLOCK * blocks))
        self.erased = [0] * blocks  # times each block was erased
        self._clock = clock
        self._rng = np.random.default_rng([seed, 0xF1A5])
        self._cut_after: int | None = None
        self._file = None if folder is None else folder / "partitions" / "journal"
        if self._file is not None:
            self._file.parent.mkdir(parents=True, exist_ok=True)
            if self._file.exists():
                kept = self._file.read_bytes()[: len(self.contents)]
                self.contents[: len(kept)] = kept
            self._file.write_bytes(self.contents)

    def cut_after(self, count: int | None) -> None:
        """Cut the power when `count` more bytes have been programmed (an erase counts as one), or never (None)."""
        self._cut_after = count

    def read(self, at: int, buf: Any) -> None:
        """Fill `buf` from address `at` on."""
        count = self._inside(at, len(buf))
        self._spend(CALL_US + count // READ_BYTES_PER_US)
        self._answer("read")
        buf[:] = self.contents[at : at + count]
        if "read-corrupt" in self.faults:
            buf[0] ^= 0x10

    def program(self, at: int, data: Any) -> None:
        """Clear the bits that are 0 in `data`."""
        count = self._inside(at, len(data))
        self._answer("program")
        cut = self._cut_after is not None and self._cut_after < count
        whole = count if self._cut_after is None else min(count, self._cut_after)
        if self._cut_after is not None:
            self._cut_after -= whole
        for i in range(whole):
            stuck = data[i] + 1 if "worn" in self.faults and i == count // 2 else 0  # holds its lowest 0
            self.contents[at + i] &= (data[i] | stuck) & 0xFF
        if cut:
            self.contents[at + whole] &= data[whole] | int(self._rng.integers(256))
        self._keep(at, count)
        pages = (at + count - 1) // PAGE - at // PAGE + 1 if count else 0
        self._spend(CALL_US + round(pages * FIRST_BYTE_US + (count - pages) * BYTE_US))
        if cut:
            self._cut()

    def erase(self, number: int) -> None:
        """Set all bits of block `number`."""
        at = number * BLOCK
        self._inside(at, BLOCK)
        self._answer("erase")
        cut = self._cut_after == 0
        self.contents[at : at + BLOCK] = self._rng.bytes(BLOCK) if cut else b"\xff" * BLOCK
        if self._cut_after is not None:
            self._cut_after -= 1
        self.erased[number] += 1
        self._keep(at, BLOCK)
        self._spend(CALL_US + ERASE_US)
        if cut:
            self._cut()

    def _inside(self, at: int, count: int) -> int:
        if at < 0 or at + count > len(self.contents):
            raise OSError(errno.EINVAL, f"{count} bytes at {at} are not inside the partition")
        return count

    def _answer(self, what: str) -> None:
        if "io-error" in self.faults:
            raise OSError(errno.EIO, f"cannot {what}")

    def _cut(self) -> None:
        self._cut_after = None
        raise PowerCut

    def _keep(self, at: int, count: int) -> None:
        if self._file is not None:
            with self._file.open("r+b") as file:
                file.seek(at)
                file.write(self.contents[at : at + count])

    def _spend(self, us: int) -> None:
        self._clock.spend("flash", us)
