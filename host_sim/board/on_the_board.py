"""What the board itself does for an update; sent to its prompt as it stands, run there by MicroPython.

Data in: calls with paths and base64. Data out: lines for link.py, one thing a line.
"""

import binascii
import gc
import hashlib
import os
import sys

_open = None  # the file that is being copied


def facts():
    """Print what kind of board this is, as one tuple."""
    try:
        from esp32 import Partition  # type: ignore[import-not-found]

        journal = bool(Partition.find(Partition.TYPE_DATA, label="journal"))
    except ImportError:
        journal = False
    about = sys.implementation
    version = tuple([part for part in about.version[:3] if isinstance(part, int)])
    mpy = getattr(about, "_mpy", 0)
    gc.collect()
    heap = gc.mem_free() + gc.mem_alloc()  # type: ignore[attr-defined]
    block, _, blocks, free = os.statvfs("/")[:4]  # type: ignore[attr-defined]
    machine = getattr(about, "_machine", sys.platform)
    print((about.name, version, mpy, machine, sys.platform, heap, block, blocks, free, journal))


def listing(*roots):
    """Print every folder and file below `roots` that there is, a file with its length and SHA-256."""
    for root in roots:
        try:
            mode = os.stat(root)[0]
        except OSError:
            continue
        _list(root, mode)


def _list(path, mode):
    if mode & 0x4000:
        print("folder", path)
        for entry in os.ilistdir(path):  # type: ignore[attr-defined]
            _list(path + "/" + entry[0], entry[1])
    else:
        print("file", path, os.stat(path)[6], _digest(path))


def _digest(path):
    sha = hashlib.sha256()
    buf = bytearray(1024)
    view = memoryview(buf)
    with open(path, "rb") as f:
        while True:
            n = f.readinto(buf)
            if not n:
                break
            sha.update(view[:n])
    return binascii.hexlify(sha.digest()).decode()


def begin(path):
    """Open a file to be copied, and its folder."""
    global _open
    folder = path[: path.rfind("/")]
    if folder:
        try:
            os.stat(folder)
        except OSError:
            os.mkdir(folder)
    _open = open(path, "wb")  # noqa: SIM115 - over several calls


def more(data):
    """Write a piece of it, base64."""
    assert _open is not None
    _open.write(binascii.a2b_base64(data))


def end(path):
    """Close it and print what came of it."""
    assert _open is not None
    _open.close()
    print(_digest(path))


def remove(path):
    """Remove a file, if there is one; an open one is closed."""
    if _open is not None:
        _open.close()
    try:  # noqa: SIM105 - the board has no contextlib
        os.remove(path)
    except OSError:
        pass


def rename(old, new):
    """Rename a file in one step."""
    os.rename(old, new)
