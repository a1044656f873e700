"""LSM6DSOX accelerometer and gyro: both at 208 Hz, fetched from its FIFO in batches.

What: sets the chip up, then drains its FIFO into rows gx gy gz ax ay az, raw signed 16-bit. Why the FIFO: no sample
is missed while a strip of the display is sent. Data in: an I2C port, its address, a clock. Data out: rows in an
array('h'), `status`, and counts of what went wrong. A failed transfer, a FIFO out of step or a silent chip ends in a
status and, if it lasts, in a counted restart of the chip; nothing is raised after the constructor.

Register names and bits are those of ST's lsm6dsox_reg.h v3.3.0. drain() allocates nothing while all is well.
"""

from array import array

from .. import config
from ..compat import const, micropython, ticks_diff
from . import fifo, status

GYRO_UDPS_PER_LSB = const(8_750)  # range 250 dps
ACCEL_UG_PER_LSB = const(122)  # range 4 g
_RATE_HZ = const(208)
ROW = const(6)  # numbers of a row, as in fifo.py

_FIFO_CTRL1 = const(0x07)
_FIFO_CTRL2 = const(0x08)
_FIFO_CTRL3 = const(0x09)
_FIFO_CTRL4 = const(0x0A)
_WHO_AM_I = const(0x0F)
_CTRL1_XL = const(0x10)
_CTRL2_G = const(0x11)
_CTRL3_C = const(0x12)
_CTRL8_XL = const(0x17)
_CTRL9_XL = const(0x18)
_OUT_TEMP = const(0x20)
_FIFO_STATUS1 = const(0x3A)
_FIFO_OUT = const(0x78)

_ID = const(0x6C)
_SW_RESET = const(0x01)
_IF_INC = const(0x04)
_BDU = const(0x40)
_I3C_DISABLE = const(0x02)
_XL_208_HZ_4_G = const(0x58)
_G_208_HZ_250_DPS = const(0x50)
_BATCH_208_HZ = const(0x55)
_BYPASS = const(0)
_CONTINUOUS = const(6)
_OVERRUN = const(0x48)  # FIFO_OVR and FIFO_OVR_LATCHED
_CHUNK = const(16)  # words in one burst: 112 bytes, 2.6 ms at 400 kHz


class Imu:
    """The chip. Raises OSError naming part, bus and address when it does not answer or another chip does.

    Counts: `restarts`, `bus_errors`, `overruns`, `slips` (FIFO out of step), `unpaired` (half rows thrown away).
    """

    def __init__(self, i2c, address, clock, bus="imu"):
        c = config.values(config.DRIVERS)
        self._silent_us = c["imu_silent_us"]
        self._retry_us = c["imu_retry_us"]
        self._bad_most = c["imu_bad_most"]
        self._flat_most = c["imu_flat_rows"]
        self._start_rows = c["imu_start_rows"]
        self._i2c = i2c
        self._address = address
        self._clock = clock
        self._one = bytearray(1)
        self._level = bytearray(2)
        self._words = bytearray(fifo.WORD * _CHUNK)
        view = memoryview(self._words)
        self._views = [view[: fifo.WORD * n] for n in range(_CHUNK + 1)]
        self._state = array("i", [0] * fifo.STATE)
        self.status = status.NOT_READY
        self.restarts = self.bus_errors = self.overruns = self.slips = 0
        self._bad = 0
        self._ill = 0  # the trouble that no row has ended yet
        self._begin()
        reason = "no acknowledge"
        for _ in range(5):
            try:
                found = self._read(_WHO_AM_I)
                if found == _ID:
                    self._set_up()
                    return
                reason = "WHO_AM_I is 0x%02x, not 0x6c" % found
            except OSError as e:
                reason = str(e)
            clock.sleep_us(10_000)
        raise OSError("LSM6DSOX on I2C bus %s at 0x%02x: %s" % (bus, address, reason))

    @property
    def unpaired(self):
        """Half rows thrown away so far."""
        return self._state[fifo.UNPAIRED]

    @micropython.native
    def drain(self, out, max_samples):
        """Move up to `max_samples` rows of six into `out` (array('h'), 6 * max_samples long); returns how many.

        Sets `status`: OK with rows; NOT_READY without; RAIL when an axis is at the end of its range; OVERRUN when rows
        were lost (none are given then); BUS, SILENT. Only rows of OK and RAIL may be used.
        """
        if self._bad >= self._bad_most and ticks_diff(self._clock.ticks_us(), self._tried_us) < self._retry_us:
            return 0  # a hanging bus costs its timeout at every try
        try:
            return self._drain(out, max_samples)
        except OSError:
            self.bus_errors += 1
            self._trouble(status.BUS)
            return 0

    @micropython.native
    def _drain(self, out, most):
        level = self._level
        self._i2c.readfrom_mem_into(self._address, _FIFO_STATUS1, level)
        words = level[0] | (level[1] & 3) << 8
        if level[1] & _OVERRUN:
            self.overruns += 1
            return self._flush(status.OVERRUN)
        if words == 0:
            return self._nothing()
        n = 0
        state = self._state
        state[fifo.RAIL] = 0
        while words > 0 and n < most:
            take = 2 * (most - n)
            if take > words:
                take = words
            if take > _CHUNK:
                take = _CHUNK
            self._i2c.readfrom_mem_into(self._address, _FIFO_OUT, self._views[take])
            words -= take
            got = fifo.unpack(self._words, take, state, out, n)
            if got < 0:
                self.slips += 1
                return self._flush(status.OVERRUN)
            n += got
        self.status = status.RAIL if state[fifo.RAIL] else status.OK
        if n:
            self._bad = self._ill = 0
            self._last_us = self._clock.ticks_us()
            if state[fifo.FLAT] > self._flat_most:
                self._trouble(status.SILENT)
                return 0
        return n

    def temperature_cc(self):
        """Return the chip's temperature in 1/100 degree C, or None when it does not answer."""
        try:
            self._i2c.readfrom_mem_into(self._address, _OUT_TEMP, self._level)
        except OSError:
            return None
        raw = self._level[0] | self._level[1] << 8
        if raw >= 0x8000:
            raw -= 0x10000
        return 2500 + raw * 100 // 256

    def _nothing(self):
        self.status = self._ill or status.NOT_READY
        if ticks_diff(self._clock.ticks_us(), self._last_us) > self._silent_us:
            self._trouble(status.SILENT)
        return 0

    def _trouble(self, what):
        """Note a failure; start the chip again once it has lasted, not more often than every imu_retry_us."""
        self.status = self._ill = what
        self._bad += 1
        if self._bad < self._bad_most:
            return
        self._tried_us = self._clock.ticks_us()
        self.restarts += 1
        try:
            if self._read(_WHO_AM_I) == _ID:
                self._set_up()
                self._bad = 0
            else:
                self.status = self._ill = status.ABSENT
        except OSError:
            pass  # `status` already says that it does not answer; the next try comes after imu_retry_us

    def _flush(self, why):
        """Empty the FIFO and start it again: what is in it is old or out of step. Returns 0 rows."""
        self._write(_FIFO_CTRL4, _BYPASS)
        self._write(_FIFO_CTRL4, _CONTINUOUS)
        self._state[fifo.GYRO_SLOT] = self._state[fifo.ACCEL_SLOT] = 0
        self.status = why
        return 0

    def _begin(self):
        s = self._state
        s[fifo.GYRO_SLOT] = s[fifo.ACCEL_SLOT] = s[fifo.FLAT] = 0
        s[fifo.STARTING] = self._start_rows
        self._last_us = self._tried_us = self._clock.ticks_us()

    def _set_up(self):
        """Reset the chip and configure it; raises OSError when it does not come out of reset."""
        self._write(_CTRL3_C, _SW_RESET | _IF_INC)
        tries = 50
        while self._read(_CTRL3_C) & _SW_RESET:
            tries -= 1
            if not tries:
                raise OSError("LSM6DSOX at 0x%02x stays in reset" % self._address)
            self._clock.sleep_us(1_000)
        self._write(_CTRL3_C, _BDU | _IF_INC)
        self._write(_CTRL9_XL, self._read(_CTRL9_XL) | _I3C_DISABLE)  # bit 1; some libraries set bit 0
        self._write(_CTRL8_XL, 0)
        self._write(_FIFO_CTRL4, _BYPASS)
        self._write(_FIFO_CTRL1, 0)
        self._write(_FIFO_CTRL2, 0)
        self._write(_CTRL1_XL, _XL_208_HZ_4_G)
        self._write(_CTRL2_G, _G_208_HZ_250_DPS)
        self._write(_FIFO_CTRL3, _BATCH_208_HZ)  # after the rates: what batching a sensor that is off does is not known
        self._write(_FIFO_CTRL4, _CONTINUOUS)
        self._begin()

    def _read(self, register):
        self._i2c.readfrom_mem_into(self._address, register, self._one)
        return self._one[0]

    def _write(self, register, value):
        self._one[0] = value
        self._i2c.writeto_mem(self._address, register, self._one)
