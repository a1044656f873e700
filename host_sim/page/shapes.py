"""Meshes of the table and its cups for a 3D scene, made from the same geometry file as the physics.

Data in: boards/geometry.py. Data out: vertices, shape (n, 3) in metres, and faces, shape (m, 3), of whole bodies.
"""

import math

import numpy as np
from teatable.boards import geometry as geo

from ..world import model

SIDES = 32
PAINT = ((140, 90, 180), (242, 204, 64), (90, 178, 100), (76, 115, 217))  # purple, yellow, green, blue
TEA = (115, 64, 26)

Mesh = tuple[np.ndarray, np.ndarray]


def turned(profile: list[tuple[float, float]]) -> Mesh:
    """Return the body that a profile of (radius, height) points makes when turned about z; radius 0 closes an end."""
    angles = np.arange(SIDES) * 2 * math.pi / SIDES
    rings = [np.stack([r * np.cos(angles), r * np.sin(angles), np.full(SIDES, z)], axis=1) for r, z in profile]
    faces = []
    for ring in range(len(profile) - 1):
        for i in range(SIDES):
            a, b = ring * SIDES + i, ring * SIDES + (i + 1) % SIDES
            c, d = a + SIDES, b + SIDES
            faces += [(a, b, d), (a, d, c)]
    return np.concatenate(rings), np.array(faces)


def cup_wall(cup: int) -> Mesh:
    """Return the china of a cup 0..11, its foot at z = 0, open above the tea."""
    size = geo.cup_size(cup)
    rim, foot, high, tea = model.RIM_R[size], model.FOOT_R[size], model.HEIGHT[size], model.TEA_Z[size]
    inner = rim - model.WALL
    return turned([(0, 0.0005), (foot, 0.0), (rim, high), (inner, high), (inner, tea)])


def cup_tea(cup: int) -> Mesh:
    """Return the tea surface of a cup, on which the next one stands."""
    size = geo.cup_size(cup)
    return turned([(0, model.TEA_Z[size]), (model.RIM_R[size] - model.WALL, model.TEA_Z[size])])


def cup_handle(cup: int) -> np.ndarray:
    """Return the points along a cup's handle, shape (n, 3)."""
    size = geo.cup_size(cup)
    rim, foot, high = model.RIM_R[size], model.FOOT_R[size], model.HEIGHT[size]
    reach = rim + model.HANDLE_REACH
    bow = [(foot + (rim - foot) * 0.35, 0.35), (reach, 0.42), (reach, 0.78), (foot + (rim - foot) * 0.85, 0.85)]
    return np.array([(x, 0.0, part * high) for x, part in bow])


def table_top() -> Mesh:
    """Return the table top in its own frame: upper surface at z = 0."""
    r, thick = geo.TOP_RADIUS_UM / 1e6, geo.TOP_THICKNESS_UM / 1e6
    return turned([(0, -thick), (r, -thick), (r, 0), (0, 0)])


def base() -> Mesh:
    """Return the fixed base under the top, standing on the floor."""
    return turned([(0.16, 0.0), (0.16, 0.02), (0.10, 0.05), (0.03, model.PIVOT_Z), (0, model.PIVOT_Z)])
