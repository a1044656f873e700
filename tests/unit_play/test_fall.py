"""Falls: found or declared, cleared up, confirmed or overruled, charged to the turn they belong to."""

from teatable.tracker import events
from unit_play.fake_table import FakeTable, deck_for

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


def with_a_tower():
    """Small green with large blue on it; Rose's second turn, on the pass screen."""
    table = started()
    table.choose("exact-small-green")
    table.place(SMALL_GREEN)
    table.count()
    table.choose("exact-large-blue")
    table.place(LARGE_BLUE, SMALL_GREEN)
    table.count()
    assert table.screen == "pass" and table.game.turn == 0
    return table


def test_a_fall_during_the_count_costs_three_cards_after_the_clearing_up():
    table = started()
    table.choose("exact-small-green")
    table.place(SMALL_GREEN)
    table.wait(1500)
    table.fall([SMALL_GREEN], lying=[SMALL_GREEN])
    view = table.play.view()
    assert view["screen"] == "fall" and view["cups"] == [SMALL_GREEN] and view["lying"] == [SMALL_GREEN]
    assert not view["cleared"] and not table.play.running
    assert table.tracker.expected[0] == events.CLEAR
    assert table.ignored("button:yes-it-fell")
    table.wait(20000)
    assert table.game.falls == 0 and len(table.game.hands[0]) == 5
    table.clear()
    assert table.play.view()["cleared"] and table.game.falls == 0
    table.press("button:yes-it-fell")
    view = table.play.view()
    assert view["screen"] == "draw" and view["why"] == "fall" and view["count"] == 3 and view["cards"] == []
    assert table.game.falls == 1 and len(table.game.hands[0]) == 8 and table.game.turn == 0
    table.press("button:peek", "button:ok")
    assert table.screen == "hand" and table.play.view()["player"] == "Rose"


def test_a_touch_takes_the_yes_not_away_and_a_cup_that_lies_does():
    table = started()
    table.choose("exact-small-green")
    table.place(SMALL_GREEN)
    table.fall([SMALL_GREEN], lying=[SMALL_GREEN])
    table.clear()
    table.wait(100)
    table.tracker.holding = True
    table.wait(100)
    assert table.play.view()["cleared"]
    table.tracker.lying = [SMALL_GREEN]
    table.wait(100)
    assert not table.play.view()["cleared"]
    table.tracker.lying = []
    table.wait(100)
    assert not table.play.view()["cleared"], "what has changed is not explained yet"
    table.tracker.holding = False
    table.wait(100)
    table.press("button:yes-it-fell")
    assert table.game.falls == 1


def test_an_overruled_fall_leaves_nothing_but_a_line():
    table = started()
    table.choose("exact-small-green")
    table.place(SMALL_GREEN)
    table.wait(1500)
    table.tell(events.FELL, cups=[SMALL_GREEN])
    assert table.screen == "fall"
    table.press("button:not-a-fall", "agree:0", "agree:1")
    assert table.tracker.overruled == 1 and table.screen == "count"
    table.count()
    assert table.screen == "pass" and table.game.falls == 0 and len(table.game.hands[0]) == 5
    assert [line for line in table.lines if line.startswith("Overruled")]


def test_it_takes_two_to_overrule_the_table():
    table = with_a_tower()
    table.choose("clean-cup")
    table.fall([LARGE_BLUE])
    table.press("button:not-a-fall")
    view = table.play.view()
    assert view["screen"] == "fall" and view["agree"] == [("Rose", False), ("Max", False)]
    assert table.ignored("button:yes-it-fell") and table.ignored("button:not-a-fall")
    table.press("agree:1", "agree:1", "agree:0")  # a second touch takes it back
    assert table.play.view()["agree"] == [("Rose", True), ("Max", False)] and table.tracker.overruled == 0
    table.press("button:back")
    assert not table.play.view()["agree"]
    table.press("button:not-a-fall", "agree:0")
    table.fall([SMALL_GREEN])  # more falls: they are asked anew
    assert not table.play.view()["agree"] and table.tracker.overruled == 0
    table.press("button:yes-it-fell")
    assert table.game.falls == 1


def test_among_many_any_other_player_may_agree():
    table = FakeTable()
    table.start(3)
    table.play.charges.begin(table.play.scene, [SMALL_GREEN], False, -1)
    table.press("button:not-a-fall")
    assert [name for name, said in table.play.view()["agree"]] == ["Rose", ""]


def test_more_falling_while_clearing_up_is_the_same_fall():
    table = with_a_tower()
    table.choose("clean-cup")
    table.fall([LARGE_BLUE], lying=[LARGE_BLUE])
    table.fall([SMALL_GREEN], lying=[LARGE_BLUE, SMALL_GREEN])
    assert table.play.view()["cups"] == [LARGE_BLUE, SMALL_GREEN]
    table.clear()
    table.press("button:yes-it-fell")
    assert table.game.falls == 1 and table.game.stacks == []


def test_the_played_cup_stays_if_it_stands():
    table = with_a_tower()
    table.choose("clean-cup")
    table.tracker.stacks.append([5])
    table.fall([LARGE_BLUE], lying=[])
    table.press("button:yes-it-fell")
    assert table.game.stacks == [[SMALL_GREEN], [5]] and table.game.phase == "turn"


def test_a_fall_before_a_card_is_played_ends_that_turn():
    table = with_a_tower()
    table.press("button:ready", "button:peek")
    table.fall([LARGE_BLUE])
    assert table.screen == "fall"
    table.press("button:yes-it-fell")
    assert table.game.turn == 0 and len(table.game.hands[0]) == 8 and table.screen == "draw"


def test_a_fall_at_a_removal():
    table = with_a_tower()
    table.choose("im-late")
    table.remove(LARGE_BLUE)
    assert table.screen == "count"
    table.fall([SMALL_GREEN])
    table.press("button:yes-it-fell")
    assert table.game.stacks == [] and table.game.turn == 0 and table.game.falls == 1


def test_a_fall_that_began_before_three_is_that_players():
    table = started()
    table.choose("exact-small-green")
    table.place(SMALL_GREEN)
    while table.play.view()["number"] < 3:
        table.wait(20)
    table.wait(100)
    table.play.falling = True
    table.play.falling_ms = table.now_ms - 300
    table.tracker.stacks = []
    table.tell(events.FELL, cups=[SMALL_GREEN])
    table.press("button:yes-it-fell")
    assert table.game.turn == 0 and len(table.game.hands[0]) == 8


def test_a_fall_that_began_after_three_is_the_next_players():
    table = started()
    table.choose("exact-small-green")
    table.place(SMALL_GREEN)
    while table.play.view()["number"] < 3:
        table.wait(20)
    table.wait(200)
    table.fall([SMALL_GREEN])
    table.press("button:yes-it-fell")
    assert table.game.turn == 1 and len(table.game.hands[1]) == 9 and len(table.game.hands[0]) == 5


def test_a_missed_fall_is_declared_in_the_same_turn():
    table = with_a_tower()
    table.choose("clean-cup")
    table.press("button:something-fell")
    assert table.screen == "fall"
    table.wait(1000)
    assert table.ignored("button:yes-it-fell") and not table.play.view()["cleared"], "it still lies there"
    table.remove(LARGE_BLUE)
    assert table.play.view()["cups"] == [LARGE_BLUE] and table.play.view()["cleared"]
    table.press("button:yes-it-fell")
    assert table.game.stacks == [[SMALL_GREEN]] and len(table.game.hands[0]) == 7 and table.game.turn == 0


def test_a_missed_fall_is_declared_for_the_turn_before():
    table = with_a_tower()
    table.press("button:something-fell")
    view = table.play.view()
    assert view["screen"] == "menu" and [i[1] for i in view["items"]] == ["Max", "Rose"]
    table.press("button:back")
    assert table.screen == "pass"
    table.press("button:something-fell", "player:1")
    table.remove(LARGE_BLUE)
    table.press("button:yes-it-fell")
    assert table.game.turn == 1 and len(table.game.hands[1]) == 8 and len(table.game.hands[0]) == 5
    assert table.game.stacks == [[SMALL_GREEN]]


def test_a_declared_fall_of_nothing_changes_nothing():
    table = with_a_tower()
    table.press("button:something-fell", "player:0")
    assert table.ignored("button:yes-it-fell")
    table.press("button:not-a-fall")
    assert table.screen == "pass" and table.game.falls == 0


def test_of_a_fall_that_the_table_does_not_see_the_players_say_what_fell():
    table = with_a_tower()
    table.press("button:something-fell", "player:0")
    table.wait(19000)
    assert table.ignored("button:yes-it-fell")
    table.wait(1500)
    table.press("button:yes-it-fell")
    view = table.play.view()
    assert view["screen"] == "fall" and view["message"] == "fall-none" and not view["cleared"]
    assert table.game.falls == 0 and table.tracker.overruled == 0 and not table.play.by_hand
    table.press("stack:small-green")
    assert table.play.view()["cups"] == [LARGE_BLUE]
    table.press("button:yes-it-fell")
    assert table.game.stacks == [[SMALL_GREEN]] and table.game.falls == 1
    assert table.tracker.stacks == table.game.stacks


def test_a_fall_cleared_before_it_is_declared_can_be_confirmed_at_once():
    table = with_a_tower()
    table.choose("clean-cup")
    table.remove(LARGE_BLUE)  # it fell, and somebody took it away
    assert table.play.view()["message"] == "put-back"
    table.press("button:something-fell", "button:yes-it-fell")
    assert table.game.stacks == [[SMALL_GREEN]] and table.game.falls == 1


def test_a_cup_that_slipped_out_of_the_hand_is_cleared_and_then_confirmed():
    table = with_a_tower()
    table.choose("clean-cup")
    table.press("button:something-fell")
    assert table.ignored("button:yes-it-fell")
    table.tell(events.FOREIGN_GONE)
    table.press("button:yes-it-fell")
    assert table.game.stacks == [[SMALL_GREEN, LARGE_BLUE]] and table.game.falls == 1


def test_a_fall_seen_after_a_turn_without_a_cup_is_charged_to_the_turn_it_began_in():
    for passed_on in (False, True):
        table = started()
        table.choose("exact-small-green")
        table.place(SMALL_GREEN)
        table.count()
        table.play.falling = True  # as the next player looks at the hand
        table.play.falling_ms = table.now_ms
        table.wait(500)
        table.choose("im-not-all-there")
        if passed_on:
            table.press("button:peek", "button:ok")
            assert table.screen == "pass"
        table.tracker.stacks = []
        table.tell(events.FELL, cups=[SMALL_GREEN])
        table.press("button:yes-it-fell")
        assert table.play.view()["player"] == "Max" and table.game.turn == 1 and table.game.falls == 1
        assert len(table.game.hands[0]) == 5 and len(table.game.hands[1]) > 6


def test_the_discards_fall_is_the_next_players():
    table = with_a_tower()
    table.choose("curiouser-and-curiouser")
    table.place(0, SMALL_GREEN)
    table.count()
    assert table.screen == "discard"
    table.fall([0])
    table.press("button:yes-it-fell")
    assert table.play.view()["player"] == "Max" and len(table.game.hands[1]) == 8
    table.press("button:peek", "button:ok")
    assert table.screen == "discard" and table.play.view()["player"] == "Rose"


def test_a_fall_seen_late_is_charged_to_the_turn_it_began_in():
    table = started()
    table.choose("exact-small-green")
    table.place(SMALL_GREEN)
    while table.play.view()["number"] < 3:
        table.wait(20)
    began_ms = table.now_ms - 100
    table.count()
    table.press("button:ready")
    table.play.falling = True
    table.play.falling_ms = began_ms
    table.tracker.stacks = []
    table.tell(events.FELL, cups=[SMALL_GREEN])
    table.press("button:yes-it-fell")
    assert table.game.turn == 0 and len(table.game.hands[0]) == 8 and len(table.game.hands[1]) == 6


def test_the_players_may_say_that_it_is_clear():
    table = started()
    table.choose("exact-small-green")
    table.place(SMALL_GREEN)
    table.fall([SMALL_GREEN], lying=[SMALL_GREEN])
    table.wait(19000)
    assert not table.play.view()["cleared"]
    table.wait(1500)
    table.press("button:yes-it-fell")
    assert table.game.falls == 1


def test_a_fall_seen_late_takes_back_a_win():
    table = started()
    table.game.hands[0] = [2]
    table.choose("exact-small-green")
    table.place(SMALL_GREEN)
    table.count()
    assert table.screen == "winner"
    table.play.falling = True
    table.play.falling_ms = table.play.over_ms - 50
    table.tracker.stacks = []
    table.tell(events.FELL, cups=[SMALL_GREEN])
    assert table.screen == "fall"
    table.press("button:yes-it-fell")
    assert table.game.phase == "turn" and len(table.game.hands[0]) == 3


def test_a_missed_fall_is_declared_when_the_winner_is_shown():
    table = started()
    table.game.hands[0] = [2]
    table.choose("exact-small-green")
    table.place(SMALL_GREEN)
    table.count()
    assert table.screen == "winner" and table.play.view()["fell_button"]
    table.press("button:something-fell", "player:0")
    assert table.screen == "fall"
    table.remove(SMALL_GREEN)  # it is cleared away
    table.press("button:yes-it-fell")
    assert table.game.phase == "turn" and table.game.falls == 1 and len(table.game.hands[0]) == 3


def test_a_missed_fall_is_declared_while_the_table_asks_to_put_back():
    table = with_a_tower()
    table.remove(LARGE_BLUE)
    assert table.screen == "message" and table.play.view()["fell_button"]
    table.press("button:something-fell", "player:1", "button:yes-it-fell")
    assert table.game.stacks == [[SMALL_GREEN]] and table.game.turn == 1 and table.game.falls == 1


def test_nothing_can_fall_from_an_empty_table():
    table = started()
    assert not table.play.view()["fell_button"] and table.ignored("button:something-fell")
