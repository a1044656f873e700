"""TMC2209 stepper driver on STEP/DIR/EN, behind a one-shot that lets EN through only while the firmware beats.

Why: the motor must be off unless somebody means it to run. STEP pulses come from PWM, which goes on after a soft reset,
so `off()` releases EN first and stops the pulses second. In: a signed speed in thousandths of a turn a second. Out: a
pulse rate, a direction, an enable level (low = on, as the TMC2209's ENN; the pin floats to off) and heartbeat edges.
Datasheet rev 1.09: DIR may change only between steps (20 ns); ENN high floats the outputs.
"""

from ..boards import geometry
from ..compat import const

STEPS_PER_TURN = geometry.MOTOR_STEPS_PER_TURN * geometry.MOTOR_MICROSTEPS
_ON = const(0)  # levels of the enable pin
OFF = const(1)
_HALF = const(32_768)  # duty of the pulses
_SLOWEST_HZ = const(10)  # the ESP32-S3's LEDC cannot count lower than about 5 Hz


class Stepper:
    """The motor. Starts off; `speed()` has no effect on the shaft until `enable()`."""

    def __init__(self, step_pwm, dir_pin, enable_pin, heartbeat_pin):
        self._step = step_pwm
        self._dir = dir_pin
        self._enable = enable_pin
        self._heartbeat = heartbeat_pin
        self._hz = 0
        self._forward = 1
        self.enabled = False
        self.off()
        self._dir.value(1)

    def speed(self, mrev_s):
        """Set the pulse rate for `mrev_s` thousandths of a turn a second, forward positive; 0 stands still.

        A change of direction passes through standstill. The same speed again costs nothing: setting a new PWM
        frequency cuts one pulse (0.1 degree), so callers change it sparingly.
        """
        hz = abs(mrev_s) * STEPS_PER_TURN // 1000
        if hz < _SLOWEST_HZ or not self.enabled:
            self._stand()
            return
        forward = 1 if mrev_s > 0 else 0
        if forward != self._forward:
            self._stand()
            self._dir.value(forward)
            self._forward = forward
        if hz != self._hz:
            self._step.freq(hz)
            if not self._hz:
                self._step.duty_u16(_HALF)
            self._hz = hz

    def enable(self):
        """Energise the coils at standstill; the one-shot needs `beat()` from now on."""
        if not self.enabled:
            self._stand()
            self.enabled = True
            self.beat()
            self._enable.value(_ON)

    def off(self):
        """Let the motor go: coils off, then no pulses. Safe at any time, also twice."""
        self.enabled = False
        try:
            self._enable.value(OFF)
        finally:
            self._stand()

    def beat(self):
        """Give the one-shot one pulse, so that EN stays through a while longer; before `enable()` it does nothing."""
        if self.enabled:
            self._heartbeat.value(1)
            self._heartbeat.value(0)

    def _stand(self):
        self._step.duty_u16(0)
        self._hz = 0
