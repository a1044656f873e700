"""Matching of what was said with what happened, and the sums of the metrics."""

import json

from host_sim import matching, report

EXTRA = {"hours": 0.1, "samples_lost": 0, "longest_step_ms": 1.0}


def placed(t, cup, **more):
    return {"t": t, "kind": "placed", "cup": cup, "x_mm": 0.0, "y_mm": 0.0, "stack": cup, **more}


def test_nearest_pairs_first_and_each_once():
    truth = [placed(10.0, "small-green"), placed(11.0, "large-blue")]
    table = [placed(10.8, "large-blue")]
    pairs, missed, false = matching.match(truth, table, "placed")
    assert [(a["cup"], b["cup"]) for a, b in pairs] == [("large-blue", "large-blue")]
    assert [e["cup"] for e in missed] == ["small-green"]
    assert false == []


def test_two_told_in_another_order_are_matched_by_their_cups():
    truth = [placed(10.0, "small-green"), placed(11.0, "large-blue")]
    table = [placed(11.1, "small-green"), placed(11.1, "large-blue")]
    pairs, missed, false = matching.match(truth, table, "placed")
    assert all(a["cup"] == b["cup"] for a, b in pairs)
    assert (len(pairs), missed, false) == (2, [], [])


def test_under_a_leaning_hand_the_seconds_count_from_its_letting_go():
    truth = [placed(10.0, "small-green", felt_t=12.5)]
    assert len(matching.match(truth, [placed(14.4, "small-green")], "placed")[0]) == 1
    assert len(matching.match(truth, [placed(14.6, "small-green")], "placed")[0]) == 0


def test_perhaps_it_fell_is_an_unsure_word_about_a_cup_that_was_put():
    truth = [placed(10.0, "small-green")]
    fell = {"t": 11.0, "kind": "fell", "cups": ["small-green"], "sure": False}
    figures = report.metrics(truth, [fell], [], EXTRA)
    assert (figures["placements"], figures["unsure"], figures["missed"], figures["false_placements"]) == (1, 1, 0, 0)
    figures = report.metrics(truth, [dict(fell, sure=True)], [], EXTRA)
    assert (figures["unsure"], figures["missed"]) == (0, 1)
    figures = report.metrics(truth, [dict(fell, cups=["large-blue"])], [], EXTRA)
    assert (figures["unsure"], figures["missed"], figures["false_placements"]) == (0, 1, 0)


def test_two_seconds_is_near_and_more_is_not():
    truth = [placed(10.0, "small-green")]
    assert len(matching.match(truth, [placed(12.0, "small-green")], "placed")[0]) == 1
    pairs, missed, false = matching.match(truth, [placed(12.01, "small-green")], "placed")
    assert (len(pairs), len(missed), len(false)) == (0, 1, 1)


def test_kinds_do_not_mix():
    removed = {"t": 5.0, "kind": "removed", "cup": "small-green"}
    assert matching.match([placed(5.0, "small-green")], [removed], "placed")[0] == []


def test_placements_are_the_sum_of_their_parts():
    truth = [
        placed(t, c) for t, c in ((1, "small-green"), (11, "large-blue"), (21, "medium-yellow"), (31, "small-blue"))
    ]
    table = [
        placed(1.5, "small-green"),
        placed(11.5, "large-green"),
        placed(21.5, None, candidates=["medium-yellow", "medium-purple"]),
        placed(50.0, "small-blue"),
    ]
    m = report.metrics(truth, table, [], EXTRA)
    assert m["placements"] == m["correct"] + m["unsure"] + m["wrong_and_sure"] + m["missed"] == 4
    assert (m["correct"], m["unsure"], m["wrong_and_sure"], m["missed"], m["false_placements"]) == (1, 1, 1, 1, 1)


def test_a_wrong_stack_is_told():
    truth = [placed(1, "small-green", stack="large-blue")]
    table = [placed(1.4, "small-green", stack="large-green")]
    assert report.metrics(truth, table, [], EXTRA)["stack_errors"] == 1
    assert len(report.disagreements(truth, table)) == 1


def test_position_is_a_root_mean_square():
    truth = [placed(1, "small-green"), placed(9, "small-blue")]
    table = [placed(1, "small-green", x_mm=3.0), placed(9, "small-blue", y_mm=4.0)]
    assert report.metrics(truth, table, [], EXTRA)["position_rms_mm"] == 3.54


def test_falls_by_cause_latency_and_false_falls():
    truth = [
        {"t": 5.0, "kind": "fell", "cups": ["small-green"], "cause": "wobble", "impact_t": 5.3},
        {"t": 60.0, "kind": "fell", "cups": ["large-blue"], "cause": "bump"},
    ]
    table = [
        {"t": 5.1, "kind": "falling"},
        {"t": 6.0, "kind": "fell", "cups": ["small-green"]},
        {"t": 30.0, "kind": "fell", "cups": ["small-blue"]},
    ]
    m = report.metrics(truth, table, [], EXTRA)
    assert m["falls"] == {"wobble": 1, "placement": 0, "removal": 0, "bump": 1}
    assert (m["falls_detected"], m["falls_missed"], m["false_falls"]) == (1, 1, 1)
    assert m["fall_latency_ms"] == -200


def test_charges_go_to_the_player_whose_turn_it_was():
    truth = [
        {"t": 5.0, "kind": "fell", "cups": ["small-green"], "player": "Rose", "turn": 3},
        {"t": 5.4, "kind": "fell", "cups": ["small-blue"], "player": "Rose", "turn": 3},
        {"t": 90.0, "kind": "fell", "cups": ["small-blue"], "player": "Max", "turn": 8},
    ]
    m = report.metrics(truth, [], [{"player": "Rose", "turn": 3}, {"player": "Rose", "turn": 9}], EXTRA)
    assert (m["charges_due"], m["charged_right"], m["charged"]) == (2, 1, 2)


def test_a_fall_that_begins_after_three_is_the_next_players():
    fell = {"t": 5.0, "kind": "fell", "cups": ["small-green"], "player": "Rose", "turn": 3, "after_three": True}
    for paid, right in (("Max", 1), ("Rose", 0)):
        m = report.metrics([fell], [], [{"player": paid, "turn": 3}], EXTRA)
        assert (m["charges_due"], m["charged_right"]) == (1, right)
    before = {"t": 4.9, "kind": "fell", "cups": ["small-blue"], "player": "Rose", "turn": 3}
    m = report.metrics([before, fell], [], [{"player": "Rose", "turn": 3}], EXTRA)
    assert m["charged_right"] == 1  # the first cup decides


def test_the_report_is_json_with_the_four_parts(tmp_path):
    made = report.build([placed(1, "small-green")], [placed(1, "small-green")], [], [], EXTRA)
    report.write(made, tmp_path / "r.json")
    read = json.loads((tmp_path / "r.json").read_text())
    assert {"truth", "table", "game", "metrics"} <= set(read)
    assert "placements" in report.agreement_table(read["metrics"])


def test_clearing_up_may_be_told_or_not():
    truth = [{"t": 5.0, "kind": "removed", "cup": "small-green", "fallen": True}]
    assert matching.match(truth, [], "removed") == ([], [], [])
    said = [{"t": 5.5, "kind": "removed", "cup": "small-green"}]
    assert len(matching.match(truth, said, "removed")[0]) == 1


def test_a_sure_fall_must_name_the_cups():
    truth = [{"t": 5.0, "kind": "fell", "cups": ["small-green", "small-blue"]}]
    for sure, lines in ((True, 1), (False, 0)):
        said = [{"t": 5.5, "kind": "fell", "cups": ["small-green"], "sure": sure}]
        assert len(report.disagreements(truth, said)) == lines


def test_an_answer_of_the_players_is_no_statement_of_the_table():
    truth = [placed(1, "small-green")]
    said = [placed(1.4, None, candidates=["small-green", "small-blue"]), placed(3.0, "small-green", answered=True)]
    m = report.metrics(truth, said, [], EXTRA)
    assert (m["unsure"], m["correct"], m["false_placements"]) == (1, 0, 0)


def test_a_cup_that_never_came_to_rest_may_be_left_out_of_a_fall():
    fell = {"t": 5.3, "kind": "fell", "cups": ["small-green", "large-blue"]}
    said = {"t": 6.0, "kind": "fell", "cups": ["small-green"]}
    loose = placed(5.0, "large-blue", fallen=True)
    assert matching.fell_right(fell, said, [loose, fell])
    assert not matching.fell_right(fell, said, [fell])
    assert not matching.fell_right(fell, {**said, "cups": ["small-green", "small-blue"]}, [loose, fell])


def test_perhaps_it_fell_is_an_unsure_word_of_a_cup_that_stands_and_none_of_one_that_fell():
    said = [{"t": 5.5, "kind": "fell", "cups": ["small-green"], "sure": False}]
    assert report.metrics([placed(5.0, "small-green")], said, [], EXTRA)["unsure"] == 1
    m = report.metrics([placed(5.0, "small-green", fallen=True)], said, [], EXTRA)
    assert (m["placements"], m["unsure"]) == (0, 0)


def test_two_said_at_once_are_paired_by_cup():
    truth = [placed(5.0, "small-green"), placed(6.0, "small-blue")]
    said = [placed(6.5, "small-blue"), placed(6.5, "small-green")]
    pairs, missed, false = matching.match(truth, said, "placed")
    assert (len(missed), len(false)) == (0, 0)
    assert all(a["cup"] == b["cup"] for a, b in pairs)


def test_what_is_rightly_said_too_late_is_missed_and_not_made_up():
    truth = [placed(5.0, "small-green")]
    said = [placed(8.0, "small-green")]
    m = report.metrics(truth, said, [], EXTRA)
    assert (m["correct"], m["missed"], m["late"], m["false_placements"]) == (0, 1, 1, 0)
    assert report.disagreements(truth, said) == []
    assert report.unnoticed(truth, said) == ["5.00 s: small-green placed, told at 8.00 s"]


def test_that_a_fallen_cup_was_cleared_may_be_said_late_but_only_once():
    truth = [{"t": 5.0, "kind": "removed", "cup": "small-green", "fallen": True}]
    said = [{"t": 7.2, "kind": "removed", "cup": "small-green"}]
    assert report.disagreements(truth, said) == []
    assert report.metrics(truth, said, [], EXTRA)["false_removals"] == 0
    said.insert(0, {"t": 5.5, "kind": "removed", "cup": "small-green"})
    assert report.disagreements(truth, said) == ["7.20 s: said small-green removed, nothing of the kind"]
    other = [{"t": 7.2, "kind": "removed", "cup": "small-blue"}]
    assert len(report.disagreements(truth, other)) == 1


def test_what_was_true_once_is_made_up_when_it_is_no_longer_so():
    gone = {"t": 7.0, "kind": "removed", "cup": "small-green"}
    truth, said = [placed(5.0, "small-green"), gone], [placed(8.0, "small-green")]
    assert report.metrics(truth, said, [], EXTRA)["false_placements"] == 1
    assert len(report.disagreements(truth, said)) == 1


def test_a_fall_told_late_must_name_its_cups():
    truth = [{"t": 5.0, "kind": "fell", "cups": ["small-green"], "cause": "wobble"}]
    for cup, false in (("small-green", 0), ("small-blue", 1)):
        m = report.metrics(truth, [{"t": 7.6, "kind": "fell", "cups": [cup]}], [], EXTRA)
        assert (m["falls_missed"], m["false_falls"]) == (1, false)


def test_a_fall_may_name_what_fell_while_it_was_cleared():
    first = {"t": 5.0, "kind": "fell", "cups": ["small-green"]}
    second = {"t": 9.0, "kind": "fell", "cups": ["large-blue"]}
    said = {"t": 6.0, "kind": "fell", "cups": ["small-green", "large-blue"]}
    assert matching.fell_right(first, {**said, "corrected_t": 9.5}, [first, second])
    assert not matching.fell_right(first, said, [first, second])
