"""What goes wrong with the device in the field: clocks, files, power, touch, the display's bus, the motor."""

import pytest
from field.harness import SMALL_GREEN, Field
from teatable.rules import save

from host_sim.stillworld import StillWorld
from host_sim.table import SimulatedTable

RING = 1 << 30


@pytest.mark.parametrize("before_s", [0.005, 2.2, 5.0])
def test_the_wrap_of_the_ticks_is_no_billion(before_s):
    """The ticks wrap at the start, while the zero is taken, and while the cup is put down."""
    field = Field(start_ticks_us=RING - round(before_s * 1e6))
    field.watch()
    field.wait(0.5)
    field.quiet()
    field.still_weighs()
    assert field.app.now_ms < 20_000


@pytest.mark.parametrize("name", ["settings", "calibration"])
@pytest.mark.parametrize("rest", [b"", b"\0" * 40], ids=["empty", "zeros"])
def test_a_file_of_no_bytes_or_of_zeros_after_a_reset(name, rest):
    table = SimulatedTable(world=StillWorld(), files={name: rest}, calibrated=False)
    table.run_for(0.8)
    assert table.app.view["screen"] == "title" and not table.app.view["can_resume"]
    log = " | ".join(table.app.play.referee.log)
    assert name + ":" in log, log
    assert table.app.play.settings["players"] == 2


def test_a_brown_out_at_the_motors_start_leaves_it_off_and_loses_nothing():
    field = Field(level=2)
    field.choose()
    before = save(field.app.play.referee.game)
    field.until(lambda: field.app.wobble.speed_mrev_s > 0)
    field.table.power_cut(0.3)
    on = []
    for _ in range(40):
        field.wait(0.05)
        on.append(field.table.gate.enabled())
    assert not any(on) and field.table.motor._duty == 0
    assert field.view["screen"] == "title" and field.view["can_resume"]
    field.press("button:resume")
    assert save(field.app.play.referee.game) == before and field.view["screen"] == "place"
    field.until(lambda: field.app.wobble.speed_mrev_s > 0)
    field.cup(SMALL_GREEN)
    field.screen("count")


def test_a_brown_out_again_and_again_always_begins_with_the_motor_off():
    """The supply gives way at each start of the motor: the game stays where it was, it can go on by calm table."""
    field = Field(level=3)
    field.choose()
    for _ in range(3):
        field.until(lambda: field.app is not None and field.app.wobble.speed_mrev_s > 0)
        field.table.power_cut(0.1)
        field.wait(0.6)
        assert not field.table.gate.enabled() and field.table.motor._duty == 0
        field.press("button:resume")
        assert field.view["screen"] == "place"


def test_the_motor_is_off_after_a_restart_in_full_run():
    """PWM outlives a soft reset on this chip: enable is released and the pulses end before anything else."""
    field = Field(level=3)
    field.choose()
    field.until(lambda: field.app.wobble.speed_mrev_s >= 1_000)
    moved = field.table.motor.microsteps
    field.table.fault("failsafe", "shorted")  # even without the one-shot
    ports = field.table.ports
    step = field.app.step
    field.app.step = lambda now_us: ports.restart() if field.table.now_s > 0 else step(now_us)
    field.wait(0.01)
    assert field.table.restarts
    at = field.table.motor.microsteps
    field.wait(1.5)
    assert field.table.motor.microsteps == at >= moved
    assert not field.table.gate.enabled()


@pytest.mark.parametrize("board", ["devkitc_s3", "devkitc_s3_ft6336"])
def test_a_touch_stuck_at_the_corner_presses_nothing(board):
    field = Field(board=board)
    field.table.fault("touch", "stuck-zero")
    pressed = []
    press = field.app.play.press
    field.app.play.press = lambda target: (pressed.append(target), press(target))[1]
    field.table.touch_down(120, 200)
    field.wait(4.0)
    field.table.touch_up()
    field.wait(0.5)
    field.table.clear("touch", "stuck-zero")
    assert not pressed
    field.wait(6.5)
    spot = next(t for t in field.app.ui.targets if t[0] == "button:ready")
    field.table.touch_down(spot[1] + spot[3] // 2, spot[2] + spot[4] // 2)
    field.wait(0.2)
    field.table.touch_up()
    field.wait(0.5)
    assert pressed == ["button:ready"]


@pytest.mark.parametrize("board", ["devkitc_s3", "devkitc_s3_ft6336"])
def test_jumping_coordinates_press_nothing_that_was_not_touched(board):
    field = Field(board=board)
    pressed = []
    press = field.app.play.press
    field.app.play.press = lambda target: (pressed.append(target), press(target))[1]
    spot = next(t for t in field.app.ui.targets if t[0] == "button:ready")
    x, y = spot[1] + spot[3] // 2, spot[2] + spot[4] // 2
    empty = (120, 110)
    field.table.touch_down(*empty)
    field.wait(0.1)
    for k in range(12):  # single jumps onto the button and back
        field.table.touch(*((x, y) if k % 4 == 0 else empty), True)
        field.wait(0.012)
    field.table.touch(*empty, True)
    field.wait(0.1)
    field.table.touch_up()
    field.wait(0.5)
    assert pressed == []


@pytest.mark.parametrize("hertz", [26_700_000, 10_000_000])
def test_a_slower_display_bus_than_asked_for_costs_no_sample(hertz):
    field = Field()
    field.app._panel._spi._hz = hertz
    field.app.ui.redraw()
    field.wait(0.3)
    field.table.reset_counts()
    for _ in range(3):
        field.press("button:ready", "button:peek")
        field.app.ui.redraw()
        field.wait(0.6)
    assert field.table.samples_lost == 0
