"""The set-up on the whole table: zero, gains from a known mass, the twelve cups, the sensor view; and leaving it."""

import json
import sys

import pytest
from app.test_app import MAX, ROSE, SMALL_GREEN
from teatable.boards import geometry
from unit_play.fake_table import deck_for

from host_sim.stillworld import StillWorld
from host_sim.table import SimulatedTable

NOMINAL = 1_540_000
TRUE_MASSES = [14_900, 17_500, 20_900, 23_600, 44_900, 50_700, 54_300, 56_900, 85_500, 88_000, 90_400, 93_100]


class Setter:
    """A person who sets the table up, on a still world with `noise` cells (a dict of CellErrors)."""

    def __init__(self, noise=None, calibrated=False, seed=3, **options):
        self.world = StillWorld()
        self.table = SimulatedTable(
            world=self.world, seed=seed, deck=deck_for(ROSE, MAX), noise=noise or {}, calibrated=calibrated, **options
        )
        self.table.run_for(3.0)

    @property
    def app(self):
        return self.table.app

    @property
    def view(self):
        return self.app.view

    def wait(self, seconds):
        self.table.run_for(seconds)

    def press(self, *targets):
        """Press, as Ui would tell the game; the way through the touch chip is test_app's."""
        for target in targets:
            assert self.table.run_until(lambda t=target: self._offered(t), 5.0), (target, self.app.ui.targets)
            self.app.ui._presses.append(target)
            self.wait(0.15)

    def _offered(self, target):
        return not self.app.ui.busy and any(t[0] == target for t in self.app.ui.targets)

    def put(self, mg, x_mm=0.0, y_mm=0.0, sign=1, steps=6):
        """Put a mass down over a tenth of a second, or take it off."""
        newtons = mg * 9.81e-6 * sign / steps
        for _ in range(steps):
            for i, (x, y) in enumerate(((0, 1), (1, 0), (0, -1), (-1, 0))):
                self.world.forces_n[i] += newtons * (0.25 + (x * x_mm + y * y_mm) / 220)
            self.wait(0.02)

    def take(self, mg, x_mm=0.0, y_mm=0.0):
        self.put(mg, x_mm, y_mm, -1)

    def until(self, what, limit_s=12.0):
        assert self.table.run_until(what, limit_s), str(self.view)

    def text(self, word, limit_s=12.0):
        self.until(lambda: self.view.get("text") == word, limit_s)

    def open(self, item):
        self.press("button:settings", "button:set-up", item)

    def gauge(self, mg=200_000):
        """Go through the known mass from the menu of the set-up."""
        self.press("button:gains", "button:next", "button:ready")
        for k in range(len(geometry.SPOTS_UM)):
            x, y = (v / 1000 for v in geometry.SPOTS_UM[k])
            self.until(lambda k=k: self.view.get("spot") == k)
            self.put(mg, x, y)
            self.press("button:ready")
            self.until(lambda k=k: self.view.get("spot") != k)
            self.take(mg, x, y)
        self.text("gains-off")
        self.press("button:ready")
        self.until(lambda: not self.view.get("busy"))

    def weigh_cup(self, cup, mg):
        self.until(lambda: self.view["cup"] == cup and self.view["text"] in ("cups-put", "cups-no-cup"))
        self.put(mg, 30, -20)
        self.until(lambda: self.view["text"] != "cups-put")
        if self.view["text"] == "cups-off":
            self.take(mg, 30, -20)

    def stored(self):
        return self.table.stored_calibration()


def gains_of(setter):
    return [chip.signal.counts_per_g * 1000 for chip in setter.table.cells.chips]


def test_the_whole_set_up_with_gains_three_percent_off_and_other_cups():
    setter = Setter({"crosstalk": 0.0})
    for chip, off in zip(setter.table.cells.chips, (0.03, -0.03, 0.03, -0.03), strict=True):
        chip.signal.counts_per_g = NOMINAL / 1000 * (1 + off)
    setter.wait(1.0)
    began = setter.table.motor.microsteps
    setter.open("button:zero")
    setter.text("set-up-empty")
    setter.press("button:ready")
    setter.text("set-up-zero-done")
    setter.press("button:ok")
    setter.gauge()
    assert setter.view["text"] == "gains-done", setter.view
    for have, true in zip(setter.stored()["counts_per_kg"], gains_of(setter), strict=True):
        assert abs(have / true - 1) < 0.002, (have, true)
    setter.press("button:ok", "button:cups", "button:ready")
    for cup in range(geometry.CUP_COUNT):
        setter.weigh_cup(cup, TRUE_MASSES[cup])
    setter.text("cups-done")
    setter.press("button:store")
    masses = setter.stored()["cup_mass_mg"]
    for have, true in zip(masses, TRUE_MASSES, strict=True):
        assert abs(have - true) < 60 + 0.003 * true, (have, true)
    assert setter.app.wobble.speed_mrev_s == 0 and setter.table.motor.microsteps == began
    _recognised(setter)


def _recognised(setter):
    """A game with these cups, right after the set-up and again after a power cut."""
    setter.press("button:back", "button:back", "button:new-game", "button:next", "level:off", "button:next", "player:0")
    setter.wait(3.0)
    setter.press("button:ready", "button:peek", "card:exact-small-green", "button:play")
    setter.put(TRUE_MASSES[SMALL_GREEN], 20, 10)
    setter.until(lambda: setter.view["screen"] == "count")
    assert setter.app.tracker.stacks == [[SMALL_GREEN]]
    setter.until(lambda: setter.view["screen"] == "pass")
    setter.wait(0.5)
    setter.table.power_cut(1.0)
    setter.wait(3.0)
    setter.press("button:resume")
    setter.until(lambda: setter.view["screen"] == "pass")
    setter.wait(1.0)
    assert setter.view["screen"] == "pass" and setter.app.tracker.stacks == [[SMALL_GREEN]]


def test_with_cross_talk_the_known_mass_weighs_right_everywhere():
    setter = Setter({"crosstalk": 0.003, "creep": 0.0, "drift_g_per_min": 0.0, "warmup_g": 0.0})
    setter.press("button:settings", "button:set-up")
    setter.gauge()
    assert setter.view["text"] == "gains-done"
    setter.press("button:ok")
    setter.wait(2.0)
    for x, y in ((0, 100), (-70, 20)):
        before = setter.app.play.bench.weighing.now_mg()
        setter.put(92_000, x, y)
        setter.wait(1.0)
        assert abs(setter.app.play.bench.weighing.now_mg() - before - 92_000) < 184 + 60, (x, y)
        setter.take(92_000, x, y)
        setter.wait(0.5)


def test_a_wrong_mass_a_wrong_spot_and_leaving_change_nothing():
    setter = Setter(calibrated=True)
    before = setter.stored()["counts_per_kg"]
    setter.press("button:settings", "button:set-up", "button:gains", "button:plus-10", "button:minus-1")
    assert setter.view["grams"] == 209
    setter.press("button:next", "button:ready")
    setter.until(lambda: setter.view["spot"] == 0)
    setter.put(100_000)
    setter.press("button:ready")
    setter.text("gains-not-mass")
    setter.put(109_000, 80, 0)
    setter.press("button:ready")
    setter.text("gains-not-spot")
    setter.press("button:back")
    setter.until(lambda: setter.view["screen"] == "menu")
    assert setter.stored()["counts_per_kg"] == before
    assert setter.app.sensing.calibration.counts_per_kg == before


def test_cups_too_alike_are_named_and_only_one_size_may_stay_so():
    setter = Setter(calibrated=True)
    setter.open("button:cups")
    setter.press("button:ready")
    setter.weigh_cup(0, 14_000)
    setter.until(lambda: setter.view["cup"] == 1)
    setter.put(14_800)
    setter.text("cups-alike")
    assert (setter.view["cup"], setter.view["other"]) == (1, 0)
    assert [b[0] for b in setter.view["buttons"]] == ["button:back", "button:keep", "button:again"]
    setter.press("button:keep")
    setter.take(14_800)
    setter.until(lambda: setter.view["cup"] == 2)
    setter.press("cup:large-blue")
    setter.until(lambda: setter.view["cup"] == 11)
    setter.put(14_400)
    setter.text("cups-alike")
    assert [b[0] for b in setter.view["buttons"]] == ["button:back", "button:again"]
    setter.press("button:again")
    setter.text("cups-off")
    setter.take(14_400)
    setter.weigh_cup(11, 95_000)
    setter.press("button:back")
    assert setter.stored()["cup_mass_mg"] == list(geometry.CUP_MASS_MG)


def test_a_single_cup_can_be_learned_and_the_others_left_out():
    setter = Setter(calibrated=True)
    setter.open("button:cups")
    setter.press("button:ready", "cup:medium-green")
    setter.weigh_cup(6, 58_400)
    for _ in range(5):
        setter.until(lambda: setter.view["text"] == "cups-put")
        setter.press("button:skip")
    setter.text("cups-done")
    setter.press("button:store")
    masses = setter.stored()["cup_mass_mg"]
    assert abs(masses[6] - 58_400) < 200
    assert [m for i, m in enumerate(masses) if i != 6] == [m for i, m in enumerate(geometry.CUP_MASS_MG) if i != 6]
    assert setter.app.tracker.grams[6] == masses[6] / 1000


def test_an_unfinished_game_goes_on_after_the_set_up():
    setter = Setter(calibrated=True)
    setter.press("button:new-game", "button:next", "level:off", "button:next", "player:0")
    setter.wait(3.0)
    setter.press("button:ready", "button:peek", "card:exact-small-green", "button:play")
    setter.put(20_000)
    setter.until(lambda: setter.view["screen"] == "pass")
    setter.table.power_cut(1.0)
    setter.wait(4.0)
    setter.take(20_000)
    setter.open("button:cups")
    setter.press("button:ready")
    setter.weigh_cup(0, 14_100)
    setter.press("button:back", "button:back", "button:back")
    setter.put(20_000)
    setter.press("button:resume")
    setter.until(lambda: setter.view["screen"] == "pass" and setter.view["player"] == "Max")
    assert setter.app.play.referee.game.stacks == [[SMALL_GREEN]]


def test_a_cell_that_fails_in_the_set_up_is_a_fault_and_the_weighing_begins_again():
    setter = Setter(calibrated=True)
    setter.open("button:cups")
    setter.press("button:ready")
    setter.until(lambda: setter.view["cup"] == 0)
    setter.table.fault("hx711.1", "stuck-high")
    setter.until(lambda: setter.view["screen"] == "fault")
    setter.table.clear("hx711.1", "stuck-high")
    setter.until(lambda: setter.view["screen"] == "cups")
    setter.weigh_cup(0, 14_300)
    setter.until(lambda: setter.view["cup"] == 1)
    assert abs(setter.view["masses"][0] - 14_300) < 150


def test_a_flash_that_fails_is_said_and_the_old_masses_hold():
    setter = Setter(calibrated=True)
    setter.open("button:cups")
    setter.press("button:ready")
    setter.weigh_cup(0, 15_900)
    for _ in range(11):
        setter.until(lambda: setter.view["text"] == "cups-put")
        setter.press("button:skip")
    setter.table.fault("journal", "io-error")
    setter.press("button:store")
    setter.text("status-storage")
    assert setter.app.tracker.grams[0] == geometry.CUP_MASS_MG[0] / 1000
    setter.table.clear("journal", "io-error")
    setter.press("button:store")
    assert abs(setter.stored()["cup_mass_mg"][0] - 15_900) < 150


def test_the_sensor_view_shows_weights_rates_lean_and_a_dead_cell():
    setter = Setter(calibrated=True)
    setter.world.accel = [-0.1712, 0.0, 9.8085]
    setter.put(200_000, 0, 80)
    setter.open("button:sensors")
    setter.table.reset_counts()
    setter.wait(2.5)
    assert setter.table.samples_lost == 0
    view = setter.view
    assert view["screen"] == "sensors"
    north = view["cells"][0][0]
    assert abs(north - 200_000 * (0.25 + 80 / 220)) < 3_000 and 10 < view["cells"][0][1] < 120
    assert 800 < view["cells_dhz"] < 950 and 195 < view["imu_hz"] < 220
    right, far = view["tilt_cdeg"]
    assert abs(right - 100) < 150 and abs(far) < 150  # the chip's own offset is about a degree
    assert 2000 < view["temperature_cc"] < 3000 and view["cell_status"] == ["ok"] * 4
    setter.table.fault("hx711.0", "stuck-high")
    setter.until(lambda: setter.view["cell_status"] == ["silent", "ok", "ok", "ok"])
    assert setter.view["screen"] == "sensors"
    setter.table.clear("hx711.0", "stuck-high")
    setter.until(lambda: setter.view["cell_status"] == ["ok"] * 4)
    setter.press("button:back")
    assert json.dumps(setter.view)


def drifted(grams):
    """A table that was tared once, and switched on again `grams` off."""
    setter = Setter(calibrated=True)
    setter.press("button:new-game", "button:next", "level:off", "button:next", "player:0")
    setter.wait(3.0)
    assert setter.stored()["zero"] is not None
    setter.table.power_cut(1.0)
    setter.put(grams * 1000)
    setter.wait(4.0)
    setter.press("button:new-game", "button:next", "button:next", "player:0")
    return setter


def test_an_empty_table_that_has_drifted_is_asked_about_and_tared():
    setter = drifted(9)
    setter.until(lambda: setter.view["status"] == "status-hand-on-table")
    setter.text("set-up-empty")
    assert setter.view["screen"] == "message" and setter.app.sensing.tare_refused() == "hand-on-table"
    setter.press("button:ok")
    setter.until(lambda: setter.view["screen"] == "pass" and setter.view["status"] == "")
    assert abs(setter.app.sensing.load_mg()) < 300
    setter.press("button:ready", "button:peek", "card:exact-small-green", "button:play")
    setter.put(20_000)
    setter.until(lambda: setter.view["screen"] == "count")


def test_a_hand_that_goes_away_takes_the_question_with_it():
    setter = drifted(900)
    setter.text("set-up-empty")
    setter.take(900_000)
    setter.until(lambda: setter.view["screen"] == "pass" and setter.view["status"] == "")
    assert abs(setter.app.sensing.load_mg()) < 300


@pytest.mark.parametrize("grams", [9, 60])
def test_a_quick_players_cup_is_recognised_or_asked_about(grams):
    setter = drifted(grams)
    setter.press("button:ready", "button:peek", "card:exact-small-green", "button:play")
    setter.put(20_000)
    setter.until(lambda: setter.view.get("text") == "set-up-empty" or setter.view["screen"] == "count", 20.0)
    if setter.view["screen"] != "count":
        setter.take(20_000)
        setter.press("button:ok")
        setter.until(lambda: setter.view["screen"] == "place" and setter.view["status"] == "")
        setter.wait(1.0)
        setter.put(20_000)
        setter.until(lambda: setter.view["screen"] == "count")
    setter.until(lambda: setter.view["screen"] == "pass")
    setter.wait(8.0)
    assert setter.view["screen"] == "pass" and setter.view["status"] == ""
    assert setter.app.tracker.stacks == [[SMALL_GREEN]]


def test_the_code_of_the_set_up_is_gone_when_it_is_left_and_comes_back():
    names = ("teatable.play.gauging", "teatable.play.cup_masses")
    setter = Setter()
    for _ in range(2):
        setter.press("button:settings", "button:set-up", "button:gains")
        assert setter.app.ui.screen == "mass" and all(name in sys.modules for name in names)
        setter.press("button:back", "button:back", "button:back")
        setter.until(lambda: setter.app.ui.screen == "title")
        assert not any(name in sys.modules for name in names)
