"""What the players decide: legal choices, sensible stacks, and mistakes that really are mistakes."""

from types import SimpleNamespace

import numpy as np

from host_sim.bots import mind
from host_sim.bots.senses import Senses

RNG = np.random.default_rng(5)


def stack(*cups, x=0.0, y=0.0):
    return mind.Stack(tuple(cups), x, y)


def test_only_playable_cards_are_chosen():
    cards = [(0, "cup-on-table"), (22, ""), (13, ""), (24, "no-cup")]
    assert {mind.choose_card(cards, [], RNG) for _ in range(50)} <= {22, 13}
    assert mind.choose_card([(0, "cup-on-table")], [], RNG) is None


def test_not_all_there_is_the_last_resort():
    assert all(mind.choose_card([(22, ""), (1, "")], [], RNG) == 1 for _ in range(50))


def test_large_cups_go_low():
    low, high = stack(8), stack(11, 7, 3)
    cup, where = mind.choose_place([0, 9], [low, high], [8, 11], "no", RNG)
    assert (cup, where) in {(0, 8), (9, 8)}


def test_a_clean_cup_starts_a_stack():
    assert mind.choose_place([3], [stack(8)], [], "must", RNG)[1] == mind.NEW_STACK
    assert mind.choose_place([3], [], [], "may", RNG)[1] == mind.NEW_STACK


def test_a_new_stack_gets_room():
    x, y = mind.free_spot([stack(8, x=50.0), stack(9, x=-50.0)], RNG)
    assert np.hypot(x, y) <= 105.0
    assert min(np.hypot(x - 50, y), np.hypot(x + 50, y)) > 60.0


def test_mistakes_are_mistakes():
    assert mind.wrong_cup(3, [3, 7], [0, 3, 7], RNG) == 0
    assert mind.wrong_cup(3, [3], [3], RNG) == 3
    assert mind.wrong_stack(8, [stack(8)], [8], "no", RNG) == mind.NEW_STACK
    assert mind.wrong_stack(mind.NEW_STACK, [stack(8)], [], "must", RNG) == 8
    assert mind.wrong_stack(mind.NEW_STACK, [], [], "may", RNG) == mind.NEW_STACK


def test_what_falls_after_the_winner_is_shown_is_nobodys():
    fall = SimpleNamespace(t_ms=5_000, cups=[3])
    truth = SimpleNamespace(falls=lambda: [fall])
    senses = Senses(SimpleNamespace(world=SimpleNamespace(truth=truth)))
    assert senses.owed() == [3]
    senses.won_s = 4.9
    assert senses.owed() == []
