"""The whole simulated table under a tiny firmware: order of things, power, restarts, faults, fingers."""

import pytest

from host_sim.clock import TICKS_PERIOD
from host_sim.ports import WATCHDOG_MS, Restart
from host_sim.stillworld import StillWorld
from host_sim.table import SimulatedTable

SIDES = ("north", "east", "south", "west")


class TinyApp:
    """Reads the cells when they are ready, beats, and feeds the watchdog."""

    made = 0

    def __init__(self, ports, board, deck=None):
        type(self).made += 1
        self.ports, self.board, self.deck = ports, board, deck
        self.sck = ports.pin("cell_clock")
        self.dout = [ports.pin("cell_" + s) for s in SIDES]
        self.beat = ports.pin("motor_heartbeat")
        self.enable = ports.pin("motor_enable")
        self.step_pwm = ports.pwm("motor_step")
        self.ticks = []
        self.samples = 0
        self.act = None

    def step(self, now_us):
        self.ticks.append(now_us)
        if self.act:
            self.act(self)
        self.ports.watchdog.feed()
        self.beat.value(1)
        self.beat.value(0)
        if any(d.value() for d in self.dout):
            return
        for _ in range(25):
            self.sck.value(1)
            for d in self.dout:
                d.value()
            self.sck.value(0)
        self.samples += 1


def table(**kw):
    return SimulatedTable(world=StillWorld(), app=TinyApp, **{"seed": 4, **kw})


def test_it_runs_to_a_time_and_to_a_condition():
    t = table()
    assert t.run_until(0.5)
    assert 0.5 <= t.now_s < 0.51
    assert t.run_until(lambda: t.app.samples >= 100)
    assert t.now_s == pytest.approx(100 / 83, rel=0.15)
    assert not t.run_until(lambda: False, limit_s=0.2)


def test_the_firmwares_ticks_cross_the_wrap():
    t = table(start_ticks_us=TICKS_PERIOD - 5_000)
    t.run_until(0.02)
    assert max(t.app.ticks) > TICKS_PERIOD - 1_000 and min(t.app.ticks) < 20_000
    assert all(0 <= x < TICKS_PERIOD for x in t.app.ticks)


def test_a_quick_loop_loses_no_sample_and_a_slow_one_is_counted():
    t = table()
    t.run_until(3)
    assert t.samples_lost == 0
    t.app.act = lambda app: app.ports.clock.sleep_us(20_000)
    t.reset_counts()
    t.run_until(5)
    assert 60 < t.samples_lost < 120
    assert 20 <= t.longest_step_ms < 22


def test_the_motor_leans_the_world_only_while_it_is_let():
    t = table()
    t.run_until(0.1)
    t.app.enable.value(0)
    t.app.step_pwm.freq(3200)
    t.app.step_pwm.duty_u16(32_768)
    t.run_until(1.1)
    assert t.world.tilt_rad == pytest.approx(0.01745, rel=0.01)
    turns = t.motor.microsteps
    t.app.enable.value(1)
    t.run_until(1.6)
    assert t.motor.microsteps - turns < 10


def test_a_power_cut_loses_ram_keeps_flash_stops_the_motor_and_starts_again():
    t = table()
    t.run_until(0.5)
    first = t.app
    t.flash.write("f", b"x")
    t.journal.program(9, b"x")
    t.app.enable.value(0)
    t.app.step_pwm.freq(1600)
    t.app.step_pwm.duty_u16(32_768)
    t.run_until(0.6)
    assert t.motor.microsteps
    t.power_cut(2)
    assert not t.powered and t.app is None
    ms = t.world.t_ms
    at = t.motor.microsteps
    t.run_until(2.5)
    assert t.app is None and t.motor.microsteps == at
    assert t.world.t_ms - ms > 1_800  # the world goes on
    t.run_until(3)
    assert t.powered and t.app is not first and t.app.samples > 0
    assert t.flash.contents["f"] == b"x" and t.journal.contents[9:10] == b"x"
    assert not t.gate.enabled() or t.gate._enable_n == 1
    assert [r[1] for r in t.restarts] == ["power"]


def test_a_table_with_a_folder_keeps_files_and_journal_there(tmp_path):
    t = table(folder=tmp_path)
    t.run_until(0.1)
    t.flash.write("f", b"1234")
    t.journal.program(9, b"x")
    again = table(folder=tmp_path)
    assert again.flash.contents["f"] == b"1234" and again.journal.contents[9:10] == b"x"


def test_a_board_without_the_journals_partition_starts_without_it():
    t = table()
    t.run_until(0.1)
    assert t.ports.journal is t.journal
    t.fault("journal", "missing")
    t.power_cut(0.1)
    t.run_for(0.5)
    assert t.ports.journal is None


def test_a_power_cut_in_the_middle_of_programming_or_erasing_restarts():
    t = table()
    for act in (lambda app: app.ports.journal.program(0, b"1234"), lambda app: app.ports.journal.erase(0)):
        t.run_for(1)
        t.journal.cut_after(0)
        t.app.act = act
        t.run_for(2)
    assert [r[1] for r in t.restarts] == ["power", "power"]


def test_a_power_cut_in_the_middle_of_a_write_restarts_with_the_torn_file():
    t = table()
    t.run_until(0.1)
    t.flash.cut_after(2)
    t.app.act = lambda app: app.ports.files.write("f", b"1234")
    t.run_until(2)
    assert t.flash.contents["f"] == b"12"
    assert [r[1] for r in t.restarts] == ["power"]


def test_a_hanging_firmware_is_restarted_by_the_watchdog():
    def hang(app):
        while True:
            app.ports.clock.sleep_us(50)

    t = table()
    t.run_until(0.2)
    t.app.enable.value(0)
    t.app.act = hang
    t.run_until(0.2 + WATCHDOG_MS / 1e3 + 1)
    assert [r[1] for r in t.restarts] == ["watchdog"]
    assert t.app.samples > 0
    assert not t.gate.enabled()


def test_a_watchdog_at_rest_waits_longer_until_the_next_feed():
    t = table()
    t.run_until(0.2)
    dog = t.ports.watchdog
    dog.rest(20_000)
    t.app.act = lambda app: app.ports.clock.sleep_us(10_000_000)
    t.run_until(0.3)
    assert t.now_s > 10 and not t.restarts
    dog.feed()
    t.clock.advance(1_000_000 * 4)
    assert not dog.starved()
    with pytest.raises(Restart):
        t.clock.advance(1_000_000 * 2)


def test_a_restart_leaves_the_motor_off():
    t = table()
    t.run_until(0.1)
    t.app.enable.value(0)
    t.app.step_pwm.duty_u16(32_768)
    t.app.act = lambda app: app.ports.restart()
    before = TinyApp.made
    t.run_until(0.3)
    assert TinyApp.made == before + 1
    assert t.gate._enable_n == 1 and t.motor._duty == 0
    assert [r[1] for r in t.restarts] == ["asked for"]


def test_faults_go_in_and_come_out_by_themselves():
    t = table()
    t.run_until(0.5)
    t.fault("hx711.2", "stuck-high", 1)
    t.run_until(0.6)
    n = t.app.samples
    t.run_until(1.4)
    assert t.app.samples == n
    t.run_until(2.5)
    assert t.app.samples > n + 50
    with pytest.raises(ValueError, match=r"'hx711.4'; known: hx711.0"):
        t.fault("hx711.4", "stuck-high")
    with pytest.raises(ValueError, match="no fault 'sleepy'"):
        t.fault("imu", "sleepy")


def test_every_device_of_the_scenarios_is_there_with_its_faults():
    t = table()
    names = {"imu", "display", "touch", "motor", "home", "flash", "lights", "buzzer", *(f"hx711.{i}" for i in range(4))}
    assert names <= set(t.devices)
    for name in t.devices:
        for kind in t.devices[name].FAULTS:
            t.fault(name, kind)
            t.clear(name, kind)


@pytest.mark.parametrize(("board", "address"), [("devkitc_s3", 0x15), ("devkitc_s3_ft6336", 0x38)])
def test_a_finger_reaches_the_touch_chip_of_the_board(board, address):
    t = SimulatedTable(board, seed=4, world=StillWorld(), app=TinyApp)
    t.run_until(0.2)
    t.touch_down(100, 200)
    t.run_until(0.3)
    buf = bytearray(5)
    t.app.ports.i2c("touch").readfrom_mem_into(address, 2, buf)
    assert (buf[0] & 15, buf[2], buf[4]) == (1, 100, 200)
    t.touch_up()
    t.run_until(0.4)
    t.app.ports.i2c("touch").readfrom_mem_into(address, 2, buf)
    assert buf[0] & 15 == 0


def test_calibration_is_in_flash_near_the_truth_and_costs_no_time():
    t = table()
    assert t.now_s == 0
    stored = t.stored_calibration()
    for gain, chip in zip(stored["counts_per_kg"], t.cells.chips, strict=True):
        assert gain == pytest.approx(chip.signal.counts_per_g * 1000, rel=0.0006)


def test_two_tables_of_one_seed_are_equal():
    def run():
        t = table()
        t.run_until(1)
        return t.app.samples, t.app.ticks[-5:], t.clock.counts()

    assert run() == run()


class ClumsyApp:
    """The real App until it is told to stumble."""

    def __init__(self, ports, board, deck=None):
        from teatable.app import App

        self.real = App(ports, board, deck=deck)
        self.ui, self.play, self.touch = self.real.ui, self.real.play, self.real.touch
        self.stumble = False

    def step(self, now_us):
        if self.stumble:
            raise ZeroDivisionError("one cup divided by none")
        self.real.step(now_us)


def test_the_crash_screen_of_main_py_shows_the_line_and_a_tap_restarts():
    t = SimulatedTable(seed=4, world=StillWorld(), app=ClumsyApp, crash_screen=True)
    t.run_until(2)
    first = t.app
    t.app.stumble = True
    t.run_until(4)
    assert isinstance(t.crashed, ZeroDivisionError)
    assert b"one cup divided by none" in t.flash.contents["crash"]
    box = next(b for b in t.app.ui.targets if b[0] == "button:restart")
    assert t.display.rgb().max() > 100
    t.touch_down(box[1] + box[3] // 2, box[2] + box[4] // 2)
    t.run_for(0.3)
    t.touch_up()
    t.run_for(3)
    assert t.app is not first and not t.app.stumble
    assert [r[1] for r in t.restarts] == ["asked for"]


def test_a_power_cut_ends_a_crash_screen():
    t = SimulatedTable(seed=4, world=StillWorld(), app=ClumsyApp, crash_screen=True)
    t.run_until(1)
    t.app.stumble = True
    t.run_until(1.5)
    t.power_cut(1)
    t.run_until(4)
    assert [r[1] for r in t.restarts] == ["power"]


def test_without_a_crash_screen_what_is_raised_goes_to_the_caller():
    t = SimulatedTable(seed=4, world=StillWorld(), app=ClumsyApp)
    t.run_until(1)
    t.app.stumble = True
    with pytest.raises(ZeroDivisionError):
        t.run_until(2)


@pytest.mark.parametrize("board", ["devkitc_s3", "devkitc_s3_ft6336"])
def test_no_fault_of_any_device_stops_the_firmware_and_afterwards_the_table_is_well(board):
    t = SimulatedTable(board, seed=5, world=StillWorld())
    t.run_until(2)
    names = ("touch",) if board != "devkitc_s3" else tuple(n for n in t.devices if n not in ("hx711.0", "hx711.3"))
    shown = set()
    for name in names:
        for kind in t.devices[name].FAULTS:
            t.fault(name, kind, 0.6)
            t.run_for(0.8)
            shown.add((t.app.view["screen"], t.app.view.get("part", "")))
    t.run_for(14)
    assert t.app.view["screen"] == "title"
    assert t.restarts == []
    if board == "devkitc_s3":
        assert ("fault", "load cell east") in shown
