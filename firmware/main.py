"""What the board runs after boot.py: ports, App, the loop; and the crash screen if anything goes wrong in it.

Data in: nothing but the board; a file "board" in the data folder may name another revision than A. Data out: the game.
This is the only loop and the only reader of the clock outside the ports. Whatever is raised ends here: the motor goes
off first, the journal is written to the end, the display shows the line, and a tap starts the table again.
"""

import io
import sys

from teatable.app import App
from teatable.drivers.st7789 import Panel
from teatable.drivers.touch import Glass
from teatable.ui import Ui, words_en

DEFAULT_BOARD = "devkitc_s3"
BOARDS = ("devkitc_s3", "devkitc_s3_ft6336")
WAIT_US = 2_000


def board_named(name):
    """Return the board module called `name`; ValueError lists the known ones."""
    if name not in BOARDS:
        raise ValueError("no board is called %s; known: %s" % (name, ", ".join(BOARDS)))
    return getattr(__import__("teatable.boards." + name).boards, name)


def make():
    """Return (ports, board) of the device."""
    from teatable.drivers.esp32 import make_ports

    ports = make_ports(board_named(DEFAULT_BOARD))
    chosen = ports.files.read("board")
    if chosen:
        name = chosen.decode().strip()
        if name != DEFAULT_BOARD:
            return make_ports(board_named(name)), board_named(name)
    return ports, board_named(DEFAULT_BOARD)


def line_of(error):
    """Return the error and the line it came from, as one short text."""
    where = ""
    if hasattr(sys, "print_exception"):
        out = io.StringIO()
        sys.print_exception(error, out)  # type: ignore[attr-defined]
        lines = [line.strip() for line in out.getvalue().split("\n") if line.strip()]
        for line in lines[:-1]:
            where = line
    else:
        step = error.__traceback__
        while step is not None:
            where = "%s, line %d" % (step.tb_frame.f_code.co_filename, step.tb_lineno)
            step = step.tb_next
    return "%s: %s\n%s" % (type(error).__name__, error, where)


def quiet(ports):
    """Motor off, then the buzzer; each even if the other fails."""
    try:
        ports.pin("motor_enable").value(1)
    finally:
        ports.pwm("motor_step").duty_u16(0)
        ports.pwm("buzzer").duty_u16(0)


def crash(ports, board, app, error):
    """Show `error` until somebody taps, then restart. `app` may be None when it could not even be built."""
    quiet(ports)
    text = line_of(error)
    print(text)
    try:
        ports.files.write("crash", text.encode())
        if app is not None:
            app.play.referee.flush()
    except (OSError, AttributeError, ValueError) as second:
        print(second)  # the first error is the one to be shown
    ui = app.ui if app is not None else _display(ports, board)
    ui.show({"screen": "crash", "text": text})
    ms = rest_us = 0
    before = ports.clock.ticks_us()
    while ui.next_press() != "button:restart":
        now = ports.clock.ticks_us()
        rest_us += now - before & 0x3FFFFFFF
        before = now
        ms += rest_us // 1000
        rest_us %= 1000
        ui.step(ms)
        ports.watchdog.feed()
        ports.clock.sleep_us(WAIT_US)
    ports.restart()


def _display(ports, board):
    """Return a display of its own, for an App that never came to be."""
    panel = Panel(
        ports.spi("display"), ports.pin("display_cs"), ports.pin("display_dc"), ports.pin("display_reset"),
        ports.pwm("display_backlight"), ports.clock,
    )  # fmt: skip
    panel.init()
    panel.brightness(80)
    return Ui(panel, Glass(ports, board), words_en)


def run(ports, board):
    """Run the table for ever, or until something is raised that nobody expected, or Ctrl-C (mpremote sends one)."""
    try:
        _run(ports, board)
    except KeyboardInterrupt:
        try:
            quiet(ports)
        finally:
            ports.watchdog.rest()  # nobody feeds it at the prompt or in the middle of a copy
        raise


def _run(ports, board):
    app = None
    try:
        app = App(ports, board)
        ticks_us = ports.clock.ticks_us
        while True:
            app.step(ticks_us())
    except Exception as error:  # the last stop: nothing above this line may fail unseen
        crash(ports, board, app, error)


if __name__ == "__main__":
    run(*make())
