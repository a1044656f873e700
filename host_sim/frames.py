"""Pictures of the display, one whenever it has changed and the firmware has finished drawing.

Data in: a SimulatedTable, looked at every 20 ms. Data out: PNG files NNNN_<seconds>_<screen>.png in a directory.
"""

import re
from pathlib import Path
from typing import Any

import numpy as np

from .errors import BadInput

_NAME = re.compile(r"\d{4}_\d{5}\.\d\d_[a-z]+\.png")


class Frames:
    """Saves the display into `folder`; call `look` often."""

    def __init__(self, table: Any, folder: Path):
        self._table, self._folder = table, folder
        for old in folder.iterdir():
            if _NAME.fullmatch(old.name):  # pictures of an earlier run would mix with these
                old.unlink()
        self._last: np.ndarray | None = None
        self._revision = -1
        self.count = 0

    def look(self) -> None:
        """Save the display if it shows something else than in the last picture."""
        table = self._table
        display, face = table.display, table.face
        if display.revision == self._revision or (face is not None and face.busy):
            return
        self._revision = display.revision
        picture = display.picture()
        pixels = np.asarray(picture)
        if self._last is not None and np.array_equal(pixels, self._last):
            return
        self._last = pixels
        screen = face.screen if face is not None else "off"
        name = f"{self.count:04d}_{table.now_s:08.2f}_{screen or 'dark'}.png"
        try:
            picture.save(self._folder / name)
        except OSError as error:
            raise BadInput(f"{self._folder / name}: cannot be written: {error.strerror or error}") from error
        self.count += 1
