"""What the board runs after boot.py: ports, App, the loop; and the crash screen if anything goes wrong in it.

Data in: nothing but the board; a file "board" in the data folder may name another revision than A. Data out: the game.
This is the only loop and the only reader of the clock outside the ports. Whatever is raised ends here, also while the
game's modules are read in or do not fit into the memory: the motor goes off first, the journal is written to the end,
the display shows the line, and a tap starts the table again. Where that cannot be done it starts by itself. Ctrl-C
leads to the prompt, with the motor off and the journal written: an update may begin in the middle of a game. When
boot.py found that somebody asks for safe mode nothing of this is run.
"""

import gc
import io
import sys
import time

DEFAULT_BOARD = "devkitc_s3"
BOARDS = ("devkitc_s3", "devkitc_s3_ft6336")
WAIT_US = 2_000
START_MS = 60_000  # for the watchdog, while App is read in and built, or the crash screen
UNTOUCHABLE_MS = 60_000  # a crash screen that no finger can leave stays this long
ROOMS_KB = (1_700, 1_300, 700)  # of PSRAM, for code, data and the garbage of some twenty seconds; the first that fits
AGAIN_S = 5  # before the start after a crash that could not be shown; time for mpremote's Ctrl-C


def board_named(name):
    """Return the board module called `name`; ValueError lists the known ones."""
    if name not in BOARDS:
        raise ValueError("no board is called %s; known: %s" % (name, ", ".join(BOARDS)))
    return getattr(__import__("teatable.boards." + name).boards, name)


def make():
    """Return (ports, board, complaint) of the device; complaint: what is wrong with the file "board", or ""."""
    from teatable.drivers.esp32 import make_ports

    board = board_named(DEFAULT_BOARD)
    ports = make_ports(board)
    name, complaint = chosen(ports.files)
    if name != DEFAULT_BOARD:
        board = board_named(name)
        ports = make_ports(board)
    return ports, board, complaint


def chosen(files):
    """Return (name, complaint): the board that the file "board" names, or the default one and why."""
    try:
        data = files.read("board")
        name = data.decode().strip() if data else DEFAULT_BOARD
    except (OSError, ValueError):  # cannot be read, or is no text
        return DEFAULT_BOARD, "board: damaged, %s is used" % DEFAULT_BOARD
    if name not in BOARDS:
        return DEFAULT_BOARD, "board: names none of %s; %s is used" % (", ".join(BOARDS), DEFAULT_BOARD)
    return name, ""


def make_room(sizes_kb=ROOMS_KB):
    """Make the heap large in one piece before the code is read in; return its size in KB, 0 where there is no PSRAM.

    Left to itself it is doubled when it is full, and ends just above what the game needs: then garbage would be
    collected every two or three seconds, 50 ms and more each time. What is closed here is free at once, without a
    collection, which would give an empty piece of the heap back; the code then keeps it.
    """
    for kb in sizes_kb:
        try:
            io.BytesIO(kb * 1024).close()  # type: ignore[arg-type]  # MicroPython takes the size of its buffer
            return kb
        except (MemoryError, TypeError):  # CPython has nothing to make room in
            pass
    return 0


def build(ports, board):
    """Read in the game and return its App."""
    make_room()
    from teatable.app import App

    return App(ports, board)


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
    try:
        ports.watchdog.rest(START_MS)
        quiet(ports)
        gc.collect()
        _show(ports, board, app, line_of(error))
    except Exception as second:  # out of memory, a display that is not there: nothing is left to show it on
        print(second)
        ports.clock.sleep_us(AGAIN_S * 1_000_000)
    ports.restart()


def _show(ports, board, app, text):
    """Print and keep `text`, and show it until a tap, or for a minute when the glass feels no finger."""
    from teatable.drivers.status import BUS

    print(text)
    try:
        ports.files.write("crash", text.encode())
        if app is not None:
            app.play.referee.flush()
    except Exception as second:
        print(second)  # the first error is the one to be shown
    ui, glass = (app.ui, app.touch) if app is not None else _display(ports, board)
    ui.show({"screen": "crash", "text": text})
    ms = rest_us = felt_ms = 0
    before = ports.clock.ticks_us()
    while ui.next_press() != "button:restart" and ms - felt_ms < UNTOUCHABLE_MS:
        now = ports.clock.ticks_us()
        rest_us += now - before & 0x3FFFFFFF
        before = now
        ms += rest_us // 1000
        rest_us %= 1000
        ui.feel(ms)
        ui.step()
        if glass.status < BUS:
            felt_ms = ms
        ports.watchdog.feed()
        ports.clock.sleep_us(WAIT_US)


def _display(ports, board):
    """Return (Ui, Glass) of its own, for an App that never came to be."""
    from teatable.drivers.st7789 import Panel
    from teatable.drivers.touch import Glass
    from teatable.ui import Ui, words_en

    panel = Panel(
        ports.spi("display"), ports.pin("display_cs"), ports.pin("display_dc"), ports.pin("display_reset"),
        ports.pwm("display_backlight"), ports.clock,
    )  # fmt: skip
    panel.init()
    panel.brightness(80)
    glass = Glass(ports, board)
    return Ui(panel, glass, words_en), glass


def run(ports, board, complaint=""):
    """Run the table for ever, or until something is raised that nobody expected, or Ctrl-C (mpremote sends one)."""
    made = []
    try:
        _run(ports, board, complaint, made)
    except KeyboardInterrupt:
        try:
            quiet(ports)
        finally:
            ports.watchdog.rest()  # nobody feeds it at the prompt or in the middle of a copy
        for app in made:
            app.play.referee.flush()
        raise


def _run(ports, board, complaint, made):
    """As run(); puts its App into the list `made`."""
    app = None
    try:
        ports.watchdog.rest(START_MS)  # the first pass of App sets the working timeout
        app = build(ports, board)
        made.append(app)
        if complaint:
            app.play.referee.tell(complaint)
        ticks_us = ports.clock.ticks_us
        while True:
            app.step(ticks_us())
    except Exception as error:  # the last stop: nothing above this line may fail unseen
        crash(ports, board, app, error)


def start():
    """Make the ports and run the table. Without ports there is no display: print why, wait, start again."""
    try:
        from teatable import VERSION

        print("teatable", VERSION)
        ports, board, complaint = make()
    except Exception as error:  # boot.py has put the motor off
        gc.collect()
        print(line_of(error))
        from teatable.drivers.esp32 import restart

        time.sleep(UNTOUCHABLE_MS // 1000)
        return restart()
    return run(ports, board, complaint)


if __name__ == "__main__":
    if globals().get("safe_mode"):  # boot.py's
        import rescue

        rescue.safe_mode()
    else:
        start()
