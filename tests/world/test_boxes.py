"""The trees of boxes in which the library looks for contacts change nothing but its speed."""

import math

import numpy as np
import pytest

from host_sim.world import World, boxes, hands
from host_sim.world import model as mj


def own_boxes(monkeypatch):
    """Return a world with the trees that the library builds."""
    with monkeypatch.context() as patch:
        patch.setattr(boxes, "sort", lambda model, body: None)
        return World(5)


def test_stacks_stand_fall_and_lie_the_same_way_with_the_librarys_own_trees(monkeypatch):
    worlds = [World(5), own_boxes(monkeypatch)]
    for world in worlds:
        world.put_stack([8, 4, 0, 1], -50, 0, [(0, 0), (3, 0), (0, 4), (-3, 1)])
        world.put_stack([9, 5], 45, 40)
        world.put_cup(10, 30, -60)
    for ms in range(3500):
        for world in worlds:
            if ms == 1500:
                world.start(hands.push(world, 0, speed_mm_s=400, angle_deg=20))
            world.swash(2 * math.pi * ms / 1000, math.radians(1 + ms / 1000))
            world.step()
        assert np.array_equal(worlds[0].data.qpos, worlds[1].data.qpos), f"after {ms} ms"
    assert worlds[0].truth.lying(), "nothing fell: the lying cups were not tried"


@pytest.mark.parametrize("cup", range(mj.CUP_COUNT))
def test_every_box_holds_the_boxes_below_it_and_every_part_is_there_once(cup):
    world = World(0)
    model, body = world.model, world.cup_body[cup]
    first, count = int(model.body_bvhadr[body]), int(model.body_bvhnum[body])
    seen, parts = [], []

    def look(row):
        seen.append(row)
        box = model.bvh_aabb[first + row]
        children = [c for c in model.bvh_child[first + row].tolist() if c >= 0]
        if not children:
            parts.append(int(model.bvh_nodeid[first + row]))
        for child in children:
            inner = look(child)
            assert (inner[:3] - inner[3:] >= box[:3] - box[3:]).all()
            assert (inner[:3] + inner[3:] <= box[:3] + box[3:]).all()
        return box

    look(0)
    geoms = range(int(model.body_geomadr[body]), int(model.body_geomadr[body] + model.body_geomnum[body]))
    assert sorted(seen) == list(range(count))
    assert sorted(parts) == list(geoms)


def test_a_part_that_the_tree_does_not_know_is_named(monkeypatch):
    monkeypatch.setattr(boxes, "CUP", boxes.CUP[0])
    with pytest.raises(ValueError, match="lower"):
        World(0)
