"""The table of figures: values, cases, bounds and verdicts from reports made here."""

import pytest

from host_sim import report
from host_sim.longrun import figures, odds


def made(truth, table, charges=(), **extra):
    more = {"hours": 0.5, "samples_lost": 0, "longest_step_ms": 3.0, "to_one_s": [0.4], "speed": 2.5, **extra}
    return report.build(truth, table, [], list(charges), more)


def placed(t, cup, **more):
    return {"t": t, "kind": "placed", "cup": cup, "x_mm": 0.0, "y_mm": 0.0, "stack": cup, "height": 1, **more}


def row(table, figure):
    return next(r for r in table if r.figure == figure)


def test_few_good_cases_are_not_excluded_and_many_are_met():
    truth = [placed(10.0 * i, "small-green") for i in range(1, 5001)]
    few, many = made(truth[:20], truth[:20]), made(truth, truth)
    assert row(figures.rows([few], "off"), "cups identified right").verdict == odds.OPEN
    good = row(figures.rows([many], "off"), "cups identified right")
    assert (good.value, good.cases, good.verdict) == ("100.000 %", "5000", odds.MET)


def test_a_missed_figure_is_called_so():
    truth = [placed(10.0 * i, "small-green") for i in range(1, 51)]
    table = [placed(10.0 * i, "small-blue" if i % 2 else "small-green") for i in range(1, 51)]
    rows = figures.rows([made(truth, table)], "off")
    assert row(rows, "wrong and sure").verdict == odds.MISSED
    assert row(rows, "cups identified right").value == "50.000 %"


def test_stacks_are_judged_by_the_gap_between_tops():
    truth = [placed(1, "small-green", gap_mm=100.0), placed(9, "small-blue", gap_mm=5.0)]
    alone = figures.rows([made([placed(1, "small-green", gap_mm=None)], [placed(1.2, "small-green")])], "off")
    assert row(alone, "stack right, tops > 20 mm apart").cases == "1", "no other stack is far"
    table = [placed(1, "small-green"), placed(9, "small-blue", stack="large-blue")]
    rows = figures.rows([made(truth, table)], "off")
    assert row(rows, "stack right, tops > 20 mm apart").cases == "1"
    assert row(rows, "wrong stack, nearer").verdict == odds.MISSED


@pytest.mark.parametrize(("level", "target"), [("off", "<= 3 mm"), ("mad", "<= 6 mm"), ("classic", "reported")])
def test_position_of_the_lightest_cup_by_level(level, target):
    truth = [placed(1, "small-purple")]
    rows = figures.rows([made(truth, [placed(1, "small-purple", x_mm=2.0)])], level)
    found = row(rows, "position, small-purple")
    assert (found.value, found.target) == ("2.00 mm", target)


def test_falls_by_cause_and_their_early_word():
    truth = [{"t": 5.0, "kind": "fell", "cups": ["small-green"], "cause": "wobble", "impact_t": 5.4, "player": "Rose"}]
    table = [{"t": 5.2, "kind": "falling"}, {"t": 6.0, "kind": "fell", "cups": ["small-green"]}]
    rows = figures.rows([made(truth, table, [{"player": "Rose", "turn": None}])], "mad")
    assert row(rows, "falls found, wobble").value == "100.000 %"
    assert row(rows, "falling, wobble, median").value.startswith("-200 ms")
    assert row(rows, "charged to the right player").cases == "1"
    assert row(rows, "false falls").verdict == odds.OPEN


def test_a_fall_that_was_never_announced_is_later_than_any_other():
    truth = [
        {"t": 5.0, "kind": "fell", "cups": ["small-green"], "cause": "wobble", "impact_t": 5.4},
        {"t": 50.0, "kind": "fell", "cups": ["small-blue"], "cause": "wobble", "impact_t": 50.4},
        {"t": 90.0, "kind": "fell", "cups": ["small-blue"], "cause": "wobble", "impact_t": 90.4},
    ]
    taken_back = [{"t": 89.5, "kind": "falling"}, {"t": 90.0, "kind": "falling-cancelled"}]
    rows = figures.rows([made(truth, [{"t": 5.2, "kind": "falling"}, *taken_back])], "mad")
    assert row(rows, "falling, wobble, median").value == "never ms, 95 % never, worst never"
    assert row(rows, "falling, wobble, within 100 ms").value == "33.333 %"


def test_unsure_is_split_into_what_it_is_unsure_of():
    truth = [placed(10.0 * i, "small-green") for i in range(1, 4)]
    table = [
        placed(10.3, None, candidates=["small-green", "small-blue"]),
        placed(20.3, "small-green", candidates=["small-green"]),
        {"t": 30.9, "kind": "fell", "cups": ["small-green"], "sure": False},
    ]
    rows = figures.rows([made(truth, table)], "off")
    assert row(rows, "said unsure").value == "100.000 %"
    for why in ("which cup", "which stack", "perhaps it fell"):
        assert row(rows, "said unsure, " + why).value == "33.333 %"


def test_position_of_the_lightest_cup_on_the_table_and_on_a_stack():
    truth = [placed(1, "small-purple"), placed(9, "small-purple", height=4)]
    table = [placed(1, "small-purple", x_mm=1.0), placed(9, "small-purple", x_mm=5.0)]
    rows = figures.rows([made(truth, table)], "off")
    assert row(rows, "position, small-purple on the table").value == "1.00 mm"
    assert row(rows, "position, small-purple on a stack").value == "5.00 mm"
    assert row(rows, "position, all cups, 3 below").cases == "1"


def test_stacks_side_by_side_may_not_be_mixed_up_even_once():
    truth = [placed(9, "small-blue", gap_mm=60.0, rim_gap_mm=12.0)]
    rows = figures.rows([made(truth, [placed(9, "small-blue", stack="large-blue")])], "off")
    assert row(rows, "wrong stack, rims <= 20 mm apart").verdict == odds.MISSED
    assert row(rows, "stack right, tops > 20 mm apart").value == "0.000 %"


def test_a_cup_that_tips_where_it_stands_is_a_fall_and_told_apart():
    tipped = {"t": 5.0, "kind": "fell", "cups": ["small-green"], "cause": "bump"}
    hit = {"t": 50.0, "kind": "fell", "cups": ["small-blue"], "cause": "bump", "impact_t": 50.2}
    rows = figures.rows([made([tipped, hit], [{"t": 50.9, "kind": "fell", "cups": ["small-blue"]}])], "off")
    assert row(rows, "falls found, bump").value == "50.000 %"
    told = row(rows, "falls found that hit nothing")
    assert (told.value, told.cases) == ("0.000 %", "1")


def test_clearing_what_fell_is_no_removal_to_be_identified():
    gone = {"t": 5.0, "kind": "removed", "cup": "small-green"}
    cleared = {"t": 9.0, "kind": "removed", "cup": "small-blue", "fallen": True}
    said = [gone, {"t": 9.2, "kind": "removed", "cup": "large-blue"}]
    rows = figures.rows([made([gone, cleared], said)], "off")
    assert row(rows, "removals identified right").value == "100.000 %"
    assert row(rows, "removals, wrong and sure").cases == "1"


def test_an_hour_of_scenes_is_no_hour_of_play():
    game = {**made([], []), "unit": ["natural", "off", 1]}
    scenes = {
        **made([], [{"t": 9.0, "kind": "fell", "cups": ["small-green"]}], acts={"bump": 7}),
        "unit": ["provoked", "off", 1],
    }
    rows = figures.rows([game, scenes], "off")
    assert row(rows, "false falls").value == "0 in 0.50 h"
    told = row(rows, "false falls, in scenes")
    assert (told.value, told.cases, told.verdict) == ("1 in 0.50 h", "7 nuisances", "")


def test_a_stall_costs_its_samples_and_no_more():
    for lost, verdict in ((28, odds.MET), (40, odds.MISSED)):
        found = row(figures.rows([made([], [], samples_lost=lost, stalls=1)], "off"), "samples lost")
        assert (found.value, found.target, found.verdict) == (f"{lost} in 1 stalls", "29 a stall", verdict)


def test_a_late_one_a_lost_sample_and_a_slow_simulator_are_missed():
    rows = figures.rows([made([], [], to_one_s=[0.4, 0.9], samples_lost=2, speed=0.8)], "off")
    for figure in ('release to "one"', "samples lost", "simulator, against real time"):
        assert row(rows, figure).verdict == odds.MISSED


def test_the_table_reads_in_columns():
    text = figures.as_text(figures.rows([made([placed(1, "small-green")], [placed(1, "small-green")])], "off"))
    lines = text.splitlines()
    assert lines[0].startswith("figure")
    assert all(len(line) < 140 for line in lines)


def test_no_games_make_no_figures_fail():
    assert all(r.verdict != odds.MISSED for r in figures.rows([], "off"))
