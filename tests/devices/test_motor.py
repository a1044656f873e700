"""The motor by its pulses, the wedges by their dog, the one-shot, the home sensor."""

import math
from itertools import pairwise

import pytest
from teatable.boards import geometry

from host_sim.clock import Clock
from host_sim.devices.home import HALF_WIDTH_RAD, Home
from host_sim.devices.oneshot import HOLD_US, OneShot
from host_sim.devices.tmc2209 import RUN_MA, STEPS_PER_TURN, Motor

TILT_RAD = math.radians(geometry.SWASH_TILT_MDEG / 1000)


class Rig:
    """Motor, gate and home sensor, beaten every 50 ms."""

    def __init__(self, seed=0, beating=True):
        self.clock = Clock()
        self.gate = OneShot(self.clock)
        self.motor = Motor(self.clock, self.gate, seed)
        self.home = Home(self.motor, seed)
        self.beating = beating
        self.clock.on_tick(self._tick)
        self.beat()
        self.gate.enable_line(0)

    def beat(self):
        self.gate.heartbeat(1)
        self.gate.heartbeat(0)

    def _tick(self):
        if self.beating and self.clock.ticks % 50 == 0:
            self.beat()
        self.motor.catch_up()

    def run(self, hz, seconds, forward=1):
        self.motor.direction(forward)
        self.motor.pwm(hz, 32_768)
        start = self.motor.microsteps
        self.clock.advance(round(seconds * 1e6))
        self.motor.catch_up()
        return self.motor.microsteps - start


@pytest.mark.parametrize(("hz", "seconds"), [(3200, 1.0), (1600, 0.5), (6400, 2.0), (777, 3.0)])
@pytest.mark.parametrize("forward", [0, 1])
def test_it_turns_one_step_a_rising_edge(hz, seconds, forward):
    moved = Rig().run(hz, seconds, forward)
    assert abs(moved) == pytest.approx(hz * seconds, abs=1)
    assert (moved > 0) == bool(forward)


def test_a_new_frequency_cuts_the_running_period():
    rig = Rig()
    rig.run(100, 0.1)
    rig.clock.advance(8_000)  # the output is low for the last half of this period
    moved = rig.run(200, 0.1)
    assert moved == 21  # the restart itself rises at once
    assert rig.motor.cuts == 1
    rig.clock.advance(1_000)  # now it is high
    moved = rig.run(100, 0.0995)
    assert moved == 9  # no edge at the restart: the step is lost
    assert rig.motor.cuts == 2


def test_no_duty_and_full_release_give_no_pulses():
    rig = Rig()
    rig.run(1_000, 0.1)
    rig.motor.pwm(1_000, 0)
    at = rig.motor.microsteps
    rig.clock.advance(100_000)
    rig.motor.pwm(0, 0)
    rig.clock.advance(100_000)
    assert rig.motor.microsteps == at


def test_it_stands_without_enable_and_when_the_heartbeat_ends():
    rig = Rig()
    rig.gate.enable_line(1)
    assert rig.run(3200, 0.5) == 0
    rig.gate.enable_line(0)
    rig.beating = False
    rig.beat()
    moved = rig.run(3200, 1.0)
    assert moved == pytest.approx(3200 * HOLD_US / 1e6, abs=5)
    assert rig.gate.trips >= 1
    assert rig.motor.current_ma() == 0


def test_a_wire_stuck_high_is_no_heartbeat():
    rig = Rig(beating=False)
    rig.gate.heartbeat(1)
    for _ in range(10):
        rig.clock.advance(100_000)
        rig.gate.heartbeat(1)
    assert not rig.gate.enabled()


def test_the_gate_is_closed_before_the_first_beat_and_after_a_reset():
    clock = Clock()
    gate = OneShot(clock)
    gate.enable_line(0)
    assert not gate.enabled()
    gate.heartbeat(1)
    assert gate.enabled()
    gate.reset()
    assert not gate.enabled()


def test_forward_the_wedges_add_up_and_half_a_turn_backward_they_cancel():
    rig = Rig()
    rig.run(3200, 0.6, forward=1)
    direction, tilt = rig.motor.swash()
    assert tilt == pytest.approx(TILT_RAD)
    assert direction == pytest.approx(rig.motor.angle_rad)
    rig.run(3200, 0.25, forward=0)
    assert rig.motor.swash()[1] == pytest.approx(TILT_RAD * math.cos(math.pi / 4), rel=0.01)
    rig.run(3200, 0.25, forward=0)
    assert rig.motor.swash()[1] == pytest.approx(0, abs=TILT_RAD * 0.002)
    rig.run(3200, 0.7, forward=0)
    assert rig.motor.swash()[1] == pytest.approx(0, abs=TILT_RAD * 0.002)


def test_while_the_dog_is_free_the_second_wedge_stands():
    rig = Rig()
    rig.run(3200, 0.6, forward=1)
    second = rig.motor.angle_rad + rig.motor.rel_rad
    rig.run(3200, 0.3, forward=0)
    assert rig.motor.angle_rad + rig.motor.rel_rad == pytest.approx(second)


def test_a_jump_beyond_pull_in_loses_the_rotor_until_it_is_slow_again():
    rig = Rig()
    assert rig.run(12_000, 0.2) == 0
    assert rig.motor.stalled
    assert rig.run(1_000, 0.2) > 0
    for hz in range(1_000, 8_001, 1_000):
        assert rig.run(hz, 0.05) > 0


@pytest.mark.parametrize("kind", ["stall", "no-supply", "step-cut"])
def test_faults_that_stop_it(kind):
    rig = Rig()
    rig.motor.fault(kind)
    assert rig.run(3200, 0.3) == 0
    rig.motor.clear(kind)
    assert rig.run(3200, 0.3) > 900


def test_faults_that_mislead_it():
    rig = Rig()
    rig.motor.fault("lost-steps")
    assert 2_600 < rig.run(3200, 1.0) < 3_100
    rig.motor.clear("lost-steps")
    rig.motor.fault("dir-stuck")
    assert rig.run(3200, 0.1, forward=0) > 0


def test_current_falls_to_hold_after_half_a_second_of_standstill():
    rig = Rig()
    rig.run(3200, 0.1)
    rig.motor.pwm(3200, 0)
    rig.clock.advance(500_000)
    assert rig.motor.current_ma() == RUN_MA
    rig.clock.advance(100_000)
    assert rig.motor.current_ma() == pytest.approx(RUN_MA * 0.53, abs=1)


def test_home_is_low_once_a_turn_for_its_width():
    rig = Rig()
    rig.motor.pwm(3200, 32_768)
    levels = []
    for _ in range(5_000):
        rig.clock.advance(1_000)
        levels.append(rig.home.level())
    falls = sum(a and not b for a, b in pairwise(levels))
    assert falls == 5
    assert levels.count(0) / len(levels) == pytest.approx(HALF_WIDTH_RAD / math.pi, rel=0.1)


@pytest.mark.parametrize(("kind", "level"), [("never", 1), ("stuck-low", 0)])
def test_home_faults(kind, level):
    rig = Rig()
    rig.home.fault(kind)
    seen = set()
    for _ in range(100):
        rig.run(3200, 0.01)
        seen.add(rig.home.level())
    assert seen == {level}


def test_a_turn_is_3200_microsteps():
    assert STEPS_PER_TURN == 3200
