"""What differs between MicroPython and CPython, in one place.

`const`, `native` and `viper` cost nothing on CPython; the tick helpers count in a ring of 2^30 on both, so that a wrap
met in a test is the wrap met on the device.
"""

try:
    from micropython import const, native, viper  # type: ignore[attr-defined]
except ImportError:

    def const(value):
        """Return `value`; MicroPython folds it at compile time."""
        return value

    def native(function):
        """Return `function`; MicroPython compiles it to machine code."""
        return function

    viper = native

TICKS_PERIOD = const(1 << 30)
_HALF = const(1 << 29)


def ticks_add(t, delta):
    """Return tick `t` moved by `delta` (same unit, |delta| < 2^29) within the ring of 2^30."""
    return (t + delta) & (TICKS_PERIOD - 1)


def ticks_diff(end, start):
    """Return `end - start` in ticks, right across a wrap while the two are less than 2^29 apart."""
    return ((end - start + _HALF) & (TICKS_PERIOD - 1)) - _HALF
