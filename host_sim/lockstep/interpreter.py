"""A MicroPython process with a pipe each way: found, started, ended, and what it said when it died.

Data in: the value of --on. Data out: bytes of its log, to be read with `take`; Died when it is gone.
"""

from __future__ import annotations

import contextlib
import os
import shutil
import subprocess
import tempfile
from pathlib import Path
from typing import IO

from ..errors import BadInput, Failed

CPYTHON, MICROPYTHON = "cpython", "micropython"
HEAP = "16m"  # the firmware is compiled from source here, and nobody wants to wait for collections
_HERE = Path(__file__).parent
_FIRMWARE = Path(__file__).parents[2] / "firmware"
_SCRIPT = _HERE / "on_micropython.py"
_TAIL = 12  # lines of its last words that are told
_CHUNK = 1 << 16


class Died(Failed):
    """The interpreter has ended by itself; the text has its exit status and last words."""


def command(on: str) -> list[str] | None:
    """Return how the interpreter named by --on is started, None for this one; BadInput in one line if it cannot be.

    on: "cpython", "micropython" ($MICROPYTHON, else the one that `make setup` installs), or the path of one.
    """
    if on == CPYTHON:
        return None
    if on == MICROPYTHON:
        from ..costing import count

        return count.command()
    found = shutil.which(on)
    if found is None:
        raise BadInput(f"--on: found {on}, allowed: {CPYTHON}, {MICROPYTHON} or the path of a MicroPython for Unix")
    return [found]


class Interpreter:
    """One process that runs on_micropython.py."""

    def __init__(self, command: list[str]) -> None:
        theirs_in, ours_out = os.pipe()
        ours_in, theirs_out = os.pipe()
        self._in, self._out = ours_in, ours_out
        self._words: IO[bytes] = tempfile.TemporaryFile()  # noqa: SIM115 - closed by `end`
        search = os.pathsep.join((str(_FIRMWARE), str(_HERE), ".frozen"))
        try:
            self._process = subprocess.Popen(
                [*command, "-X", f"heapsize={HEAP}", str(_SCRIPT), str(theirs_in), str(theirs_out)],
                stdin=subprocess.DEVNULL,
                stdout=self._words,
                stderr=subprocess.STDOUT,
                pass_fds=(theirs_in, theirs_out),
                start_new_session=True,  # Ctrl-C is this process's business
                env={**os.environ, "MICROPYPATH": search},
            )
        except OSError as error:
            self._close()
            raise BadInput(f"--on: {command[0]} cannot be started: {error.strerror or error}") from error
        finally:
            os.close(theirs_in)
            os.close(theirs_out)

    @property
    def pid(self) -> int:
        """The number of the process."""
        return self._process.pid

    def take(self) -> bytes:
        """Return the next bytes of its log; waits for them."""
        data = os.read(self._in, _CHUNK)
        if not data:
            raise self._died()
        return data

    def give(self, data: bytes) -> None:
        """Send a reply."""
        try:
            done = os.write(self._out, data)
            while done < len(data):
                done += os.write(self._out, data[done:])
        except BrokenPipeError as error:
            raise self._died() from error

    def end(self) -> None:
        """End it, and wait until it is gone."""
        if self._in >= 0:
            self._close()
            with contextlib.suppress(ProcessLookupError):
                self._process.kill()
            self._process.wait()
            self._words.close()

    def _died(self) -> Died:
        status = self._process.wait()
        self._words.seek(0)
        said = self._words.read().decode(errors="replace").strip().splitlines()[-_TAIL:]
        how = f"was ended by signal {-status}" if status < 0 else f"has ended with status {status}"
        return Died(f"the MicroPython that ran the firmware {how}; it said: " + ("\n".join(said) or "nothing"))

    def _close(self) -> None:
        os.close(self._in)
        os.close(self._out)
        self._in = self._out = -1

    def __del__(self) -> None:
        if getattr(self, "_process", None) is not None:
            self.end()
