"""Falls that went unseen and are declared late: back to the turn that they belong to."""

from rules_table import AWAY_CARD, CHANGE, CURIOUSER, TEA_CARD, conserved, do, plain, refused, table
from teatable.rules import House, load, log, may_miss, outcome, save


def test_the_next_player_s_draws_go_back_and_the_deck_is_shuffled():
    game = table([[1, 2], [0], [9]], stacks=[[0, 5]])
    do(game, ("play", 1), ("place", 1, 0), ("counted",))
    before = list(game.deck)
    do(game, ("draw",))
    drawn = game.hands[1][-1]
    do(game, ("missed", [[0]]))
    assert game.turn == 0 and game.phase == "turn" and game.stacks == [[0]]
    assert game.hands[1] == [0] and len(game.hands[0]) == 4
    again = game.deck + game.hands[0][:0:-1]
    assert drawn == before[-1] and again != before and sorted(again) == sorted(before)  # in another order


def test_without_draws_the_deck_keeps_its_order():
    game = table([[1, 2], [3, 4]], stacks=[[0, 5]], deck=[6, 7, 8, 9])
    do(game, ("play", 1), ("place", 1, 0), ("counted",), ("look",), ("missed", [[0]]))
    assert game.hands[0] == [2, 6, 7, 8] and game.deck == [9]


def test_effects_of_the_card_are_taken_back():
    game = table([[CHANGE, 2], [3, 4], [6]], stacks=[[0, 5]])
    do(game, ("play", CHANGE), ("place", 1, 0), ("counted",))
    assert game.direction == -1 and game.turn == 2
    do(game, ("missed", [[0, 5]]))
    assert game.direction == 1 and game.turn == 0
    game = table([[TEA_CARD, 2], [3, 4], [6]], stacks=[[0, 5]])
    do(game, ("play", TEA_CARD), ("place", 1, 0), ("counted",), ("draw",), ("missed", [[0, 5]]))
    assert game.hands[1] == [3, 4] and game.tea == 0 and game.phase == "turn"
    conserved(game)
    game = table([[CURIOUSER, 2, 8], [3, 4], [6]], stacks=[[0, 5]], deck=[9, 9, 9])
    do(game, ("play", CURIOUSER), ("place", 1, 0), ("counted",))
    assert may_miss(game) == [0]
    do(game, ("discard", 2), ("missed", [[0, 5]]))
    assert game.hands[0] == [2, 8, 9, 9, 9] and game.discard == [CURIOUSER]


def test_the_fall_of_the_counting_turn_can_be_settled_in_the_discard_phase():
    game = table([[CURIOUSER, 2, 8], [3, 4]], stacks=[[0, 5]])
    do(game, ("play", CURIOUSER), ("place", 1, 0), ("counted",), ("missed", [[0, 5]]))
    assert game.phase == "turn" and game.turn == 0 and len(game.hands[0]) == 5 and len(game.hands[1]) == 2


def test_a_not_all_there_turn_is_reopened_before_its_draw():
    game = table([[AWAY_CARD, 2], [3, 4]], stacks=[[0, 5]])
    do(game, ("play", AWAY_CARD), ("draw",))
    assert len(game.hands[0]) == 2
    do(game, ("missed", [[0]]))
    assert game.turn == 0 and len(game.hands[0]) == 4  # three, and not the one
    conserved(game)


def test_a_win_is_withdrawn():
    game = table([[2], [3, 4]], stacks=[[0, 5]])
    do(game, ("play", 2), ("place", 2, 0), ("counted",))
    assert outcome(game)
    do(game, ("missed", [[0, 5]]))
    assert outcome(game) is None and len(game.hands[0]) == 3 and game.won == 0
    assert log(game)[-2:] == [
        "A fall went unseen in the turn of Player 1: back to it",
        "Fallen: small green; Player 1 draws 3 cards",
    ]


def test_a_pass_can_be_charged_and_so_can_the_turn_before_it():
    def passed():
        game = table([[1, 2], [0], [0]], stacks=[[0, 5]], deck=[])
        do(game, ("play", 1), ("place", 1, 0), ("counted",))
        game.discard = []
        do(game, ("pass",))
        assert may_miss(game) == [1, 0]
        return game

    game = passed()
    do(game, ("missed", [[0, 5]]))
    assert game.turn == 1 and may_miss(game) == [0]
    game = passed()
    do(game, ("missed", [[0]], 0))
    assert game.turn == 0 and may_miss(game) == []
    assert refused(game, ("missed", [], 0)) == "too-late"


def test_a_fall_before_the_next_card_leaves_the_earlier_turn_open():
    game = table([[1, 2], [3, 4]], stacks=[[0, 5]])
    do(game, ("play", 1), ("place", 1, 0), ("counted",), ("fall", [[0, 5]]))
    assert may_miss(game) == [0] and len(game.hands[1]) == 5
    assert refused(game, ("missed", [[0, 5, 1]])) == "not-standing"  # it has been taken off
    do(game, ("missed", [[0, 5]]))  # it was the turn before
    assert game.turn == 0 and len(game.hands[0]) == 4 and game.hands[1] == [3, 4] and game.falls == 1
    conserved(game)


def test_who_has_left_stays_away():
    game = table([[1, 2], [3, 4], [6]], stacks=[[0, 5]])
    do(game, ("play", 1), ("place", 1, 0), ("counted",), ("leave", 2), ("missed", [[0, 5]]))
    assert game.turn == 0 and game.left == 4 and game.hands[2] == []
    conserved(game)
    game = table([[1, 2], [3, 4], [6]], stacks=[[0, 5]])
    do(game, ("play", 1), ("place", 1, 0), ("counted",), ("leave", 0))
    assert may_miss(game) == [] and refused(game, ("missed", [[0, 5]])) == "too-late"


def test_refusals():
    game = table([[1, 2], [3, 4]], stacks=[[0, 5]])
    assert refused(game, ("missed", [[0]])) == "too-late"
    do(game, ("play", 1), ("place", 1, 0))
    assert refused(game, ("missed", [[0]])) == "too-late"
    do(game, ("counted",))
    assert refused(game, ("missed", [[0, 5, 1]])) == "nothing-fell"
    assert refused(game, ("missed", [[5]])) == "not-standing"
    assert refused(game, ("missed", [[0]], 1)) == "too-late"
    strict = table([[1, 2], [3, 4]], stacks=[[0, 5]], house=House(missed_falls=0))
    do(strict, ("play", 1), ("place", 1, 0), ("counted",))
    assert refused(strict, ("missed", [[0]])) == "too-late"


def test_a_saved_game_can_still_reopen_the_turn():
    game = table([[1, 2], [3, 4]], stacks=[[0, 5]])
    do(game, ("play", 1), ("place", 1, 0), ("counted",))
    again = load(save(game))
    do(game, ("missed", [[0]]))
    do(again, ("missed", [[0]]))
    assert plain(again) == plain(game)


def test_a_shuffle_undone_is_never_dealt_again():
    game = table([[1, 2], [0], [9]], stacks=[[0, 5]], deck=[], discard=[0, 0, 0, 0, 3, 3, 3, 3, 3, 3])
    do(game, ("play", 1), ("place", 1, 0), ("counted",), ("draw",))
    order = list(game.deck)
    do(game, ("missed", [[0]]))
    assert game.deck != order[: len(game.deck)]
