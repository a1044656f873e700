"""What hangs on the pins of the board for tests, its clock, and the log.

In: `board.json`: cause (of the reset), boot_ms (BOOT is pressed until then), fingers ([from_ms, to_ms, x, y]), loads
([from_ms, [counts of the four cells]]), imu (it answers), display (log what is written to it), still_ms (the clock
stands still there until a key is pressed). Out: lines in `log`.
Time is virtual: a look at a pin takes a microsecond, one at the clock TICKS_US, a sleep no time of the host's.
"""

import select
import sys

from unit_app.fake_board import NoBus
from unit_drivers.fake_chips import FakeClock, FakeConverters
from unit_drivers.imu_bus import ImuBus

PERIOD_US = 11_600
TICKS_US = 20
IMU_PERIOD_US = 4_808
CELLS = {5: 0, 6: 1, 7: 2, 15: 3}

_clock = FakeClock()
_bank = FakeConverters(_clock)
_log = None
_asked = {}
_ready_us = 0
_slot = 0
_imu_us = 0
_unheard = 0
now_us = 0  # never wraps

# The Unix port raises KeyboardInterrupt out of the signal's handler, also in the middle of C, which then keeps a lock
# or leaves littlefs half done. Here Ctrl-C is no signal: it comes up where the firmware looks at a pin or the clock.
_poll = select.poll()
_poll.register(sys.stdin, select.POLLIN)


def begin(folder, asked):
    """Open the log and take what is asked of the board."""
    global _log, _asked
    _log = open(folder + "/log", "a")  # noqa: SIM115
    _asked = asked
    log("start", asked["cause"])


def log(*words):
    """Write a line into the log."""
    _log.write(" ".join([str(word) for word in words]) + "\n")


def die(why):
    """Tell the bridge to end this life of the board: by "reset" or "power"."""
    log("died", why)
    sys.stdout.write("\x1b[[" + why + "]]\n")
    while True:
        pass


def asked(key, default=None):
    return _asked.get(key, default)


def passes(us):
    """Let time go by; now and then, look whether Ctrl-C has been typed."""
    global now_us, _unheard
    now_us += us
    _clock.us = now_us
    _unheard += 1
    if _unheard > 100 or us > 10_000:
        _unheard = 0
        still_us = 1000 * _asked.get("still_ms", 0)
        wait_ms = -1 if 0 < still_us <= now_us else 0
        while _poll.poll(wait_ms):
            wait_ms = _asked["still_ms"] = 0
            if sys.stdin.buffer.read(1) == b"\x03":  # type: ignore[union-attr]
                raise KeyboardInterrupt


class time:
    """Stands for the module `time`."""

    @staticmethod
    def ticks_us():
        passes(TICKS_US)
        return now_us & 0x3FFFFFFF

    @staticmethod
    def ticks_ms():
        passes(TICKS_US)
        return now_us // 1000 & 0x3FFFFFFF

    @staticmethod
    def ticks_diff(a, b):
        return ((a - b + 0x20000000) & 0x3FFFFFFF) - 0x20000000

    @staticmethod
    def sleep_us(us):
        passes(us)

    @staticmethod
    def sleep_ms(ms):
        passes(1000 * ms)

    @staticmethod
    def sleep(s):
        passes(int(1_000_000 * s))


def read(gpio):
    """Return the level that an input sees."""
    passes(1)
    if gpio == 0:
        return 0 if now_us < 1000 * _asked.get("boot_ms", 0) else 1
    if gpio in CELLS and _asked.get("loads"):
        _convert()
        return _bank.data_line(CELLS[gpio])
    return 1


def write(gpio, level):
    """Take note of the level of an output."""
    passes(1)
    if gpio == 4:
        _bank.clock_line(level)


def _convert():
    """Make the converters ready when the next conversion is due and none is being read."""
    global _ready_us
    if now_us < _ready_us or 0 < _bank.pulses < 25:
        return
    _ready_us = now_us + PERIOD_US
    counts = [0, 0, 0, 0]
    for from_ms, values in _asked["loads"]:
        if now_us >= 1000 * from_ms:
            counts = values
    noise = now_us // 16 % 41 - 20
    _bank.offer([count + noise for count in counts])


def bus(sda):
    """Return what answers on the I2C bus with that data pin."""
    if sda == 8:
        return _Imu() if _asked.get("imu") else NoBus()
    return _Touch() if _asked.get("touch", True) else NoBus()


class _Imu(ImuBus):
    """A motion sensor at rest."""

    def readfrom_mem_into(self, address, register, buf):
        global _imu_us, _slot
        if register == 0x3A:
            left = self.waiting - self.taken
            if left == 0:
                self.empty()
                if now_us - _imu_us > 20 * IMU_PERIOD_US:
                    _imu_us = now_us - IMU_PERIOD_US
                while now_us - _imu_us >= IMU_PERIOD_US and self.waiting < 60:
                    _imu_us += IMU_PERIOD_US
                    _slot = (_slot + 1) & 3
                    self.pair(_slot, (3, _slot, 1), (10, _slot - 20, 8197))
        ImuBus.readfrom_mem_into(self, address, register, buf)


class _Touch:
    """A CST816S with the fingers of the script."""

    def readfrom_mem(self, address, register, count):
        buf = bytearray(count)
        self.readfrom_mem_into(address, register, buf)
        return bytes(buf)

    def readfrom_mem_into(self, address, register, buf):
        passes(300)
        if address != 0x15:
            raise OSError(19)
        for i in range(len(buf)):
            buf[i] = 0
        if register == 0xA7:
            buf[0] = 0xB4
        for from_ms, to_ms, x, y in _asked.get("fingers", ()):
            if register == 2 and from_ms * 1000 <= now_us < to_ms * 1000:
                report = bytes((1, 0x80 | x >> 8, x & 255, y >> 8, y & 255))
                for i in range(len(buf)):
                    buf[i] = report[i]

    def writeto_mem(self, address, register, buf):
        if address != 0x15:
            raise OSError(19)
