"""The bytes of the pipe, for both ends.

The firmware's end writes a log of what it does, in order, and the other end does it. Most entries are one byte: a pin
written or read, interrupts held or let go, a section of code charged, a pass of the loop. Their outcome is known there
beforehand, so nobody waits. After READ, SYNC or CALL it waits for a reply: numbers of 32 bits, perhaps some bytes.

    pin << 2 | level       the pin was written
    pin << 2 | 2 | level   the pin was read and had this level, as was foretold
    IRQ_OFF, IRQ_ON + state, FEED, PASS
    SECTION + n            the n-th section of the hello was charged
    READ + pin             what is the pin's level?
    SYNC                   what time is it?
    CALL, HEAD             a call with arguments and bytes
    TELL, HEAD             something for whoever listens: no reply
    SPI, HEAD              bytes for an SPI bus, whose time is known: no reply
"""

from teatable.compat import const

PINS_MOST = const(24)
IRQ_OFF = const(96)
IRQ_ON = const(97)  # + state 0 or 1
FEED = const(99)
PASS = const(100)
SECTION = const(112)
SECTIONS_MOST = const(48)
READ = const(160)
SYNC = const(184)
CALL = const(240)
TELL = const(241)
SPI = const(242)

HEAD = "<BBBBiiI"  # CALL or TELL, which, object, 0, two numbers, how many bytes follow
HEAD_BYTES = const(16)

# A reply: WORDS numbers, bytes, more numbers. The WORDS: status, value, ticks (us in the ring of 2^30); then what is
# foretold: for how many us the levels hold, the levels (a bit a pin), of which pins, for how many us nothing but the
# firmware moves the time; how many bytes; the pin on whose rising edges the levels depend (-1: none); how many of these
# edges are foretold, how many changes. The numbers at the end: the levels after each edge; then of each change the
# levels, and for how many us.
WORDS = const(11)
MORE_MOST = const(40)
DONE_WELL = const(0)
RAISED = const(1)  # the bytes are JSON: the name of the exception and its arguments
SPAN_MOST_US = const(1 << 28)  # "for ever", so that all stays in the ring

# --- calls; an object is the value that its OPEN_ gave
OPEN_PIN = const(0)
OPEN_PWM = const(1)
OPEN_PIXELS = const(2)
OPEN_I2C = const(3)
OPEN_SPI = const(4)
SPI_TIME = "<ii"  # of a write, the bytes of that reply: us of each, Hz
PWM_FREQ = const(10)  # Hz, or -1 to ask
PWM_DUTY = const(11)  # duty, or -1 to ask
PWM_DEINIT = const(12)
PIXELS_WRITE = const(13)
I2C_READ_MEM = const(15)  # address, register << 16 | count
I2C_WRITE_MEM = const(16)  # address, register
I2C_READ = const(17)  # address, count
I2C_WRITE = const(18)  # address
I2C_SCAN = const(19)
SLEEP = const(20)  # us
CHARGE = const(21)  # a section that the hello does not know
ENABLE_IRQ = const(22)  # a state of more than 1
SEED = const(23)
RESTART = const(24)
REST = const(25)  # ms of the watchdog
FILE_READ = const(30)  # value -1: there is none
FILE_WRITE = const(31)  # length of the name; name and data
FILE_RENAME = const(32)  # length of the old name; both names
FILE_REMOVE = const(33)
FILE_NAMES = const(34)
FLASH_READ = const(40)  # address, count
FLASH_PROGRAM = const(41)  # address
FLASH_ERASE = const(42)  # block
DONE = const(50)  # ticks, bytes of heap in use (0: not measured); JSON of what has changed. The reply is an order
FAILED = const(51)  # the text of the traceback

# --- what is told
EVENT = const(0)
ANSWERED = const(1)  # by the tracker's time, ms
LOGGED = const(2)
CRASHED = const(3)  # the text of the traceback; the crash screen comes next
