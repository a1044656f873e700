"""A serial port for tests with a board at its end: a pseudo-terminal, bridged to real MicroPython.

It runs device/start.py. A soft reset (Ctrl-D) and machine.reset() end the interpreter; the bridge starts the next one,
at the prompt it had. Data in: a folder for the board's flash, what is asked of the board (device/wires.py). Data out:
`port`, the path that mpremote and the tools open; `text`, all that the board has said; `log()`, what it did to pins.
A wait looks only behind what the last one found, so nothing said meanwhile is missed, however late the test looks.
"""

import json
import os
import pty
import re
import select
import signal
import subprocess
import termios
import threading
import time
import tty
from pathlib import Path

import run_micropython

HERE = Path(__file__).parent
PWRON, HARD, SOFT = 1, 2, 5
MARK = re.compile(rb"\x1b\[\[(reset|power)\]\]\r?\n")
BLOCK = 4096


class Board:
    """The board; use it in a `with`. `blocks`: of the file system; the folder may hold the flash of an earlier one."""

    def __init__(self, folder, blocks=256, **asked):
        self.folder = Path(folder)
        self.asked = asked
        self.text = b""
        self.lives = 0
        self._found = 0  # the end in `text` of what was waited for last
        self.dropping = None  # bytes from the tool until the cable is pulled, or None
        for name, size in (("flash", blocks), ("journal", 32)):
            path = self.folder / name
            if not path.exists():
                path.write_bytes(b"\xff" * BLOCK * size)
        (self.folder / "log").touch()
        self._lock = threading.RLock()
        self._child = None
        self._raw = False

    def __enter__(self):
        self._outer, self._slave = pty.openpty()
        tty.setraw(self._slave)
        self.port = os.ttyname(self._slave)
        self._ended = False
        self._spawn(PWRON)
        self._thread = threading.Thread(target=self._run, daemon=True)
        self._thread.start()
        return self

    def __exit__(self, *_):
        self._ended = True
        self._thread.join()
        self._kill()
        os.close(self._outer)
        os.close(self._slave)

    def log(self):
        """Return the lines of the log, each a list of words."""
        return [line.split(" ") for line in (self.folder / "log").read_text().splitlines()]

    def wait_for(self, *what, tries=1200):
        """Wait until the board has said one of `what` (bytes) since the last wait; return it, or AssertionError."""
        for _ in range(tries):
            for text in what:
                at = self.text.find(text, self._found)
                if at >= 0:
                    self._found = at + len(text)
                    return text
            time.sleep(0.05)
        raise AssertionError(f"{what!r} was not said: {self.text[self._found :][-2000:].decode(errors='replace')}")

    def forget(self):
        """Let the next wait look only at what is said from now on."""
        self._found = len(self.text)

    def wait_until(self, line, tries=1200):
        """Wait until `line` (words) is in the log."""
        for _ in range(tries):
            if line in self.log():
                return
            time.sleep(0.05)
        raise AssertionError(f"{line} was not done: {self.log()[-10:]}")

    def power_on(self, **asked):
        """Take the supply away and give it back, with other things asked of the board."""
        with self._lock:
            self.asked.update(asked)
            self._raw = False
            self._spawn(PWRON)

    def type(self, data):
        """Press keys (bytes) at the board's prompt."""
        with self._lock:
            os.write(self._inner, data)

    def enter(self, line):
        """Type a line at the friendly prompt and wait until the prompt is back."""
        self.forget()
        self.type(line.encode() + b"\r")
        self.wait_for(b"\n>>> ")

    def stop(self):
        """Press Ctrl-C until the prompt is there: a start between two programs hears none."""
        self.forget()
        for _ in range(20):
            self.type(b"\x03")
            try:
                return self.wait_for(b">>> ", tries=60)
            except AssertionError:
                continue
        raise AssertionError(f"no prompt: {self.text[-2000:]!r}")

    # --- lives

    def _spawn(self, cause):
        self._kill()
        asked = {**self.asked, "cause": cause, "prompt": "raw" if self._raw else "friendly"}
        self.asked.pop("cut_after", None)  # once
        (self.folder / "board.json").write_text(json.dumps(asked))
        self._inner, slave = pty.openpty()
        mode = termios.tcgetattr(slave)
        mode[1] &= ~termios.OPOST
        mode[3] &= ~(termios.ECHO | termios.ISIG | termios.ICANON)
        termios.tcsetattr(slave, termios.TCSANOW, mode)
        path = os.pathsep.join((str(HERE / "device"), str(HERE.parent), str(HERE.parents[1] / "firmware"), ".frozen"))
        self._child = subprocess.Popen(
            [run_micropython.interpreter(), "-X", "heapsize=24M", "-i", str(HERE / "device/start.py"), self.folder],
            stdin=slave, stdout=slave, stderr=slave, start_new_session=True, env={**os.environ, "MICROPYPATH": path},
        )  # fmt: skip
        os.close(slave)
        self._held = b""
        self.lives += 1
        if self._raw:
            os.write(self._inner, b"\x01")

    def _kill(self):
        if self._child is not None:
            self._child.send_signal(signal.SIGKILL)
            self._child.wait()
            os.close(self._inner)
            self._child = None

    def _run(self):
        while not self._ended:
            with self._lock:
                inner = self._inner if self._child is not None else -1
            ready = select.select([self._outer, *([inner] if inner >= 0 else [])], [], [], 0.02)[0]
            with self._lock:
                if self._outer in ready:
                    self._keys(os.read(self._outer, 4096))
                if inner in ready and inner == self._inner and self._child is not None:
                    self._said()

    def _keys(self, data):
        """Hand on what the tool sends, and remember which prompt it asks for."""
        if self.dropping is not None:
            data = data[: max(0, self.dropping)]
            self.dropping -= len(data)
        if b"\x01" in data and data != b"\x05A\x01":
            self._raw = True
        if b"\x02" in data:
            self._raw = False
        if self._child is not None:
            os.write(self._inner, data)

    def _said(self):
        try:
            data = os.read(self._inner, 4096)
        except OSError:  # the interpreter has ended: Ctrl-D
            self._say(b"MPY: soft reboot\r\n")
            self._spawn(SOFT)
            return
        mark = MARK.search(self._held + data)
        self._say(data)
        if mark:
            if mark.group(1) == b"power":
                self._kill()
            else:
                self._raw = False
                self._spawn(HARD)
            return
        self._held = data[-16:]

    def _say(self, data):
        self.text += data
        os.write(self._outer, data)
