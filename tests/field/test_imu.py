"""What goes wrong with the IMU and its bus in the field: signs, a FIFO out of step, a stuck line, timeouts."""

import pytest
from field.harness import Field
from teatable.drivers import status as st


def test_negatives_are_read_with_their_sign():
    """The top leans to the left and towards the first player, and turns backward: all values below zero."""
    field = Field(begin=False)
    field.world.accel = [-0.8, -0.5, 9.76]
    field.world.gyro = [-0.3, -0.2, 0.0]
    field.wait(0.5)
    rows = field.app._rows
    field.table.imu.temperature_c = -3.5
    assert -360 < field.app.imu.temperature_cc() < -340
    assert -450 > rows[3] > -900 and -200 > rows[4] > -700 and rows[0] < -1_500 and rows[1] < -900
    field.world.gyro = [0.0, 0.0, 0.0]
    field.wait(1.0)
    lean = field.app.play.bench.weighing.live(0)["tilt_cdeg"]
    assert 300 < lean[0] < 650 and 150 < lean[1] < 450
    field.begin()
    field.watch()
    field.wait(0.5)
    field.quiet()
    field.still_weighs()


def test_a_full_fifo_is_thrown_away_and_packets_stay_in_step():
    field = Field()
    field.watch()
    before = field.app.imu.overruns
    for _ in range(3):
        field.table.fault("imu", "overflow")
        field.wait(0.05)
        assert abs(field.app._rows[5] - 8_197) < 400, "the z axis is still the one with gravity"
        field.wait(0.6)
    assert field.app.imu.overruns == before + 3 and field.app.imu.restarts == 0
    field.quiet()
    field.still_weighs()


def test_a_fifo_out_of_step_is_noticed_by_its_tags():
    """A burst that begins in the middle of a word: no value of it is taken."""
    field = Field()
    field.watch()
    fifo = field.table.imu._fifo
    take, left = fifo.take, [2]

    def shifted(count):
        words = take(count)
        if left[0] and len(words) > 14:
            left[0] -= 1
            return words[3:] + bytes(3)
        return words

    fifo.take = shifted
    field.wait(0.5)
    assert left[0] == 0 and field.app.imu.slips >= 2
    field.wait(0.5)
    assert abs(field.app._rows[5] - 8_197) < 400
    field.quiet()
    field.still_weighs()


def test_a_data_line_held_after_a_reset_in_mid_read_is_clocked_free():
    """The chip holds SDA when the board restarts; nine clocks at the first use of the bus free it."""
    field = Field()
    field.wait(0.3)
    field.table.app = None  # a soft reset in the middle of a read
    field.table.imu.faults.add("stuck-sda")
    field.wait(2.0)
    assert "stuck-sda" not in field.table.imu.faults
    assert field.app.imu is not None and field.app.imu.status in (st.OK, st.NOT_READY)
    assert field.view["screen"] == "title"


def test_a_line_that_stays_stuck_is_a_fault_and_the_cells_lose_nothing_by_it():
    field = Field()
    field.table.reset_counts()
    field.table.fault("imu", "stuck-sda")
    field.screen("fault")
    assert field.view["fault"] == "fault-imu"
    field.wait(2.0)
    assert field.app.imu.status == st.BUS
    assert field.app.cells.cell_status[0] == st.OK
    assert field.table.longest_step_ms < 60
    field.table.clear("imu", "stuck-sda")
    field.screen("pass")
    field.watch()
    field.wait(1.0)
    field.quiet()
    field.still_weighs()


def test_random_timeouts_are_counted_and_not_shown():
    field = Field()
    field.watch()
    field.table.fault("imu", "flaky")
    field.wait(5.0)
    assert field.app.imu.bus_errors >= 3 and field.view["screen"] == "pass"
    field.choose()
    field.cup(2)
    field.screen("count")
    assert field.stacks == [[2]] and field.told() == ["placed"]
    field.wait(0.5)
    field.table.clear("imu", "flaky")
    assert max(abs(v) for v in field.off_mg[-10:]) < 500


@pytest.mark.parametrize("kind", ["absent", "hang", "silent", "flat", "wrong-id"])
def test_a_missing_or_frozen_chip_is_named_and_comes_back(kind):
    field = Field()
    field.watch()
    field.table.fault("imu", kind)
    if kind == "wrong-id":
        field.table.imu.start()  # another chip, as after a repair: not set up
    field.screen("fault")
    assert field.view["fault"] == "fault-imu"
    field.table.clear("imu", kind)
    field.screen("pass")
    field.wait(1.0)
    assert not field.told()
    field.still_weighs()


def test_torn_samples_cannot_come_through_the_fifo():
    field = Field()
    field.watch()
    field.table.fault("imu", "torn")
    field.wait(1.0)
    field.quiet()
    field.still_weighs()
