"""LSM6DSOX inertial sensor: its registers, its FIFO and the signals behind them.

In: `sense()`, polled at each millisecond of virtual time: specific force (m/s2; at rest +g on the axis that points
up) and angular rate (rad/s), both in the chip's axes. Out: bytes on I2C. From ST's register header, Linux and
betaflight: addresses, fields, sensitivities, FIFO words and tags. Not verified there, and so a
decision of this model: reset values of registers not named, SW_RESET takes 50 us and BOOT 10 ms, the first two gyro
samples and the first accelerometer sample after its start carry 0x7FFF as first axis, the gyro's own low-pass is
ODR/3 (see lsm6dsox_fifo.py for the FIFO's). Not modelled: interrupts, the sensor hub, tap and the other embedded
functions, compression, FTYPE.

Faults besides the common ones: wrong-id, flat (values freeze), noise (three times as much), torn (high and low byte
of two samples, unless BDU is set), overflow (the FIFO is full and has lost words), silent (no new samples).
"""

from __future__ import annotations

import math
import struct
from collections.abc import Callable, Sequence

from ..clock import Clock
from .i2c import COMMON_FAULTS, Chip
from .lsm6dsox_fifo import ACCEL, CONFIG, DEPTH, GYRO, TEMP, Fifo
from .lsm6dsox_signal import G, Signal

ADDRESS = 0x6A
BASE_HZ = 6667.0  # times 1 + 0.15 % x INTERNAL_FREQ_FINE; every data rate is this over a power of two
STANDARD = ((0.0, 0.0, G), (0.0, 0.0, 0.0))  # at rest

XL_MG = {0: 0.061, 1: 0.488, 2: 0.122, 3: 0.244}  # by FS field 3:2
G_MDPS = {0: 8.75, 1: 4.375, 2: 17.5, 4: 35.0, 6: 70.0}  # by FS field 3:1, of which the lowest bit is FS_125
XL_CUT = (4, 10, 20, 45, 100, 200, 400, 800)  # LPF2: data rate over this

FUNC_CFG, FIFO2, FIFO3, FIFO4, CTRL1, CTRL2, CTRL3, CTRL4 = 0x01, 0x08, 0x09, 0x0A, 0x10, 0x11, 0x12, 0x13
CTRL6, CTRL8, CTRL10, WHO_AM_I, STATUS, OUT_TEMP, OUT_G, OUT_XL = 0x15, 0x17, 0x19, 0x0F, 0x1E, 0x20, 0x22, 0x28
STATUS1, STATUS2, TIMESTAMP, FREQ_FINE, FIFO_TAG, FIFO_END = 0x3A, 0x3B, 0x40, 0x63, 0x78, 0x7E
RESET_VALUES = {CTRL3: 0x04, 0x18: 0xE0}  # IF_INC; CTRL9_XL
WRITABLE = {
    0x01, 0x02, *range(0x07, 0x0F), *range(0x10, 0x1A), *range(0x56, 0x60), 0x73, 0x74, 0x75, 0x42,
}  # fmt: skip
_ROW = struct.Struct("<hhh")
_OTHER_BANKS = 0xC0
_SW_RESET, _IF_INC, _BDU, _BOOT = 0x01, 0x04, 0x40, 0x80


def odr_divider(code: int, accel: bool) -> int:
    """Return what BASE_HZ is divided by for the data rate `code` (0: off, for which this gives 0)."""
    if code == 0xB and accel:
        return 4096  # 1.6 Hz, low power
    return 2 ** (0xA - code) if 1 <= code <= 0xA else 0


class Lsm6dsox(Chip):
    """The chip at 0x6A or 0x6B. `tick()` must run at every millisecond: Clock.on_tick(chip.tick)."""

    FAULTS = (*COMMON_FAULTS, "wrong-id", "flat", "noise", "torn", "overflow", "silent")

    def __init__(
        self,
        clock: Clock,
        sense: Callable[[], tuple[Sequence[float], Sequence[float]]] | None = None,
        seed: int = 0,
        address: int = ADDRESS,
    ) -> None:
        super().__init__("LSM6DSOX", address, seed)
        self._clock = clock
        self._sense = sense
        self.temperature_c = 25.0
        self.freq_fine = int(self.rng.integers(-13, 14))  # +-2 %
        self.signal = Signal(self.rng)
        self._before_us = clock.now_us
        self.overruns = 0  # FIFO words lost since the simulation began
        self.start()

    def start(self) -> None:
        """Begin as after power-on."""
        self._before_us = self._clock.now_us
        self._time_zero_us = float(self._clock.now_us)
        self._reset()

    def _reset(self) -> None:
        self._registers = bytearray(128)
        for register, value in RESET_VALUES.items():
            self._registers[register] = value
        self._busy_until = {_SW_RESET: -1, _BOOT: -1}
        self._raw = {GYRO: [0, 0, 0], ACCEL: [0, 0, 0]}
        self._older = {GYRO: [0, 0, 0], ACCEL: [0, 0, 0]}
        self._fresh = {GYRO: False, ACCEL: False, TEMP: False}
        self._next_us = {GYRO: math.inf, ACCEL: math.inf, TEMP: math.inf}
        self._invalid = {GYRO: 0, ACCEL: 0}
        self._count = {GYRO: 0, ACCEL: 0}  # samples so far, for decimation into the FIFO
        self._held: dict[int, int] = {}
        self._fifo = Fifo(self._registers, self._lost_word)
        self._configure()

    # --- signals

    def tick(self) -> None:
        """Take in the signals of this millisecond and make the samples that fell due since the last one."""
        if not self.powered:
            return
        now = self._clock.now_us
        force, rate = self._sense() if self._sense is not None else STANDARD
        span = max(1, now - self._before_us)
        self.signal.add(force, rate, span * 1e-6)
        while self._due_us <= now:
            due = self._due_us
            part = min(1.0, max(0.0, (due - self._before_us) / span))
            for sensor in (GYRO, ACCEL, TEMP):  # in this order within one slot
                if self._next_us[sensor] <= due:
                    self._sample(sensor, self._next_us[sensor], part)
                    self._next_us[sensor] += self._period_us[sensor]
            self._due_us = min(self._next_us.values())
        self._before_us = now

    def _sample(self, sensor: int, due_us: float, part: float) -> None:
        if "silent" in self.faults:
            return
        if sensor == TEMP:
            self._fresh[TEMP] = True
            self._batch(TEMP, due_us, self._temperature())
            return
        if "flat" not in self.faults:
            self._older[sensor] = self._raw[sensor]
            factor = 3.0 if "noise" in self.faults else 1.0
            self._raw[sensor] = (self.signal.accel if sensor == ACCEL else self.signal.gyro)(part, factor)
        x, y, z = self._raw[sensor]
        if self._invalid[sensor]:
            self._invalid[sensor] -= 1
            x = 0x7FFF
        self._fresh[sensor] = True
        self._count[sensor] += 1
        divider = self._batch_divider[sensor]
        if divider and (self._count[sensor] - 1) % divider == 0:
            self._batch(sensor, due_us, _ROW.pack(x, y, z))

    def _temperature(self) -> bytes:
        raw = round((self.temperature_c - 25.0) * 256) + int(self.rng.integers(-8, 9))
        return (max(-32768, min(32767, raw)) & 0xFFFF).to_bytes(2, "little") + bytes(4)

    # --- what the registers mean

    def _configure(self) -> None:
        """Work out rates, ranges and filters from the control registers."""
        r = self._registers
        fine = 1 + 0.0015 * self.freq_fine
        gyro_code = 0 if r[CTRL4] & 0x40 else r[CTRL2] >> 4  # SLEEP_G
        if gyro_code == 0xB:
            self.note("gyro at data rate 0xB, which only the accelerometer has")
        dividers = {ACCEL: odr_divider(r[CTRL1] >> 4, True), GYRO: odr_divider(gyro_code, False)}
        rates = {s: BASE_HZ * fine / d if d else 0.0 for s, d in dividers.items()}
        temp_hz = (0.0, 1.6, 12.5, 52.0)[r[FIFO4] >> 4 & 3] or (52.0 if any(rates.values()) else 0.0)
        self._period_us = {s: 1e6 / hz if hz else math.inf for s, hz in (*rates.items(), (TEMP, temp_hz))}
        self._start_stop()
        self._due_us = min(self._next_us.values())
        xl_fs = r[CTRL1] >> 2 & 3
        xl_mg = 0.061 if r[CTRL8] & 0x02 and xl_fs == 1 else XL_MG[xl_fs]
        high_pass = bool(r[CTRL8] & 0x04)
        if high_pass:
            self.note("the accelerometer's high-pass is not modelled")
        second_hz = rates[ACCEL] / XL_CUT[r[CTRL8] >> 5] if r[CTRL1] & 0x02 and not high_pass else math.inf
        g_mdps = G_MDPS.get(r[CTRL2] >> 1 & 7, G_MDPS[0])
        self.signal.configure(xl_mg, g_mdps, min(rates[ACCEL] / 2, second_hz), rates[GYRO] / 3)
        self._batch_divider = {}
        for sensor, code in ((ACCEL, r[FIFO3] & 0xF), (GYRO, r[FIFO3] >> 4)):
            batch = 1024 if code == 0xB else odr_divider(code, False)  # 0xB: 6.5 Hz
            if batch and not dividers[sensor]:
                self.note(f"FIFO batches {'gyro' if sensor == GYRO else 'accelerometer'} data while its data rate is 0")
            self._batch_divider[sensor] = max(1, batch // dividers[sensor]) if batch and dividers[sensor] else 0

    def _start_stop(self) -> None:
        """Give a sensor that was just switched on its first sample; sensors of one rate share their moments."""
        now = float(self._clock.now_us)
        for sensor, period in self._period_us.items():
            if math.isinf(period):
                self._next_us[sensor] = math.inf
                self._invalid[sensor] = {GYRO: 2, ACCEL: 1}.get(sensor, 0)
            elif math.isinf(self._next_us[sensor]) or self._next_us[sensor] > now + period:
                twin = self._next_us[{GYRO: ACCEL, ACCEL: GYRO}.get(sensor, TEMP)]
                shared = not math.isinf(twin) and twin > now and abs(twin - now) <= period
                self._next_us[sensor] = twin if shared else now + period

    # --- FIFO

    def _batch(self, sensor: int, due_us: float, data: bytes) -> None:
        """Put one word into the FIFO, and before the first word of a slot perhaps a time stamp."""
        if sensor == TEMP and not self._registers[FIFO4] & 0x30:
            return
        stamp = self._timestamp(due_us) if self._registers[CTRL10] & 0x20 else None
        self._fifo.batch(sensor, due_us, data, stamp)

    def _timestamp(self, at_us: float) -> int:
        """25 us a count, as the chip's own oscillator counts."""
        return int((at_us - self._time_zero_us) * (1 + 0.0015 * self.freq_fine) / 25) & 0xFFFFFFFF

    def faults_changed(self) -> None:
        if "overflow" in self.faults:  # it happens once
            self.faults.discard("overflow")
            word = b"".join((v & 0xFFFF).to_bytes(2, "little") for v in self._raw[GYRO])
            for _ in range(DEPTH + 1 if self._registers[FIFO4] & 7 else 0):
                self._fifo.put(GYRO, word)

    def _lost_word(self) -> None:
        self.overruns += 1

    # --- bytes

    def read(self, count: int) -> bytes:
        """Give bytes from the register pointer on; whole words of the FIFO in one piece."""
        if self._pointer == FIFO_TAG and count >= 7 and not self._registers[FUNC_CFG] & _OTHER_BANKS:
            self._answer()
            words = self._fifo.take(count // 7)
            rest = count % 7
            return words + (super().read(rest) if rest else b"")
        return super().read(count)

    def next_register(self, register: int) -> int:
        if register == FIFO_END:
            return FIFO_TAG  # a long read goes through the FIFO word by word
        if not self._registers[CTRL3] & _IF_INC:
            return register
        return register + 1 & 0x7F

    def read_register(self, register: int) -> int:
        register &= 0x7F
        r = self._registers
        if r[FUNC_CFG] & _OTHER_BANKS and register != FUNC_CFG:
            return 0
        if register == WHO_AM_I:
            return 0x69 if "wrong-id" in self.faults else 0x6C
        if register == CTRL3:
            busy = [bit for bit, until in self._busy_until.items() if self._clock.now_us < until]
            return r[CTRL3] | sum(busy)
        if register == STATUS:
            return self._fresh[ACCEL] | self._fresh[GYRO] << 1 | self._fresh[TEMP] << 2
        if OUT_TEMP <= register < OUT_XL + 6:
            return self._output(register)
        if register == STATUS1:
            return len(self._fifo.words) & 0xFF
        if register == STATUS2:
            return self._fifo.status2()
        if TIMESTAMP <= register < TIMESTAMP + 4:
            running = r[CTRL10] & 0x20
            return self._timestamp(self._clock.now_us) >> 8 * (register - TIMESTAMP) & 0xFF if running else 0
        if register == FREQ_FINE:
            return self.freq_fine & 0xFF
        if FIFO_TAG <= register <= FIFO_END:
            return self._fifo.byte(register - FIFO_TAG)
        return r[register]

    def write_register(self, register: int, value: int) -> None:
        register &= 0x7F
        if self._registers[FUNC_CFG] & _OTHER_BANKS and register != FUNC_CFG:
            return
        if register not in WRITABLE:
            self.note(f"wrote 0x{value:02x} to read-only or unknown register 0x{register:02x}")
            return
        if register == CTRL3 and value & (_SW_RESET | _BOOT):
            self._restart(value)
            return
        if register == TIMESTAMP + 2:
            if value == 0xAA:
                self._time_zero_us = float(self._clock.now_us)
            return
        old = self._registers[register]
        self._registers[register] = value
        if register == CTRL10 and value & ~old & 0x20:
            self._time_zero_us = float(self._clock.now_us)
        if register == FIFO4 and value & 7 == 0:
            self._fifo.clear()
        if register == FIFO4 and value & 7 in (3, 4, 7):
            self.note(f"FIFO mode {value & 7} needs a trigger, which is not modelled")
        if register == FIFO2 and value & 0x46:
            self.note("FIFO compression is not modelled")
        if register in (CTRL1, CTRL2, FIFO3, CTRL4, CTRL6, CTRL8, FIFO4) and value != old:
            self._configure()
            if self._registers[FIFO2] & 0x10 and register in (CTRL1, CTRL2, FIFO3):
                self._batch(CONFIG, float(self._clock.now_us), bytes(6))

    def _restart(self, value: int) -> None:
        now = self._clock.now_us
        if value & _SW_RESET:
            self._reset()
            self._busy_until[_SW_RESET] = now + 50
        else:
            self._registers[CTRL3] = value & ~_BOOT
        if value & _BOOT:
            self._busy_until[_BOOT] = now + 10_000

    def _output(self, register: int) -> int:
        """One byte of the output registers; with BDU the high byte belongs to the low byte that was read before."""
        base, sensor = (OUT_TEMP, TEMP) if register < OUT_G else (OUT_G, GYRO) if register < OUT_XL else (OUT_XL, ACCEL)
        axis, high = divmod(register - base, 2)
        block = self._registers[CTRL3] & _BDU
        if sensor == TEMP:
            value = round((self.temperature_c - 25.0) * 256)
        elif high and "torn" in self.faults and not block:
            value = self._older[sensor][axis]
        else:
            value = self._raw[sensor][axis]
        if high:
            self._fresh[sensor] = False
            if block:
                value = self._held.pop(register - 1, value)
            return value >> 8 & 0xFF
        if block:
            self._held[register] = value
        return value & 0xFF
