"""On MicroPython: by how much the heap grows while each module is loaded; modules compiled with marks call it.

A module marks its beginning (its code has just been loaded) and its end (it has run); what has come since the mark
before is its own, since those that it loads mark theirs in between.
"""

import gc

mem_alloc = gc.mem_alloc  # type: ignore  # MicroPython has it
sizes = {}
_last = 0


def begin():
    """Count from here."""
    global _last
    gc.collect()
    _last = mem_alloc()


def mark(name):
    """Take what has come since the last mark as that of module `name`."""
    global _last
    gc.collect()
    now = mem_alloc()
    sizes[name] = sizes.get(name, 0) + now - _last
    gc.collect()
    _last = mem_alloc()
