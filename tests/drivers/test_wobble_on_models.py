"""Wobble, stepper and home sensor on the motor model that somebody else wrote: pulses, one-shot, wedges, magnet."""

import math

import pytest
from teatable.boards import devkitc_s3
from teatable.drivers.hall import Home
from teatable.drivers.tmc2209 import Stepper
from teatable.wobble import Wobble

import host_sim.devices.home
from host_sim.clock import TICKS_PERIOD, Clock
from host_sim.devices.oneshot import HOLD_US, OneShot
from host_sim.devices.tmc2209 import Motor
from host_sim.ports import make_ports


class Bench:
    def __init__(self, seed=1, start_ticks_us=0):
        self.clock = Clock(start_ticks_us=start_ticks_us)
        self.gate = OneShot(self.clock)
        self.motor = Motor(self.clock, self.gate, seed)
        self.home = host_sim.devices.home.Home(self.motor, seed)
        self.clock.on_tick(self.motor.catch_up)
        wires = {
            "motor_step": self.motor.pwm,
            "motor_dir": self.motor.direction,
            "motor_enable": self.gate.enable_line,
            "motor_heartbeat": self.gate.heartbeat,
            "motor_home": self.home.level,
        }
        p = make_ports(devkitc_s3, wires, self.clock)
        stepper = Stepper(p.pwm("motor_step"), p.pin("motor_dir"), p.pin("motor_enable"), p.pin("motor_heartbeat"))
        self.wobble = Wobble(stepper, Home(p.pin("motor_home")))

    def run(self, seconds):
        end = self.clock.now_us + round(seconds * 1e6)
        while self.clock.now_us < end:
            self.clock.advance(4_000)
            self.wobble.passes(self.clock.ticks_us())
            self.wobble.step(self.clock.now_us // 1000)
        return self

    def turns(self, seconds):
        before = self.motor.angle_rad
        self.run(seconds)
        return (self.motor.angle_rad - before) / (2 * math.pi)

    @property
    def tilt_deg(self):
        return math.degrees(self.motor.swash()[1])


@pytest.mark.parametrize("level, hz", [(1, 0.5), (2, 1.0)])
def test_the_shaft_turns_at_the_levels_speed_with_the_wedges_adding_up(level, hz):
    bench = Bench()
    assert bench.tilt_deg == pytest.approx(0, abs=1e-6)
    bench.wobble.run(level)
    bench.run(3)
    assert bench.turns(10) == pytest.approx(10 * hz, rel=0.005)
    assert bench.tilt_deg == pytest.approx(1.0)
    assert bench.gate.trips == 0 and not bench.motor.stalled and not bench.wobble.stalled


@pytest.mark.parametrize("seed", range(4))
def test_level_off_brings_the_top_level_from_anywhere(seed):
    bench = Bench(seed)
    bench.wobble.run(3)
    bench.run(5 + seed * 0.37)
    assert bench.tilt_deg == pytest.approx(1.0)
    bench.wobble.run(0)
    bench.run(6)
    assert bench.tilt_deg == pytest.approx(0, abs=1e-6)
    assert not bench.gate.enabled() and bench.wobble.levelled
    assert bench.turns(2) == 0


def test_the_angle_is_right_at_mad_in_spite_of_cut_pulses():
    bench = Bench()
    bench.wobble.run(3)
    bench.run(5)
    for _ in range(100):
        bench.run(0.1)
        edge = bench.motor.angle_rad + host_sim.devices.home.HALF_WIDTH_RAD  # the pass is the magnet's near edge
        off = bench.wobble.angle_mrev / 1000 - edge / (2 * math.pi)
        assert abs(math.remainder(off, 1.0)) < 0.02
    assert bench.motor.cuts > 100, "there were changes of speed"


@pytest.mark.parametrize(
    "device, kind", [("motor", "stall"), ("motor", "no-supply"), ("motor", "step-cut"), ("home", "never")]
)
@pytest.mark.parametrize("level", [1, 2, 3])
def test_a_motor_that_does_not_follow_is_switched_off(device, kind, level):
    bench = Bench()
    bench.wobble.run(level)
    bench.run(5)
    getattr(bench, device).fault(kind)
    bench.run(8)
    assert bench.wobble.stalled and not bench.gate.enabled()


def test_lost_steps_are_noticed():
    bench = Bench()
    bench.wobble.run(2)
    bench.run(5)
    bench.motor.fault("lost-steps")
    bench.run(10)
    assert bench.wobble.stalled


def test_a_bouncing_home_sensor_is_survived():
    bench = Bench()
    bench.home.fault("bounce")
    bench.wobble.run(2)
    bench.run(20)
    assert not bench.wobble.stalled and bench.wobble.speed_mrev_s == 1000


def test_a_hanging_loop_lets_the_motor_go_and_it_starts_again_gently():
    bench = Bench()
    bench.wobble.run(3)
    bench.run(4)
    bench.clock.advance(HOLD_US + 50_000)
    assert not bench.gate.enabled()
    bench.run(0.1)
    assert bench.wobble.speed_mrev_s == 0
    bench.run(3)
    assert bench.gate.enabled() and not bench.motor.stalled and not bench.wobble.stalled


def test_a_pause_of_300_ms_in_the_loop_stops_nothing():
    """So long garbage has been seen to be collected in PSRAM."""
    bench = Bench()
    bench.wobble.run(2)
    bench.run(4)
    for _ in range(10):
        bench.clock.advance(300_000)
        bench.run(1)
    assert bench.gate.trips == 0 and bench.wobble.speed_mrev_s == 1000 and not bench.wobble.stalled


def test_across_the_wrap():
    bench = Bench(start_ticks_us=TICKS_PERIOD - 5_000)
    bench.wobble.run(2)
    bench.run(3)
    assert bench.turns(10) == pytest.approx(10, rel=0.01)
