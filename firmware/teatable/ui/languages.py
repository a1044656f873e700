"""The languages of the display: every file words_xx.py beside this one, found by its name. Adding a file is enough;
only where the application is a part of MicroPython's image (manifest.py) must its code stand in BUILT_IN, too.

Data in: a code such as "de". Data out: its module of words; only one is kept in memory.
"""

import os
import sys

from ..compat import unload

DEFAULT = "en"
BUILT_IN = ("de", "en")

_PACKAGE = __name__.rpartition(".")[0]


def codes():
    """Return the codes of all languages, in alphabetical order."""
    found = []
    try:
        for name in os.listdir(__file__.replace("\\", "/").rpartition("/")[0]):
            stem, _, ending = name.partition(".")
            if stem[:6] == "words_" and ending in ("py", "mpy"):
                found.append(stem[6:])
    except (NameError, OSError):  # a part of the image: there is no folder
        found.extend(BUILT_IN)
    return sorted(found)


def load(code):
    """Return the module of words of `code`; ImportError, SyntaxError or ValueError if it cannot be had."""
    for other in list(sys.modules):
        if other.startswith(_PACKAGE + ".words_"):
            unload(other)
    return __import__(_PACKAGE + ".words_" + code, None, None, ("TEXT",))
