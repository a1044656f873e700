"""A board's prompt at the end of a serial port, through mpremote; every failure names port, cause and remedy.

Data in: the name of a port, code for the prompt. Data out: what it prints; BadInput otherwise. The board's own part is
on_the_board.py.
"""

import ast
import contextlib
import errno
import io
import re
import struct
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from ..errors import BadInput, one_of
from . import program

KNOWN = {0x303A: "Espressif", 0x10C4: "CP210x", 0x1A86: "CH340", 0x0403: "FTDI"}  # makers of the sockets, by USB id
BAUD = 115_200
SILENT_S = 10.0  # of a board that has something to do
OLDEST = (1, 26)  # MicroPython
PIECE = 768  # bytes of a file in one call
STARTS_S = 40  # from a reset until the table tells its version: the application is read in meanwhile
CORRUPTED = "filesystem appears to be corrupted"  # MicroPython says so again and again, before boot.py
_FULL = re.compile(r"OSError: (\[Errno 28\]|28$)|ENOSPC", re.MULTILINE)
BANNER = re.compile(rb"^teatable (\S+)\r?\n", re.MULTILINE)  # a whole line: it comes in pieces


class Lost(BadInput):
    """The board has stopped answering; the text says so in one line."""


class Full(BadInput):
    """The board's file system is full; the text says so in one line."""


@dataclass(frozen=True)
class Facts:
    """What a board says of itself."""

    name: str
    version: tuple[int, ...]
    mpy: int
    machine: str
    platform: str
    heap: int
    block: int
    blocks: int
    free: int
    journal: bool

    @property
    def architecture(self) -> str:
        """Its processor as mpy-cross calls it, or ""."""
        number = self.mpy >> 10 & 15
        return program.ARCHITECTURES[number] if number < len(program.ARCHITECTURES) else ""

    @property
    def micropython(self) -> str:
        return ".".join(str(part) for part in self.version)


def ports() -> list[str]:
    """Return the ports at which a board may hang, likely ones first."""
    from serial.tools import list_ports

    found = [(p.vid not in KNOWN, p.device) for p in list_ports.comports() if p.vid is not None]
    return [device for _, device in sorted(found)]


def chosen(port: str | None) -> str:
    """Return `port`, or the only one there is; BadInput lists what there is otherwise."""
    if port:
        return port
    found = ports()
    if len(found) == 1:
        return found[0]
    there = f"found {', '.join(found)}" if found else "found no board at any USB port: is the cable one for data?"
    raise BadInput(f"no port was named; {there}; name it: PORT=... or --port")


def refusal(port: str, error: OSError) -> str:
    """Return why a port cannot be opened, and what to do, in one line."""
    text = str(error)
    if error.errno == errno.ENOENT or "FileNotFound" in text:
        found = ports()
        return f"{port}: there is no such port; " + (
            f"allowed: {one_of(found)}" if found else "no board is at any USB port: is the cable one for data?"
        )
    if error.errno == errno.EBUSY or "exclusively lock" in text or "PermissionError(13" in text:
        return f"{port}: another program has it open (a monitor, mpremote, an editor): close that and try again"
    if error.errno == errno.EACCES:
        return (
            f"{port}: you may not open it; on Linux: sudo usermod -a -G dialout $USER, then log in again"
            " (some systems call the group uucp)"
        )
    return f"{port}: cannot be opened: {text}"


def try_port(port: str) -> None:
    """BadInput in one line when the port cannot be opened; for commands that others carry out."""
    import serial

    try:
        _close(serial.Serial(port, BAUD, exclusive=True))
    except OSError as error:
        raise BadInput(refusal(port, error)) from error


def _close(line: Any) -> None:
    """Close a port without resetting the board: Windows lets DTR go before RTS, which the reset circuit hears."""
    with contextlib.suppress(OSError):
        line.rts = False
        line.dtr = False
    line.close()


def open_port(port: str) -> Any:
    """Return mpremote's transport at `port`; BadInput in one line when it cannot be opened."""
    from mpremote.transport import TransportError
    from mpremote.transport_serial import SerialTransport

    try:
        return SerialTransport(port, baudrate=BAUD, timeout=SILENT_S)
    except TransportError as first:  # it keeps the reason to itself
        try_port(port)
        raise BadInput(f"{port}: cannot be opened: {first}") from first


class Link:
    """The prompt of a board. What runs there is interrupted: the motor stops, the journal is written."""

    def __init__(self, port: str) -> None:
        self.port = port
        self._transport = open_port(port)
        try:
            self._prompt()
            self.run(Path(__file__).with_name("on_the_board.py").read_text())
        except BaseException:
            self.leave()
            raise

    def _prompt(self) -> None:
        """Two tries: a board that has just been plugged in may still be starting."""
        with contextlib.redirect_stdout(io.StringIO()) as heard:  # mpremote prints what it did not understand
            for left in (1, 0):
                try:
                    return self._transport.enter_raw_repl(soft_reset=True)
                except _broken() as error:
                    if CORRUPTED in f"{heard.getvalue()} {error}":
                        raise BadInput(
                            f"{self.port}: the board's file system is damaged or lies elsewhere now: make flash"
                            " IMAGE=... ERASE=1, then make deploy (settings and calibration are lost)"
                        ) from error
                    if not left:
                        raise BadInput(
                            f"{self.port}: no MicroPython answers; is the board flashed (make flash)? If it is: press"
                            " RESET, within a second press BOOT (safe mode), and try again"
                        ) from error

    def leave(self) -> None:
        """Go back to the friendly prompt, where the board was found, and give the port back."""
        with contextlib.suppress(*_broken()):
            self._transport.exit_raw_repl()
        self.close()

    def close(self) -> None:
        """Give the port back."""
        with contextlib.suppress(OSError):
            self._transport.close()

    def run(self, code: str, silent_s: float | None = None, heard: Callable[[bytes], None] | None = None) -> str:
        """Run `code` at the prompt and return what it prints, or hand it to `heard` as it comes.

        `silent_s`: how long it may print nothing. Lost, Full, or BadInput with the last line of the board's error.
        """
        try:
            printed, failed = self._transport.exec_raw(code, silent_s or SILENT_S, heard)
        except _broken() as error:
            raise Lost(
                f"{self.port}: the board has stopped answering ({error}); look after the cable and run it again"
            ) from error
        if not failed:
            return printed.decode()
        told = failed.decode(errors="replace").strip()
        if _FULL.search(told):
            raise Full(f"{self.port}: the board's file system is full")
        raise BadInput(f"{self.port}: the board says: {told.splitlines()[-1]}")

    def stream(self, code: str, silent_s: float) -> Iterator[bytes]:
        """Run `code` and yield what it prints, as it comes, until it ends by itself; BadInput says how.

        `silent_s`: how long it may print nothing.
        """
        line = self._transport.serial
        try:
            self._transport.exec_raw_no_follow(code)
            heard = time.monotonic()
            while True:
                data = line.read(max(1, line.in_waiting))
                if data:
                    heard = time.monotonic()
                elif time.monotonic() - heard > silent_s:
                    raise TimeoutError(f"silent for {silent_s:g} s")
                printed, end, failed = data.partition(b"\x04")
                yield printed
                if end:
                    if b"\x04" not in failed:
                        failed += self._transport.read_until(1, b"\x04", timeout=SILENT_S)
                    break
        except _broken() as error:
            raise Lost(
                f"{self.port}: the board has stopped answering ({error}); look after the cable and run it again"
            ) from error
        told = failed.partition(b"\x04")[0].decode(errors="replace").strip()
        if told:
            raise BadInput(f"{self.port}: the board says: {told.splitlines()[-1]}")

    def facts(self) -> Facts:
        """Ask the board what it is."""
        return Facts(*ast.literal_eval(self.run("facts()").strip()))

    def listing(self, *roots: str) -> tuple[dict[str, tuple[int, str]], list[str]]:
        """Return ({file: (bytes, SHA-256)}, folders) below `roots`."""
        files: dict[str, tuple[int, str]] = {}
        folders: list[str] = []
        for line in self.run(f"listing(*{roots!r})").splitlines():
            kind, path, *more = line.split(" ")
            if kind == "file":
                files[path] = (int(more[0]), more[1])
            else:
                folders.append(path)
        return files, folders

    def copy(self, path: str, data: bytes) -> str:
        """Write a file and return the SHA-256 of what the board then reads back."""
        import binascii

        self.run(f"begin({path!r})")
        for at in range(0, len(data), PIECE):
            self.run(f"more({binascii.b2a_base64(data[at : at + PIECE], newline=False)!r})")
        return self.run(f"end({path!r})").strip()

    def reset(self) -> None:
        """Reset the board from whatever it is in the middle of, and give the port back."""
        with contextlib.suppress(*_broken()):
            self._transport.serial.write(b"\r\x03\x02")  # Ctrl-C, and the friendly prompt
            self._transport.serial.write(b"import machine; machine.reset()\r")
        self.close()

    def restart(self) -> str | None:
        """Reset the board; return the version that the table tells when it starts, None if it does not."""
        self.reset()
        heard = b""
        for data in listen(self.port, STARTS_S):
            heard += data
            if found := BANNER.search(heard):
                return found.group(1).decode()
        return None


def listen(port: str, seconds: float | None) -> Iterator[bytes]:
    """Yield what a board prints, as it comes, b"" in between; a port that goes away is waited for."""
    import serial

    end = None if seconds is None else time.monotonic() + seconds
    while end is None or time.monotonic() < end:
        try:
            line = serial.Serial(port, BAUD, timeout=0.2, exclusive=True)
            try:
                while end is None or time.monotonic() < end:
                    yield line.read(max(1, line.in_waiting))
            finally:
                _close(line)
        except OSError:  # the chip's own USB goes away in a reset
            yield b""
            time.sleep(0.2)


def _broken() -> tuple[type[Exception], ...]:
    """What mpremote raises when the other end is gone or talks nonsense."""
    from mpremote.transport import TransportError

    return (TransportError, OSError, struct.error)
