"""The flash file system as the firmware's `ports.files`: named files that survive a power cut, whole or torn.

A power cut can be set at any byte: that many more bytes go in, then PowerCut is raised and the file holds only what of
the new had been written. Rename and remove are atomic, as on littlefs.

Time is that of littlefs as MicroPython sets it up (blocks of 4096, cache 128 bytes) on a usual serial flash: 40 ms to
erase a block, 3 us to program a byte. A file of up to 128 bytes lives in the directory's log, which costs an erase only
when it is full; a longer one takes fresh blocks. (Erases counted with littlefs 2.11: 0 for 128 bytes, 1 for 129 to
4096, 2 for 5000, 4 for 12288; 16 in 500 rewrites of 100 bytes, 40 in 1000 renames.) While the flash is busy the ESP32
runs no code from it, so nothing is sampled.

Data in: names and bytes. Data out: bytes; OSError with ENOENT, ENOSPC or EIO. With `folder` the files are kept in a
directory of the host too, and read from there at first.
"""

from __future__ import annotations

import errno
from pathlib import Path
from typing import Any

from ..clock import Clock
from ..ports import PowerCut
from .faulty import Faulty

ENOSPC = 28  # the number that MicroPython and Linux both use
BLOCK = 4096
CAPACITY = 1 << 20
ERASE_US = 40_000
COMMIT_US = 2_000
BYTE_US = 3
READ_US = 300
INLINE = 128
ENTRY = 64  # bytes of the directory's log for one change


class Flash(Faulty):
    """The file system. Faults: "full" (ENOSPC), "io-error" (EIO), "read-corrupt" (one bit of every read is wrong)."""

    FAULTS = ("full", "io-error", "read-corrupt")

    def __init__(
        self,
        clock: Clock,
        capacity: int = CAPACITY,
        folder: Path | None = None,
        contents: dict[str, bytes] | None = None,
    ) -> None:
        super().__init__("flash")
        self.contents = dict(contents or {})
        self.capacity = capacity
        self.written = 0  # bytes since the start
        self._clock = clock
        self._cut_after: int | None = None
        self._folder = folder
        self._log = 0  # bytes in the directory's log
        if folder is not None:
            folder.mkdir(parents=True, exist_ok=True)
            self.contents |= {p.name: p.read_bytes() for p in sorted(folder.iterdir()) if p.is_file()}

    def cut_after(self, count: int | None) -> None:
        """Cut the power when `count` more bytes have been written (0: before the first), or never (None)."""
        self._cut_after = count

    def read(self, name: str) -> bytes | None:
        """Return the file's bytes, or None if there is none of that name."""
        data = self.contents.get(name)
        self._spend(READ_US + (0 if data is None else len(data) // 20))
        if "io-error" in self.faults:
            raise OSError(errno.EIO, f"cannot read {name}")
        if data and "read-corrupt" in self.faults:
            data = bytes([data[0] ^ 0x10]) + data[1:]
        return data

    def write(self, name: str, data: Any) -> None:
        """Write the file anew. A cut on the way leaves the new part only."""
        if "io-error" in self.faults:
            raise OSError(errno.EIO, f"cannot write {name}")
        data = bytes(data)
        other = self.used() - (_whole_blocks(len(self.contents[name])) if name in self.contents else 0)
        if "full" in self.faults or other + _whole_blocks(len(data)) > self.capacity:
            raise OSError(ENOSPC, f"no space left for {name}")
        count = len(data)
        cut = self._cut_after is not None and self._cut_after < count
        if self._cut_after is not None:
            count = min(count, self._cut_after)
            self._cut_after -= count
        self.contents[name] = data[:count]
        self.written += count
        self._sync(name)
        self._spend(self._program_us(count) + self._commit_us(count))
        if cut:
            self._cut()

    def rename(self, old: str, new: str) -> None:
        """Rename, replacing what `new` was."""
        self._change(old)
        self.contents[new] = self.contents.pop(old)
        self._sync(old)
        self._sync(new)

    def remove(self, name: str) -> None:
        """Remove the file."""
        self._change(name)
        del self.contents[name]
        self._sync(name)

    def names(self) -> list[str]:
        """Return the names there are."""
        self._spend(READ_US)
        return sorted(self.contents)

    def used(self) -> int:
        """Return the bytes taken, in whole blocks."""
        return sum(_whole_blocks(len(d)) for d in self.contents.values())

    def _program_us(self, count: int) -> int:
        """Return the time for the blocks of a file of `count` bytes."""
        if count <= INLINE:
            return 0
        blocks = 1 + max(0, -(-(count - BLOCK) // (BLOCK - 8)))  # later blocks begin with pointers back
        return count * BYTE_US + blocks * ERASE_US

    def _commit_us(self, size: int) -> int:
        """Return the time for one change of the directory, to a file of `size` bytes."""
        self._log += ENTRY + (size if size <= INLINE else 0)
        if self._log < BLOCK:
            return COMMIT_US
        self._log = 0
        return COMMIT_US + ERASE_US

    def _change(self, name: str) -> None:
        self._spend(self._commit_us(96))
        if "io-error" in self.faults:
            raise OSError(errno.EIO, f"cannot change {name}")
        if name not in self.contents:
            raise OSError(errno.ENOENT, f"no file {name}")
        if self._cut_after == 0:
            self._cut()

    def _cut(self) -> None:
        self._cut_after = None
        raise PowerCut

    def _sync(self, name: str) -> None:
        if self._folder is None:
            return
        path = self._folder / name
        if name in self.contents:
            path.write_bytes(self.contents[name])
        else:
            path.unlink(missing_ok=True)

    def _spend(self, us: int) -> None:
        self._clock.spend("flash", us)


def _whole_blocks(size: int) -> int:
    """Return the bytes that a file of `size` takes."""
    return -(-max(1, size) // BLOCK) * BLOCK
