"""The diary of an evening: waits between the steps, `at` for what was done beside them, a press as long as it was."""

from host_sim.bots.body import TAP_S
from host_sim.page.deeds import Deeds


def test_steps_keep_their_distance():
    deeds = Deeds()
    deeds.begin(2.0, do="place", cup="small-green", x_mm=0, y_mm=0).end = 4.0
    deeds.begin(5.5, do="remove", cup="small-green").end = 6.0
    assert deeds.steps(7.0) == [
        {"do": "wait", "s": 2.0},
        {"do": "place", "cup": "small-green", "x_mm": 0, "y_mm": 0},
        {"do": "wait", "s": 1.5},
        {"do": "remove", "cup": "small-green"},
        {"do": "wait", "s": 1.0},
    ]


def test_what_happens_meanwhile_has_its_time():
    deeds = Deeds()
    deeds.begin(1.0, do="place", cup="small-green", x_mm=0, y_mm=0).end = 4.0
    deeds.begin(2.5, do="bump", impulse_ns=0.5).end = 2.6
    assert {"do": "bump", "impulse_ns": 0.5, "at": 2.5} in deeds.steps(4.0)


def test_a_press_lasts_until_the_display_has_changed():
    deeds = Deeds()
    deed = deeds.begin(1.0, do="press", target="button:next")
    deeds.lifted(deed, 1.0 + TAP_S + 0.5, revision=7)
    deeds.look(1.7, revision=7)
    assert deed.end is None
    deeds.look(1.8, revision=8)
    assert deed.end == 1.8 and deed.step["s"] == 0.5
