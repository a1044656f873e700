"""Stepper and home sensor: off at any time, direction only at standstill, no needless change of the pulse rate."""

from teatable.drivers.hall import Home
from teatable.drivers.tmc2209 import Stepper

from unit_drivers.fake_chips import FakePin, FakePwm


def stepper():
    log = []
    wires = FakePwm(log, "step"), FakePin(0, log, "dir"), FakePin(0, log, "enable"), FakePin(0, log, "beat")
    motor = Stepper(wires[0], wires[1], wires[2], wires[3])
    return motor, wires, log


def test_it_starts_off():
    motor, (step, _dir, enable, _beat), log = stepper()
    assert enable.level == 1 and step.duty == 0 and not motor.enabled
    assert log[0] == ("enable", 1), "the coils go first"


def test_speed_does_nothing_until_enabled():
    motor, (step, _dir, enable, _beat), _ = stepper()
    motor.speed(500)
    assert step.duty == 0 and enable.level == 1


def test_speed_is_pulses_a_second():
    motor, (step, direction, enable, _beat), _ = stepper()
    motor.enable()
    assert enable.level == 0 and step.duty == 0
    for mrev_s, hz in ((500, 1_600), (1_500, 4_800), (1_000, 3_200)):
        motor.speed(mrev_s)
        assert step.hz == hz and 30_000 < step.duty < 36_000 and direction.level == 1
    motor.speed(-250)
    assert step.hz == 800 and direction.level == 0
    motor.speed(0)
    assert step.duty == 0 and enable.level == 0


def test_direction_changes_only_while_no_pulses_come():
    motor, _, log = stepper()
    motor.enable()
    motor.speed(500)
    del log[:]
    motor.speed(-500)
    assert log[0] == ("step.duty", 0)
    assert log[1] == ("dir", 0)


def test_the_same_speed_again_touches_nothing():
    motor, _, log = stepper()
    motor.enable()
    motor.speed(500)
    del log[:]
    motor.speed(500)
    assert log == []


def test_off_releases_the_coils_before_the_pulses_stop_and_works_twice():
    motor, (step, _dir, enable, _beat), log = stepper()
    motor.enable()
    motor.speed(500)
    del log[:]
    motor.off()
    assert log[0] == ("enable", 1) and enable.level == 1 and step.duty == 0
    motor.off()
    assert enable.level == 1 and step.duty == 0 and not motor.enabled


def test_off_stops_the_pulses_even_if_the_enable_pin_fails():
    motor, (step, _dir, enable, _beat), _ = stepper()
    motor.enable()
    motor.speed(500)

    def broken(level=None):
        raise OSError(5)

    enable.value = broken
    failed = False
    try:
        motor.off()
    except OSError:
        failed = True
    assert failed and step.duty == 0


def test_a_beat_is_one_rising_edge_and_only_while_enabled():
    motor, _, log = stepper()
    motor.beat()
    assert ("beat", 1) not in log
    motor.enable()
    del log[:]
    motor.beat()
    assert log == [("beat", 1), ("beat", 0)]


def passes(home, pin, times_us):
    """Let the magnet come by at each of `times_us` for 20 ms; return the moments that the driver reported."""
    seen = []
    now = times_us[0] - 100_000
    while now < times_us[-1] + 100_000:
        pin.level = 1
        for t in times_us:
            if t <= now < t + 20_000:
                pin.level = 0
        if home.poll(now & 0x3FFFFFFF):
            seen.append(now)
        now += 5_000
    return seen


def test_one_pass_a_turn_and_its_period():
    pin = FakePin(1)
    home = Home(pin)
    assert passes(home, pin, [1_000_000]) == [1_000_000] and home.period_us == 0
    assert len(passes(home, pin, [2_000_000, 3_000_000])) == 2
    assert home.period_us == 1_000_000


def test_period_across_the_wrap():
    pin = FakePin(1)
    home = Home(pin)
    start = (1 << 30) - 5_000
    assert len(passes(home, pin, [start - 700_000, start, start + 700_000])) == 3
    assert home.period_us == 700_000


def test_bounces_are_one_pass():
    pin = FakePin(1)
    home = Home(pin)
    seen = 0
    for i in range(20):
        pin.level = i & 1
        seen += home.poll(1_000_000 + i * 1_000)
    assert seen == 1


def test_standing_at_the_magnet_is_no_pass_and_an_old_pass_gives_no_period():
    pin = FakePin(0)
    home = Home(pin)
    assert not home.poll(0)
    assert len(passes(home, pin, [1_000_000])) == 1
    for now in range(2_000_000, 40_000_000, 1_000_000):
        assert not home.poll(now)
    passes(home, pin, [50_000_000])
    assert home.period_us == 0
