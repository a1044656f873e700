"""The whole firmware on the simulated board with a table top that stands still: turns, faults, power cuts, a crash.

Cups are weights laid on by changing the cells' forces; fingers go through the touch chip.
"""

import main
import pytest
from teatable.boards import geometry
from teatable.rules import save
from unit_play.fake_table import deck_for

from host_sim.ports import Restart
from host_sim.stillworld import StillWorld
from host_sim.table import SimulatedTable

ROSE = ["exact-small-green", "colour-blue", "size-large", "clean-cup", "im-late", "curiouser-and-curiouser"]
MAX = ["exact-large-blue", "size-small", "colour-green", "im-not-all-there", "have-a-cup-of-tea", "size-medium"]
SMALL_GREEN, LARGE_BLUE = 2, 11


class People:
    """Hands and eyes at a table without physics."""

    def __init__(self, **options):
        self.world = StillWorld()
        self.table = SimulatedTable(world=self.world, seed=3, deck=deck_for(ROSE, MAX), **options)
        self.table.run_for(3.0)

    @property
    def app(self):
        return self.table.app

    @property
    def view(self):
        return self.app.view

    def wait(self, seconds):
        self.table.run_for(seconds)

    def until(self, screen, limit_s=20.0):
        assert self.table.run_until(lambda: self.app and self.app.ui.screen == screen, limit_s), self.app.ui.screen
        self.wait(0.3)

    def press(self, *targets):
        for target in targets:
            spot = None
            for _ in range(40):
                spot = next((t for t in self.app.ui.targets if t[0] == target), None)
                if spot:
                    break
                self.wait(0.1)
            assert spot, (target, self.app.ui.screen, [t[0] for t in self.app.ui.targets])
            _, x, y, w, h = spot
            self.table.touch_down(x + w // 2, y + h // 2)
            self.wait(0.15)
            self.table.touch_up()
            self.wait(0.4)
            self.table.run_until(lambda: not self.app or not self.app.ui.busy, 2.0)

    def weigh(self, cup, sign=1):
        """Put `cup` at the middle, or take it off: over a quarter of a second, as a hand would."""
        newtons = geometry.CUP_MASS_MG[cup] * 9.81e-6 / 4
        for _ in range(10):
            for cell in range(4):
                self.world.forces_n[cell] += sign * newtons / 10
            self.wait(0.025)

    def start(self):
        self.press("button:new-game", "button:next", "level:gentle", "button:next", "player:0")
        self.wait(2.5)  # the zero is taken

    def choose(self, card):
        self.press("button:ready", "button:peek", "card:" + card, "button:play")


@pytest.fixture
def people():
    return People()


def test_a_turn_through_the_pins(people):
    people.start()
    assert people.view["screen"] == "pass" and people.view["player"] == "Rose"
    people.choose("exact-small-green")
    assert people.app.ui.screen == "place"
    people.wait(1.5)
    assert people.app.wobble.speed_mrev_s > 0 and people.table.motor.microsteps != 0
    people.weigh(SMALL_GREEN)
    people.until("count")
    people.until("pass")
    assert people.view["player"] == "Max" and people.app.play.referee.game.stacks == [[SMALL_GREEN]]
    people.wait(2.0)
    still = people.table.motor.microsteps
    people.wait(1.0)
    assert people.table.motor.microsteps == still and people.app.wobble.speed_mrev_s == 0
    assert people.table.buzzer.tones and people.table.lights is not None


def test_a_wrong_cup_is_seen(people):
    people.start()
    people.choose("exact-small-green")
    people.weigh(LARGE_BLUE)
    people.wait(1.5)
    assert people.view["message"] == "wrong-cup" and people.view["message_cup"] == LARGE_BLUE
    people.weigh(LARGE_BLUE, -1)
    people.wait(1.5)
    assert people.view["message"] == ""


def test_a_cell_that_hangs_is_named_and_the_game_waits(people):
    people.start()
    people.choose("exact-small-green")
    people.wait(1.5)
    people.table.fault("hx711.2", "stuck-high")
    people.until("fault")
    assert people.view["fault"] == "fault-cell" and people.view["part"] == "load cell south"
    people.wait(2.0)
    assert people.app.wobble.speed_mrev_s == 0
    people.table.clear("hx711.2", "stuck-high")
    people.until("place")
    people.weigh(SMALL_GREEN)
    people.until("count")
    people.until("pass")


def test_all_wires_cut_and_on_by_hand(people):
    people.start()
    people.choose("exact-small-green")
    for cell in range(4):
        people.table.fault(f"hx711.{cell}", "stuck-high")
    people.until("fault")
    assert people.view["part"] == "load cells"
    people.press("button:by-hand")
    assert people.view["by_hand"]
    people.press("button:done")
    people.until("pass")
    assert people.app.play.referee.game.stacks == [[SMALL_GREEN]]
    for cell in range(4):
        people.table.clear(f"hx711.{cell}", "stuck-high")
    people.wait(4.0)
    assert not people.app.play.by_hand


def test_the_imu_gone_and_back(people):
    people.start()
    people.table.fault("imu", "absent")
    people.until("fault")
    assert people.view["fault"] == "fault-imu"
    people.table.clear("imu", "absent")
    people.until("pass", 30.0)


def test_a_table_that_starts_without_imu():
    people = People()
    people.table.fault("imu", "absent")
    people.table.power_cut(0.5)
    people.wait(5.0)
    assert people.view["screen"] == "fault" and people.view["fault"] == "fault-imu"
    people.table.clear("imu", "absent")
    people.until("title", 30.0)


def test_a_power_cut_in_the_middle_of_a_turn(people):
    people.start()
    people.choose("exact-small-green")
    people.weigh(SMALL_GREEN)
    people.until("count")
    before = save(people.app.play.referee.game)
    people.table.power_cut(1.0)
    people.wait(4.0)
    assert people.view["screen"] == "title" and people.view["can_resume"]
    people.press("button:resume")
    assert save(people.app.play.referee.game) == before
    people.until("pass")
    assert people.view["player"] == "Max"


def test_a_stalled_motor(people):
    people.start()
    people.table.fault("motor", "stall")
    people.choose("exact-small-green")
    people.until("fault", 40.0)
    assert people.view["fault"] == "fault-motor"
    people.press("button:by-hand")
    assert people.view["screen"] == "place" and not people.view["by_hand"]
    people.weigh(SMALL_GREEN)
    people.until("pass", 30.0)


def test_a_flash_that_fails_is_said_and_the_game_goes_on(people):
    people.start()
    people.table.fault("journal", "io-error")
    people.choose("exact-small-green")
    people.wait(0.5)
    assert people.view["status"] == "status-storage"
    people.weigh(SMALL_GREEN)
    people.until("pass")
    people.table.clear("journal", "io-error")
    people.choose("exact-large-blue")
    people.wait(0.5)
    assert people.view["status"] == ""


def test_no_sample_is_lost_from_power_on_through_a_turn(people):
    """The level is another one than was stored and the zero has moved: both are kept, and nothing is erased for it."""
    people.start()
    people.choose("exact-small-green")
    people.weigh(SMALL_GREEN)
    people.until("count")
    people.until("pass")
    people.wait(1.0)
    assert people.table.samples_lost == 0 and sum(people.table.journal.erased) == 0
    assert people.table.stored_calibration()["zero"] is not None
    people.table.power_cut(0.2)
    people.wait(1.5)
    assert people.app.play.settings["level"] == 1 and people.view["can_resume"]
    assert people.table.samples_lost == 0
    people.press("button:resume")
    assert people.view["player"] == "Max"


def test_without_the_journals_partition_the_game_is_played_and_not_kept(people):
    people.table.fault("journal", "missing")
    people.table.power_cut(0.2)
    people.wait(1.5)
    assert people.view["status"] == "status-no-journal"
    assert any("no such flash partition" in line for line in people.app.play.referee.log)
    people.start()
    people.choose("exact-small-green")
    people.weigh(SMALL_GREEN)
    people.until("count")
    people.until("pass")
    assert people.app.play.referee.game.stacks == [[SMALL_GREEN]]
    people.table.power_cut(0.2)
    people.wait(1.5)
    assert people.view["screen"] == "title" and not people.view["can_resume"]
    assert people.app.play.settings["level"] == 1, "settings go into their file"


def test_bad_files_give_defaults_and_a_line():
    files = {"settings": b"", "calibration": b"teatable calibration 9\n"}
    people = People(calibrated=False, files=files)
    assert people.view["screen"] == "title" and not people.view["can_resume"]
    log = people.app.play.referee.log
    assert "settings: empty" in log and "calibration: written by another version" in log


def test_across_the_wrap_of_the_ticks():
    people = People(start_ticks_us=(1 << 30) - 3_005_000)
    people.start()
    assert people.view["screen"] == "pass" and people.app.play.level_wanted == 1


def test_a_crash_stops_the_motor_and_a_tap_restarts(people):
    people.start()
    people.choose("exact-small-green")
    people.wait(1.5)
    assert people.app.wobble.speed_mrev_s > 0
    app, ports = people.app, people.table.ports

    def broken(now_ms):
        raise ZeroDivisionError("a test broke it")

    app.play.step = broken

    original, main.build = main.build, lambda ports, board: app
    seen = []

    def tap():
        seen.append((app.ui.screen, people.table.motor.enabled if hasattr(people.table.motor, "enabled") else False))
        spot = next(t for t in app.ui.targets if t[0] == "button:restart")
        people.table.touch_down(spot[1] + spot[3] // 2, spot[2] + spot[4] // 2)
        people.table.at(people.table.now_s + 0.3, people.table.touch_up)

    people.table.at(people.table.now_s + 2.0, tap)
    try:
        with pytest.raises(Restart):
            main.run(ports, people.table.board)
    finally:
        main.build = original
    assert seen == [("crash", False)]
    assert b"a test broke it" in people.table.flash.contents["crash"]


def test_a_ctrl_c_stops_the_motor_and_gives_the_watchdog_a_rest(people, monkeypatch):
    people.start()
    people.choose("exact-small-green")
    people.wait(1.5)
    assert people.app.wobble.speed_mrev_s > 0
    app, table = people.app, people.table

    def stopped(now_us):
        raise KeyboardInterrupt

    app.step = stopped
    monkeypatch.setattr(main, "build", lambda ports, board: app)
    with pytest.raises(KeyboardInterrupt):
        main.run(table.ports, table.board)
    assert table.ports.pin("motor_enable").value() == 1 and not table.gate.enabled()
    table.clock.advance(60_000_000)
    assert not table.ports.watchdog.starved()


def unbuildable(ports, board):
    raise MemoryError("memory allocation failed, allocating 38400 bytes")


def test_an_app_that_cannot_be_built_is_shown_on_a_display_of_its_own(people, monkeypatch):
    table = people.table
    monkeypatch.setattr(main, "build", unbuildable)
    made, original = [], main._display

    def display(ports, board):
        made.append(original(ports, board))
        return made[0]

    monkeypatch.setattr(main, "_display", display)

    def tap():
        spot = next(t for t in made[0][0].targets if t[0] == "button:restart")
        table.touch_down(spot[1] + spot[3] // 2, spot[2] + spot[4] // 2)
        table.at(table.now_s + 0.3, table.touch_up)

    table.at(table.now_s + 90.0, tap)
    begun_s = table.now_s
    with pytest.raises(Restart, match="asked for"):
        main.run(table.ports, table.board)
    assert table.now_s - begun_s > 89, "with a glass that feels it waits for the tap"
    assert b"MemoryError: memory allocation failed" in table.flash.contents["crash"]
    assert table.ports.pin("motor_enable").value() == 1


def test_a_crash_screen_that_no_finger_can_leave_restarts_after_a_minute(people, monkeypatch):
    table = people.table
    monkeypatch.setattr(main, "build", unbuildable)
    table.touch_panel.power(False)
    begun_s = table.now_s
    with pytest.raises(Restart, match="asked for"):
        main.run(table.ports, table.board)
    assert 60 < table.now_s - begun_s < 70


def test_a_crash_that_cannot_be_shown_restarts(people, monkeypatch):
    table = people.table
    monkeypatch.setattr(main, "build", unbuildable)
    for broken in ("_display", "line_of", "quiet"):
        with monkeypatch.context() as patch:
            patch.setattr(main, broken, unbuildable)
            begun_s = table.now_s
            with pytest.raises(Restart, match="asked for"):
                main.run(table.ports, table.board)
            assert 5 <= table.now_s - begun_s < 10, broken


def test_the_watchdog_runs_while_the_app_is_built_and_is_patient(people, monkeypatch):
    table = people.table

    def hangs(ports, board):
        ports.clock.sleep_us(50_000_000)
        ports.clock.sleep_us(50_000_000)

    monkeypatch.setattr(main, "build", hangs)
    begun_s = table.now_s
    with pytest.raises(Restart, match="watchdog"):
        main.run(table.ports, table.board)
    assert 60 <= table.now_s - begun_s < 61


@pytest.mark.parametrize(
    "data, name, complaint",
    [
        (None, "devkitc_s3", ""),
        (b"devkitc_s3_ft6336\n", "devkitc_s3_ft6336", ""),
        (b"teapot", "devkitc_s3", "board: names none of devkitc_s3, devkitc_s3_ft6336; devkitc_s3 is used"),
        (b"\xff\xfe\x00", "devkitc_s3", "board: damaged, devkitc_s3 is used"),
    ],
)
def test_a_board_file_that_means_nothing_is_a_complaint_and_the_default_board(people, data, name, complaint):
    files = people.table.ports.files
    if data is not None:
        files.write("board", data)
    assert main.chosen(files) == (name, complaint)


def test_a_complaint_about_the_board_goes_into_the_log(people, monkeypatch):
    app = people.app

    def stopped(now_us):
        raise KeyboardInterrupt

    app.step = stopped
    monkeypatch.setattr(main, "build", lambda ports, board: app)
    with pytest.raises(KeyboardInterrupt):
        main.run(people.table.ports, people.table.board, "board: damaged, devkitc_s3 is used")
    assert "board: damaged, devkitc_s3 is used" in app.play.referee.log


@pytest.mark.parametrize(("cost", "most_s"), [(1.0, 0.7), (2.0, 2.5)])
def test_a_screen_comes_soon_also_with_half_the_processor(cost, most_s):
    """In the table's own time: a hand that takes longer would be covered again before anybody has read it."""
    people = People(cost_factor=cost)
    people.start()
    table, took_s = people.table, {}
    for target in (
        "button:ready",
        "button:peek",
        "card:exact-small-green",
        "button:play",
        "button:menu",
        "button:cards",
    ):
        _, x, y, w, h = next(box for box in people.app.ui.targets if box[0] == target)
        revision = people.app.revision
        table.touch_down(x + w // 2, y + h // 2)
        people.wait(0.15)
        table.touch_up()
        before_s = table.now_s
        table.run_until(lambda was=revision: people.app.revision != was and not people.app.ui.busy, 20.0)
        took_s[target] = table.now_s - before_s
    assert people.app.ui.screen == "index" and people.app.wobble.speed_mrev_s == 0
    assert max(took_s.values()) < most_s, took_s
    assert table.samples_lost == 0


def test_a_tap_of_50_ms_is_felt_whenever_it_comes(people):
    for n in range(12):
        people.wait(0.4 + 0.0037 * n)
        _, x, y, w, h = next(box for box in people.app.ui.targets if box[0] == "button:new-game")
        people.table.touch_down(x + w // 2, y + h // 2)
        people.wait(0.05)
        people.table.touch_up()
        people.until("players", 1.5)
        people.press("button:back")
