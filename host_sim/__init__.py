"""The simulator: one more board for the same firmware, with a physical world behind its pins.

Importing it makes `framebuf`, a module of MicroPython that the firmware draws with, known to CPython.
"""

import sys
from pathlib import Path

_FOLDER = str(Path(__file__).parent / "micropython")
if _FOLDER not in sys.path:
    sys.path.append(_FOLDER)
