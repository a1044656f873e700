"""What a driver says about a sample: named ints and the words for them.

Every reading comes with one of these. OK is the only one whose value may be believed; where several apply, the driver
gives the worst, and a greater number is worse. Data in: none. Data out: the constants, `worst` and `name`.
"""

from ..compat import const

OK = const(0)
NOT_READY = const(1)  # no new reading yet: ask again, nothing is wrong
SETTLING = const(2)  # the chip has just woken or changed its input: readings come but are not settled
SPIKE = const(3)  # a value that no load can explain, or exactly -1 beside good neighbours
SLIPPED = const(4)  # the frame lost or gained a bit (the line was not high after the last pulse)
RAIL = const(5)  # at the end of the converter's range: overloaded or a wire of the cell is off
OVERRUN = const(6)  # readings were lost before they were fetched
RANGE = const(7)  # outside what the part can mean, such as a touch off the screen
BUS = const(8)  # the transfer failed: no acknowledge or a timeout
SILENT = const(9)  # no reading for far longer than the part's period
ABSENT = const(10)  # the part does not answer at all, or another one answers in its place

_NAMES = (
    "ok", "not-ready", "settling", "spike", "slipped", "rail", "overrun", "range", "bus", "silent", "absent",
)  # fmt: skip


def worst(a, b):
    """Return the worse one of two statuses."""
    return a if a > b else b


def name(status):
    """Return the word for `status`, or "status-<n>" for a number that is none."""
    if 0 <= status < len(_NAMES):
        return _NAMES[status]
    return "status-%d" % status
