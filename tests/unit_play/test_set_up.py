"""The set-up on a fake bench: the ways through it, what is refused, and that leaving keeps the old values."""

from teatable.boards import geometry
from teatable.play.before import Title
from unit_play.fake_table import FakeTable


class FakeWeighing:
    """A scale that weighs what the test has put on it, at once."""

    def __init__(self):
        self.on = (0, 0, 0)  # mg, x um, y um
        self.drift = 0
        self.done = False
        self.taring = False
        self.tared = self.forgotten = 0
        self.misfit = 1
        self.counts_per_kg = None

    def begin(self):
        self.done = False

    def step(self):
        self.done = True

    @property
    def cells_mg(self):
        mg, x, y = self.on
        arm = 2 * geometry.CELL_RADIUS_UM
        shares = (mg // 4 + mg * y // arm, mg // 4 + mg * x // arm, mg // 4 - mg * y // arm, mg // 4 - mg * x // arm)
        return [self.drift // 4 + share for share in shares]

    def now_mg(self):
        return sum(self.cells_mg)

    def place_um(self, cells):
        total = sum(cells)
        r = geometry.CELL_RADIUS_UM
        return (cells[1] - cells[3]) * r // total, (cells[0] - cells[2]) * r // total

    def tare(self):
        self.taring = True
        self.tared += 1

    def tare_forgotten(self):
        self.taring = False
        self.forgotten += 1

    def counts(self, cells):
        return cells

    def gains(self, spots, mass_mg, places):
        assert len(spots) == len(places) == 5
        self.spots = spots
        if self.misfit is None:
            raise ValueError("nothing felt")
        return [1_500_000, 1_510_000, 1_520_000, 1_530_000], self.misfit


class FakeCalibration:
    def __init__(self):
        self.cup_mass_mg = list(geometry.CUP_MASS_MG)
        self.zero = None


class FakeBench:
    """Keeps what it is given, unless `wrong` is set."""

    def __init__(self):
        self.weighing = FakeWeighing()
        self.calibration = FakeCalibration()
        self.wrong = ""
        self.kept_gains = self.kept_masses = None

    def keep_gains(self, gains):
        if not self.wrong:
            self.kept_gains = gains
        return self.wrong

    def keep_masses(self, masses):
        if not self.wrong:
            self.kept_masses = masses
        return self.wrong

    def own_gains(self):
        return self.kept_gains is not None

    def alike(self, a, b):
        return abs(a - b) < 2_000

    def sensors(self, now_ms):
        return {
            "cells": [], "now_ms": now_ms, "tilt_cdeg": None, "temperature_cc": None, "hall_ms": 0, "sum_mg": 0,
            "noise_mg": 0, "cells_dhz": 880, "imu_status": "ok", "imu_hz": 208,
        }  # fmt: skip


def at_menu():
    t = FakeTable()
    t.play.bench = FakeBench()
    t.press("button:settings", "button:set-up")
    return t, t.play.bench, t.play.bench.weighing


def put(t, mg, x=0, y=0):
    t.play.bench.weighing.on = (mg, x, y)
    t.wait(60)


def text(t):
    return t.play.view()["text"]


def test_without_a_bench_there_is_no_set_up():
    t = FakeTable()
    t.press("button:settings")
    assert t.ignored("button:set-up")
    assert "button:set-up" not in [item[0] for item in t.play.view()["items"]]


def test_the_menu_leads_everywhere_and_back():
    t, _bench, _w = at_menu()
    for target, screen in (("zero", "weigh"), ("gains", "mass"), ("cups", "cups"), ("sensors", "sensors")):
        t.press("button:" + target)
        assert t.screen == screen
        t.press("button:back")
        assert t.screen == "menu"
    t.press("button:back", "button:back")
    assert t.screen == "title" and not t.play.running


def test_the_zero_waits_for_the_tare():
    t, _bench, w = at_menu()
    t.press("button:zero", "button:ready")
    t.wait(500)
    assert text(t) == "hands-off" and w.tared == 1
    w.taring = False
    t.wait(20)
    assert text(t) == "set-up-zero-done"
    t.press("button:ok", "button:zero", "button:ready", "button:back")
    assert w.forgotten == 1 and t.screen == "menu"


def gauge(t, drift=0, drift_a_spot=0):
    t.press("button:gains", "button:next", "button:ready")
    t.wait(60)
    for x, y in geometry.SPOTS_UM:
        t.play.bench.weighing.drift += drift_a_spot
        put(t, 200_000, x, y)
        t.press("button:ready")
        t.wait(60)
    drift += t.play.bench.weighing.drift + drift_a_spot
    t.play.bench.weighing.drift = drift
    put(t, 0)
    assert text(t) == "gains-off"
    t.press("button:ready")
    t.wait(60)


def test_gains_are_kept_and_the_empty_table_tared():
    t, bench, w = at_menu()
    gauge(t)
    assert text(t) == "gains-done" and bench.kept_gains[3] == 1_530_000 and w.tared == 1
    assert t.play.view()["name"] == "0.1"
    t.press("button:ok")
    assert t.play.view()["items"][1][2] == "set-up-done"


def test_what_the_empty_table_has_drifted_meanwhile_comes_off():
    t, _bench, w = at_menu()
    gauge(t, 0, 300)
    assert text(t) == "gains-done"
    for spot in w.spots:
        assert abs(sum(spot) - 200_000) < 100, w.spots


def test_gains_that_do_not_fit_are_not_kept():
    for misfit, wrong, word in (
        (9, "", "gains-uneven"), (None, "", "gains-uneven"), (0, "set-up-refused", "gains-refused"),
        (0, "status-storage", "status-storage"),
    ):  # fmt: skip
        t, bench, w = at_menu()
        w.misfit, bench.wrong = misfit, wrong
        gauge(t)
        assert text(t) == word and bench.kept_gains is None and w.tared == 0
        t.press("button:again")
        assert text(t) == "set-up-empty"


def test_a_table_not_empty_at_the_end_is_said():
    t, bench, _w = at_menu()
    gauge(t, 5_000)
    assert text(t) == "gains-not-empty" and bench.kept_gains is None


def test_the_known_mass_stays_in_its_range():
    t, _bench, _w = at_menu()
    t.press("button:gains")
    for _ in range(60):
        t.press("button:plus-10")
    assert t.play.view()["grams"] == 600
    for _ in range(80):
        t.press("button:minus-10")
    t.press("button:plus-1")
    assert t.play.view()["grams"] == 51


def test_cups_one_after_the_other():
    t, bench, _w = at_menu()
    t.press("button:cups", "button:ready")
    t.wait(60)
    for cup in range(12):
        assert text(t) == "cups-put" and t.play.view()["cup"] == cup
        put(t, geometry.CUP_MASS_MG[cup] + 1_000)
        assert text(t) == "cups-off"
        put(t, 0)
    assert text(t) == "cups-done" and bench.kept_masses is None
    t.press("button:store")
    assert bench.kept_masses == [m + 1_000 for m in geometry.CUP_MASS_MG] and t.screen == "menu"


def test_what_is_no_cup_is_said():
    t, _bench, _w = at_menu()
    t.press("button:cups", "button:ready")
    t.wait(60)
    put(t, 3_000)
    assert text(t) == "cups-no-cup"
    put(t, 600_000)
    assert text(t) == "cups-no-cup"
    put(t, -14_000)
    assert text(t) == "cups-not-empty"
    t.press("button:ready")
    t.wait(60)
    assert text(t) == "cups-put"


def test_a_cup_left_out_too_like_one_of_another_size_is_named_at_the_end():
    t, bench, _w = at_menu()
    t.press("button:cups", "button:ready")
    t.wait(60)
    put(t, 46_500)  # as heavy as a medium purple one
    put(t, 0)
    for _ in range(11):
        t.press("button:skip")
    t.press("button:store")
    view = t.play.view()
    assert view["text"] == "cups-alike" and (view["cup"], view["other"]) == (0, 4)
    assert bench.kept_masses is None and t.ignored("button:keep")


def test_what_the_tracker_says_is_not_heard():
    t = FakeTable()
    t.play.bench = FakeBench()
    t.start()
    t.place(1)  # the tracker still knows a game
    t.play.go(Title(t.play))
    t.press("button:settings", "button:set-up", "button:cups")
    before = t.play.revision
    t.fall([1])
    t.tell(t.play.kinds.QUESTION, question="which-cup", candidates=(1, 2))
    assert t.screen == "cups" and t.play.revision == before


def test_a_fault_lies_over_it_and_the_weighing_goes_on():
    t, _bench, _w = at_menu()
    t.press("button:cups", "button:ready")
    t.wait(60)
    t.play.fault("fault-cell", "load cell east")
    assert t.screen == "fault"
    t.play.well()
    assert t.screen == "cups"
    put(t, 14_500)
    assert t.play.view()["masses"][0] == 14_500
