"""The menu on the whole table: the motor, no lost sample, the sensors, and a new zero in the middle of a game."""

from app.test_app import LARGE_BLUE, SMALL_GREEN, People
from teatable.rules import save
from teatable.ui.canvas import TEXT


def test_the_motor_stands_still_while_the_menu_is_open_and_runs_on_after_it():
    people = People()
    people.start()
    people.choose("exact-small-green")
    people.wait(2.0)
    assert people.app.wobble.speed_mrev_s > 0
    before = save(people.app.play.referee.game)
    people.press("button:menu")
    people.wait(2.5)
    assert people.app.ui.screen == "tiles" and people.app.wobble.speed_mrev_s == 0
    people.press("button:cards", "card:im-late", "button:prev", "button:back", "button:back")
    people.press("button:rules", "button:next", "button:back", "button:settings", "button:lights", "button:sensors")
    assert people.app.ui.screen == "sensors"
    people.press("button:back", "button:back", "button:back")
    people.until("place")
    people.wait(2.0)
    assert people.app.wobble.speed_mrev_s > 0 and save(people.app.play.referee.game) == before
    people.weigh(SMALL_GREEN)
    people.until("count")
    people.until("pass")
    assert people.view["player"] == "Max" and people.table.samples_lost == 0


def test_a_new_zero_in_the_middle_of_a_game():
    people = People()
    people.start()
    people.choose("exact-small-green")
    people.weigh(SMALL_GREEN)
    people.until("count")
    people.until("pass")
    people.choose("exact-large-blue")
    people.wait(1.0)
    for cell in range(4):  # the table has drifted by 8 g, so that little cups are doubtful
        people.world.forces_n[cell] += 0.02
    before = save(people.app.play.referee.game)
    people.press("button:menu", "button:settings", "button:zero")
    people.weigh(SMALL_GREEN, -1)
    people.wait(0.5)
    people.press("button:ready")
    people.until("rebuild")
    people.weigh(SMALL_GREEN)
    people.wait(1.0)
    people.press("button:ready")
    people.until("place")
    people.wait(1.5)
    assert people.view["message"] == "" and save(people.app.play.referee.game) == before
    assert people.app.tracker.stacks == [[SMALL_GREEN]] and abs(people.app.sensing.load_mg() - 20_000) < 1_000
    people.weigh(LARGE_BLUE)
    people.until("count")
    people.until("pass")
    assert people.app.play.referee.game.stacks == [[SMALL_GREEN, LARGE_BLUE]]


def words_on(people):
    return [o[7] for o in people.app.ui._drawn if o[0] == TEXT]


def test_another_language_is_chosen_in_a_game_and_kept_over_a_power_cut():
    people = People()
    people.start()
    assert people.app.play.languages == ["de", "en"]
    people.press("button:menu", "button:settings", "button:language")
    people.wait(0.5)
    assert "Zurück" in words_on(people)
    people.press("button:back", "button:back")
    people.until("pass")
    assert "Das bin ich" in words_on(people)
    people.wait(0.5)
    people.table.power_cut(1.0)
    people.until("title")
    assert "Weiterspielen" in words_on(people)


def test_a_language_whose_file_is_gone_is_english_and_a_line_in_the_log():
    people = People()
    people.app.play.settings["language"] = "xx"
    people.app.play.save_settings()
    people.table.power_cut(1.0)
    people.until("title")
    assert "New game" in words_on(people)
    assert any("words_xx" in line for line in people.app.play.referee.log)
