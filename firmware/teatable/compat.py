"""What differs between MicroPython and CPython, in one place.

`const` and the `micropython` decorators cost nothing on CPython; the tick helpers count in a ring of 2^30 on both, so
that a wrap met in a test is the wrap met on the device. What frees memory is here too: only the device is short of it.
"""

import gc
import sys

try:
    import micropython  # type: ignore[assignment]
except ImportError:

    class micropython:
        """Stands for MicroPython's module of that name: on CPython its decorators leave a function as it is.

        Write `from ..compat import micropython` and `@micropython.native`: the compiler knows these two words by their
        spelling; under any other name the decorator compiles nothing.
        """

        @staticmethod
        def native(function):
            """Return `function`; MicroPython compiles it to machine code (and its frame needs no heap)."""
            return function

        @staticmethod
        def viper(function):
            """Return `function`; MicroPython compiles it to machine code with machine types."""
            return function

    def collect():
        """Do nothing: on CPython garbage is its own affair."""

else:

    def collect():
        """Collect garbage now."""
        gc.collect()


def unload(name):
    """Forget the module `name`: its memory is free when nobody uses it any more, and an import reads it in again."""
    if name in sys.modules:
        del sys.modules[name]
    package, _, short = name.rpartition(".")
    if package in sys.modules and hasattr(sys.modules[package], short):
        delattr(sys.modules[package], short)


def ptr32(numbers):
    """Stand for viper's cast of that name (an array of "i", or bytes four by four), which CPython has not got."""
    return memoryview(numbers).cast("I") if isinstance(numbers, bytearray) else numbers  # type: ignore[attr-defined]


def ptr16(numbers):
    """The same of an array of "h", or of bytes two by two."""
    return memoryview(numbers).cast("H") if isinstance(numbers, bytearray) else numbers  # type: ignore[attr-defined]


def ptr8(numbers):
    """The same of bytes."""
    return numbers


def const(value):
    """Return `value`; MicroPython's compiler folds `NAME = const(...)` by its spelling."""
    return value


# On the device a small int ends at 2^30 - 1: the period itself, or a sum beyond it, would be an object on the heap.
TICKS_MASK = const((1 << 30) - 1)
_HALF = const(1 << 29)


@micropython.viper
def ticks_add(t: int, delta: int) -> int:
    """Return tick `t` moved by `delta` (same unit, |delta| < 2^29) within the ring of 2^30."""
    return ((t - _HALF + delta) & TICKS_MASK) ^ _HALF


@micropython.viper
def ticks_diff(end: int, start: int) -> int:
    """Return `end - start` in ticks, right across a wrap while the two are less than 2^29 apart."""
    return (((end - start) & TICKS_MASK) ^ _HALF) - _HALF
