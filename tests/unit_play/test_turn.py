"""A turn from the title to "three", with a fake tracker: what is right, what is wrong, what is taken back."""

import math

from teatable.play import seats, signals
from teatable.tracker import events
from unit_play.fake_table import FakeTable, deck_for

ROSE = [
    "exact-small-green", "colour-blue", "size-large", "clean-cup", "im-late", "curiouser-and-curiouser",
]  # fmt: skip
MAX = ["exact-large-blue", "size-small", "colour-green", "im-not-all-there", "have-a-cup-of-tea", "size-medium"]
SMALL_GREEN = 2
SMALL_BLUE = 3
LARGE_BLUE = 11
MEDIUM_PURPLE = 4


def started(rose=None, max_=None, kept=None):
    table = FakeTable(kept, deck_for(rose or ROSE, max_ or MAX))
    table.start()
    return table


def test_from_the_title_to_the_first_hand():
    table = FakeTable()
    assert table.screen == "title"
    assert table.ignored("button:resume")
    table.press("button:new-game")
    assert table.play.view()["names"] == ["Rose", "Max"]
    table.press("button:more", "button:next")
    assert table.screen == "level"
    table.press("level:gentle", "button:next")
    assert table.screen == "first" and len(table.play.view()["names"]) == 3
    table.press("player:2")
    view = table.play.view()
    assert view["screen"] == "pass" and view["player"] == "Lily" and view["seat"] == 2
    table.press("button:ready")
    view = table.play.view()
    assert view["screen"] == "hand" and view["cards"] == [] and view["count"] == 6
    assert table.play.level_wanted == 1


def test_a_closed_hand_tells_nothing_and_closes_by_itself():
    table = started()
    table.press("button:ready")
    assert table.play.view()["cards"] == [] and not table.play.view()["must_draw"]
    assert table.ignored("card:exact-small-green")
    table.press("button:peek")
    assert len(table.play.view()["cards"]) == 6
    table.wait(9900)
    assert table.play.view()["open"]
    table.wait(200)
    assert not table.play.view()["open"] and table.play.view()["cards"] == []


def test_a_turn_with_the_right_cup():
    table = started()
    assert not table.play.running
    table.choose("exact-small-green")
    assert table.screen == "place" and table.play.running
    assert table.play.view()["cups"] == [SMALL_GREEN] and table.play.view()["new_stack"] == "must"
    assert table.tracker.expected == (events.PLACE, [SMALL_GREEN], [events.NEW_STACK])
    table.place(SMALL_GREEN)
    assert table.screen == "count" and table.play.running and table.play.view()["number"] == 0
    said = []
    for _ in range(60):
        table.wait(50)
        view = table.play.view()
        if view["screen"] == "count" and view["number"] not in said:
            said.append(view["number"])
            if view["number"] == 3:
                assert not table.play.running
    assert said == [1, 2, 3]
    assert table.screen == "pass" and table.play.view()["player"] == "Max"
    assert table.game.stacks == [[SMALL_GREEN]]
    assert "Rose puts small green on the table" in table.lines


def test_the_count_waits_for_rest_and_three_waits_for_the_residual():
    table = started()
    table.choose("exact-small-green")
    table.tracker.at_rest = False
    table.place(SMALL_GREEN)
    table.wait(3000)
    assert table.play.view()["number"] == 0
    table.tracker.at_rest = True
    table.wait(40)
    assert table.play.view()["number"] == 1
    table.tracker.holding = True
    table.wait(1000)
    assert table.play.view()["number"] == 2 and table.play.view()["hold"]
    table.wait(1800)
    assert table.play.view()["number"] == 2
    table.wait(300)
    assert table.play.view()["number"] == 3


def test_a_cancelled_falling_only_holds_the_count():
    table = started()
    table.choose("exact-small-green")
    table.place(SMALL_GREEN)
    table.wait(1900)
    assert table.play.view()["number"] == 2
    table.tell(events.FALLING)
    table.wait(500)
    assert table.play.view()["number"] == 2
    table.tell(events.FALLING_CANCELLED)
    table.count()
    assert table.game.falls == 0 and table.screen == "pass"


def test_a_wrong_cup_is_explained_and_waited_for():
    table = started()
    table.choose("exact-small-green")
    table.place(SMALL_BLUE)
    view = table.play.view()
    assert view["screen"] == "place" and view["message"] == "wrong-cup" and view["message_cup"] == SMALL_BLUE
    table.wait(60000)
    assert table.screen == "place" and table.game.phase == "stack"
    table.remove(SMALL_BLUE)
    assert table.play.view()["message"] == ""
    table.place(SMALL_GREEN)
    assert table.screen == "count"


def test_wrong_stack_new_stack_and_several_cups():
    table = started()
    table.choose("exact-small-green")
    table.place(SMALL_GREEN)
    table.count()
    table.choose("exact-large-blue")
    table.place(LARGE_BLUE)
    assert table.play.view()["message"] == "no-new-stack"
    table.place(SMALL_BLUE, SMALL_GREEN)
    assert table.play.view()["message"] == "second-cup"
    table.remove(SMALL_BLUE)
    table.remove(LARGE_BLUE)
    assert table.play.view()["message"] == ""
    table.place(LARGE_BLUE, SMALL_GREEN)
    table.count()
    table.choose("clean-cup")
    table.place(SMALL_BLUE, SMALL_GREEN)
    assert table.play.view()["message"] == "needs-new-stack"
    table.remove(SMALL_BLUE)
    table.remove(LARGE_BLUE)
    assert table.play.view()["message"] == "put-back"
    table.place(LARGE_BLUE, SMALL_GREEN)
    table.place(SMALL_BLUE)
    assert table.screen == "count"


def test_the_card_can_be_taken_back_before_the_count():
    table = started()
    table.choose("exact-small-green")
    table.press("button:take-back")
    assert table.screen == "hand" and table.game.phase == "turn" and not table.play.running
    table.choose("colour-blue")
    assert table.play.view()["cups"] == [3, 7, 11]


def test_a_cup_taken_up_during_the_count_stops_it():
    table = started()
    table.choose("exact-small-green")
    table.place(SMALL_GREEN)
    table.wait(1500)
    table.remove(SMALL_GREEN)
    assert table.screen == "place" and table.game.phase == "stack"
    table.place(SMALL_GREEN)
    table.count()
    assert table.screen == "pass" and table.game.stacks == [[SMALL_GREEN]]


def test_a_cup_before_a_card_is_waited_for():
    table = started()
    table.press("button:ready", "button:peek")
    table.place(SMALL_GREEN)
    view = table.play.view()
    assert view["screen"] == "message" and view["text"] == "too-early"
    assert table.ignored("card:exact-small-green")
    table.remove(SMALL_GREEN)
    assert table.screen == "hand"


def test_a_cup_removed_when_none_should_be():
    table = started()
    table.choose("exact-small-green")
    table.place(SMALL_GREEN)
    table.count()
    table.remove(SMALL_GREEN)
    assert table.screen == "message" and table.play.view()["text"] == "put-back"
    table.place(SMALL_GREEN)
    assert table.screen == "pass"
    table.remove(SMALL_GREEN)
    view = table.play.view()
    assert view["ok_word"] == "as-it-was" and view["ok_quiet"], "the thing to do is to put it back"
    table.press("button:ok")  # the tracker misread: the table is as the game says
    assert table.screen == "pass" and table.tracker.stacks == [[SMALL_GREEN]]


def test_im_late_removes_a_top_cup_and_no_other():
    table = started()
    table.choose("exact-small-green")
    table.place(SMALL_GREEN)
    table.count()
    table.choose("exact-large-blue")
    table.place(LARGE_BLUE, SMALL_GREEN)
    table.count()
    table.choose("im-late")
    assert table.screen == "remove" and table.play.running
    table.remove(LARGE_BLUE)
    assert table.screen == "count"
    table.count()
    assert table.game.stacks == [[SMALL_GREEN]] and table.game.turn == 1


def test_im_late_with_two_cups_taken():
    table = started()
    table.choose("exact-small-green")
    table.place(SMALL_GREEN)
    table.count()
    table.choose("exact-large-blue")
    table.place(LARGE_BLUE, SMALL_GREEN)
    table.count()
    table.choose("im-late")
    table.tracker.stacks = []
    table.tell(events.REMOVED, SMALL_GREEN)
    assert table.play.view()["message"] == "put-back" and table.play.view()["message_cup"] == SMALL_GREEN
    table.place(SMALL_GREEN)
    assert table.screen == "count"


def test_curiouser_discards_a_card_after_the_count():
    table = started()
    table.choose("curiouser-and-curiouser")
    table.place(MEDIUM_PURPLE)
    table.count()
    assert table.screen == "discard" and table.play.view()["player"] == "Rose"
    assert table.ignored("card:im-late")
    table.press("button:peek", "card:im-late")
    assert table.screen == "pass" and table.play.view()["player"] == "Max"
    assert len(table.game.hands[0]) == 4


def test_tea_is_drawn_by_the_next_player_at_the_start_of_the_turn():
    table = started(MAX, ROSE)
    table.choose("have-a-cup-of-tea")
    table.place(MEDIUM_PURPLE)
    table.count()
    assert table.screen == "pass" and table.play.view()["note"] == "note-tea"
    assert len(table.game.hands[1]) == 6
    table.press("button:ready")
    view = table.play.view()
    assert view["screen"] == "draw" and view["why"] == "tea" and view["count"] == 1 and view["cards"] == []
    assert len(table.game.hands[1]) == 7
    table.press("button:peek")
    assert len(table.play.view()["cards"]) == 1
    table.press("button:ok")
    assert table.screen == "hand"


def test_not_all_there_draws_one_and_ends_the_turn():
    table = started(MAX, ROSE)
    table.choose("im-not-all-there")
    view = table.play.view()
    assert view["screen"] == "draw" and view["why"] == "not-all-there" and view["player"] == "Rose"
    assert not table.play.running
    table.press("button:peek", "button:ok")
    assert table.screen == "pass" and table.play.view()["player"] == "Max"
    assert len(table.game.hands[0]) == 6


def test_nothing_playable_draws_until_something_is():
    rose = ["exact-small-green", "colour-blue", "size-large", "size-large", "size-large", "size-large"]
    table = started(rose, ["im-late", "im-late", "im-late", "clean-cup", "clean-cup", "clean-cup"])
    table.choose("exact-small-green")
    table.place(SMALL_GREEN)
    table.count()
    table.choose("im-late")
    table.remove(SMALL_GREEN)
    table.count()
    table.choose("colour-blue")
    table.place(LARGE_BLUE)
    table.count()
    table.choose("im-late")
    table.remove(LARGE_BLUE)
    table.count()
    table.choose("size-large")
    table.place(LARGE_BLUE)
    table.count()
    table.choose("im-late")
    table.remove(LARGE_BLUE)
    table.count()
    table.choose("size-large")
    table.place(8)
    table.fall([8])
    table.press("button:yes-it-fell", "button:peek", "button:ok")
    table.choose("exact-small-purple")
    table.place(0)
    table.tell(events.FALLING)
    table.fall([0])
    table.press("button:yes-it-fell")
    assert table.game.turn == 0


def test_drawing_shows_all_cards_and_the_last_can_be_played():
    table = started(ROSE, ["clean-cup", "clean-cup", "im-late", "im-late", "exact-large-blue", "exact-small-blue"])
    game = table.game
    game.hands[0] = [23, 23]  # only Clean Cup on an empty table
    table.press("button:ready")
    assert not table.play.view()["must_draw"]
    table.press("button:peek")
    assert table.play.view()["must_draw"]
    before = table.play.referee.actions
    table.press("button:draw")
    assert table.screen == "draw" and table.play.view()["count"] == 1
    for count in range(2, 60):
        if not table.play.referee.must_draw():
            break
        assert table.ignored("button:ok"), "it goes on drawing"
        table.wait(20)
        assert table.play.view()["count"] == count == table.play.referee.actions - before, "a card a step"
    assert not table.play.referee.must_draw() and table.play.view()["count"] == len(game.hands[0]) - 2
    table.press("button:peek", "button:ok", "button:peek")
    cards = table.play.view()["cards"]
    assert len([c for c in cards if not c[1]]) == 1 and not table.play.view()["must_draw"]


def test_the_reverse_with_two_players_is_the_same_player_again():
    rose = ["lets-change-the-subject", "colour-blue", "size-large", "clean-cup", "im-late", "size-large"]
    table = started(rose)
    table.choose("lets-change-the-subject")
    table.place(MEDIUM_PURPLE)
    table.count()
    view = table.play.view()
    assert view["screen"] == "pass" and view["player"] == "Rose" and view["direction"] == -1
    assert view["note"] == "note-again"


def test_the_chosen_card_knows_how_many_play():
    table = started()
    table.press("button:ready", "button:peek", "card:exact-small-green")
    assert table.play.view()["screen"] == "choose" and table.play.view()["players"] == 2


def test_the_last_card_wins():
    table = started()
    table.game.hands[0] = [2]
    table.choose("exact-small-green")
    table.place(SMALL_GREEN)
    table.count()
    view = table.play.view()
    assert view["screen"] == "winner" and view["player"] == "Rose" and view["reasons"] == ["empty-hand"]
    assert view["cups"] == 1 and view["tallest"] == 1 and view["falls"] == 0
    table.press("button:new-game")
    assert table.screen == "title"


def test_a_question_waits_for_its_answer():
    table = started()
    table.choose("colour-blue")
    table.tell(events.PLACED, -1, candidates=[3, 7])
    table.tell(events.QUESTION, question=events.WHICH_CUP, candidates=[3, 7])
    view = table.play.view()
    assert view["screen"] == "question" and view["cups"] == [3, 7] and not table.play.running
    assert table.ignored("cup:large-blue")
    table.tracker.stacks = [[7]]
    table.press("cup:medium-blue")
    assert table.tracker.answers == [(7, None)]
    assert table.screen == "count" and table.game.stacks == [[7]]


def test_none_of_these_puts_nothing_and_asks_for_the_cup_to_be_taken_off():
    table = started()
    table.choose("colour-blue")
    table.tell(events.PLACED, -1, candidates=[3, 7])
    table.tell(events.QUESTION, question=events.WHICH_CUP, candidates=[3, 7])
    table.press("button:none")
    assert table.tracker.answers == [None]
    table.tell(events.FOREIGN, candidates=[-1])  # not sure: what was asked about
    view = table.play.view()
    assert view["screen"] == "place" and view["message"] == "take-off" and table.game.stacks == []
    table.tell(events.UNTOUCH)
    assert table.play.view()["message"] == "take-off"
    table.tell(events.FOREIGN_GONE)
    assert table.play.view()["message"] == ""
    table.place(3)
    assert table.screen == "count"


def test_none_of_these_when_no_cup_should_move_asks_for_it_to_be_taken_off():
    table = started()
    table.tell(events.QUESTION, question=events.WHICH_CUP, candidates=[3, 7])
    table.press("button:none")
    table.tell(events.FOREIGN, candidates=[-1])
    assert table.screen == "message" and table.play.view()["text"] == "too-early"
    table.tell(events.FOREIGN_GONE)
    assert table.screen == "pass"


def test_a_question_is_dropped_when_the_cup_is_taken_away():
    table = started()
    table.choose("colour-blue")
    table.tell(events.QUESTION, question=events.WHICH_CUP, candidates=[3, 7])
    assert table.screen == "question"
    table.tell(events.REMOVED, 3)
    assert table.screen == "place"


def test_nothing_to_play_and_nothing_to_draw_passes():
    table = started()
    table.game.hands[0] = [23]  # Clean Cup on an empty table
    table.game.deck = []
    table.press("button:ready")
    assert not table.play.view()["must_pass"] and table.ignored("button:pass-turn")
    table.press("button:peek")
    assert table.play.view()["must_pass"]
    table.press("button:pass-turn")
    view = table.play.view()
    assert view["screen"] == "pass" and view["player"] == "Max" and view["note"] == "note-passed"
    assert table.game.hands[0] == [23]


def test_settings_and_names_are_kept():
    table = FakeTable()
    table.press("button:settings", "button:sound", "button:lights", "button:brightness", "button:back")
    again = FakeTable(table.kept)
    assert again.play.settings["sound"] == 0 and again.play.settings["lights"] == 0
    again.press("button:new-game", "name:1", "name:Granny", "button:ok")
    assert again.play.view()["names"] == ["Rose", "Granny"]
    third = FakeTable(table.kept)
    assert third.play.settings["names"][:3] == ["Rose", "Granny", "Lily"]


def test_a_name_and_a_colour_are_chosen_for_a_seat_and_lit_at_the_rim():
    table = FakeTable()
    table.press("button:new-game", "button:more", "name:1")
    view = table.play.view()
    assert (view["player"], view["seat"], view["colour"], view["count"]) == ("Max", 1, 1, 3)
    assert table.play.light() == (signals.SEAT, 1, 3, 0, 1)
    assert "Rose" not in view["names"] and table.ignored("name:Rose") and table.ignored("name:Nobody")
    table.press("button:colour")  # 0 and 2 are taken by the others
    assert table.play.view()["colour"] == 3 and sorted(table.play.settings["colours"]) == list(range(10))
    for _ in range(7):
        table.press("button:colour")
        assert table.play.view()["colour"] not in (0, 2)
    table.press("button:next", "name:Felix")  # until now of the eighth seat, where nobody sits today
    names = table.play.settings["names"]
    assert names[1] == "Felix" and names[7] == "Max" and len(set(names)) == 10
    table.press("button:colour", "button:ok", "button:next", "button:next", "player:1")
    colour = table.play.settings["colours"][1]
    assert table.play.view()["player"] == "Felix" and table.play.view()["colour"] == colour != 1
    assert table.play.light()[4] == colour
    table.play.referee.flush()
    again = FakeTable(table.kept)
    again.press("button:resume")
    assert again.play.view()["player"] == "Felix" and again.play.view()["colour"] == colour


def test_every_name_of_the_list_can_be_reached():
    table = FakeTable()
    table.press("button:new-game", "name:0")
    seen = list(table.play.view()["names"])
    while not table.ignored("button:next"):
        seen += table.play.view()["names"]
    seen += ["Rose", "Max"]
    assert sorted(seen) == sorted(seats.NAMES) and len(set(seats.NAMES)) == len(seats.NAMES)


def test_a_question_about_the_stack_offers_the_games_stacks_and_the_table():
    table = started()
    table.choose("exact-small-green")
    table.place(SMALL_GREEN)
    table.count()
    table.choose("exact-large-blue")
    table.tell(events.QUESTION, question=events.WHICH_STACK, candidates=[LARGE_BLUE], stacks=[SMALL_GREEN, -1])
    table.tell(events.UNTOUCH)
    view = table.play.view()
    assert view["screen"] == "question"
    assert [s["cups"] for s in view["stacks"]] == [[SMALL_GREEN]] and view["new_stack"]
    table.tracker.stacks = [[SMALL_GREEN, LARGE_BLUE]]
    table.press("stack:small-green")
    assert table.tracker.answers == [(None, SMALL_GREEN)] and table.screen == "count"


def test_a_falling_that_is_never_settled_does_not_hold_the_game():
    table = started()
    table.choose("exact-small-green")
    table.place(SMALL_GREEN)
    table.tell(events.FALLING)
    table.count()
    assert table.screen == "pass" and not table.play.falling


def seen_by(players, turn, x_um, y_um):
    """Where the map shows a stack at x, y to the player in turn."""
    table = FakeTable()
    table.start(players, turn)
    table.tracker.where[5] = (x_um, y_um)
    one = table.play.table.views_of([[5]], ())[0]
    return one["x_um"], one["y_um"]


def test_the_map_is_turned_to_the_seat_of_the_player_in_turn():
    near_first = (0, -60_000)
    assert seen_by(4, 0, *near_first) == near_first
    assert seen_by(4, 1, *near_first) == (60_000, 0)  # sits left of the first player, who is then to the right
    assert seen_by(4, 2, *near_first) == (0, 60_000)
    assert seen_by(4, 3, *near_first) == (-60_000, 0)
    assert seen_by(2, 1, 20_000, -60_000) == (-20_000, 60_000)
    for players in range(2, 11):
        for turn in range(players):  # a stack in front of the light that burns for the player is near to that player
            angle = 2 * math.pi * signals.seat_light(turn, players, 3600) / 3600
            x, y = seen_by(players, turn, int(-80_000 * math.sin(angle)), int(-80_000 * math.cos(angle)))
            assert abs(x) < 200 and abs(y + 80_000) < 200, (players, turn, x, y)


def test_stacks_whose_places_nobody_knows_stay_in_a_row():
    table = FakeTable()
    table.start(3, 1)
    table.play.go_by_hand()
    places = [(s["x_um"], s["y_um"]) for s in table.play.table.views_of([[5], [8]], ())]
    assert places[0][0] < places[1][0] and places[0][1] == places[1][1] == 0
