"""What counts as a fall, when, and whose it is."""

import math

import numpy as np
import pytest

from host_sim.world import World, hands


def do(world, action, rest_s=1.5):
    hand = world.finish(world.start(action))
    world.run(rest_s)
    return hand


def test_a_push_topples_a_cup_onto_the_top():
    world = World(1)
    world.put_stack([8, 4, 0], -80, 0)
    world.run(0.3)
    do(world, hands.push(world, 0, angle_deg=0))
    (fall,) = world.truth.falls()
    assert (fall.cups, fall.cause) == ([0], "bump")
    assert fall.t_ms < fall.t_impact_ms < fall.t_ms + 500
    assert fall.t_edge_ms < 0
    assert world.truth.stacks() == [[8, 4]]
    assert world.truth.lying() == {0: "top"}
    do(world, hands.remove(world, 0))
    assert world.truth.events[-1].kind == "cleared"
    assert world.truth.lying() == {}


def test_a_fallen_cup_that_rolls_off_later_has_left_the_table():
    world = World(1)
    world.put_stack([8, 4, 0], -80, 0)
    world.run(0.3)
    do(world, hands.push(world, 0, angle_deg=0))
    assert world.truth.lying() == {0: "top"}
    world.run(1.5)
    world.swash(0.0, 0.0)  # a resting world is not stepped
    first = world.model.body_dofadr[world.cup_body[0]]
    world.data.qvel[first : first + 3] = (0.0, 1.5, 0.5)  # m/s
    world.run(2.0)
    assert world.truth.lying() == {0: "floor"}
    assert [e.kind for e in world.truth.events].count("rolled-off") == 1
    do(world, hands.remove(world, 0))
    assert [e.kind for e in world.truth.events].count("rolled-off") == 1


def test_a_cup_pushed_over_the_edge_lands_on_the_floor():
    world = World(2)
    world.put_stack([8, 4], 110, 0)
    world.run(0.3)
    do(world, hands.push(world, 4, angle_deg=0, speed_mm_s=500))
    (fall,) = world.truth.falls()
    assert fall.cups == [4]
    assert fall.t_ms <= fall.t_edge_ms < fall.t_ms + 400
    assert world.truth.lying() == {4: "floor"}
    do(world, hands.remove(world, 4))
    assert world.truth.lying() == {}


def test_a_placement_over_the_rim_falls_after_the_release_and_is_the_hands():
    world = World(3)
    world.put_stack([8, 4, 0])
    world.run(0.3)
    hand = do(world, hands.place(world, 9, on=0, dx_mm=28, press_n=0.2))
    (fall,) = world.truth.falls()
    assert 9 in fall.cups
    assert fall.cause == "placement"
    assert fall.t_ms >= hand.t_release_ms
    assert [e.kind for e in world.truth.events][:2] == ["placed", "fell"]


def test_a_growing_wobble_topples_a_tower_and_that_is_nobodys():
    world = World(4)
    tower = [11, 10, 9, 8, 7, 6, 5, 4, 3, 2, 1, 0]
    world.put_stack(tower)
    for i in range(8000):
        world.swash(i / 160, min(0.08, i * 1e-5))
        world.step()
        if world.truth.falls() and world.t_ms > world.truth.falls()[0].t_ms + 1400:
            break
    (fall,) = world.truth.falls()[:1]
    assert fall.cause == "wobble"
    assert len(fall.cups) >= 3
    assert fall.t_impact_ms - fall.t_ms > 0 or fall.t_edge_ms > fall.t_ms


def test_a_bumped_tower_falls_by_the_bump():
    world = World(5)
    world.put_stack([11, 10, 9, 8, 7, 6, 5, 4])
    world.run(0.3)
    do(world, hands.bump(world, impulse_ns=3.0, angle_deg=20))
    assert world.truth.falls()[0].cause == "bump"


def test_a_flat_slide_is_no_fall():
    world = World(6)
    world.put_cup(8, 0, 0)
    world.run(0.2)
    hand = world.start(hands.steady(world, 8, force_n=0.4, angle_deg=0, s=1.0))
    world.finish(hand)
    world.run(0.5)
    assert world.cup_xy_mm(8)[0] > 0.3
    assert world.truth.falls() == []
    assert world.truth.stacks() == [[8]]


@pytest.mark.parametrize("drop_mm", [3, 10, 20])
def test_a_hop_at_landing_is_no_fall(drop_mm):
    world = World(7)
    world.put_stack([8, 4])
    world.run(0.3)
    do(world, hands.place(world, 0, on=4, drop_mm=drop_mm), rest_s=1.0)
    assert world.truth.falls() == []
    assert world.truth.stacks() == [[8, 4, 0]]


def test_lifting_a_cup_from_under_another_is_a_fall_of_the_upper_one():
    world = World(8)
    world.put_stack([8, 4, 0])
    world.run(0.3)
    do(world, hands.remove(world, 4))
    (fall,) = world.truth.falls()
    assert fall.cups == [0]
    assert fall.cause == "removal"
    assert world.truth.stacks() == [[8]]


@pytest.mark.parametrize("seed", range(6))
def test_nothing_is_thrown_when_stacks_collapse(seed):
    """Contacts that fail once in a while would throw a cup at 9 to 25 m/s; from 0.7 m a fall reaches 3.7 m/s."""
    world = World(seed)
    rng = np.random.default_rng(seed)
    cups = [int(c) for c in rng.permutation(12)[:7]]
    world.put_stack(cups[:4], -40, 0)
    world.put_stack(cups[4:], 45, 10)
    world.start(hands.push(world, cups[3], angle_deg=40.0 * seed, speed_mm_s=400))
    fastest = 0.0
    for i in range(2500):
        world.swash(i / 80, min(0.05, i * 3e-5))
        world.step()
        fastest = max(fastest, *(math.dist(world.body_velocity(b)[0], (0, 0, 0)) for b in world.cup_body))
    print("seed", seed, "fastest", fastest)
    assert world.truth.falls()
    assert fastest < 4.0


def test_a_cup_that_tips_off_a_tower_onto_the_top_is_not_thrown():
    """The general convex routine found this very cup 252 mm deep in the top and threw it at 24 m/s."""
    world = World(3)
    world.put_stack([8, 4, 0])
    world.run(0.2)
    do(world, hands.place(world, 9, on=0, dx_mm=14, press_n=0.3, press_s=0.1))
    assert 9 in world.truth.falls()[0].cups
    assert world.truth.lying()[9] == "top"
