"""The menu over a game: everything can be reached, the motor stands still, and it leads back to the very same step."""

from teatable.play import signals
from teatable.rules import save
from teatable.tracker import events
from unit_play.fake_table import FakeTable, deck_for
from unit_play.test_set_up import FakeBench

ROSE = ["exact-large-purple", "exact-small-green", "colour-blue", "im-late", "curiouser-and-curiouser", "size-large"]
MAX = ["exact-large-blue", "exact-small-blue", "colour-green", "im-late", "have-a-cup-of-tea", "size-small"]
LEO = ["exact-large-green", "exact-small-purple", "colour-purple", "clean-cup", "size-medium", "im-late"]


def began(players=3):
    t = FakeTable(deck=deck_for(*(ROSE, MAX, LEO)[:players]))
    t.start(players)
    return t


def items(t):
    return [item[0] for item in t.play.view()["items"]]


def same_after(t, *presses):
    """Open the menu, press, come back: screen, game and what the tracker should expect are as before."""
    screen, game, expected = t.screen, save(t.game), t.tracker.expected
    t.press("button:menu", *presses)
    assert not t.play.running
    t.wait(50_000)
    while t.screen != screen:
        t.press("button:back")
    assert save(t.game) == game and t.tracker.expected == expected, presses
    return t.play.view()


ALL = (
    (), ("button:cards",), ("button:cards", "card:im-late", "button:prev", "button:prev"),
    ("button:rules", "button:next", "button:next", "button:prev"), ("button:settings",), ("button:leave",),
    ("button:leave", "player:1"), ("button:end",), ("button:settings", "button:sensors"),
)  # fmt: skip


def test_every_step_of_a_turn_leads_into_the_menu_and_back_to_itself():
    for presses in ALL:
        t = began()
        t.play.bench = FakeBench()
        for step in ("pass", "hand", "choose", "place", "count"):
            assert t.screen == step
            same_after(t, *presses)
            if step == "pass":
                t.press("button:ready")
            elif step == "hand":
                t.press("button:peek", "card:exact-large-purple")
            elif step == "choose":
                t.press("button:play")
            elif step == "place":
                assert t.play.running
                t.place(8)


def test_the_count_begins_again_after_the_menu():
    t = began()
    t.choose("exact-large-purple")
    t.place(8)
    t.wait(1500)
    assert t.play.view()["number"] == 2 and t.play.running
    t.press("button:menu")
    t.wait(20_000)
    assert not t.play.running and t.game.phase == "count"
    t.press("button:back")
    assert t.play.view()["number"] == 0 and t.play.running
    t.count()
    assert t.screen == "pass" and t.game.turn == 1


def test_an_open_hand_is_not_seen_in_the_menu_nor_after_it():
    t = began()
    t.press("button:ready", "button:peek")
    assert t.play.view()["open"]
    t.press("button:menu")
    for key, value in t.play.view().items():
        assert key not in ("cards", "open"), (key, value)
    t.press("button:back")
    view = t.play.view()
    assert view["screen"] == "hand" and not view["open"] and view["cards"] == []


def test_a_card_read_about_for_a_minute_is_still_chosen():
    t = began()
    t.press("button:ready", "button:peek", "card:colour-blue", "button:menu")
    t.wait(60_000)
    t.press("button:back")
    t.wait(1_000)
    assert t.screen == "choose" and t.play.view()["card"] == 15


def test_each_help_page_shows_another_card():
    t = began()
    t.press("button:menu", "button:cards")
    shown = t.play.view()["cards"]
    assert len(shown) == 9 and set(shown) >= {19, 20, 21, 22, 23, 24}
    t.press("card:exact-small-purple")
    seen = [t.play.view()["card"]]
    assert t.ignored("button:prev")
    for _ in range(8):
        t.press("button:next")
        seen.append(t.play.view()["card"])
    assert seen == shown and t.ignored("button:next")


def test_sound_and_lights_go_off_at_once_and_stay_off():
    t = began()
    t.press("button:menu", "button:settings", "button:sound", "button:lights", "button:brightness")
    s = t.play.settings
    assert (s["sound"], s["lights"], s["brightness"]) == (0, 0, 100)
    t.press("button:back", "button:back")
    again = FakeTable(t.kept)
    assert (again.play.settings["sound"], again.play.settings["brightness"]) == (0, 100)


def test_a_cup_put_down_under_the_menu_counts_when_it_is_closed():
    t = began()
    t.choose("exact-large-purple")
    t.press("button:menu")
    t.place(8)
    assert t.screen == "tiles" and not t.play.running
    t.press("button:back")
    assert t.screen == "count" and t.game.stacks == [[8]]


def test_a_question_that_came_under_the_menu_is_asked_when_it_is_closed():
    t = began()
    t.choose("colour-blue")
    t.press("button:menu")
    t.tell(events.QUESTION, question="which-cup", candidates=(3, 7))
    assert t.screen == "tiles"
    t.press("button:back")
    assert t.screen == "question" and t.play.view()["cups"] == [3, 7]
    t.press("button:menu", "button:rules", "button:back", "button:back")
    assert t.screen == "question"
    t.press("cup:small-blue")
    assert t.tracker.answers == [(3, None)] and t.screen == "place"


def test_cups_taken_away_under_the_menu_are_missed_when_it_is_closed():
    t = began()
    t.choose("exact-large-purple")
    t.place(8)
    t.count()
    t.press("button:menu")
    t.remove(8)
    t.press("button:back")
    assert t.screen == "message" and t.play.view()["text"] == "put-back"


def test_a_strange_thing_put_down_under_the_menu_is_told_when_it_is_closed():
    t = began()
    t.choose("exact-large-purple")
    t.press("button:menu")
    t.tell(events.FOREIGN)
    t.press("button:back")
    assert t.screen == "place" and t.play.view()["message"] == "foreign"


def test_a_fall_closes_the_menu():
    t = began()
    t.choose("exact-large-purple")
    t.place(8)
    t.count()
    t.press("button:menu", "button:settings")
    t.fall([8])
    assert t.screen == "fall"
    t.press("button:menu")
    assert "button:end" not in items(t) and "button:leave" not in items(t)
    t.press("button:back", "button:yes-it-fell")
    assert t.game.falls == 1


def test_a_fault_closes_the_menu_and_the_game_goes_on():
    t = began()
    t.press("button:menu", "button:rules")
    t.play.fault("fault-cell", "load cell east")
    assert t.screen == "fault" and t.ignored("button:menu")
    t.play.well()
    assert t.screen == "pass"


def test_a_player_who_goes_home_is_asked_about_first():
    t = began()
    t.press("button:ready", "button:menu", "button:leave")
    assert [item[1] for item in t.play.view()["items"]] == ["Rose", "Max", "Lily"]
    t.press("player:1")
    assert t.play.view()["name"] == "Max"
    t.press("button:back", "button:back", "button:back")
    assert t.screen == "hand" and t.play.referee.active() == 3
    t.press("button:menu", "button:leave", "player:1", "button:yes")
    assert t.screen == "hand" and t.game.turn == 0 and t.play.referee.active() == 2
    assert t.game.hands[1] == []
    t.press("button:menu")
    assert "button:leave" not in items(t)  # two are the fewest
    t.press("button:back", "button:peek", "card:exact-large-purple", "button:play")
    t.place(8)
    t.count()
    assert t.game.turn == 2


def test_the_turn_of_a_player_who_goes_home_is_over():
    t = began()
    t.choose("exact-large-purple")
    t.place(8)
    t.press("button:menu", "button:leave", "player:0", "button:yes")
    view = t.play.view()
    assert view["screen"] == "pass" and view["player"] == "Max"
    assert (view["note"], view["note_name"]) == ("note-left", "Rose")
    assert t.game.stacks == [[8]]
    t.play.referee.flush()
    again = FakeTable(t.kept)
    again.press("button:resume")
    assert again.play.view()["player"] == "Max" and again.play.referee.active() == 2


def test_a_game_that_is_ended_by_mistake_can_be_gone_on_with():
    t = began()
    t.choose("exact-large-purple")
    t.place(8)
    t.count()
    before = save(t.game)
    t.press("button:menu", "button:end")
    t.press("button:back", "button:end", "button:yes")
    assert t.screen == "title" and t.play.view()["can_resume"] and t.play.light()[0] == signals.DARK
    t.wait(100)
    t.tell(events.UNTOUCH)
    assert not t.play.running
    t.press("button:resume")
    assert save(t.game) == before and t.screen == "pass" and t.play.view()["player"] == "Max"
    t.press("button:menu", "button:end", "button:yes", "button:new-game")
    assert t.screen == "players"


def test_without_a_scale_the_menu_has_no_zero_and_no_sensors():
    t = began()
    t.press("button:menu", "button:settings")
    assert "button:zero" not in items(t) and t.ignored("button:zero") and t.ignored("button:sensors")
    t = began()
    t.play.bench = FakeBench()
    t.play.go_by_hand()
    t.press("button:menu", "button:settings")
    assert "button:zero" not in items(t) and t.ignored("button:zero")


def two_stacks():
    t = began()
    t.play.bench = FakeBench()
    t.choose("exact-large-purple")
    t.place(8)
    t.count()
    t.choose("exact-large-blue")
    t.place(11, 8)
    t.count()
    t.choose("clean-cup")
    t.place(2)
    t.count()
    assert t.game.stacks == [[8, 11], [2]]
    return t


def test_a_new_zero_in_the_middle_of_a_game_loses_nothing():
    t = two_stacks()
    t.choose("exact-small-green" if 1 in t.game.hands[t.game.turn] else "colour-blue")
    before = save(t.game)
    t.press("button:menu", "button:settings", "button:zero")
    assert t.play.view()["text"] == "zero-off"
    for cup in (11, 8, 2):
        t.remove(cup)
    t.fall([])  # however hastily they are taken off, it is no fall
    assert t.screen == "weigh"
    t.press("button:ready")
    assert t.play.bench.weighing.tared == 1 and t.play.view()["text"] == "hands-off"
    t.wait(100)
    t.play.bench.weighing.taring = False
    t.wait(100)
    view = t.play.view()
    assert view["screen"] == "rebuild" and view["cups"] == [8, 11] and view["pages"] == 2
    assert [s["cups"] for s in view["stacks"] if s["allowed"]] == [[8, 11]]
    assert t.ignored("button:back")
    t.press("button:next")
    assert t.play.view()["cups"] == [2]
    t.press("button:ready")
    assert t.screen == "place" and save(t.game) == before and t.tracker.stacks == t.game.stacks
    assert t.play.running


def test_a_zero_given_up_is_forgotten_and_the_cups_are_asked_for():
    t = two_stacks()
    t.press("button:menu", "button:settings", "button:zero", "button:ready")
    for cup in (11, 8, 2):
        t.remove(cup)
    t.press("button:back")
    assert t.play.bench.weighing.forgotten == 1
    t.press("button:back", "button:back")
    assert t.screen == "message" and t.play.view()["text"] == "put-back"


def test_an_empty_table_is_zeroed_without_building():
    t = began()
    t.play.bench = FakeBench()
    t.press("button:menu", "button:settings", "button:zero", "button:ready")
    t.play.bench.weighing.taring = False
    t.wait(100)
    assert t.screen == "pass"


def test_the_title_has_help_without_a_game():
    t = FakeTable()
    t.press("button:help", "button:rules")
    assert t.screen == "rules"
    t.press("button:back")
    assert items(t) == ["button:cards", "button:rules"]
    t.press("button:cards", "card:clean-cup", "button:back", "button:back", "button:back")
    assert t.screen == "title"
