"""Properties of the rules that hold for whatever hypothesis comes up with."""

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st
from rules_table import conserved, plain, play_randomly, some_action, table
from teatable.boards import geometry
from teatable.rules import (
    Game,
    House,
    apply,
    cards,
    legal_actions,
    load,
    log,
    may_miss,
    may_undo,
    outcome,
    save,
    view,
)
from teatable.rules.chance import SEED_MAX, Chance
from teatable.rules.house import KNOBS

GAMES = 10_000
PARTS = 4

seeds = st.integers(0, SEED_MAX)
players = st.integers(2, 10)
houses = st.builds(dict, **{name: st.integers(low, high) for name, _, low, high, _ in KNOBS}).filter(
    lambda h: h["hand_cards"] <= 5 and h["hand_cards_many"] <= 5
)
cup_lists = st.lists(st.integers(-1, 12), max_size=4)
anything = st.one_of(
    st.none(),
    st.integers(-2, 30),
    st.text(max_size=3),
    st.lists(cup_lists, max_size=4),
    st.lists(st.none(), max_size=2),
)
NAMES = ["play", "draw", "pass", "place", "remove", "counted", "discard"]
NAMES += ["fall", "missed", "undo", "look", "leave", "overruled", "nothing"]
names = st.sampled_from(NAMES)
wild_actions = st.builds(lambda name, args: (name, *args), names, st.lists(anything, max_size=3))


def after(game, chooser, number):
    """Return `game` after `number` random actions, or fewer if it ends."""
    chance = Chance(chooser)
    for _ in range(number):
        if outcome(game):
            break
        apply(game, some_action(game, chance))
    return game


@pytest.mark.parametrize("part", range(PARTS))
def test_ten_thousand_random_games_end(part):
    longest = 0
    for seed in range(part, GAMES, PARTS):
        count = [0]

        def step(game, action, reason, count=count):
            count[0] += 1

        game = play_randomly(seed, step)
        conserved(game)
        longest = max(longest, count[0])
        winner, reasons = outcome(game)
        assert reasons, seed
        assert (not game.hands[winner]) == ("empty-hand" in reasons), seed
        assert not game.left >> winner & 1, seed
    assert longest > 100


@given(players, seeds, seeds, st.integers(0, 200), houses)
@settings(max_examples=150, deadline=None)
def test_every_reachable_state_is_sound_under_any_house_rules(number, seed, chooser, steps, house):
    game = after(Game.new(number, seed, first=-1, house=House(**house)), chooser, steps)
    conserved(game)
    assert plain(load(save(game))) == plain(game)
    assert bool(legal_actions(game)) == (outcome(game) is None)
    for player in range(number):
        view(game, player)
    assert len(log(game)) > 0


@given(players, seeds, st.integers(0, 120), st.lists(wild_actions, max_size=30))
@settings(max_examples=200, deadline=None)
def test_a_refused_action_changes_nothing_and_a_taken_one_loses_nothing(number, seed, steps, actions):
    game = after(Game.new(number, seed), seed, steps)
    for action in actions:
        before = plain(game)
        reason = apply(game, action)
        assert reason is None or (isinstance(reason, str) and plain(game) == before)
        conserved(game)


@example(6, 1_073_741_823, 8)  # a player has just left, so the deck was shuffled before the card was chosen
@given(players, seeds, st.integers(0, 150))
@settings(max_examples=150, deadline=None)
def test_undo_restores_what_was_before_the_step(number, seed, steps):
    game = after(Game.new(number, seed), seed, steps)
    if outcome(game) or game.phase not in ("turn", "stack", "remove"):
        return
    move = legal_actions(game)[seed % len(legal_actions(game))]
    before = plain(game, log=False)
    barred = may_undo(game)
    assert apply(game, move) is None
    if move[0] in ("draw", "pass"):
        assert may_undo(game) == "nothing-to-undo"
        return
    assert apply(game, ("undo",)) is None
    assert plain(game, log=False) == before
    assert may_undo(game) == barred


@given(players, seeds, st.integers(0, 300))
@settings(max_examples=150, deadline=None)
def test_a_missed_fall_can_be_declared_just_until_the_next_card(number, seed, steps):
    game = after(Game.new(number, seed), seed, steps)
    data = save(game)
    if may_miss(game):
        player = may_miss(game)[0]
        if game.stacks and apply(game, ("missed", [])) is None:
            assert game.turn == player
            assert game.phase in ("turn", "tea")
            conserved(game)
    else:
        assert apply(game, ("missed", [])) == "too-late"
        assert save(game) == data


@given(seeds, st.integers(0, 100), st.data())
@settings(max_examples=200, deadline=None)
def test_any_damage_to_a_saved_game_is_refused_by_name(seed, steps, data):
    saved = bytearray(save(after(Game.new(3, seed), seed, steps)))
    kind = data.draw(st.sampled_from(["flip", "cut", "longer"]))
    if kind == "flip":
        saved[data.draw(st.integers(0, len(saved) - 1))] ^= data.draw(st.integers(1, 255))
    elif kind == "cut":
        saved = saved[: data.draw(st.integers(0, len(saved) - 1))]
    else:
        saved += bytes([data.draw(st.integers(0, 255))])
    with pytest.raises(ValueError, match=r"saved game|house rule"):
        load(bytes(saved))


@given(seeds, st.integers(0, 100), st.data())
@settings(max_examples=300, deadline=None)
def test_a_forged_game_is_refused_or_can_be_played(seed, steps, data):
    saved = bytearray(save(after(Game.new(3, seed), seed, steps)))
    for _ in range(data.draw(st.integers(1, 3))):
        saved[data.draw(st.integers(5, len(saved) - 5))] = data.draw(st.integers(0, 255))
    low = high = 0
    low = 1
    for byte in saved[:-4]:
        low = (low + byte) % 65521
        high = (high + low) % 65521
    saved[-4:] = bytes([low & 255, low >> 8, high & 255, high >> 8])
    try:
        game = load(bytes(saved))
    except ValueError as error:
        assert str(error)
        return
    after(game, seed, 60)
    log(game)
    view(game, 0)


@given(players, seeds)
@settings(max_examples=60, deadline=None)
def test_two_games_from_one_seed_are_equal(number, seed):
    one = after(Game.new(number, seed, first=-1), seed, 80)
    two = after(Game.new(number, seed, first=-1), seed, 80)
    assert save(one) == save(two)


def test_cups_are_called_as_in_the_geometry():
    assert cards.CUPS == geometry.CUPS
    assert cards.SIZES == geometry.SIZES and cards.COLOURS == geometry.COLOURS


def test_the_helper_sets_up_what_it_says():
    game = table([[1], [2]], stacks=[[0]], discard=[3])
    conserved(game)
