"""The sixteen colours of the frame, and the ten colours of the seats.

A frame pixel is a number 0..15; only on its way to the panel it becomes RGB565. SEAT is the one entry that changes with
the view: it takes the colour of the player whose turn it is.
"""

import framebuf

from ..compat import const

PAPER = const(0)
INK = const(1)
WHITE = const(2)
SHADE = const(3)  # quiet areas: caption, table top
GREY = const(4)  # dim cards, outlines of what cannot be touched
DARK = const(5)  # quiet text
PURPLE = const(6)  # PURPLE + colour number is the cup's colour
YELLOW = const(7)
GREEN = const(8)
BLUE = const(9)
SEAT = const(10)
ACTION = const(11)  # the button to press
RED = const(12)
WARN = const(13)  # behind warnings, around what is allowed
TEA = const(14)
PRESSED = const(15)

COLOURS_RGB = (
    0xFFF6E5, 0x2A1A3A, 0xFFFFFF, 0xEADFCB, 0xB9AFA3, 0x665C70, 0x8B3FB0, 0xF7BE16,
    0x2C9F4B, 0x1F6FD6, 0x2A1A3A, 0x0A7C86, 0xC62828, 0xFFDD55, 0xA5622B, 0x07434A,
)  # fmt: skip

# white text stands on all of them; neighbours in seating order differ most
SEAT_RGB = (
    0xC2255C, 0x1864AB, 0x2B7A3B, 0xC2410C, 0x6741D9, 0x0B7285, 0xA61E1E, 0x4D7C0F, 0x862E9C, 0x495057,
)  # fmt: skip


def swapped_565(rgb):
    """Return 0xRRGGBB as RGB565, bytes exchanged: framebuf writes the low one first, the panel reads the high one."""
    colour = (rgb >> 8 & 0xF800) | (rgb >> 5 & 0x07E0) | (rgb >> 3 & 0x001F)
    return colour >> 8 | (colour & 0xFF) << 8


def make_palette(colours):
    """Return the framebuf palette (16 x 1, RGB565, bytes exchanged) of frame pixels, kept in `colours`, 32 bytes."""
    palette = framebuf.FrameBuffer(colours, 16, 1, framebuf.RGB565)
    for i in range(16):
        palette.pixel(i, 0, swapped_565(COLOURS_RGB[i]))
    return palette


def set_seat(palette, seat):
    """Put the colour of seat 0..9 into the palette; any other number is taken modulo ten."""
    palette.pixel(SEAT, 0, swapped_565(SEAT_RGB[seat % 10]))
