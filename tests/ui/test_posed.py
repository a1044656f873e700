"""The gallery's games are made by playing: what the rules or the screens refuse makes no picture."""

import pytest
from teatable.rules import cards

from host_sim.gallery_views import gallery_views
from host_sim.posed import STACKS, Posed

SET_UP = ("weigh", "mass", "cups", "sensors", "crash")  # their numbers come from a scale, their texts from an error


def test_a_card_that_cannot_be_played_makes_no_picture():
    with pytest.raises(ValueError, match="cannot be played"):
        Posed(3, hand=(2,), stacks=STACKS).card(2)  # small green stands already
    with pytest.raises(ValueError, match="cannot be played"):
        Posed(3, hand=(24,)).card(24)


def test_a_press_that_nothing_answers_makes_no_picture():
    with pytest.raises(ValueError, match="does nothing"):
        Posed(3, hand=(15, 2), stacks=STACKS, by_hand=True).card(15).press("cup:medium-blue", "stack:new")


def test_every_picture_of_a_game_has_all_that_play_sends():
    for name, view in gallery_views().items():
        if view["screen"] not in SET_UP and name != "menu-set-up":
            assert {"player", "seat", "status", "hold"} <= set(view), name


def test_cups_of_a_picture_are_the_ones_its_card_allows():
    for name, view in gallery_views().items():
        if view["screen"] == "place":
            standing = [cup for stack in view["stacks"] for cup in stack["cups"]]
            allowed = [cup for cup in range(12) if cards.CUP_SETS[view["card"]] >> cup & 1 and cup not in standing]
            assert view["cups"] == allowed, name
            must = not standing or view["card"] == cards.CLEAN_CUP
            assert view["new_stack"] == ("must" if must else "no"), name
            assert all(stack["allowed"] != must for stack in view["stacks"]), name
