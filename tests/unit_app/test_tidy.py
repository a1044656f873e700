"""Garbage is collected at calm moments: after the motor has run, else a while apart, never while something moves."""

from teatable import config
from teatable.tidy import Tidy

C = config.values(config.APP)
EVERY, LATE = C["tidy_ms"], C["tidy_late_ms"]


def test_once_after_the_motor_has_run():
    tidy = Tidy(C)
    tidy.step(EVERY, True, True)
    assert tidy.count == 1
    for ms in range(EVERY, EVERY + LATE - 1, 50):
        tidy.step(ms, True, True)
    assert tidy.count == 1
    tidy.step(EVERY + 500, True, False)
    tidy.step(EVERY + EVERY - 1, True, True)
    assert tidy.count == 1
    tidy.step(EVERY + EVERY, True, True)
    assert tidy.count == 2


def test_late_at_any_calm_moment():
    tidy = Tidy(C)
    tidy.step(LATE - 1, True, False)
    assert tidy.count == 0
    tidy.step(LATE, True, False)
    assert tidy.count == 1


def test_never_while_something_moves():
    tidy = Tidy(C)
    for ms in range(0, 5 * LATE, 50):
        tidy.step(ms, False, ms % 100 == 0)
    assert tidy.count == 0
