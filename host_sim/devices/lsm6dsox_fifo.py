"""The FIFO of the LSM6DSOX: 7-byte words, a tag and six bytes, oldest first.

Facts (ST's header, Linux): tag bits 7:3 sensor, 2:1 a count of the time slots, bit 0 even parity; FIFO_STATUS counts
words; in continuous mode the oldest word is overwritten. Not verified, and so a decision of this model: 512 words
deep, an empty FIFO reads as zeros, a word leaves when its last byte is read, OVR_LATCHED clears when FIFO_STATUS2 is
read.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable

DEPTH = 512
GYRO, ACCEL, TEMP, TIME, CONFIG = 1, 2, 3, 4, 5  # tags
_FIFO1, _FIFO2, _FIFO4 = 0x07, 0x08, 0x0A
_EMPTY = bytes(7)


class Fifo:
    """Words in, bytes out; `registers` are the chip's, of which it reads FIFO_CTRL1, 2 and 4."""

    def __init__(self, registers: bytearray, lost: Callable[[], None]) -> None:
        self._lost = lost  # called for each word that nobody will read
        self.words: deque[bytes] = deque()
        self._registers = registers
        self._slot = 0
        self._slot_us = -1.0
        self._slots = 0
        self._overrun = self._latched = False

    def clear(self) -> None:
        """Bypass mode empties the FIFO."""
        self.words.clear()
        self._overrun = self._latched = False

    def batch(self, tag: int, at_us: float, data: bytes, stamp: int | None) -> None:
        """Put a word of the moment `at_us`; a new moment is a new slot, which may begin with the time `stamp`."""
        if at_us - self._slot_us > 1.0:
            self._slot_us = at_us
            self._slot = (self._slot + 1) & 3
            self._slots += 1
            every = (0, 1, 8, 32)[self._registers[_FIFO4] >> 6]
            if every and stamp is not None and self._slots % every == 0:
                self.put(TIME, stamp.to_bytes(4, "little") + bytes(2))
        self.put(tag, data)

    def put(self, tag: int, data: bytes) -> None:
        """Put a word, unless in bypass mode; a full FIFO loses its oldest word, in FIFO mode the new one."""
        mode = self._registers[_FIFO4] & 7
        if mode == 0:
            return
        depth = DEPTH
        if self._registers[_FIFO2] & 0x80:  # STOP_ON_WTM
            depth = min(DEPTH, max(1, self._watermark()))
        if len(self.words) >= depth:
            self._overrun = self._latched = True
            self._lost()
            if mode == 1:
                return
            self.words.popleft()
        head = tag << 3 | self._slot << 1
        self.words.append(bytes((head | head.bit_count() & 1,)) + data)

    def byte(self, index: int) -> int:
        """Return byte 0..6 of the oldest word, which leaves with its last byte."""
        value = (self.words[0] if self.words else _EMPTY)[index]
        if index == 6 and self.words:
            self.words.popleft()
            self._overrun = False
        return value

    def take(self, count: int) -> bytes:
        """Return `count` whole words; zeros where there are none."""
        words = self.words
        held = min(count, len(words))
        if held:
            self._overrun = False
        return b"".join([words.popleft() for _ in range(held)]) + _EMPTY * (count - held)

    def status2(self) -> int:
        """Return FIFO_STATUS2, clearing OVR_LATCHED."""
        level, mark = len(self.words), self._watermark()
        out = level >> 8 & 3 | (0x08 if self._latched else 0) | (0x20 if level >= DEPTH - 1 else 0)
        self._latched = False
        return out | (0x40 if self._overrun else 0) | (0x80 if mark and level >= mark else 0)

    def _watermark(self) -> int:
        return self._registers[_FIFO1] | (self._registers[_FIFO2] & 1) << 8
