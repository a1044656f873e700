"""Our drivers for IMU, touch and display on the chip models that somebody else wrote, on the whole table."""

from array import array

import numpy as np
import pytest
from teatable.drivers import cst816s, ft6336, lsm6dsox, status
from teatable.drivers.st7789 import Panel

from host_sim.clock import TICKS_PERIOD
from host_sim.stillworld import StillWorld
from host_sim.table import SimulatedTable

BOARDS = ("devkitc_s3", "devkitc_s3_ft6336")


class DriverApp:
    """IMU every 20 ms, touch every 20 ms, the panel on demand."""

    def __init__(self, ports, board, deck=None):
        self.imu = lsm6dsox.Imu(ports.i2c("imu"), board.IMU_ADDRESS, ports.clock)
        chip = ft6336 if board.TOUCH_CHIP == "ft6336" else cst816s
        pins = ports.pin("touch_reset"), ports.pin("touch_irq")
        self.touch = chip.Touch(ports.i2c("touch"), board.TOUCH_ADDRESS, *pins, ports.clock)
        wires = [ports.pin("display_" + n) for n in ("cs", "dc", "reset")]
        self.panel = Panel(ports.spi("display"), *wires, ports.pwm("display_backlight"), ports.clock)
        self.out = array("h", [0] * 240)
        self.rows, self.imu_seen, self.touch_seen, self.presses = [], [], [], []
        self.next_us, self.now_ms, self.last_us = 0, 0, 0
        self.was_down = False

    def step(self, now_us):
        self.next_us -= (now_us - self.last_us) % TICKS_PERIOD
        self.last_us = now_us
        if self.next_us > 0:
            return
        self.next_us += 20_000
        self.now_ms += 20
        n = self.imu.drain(self.out, 40)
        if self.imu.status == status.OK:
            self.rows += [self.out[6 * i : 6 * i + 6].tolist() for i in range(n)]
        self.imu_seen.append(self.imu.status)
        self.touch_seen.append(self.touch.poll(self.now_ms))
        if self.touch.down and not self.was_down:
            self.presses.append((self.touch.x, self.touch.y))
        self.was_down = self.touch.down


def table(board=BOARDS[0], **kw):
    t = SimulatedTable(board, seed=2, world=StillWorld(), app=DriverApp, calibrated=False, **kw)
    t.run_until(lambda: t.app is not None, 5)
    return t


def seen_in(t, seconds):
    t.app.imu_seen.clear()
    t.app.touch_seen.clear()
    t.app.rows.clear()
    t.run_for(seconds)
    return set(t.app.imu_seen), set(t.app.touch_seen)


def test_the_imu_gives_208_rows_a_second_with_right_signs_and_scales():
    t = table(start_ticks_us=TICKS_PERIOD - 5_000)
    t.world.accel[:] = [-1.5, 3.0, 9.81]
    t.world.gyro[:] = [0.5, -1.0, 2.0]
    t.run_for(0.5)
    assert seen_in(t, 5)[0] == {status.OK}
    rows = np.array(t.app.rows)
    assert len(rows) / 5 == pytest.approx(208.4, rel=0.03)
    accel = rows[:, 3:].mean(axis=0) * lsm6dsox.ACCEL_UG_PER_LSB * 9.80665e-6
    gyro = np.radians(rows[:, :3].mean(axis=0) * lsm6dsox.GYRO_UDPS_PER_LSB * 1e-6)
    assert accel == pytest.approx([-1.5, 3.0, 9.81], abs=0.4)  # offsets of some 20 mg are the chip's own
    assert gyro == pytest.approx([0.5, -1.0, 2.0], abs=0.06)
    assert (t.app.imu.overruns, t.app.imu.slips, t.app.imu.unpaired, t.app.imu.bus_errors) == (0, 0, 0, 0)
    assert t.imu.log == []


@pytest.mark.parametrize(
    ("kind", "verdict"),
    [
        ("absent", status.BUS), ("hang", status.BUS), ("flaky", status.BUS), ("silent", status.SILENT),
        ("flat", status.SILENT), ("overflow", status.OVERRUN), ("wrong-id", status.OK),
    ],
)  # fmt: skip
def test_a_fault_of_the_imu_is_told_and_ends(kind, verdict):
    t = table()
    t.run_for(0.5)
    t.fault("imu", kind, 3)
    during = seen_in(t, 3)[0]
    assert verdict in during
    t.run_for(1.5)
    assert seen_in(t, 2)[0] == {status.OK}
    assert len(t.app.rows) > 400


def test_a_long_pause_overruns_the_fifo_and_is_told():
    t = table()
    t.run_for(0.5)
    t.clock.advance(2_000_000)
    assert status.OVERRUN in seen_in(t, 0.1)[0]
    assert seen_in(t, 1)[0] == {status.OK}


def test_an_imu_that_loses_its_supply_is_set_up_again():
    t = table()
    t.run_for(0.5)
    t.imu.power(False)
    t.run_for(0.5)
    t.imu.power(True)
    t.run_for(1.5)
    assert seen_in(t, 1)[0] == {status.OK}
    rows = np.array(t.app.rows)
    assert rows[:, 5].mean() == pytest.approx(8193, abs=500)
    assert t.app.imu.restarts >= 1


@pytest.mark.parametrize("board", BOARDS)
def test_taps_all_over_the_panel_arrive_once_each_where_they_are(board):
    t = table(board)
    t.run_for(0.5)
    places = [(x, y) for x in (3, 120, 236) for y in (3, 160, 316)]
    for x, y in places:
        t.touch_down(x, y)
        t.run_for(0.12)
        t.touch_up()
        t.run_for(0.2)
    assert t.app.presses == places
    assert set(t.app.touch_seen) == {status.OK}


def test_a_sleeping_cst816s_wakes_at_a_touch():
    t = table()
    t.run_for(30)
    t.touch_down(200, 100)
    t.run_for(0.15)
    t.touch_up()
    t.run_for(0.2)
    assert t.app.presses == [(200, 100)]
    assert set(t.app.touch_seen) == {status.OK}


@pytest.mark.parametrize("board", BOARDS)
@pytest.mark.parametrize("kind", ["absent", "hang"])
def test_a_touch_chip_that_goes_is_absent_and_comes_back(board, kind):
    t = table(board)
    t.run_for(0.5)
    t.fault("touch", kind, 25)
    assert status.ABSENT in seen_in(t, 25)[1]
    t.run_for(7)
    t.touch_down(50, 60)
    t.run_for(0.2)
    t.touch_up()
    t.run_for(0.2)
    assert t.app.presses == [(50, 60)]
    assert t.app.touch_seen[-1] == status.OK


@pytest.mark.parametrize("board", BOARDS)
@pytest.mark.parametrize("kind", ["junk", "stuck-zero"])
def test_a_lying_touch_chip_presses_nothing(board, kind):
    t = table(board)
    t.fault("touch", kind, 5)
    t.run_for(5)
    t.touch_down(100, 100)
    t.run_for(0.3)
    t.touch_up()
    t.run_for(0.3)
    assert all(p == (100, 100) for p in t.app.presses)


def test_strips_arrive_as_painted_in_all_rotations():
    t = table()
    panel = t.app.panel
    panel.init()
    assert t.display.log == []
    for turn in range(4):
        panel.rotation(turn)
        w, h = panel.width, panel.height
        for y in range(0, h, 16):
            row = bytearray()
            for r in range(y, y + 16):
                row += (b"\xf8\x00" if r < h // 2 else b"\x07\xe0") * (w // 2) + b"\x00\x1f" * (w - w // 2)
            panel.strip(y, 16, row)
        picture = t.display.rgb()
        corners = {tuple(picture[2, 2]), tuple(picture[2, -3]), tuple(picture[-3, 2]), tuple(picture[-3, -3])}
        strong = {tuple(int(v > 200) for v in c) for c in corners}
        assert strong == {(1, 0, 0), (0, 1, 0), (0, 0, 1)}, turn
    assert t.display.log == []


def test_the_picture_turns_clockwise():
    t = table()
    panel = t.app.panel
    panel.init()
    found = []
    for turn in range(4):
        panel.rotation(turn)
        for y in range(0, panel.height, 16):
            panel.strip(y, 16, bytes(panel.width * 32))
        panel.window(0, 0, 9, 9)
        panel.write(b"\xff\xff" * 100)
        ys, xs = np.nonzero(t.display.rgb().sum(axis=2) > 300)
        found.append((bool(xs.mean() > 120), bool(ys.mean() > 160)))
    # the drawing's upper left corner, as seen on the panel: it wanders clockwise
    assert found == [(False, False), (True, False), (True, True), (False, True)]


def test_a_strip_leaves_the_bus_free_within_two_milliseconds():
    t = table()
    before = t.clock.now_us
    t.app.panel.strip(0, 16, bytearray(240 * 32))
    assert t.clock.now_us - before < 2_000
