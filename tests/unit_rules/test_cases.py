"""The 23 corner cases of the rules, one test each, named after its number."""

from rules_table import (
    AWAY_CARD,
    BLUE,
    CHANGE,
    CLEAN,
    CURIOUSER,
    LARGE,
    LATE,
    SMALL,
    TEA_CARD,
    conserved,
    do,
    plain,
    refused,
    table,
)
from teatable.rules import Game, House, apply, cards, legal_actions, log, may_miss, may_undo, outcome, playable, view

EVERY_CUP = list(range(12))


def test_case_01_whole_discard_pile_is_reshuffled_at_the_next_needed_draw():
    game = table([[0], [1]], stacks=[[0]], deck=[2], discard=[3, 4, 5])
    do(game, ("draw",))
    assert game.hands[0] == [0, 2]
    assert game.deck == [] and game.discard == [3, 4, 5]  # not before it is needed
    game = table([[0], [1]], stacks=[[0]], deck=[], discard=[3, 3, 3])
    do(game, ("draw",))
    assert game.hands[0] == [0, 3]
    assert len(game.deck) == 2 and game.discard == []  # no top card kept back
    early = table([[0], [1]], stacks=[[0]], deck=[2], discard=[3, 4, 5], house=House(reshuffle_early=1))
    do(early, ("draw",))
    assert len(early.deck) == 3 and early.discard == []


def test_case_02_nothing_to_draw_and_nothing_playable_passes_with_the_hand_kept():
    game = table([[0, 0], [1]], stacks=[[0]], deck=[])
    assert legal_actions(game) == [("pass",)]
    assert refused(game, ("draw",)) == "no-cards"
    do(game, ("pass",))
    assert game.hands[0] == [0, 0] and game.turn == 1 and game.phase == "turn"
    assert refused(game, ("pass",)) == "can-play"
    game = table([[0], [1]], stacks=[[0]], deck=[], discard=[5])
    assert refused(game, ("pass",)) == "must-draw"


def test_case_03_a_fall_draws_what_exists_and_never_wins():
    game = table([[2, 9], [1]], stacks=[[0]], deck=[])
    do(game, ("play", 2), ("fall", [[0]]))
    assert game.hands[0] == [9, 2] and game.drawn == 1  # the card just played
    game = table([[2], [1]], stacks=[[0]], deck=[])
    do(game, ("play", 2), ("place", 2, 0), ("fall", []))
    assert game.hands[0] == [2] and outcome(game) is None
    game = table([[2], [1]], stacks=[[0]], deck=[])
    do(game, ("fall", []))
    assert game.drawn == 0 and game.hands[0] == [2]


def test_case_04_drawing_only_without_a_playable_card_and_the_one_found_is_played():
    game = table([[0, 1], [2]], stacks=[[0]])
    assert refused(game, ("draw",)) == "can-play"
    game = table([[0], [2]], stacks=[[0]], deck=[0, 0, CLEAN, 7])
    do(game, ("draw",), ("draw",))
    other = view(game, 1)
    assert other["counts"] == [3, 1] and other["drawn"] == [] and other["drawn_count"] == 1
    do(game, ("draw",))
    assert legal_actions(game) == [("play", CLEAN)]
    assert refused(game, ("draw",)) == "can-play"
    assert refused(game, ("play", 0)) == "cup-on-table"
    do(game, ("play", CLEAN))
    assert game.hands[0] == [0, 0, 0]


def test_case_05_colour_size_and_exact_cards_need_such_a_cup_off_the_table():
    game = table([[1], [2]], stacks=[[3, 7, 11], [0, 1, 2]])
    assert playable(game, BLUE) == "no-such-cup"
    assert playable(game, SMALL) == "no-such-cup"
    assert playable(game, 0) == "cup-on-table"
    assert playable(game, LARGE) is None and playable(game, 4) is None
    game = table([[LARGE], [2]], stacks=[[3, 8]])
    do(game, ("play", LARGE))
    assert refused(game, ("place", 8, 3)) == "cup-on-table"
    assert refused(game, ("place", 4, 3)) == "wrong-cup"
    assert [action[1] for action in legal_actions(game)] == [9, 10, 11]


def test_case_06_any_cup_specials_need_a_cup_off_the_table_and_clean_cup_one_on_it():
    empty = table([[1], [2]])
    full = table([[1], [2]], stacks=[EVERY_CUP])
    some = table([[1], [2]], stacks=[[5]])
    for kind in (CHANGE, TEA_CARD, CURIOUSER, CLEAN):
        assert playable(some, kind) is None
        assert playable(full, kind) == "no-cup-left"
        assert playable(empty, kind) == ("table-empty" if kind == CLEAN else None)
    assert playable(empty, LATE) == "table-empty" and playable(full, LATE) is None
    for game in (empty, full, some):
        assert playable(game, AWAY_CARD) is None


def test_case_07_clean_cup_must_start_a_new_stack():
    game = table([[CLEAN, 1], [2]], stacks=[[5], [6]])
    do(game, ("play", CLEAN))
    assert refused(game, ("place", 0, 5)) == "needs-new-stack"
    assert all([bottom == -1 for _, _, bottom in legal_actions(game)])
    do(game, ("place", 0, -1))
    assert game.stacks == [[5], [6], [0]]
    may = table([[CLEAN, 1], [2]], stacks=[[5]], house=House(clean_cup_must=0))
    do(may, ("play", CLEAN), ("place", 0, 5))
    assert may.stacks == [[5, 0]]


def test_case_08_only_the_first_cup_of_an_empty_table_goes_anywhere():
    game = table([[1, 2, 3], [4, 5, 6]])
    do(game, ("play", 1))
    assert legal_actions(game) == [("place", 1, -1)]
    do(game, ("place", 1, -1), ("counted",), ("play", 4))
    assert refused(game, ("place", 4, -1)) == "needs-stack"
    assert refused(game, ("place", 4, 9)) == "no-such-stack"
    do(game, ("place", 4, 1), ("fall", []), ("play", 5), ("place", 5, -1))
    assert game.stacks == [[5]]


def test_case_09_im_late_may_empty_a_stack_and_the_table():
    game = table([[LATE, LATE, LATE, 1], [4, 0]], stacks=[[0]])
    do(game, ("play", LATE), ("remove", 0))
    assert game.stacks == [] and playable(game, 0) is None
    do(game, ("counted",))
    assert game.turn == 1 and game.falls == 0
    game = table([[LATE, 1, 3], [4, 0]], stacks=[[0, 5], [7]])
    do(game, ("play", LATE))
    assert refused(game, ("remove", 0)) == "not-on-top"
    assert refused(game, ("remove", 3)) == "cup-not-on-table"
    do(game, ("remove", 7))
    assert game.stacks == [[0, 5]]
    do(game, ("counted",), ("play", 4))
    assert refused(game, ("place", 4, -1)) == "needs-stack"  # it takes Clean Cup to have a second stack again
    game = table([[LATE, 1], [4, 0]], stacks=[[0, 5], [7]])
    do(game, ("play", LATE), ("remove", 7), ("fall", [[0]]))  # knocking others down is a fall
    assert game.turn == 0 and len(game.hands[0]) == 4
    game = table([[LATE, 1], [4, 0]], stacks=[[0, 5], [7]])
    do(game, ("play", LATE), ("remove", 7), ("fall", [[0, 5]]))  # dropped onto the table: felt, and a fall
    assert game.turn == 0 and len(game.hands[0]) == 4


def test_case_10_curiouser_discards_by_choice_after_the_count():
    game = table([[CURIOUSER, 1, LATE], [4]], stacks=[[5]])
    do(game, ("play", CURIOUSER), ("place", 0, 5), ("counted",))
    assert game.phase == "discard" and game.turn == 0
    assert legal_actions(game) == [("discard", 1), ("discard", LATE)]
    assert refused(game, ("counted",)) == "not-now"  # mandatory
    do(game, ("discard", LATE))
    assert game.turn == 1 and game.phase == "turn" and game.stacks == [[5, 0]]  # no effect of its own
    fallen = table([[CURIOUSER, 1], [4]], stacks=[[5]])
    do(fallen, ("play", CURIOUSER), ("place", 0, 5), ("fall", [[5]]))
    assert fallen.phase == "turn" and len(fallen.hands[0]) == 4
    last = table([[CURIOUSER], [4]], stacks=[[5]])
    do(last, ("play", CURIOUSER), ("place", 0, 5), ("counted",))
    assert outcome(last) == (0, ("empty-hand",))
    away = table([[CURIOUSER, AWAY_CARD], [4]], stacks=[[5]])
    do(away, ("play", CURIOUSER), ("place", 0, 5), ("counted",), ("discard", AWAY_CARD))
    assert outcome(away) == (0, ("empty-hand",))


def test_case_11_not_all_there_draws_one_and_ends_the_turn():
    game = table([[AWAY_CARD, 0], [4]], stacks=[[0]], deck=[7, 8, 9, 10])
    assert legal_actions(game) == [("play", AWAY_CARD)]  # the only playable card must be played
    do(game, ("play", AWAY_CARD))
    assert legal_actions(game) == [("draw",)] and refused(game, ("counted",)) == "not-now"
    do(game, ("draw",))
    assert game.hands[0] == [0, 7] and game.turn == 1 and game.phase == "turn"
    itself = table([[AWAY_CARD], [4]], deck=[])
    do(itself, ("play", AWAY_CARD), ("draw",))
    assert itself.hands[0] == [AWAY_CARD] and outcome(itself) is None
    fallen = table([[AWAY_CARD, 1], [4]], stacks=[[0]], deck=[7, 8, 9, 10])
    do(fallen, ("play", AWAY_CARD), ("fall", []))
    assert fallen.hands[0] == [1, 7, 8, 9] and fallen.turn == 0 and fallen.phase == "turn"
    kept = table([[AWAY_CARD, 1], [4]], stacks=[[0]], house=House(not_all_there_after_fall=1))
    do(kept, ("play", AWAY_CARD), ("fall", []))
    assert len(kept.hands[0]) == 5


def test_case_12_have_a_cup_of_tea():
    game = table([[1], [2, 3], [TEA_CARD, 4]], stacks=[[0]], turn=2)
    game.direction = -1
    do(game, ("play", TEA_CARD), ("place", 5, 0), ("counted",))
    assert game.turn == 1 and game.phase == "tea"  # next by the current direction
    assert legal_actions(game) == [("draw",)] and refused(game, ("play", 2)) == "not-now"
    do(game, ("draw",))
    assert game.phase == "turn" and len(game.hands[1]) == 3
    do(game, ("play", 2), ("fall", [[0]]))
    assert game.turn == 1 and game.phase == "turn"  # not repeated on the repeat turn
    owed = table([[TEA_CARD, 1], [2, 3]], stacks=[[0]])
    do(owed, ("play", TEA_CARD), ("place", 5, 0), ("counted",), ("fall", [[0]]))
    assert owed.phase == "tea" and len(owed.hands[1]) == 5  # a fall before the tea: it is still owed
    fallen = table([[TEA_CARD, 1], [2, 3]], stacks=[[0]])
    do(fallen, ("play", TEA_CARD), ("place", 5, 0), ("fall", [[0]]), ("play", 1), ("place", 1, 0), ("counted",))
    assert fallen.turn == 1 and fallen.phase == "turn" and len(fallen.hands[1]) == 2
    last = table([[TEA_CARD], [2, 3]], stacks=[[0]])
    do(last, ("play", TEA_CARD), ("place", 5, 0), ("counted",))
    assert outcome(last) == (0, ("empty-hand",)) and len(last.hands[1]) == 2
    for repeats, phase in ((0, "turn"), (1, "turn"), (2, "tea")):
        house = table([[TEA_CARD, 1], [2, 3]], stacks=[[0]], house=House(tea_after_fall=repeats))
        do(house, ("play", TEA_CARD), ("place", 5, 0), ("counted",), ("draw",), ("fall", [[0]]))
        assert house.phase == phase


def test_case_13_change_the_subject_reverses_and_with_two_repeats_the_turn():
    two = table([[CHANGE, 1], [2]], stacks=[[0]])
    do(two, ("play", CHANGE), ("place", 5, 0), ("counted",))
    assert two.turn == 0 and two.phase == "turn" and two.turns == 1
    three = table([[CHANGE, 1], [2], [3]], stacks=[[0]])
    do(three, ("play", CHANGE), ("place", 5, 0), ("counted",))
    assert three.turn == 2 and three.direction == -1
    fallen = table([[CHANGE, 1], [2], [3]], stacks=[[0]])
    do(fallen, ("play", CHANGE), ("place", 5, 0), ("fall", [[0]]))
    assert fallen.turn == 0 and fallen.direction == 1
    left = table([[CHANGE, 1], [2], [3]], stacks=[[0]])
    do(left, ("leave", 1), ("play", CHANGE), ("place", 5, 0), ("counted",))
    assert left.turn == 0  # two are left


def test_case_14_any_number_of_cups_costs_three_once_and_the_repeat_turn_can_cost_again():
    game = table([[1, 2], [3]], stacks=[[0, 4, 5], [6, 7]])
    do(game, ("play", 1), ("place", 1, 6), ("fall", [[0]]))
    assert len(game.hands[0]) == 4 and game.falls == 1
    do(game, ("fall", []))
    assert len(game.hands[0]) == 7 and game.falls == 2 and game.turn == 0


def test_case_15_the_played_cup_stays_if_it_stands_and_the_card_stays_discarded():
    game = table([[CHANGE, 2], [3], [4]], stacks=[[0, 4], [6]])
    do(game, ("play", CHANGE), ("place", 1, 6), ("fall", [[0], [6, 1]]))
    assert game.stacks == [[0], [6, 1]] and game.discard == [CHANGE] and game.direction == 1
    early = table([[CHANGE, 2], [3]], stacks=[[0, 4], [6]])
    do(early, ("play", CHANGE), ("fall", [[6, 1], [0]]))  # put down while the other stack was falling
    assert early.stacks == [[0], [6, 1]]
    assert refused(early, ("fall", [[0], [6, 1]])) == "nothing-fell"  # one that slides flat has not fallen
    wrong = table([[BLUE, 2], [3]], stacks=[[0, 4], [6]])
    do(wrong, ("play", BLUE))
    assert refused(wrong, ("fall", [[0], [6, 1]])) == "wrong-cup"
    assert refused(wrong, ("fall", [[0], [6], [3]])) == "needs-stack"
    assert refused(wrong, ("fall", [[0, 3], [6, 7]])) == "not-standing"
    do(wrong, ("fall", [[3]]))  # alone on a table that everything fell from
    assert wrong.stacks == [[3]]


def test_case_16_whose_turn_a_fall_belongs_to():
    game = table([[1, 2], [3, 4]], stacks=[[0, 5]])
    do(game, ("fall", [[0]]))  # before a card is played
    assert game.turn == 0 and game.phase == "turn" and len(game.hands[0]) == 5 and game.turns == 1
    last = table([[1, 1, 1, 1], [3, 4]], stacks=[[0, 5]], deck=[])
    do(last, ("fall", [[0]]), ("play", 1))
    last.hands[0] = []
    do(last, ("place", 1, 0), ("counted",))
    assert outcome(last) == (0, ("empty-hand",))  # wins are checked as usual in the fresh turn
    after = table([[CURIOUSER, 2], [3, 4]], stacks=[[0, 5]])
    do(after, ("play", CURIOUSER), ("place", 6, 0), ("counted",), ("fall", [[0]]))
    assert len(after.hands[1]) == 5 and len(after.hands[0]) == 1 and after.phase == "discard"
    do(after, ("discard", 2))
    assert outcome(after) == (0, ("empty-hand",))
    slip = table([[1, 2], [3, 4]], stacks=[[0, 5]])
    assert refused(slip, ("fall", [[0, 5]])) == "nothing-fell"
    do(slip, ("play", 1), ("fall", [[0, 5]]))  # the cup being placed slipped after the hand let go
    assert slip.turn == 0 and slip.stacks == [[0, 5]] and len(slip.hands[0]) == 4


def test_case_17_an_overruled_fall_is_a_log_line_and_a_missed_one_is_charged_late():
    game = table([[1, 2], [3, 4]], stacks=[[0, 5]])
    before = plain(game, log=False)
    do(game, ("overruled", "Max bumped the table"))
    assert plain(game, log=False) == before and log(game)[-1] == "Overruled: Max bumped the table"
    do(game, ("play", 1), ("place", 1, 0), ("counted",))
    assert may_miss(game) == [0]
    do(game, ("missed", [[0, 5]]))
    assert game.turn == 0 and game.phase == "turn" and len(game.hands[0]) == 4 and game.stacks == [[0, 5]]
    conserved(game)
    game = table([[1, 2], [3, 4]], stacks=[[0, 5]])
    do(game, ("play", 1), ("place", 1, 0), ("counted",), ("play", 3))
    assert refused(game, ("missed", [[0, 5]])) == "too-late"
    do(game, ("undo",), ("missed", [[0, 5]]))  # that card was not played after all
    assert game.turn == 0 and len(game.hands[0]) == 4


def test_case_18_wins_at_the_end_of_a_turn_without_a_fall():
    eleven = EVERY_CUP[1:]
    both = table([[0], [1]], stacks=[eleven])
    do(both, ("play", 0), ("place", 0, 1))
    assert outcome(both) is None
    do(both, ("counted",))
    assert outcome(both) == (0, ("empty-hand", "twelve-cups")) and legal_actions(both) == []
    assert refused(both, ("play", 1)) == "game-over"
    cups = table([[0, 2], [1]], stacks=[eleven])
    do(cups, ("play", 0), ("place", 0, 1), ("counted",))
    assert outcome(cups) == (0, ("twelve-cups",))
    hand = table([[0], [1]], stacks=[[4]])
    do(hand, ("play", 0), ("place", 0, 4), ("counted",))
    assert outcome(hand) == (0, ("empty-hand",))
    fallen = table([[0], [1]], stacks=[eleven])
    do(fallen, ("play", 0), ("place", 0, 1), ("fall", [eleven]))
    assert outcome(fallen) is None and len(fallen.hands[0]) == 3
    left = table([[CURIOUSER, 2], [AWAY_CARD, 3], [1]], stacks=[eleven])
    do(left, ("play", CURIOUSER), ("place", 0, 1), ("counted",), ("leave", 0), ("play", AWAY_CARD), ("draw",))
    assert outcome(left) == (1, ("twelve-cups",))  # whoever ends a turn with all of them standing
    curious = table([[CURIOUSER, 2], [1]], stacks=[eleven])
    do(curious, ("play", CURIOUSER), ("place", 0, 1), ("counted",), ("fall", [[1]]), ("discard", 2))
    assert outcome(curious) == (0, ("empty-hand", "twelve-cups"))  # they stood at "three"


def test_case_19_any_cup_stands_on_any_cup():
    for bottom in range(12):
        for cup in range(12):
            if cup != bottom:
                game = table([[cup, CHANGE], [CURIOUSER]], stacks=[[bottom]])
                do(game, ("play", cup), ("place", cup, bottom))
                assert game.stacks == [[bottom, cup]]


def test_case_20_the_turn_ends_only_with_the_count():
    game = table([[1, 2], [3, 4]])
    do(game, ("play", 1))
    assert refused(game, ("counted",)) == "not-now"
    do(game, ("place", 1, -1))
    assert game.turn == 0 and legal_actions(game) == [("counted",)]
    do(game, ("counted",))
    assert game.turn == 1


def test_case_21_the_first_player_is_told_or_drawn_by_lots_and_play_starts_clockwise():
    firsts = set()
    for seed in range(60):
        game = Game.new(5, seed, first=-1)
        firsts.add(game.turn)
        assert game.direction == 1
    assert firsts == {0, 1, 2, 3, 4}
    game = Game.new(3, 1, first=2)
    assert game.turn == 2
    do(game, legal_actions(game)[0])
    assert Game.new(3, 1, house=House(clockwise=0)).direction == -1


def test_case_22_a_leaver_s_hand_is_shuffled_into_the_deck_and_two_go_on():
    game = table([[1, 2], [3, 4], [5, 6]], stacks=[[0]])
    deck = len(game.deck)
    do(game, ("play", 1), ("leave", 0))
    assert game.turn == 1 and game.phase == "turn" and game.hands[0] == [] and len(game.deck) == deck + 1
    conserved(game)
    do(game, ("play", 3), ("place", 3, 0), ("counted",))
    assert game.turn == 2
    assert refused(game, ("leave", 1)) == "too-few-players"
    assert refused(game, ("leave", 0)) == "player-left"
    do(game, ("play", 5), ("place", 5, 0), ("counted",))
    assert game.turn == 1
    other = table([[1, 2], [3, 4], [5, 6]], stacks=[[0]])
    do(other, ("play", 1), ("leave", 1))
    assert other.phase == "stack" and other.turn == 0
    victim = table([[TEA_CARD, 2], [3, 4], [5, 6]], stacks=[[0]])
    do(victim, ("play", TEA_CARD), ("place", 1, 0), ("counted",), ("leave", 1))
    assert victim.turn == 2 and victim.phase == "turn"  # the tea goes with the leaver
    pile = table([[1, 2], [3, 4], [5, 6]], house=House(leave_to_deck=0))
    do(pile, ("play", 1), ("leave", 2))
    assert pile.discard == [5, 6, 1]


def test_case_23_undo_stays_within_the_turn_and_never_crosses_a_draw_a_shuffle_or_a_look():
    game = table([[1, 2], [3, 4], [5]], stacks=[[0]])
    start = plain(game, log=False)
    assert refused(game, ("undo",)) == "nothing-to-undo"
    do(game, ("play", 1))
    chosen = plain(game, log=False)
    do(game, ("place", 1, 0), ("undo",))
    assert plain(game, log=False) == chosen
    do(game, ("undo",))
    assert plain(game, log=False) == start
    do(game, ("play", 1), ("look",))
    assert may_undo(game) == "barred" and refused(game, ("undo",)) == "barred"
    do(game, ("place", 1, 0), ("undo",))  # this step came after the look
    assert refused(game, ("undo",)) == "barred"
    do(game, ("place", 1, 0), ("counted",))
    assert refused(game, ("undo",)) == "nothing-to-undo"
    shuffled = table([[1, 2], [3, 4], [5]])
    do(shuffled, ("play", 1), ("leave", 2))
    assert refused(shuffled, ("undo",)) == "barred"
    drawn = table([[0], [3]], stacks=[[0]], deck=[1, 1])
    do(drawn, ("draw",))
    assert refused(drawn, ("undo",)) == "nothing-to-undo"
    do(drawn, ("play", 1), ("undo",))
    assert drawn.hands[0] == [0, 1] and refused(drawn, ("undo",)) == "nothing-to-undo"
    strict = table([[1, 2], [3]], house=House(undo=0))
    do(strict, ("play", 1))
    assert apply(strict, ("undo",)) == "house-rule"
    assert cards.NAMES[1] == "exact-small-yellow"
