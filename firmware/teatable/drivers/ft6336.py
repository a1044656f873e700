"""FT6336U (and FT6206) touch controller on I2C; the first finger of two is used.

What: polls five registers and gives a filtered finger. Unlike the CST816S this chip stays on the bus, so a transfer
that fails is a fault: after some in a row it is reset. Data in: an I2C port, the reset and interrupt pins, a clock
for the start. Data out: `down`, `x`, `y`, `status`.

Registers as in aselectroworks/Arduino-FT6336U and Adafruit_FT6206. How long the chip needs after a reset is not known
for sure: it gets 300 ms, and the start asks several times.
"""

from .. import config
from ..compat import const, ticks_diff
from . import status
from .finger import Finger

_COUNT = const(0x02)  # then event and X high, X low, id and Y high, Y low
_CHIP_ID = const(0xA3)
_IDS = b"\x06\x36\x64"  # FT6206 and the FT6x36 family
_G_MODE = const(0xA4)  # 0: the interrupt line stays low while touched
_UP = const(1)
_RESET_LOW_MS = const(10)
_BOOT_MS = const(300)

_READY = const(0)
_IN_RESET = const(1)
_BOOTING = const(2)


class Touch:
    """The chip. Raises OSError naming part, bus and address when it does not answer or another chip does.

    `resets` and `bus_errors` are counted since the start.
    """

    def __init__(self, i2c, address, reset_pin, irq_pin, clock, bus="touch"):
        c = config.values(config.DRIVERS)
        self._retry_ms = c["touch_retry_ms"]
        self._bad_most = c["touch_bad_most"]
        self._i2c = i2c
        self._address = address
        self._reset = reset_pin
        self._buf = bytearray(5)
        self._one = bytearray(1)
        self._finger = Finger()
        self._phase = _READY
        self._since_ms = 0
        self._bad = 0
        self.resets = self.bus_errors = 0
        self.status = status.OK
        reset_pin.value(0)
        clock.sleep_us(_RESET_LOW_MS * 1_000)
        reset_pin.value(1)
        clock.sleep_us(_BOOT_MS * 1_000)
        reason = ""
        for _ in range(5):
            try:
                reason = self._hello()
            except OSError as e:
                reason = str(e)
            if not reason:
                return
            clock.sleep_us(50_000)
        raise OSError("FT6336 on I2C bus %s at 0x%02x: %s" % (bus, address, reason))

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
        if self._phase != _READY:
            self._step_reset(now_ms)
            return self.status
        if self._bad >= self._bad_most and ticks_diff(now_ms, self._since_ms) < self._retry_ms:
            return self.status  # a hanging bus costs its timeout at every try
        try:
            self._i2c.readfrom_mem_into(self._address, _COUNT, self._buf)
        except OSError:
            self._failed(now_ms)
            return self.status
        self._bad = 0
        self.status = self._report(now_ms)
        if self._finger.reset_due:
            self._start_reset(now_ms)
        return self.status

    def _report(self, now_ms):
        b = self._buf
        fingers = b[0] & 0x0F
        if fingers == 0 or fingers > 2 or b[1] >> 6 == _UP:
            return self._finger.none()
        return self._finger.at((b[1] & 0x0F) << 8 | b[2], (b[3] & 0x0F) << 8 | b[4], now_ms)

    def _failed(self, now_ms):
        self.bus_errors += 1
        self._bad += 1
        self.status = status.BUS
        if self._bad >= 2:
            self._finger.release()
        if self._bad >= self._bad_most:
            self._start_reset(now_ms)

    def _start_reset(self, now_ms):
        self.resets += 1
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
        self._phase = _READY
        self._since_ms = now_ms
        try:
            if not self._hello():
                self._bad = 0
                self.status = status.SILENT if self._finger.stuck else status.OK
                return
        except OSError:
            self.bus_errors += 1
        self._bad = self._bad_most
        self.status = status.ABSENT

    def _hello(self):
        """Check the chip's id and choose polling; returns "" or what is wrong."""
        self._i2c.readfrom_mem_into(self._address, _CHIP_ID, self._one)
        if self._one[0] not in _IDS:
            return "chip id is 0x%02x" % self._one[0]
        self._one[0] = 0
        self._i2c.writeto_mem(self._address, _G_MODE, self._one)
        return ""
