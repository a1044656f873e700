"""The ST7789 model: pictures drawn by a driver that others wrote, and the rules of its commands."""

import numpy as np
import pytest
from oracles.adapters import CircuitPin, CircuitSpi
from PIL import Image

from host_sim.devices.st7789 import HEIGHT, WIDTH, St7789

RED, GREEN, BLUE = 0xF800, 0x07E0, 0x001F
RGB = {RED: (255, 0, 0), GREEN: (0, 255, 0), BLUE: (0, 0, 255)}


@pytest.fixture
def panel(clock):
    return St7789(clock, seed=5)


class Host:
    """Commands and data by hand."""

    def __init__(self, panel, clock):
        self.panel, self.clock = panel, clock

    def command(self, number, *parameters):
        self.panel.cs(0)
        self.panel.dc(0)
        self.panel.spi(bytes((number,)))
        if parameters:
            self.data(bytes(parameters))
        self.panel.cs(1)

    def data(self, data):
        self.panel.cs(0)
        self.panel.dc(1)
        self.panel.spi(data)
        self.panel.cs(1)

    def start(self, madctl=0):
        self.clock.advance(10_000)
        self.command(0x11)
        self.clock.advance(120_000)
        self.command(0x3A, 0x55)
        self.command(0x36, madctl)
        self.command(0x21)
        self.command(0x29)
        self.panel.backlight(20_000, 65_535)

    def window(self, x0, y0, x1, y1):
        self.command(0x2A, x0 >> 8, x0 & 255, x1 >> 8, x1 & 255)
        self.command(0x2B, y0 >> 8, y0 & 255, y1 >> 8, y1 & 255)
        self.command(0x2C)

    def fill(self, x0, y0, x1, y1, colour):
        self.window(x0, y0, x1, y1)
        self.data(colour.to_bytes(2, "big") * ((x1 - x0 + 1) * (y1 - y0 + 1)))


@pytest.fixture
def host(panel, clock):
    host = Host(panel, clock)
    host.start()
    return host


def seen(panel, x, y):
    return panel.picture().getpixel((x, y))


# --- drawn by Adafruit's driver


@pytest.fixture
def display(other, panel):
    module = other("adafruit_rgb_display.st7789")
    panel.backlight(20_000, 65_535)
    return module.ST7789(
        CircuitSpi(panel.spi), CircuitPin(panel.dc), CircuitPin(panel.cs), CircuitPin(panel.reset), baudrate=40_000_000
    )


def test_adafruit_fills_and_draws(display, panel):
    """Its MADCTL is 0xC0: its pixel (x, y) is the panel's (239 - x, 319 - y)."""
    display.fill(BLUE)
    display.pixel(5, 300, RED)
    display.fill_rectangle(10, 20, 30, 40, GREEN)
    picture = np.asarray(panel.picture())[::-1, ::-1]
    assert tuple(picture[300, 5]) == RGB[RED]
    assert (picture[20:60, 10:40] == RGB[GREEN]).all()
    assert (picture == RGB[GREEN]).all(axis=2).sum() == 30 * 40
    assert (picture == RGB[BLUE]).all(axis=2).sum() == WIDTH * HEIGHT - 30 * 40 - 1


def test_adafruit_draws_a_photograph(display, panel):
    rng = np.random.default_rng(1)
    image = Image.fromarray(rng.integers(0, 256, (HEIGHT, WIDTH, 3), dtype=np.uint8))
    display.image(image)
    difference = np.asarray(panel.picture())[::-1, ::-1].astype(int) - np.asarray(image).astype(int)
    assert abs(difference).max() <= 7, "565 keeps five or six bits of a colour"


def test_adafruits_window_ends_beyond_the_ram_are_tolerated(display, panel):
    assert not any("window" in line for line in panel.log)


# --- our own sequences


def test_ends_are_inclusive_and_pixels_big_endian(host, panel):
    host.fill(0, 0, 239, 319, BLUE)
    host.fill(3, 4, 5, 4, RED)
    assert [seen(panel, x, 4) for x in (2, 3, 5, 6)] == [RGB[BLUE], RGB[RED], RGB[RED], RGB[BLUE]]
    assert panel.log == []


def test_ram_is_random_at_power_on_and_survives_a_reset(clock):
    a, b = St7789(clock, seed=1), St7789(clock, seed=2)
    for panel in (a, b):
        Host(panel, clock).start()
    assert (a.rgb() != b.rgb()).any()
    host = Host(a, clock)
    host.fill(0, 0, 239, 319, RED)
    host.command(0x01)
    clock.advance(130_000)
    host.start()
    assert (a.rgb() == RGB[RED]).all()


def test_inversion_is_needed_for_right_colours(host, panel):
    host.fill(0, 0, 239, 319, RED)
    host.command(0x20)
    assert seen(panel, 0, 0) == (0, 255, 255)


def test_a_person_sees_nothing_while_asleep_off_or_dark(host, panel, clock):
    host.fill(0, 0, 239, 319, RED)
    panel.backlight(20_000, 0)
    assert seen(panel, 9, 9) == (0, 0, 0)
    panel.backlight(20_000, 100)
    assert seen(panel, 9, 9) == RGB[RED]
    host.command(0x28)
    assert seen(panel, 9, 9) == (0, 0, 0)
    host.command(0x29)
    clock.advance(200_000)
    host.command(0x10)
    assert seen(panel, 9, 9) == (0, 0, 0)
    clock.advance(200_000)
    host.command(0x11)
    assert seen(panel, 9, 9) == RGB[RED]


def test_writing_goes_on_after_a_gap_and_wraps_in_the_window(host, panel):
    host.fill(0, 0, 239, 319, BLUE)
    host.window(10, 10, 12, 11)
    host.data(b"\xf8\x00" * 4)
    host.data(b"\x07\xe0" * 3)  # two end the window, the third begins it anew
    assert [seen(panel, x, 10) for x in (10, 11, 12)] == [RGB[GREEN], RGB[RED], RGB[RED]]
    assert [seen(panel, x, 11) for x in (10, 11, 12)] == [RGB[RED], RGB[GREEN], RGB[GREEN]]
    host.command(0x3C)
    host.data(b"\x00\x1f")
    assert seen(panel, 11, 10) == RGB[BLUE], "RAMWRC goes on"
    host.command(0x2C)
    host.data(b"\xf8\x00")
    assert seen(panel, 10, 10) == RGB[RED], "RAMWR begins at the corner"
    assert panel.log == []


def test_a_pixel_cut_by_a_gap_is_whole_and_an_odd_byte_before_a_command_is_noted(host, panel):
    host.fill(0, 0, 239, 319, BLUE)
    host.window(0, 0, 239, 319)
    host.data(b"\xf8")
    host.data(b"\x00")
    assert seen(panel, 0, 0) == RGB[RED]
    host.data(b"\x07")
    host.command(0x00)
    assert "odd byte" in panel.log[0]
    assert seen(panel, 1, 0) == RGB[BLUE]


@pytest.mark.parametrize(
    "madctl, corner, right, below",
    [
        (0x00, (0, 0), (1, 0), (0, 1)),
        (0x60, (239, 0), (239, 1), (238, 0)),
        (0xC0, (239, 319), (238, 319), (239, 318)),
        (0xA0, (0, 319), (0, 318), (1, 319)),
    ],
)
def test_four_rotations_without_mirror(panel, clock, madctl, corner, right, below):
    host = Host(panel, clock)
    host.start(madctl)
    wide, high = (WIDTH, HEIGHT) if not madctl & 0x20 else (HEIGHT, WIDTH)
    host.fill(0, 0, wide - 1, high - 1, 0)
    host.fill(0, 0, 0, 0, RED)
    host.fill(1, 0, 1, 0, GREEN)
    host.fill(0, 1, 0, 1, BLUE)
    assert seen(panel, *corner) == RGB[RED]
    assert seen(panel, *right) == RGB[GREEN]
    assert seen(panel, *below) == RGB[BLUE]
    assert panel.log == []


def test_bgr_swaps_red_and_blue(panel, clock):
    host = Host(panel, clock)
    host.start(0x08)
    host.fill(0, 0, 0, 0, RED)
    assert seen(panel, 0, 0) == RGB[BLUE]


def test_18_bit_pixels(host, panel):
    host.command(0x3A, 0x66)
    host.window(0, 0, 1, 0)
    host.data(b"\xfc\x00\x00\x00\xfc\x00")
    assert (seen(panel, 0, 0), seen(panel, 1, 0)) == (RGB[RED], RGB[GREEN])


def test_vertical_scroll_moves_the_middle(host, panel):
    host.fill(0, 0, 239, 319, BLUE)
    host.fill(0, 20, 239, 20, RED)
    host.command(0x33, 0, 10, 1, 44, 0, 10)  # 10 fixed, 300 scrolling, 10 fixed
    host.command(0x37, 0, 20)
    assert seen(panel, 0, 10) == RGB[RED]
    assert seen(panel, 0, 20) == RGB[BLUE]
    assert panel.log == []


def test_strips_beside_a_plain_frame_give_the_same_picture(host, panel):
    rng = np.random.default_rng(2)
    pixels = rng.integers(0, 1 << 16, WIDTH * HEIGHT, dtype=np.uint16)
    data = pixels.astype(">u2").tobytes()
    host.window(0, 0, 239, 319)
    host.data(data)
    whole = panel.rgb()
    host.fill(0, 0, 239, 319, 0)
    at = 0
    for y in range(0, HEIGHT, 16):
        host.window(0, y, 239, y + 15)
        for size in (1000, 3001, 16 * 480 - 4001):
            host.data(data[at : at + size])
            at += size
    assert (panel.rgb() == whole).all()
    assert panel.log == []


@pytest.mark.parametrize(
    "wrong, word",
    [
        (lambda h: h.command(0x99), "unknown command"),
        (lambda h: (h.command(0x2A, 0, 0, 0), h.command(0x00)), "3 of 4"),
        (lambda h: h.panel.spi(b"\x2c"), "not selected"),
        (lambda h: (h.command(0x01), h.command(0x11)), "too soon"),
        (lambda h: h.command(0x2E), "MISO"),
        (lambda h: (h.window(9, 9, 8, 9), h.data(b"\0\0")), "empty window"),
    ],
)
def test_what_a_careful_driver_would_not_do_is_noted(host, panel, wrong, word):
    wrong(host)
    assert word in panel.log[0]


def test_unfinished_parameters_count_as_far_as_they_came(host, panel):
    host.command(0x2A, 0, 7)
    host.command(0x2B, 0, 0, 0, 0)
    host.command(0x2C)
    host.data(b"\xf8\x00")
    assert seen(panel, 7, 0) == RGB[RED]


def test_revision_grows_with_every_visible_change(host, panel):
    last = panel.revision
    for act in (
        lambda: host.fill(0, 0, 0, 0, RED),
        lambda: host.command(0x20),
        lambda: panel.backlight(20_000, 9),
        lambda: panel.fault("reset-glitch"),
    ):
        act()
        assert panel.revision > last
        last = panel.revision


def test_faults(host, panel, tmp_path):
    host.fill(0, 0, 239, 319, RED)
    panel.fault("backlight-out")
    assert seen(panel, 0, 0) == (0, 0, 0)
    panel.clear("backlight-out")
    panel.save(tmp_path / "frame.png")
    assert Image.open(tmp_path / "frame.png").getpixel((0, 0)) == RGB[RED]
    panel.fault("reset-glitch")
    assert seen(panel, 0, 0) == (0, 0, 0) and panel.asleep
    panel.fault("absent")
    host.start()
    assert panel.asleep
