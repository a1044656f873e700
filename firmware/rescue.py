"""What boot.py can do without the application: finish an update that was cut short, and safe mode.

Why: an update is copied beside the running application and then put in its place by renaming, as one list of steps
(`/update`). A power cut in between leaves the list, and the next start carries it on: a mixture of two versions is
never run. Safe mode is for a table that cannot be reached any more: nothing of the game is read in, the motor is off.
Data in: the file `/update`, the button BOOT, the touch chip. Data out: renamed files; the screen of safe mode.

The list: a line `teatable update 1`, then `put FROM TO` and `drop PATH`, last `end`. Each step can be done twice.
"""

import os
import time

import machine

UPDATE = "/update"
HEAD = "teatable update 1"
BOOT = 0  # the board's own button, low while pressed. Held during a reset it starts the chip's loader instead
TOUCH_SDA, TOUCH_SCL, TOUCH_RESET = 18, 17, 16  # the same on every revision (a test holds that)
TOUCH_ADDRESSES = (0x15, 0x38)  # CST816S, FT6336: both give count, X and Y from register 2 on
POLL_MS = 20
LAZY_MS = 100  # while nobody is in a hurry
ENOUGH = 3  # polls in a row: a finger, no glitch
WINDOW_MS = 1_000  # in which BOOT or a finger asks for safe mode; the slower chip needs 300 ms of it to start
STAY_MS = 600_000  # a table forgotten in safe mode starts by itself
TEXT = ("SAFE MODE", "", "The game is", "not loaded.", "The motor is", "off.", "", "USB is ready.", "", "Tap here or",
        "press RESET", "to play.")  # fmt: skip


def finish_update():
    """Do what the list of an update still asks for. Returns True when there was one; OSError as the flash gives it."""
    try:
        with open(UPDATE) as f:
            lines = f.read().split("\n")
    except OSError:
        return False
    if lines[0] != HEAD or lines[-1] != "end":
        raise ValueError(UPDATE + " is damaged: load the firmware again")
    # littlefs hides the neighbours of a file whose renaming the power cut, until something is opened for writing.
    open(UPDATE, "a").close()
    for line in lines[1:-1]:
        words = line.split(" ")
        if words[0] == "put" and _there(words[1]):  # not there: it has been put already
            _folders(words[2])
            os.rename(words[1], words[2])  # littlefs replaces the old file in one piece
        elif words[0] == "drop" and _there(words[1]):
            _drop(words[1])
    os.remove(UPDATE)
    return True


def _there(path):
    try:
        os.stat(path)
    except OSError:
        return False
    return True


def _drop(path):
    """Remove a file or an empty folder; a folder that somebody keeps things in stays."""
    try:
        os.remove(path)
    except OSError:
        try:
            os.rmdir(path)
        except OSError:
            pass


def _folders(path):
    """Make the folders that `path` lies in."""
    at = path.find("/", 1)
    while at > 0:
        if not _there(path[:at]):
            os.mkdir(path[:at])
        at = path.find("/", at + 1)


class _Finger:
    """The touch chip, whichever it is, without its driver."""

    def __init__(self):
        reset = machine.Pin(TOUCH_RESET, machine.Pin.OUT, value=0)
        time.sleep_ms(10)
        reset.value(1)
        self._i2c = machine.I2C(1, scl=machine.Pin(TOUCH_SCL), sda=machine.Pin(TOUCH_SDA), freq=400_000, timeout=20_000)

    def down(self):
        """Tell whether a finger lies at a place that can be."""
        for address in TOUCH_ADDRESSES:
            try:
                b = self._i2c.readfrom_mem(address, 2, 5)
            except OSError:  # not that chip, or asleep, or still starting
                continue
            x = (b[1] & 15) << 8 | b[2]
            y = (b[3] & 15) << 8 | b[4]
            if 1 <= b[0] & 15 <= 2 and b[1] >> 6 != 1 and x < 240 and y < 320 and x + y > 0:
                return True
        return False


def _button():
    return machine.Pin(BOOT, machine.Pin.IN, machine.Pin.PULL_UP)


def asked():
    """Tell whether somebody asks for safe mode: BOOT pressed, or after power-on a finger on the display, for 60 ms.

    The finger counts after power-on only: a chip that feels one all the time would else keep the table from playing
    for ever.
    """
    button = _button()
    finger = _Finger() if machine.reset_cause() == machine.PWRON_RESET else None
    pressed = felt = 0
    begun = time.ticks_ms()
    while time.ticks_diff(time.ticks_ms(), begun) < WINDOW_MS:  # a touch bus that hangs makes a poll take a second
        pressed = 0 if button.value() else pressed + 1
        felt = felt + 1 if finger is not None and finger.down() else 0
        if pressed >= ENOUGH or felt >= ENOUGH:
            return True
        time.sleep_ms(POLL_MS)
    return False


def safe_mode():
    """Say so and wait: Ctrl-C leads to the prompt; a tap, BOOT, or ten minutes start the table again."""
    print("Safe mode: the game is not loaded, the motor is off. Ctrl-C gives the prompt.")
    try:
        _show()
    except Exception as error:  # drivers damaged or no display: the prompt is what counts
        print("safe mode without display:", error)
    button = _button()
    finger = _Finger()
    let_go = 0
    for _ in range(STAY_MS // LAZY_MS):
        held = not button.value() or finger.down()
        if held and let_go >= ENOUGH:
            break
        let_go = 0 if held else let_go + 1
        time.sleep_ms(LAZY_MS)
    while not button.value():  # a reset with BOOT held would start the chip's loader
        time.sleep_ms(POLL_MS)
    machine.reset()


def _show():
    """Write TEXT on the display, in letters of 16 pixels."""
    import framebuf
    from teatable.boards import devkitc_s3
    from teatable.drivers.esp32 import make_ports
    from teatable.drivers.st7789 import WIDTH, Panel

    ports = make_ports(devkitc_s3)
    panel = Panel(
        ports.spi("display"), ports.pin("display_cs"), ports.pin("display_dc"), ports.pin("display_reset"),
        ports.pwm("display_backlight"), ports.clock,
    )  # fmt: skip
    panel.init()
    small = framebuf.FrameBuffer(bytearray(WIDTH // 2), WIDTH // 2, 8, framebuf.MONO_HLSB)
    row = bytearray(WIDTH * 2 * 2)
    for line in range(len(TEXT)):
        small.fill(0)
        small.text(TEXT[line], 0, 0)
        for y in range(8):
            for x in range(WIDTH):
                row[2 * x] = row[2 * x + 1] = row[2 * (x + WIDTH)] = row[2 * (x + WIDTH) + 1] = 255 * small.pixel(
                    x // 2, y
                )
            panel.strip(24 + 20 * line + 2 * y, 2, row)
    panel.brightness(80)
