"""MicroPython's `framebuf` for CPython: the firmware draws here exactly the pixels it draws on the table.

The directory of this file goes on sys.path (host_sim does it), so that the firmware's `import framebuf` finds it.
Pixels live in the caller's buffer, in MicroPython's own layouts. Held equal to the real thing, pixel by pixel, by
tests/ui/test_framebuf.py, which draws random sequences on both.
"""

from __future__ import annotations

import functools
import itertools
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import numpy as np

MVLSB = MONO_VLSB = 0
RGB565 = 1
GS4_HMSB = 2
MONO_HLSB = 3
MONO_HMSB = 4
GS2_HMSB = 5
GS8 = 6

_ALIGN = {MONO_VLSB: 1, RGB565: 1, GS4_HMSB: 2, MONO_HLSB: 8, MONO_HMSB: 8, GS2_HMSB: 4, GS8: 1}
_BITS = {MONO_VLSB: 1, RGB565: 16, GS4_HMSB: 4, MONO_HLSB: 1, MONO_HMSB: 1, GS2_HMSB: 2, GS8: 8}

_PAIRS = [bytes([c * 17]) * 0x8000 for c in range(16)]


class FrameBuffer:
    """A picture of `width` x `height` pixels in `buffer`, as MicroPython lays it out; ValueError if it cannot be."""

    def __init__(self, buffer: Any, width: int, height: int, format: int, stride: int | None = None, /) -> None:
        _check_writable(buffer)
        self._setup(buffer, width, height, format, stride)

    def _setup(self, buffer: Any, width: int, height: int, format: int, stride: int | None) -> None:
        if format not in _ALIGN:
            raise ValueError("invalid format")
        stride = width if stride is None else stride
        if width < 1 or height < 1 or stride < width or width > 0xFFFF or height > 0xFFFF or stride > 0xFFFF:
            raise ValueError
        self.width, self.height, self.format = width, height, format
        self.stride = stride = -(-stride // _ALIGN[format]) * _ALIGN[format]
        rows = -(-height // 8) if format == MONO_VLSB else height
        # the last row of a buffer with a stride may stop after the last pixel
        row_bytes = stride if format == MONO_VLSB else stride * _BITS[format] // 8
        self._flat = memoryview(buffer).cast("B")
        flat = np.frombuffer(buffer, np.uint8)
        if flat.size < (rows - 1) * row_bytes + -(-width * _BITS[format] // 8):
            raise ValueError
        if flat.size < rows * row_bytes:
            raise NotImplementedError("a buffer that ends inside the last stride")
        flat = flat[: rows * row_bytes]
        self._rows = flat.view("<u2").reshape(rows, stride) if format == RGB565 else flat.reshape(rows, row_bytes)

    # --- blocks of pixels, the only place that knows the layouts

    def _block(self, x0: int, y0: int, x1: int, y1: int) -> np.ndarray:
        """Return the pixels of columns x0..x1-1 and rows y0..y1-1, which must lie inside."""
        rows = self._rows[y0:y1]
        if self.format in (RGB565, GS8):
            return rows[:, x0:x1].astype(np.int32)
        if self.format == GS4_HMSB:
            packed = rows[:, x0 >> 1 : (x1 + 1) >> 1]
            pixels = np.empty((packed.shape[0], packed.shape[1] * 2), np.int32)
            pixels[:, 0::2] = packed >> 4
            pixels[:, 1::2] = packed & 15
            return pixels[:, x0 & 1 : (x0 & 1) + x1 - x0]
        if self.format == GS2_HMSB:
            packed = rows[:, x0 >> 2 : (x1 + 3) >> 2]
            pixels = ((packed[:, :, None] >> np.array([0, 2, 4, 6], np.uint8)) & 3).reshape(packed.shape[0], -1)
            return pixels[:, x0 & 3 : (x0 & 3) + x1 - x0].astype(np.int32)
        if self.format == MONO_VLSB:
            ys = np.arange(y0, y1)
            return ((self._rows[ys >> 3, x0:x1] >> (ys & 7)[:, None]) & 1).astype(np.int32)
        order = "big" if self.format == MONO_HLSB else "little"
        bits = np.unpackbits(rows[:, x0 >> 3 : (x1 + 7) >> 3], axis=1, bitorder=order)
        return bits[:, x0 & 7 : (x0 & 7) + x1 - x0].astype(np.int32)

    def _store(self, x0: int, y0: int, pixels: np.ndarray) -> None:
        """Write a block of pixels whose corner is x0, y0; it must lie inside."""
        high, wide = pixels.shape
        rows = self._rows[y0 : y0 + high]
        if self.format in (RGB565, GS8):
            rows[:, x0 : x0 + wide] = pixels.astype(rows.dtype)
            return
        if self.format == MONO_VLSB:
            for i in range(high):
                page, bit = self._rows[(y0 + i) >> 3, x0 : x0 + wide], np.uint8(1 << ((y0 + i) & 7))
                page[:] = np.where(pixels[i] != 0, page | bit, page & ~bit)
            return
        per_byte = 8 // _BITS[self.format]
        left, right = x0 // per_byte * per_byte, -(-(x0 + wide) // per_byte) * per_byte
        if left != x0 or right != x0 + wide:
            whole = self._block(left, y0, right, y0 + high)
            whole[:, x0 - left : x0 - left + wide] = pixels
            pixels = whole
        packed = rows[:, left // per_byte : right // per_byte]
        if self.format == GS4_HMSB:
            packed[:] = (pixels[:, 0::2] & 15) << 4 | (pixels[:, 1::2] & 15)
        elif self.format == GS2_HMSB:
            packed[:] = sum((pixels[:, i::4] & 3) << (2 * i) for i in range(4))
        else:
            packed[:] = np.packbits(pixels != 0, axis=1, bitorder="big" if self.format == MONO_HLSB else "little")

    def _put(self, x: int, y: int, colour: int) -> None:
        if not (0 <= x < self.width and 0 <= y < self.height):
            return
        if self.format == GS4_HMSB:
            at = (y * self.stride + x) >> 1
            old = self._flat[at]
            self._flat[at] = (old & 0xF0 | colour & 15) if x & 1 else (old & 15 | (colour & 15) << 4)
        elif self.format == RGB565:
            self._rows[y, x] = colour & 0xFFFF
        else:
            self._store(x, y, np.array([[colour]]))

    def _span(self, x0: int, x1: int, start: int, c: int) -> None:
        """Fill columns x0..x1-1 of the GS4 row whose first pixel is number `start`."""
        flat, a, b = self._flat, start + x0, start + x1
        if a & 1:
            flat[a >> 1] = flat[a >> 1] & 0xF0 | c
            a += 1
        if b & 1:
            flat[b >> 1] = flat[b >> 1] & 0x0F | c << 4
        flat[a >> 1 : b >> 1] = _PAIRS[c][: (b >> 1) - (a >> 1)]

    # --- the methods of MicroPython

    def fill(self, c: int, /) -> None:
        self.fill_rect(0, 0, self.width, self.height, c)

    def fill_rect(self, x: int, y: int, w: int, h: int, c: int, /) -> None:
        x0, y0, x1, y1 = max(x, 0), max(y, 0), min(x + w, self.width), min(y + h, self.height)
        if x0 >= x1 or y0 >= y1 or w < 1 or h < 1:
            return
        if self.format == GS4_HMSB:
            c &= 15
            if y1 - y0 == 1 and x1 - x0 > 2:  # most spans of ellipses and polygons: plain bytes are faster than arrays
                self._span(x0, x1, y0 * self.stride, c)
                return
            rows = self._rows[y0:y1]
            if x0 & 1:
                rows[:, x0 >> 1] = rows[:, x0 >> 1] & 0xF0 | c
                x0 += 1
            if x1 & 1 and x1 > x0:
                rows[:, x1 >> 1] = rows[:, x1 >> 1] & 0x0F | c << 4
            rows[:, x0 >> 1 : x1 >> 1] = c * 17
        elif self.format == RGB565:
            self._rows[y0:y1, x0:x1] = c & 0xFFFF
        else:
            self._store(x0, y0, np.full((y1 - y0, x1 - x0), c & 0xFF if self.format == GS8 else c))

    def pixel(self, x: int, y: int, c: int | None = None, /) -> int | None:
        if c is not None:
            self._put(x, y, c)
        elif 0 <= x < self.width and 0 <= y < self.height:
            return int(self._block(x, y, x + 1, y + 1)[0, 0])
        return None

    def hline(self, x: int, y: int, w: int, c: int, /) -> None:
        self.fill_rect(x, y, w, 1, c)

    def vline(self, x: int, y: int, h: int, c: int, /) -> None:
        self.fill_rect(x, y, 1, h, c)

    def rect(self, x: int, y: int, w: int, h: int, c: int, f: bool = False, /) -> None:
        if f:
            self.fill_rect(x, y, w, h, c)
            return
        self.fill_rect(x, y, w, 1, c)
        self.fill_rect(x, y + h - 1, w, 1, c)
        self.fill_rect(x, y, 1, h, c)
        self.fill_rect(x + w - 1, y, 1, h, c)

    def line(self, x1: int, y1: int, x2: int, y2: int, c: int, /) -> None:
        if y1 == y2:
            self.fill_rect(min(x1, x2), y1, abs(x2 - x1) + 1, 1, c)
        elif x1 == x2:
            self.fill_rect(x1, min(y1, y2), 1, abs(y2 - y1) + 1, c)
        else:
            for x, y in _line(x1, y1, x2, y2):
                self._put(x, y, c)

    def ellipse(self, x: int, y: int, xr: int, yr: int, c: int, f: bool = False, m: int = 15, /) -> None:
        for dx, dy in _ellipse(xr, yr, bool(f)):
            for quadrant, right, up in ((1, 1, -1), (2, 0, -1), (4, 0, 1), (8, 1, 1)):
                if not m & quadrant:
                    continue
                if f:
                    self.fill_rect(x if right else x - dx, y + up * dy, dx + 1, 1, c)
                else:
                    self._put(x + dx if right else x - dx, y + up * dy, c)

    def poly(self, x: int, y: int, coords: Any, c: int, f: bool = False, /) -> None:
        points = [(int(coords[i]), int(coords[i + 1])) for i in range(0, len(coords) - 1, 2)]
        if not points:
            return
        # MicroPython walks the edges backwards from the first point
        ring = [points[0], *reversed(points)]
        edges = list(itertools.pairwise(ring))
        if not f:
            for (px1, py1), (px2, py2) in edges:
                self.line(x + px1, y + py1, x + px2, y + py2, c)
            return
        for row in range(min(p[1] for p in points), max(p[1] for p in points) + 1):
            nodes = []
            for (px1, py1), (px2, py2) in edges:
                if (py1 > row) != (py2 > row):
                    nodes.append(_quotient(32 * px1 + _quotient(32 * (px2 - px1) * (row - py1), py2 - py1) + 16, 32))
                elif row == max(py1, py2):  # the lower end of an edge, which the crossing test leaves out
                    if py1 == py2:
                        self.line(x + px1, y + py1, x + px2, y + py2, c)
                    else:
                        self._put(x + (px2 if py1 < py2 else px1), y + row, c)
            nodes.sort()
            for left, right in zip(nodes[0::2], nodes[1::2], strict=True):
                self.fill_rect(x + left, y + row, right - left + 1, 1, c)

    def blit(self, fbuf: Any, x: int, y: int, key: int = -1, palette: Any = None, /) -> None:
        source = _as_source(fbuf)
        x0, y0 = max(0, x), max(0, y)
        x1, y1 = min(self.width, x + source.width), min(self.height, y + source.height)
        if x0 >= x1 or y0 >= y1:
            return
        pixels = source._block(x0 - x, y0 - y, x1 - x, y1 - y)
        if palette is not None:
            shades = _as_source(palette)
            pixels = shades._block(0, 0, shades.width, 1)[0][pixels]
        if key != -1:
            pixels = np.where(pixels == key, self._block(x0, y0, x1, y1), pixels)
        self._store(x0, y0, pixels)

    def scroll(self, xstep: int, ystep: int, /) -> None:
        x0, x1 = max(xstep, 0), min(self.width + xstep, self.width)
        y0, y1 = max(ystep, 0), min(self.height + ystep, self.height)
        if x0 < x1 and y0 < y1:
            self._store(x0, y0, self._block(x0 - xstep, y0 - ystep, x1 - xstep, y1 - ystep))

    def text(self, s: str, x: int, y: int, c: int = 1, /) -> None:
        glyphs = _glyphs()
        for byte in s.encode():
            for row, bits in enumerate(glyphs[byte - 32 if 32 <= byte <= 127 else 95]):
                for column in range(8):
                    if bits >> column & 1:
                        self._put(x + column, y + row, c)
            x += 8


def _check_writable(buffer: Any) -> None:
    if memoryview(buffer).readonly:
        raise TypeError("object with buffer protocol required")


def _as_source(fbuf: Any) -> FrameBuffer:
    """Return what blit reads from: a FrameBuffer, or a tuple or list (buffer, width, height, format[, stride])."""
    if isinstance(fbuf, FrameBuffer):
        return fbuf
    if not isinstance(fbuf, (tuple, list)):
        raise TypeError
    source = FrameBuffer.__new__(FrameBuffer)
    source._setup(fbuf[0], fbuf[1], fbuf[2], fbuf[3], fbuf[4] if len(fbuf) > 4 else None)
    return source


def _quotient(a: int, b: int) -> int:
    """Return a / b rounded toward zero, as C does."""
    return a // b if (a < 0) == (b < 0) else -(-a // b)


def _line(x1: int, y1: int, x2: int, y2: int) -> Iterator[tuple[int, int]]:
    """Yield Bresenham's pixels, both ends included; the error term starts so that a tie steps at once."""
    dx, dy = abs(x2 - x1), abs(y2 - y1)
    sx, sy = (1 if x2 > x1 else -1), (1 if y2 > y1 else -1)
    steep = dy > dx
    long, short = (dy, dx) if steep else (dx, dy)
    error, x, y = 2 * short - long, x1, y1
    for _ in range(long):
        yield x, y
        if error >= 0:
            x, y = (x + sx, y) if steep else (x, y + sy)
            error -= 2 * long
        x, y = (x, y + sy) if steep else (x + sx, y)
        error += 2 * short
    yield x2, y2


@functools.lru_cache(maxsize=512)
def _ellipse(xr: int, yr: int, spans: bool) -> tuple[tuple[int, int], ...]:
    """Return the pixels (dx, dy) of one quadrant by the midpoint method; for `spans` only the widest dx of each dy."""
    points = _octant(xr, yr) + [(dx, dy) for dy, dx in _octant(yr, xr)]
    if spans:
        widest: dict[int, int] = {}
        for dx, dy in points:
            widest[dy] = max(dx, widest.get(dy, 0))
        points = [(dx, dy) for dy, dx in widest.items()]
    return tuple(points)


def _octant(a: int, b: int) -> list[tuple[int, int]]:
    """Return the part of the quadrant of half-axes a (along u) and b (along v) that starts at (a, 0) and is steep."""
    u, v, error = a, 0, 0
    du, dv = b * b * (1 - 2 * a), a * a
    stop_u, stop_v = 2 * b * b * a, 0
    points = []
    while stop_u >= stop_v:
        points.append((u, v))
        v += 1
        stop_v += 2 * a * a
        error += dv
        dv += 2 * a * a
        if 2 * error + du > 0:
            u -= 1
            stop_u -= 2 * b * b
            error += du
            du += 2 * b * b
        if not a and not b:
            break
    return points


@functools.lru_cache(maxsize=1)
def _glyphs() -> list[bytes]:
    """Return the 96 built-in 8x8 glyphs (rows, leftmost pixel in bit 0), asked of the MicroPython installed here."""
    script = (
        "import framebuf\nb=bytearray(8);f=framebuf.FrameBuffer(b,8,8,framebuf.MONO_HMSB)\n"
        "for c in range(32,128):\n f.fill(0);f.text(chr(c),0,0,1);print(b.hex())\n"
    )
    micropython = Path(sys.executable).with_name("micropython")
    out = subprocess.run([str(micropython), "-c", script], capture_output=True, text=True, check=True).stdout
    return [bytes.fromhex(line) for line in out.split()]
