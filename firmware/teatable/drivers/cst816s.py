"""CST816S touch controller on I2C, one finger.

What: polls six registers and gives a filtered finger. The chip leaves the bus about 2 s after the last touch and comes
back with the next one: no acknowledge is sleep, not a fault, as long as it answers after a reset pulse now and then.
Data in: an I2C port, the reset and interrupt pins, a clock for the start. Data out: `down`, `x`, `y`, `status`.

Registers as in Waveshare's table (fbiego/CST816S) and Linux' hynitron-cst816x.c. The interrupt pin is not needed: it
pulses for 1 ms and a poll would miss it.
"""

from .. import config
from ..compat import const, ticks_diff
from . import status
from .finger import Finger

_FINGERS = const(0x02)  # then event and X high, X low, id and Y high, Y low
_CHIP_ID = const(0xA7)
_NO_AUTO_SLEEP = const(0xFE)
_IDS = b"\xb4\xb5\xb6\xb7"  # CST816S, T, D and CST820
_UP = const(1)
_RESET_LOW_MS = const(10)
_BOOT_MS = const(60)

# A bus that hangs takes its timeout of 10 ms or more, no acknowledge (sleep) 0.1 ms, a whole report 0.3 ms. The error's
# number does not tell them apart: newer ports give ENODEV for both.
_HANGS_US = const(5_000)

_AWAKE = const(0)
_IN_RESET = const(1)
_BOOTING = const(2)


class Touch:
    """The chip. Raises OSError naming part, bus and address when it answers neither at once nor after a reset.

    `probes` counts resets since the start, `bus_errors` transfers that timed out.
    """

    def __init__(self, i2c, address, reset_pin, irq_pin, clock, bus="touch"):
        c = config.values(config.DRIVERS)
        self._retry_ms = c["touch_retry_ms"]
        self._bad_most = c["touch_bad_most"]
        self._probes_most = c["touch_probes_most"]
        self._i2c = i2c
        self._address = address
        self._ticks_us = clock.ticks_us
        self._reset = reset_pin
        self._buf = bytearray(5)
        self._one = bytearray(1)
        self._finger = Finger()
        self._phase = _AWAKE
        self._since_ms = 0
        self._quiet = 0  # polls without an answer
        self._deaf = 0  # resets without an answer
        self._hung = 0  # timeouts in a row
        self.probes = self.bus_errors = 0
        self.status = status.OK
        reason = ""
        for _ in range(3):
            reset_pin.value(0)
            clock.sleep_us(_RESET_LOW_MS * 1_000)
            reset_pin.value(1)
            clock.sleep_us(_BOOT_MS * 1_000)
            try:
                reason = self._hello()
            except OSError as e:
                reason = str(e)
            if not reason:
                return
        raise OSError("CST816S on I2C bus %s at 0x%02x: %s" % (bus, address, reason))

    @property
    def down(self):
        """True while a finger is on the panel."""
        return self._finger.down

    @property
    def x(self):
        """Where the finger is or was last, 0..239 from the left."""
        return self._finger.x

    @property
    def y(self):
        """Where the finger is or was last, 0..319 from the top."""
        return self._finger.y

    def poll(self, now_ms):
        """Look once (ticks in ms, every 10 to 50 ms); returns OK, RANGE (report left out), BUS, SILENT or ABSENT."""
        if self._phase != _AWAKE:
            self._step_reset(now_ms)
            return self.status
        if self._hung >= self._bad_most and ticks_diff(now_ms, self._since_ms) < self._retry_ms:
            return self.status  # every try would cost its timeout
        begun_us = self._ticks_us()
        try:
            self._i2c.readfrom_mem_into(self._address, _FINGERS, self._buf)
        except OSError:
            self._unanswered(now_ms, self._hung_since(begun_us))
            return self.status
        self._quiet = 0
        self._deaf = 0
        self._hung = 0
        self.status = self._report(now_ms)
        if self._finger.reset_due:
            self._start_reset(now_ms)
        return self.status

    def _report(self, now_ms):
        b = self._buf
        if not b[0] & 0x0F or b[1] >> 6 == _UP:
            return self._finger.none()
        return self._finger.at((b[1] & 0x0F) << 8 | b[2], (b[3] & 0x0F) << 8 | b[4], now_ms)

    def _unanswered(self, now_ms, hangs):
        """Asleep, most likely: wait for a touch, and see by a reset every touch_retry_ms whether it is still there."""
        if hangs:
            self.bus_errors += 1
            self._hung += 1
            if self._hung >= self._bad_most:
                self.status = status.BUS
                self._start_reset(now_ms)
                return
        else:
            self._hung = 0
        self._quiet += 1
        if self._quiet == 1:
            self._since_ms = now_ms
        if self._quiet >= 2:
            self._finger.none()
        if ticks_diff(now_ms, self._since_ms) >= self._retry_ms:
            self._start_reset(now_ms)

    def _start_reset(self, now_ms):
        self.probes += 1
        self._finger.release()
        self._finger.reset_due = False
        self._reset.value(0)
        self._phase = _IN_RESET
        self._since_ms = now_ms

    def _step_reset(self, now_ms):
        waited = ticks_diff(now_ms, self._since_ms)
        if self._phase == _IN_RESET:
            if waited >= _RESET_LOW_MS:
                self._reset.value(1)
                self._phase = _BOOTING
                self._since_ms = now_ms
            return
        if waited < _BOOT_MS:
            return
        self._phase = _AWAKE
        self._quiet = 0
        begun_us = self._ticks_us()
        try:
            if not self._hello():
                self._deaf = self._hung = 0
                self.status = status.SILENT if self._finger.stuck else status.OK
                return
        except OSError:
            self.bus_errors += 1
            self._hung = self._bad_most if self._hung_since(begun_us) else 0
        self._deaf += 1
        self._quiet = 1
        self._since_ms = now_ms
        self.status = status.ABSENT if self._deaf >= self._probes_most else status.BUS

    def _hung_since(self, begun_us):
        return ticks_diff(self._ticks_us(), begun_us) > _HANGS_US

    def _hello(self):
        """Check the chip's id and ask it not to sleep (not all of them obey); returns "" or what is wrong."""
        self._i2c.readfrom_mem_into(self._address, _CHIP_ID, self._one)
        if self._one[0] not in _IDS:
            return "chip id is 0x%02x" % self._one[0]
        self._one[0] = 1
        self._i2c.writeto_mem(self._address, _NO_AUTO_SLEEP, self._one)
        return ""
