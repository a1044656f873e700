"""The display driver on recording wires: every byte with the level of DC, CS cycles, delays, refusals."""

from teatable.drivers import st7789

from unit_drivers.imu_bus import Clock


class Wires:
    """Records what the panel sees: ("C", byte) and ("D", bytes), ("cs", level), ("rst", level, at_us)."""

    def __init__(self):
        self.clock = Clock(0)
        self.seen = []
        self.dc_level = 1
        self.cs_level = 1
        self.duty = -1

    def write(self, buf):
        assert not self.cs_level, "bytes without chip select"
        self.seen.append(("D", bytes(buf)) if self.dc_level else ("C", bytes(buf)))


class Pin:
    def __init__(self, wires, name):
        self.wires = wires
        self.name = name

    def value(self, level=None):
        if self.name == "dc":
            self.wires.dc_level = level
        elif self.name == "cs":
            self.wires.cs_level = level
            self.wires.seen.append(("cs", level))
        else:
            self.wires.seen.append(("rst", level, self.wires.clock.now))


class Pwm:
    def __init__(self, wires):
        self.wires = wires

    def duty_u16(self, duty):
        self.wires.duty = duty


def made():
    w = Wires()
    return st7789.Panel(w, Pin(w, "cs"), Pin(w, "dc"), Pin(w, "rst"), Pwm(w), w.clock), w


def traffic(w):
    """Return only commands and data, as (command, data) pairs."""
    out = []
    for item in w.seen:
        if item[0] == "C":
            out.append([item[1][0], b""])
        elif item[0] == "D":
            out[-1][1] += item[1]
    return [(a, b) for a, b in out]


def test_init_resets_sets_up_paints_and_only_then_shows():
    panel, w = made()
    panel.init()
    resets = [s for s in w.seen if s[0] == "rst"]
    assert [r[1] for r in resets] == [1, 0, 1]
    assert resets[2][2] - resets[1][2] >= 10
    codes = [c for c, _ in traffic(w)]
    assert codes[:6] == [0x01, 0x11, 0x3A, 0x36, 0x21, 0x13]
    assert codes[-1] == 0x29
    assert dict(traffic(w))[0x3A] == b"\x55"
    assert dict(traffic(w))[0x36] == b"\x00"
    painted = sum([len(d) for c, d in traffic(w) if c == 0x2C])
    assert painted == 240 * 320 * 2
    assert w.duty == 0  # dark until brightness()
    assert w.clock.slept >= 360_000


def test_delays_after_reset_and_sleep_out():
    panel, w = made()
    times = []
    write = w.write

    def timed(buf):
        if not w.dc_level:
            times.append((buf[0], w.clock.now))
        write(buf)

    w.write = timed
    panel.init()
    at = dict(times)
    assert at[0x11] - at[0x01] >= 120_000  # SWRESET may come in sleep-out: 120 ms
    assert at[0x3A] - at[0x11] >= 5_000
    release = [s for s in w.seen if s[0] == "rst"][2][2]
    assert at[0x01] - release >= 5_000


def test_a_strip_is_window_then_ram_write_with_inclusive_big_endian_ends():
    panel, w = made()
    panel.strip(304, 16, bytearray(b"\xf8\x00" * (240 * 16)))
    assert traffic(w) == [
        (0x2A, b"\x00\x00\x00\xef"),
        (0x2B, b"\x01\x30\x01\x3f"),
        (0x2C, b"\xf8\x00" * (240 * 16)),
    ]


def test_each_command_is_one_chip_select_cycle():
    panel, w = made()
    panel.window(5, 300, 5, 300)
    panel.write(b"\xf8\x1f")
    assert [s[0] if s[0] != "cs" else s for s in w.seen] == [("cs", 0), "C", "D", ("cs", 1)] * 3
    assert traffic(w) == [(0x2A, b"\x00\x05\x00\x05"), (0x2B, b"\x01\x2c\x01\x2c"), (0x2C, b"\xf8\x1f")]


def test_rotation_swaps_the_sides():
    panel, w = made()
    codes = []
    for turn in range(4):
        panel.rotation(turn)
        codes.append(traffic(w)[-1][1][0])
        assert (panel.width, panel.height) == ((320, 240) if turn & 1 else (240, 320))
    # MX 40, MY 80, MV 20: MV exactly at the quarter turns, half a turn is both mirrors
    assert codes == [0x00, 0x60, 0xC0, 0xA0]
    panel.strip(0, 4, bytearray(320 * 4 * 2))
    assert traffic(w)[-3] == (0x2A, b"\x00\x00\x01\x3f")


def test_what_is_not_on_the_panel_is_refused_and_nothing_is_sent():
    panel, w = made()
    for call in (
        lambda: panel.window(0, 0, 240, 10),
        lambda: panel.window(5, 0, 4, 10),
        lambda: panel.window(0, -1, 4, 10),
        lambda: panel.strip(316, 8, bytearray(240 * 8 * 2)),
        lambda: panel.strip(0, 8, bytearray(100)),
    ):
        try:
            call()
            raised = False
        except ValueError:
            raised = True
        assert raised
    assert w.seen == []


def test_brightness_is_percent_within_its_ends():
    panel, w = made()
    for percent, duty in ((0, 0), (50, 32_767), (100, 65_535), (140, 65_535), (-3, 0)):
        panel.brightness(percent)
        assert w.duty == duty


def test_panels_that_are_not_ips_are_not_inverted():
    w = Wires()
    panel = st7789.Panel(w, Pin(w, "cs"), Pin(w, "dc"), Pin(w, "rst"), Pwm(w), w.clock, inverted=False)
    panel.init()
    codes = [c for c, _ in traffic(w)]
    assert 0x20 in codes and 0x21 not in codes
