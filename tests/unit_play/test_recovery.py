"""Power cuts, faults and the game by hand: the game waits and loses nothing."""

from teatable.rules import save
from teatable.tracker import events
from unit_play.fake_table import FakeTable, deck_for
from unit_store.test_store import MemoryFiles

ROSE = [
    "exact-small-green", "colour-blue", "size-large", "clean-cup", "im-late", "curiouser-and-curiouser",
]  # fmt: skip
MAX = ["exact-large-blue", "size-small", "colour-green", "im-not-all-there", "have-a-cup-of-tea", "size-medium"]
SMALL_GREEN = 2
LARGE_BLUE = 11


def started():
    table = FakeTable(None, deck_for(ROSE, MAX))
    table.start()
    return table


def after_a_power_cut(table):
    table.play.referee.flush()
    again = FakeTable(table.kept)
    assert again.play.view()["can_resume"] and again.tracker.stacks == table.game.stacks
    again.press("button:resume")
    assert save(again.game) == save(table.game)
    assert again.tracker.stacks == table.game.stacks
    return again


def test_the_game_goes_on_in_the_same_step():
    table = started()
    assert after_a_power_cut(table).screen == "pass"
    table.choose("exact-small-green")
    again = after_a_power_cut(table)
    assert again.screen == "place" and again.play.running
    table.place(SMALL_GREEN)
    table.wait(1200)
    again = after_a_power_cut(table)
    assert again.screen == "count" and again.play.view()["number"] == 0
    again.count()
    assert again.screen == "pass" and again.play.view()["player"] == "Max"
    again.choose("exact-large-blue")
    again.place(LARGE_BLUE, SMALL_GREEN)
    third = after_a_power_cut(again)
    assert len(third.tracker.places) == 1
    x_um, y_um = third.tracker.places[0]
    assert abs(x_um - 2000) <= 1200 and abs(y_um) <= 1200
    third.count()
    assert third.game.stacks == [[SMALL_GREEN, LARGE_BLUE]] and third.play.view()["player"] == "Rose"


def test_a_fall_waits_through_a_power_cut():
    table = started()
    table.choose("exact-small-green")
    table.place(SMALL_GREEN)
    table.fall([SMALL_GREEN], lying=[SMALL_GREEN])
    again = after_a_power_cut(table)
    assert again.screen == "fall" and again.play.view()["cups"] == [SMALL_GREEN]
    again.tracker.stacks = []
    again.clear()
    again.press("button:yes-it-fell")
    assert again.game.falls == 1
    assert after_a_power_cut(again).screen == "pass"


def test_a_won_game_is_not_resumed_and_no_game_either():
    table = FakeTable()
    assert not table.play.view()["can_resume"] and table.ignored("button:resume")


def test_a_journal_that_makes_no_sense_is_refused():
    table = started()
    table.play.referee._journal.start(5, {"names": ["A"], "level": 1, "first": 0})
    again = FakeTable(table.kept)
    assert not again.play.view()["can_resume"]
    assert again.play.store.complaints() == ["journal: the setup of the game makes no sense"]


def test_entries_that_the_rules_refuse_end_the_replay():
    table = started()
    table.play.referee.flush()
    journal = table.play.referee._journal
    journal.append(("counted",))
    journal.append(("look",))
    again = FakeTable(table.kept)
    again.press("button:resume")
    assert again.screen == "pass"
    again.choose("exact-small-green")
    third = after_a_power_cut(again)
    assert third.screen == "place"


def test_without_a_partition_the_game_is_played_and_the_table_says_that_it_is_not_kept():
    table = FakeTable((MemoryFiles(), None), deck_for(ROSE, MAX))
    assert table.play.view()["status"] == "status-no-journal" and not table.play.view()["can_resume"]
    table.start()
    assert table.screen == "pass" and table.play.view()["status"] == "status-no-journal"
    table.choose("exact-small-green")
    assert table.screen == "place" and table.play.view()["status"] == "", "no hint is hidden in a turn"
    table.place(SMALL_GREEN)
    table.count()
    assert table.screen == "pass" and table.game.stacks == [[SMALL_GREEN]]
    assert not FakeTable(table.kept).play.view()["can_resume"]


def test_a_fault_stops_the_motor_and_the_game_waits():
    table = started()
    table.choose("exact-small-green")
    table.play.fault("fault-cell", "load cell north")
    view = table.play.view()
    assert view["screen"] == "fault" and view["part"] == "load cell north" and not table.play.running
    table.wait(60000)
    assert table.game.phase == "stack"
    table.press("button:retry")
    assert table.play.retry_wanted
    table.play.well()
    assert table.screen == "place" and table.play.running
    table.place(SMALL_GREEN)
    assert table.screen == "count"


def test_a_count_begins_again_after_a_fault():
    table = started()
    table.choose("exact-small-green")
    table.place(SMALL_GREEN)
    table.wait(1500)
    table.play.fault("fault-imu", "IMU")
    table.wait(5000)
    assert table.game.phase == "count"
    table.play.well()
    assert table.play.view()["number"] == 0
    table.count()
    assert table.screen == "pass"


def test_a_turn_by_hand():
    table = started()
    table.choose("colour-blue")
    table.play.fault("fault-cells", "load cells")
    table.press("button:by-hand")
    view = table.play.view()
    assert view["screen"] == "place" and view["by_hand"] and view["new_stack"] == "must"
    assert view["picked_stack"] == -1 and view["picked_cup"] == -1
    assert table.ignored("button:done") and table.ignored("cup:small-green")
    table.press("cup:large-blue", "button:done")
    assert table.screen == "count"
    table.tell(events.FELL, cups=[LARGE_BLUE])  # nobody believes the sensors now
    table.count()
    assert table.game.stacks == [[LARGE_BLUE]] and table.screen == "pass"
    table.choose("size-small")
    table.press("cup:small-yellow", "button:done")
    table.count()
    table.choose("im-late")
    table.press("button:done")
    table.count()
    assert table.game.stacks == [[LARGE_BLUE]]


def test_a_fall_by_hand():
    table = started()
    table.choose("colour-blue")
    table.play.fault("fault-cells", "load cells")
    table.press("button:by-hand", "cup:large-blue", "button:done")
    table.count()
    table.choose("size-small")
    table.press("cup:small-yellow", "button:done")
    table.press("button:something-fell")
    assert table.play.view()["by_hand"] and table.play.view()["cups"] == []
    assert not table.play.view()["cleared"] and table.ignored("button:yes-it-fell")
    table.press("stack:large-blue")
    assert table.play.view()["cups"] == [1]
    table.press("stack:large-blue")
    assert table.play.view()["cups"] == [LARGE_BLUE, 1]
    table.press("stack:large-blue", "stack:large-blue", "button:yes-it-fell")
    assert table.game.stacks == [[LARGE_BLUE]] and table.game.falls == 1 and table.game.turn == 1


def test_a_cup_that_slips_out_of_the_hand_by_hand_is_a_fall_of_nothing_that_stood():
    table = started()
    table.choose("colour-blue")
    table.play.fault("fault-cells", "load cells")
    table.press("button:by-hand", "cup:large-blue", "button:done")
    table.count()
    table.choose("size-small")
    table.press("button:something-fell", "button:yes-it-fell")
    assert table.game.stacks == [[LARGE_BLUE]] and table.game.falls == 1


def test_the_sensors_come_back():
    table = started()
    table.choose("colour-blue")
    table.play.fault("fault-cells", "load cells")
    table.press("button:by-hand", "cup:large-blue", "button:done")
    table.count()
    table.play.go_by_sensors()
    assert table.tracker.stacks == [[LARGE_BLUE]]
    table.choose("size-small")
    table.place(1, LARGE_BLUE)
    assert table.screen == "count"


def test_an_open_hand_is_closed_when_a_fault_is_over():
    table = started()
    table.press("button:ready", "button:peek")
    table.play.fault("fault-cell", "load cell north")
    table.play.well()
    assert table.screen == "hand" and not table.play.view()["open"]


def test_a_fall_waits_through_a_fault_and_goes_on_by_hand():
    table = started()
    table.choose("exact-small-green")
    table.place(SMALL_GREEN)
    table.fall([SMALL_GREEN], lying=[SMALL_GREEN])
    table.play.fault("fault-cells", "load cells")
    table.press("button:by-hand")
    assert table.screen == "fall" and table.play.view()["by_hand"]
    table.press("stack:small-green", "button:yes-it-fell")
    assert table.game.falls == 1 and table.game.stacks == []


def test_the_game_goes_on_without_the_wobble():
    table = started()
    table.choose("exact-small-green")
    table.play.fault("fault-motor", "wobble")
    table.press("button:by-hand")
    assert table.screen == "place" and not table.play.by_hand and "fault-motor" in table.play.dismissed


def test_a_cup_put_down_during_a_fault_is_seen_afterwards():
    table = started()
    table.press("button:ready")
    table.play.fault("fault-cell", "load cell north")
    table.tracker.stacks = [[5]]
    table.play.well()
    assert table.screen == "message" and table.play.view()["text"] == "too-early"


def test_a_cup_moved_before_the_game_goes_on_is_seen():
    table = started()
    table.choose("exact-small-green")
    table.place(SMALL_GREEN)
    table.count()
    table.play.referee.flush()
    again = FakeTable(table.kept)
    again.remove(SMALL_GREEN)
    again.press("button:resume")
    assert again.screen == "message" and again.play.view()["text"] == "put-back"


def test_a_fall_as_soon_as_the_power_is_back_is_charged_to_the_player_in_turn():
    table = started()
    table.choose("exact-small-green")
    table.place(SMALL_GREEN)
    table.count()
    assert table.screen == "pass" and table.game.turn == 1
    again = after_a_power_cut(table)
    again.fall([SMALL_GREEN])  # the time is 0 still: no "three" has been said since
    again.press("button:yes-it-fell")
    assert again.game.falls == 1 and again.game.turn == 1
    assert len(again.game.hands[0]) == 5 and len(again.game.hands[1]) == 9
