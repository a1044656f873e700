"""boot.py and main.py as on the board, on real MicroPython: motor off first, watchdog, crash screen, safe mode."""

import re

import pytest

from host_sim.board import program
from host_sim.clock import Clock
from host_sim.devices.st7789 import St7789

FIRMWARE = program.FIRMWARE
QUIET = [["out", "40", "1"], ["out", "48", "0"], ["out", "41", "0"], ["out", "39", "0"], ["out", "47", "0"]]
PLAYS = b"teatable " + program.version().encode()
STILL_MS = 10_000  # in safe mode for long, and far from the ten minutes after which it ends
UP = [20_000, 20_300, 120, 290]  # a tap on the lower edge of the display, after 20 s


def lives(board):
    """The log of each start of the interpreter."""
    out = []
    for line in board.log():
        if line[0] == "start":
            out.append([])
        out[-1].append(line)
    return out


def screen(life):
    """What the display shows, as the model of its controller makes it of what was sent."""
    clock = Clock()
    panel = St7789(clock)
    lines = {"10": panel.cs, "13": panel.dc, "14": panel.reset}
    for line in life:
        if line[0] in ("wire", "spi"):
            clock.advance(int(line[1]) - clock.now_us)
            if line[0] == "wire":
                lines[line[2]](int(line[3]))
            else:
                panel.spi(bytes.fromhex(line[2]))
        elif line[:2] == ["duty", "21"]:
            panel.backlight(20_000, int(line[2]))
    return panel.rgb()


def at_prompt(board, *lines):
    """Interrupt what runs and type lines at the friendly prompt; return what was said to them."""
    board.stop()
    before = len(board.text)
    for line in lines:
        board.enter(line)
    return board.text[before:]


def test_at_power_on_the_motor_is_off_first_and_the_table_plays(table):
    with table(feeds=True) as board:
        board.wait_until(["wdt", "5000"])
        at_prompt(board)
    life = lives(board)[0]
    assert life[1:6] == QUIET
    assert ["set", "40", "0"] not in life, "nobody asks for the motor at the title"
    dogs = [line for line in life if line[0] == "wdt"]
    assert dogs == [["wdt", "60000"], ["wdt", "5000"], ["wdt", "600000"]], "start, play, prompt"
    assert life.index(["fed"]) > life.index(["wdt", "60000"]), "not before main.py"


def test_a_soft_reset_with_running_pulses_puts_the_motor_off_before_anything_else(table):
    with table() as board:
        board.wait_for(PLAYS)
        on = "machine.Pin(40, machine.Pin.OUT, value=0)"
        at_prompt(board, "import machine", "p = machine.PWM(machine.Pin(48), 3200, 32768)", on)
        board.type(b"\x04")
        board.wait_for(b"soft reboot")
        board.wait_for(PLAYS)
    before, after = lives(board)
    assert before[-1] == ["out", "40", "0"] and ["pwm", "48", "3200", "32768"] in before
    assert after[0] == ["start", "5"] and after[1:6] == QUIET
    assert after[7] == ["wdt", "600000"], "the old watchdog would bite in the middle of a copy"


def test_the_heartbeat_ends_and_the_motor_is_off_when_the_table_crashes(table):
    """The motor is made to run by hand, as the game would; then something is raised in the main loop."""
    play = (
        "import main",
        "ports, board, _ = main.make()",
        "app = main.build(ports, board)",
        "app._move = lambda ms: (app.wobble.run(2), app.wobble.step(ms))",
        "step = app.step",
        "beats = lambda now: step(now) if app.now_ms < 3000 else 1 // 0",
        "app.step = beats",
        "main.build = lambda ports, board: app",
    )
    with table(fingers=[UP]) as board:
        board.wait_for(PLAYS)
        at_prompt(board, *play)
        board.type(b"main.run(ports, board)\r")
        board.wait_for(b"ZeroDivisionError: ")
        board.wait_for(PLAYS)
    life = lives(board)[0]
    on = life.index(["set", "40", "0"])
    off = life.index(["set", "40", "1"], on)
    beats = [i for i, line in enumerate(life) if line[:2] == ["set", "41"]]
    assert len([i for i in beats if on < i < off]) > 20
    assert not [i for i in beats if i > off], "no beat without the loop"
    assert ["duty", "48", "0"] in life[off:] and life[-1] == ["died", "reset"]


def test_a_crash_shows_its_line_is_kept_and_a_tap_restarts(table, application):
    with table(display=True, fingers=[UP]) as board:
        board.wait_for(PLAYS)
        at_prompt(
            board, "f = open('/teatable/tracker/beam.mpy', 'wb')", "f.write(b'no such thing')", "f.close()",
            "import machine",
        )  # fmt: skip
        board.type(b"machine.reset()\r")
        board.wait_for(b"ValueError: incompatible .mpy file")
        board.wait_for(b"ValueError: incompatible .mpy file")
        kept = at_prompt(board, "print(open('/data/crash').read())")
        assert b"ValueError: incompatible .mpy file" in kept
    crashed = lives(board)[1]
    assert crashed[-1] == ["died", "reset"], "by the tap"
    assert len({tuple(p) for row in screen(crashed) for p in row}) > 2, "it was on the display"


def test_a_table_without_its_application_stays_reachable_and_starts_again_by_itself(small):
    names = ("boot.py", "main.py", "rescue.py")
    with small({"/" + name: (FIRMWARE / name).read_text() for name in names}) as board:
        board.wait_for(b"ImportError: no module named 'teatable'")
    assert lives(board)[0][1:6] == QUIET


@pytest.mark.parametrize("damage", [None, "import nothing", "print(", "def asked():\n    return 1 // 0\n"])
def test_a_damaged_rescue_keeps_nobody_from_playing(table, damage):
    with table() as board:
        board.wait_for(PLAYS)
        at_prompt(board, "import os, machine", "os.remove('/rescue.py')")
        if damage is not None:
            at_prompt(board, "f = open('/rescue.py', 'w')", f"f.write({damage!r})", "f.close()")
        board.forget()
        board.type(b"machine.reset()\r")
        board.wait_for(PLAYS)


# --- safe mode


@pytest.mark.parametrize(
    "asked",
    [{"boot_ms": 500}, {"boot_ms": 2_000}, {"fingers": [[0, 900, 100, 200]]}, {"fingers": [[700, 5_000, 3, 319]]}],
)
def test_boot_or_a_finger_at_power_on_asks_for_safe_mode(table, asked):
    with table(display=True, still_ms=STILL_MS, **asked) as board:
        board.wait_for(b"Safe mode: ")
        board.wait_until(["duty", "21", "52428"])
        listed = "print([n for n in sys.modules if n[:12] in ('teatable.app', 'teatable.pla')])"
        assert b"\n[]\n" in at_prompt(board, "import sys", listed), "nothing of the game is read in"
    life = lives(board)[0]
    assert life[1:6] == QUIET
    assert not [line for line in life if line[:2] == ["set", "40"] or line[0] == "wdt"], "motor off, no watchdog"
    shown = screen(life)
    white = (shown.min(axis=2) > 200).any(axis=1)
    rows = [y for y in range(1, len(white)) if white[y] and not white[y - 1]]
    assert len(rows) == 9, "a line of text each, and one descender apart from its letter counts with it"


@pytest.mark.parametrize(
    "asked",
    [
        {},
        {"boot_ms": 30},  # a glitch
        {"boot_ms": 0, "fingers": [[0, 30, 100, 200]]},
        {"fingers": [[0, 5_000, 0, 0]]},  # what a chip in trouble says
        {"fingers": [[0, 5_000, 300, 100]]},  # off the panel
        {"touch": False},
    ],
)
def test_nothing_else_asks_for_it(table, asked):
    with table(**asked) as board:
        board.wait_for(PLAYS)
        assert b"Safe mode" not in board.text


def test_safe_mode_ends_by_a_tap(table):
    with table(fingers=[[0, 2_000, 100, 200], UP]) as board:
        board.wait_for(b"Safe mode: ")
        board.wait_for(PLAYS)
    assert lives(board)[0][-1] == ["died", "reset"]


def test_a_glass_that_always_feels_a_finger_does_not_keep_the_table_from_playing(table):
    with table(fingers=[[0, 10_000_000, 100, 200]]) as board:
        board.wait_for(b"Safe mode: ")
        board.wait_for(PLAYS)
    first, second = lives(board)
    assert first[-1] == ["died", "reset"] and second[0] == ["start", "2"]


def test_safe_mode_needs_no_driver(small):
    names = ("boot.py", "main.py", "rescue.py")
    with small(
        {"/" + name: (FIRMWARE / name).read_text() for name in names}, boot_ms=1_500, still_ms=STILL_MS
    ) as board:
        board.wait_for(b"safe mode without display: no module named 'teatable'")
        at_prompt(board)


def test_mpremotes_soft_reset_asks_for_nothing(table):
    with table() as board:
        board.wait_for(PLAYS)
        board.asked["boot_ms"] = 2_000
        board.stop()
        board.type(b"\x04")
        board.wait_for(PLAYS)
        assert b"Safe mode" not in board.text


def test_the_pins_of_safe_mode_are_those_of_every_board():
    from teatable.boards import devkitc_s3, devkitc_s3_ft6336

    text = (FIRMWARE / "rescue.py").read_text()
    found = re.search(r"^TOUCH_SDA, TOUCH_SCL, TOUCH_RESET = (\d+), (\d+), (\d+)", text, re.MULTILINE)
    addresses = re.search(r"^TOUCH_ADDRESSES = \(0x(\w+), 0x(\w+)\)", text, re.MULTILINE)
    assert found and addresses
    for board, address in zip((devkitc_s3, devkitc_s3_ft6336), addresses.groups(), strict=True):
        gpio = {row[0]: row[1] for row in board.PINS}
        assert [int(n) for n in found.groups()] == [gpio[n] for n in ("touch_sda", "touch_scl", "touch_reset")]
        assert board.I2C_BUSES["touch"] == (1, "touch_scl", "touch_sda", 400_000)
        assert int(address, 16) == board.TOUCH_ADDRESS
        assert 0 not in gpio.values(), "GPIO 0 is the button's"


# --- an update that was cut short

PARTS = ("a", "b", "c", "old")
VERSIONS = "import os\n" + "".join(
    f"try:\n    from pack.{part} import V as {part}\nexcept ImportError:\n    {part} = None\n" for part in PARTS
)


def test_an_update_that_the_power_cuts_anywhere_is_finished_before_main_runs(small):
    """The power goes at every write of the flash in turn, until a start gets through without one."""
    files = {"/boot.py": (FIRMWARE / "boot.py").read_text(), "/rescue.py": (FIRMWARE / "rescue.py").read_text()}
    files["/main.py"] = VERSIONS + "print('old main', a, b, c, old)\n"
    steps = []
    for part in PARTS:
        files[f"/pack/{part}.py"] = "V = 1\n"
    for part in ("a", "b"):
        files[f"/incoming/{part}"] = "V = 2\n"
        steps.append(f"put /incoming/{part} /pack/{part}.py")
    files["/incoming/c"] = "V = 2\n"
    steps += ["put /incoming/c /pack/deeper/c.py", "drop /pack/c.py", "drop /pack/old.py", "drop /pack/none.py"]
    files["/incoming/m"] = VERSIONS.replace("pack.c", "pack.deeper.c") + "print('new main', a, b, c, old)\n"
    steps += ["put /incoming/m /main.py", "drop /incoming"]
    files["/update"] = "\n".join(["teatable update 1", *steps, "end"])
    cuts = 0
    while True:
        with small(files, cut_after=cuts) as board:
            through = board.wait_for(b">>> ", b"[[power]]") == b">>> "
            if not through:
                assert b" main" not in board.text
                board.power_on()
                board.wait_for(b">>> ")
            assert b"new main 2 2 2 None" in board.text, cuts
            at_prompt(board, "import os", "print(sorted(os.listdir('/')))")
            assert b"['boot.py', 'main.py', 'pack', 'rescue.py']" in board.text, cuts
        if through:
            break
        cuts += 1
    assert cuts > 8


def test_a_damaged_list_is_named_and_left_alone(small):
    files = {"/" + name: (FIRMWARE / name).read_text() for name in ("boot.py", "rescue.py")}
    files |= {"/main.py": "print('played')\n", "/update": "teatable update 1\nput /a /main.py\n", "/a": "print('no')"}
    with small(files) as board:
        board.wait_for(b"played")
        assert b"/update is damaged: load the firmware again" in board.text
