"""Where a dragged or clicked cup is meant to go."""

import math

import numpy as np
import pytest

from host_sim.page import landing
from host_sim.world import model

LEVEL = (1.0, 0.0, 0.0, 0.0)
EYE = (0.3, -0.8, 0.6)


def poses(tilt_rad=0.0, **cups):
    wxyz = (math.cos(tilt_rad / 2), 0.0, math.sin(tilt_rad / 2), 0.0)  # about y
    out = {"top": ([0.0, 0.0, model.TOP_Z], wxyz)}
    return out | {name: (list(place), LEVEL) for name, place in cups.items()}


def test_a_point_of_the_top_is_told_in_the_frame_of_the_top():
    assert landing.on_top(poses(), (0.02, -0.035, model.TOP_Z)) == {"x_mm": 20.0, "y_mm": -35.0}
    tilted = math.radians(3)
    point = (0.1 * math.cos(tilted), 0.0, model.TOP_Z - 0.1 * math.sin(tilted))
    assert landing.on_top(poses(tilted), point) == {"x_mm": pytest.approx(100.0), "y_mm": 0.0}


def test_beside_the_top_is_off_the_table():
    assert landing.on_top(poses(), (0.149, 0.0, model.TOP_Z)) is None
    assert landing.under(poses(), [], EYE, (0.45, 0.0, 0.2), 0) is None


def test_a_cup_in_the_air_lands_where_it_is_seen():
    at = [e + 0.6 * (p - e) for e, p in zip(EYE, (0.05, 0.02, model.TOP_Z), strict=True)]
    assert landing.under(poses(), [], EYE, at, 0) == {"x_mm": pytest.approx(50.0), "y_mm": pytest.approx(20.0)}


def test_the_stack_that_is_seen_goes_before_the_table_behind_it():
    standing = poses(cup8=(0.0, 0.0, model.TOP_Z), cup4=(0.0, 0.0, model.TOP_Z + model.TEA_Z[2]))
    tea = (0.01, 0.0, model.TOP_Z + model.TEA_Z[2] + model.TEA_Z[1])
    at = [e + 0.5 * (p - e) for e, p in zip(EYE, tea, strict=True)]
    assert landing.under(standing, [[8, 4]], EYE, at, 0) == {"on": 4}
    assert landing.under(standing, [[8, 4]], EYE, at, 4) != {"on": 4}, "no cup stands on itself"


@pytest.mark.parametrize("high_m", [0.0, 0.17, 0.18, 0.25, 0.33, 0.412])
def test_the_camera_goes_back_until_the_tower_is_seen_whole_with_the_shelf(high_m):
    eye, look = (np.array(p) for p in landing.camera(landing.steps_back(high_m)))
    ahead = (look - eye) / np.linalg.norm(look - eye)
    up = np.cross(np.cross(ahead, [0.0, 0.0, 1.0]), ahead)
    up /= np.linalg.norm(up)
    edge = math.tan(math.radians(landing.FOV_DEG / 2))
    for point in ((0.0, 0.1, model.TOP_Z + high_m), (0.0, -0.1, model.TOP_Z + high_m), model.shelf_pose(0)):
        way = np.array(point) - eye
        assert abs(way @ up) < 0.97 * edge * (way @ ahead), point


def test_a_low_tower_leaves_the_camera_where_it_was():
    assert landing.steps_back(landing.LOW_M) == 0
    assert landing.camera(0) == (landing.EYE, landing.LOOK_AT)
