"""Weights, centres of pressure, stops and stillness of the simulated table."""

import math

import pytest

from host_sim.world import World, hands
from host_sim.world import model as mj

TOWER = [11, 10, 9, 8, 7, 6, 5, 4, 3, 2, 1, 0]


def mean_cells(world, seconds=0.1):
    total = [0.0] * 4
    n = round(seconds * 1000)
    for _ in range(n):
        world.step()
        total = [a + b for a, b in zip(total, world.cells_n(), strict=True)]
    return [v / n for v in total]


def centre_of_pressure(force):
    n, e, s, w = force
    arm = mj.CELL_X[1]
    return arm * (e - w), arm * (n - s)


def test_the_empty_table_weighs_its_top():
    world = World(0)
    assert sum(world.cells_n()) == pytest.approx(mj.TOP_KG * mj.GRAVITY, abs=1e-4)
    specific, rate = world.imu()
    assert specific == pytest.approx((0, 0, mj.GRAVITY), abs=1e-6)
    assert rate == pytest.approx((0, 0, 0), abs=1e-9)


def test_cells_add_up_to_a_tenth_of_a_millinewton():
    world = World(0)
    world.put_stack([8, 5], -40, 20)
    world.put_stack([1], 60, 0)
    world.run(3.0)
    specific, _ = world.imu()
    kg = mj.TOP_KG + mj.CUP_KG[8] + mj.CUP_KG[5] + mj.CUP_KG[1]
    # the table leans a little under cups off centre: the cells feel what is along its normal
    assert sum(mean_cells(world)) == pytest.approx(kg * specific[2], abs=1e-4)


def test_centre_of_pressure_is_where_the_cup_is():
    world = World(0)
    empty = mean_cells(world)
    world.put_cup(0, 60, -30, yaw_deg=90)
    world.run(3.0)
    change = [a - b for a, b in zip(mean_cells(world), empty, strict=True)]
    x, y = (v / sum(change) for v in centre_of_pressure(change))
    handle = 0.05 * mj.RIM_R[0]  # the handle draws the centre of mass that far to its side
    assert (x, y) == pytest.approx((0.060, -0.030 + handle), abs=0.4e-3)


def test_a_tower_of_twelve_stands_still_with_the_motor_off():
    world = World(0)
    world.put_stack(TOWER)
    world.run(1.0)
    before = world.cup_xy_mm(0)
    world.run(4.0)
    assert world.truth.stacks() == [TOWER]
    assert math.dist(before, world.cup_xy_mm(0)) < 0.1


def test_a_stop_takes_what_is_over_1200_grams():
    world = World(0)
    hand = world.start(hands.lean(world, force_n=40, x_mm=110, y_mm=0, s=1.0))
    most = 0.0
    while not hand.done:
        world.step()
        most = max(most, *world.cells_n())
    assert mj.CELL_STOP_N < most < 1.1 * mj.CELL_STOP_N
    world.run(2.0)
    assert sum(mean_cells(world)) == pytest.approx(mj.TOP_KG * mj.GRAVITY, abs=1e-3)


def test_below_the_stop_a_cell_reads_the_whole_force():
    world = World(0)
    world.start(hands.lean(world, force_n=12, x_mm=0, y_mm=110, s=3.0, tremor_hz=0.0))
    world.run(2.5)
    assert sum(mean_cells(world, 0.02)) == pytest.approx(mj.TOP_KG * mj.GRAVITY + 12, abs=0.05)
    assert mean_cells(world, 0.02)[0] == pytest.approx(1.226 + 12 * 3 / 4, abs=0.05)


def test_the_top_leans_towards_the_angle_of_the_swash_plate():
    world = World(0)
    world.swash(math.radians(90))
    world.run(2.0)
    (_, y, _), _ = world.imu()
    assert y == pytest.approx(-mj.GRAVITY * math.sin(math.radians(1.0)) * 1.02, rel=0.05)
    world.swash(0.0, 0.0)
    world.run(2.0)
    assert world.imu()[0] == pytest.approx((0, 0, mj.GRAVITY), abs=0.01)


def test_a_turning_plate_shows_in_gyro_and_cells():
    world = World(0)
    world.put_cup(11, 60, 0)
    gyro, east = [], []
    for i in range(3000):
        world.swash(2 * math.pi * i / 1000)
        world.step()
        if i > 1000:
            gyro.append(world.imu()[1][0])
            east.append(world.cells_n()[1])
    assert max(gyro) == pytest.approx(math.radians(1.0) * 2 * math.pi, rel=0.15)
    assert max(east) - min(east) > 0.01


def test_two_runs_from_a_seed_are_bit_identical():
    def trace(seed):
        world = World(seed)
        hand = world.start(hands.place(world, 4, x_mm=10, dx_mm=2))
        out = []
        for i in range(1500):
            world.swash(i / 150)
            world.step()
            out.append((world.cells_n(), world.imu()))
        return out, hand.done

    assert trace(5) == trace(5)
    assert trace(5) != trace(6)  # another tremor


def test_a_snapshot_brings_back_the_very_same_future():
    world = World(3)
    world.put_stack([8, 4])
    world.run(0.5)
    frozen = world.snapshot()
    world.run(0.3)
    first = world.cells_n(), world.cup_pose(4), world.t_ms
    world.put_cup(0, 50, 50)
    world.run(0.2)
    world.restore(frozen)
    assert world.truth.stacks() == [[8, 4]]
    world.run(0.3)
    assert (world.cells_n(), world.cup_pose(4), world.t_ms) == first


def test_a_snapshot_refuses_a_busy_hand():
    world = World(0)
    world.start(hands.place(world, 0))
    with pytest.raises(RuntimeError):
        world.snapshot()


def test_a_resting_world_is_left_alone_until_something_moves_it():
    world = World(1)
    world.put_stack([8, 4, 0], 30.0, 0.0)
    world.run(2.0)
    before = world.data.qpos.copy()
    world.run(1.0)
    assert (world.data.qpos == before).all(), "a table at rest is not stepped"
    weight = sum(world.cells_n())
    world.base.bump(0.3, 0.0)
    world.run(0.1)
    assert not (world.data.qpos == before).all(), "a bump wakes it"
    world.run(3.0)
    assert sum(world.cells_n()) == pytest.approx(weight, abs=1e-3)
    rested = world.data.qpos.copy()
    world.swash(0.0)
    world.run(0.05)
    assert not (world.data.qpos == rested).all(), "the motor wakes it"


def test_a_cup_about_to_fall_is_not_put_to_sleep():
    world = World(1)
    world.put_cup(8, 143.0, 0.0)  # its middle inside the edge by less than its foot's radius, yet two feet hang over
    world.run(0.5)
    stood = world.cup_pose(8)[1][2]
    world.put_cup(8, 152.0, 0.0)
    world.run(3.0)
    assert stood > 0.99 and world.cup_pose(8)[0][2] < -0.05, "past the edge it goes down"
