"""An evening without a browser: a person's finger and hand, bots in the other seats, faults, and the scenario of it."""

import json

import pytest

from host_sim.acting import pause, until
from host_sim.page.diary import text_of
from host_sim.page.evening import Evening, Invitation
from host_sim.page.people import Manner
from host_sim.page.picture import Picture, take
from host_sim.page.trouble import faults
from host_sim.scripted import keys, scenario
from host_sim.stage import play_scenario

WAIT_S = 60.0
CUPS = keys.CUPS
CAREFUL = Manner()


def begin(people=(0,), players=2, level="off", seed=7):
    evening = Evening(Invitation(players, level, seed, frozenset(people)), lambda line: None)
    evening.stage.scene.beside(evening.seats.script())
    return evening


def click(evening, target):
    """Touch a target as the page does: through the finger."""
    senses = evening.stage.senses
    assert (yield from until(evening.table, lambda: senses.offers(target), WAIT_S)), f"{target}: {senses.describe()}"
    x, y, w, h = next(t[1:5] for t in evening.table.app.ui.targets if t[0] == target)
    evening.finger.at(x + w // 2, y + h // 2, True)
    evening.finger.at(0, 0, False)
    revision = senses.revision
    yield from until(evening.table, lambda: senses.revision != revision, 2.0)


def turn_of_a_person(evening):
    """Play from the title to the end of the count with finger and hand alone."""
    senses = evening.stage.senses
    for target in ("button:new-game", "button:next", "button:next", "player:0", "button:ready", "button:peek"):
        yield from click(evening, target)
    yield from click(evening, "card:size-large")
    yield from click(evening, "button:play")
    yield from until(evening.table, lambda: senses.screen == "place", WAIT_S)
    evening.put(CUPS.index("large-yellow"), {"x_mm": 5.0, "y_mm": -10.0}, CAREFUL)
    yield from evening.wait_for_hand()
    yield from until(evening.table, lambda: senses.view.get("seat") == 1, WAIT_S)


def said(table_events):
    return [(e["kind"], e["cup"], e["stack"]) for e in table_events if e["kind"] in ("placed", "removed")]


def written(report):
    """All of a report as text, but the speed of this computer."""
    out = {k: v for k, v in report.items() if k != "stopped"}
    out["metrics"] = {k: v for k, v in report["metrics"].items() if k != "speed"}
    return json.dumps(out, indent=1)


def played_again(evening, folder):
    """Save the evening, let `run` play it, and return that report as text."""
    (folder / "evening.json").write_text(text_of(evening.scene()), encoding="utf-8")
    scene = scenario.load(str(folder / "evening.json"))
    report = play_scenario(scene, scene.seed, None, lambda line: None)
    assert report["stopped"] == ""
    return written(report)


def an_evening(evening):
    """A person's turn, bots' turns in slow motion and at usual speed, knocks, a push, a fault, a power cut."""
    senses, table = evening.stage.senses, evening.table
    yield from turn_of_a_person(evening)
    evening.stage.scene.breaths = 4
    evening.bump(0.2)
    yield from until(table, lambda: senses.view.get("seat") == 2, 2 * WAIT_S)
    evening.stage.scene.breaths = 1
    evening.seats.people.clear()  # bots go on
    evening.lean()
    yield from until(table, lambda: sum(len(s.cups) for s in senses.stacks()) >= 3, 2 * WAIT_S)
    evening.break_or_mend("imu", "absent")
    yield from pause(table, 1.5)
    evening.break_or_mend("imu", "absent")
    yield from until(table, lambda: senses.screen in ("hand", "place"), WAIT_S)
    stack = max(senses.stacks(), key=lambda s: len(s.cups))
    evening.push(stack.top)
    yield from until(table, lambda: senses.screen == "fall", WAIT_S)
    yield from until(table, lambda: senses.screen == "hand", 2 * WAIT_S)
    evening.power_cut(1.0)
    yield from pause(table, 15.0)


@pytest.fixture(scope="module")
def played():
    """An evening in which a person played a turn, and a bot the next one."""
    evening = begin()
    senses = evening.stage.senses

    def script():
        yield from turn_of_a_person(evening)
        assert senses.view["seat"] == 1
        yield from until(evening.table, lambda: senses.view.get("seat") == 0 and senses.screen == "pass", WAIT_S)

    evening.stage.scene.play(script())
    return evening


def test_a_person_and_a_bot_play_a_turn_each(played):
    assert said(played.stage.recorder.table)[0] == ("placed", "large-yellow", "large-yellow")
    assert played.stage.senses.view["seat"] == 0 and played.stage.senses.screen == "pass"
    assert sum(len(s) for s in played.table.world.truth.stacks()) == 2


def test_what_was_done_can_be_played_again(played, tmp_path):
    assert played_again(played, tmp_path) == written(played.stage.report())


def test_an_evening_with_all_that_can_happen_goes_the_same_way_again(tmp_path):
    evening = begin(players=3, level="mad", seed=12)
    evening.stage.scene.play(an_evening(evening))
    report = evening.stage.report()
    truth, said_kinds = [e["kind"] for e in report["truth"]], [e["kind"] for e in report["table"]]
    assert truth.count("placed") >= 3 and "fell" in truth and "touch" in truth
    assert "placed" in said_kinds and "fell" in said_kinds and "fault" in said_kinds
    assert {"touch", "place", "remove", "push", "bump", "lean", "fault", "mend", "power-cut"} <= {
        s["do"] for s in evening.scene()["steps"]
    }
    assert played_again(evening, tmp_path) == written(report)


def test_a_person_is_not_played_for(played):
    def wait():
        yield from pause(played.table, 5.0)

    before = played.stage.senses.screen
    played.stage.scene.play(wait())
    assert played.stage.senses.screen == before == "pass"


def test_the_display_is_covered_while_a_bot_looks_at_its_cards():
    evening = begin()
    seen = []

    def look():
        view = evening.stage.senses.view
        if view.get("screen") == "hand" and view.get("open"):
            seen.append((view["seat"], take(evening, Picture())))

    evening.stage.watchers.append(look)
    senses = evening.stage.senses

    def script():
        yield from turn_of_a_person(evening)
        yield from until(evening.table, lambda: senses.screen in ("choose", "draw"), WAIT_S)

    evening.stage.scene.play(script())
    assert {seat for seat, _ in seen} == {0, 1}
    for seat, picture in seen:
        assert picture.covered == (seat == 1)
        assert seat == 0 or not picture.targets, "the names of the cards are on the targets"


def test_bots_alone_play_from_the_title_on():
    evening = begin(people=())
    senses = evening.stage.senses

    def script():
        assert (yield from until(evening.table, lambda: len(evening.table.world.truth.stacks()) > 0, 120.0))
        assert senses.player != ""

    evening.stage.scene.play(script())


@pytest.mark.parametrize("hand", ["careful", "quick", "drop"])
def test_hands_put_carry_and_take_cups(hand):
    evening = begin()
    truth = evening.table.world.truth

    def script():
        evening.put(8, {"x_mm": 0.0, "y_mm": 0.0}, CAREFUL)
        yield from evening.wait_for_hand()
        evening.put(0, {"on": 8}, Manner(hand))
        yield from evening.wait_for_hand()
        assert [e.cup for e in truth.events if e.kind == "placed"] == [8, 0]
        evening.put(8, {"x_mm": 60.0, "y_mm": 20.0}, CAREFUL)
        evening.lift(0)
        yield from evening.wait_for_hand()

    evening.stage.scene.play(script())
    evening.table.run_for(1.0)
    assert 0 in evening.stage.senses.away()
    assert [8] in truth.stacks()
    assert evening.table.world.cup_xy_mm(8)[0] == pytest.approx(60.0, abs=15.0)


@pytest.mark.parametrize(("pose", "up"), [("upside-down", -1.0), ("side", 0.4)])
def test_a_cup_is_put_wrongly_and_taken_away_again(pose, up):
    evening = begin()
    world = evening.table.world

    def script():
        evening.put(8, {"x_mm": 0.0, "y_mm": 0.0}, CAREFUL)
        evening.put(4, {"x_mm": 80.0, "y_mm": 0.0}, Manner("careful", pose))  # where no cup can set it upright again
        yield from evening.wait_for_hand()
        yield from pause(evening.table, 1.0)
        assert world.cup_pose(4)[1][2] == pytest.approx(up, abs=0.15)
        assert world.truth.stacks() == [[8]] and world.truth.lying() == {4: "top"}
        evening.lift(4)
        yield from evening.wait_for_hand()

    evening.stage.scene.play(script())
    assert 4 in evening.stage.senses.away()
    assert evening.scene()["steps"][1]["pose"] == pose


def test_a_cup_is_let_go_as_high_as_asked():
    evening = begin()
    world = evening.table.world
    heights = []

    def script():
        yield from until(evening.table, lambda: evening.stage.senses.screen == "title", WAIT_S)
        evening.put(4, {"x_mm": 0.0, "y_mm": 0.0}, Manner("drop", drop_mm=150))
        assert (yield from until(evening.table, lambda: 4 in world.held, WAIT_S))
        while 4 in world.held:
            heights.append(1000 * world.cup_pose(4)[0][2])
            yield
        yield from evening.wait_for_hand()

    evening.stage.scene.play(script())
    assert 130 < min(heights) < 160, heights


def test_a_push_is_a_fall():
    evening = begin()

    def script():
        evening.put(4, {"x_mm": 0.0, "y_mm": 0.0}, CAREFUL)
        evening.push(4)
        yield from evening.wait_for_hand()
        yield from pause(evening.table, 2.0)

    evening.stage.scene.play(script())
    assert [e.cups for e in evening.table.world.truth.falls()] == [[4]]
    assert evening.scene()["steps"][-1]["do"] == "push"


def test_knocks_things_power_cuts_and_faults_are_written_down():
    evening = begin()

    def script():
        yield from until(evening.table, lambda: evening.stage.senses.screen == "title", WAIT_S)
        evening.bump(0.3)
        yield from pause(evening.table, 1.0)
        evening.lean()
        yield from pause(evening.table, 4.0)
        evening.lay_or_take()
        yield from evening.wait_for_hand()
        evening.lay_or_take()
        yield from evening.wait_for_hand()
        evening.move()
        yield from pause(evening.table, 4.0)
        evening.break_or_mend("imu", "absent")
        yield from pause(evening.table, 1.5)
        evening.break_or_mend("imu", "absent")
        evening.power_cut(1.0)
        yield from evening.wait_for_hand()
        assert not evening.table.powered
        yield from pause(evening.table, 3.0)

    evening.stage.scene.play(script())
    steps = evening.scene()["steps"]
    assert [s["do"] for s in steps] == ["bump", "lean", "lay", "take", "move", "fault", "mend", "power-cut"]
    assert 1.4 < steps[6]["at"] - steps[5]["at"] < 1.7 and not evening.table.devices["imu"].faults


def test_every_fault_of_the_board_has_a_button_and_is_known_to_scenarios():
    known = keys.faults()
    offered = faults()
    assert set(offered) == set(known)
    for device, kinds in offered.items():
        assert kinds and set(kinds) <= set(known[device])
    evening = begin()
    pairs = [(device, kind) for device, kinds in offered.items() for kind in kinds]
    for pair in pairs:
        evening.break_or_mend(*pair)
        evening.break_or_mend(*pair)
    evening.stage.scene.play(evening.wait_for_hand())
    assert [(s["device"], s["kind"]) for s in evening.scene()["steps"] if s["do"] == "mend"] == pairs


def test_a_fault_in_the_turn_of_a_bot_is_for_a_person_to_mend():
    evening = begin()
    senses = evening.stage.senses

    def script():
        yield from turn_of_a_person(evening)
        assert take(evening, Picture()).hint.startswith("Max is a bot")
        evening.break_or_mend("imu", "absent")
        assert (yield from until(evening.table, lambda: senses.screen == "fault", WAIT_S))
        assert "Something is broken" in take(evening, Picture()).hint
        evening.break_or_mend("imu", "absent")
        yield from click(evening, "button:retry")
        assert (yield from until(evening.table, lambda: senses.view.get("seat") == 0, WAIT_S)), "the bot plays on"

    evening.stage.scene.play(script())


def test_the_table_is_cleared_for_another_game():
    evening = begin()

    def script():
        evening.put(8, {"x_mm": -50.0, "y_mm": 0.0}, CAREFUL)
        evening.put(0, {"on": 8}, CAREFUL)
        evening.put(4, {"x_mm": 50.0, "y_mm": 0.0}, CAREFUL)
        yield from evening.wait_for_hand()
        assert len(evening.table.world.truth.stacks()) == 2
        evening.clear()
        yield from evening.wait_for_hand(60.0)

    evening.stage.scene.play(script())
    assert evening.stage.senses.away() == list(range(12))
    assert [s["do"] for s in evening.scene()["steps"]] == ["place"] * 3 + ["remove"] * 3
