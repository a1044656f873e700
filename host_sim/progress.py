"""How far a long run has come, on standard error.

Data in: short lines of text. Data out: one line that rewrites itself on a terminal; elsewhere a line now and then.
"""

import sys
import time
from typing import TextIO

_EVERY_S = 30.0
_WIDTH = 110


class Progress:
    """Shows the newest text; `done` clears the line."""

    def __init__(self, stream: TextIO | None = None):
        self._stream = stream or sys.stderr
        self._live = self._stream.isatty()
        self._next = time.monotonic() + (0.0 if self._live else _EVERY_S)

    def show(self, text: str) -> None:
        """Show `text` if it is time to."""
        now = time.monotonic()
        if now < self._next:
            return
        if self._live:
            self._stream.write("\r" + text[:_WIDTH].ljust(_WIDTH))
            self._next = now + 0.2
        else:
            self._stream.write(text + "\n")
            self._next = now + _EVERY_S
        self._stream.flush()

    def done(self) -> None:
        """Clear the line on a terminal."""
        if self._live:
            self._stream.write("\r" + " " * _WIDTH + "\r")
            self._stream.flush()
