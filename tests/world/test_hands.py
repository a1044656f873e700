"""What hands do: where the cup ends, how hard they press, what they leave behind."""

import math

import numpy as np
import pytest

from host_sim.world import World, hands, player_hands
from host_sim.world import model as mj


def do(world, action, rest_s=0.5):
    hand = world.finish(world.start(action))
    world.run(rest_s)
    return hand


def kinds(world):
    return [e.kind for e in world.truth.events]


@pytest.mark.parametrize("cup", [0, 6, 11])
def test_a_placed_cup_stands_where_asked(cup):
    world = World(cup)
    hand = do(world, hands.place(world, cup, x_mm=40, y_mm=-25, dx_mm=2))
    assert world.cup_xy_mm(cup) == pytest.approx((42, -25), abs=1.5)
    assert world.truth.stacks() == [[cup]]
    (event,) = world.truth.events
    assert (event.kind, event.cup, event.stack, event.t_ms) == ("placed", cup, cup, hand.t_release_ms)
    assert (event.x_mm, event.y_mm) == pytest.approx((42, -25), abs=1.5)


def test_a_stack_is_built_by_hand_on_a_moving_table():
    world = World(1)
    angle = [0.0]

    def turn(script):
        for _ in script:
            angle[0] += 2 * math.pi / 1000
            world.swash(angle[0])
            yield

    for cup, on in ((8, None), (4, 8), (0, 4)):
        hand = world.start(hands.place(world, cup, on=on))
        for _ in turn(iter(lambda h=hand: h.done, True)):
            world.step()
    world.run(0.5)
    assert world.truth.stacks() == [[8, 4, 0]]
    assert math.dist(world.cup_xy_mm(0), world.cup_xy_mm(8)) < 4
    assert [e.height for e in world.truth.events] == [1, 2, 3]


@pytest.mark.parametrize("press_n", [0.5, 3.0])
def test_a_hand_presses_as_told_and_no_more(press_n):
    world = World(2)
    weight = sum(world.cells_n())
    hand = world.start(hands.place(world, 8, press_n=press_n, press_s=1.0, ramp_s=1.0))
    held = []
    while not hand.done:
        world.step()
        if hand.t_contact_ms >= 0 and world.t_ms > hand.t_contact_ms + 1200:
            held.append(sum(world.cells_n()) - weight)
    assert np.median(held[:700]) == pytest.approx(press_n, abs=0.15)
    assert max(held) < hands.GRIP_MAX_N + mj.CUP_KG[8] * mj.GRAVITY + 1.0


def test_a_dropped_cup_does_not_bounce_for_ever():
    world = World(3)
    do(world, hands.place(world, 8, drop_mm=30), rest_s=0.6)
    loads = []
    for _ in range(200):
        world.step()
        loads.append(sum(world.cells_n()))
    assert max(loads) - min(loads) < 0.04  # within 20 mN of rest
    assert world.truth.stacks() == [[8]]
    assert kinds(world) == ["placed"]


def test_touch_and_lift_is_one_placement():
    world = World(4)
    do(world, hands.place(world, 5, x_mm=-30, touches=1))
    assert kinds(world) == ["touch", "placed"]


def test_removal_takes_the_weight_along():
    world = World(5)
    empty = sum(world.cells_n())
    world.put_stack([8, 4], 20, 20)
    world.run(0.5)
    do(world, hands.remove(world, 4), rest_s=1.0)
    assert sum(world.cells_n()) - empty == pytest.approx(mj.CUP_KG[8] * mj.GRAVITY, abs=0.01)
    (event,) = world.truth.events
    assert (event.kind, event.cup, event.stack, event.height) == ("removed", 4, 8, 2)
    assert world.truth.stacks() == [[8]]


@pytest.mark.parametrize("pose", ["upside-down", "side"])
def test_a_wrong_pose_is_placed_but_stands_in_no_stack(pose):
    world = World(6)
    do(world, hands.place(world, 6, x_mm=20, pose=pose), rest_s=1.0)
    (event,) = world.truth.events
    assert (event.kind, event.pose) == ("placed", pose)
    assert world.truth.stacks() == []
    assert world.truth.lying() == {6: "top"}


def test_two_hands_at_once():
    world = World(7)
    a = world.start(hands.place(world, 8, x_mm=-60))
    b = world.start(hands.place(world, 9, x_mm=60, reach_s=0.5))
    world.run(3.0)
    assert a.done and b.done
    assert sorted(world.truth.stacks()) == [[8], [9]]


def test_a_foreign_object_comes_and_goes():
    world = World(8)
    empty = sum(world.cells_n())
    do(world, hands.lay_object(world, x_mm=50, y_mm=50, mass_g=200), rest_s=1.0)
    assert sum(world.cells_n()) - empty == pytest.approx(0.200 * mj.GRAVITY, abs=0.01)
    do(world, hands.take_object(world), rest_s=1.0)
    assert sum(world.cells_n()) == pytest.approx(empty, abs=0.005)
    assert kinds(world) == ["object-placed", "object-removed"]


def test_bump_and_move_are_felt_and_pass():
    world = World(9)
    for action in (
        hands.bump(world, impulse_ns=0.5, angle_deg=0),
        hands.bump(world, impulse_ns=0.2, angle_deg=90, where="top"),
        hands.move_table(world, dx_mm=50, yaw_deg=20, slope_deg=0.3),
    ):
        hand = world.start(action)
        most = 0.0
        while not hand.done or world.base.active:
            world.step()
            (x, y, _), rate = world.imu()
            most = max(most, math.hypot(x, y), abs(rate[2]))
        world.run(1.0)
        assert most > 0.15
    assert not world.base.active
    # the new place slopes down along x: the specific force leans back
    assert world.imu()[0][0] == pytest.approx(-mj.GRAVITY * math.sin(math.radians(0.3)), rel=0.1)


def test_bad_requests_are_named():
    world = World(0)
    with pytest.raises(ValueError, match="pose"):
        hands.place(world, 0, pose="sideways")
    with pytest.raises(ValueError, match="no cup"):
        hands.place(world, 12)
    with pytest.raises(ValueError, match="skill"):
        player_hands.placement(np.random.default_rng(0), skill=3)


def test_skill_scales_the_unsteadiness():
    def wide(skill):
        rng = np.random.default_rng(1)
        return np.std([player_hands.placement(rng, skill)["dx_mm"] for _ in range(500)])

    assert wide(1.0) == pytest.approx(4.0, rel=0.1)
    assert wide(0.5) == pytest.approx(6.0, rel=0.1)
