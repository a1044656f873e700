"""TMC2209 with its stepper motor and the two-wedge swash plate, driven by pulses (datasheet rev 1.09).

What: counts rising STEP edges out of PWM settings, moves the motor by DIR while the one-shot lets EN through, and turns
the wedges: the first sits on the motor shaft, the second is carried along by a dog with half a turn of play. Forward
they add up; after half a turn backward they cancel and the top is level. Data in: PWM frequency and duty, DIR, time.
Data out: `microsteps`, `angle_rad`, `swash()` = (direction, tilt) for the world.

The PWM is the ESP32-S3's LEDC: a new frequency restarts the timer, so the running period is cut; if the output was high
just then, the restart gives no edge and one step is lost (chips.md section 6).
"""

from __future__ import annotations

import math

import numpy as np
from teatable.boards import geometry as geo

from ..clock import Clock
from .faulty import Faulty
from .oneshot import OneShot

STEPS_PER_TURN = geo.MOTOR_STEPS_PER_TURN * geo.MOTOR_MICROSTEPS
PULL_IN_HZ = 3 * STEPS_PER_TURN  # a jump of the pulse rate by more than this loses the rotor
STANDSTILL_US = 87_000  # 2^20 clocks
POWER_DOWN_US = 437_000  # 20 * 2^18 clocks after standstill
HOLD_SHARE = 0.53
RUN_MA = 600
DOG_RAD = math.radians(geo.SWASH_DOG_MDEG / 1000)
WEDGE_RAD = math.radians(geo.SWASH_TILT_MDEG / 1000) / 2  # each of the two


class Motor(Faulty):
    """Driver, motor and swash plate. `angle_rad` is the motor's, unbounded; `rel_rad` 0 (adding up) to DOG_RAD."""

    FAULTS = ("stall", "no-supply", "lost-steps", "dir-stuck", "step-cut")

    def __init__(self, clock: Clock, gate: OneShot, seed: int = 0) -> None:
        super().__init__("motor")
        self._clock = clock
        self._gate = gate
        self._rng = np.random.default_rng([seed, 0x2209])
        self.microsteps = int(self._rng.integers(0, STEPS_PER_TURN))  # where it happens to stand
        self.rel_rad = DOG_RAD  # levelled when it was last put away
        self.edges = 0  # rising edges seen, whether or not they moved it
        self.cuts = 0  # periods cut by a change of frequency
        self.stalled = False
        self._forward = 1
        self._hz = 0
        self._duty = 0
        self._start_us = 0.0  # of the PWM timer
        self._counted = 0  # edges of this timer run already counted
        self._last_step_us = -10_000_000
        self._steps_before = self.microsteps

    def pwm(self, hz: int, duty: int) -> None:
        """Follow the STEP output: `hz` and 16-bit `duty`; (0, 0) is off."""
        now = self._clock.now_us
        self.catch_up()
        if hz != self._hz:
            high = self._level(now)
            self.cuts += self._duty > 0 and self._hz > 0
            turning_hz = 0 if self.stalled or not self._duty else self._hz
            self.stalled = bool(duty) and abs(hz - turning_hz) > PULL_IN_HZ
            self._start_us = float(now)
            self._counted = 1 if high else 0  # an output that was high already does not rise again
            self._hz = hz
        elif duty and not self._duty and hz:
            # the timer runs on while the duty is 0: the next edge comes with its next period
            self._counted = int((now - self._start_us) * hz / 1e6) + 1
        self._duty = duty
        if not duty:
            self.stalled = False

    def direction(self, level: int) -> None:
        """Follow DIR: 1 is forward, counter-clockwise from above."""
        self.catch_up()
        self._forward = level

    def catch_up(self) -> None:
        """Take the edges that came until now."""
        if self.stands:
            return
        now = self._clock.now_us
        seen = int((now - self._start_us) * self._hz / 1e6) + 1
        count = seen - self._counted
        if count <= 0:
            return
        self._counted = seen
        self.edges += count
        f = self.faults
        if not self._gate.enabled() or self.stalled or (f and f & {"stall", "no-supply", "step-cut"}):
            return
        if "lost-steps" in f:
            count = int(self._rng.binomial(count, 0.9))
        self._last_step_us = now
        self._turn(count if self._forward or "dir-stuck" in f else -count)

    def swash(self) -> tuple[float, float]:
        """Return direction and size of the plate's tilt, both in rad, at the last `catch_up`."""
        return self.angle_rad + self.rel_rad / 2, 2 * WEDGE_RAD * math.cos(self.rel_rad / 2)

    @property
    def stands(self) -> bool:
        """Whether no pulses come, and none will before the next call of `pwm`."""
        return not self._duty or not self._hz

    @property
    def angle_rad(self) -> float:
        """The motor's angle in rad, unbounded."""
        return self.microsteps * (2 * math.pi / STEPS_PER_TURN)

    def current_ma(self) -> int:
        """Return the motor current: run, standstill reduction (PDN_UART low) or none."""
        if not self._gate.enabled() or "no-supply" in self.faults:
            return 0
        idle_us = self._clock.now_us - self._last_step_us
        return RUN_MA if idle_us < STANDSTILL_US + POWER_DOWN_US else round(RUN_MA * HOLD_SHARE)

    def _level(self, now: int) -> bool:
        if not self._duty or not self._hz:
            return False
        phase = (now - self._start_us) * self._hz / 1e6 % 1.0
        return phase < self._duty / 65_536

    def _turn(self, steps: int) -> None:
        self.microsteps += steps
        # friction holds the second wedge until the dog meets it
        rel = self.rel_rad - steps * (2 * math.pi / STEPS_PER_TURN)
        self.rel_rad = min(max(rel, 0.0), DOG_RAD)
