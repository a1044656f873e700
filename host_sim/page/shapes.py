"""Meshes of the table and its cups for a 3D scene, made from the same geometry file as the physics.

Data in: boards/geometry.py. Data out: vertices, shape (n, 3) in metres, and faces, shape (m, 3), of whole bodies.
"""

import math

import numpy as np
from teatable.boards import geometry as geo

from ..world import model

SIDES = 32
TUBE_SIDES = 8
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


def tube(points: np.ndarray, radius: float) -> Mesh:
    """Return a bent tube along points, shape (n, 3), that lie in the plane y = 0."""
    angles = np.arange(TUBE_SIDES) * 2 * math.pi / TUBE_SIDES
    along = np.gradient(points, axis=0)
    along /= np.linalg.norm(along, axis=1, keepdims=True)
    out = np.stack([-along[:, 2], np.zeros(len(points)), along[:, 0]], axis=1)
    aside = np.array([0.0, 1.0, 0.0])
    rings = [
        p + radius * (np.cos(angles)[:, None] * o + np.sin(angles)[:, None] * aside)
        for p, o in zip(points, out, strict=True)
    ]
    faces = []
    for ring in range(len(points) - 1):
        for i in range(TUBE_SIDES):
            a, b = ring * TUBE_SIDES + i, ring * TUBE_SIDES + (i + 1) % TUBE_SIDES
            faces += [(a, b, b + TUBE_SIDES), (a, b + TUBE_SIDES, a + TUBE_SIDES)]
    return np.concatenate(rings), np.array(faces)


def china(cup: int) -> Mesh:
    """Return the wall of a cup and its handle as one body."""
    wall, handle = cup_wall(cup), tube(_smooth(cup_handle(cup)), model.HANDLE_R)
    return np.concatenate([wall[0], handle[0]]), np.concatenate([wall[1], handle[1] + len(wall[0])])


def _smooth(points: np.ndarray) -> np.ndarray:
    """Return a cubic curve with four points as its handles."""
    t = np.linspace(0, 1, 13)[:, None]
    a, b, c, d = points
    return (1 - t) ** 3 * a + 3 * t * (1 - t) ** 2 * b + 3 * t**2 * (1 - t) * c + t**3 * d


def table_top() -> Mesh:
    """Return the table top in its own frame: upper surface at z = 0."""
    r, thick = geo.TOP_RADIUS_UM / 1e6, geo.TOP_THICKNESS_UM / 1e6
    return turned([(0, -thick), (r, -thick), (r, 0), (0, 0)])


def base() -> Mesh:
    """Return the fixed base under the top, standing on the floor."""
    return turned([(0.16, 0.0), (0.16, 0.02), (0.10, 0.05), (0.03, model.PIVOT_Z), (0, model.PIVOT_Z)])


def shelf() -> Mesh:
    """Return the board beside the table on which the cups wait, in the world's frame."""
    x0, y0, _ = model.shelf_pose(0)
    x1, y1, _ = model.shelf_pose(geo.CUP_COUNT - 1)
    m, low, high = 0.07, -0.012, -0.001
    corners = [(x, y) for x, y in ((x0 - m, y0 - m), (x1 + m, y0 - m), (x1 + m, y1 + m), (x0 - m, y1 + m))]
    vertices = np.array([(x, y, z) for z in (low, high) for x, y in corners])
    faces = [(4, 5, 6), (4, 6, 7)]
    for i in range(4):
        j = (i + 1) % 4
        faces += [(i, j, j + 4), (i, j + 4, i + 4)]
    return vertices, np.array(faces)


def box() -> Mesh:
    """Return the thing that is no cup."""
    a, b, c = model.OBJECT_HALF
    vertices = np.array([(x, y, z) for z in (0.0, 2 * c) for x, y in ((-a, -b), (a, -b), (a, b), (-a, b))])
    faces = [(0, 2, 1), (0, 3, 2), (4, 5, 6), (4, 6, 7)]
    for i in range(4):
        j = (i + 1) % 4
        faces += [(i, j, j + 4), (i, j + 4, i + 4)]
    return vertices, np.array(faces)


def stl(mesh: Mesh) -> bytes:
    """Return a body as a binary STL file."""
    vertices, faces = mesh
    corners = vertices[faces].astype("<f4")
    normals = np.cross(corners[:, 1] - corners[:, 0], corners[:, 2] - corners[:, 0])
    normals /= np.maximum(np.linalg.norm(normals, axis=1, keepdims=True), 1e-12)
    row = np.dtype([("normal", "<f4", 3), ("corners", "<f4", (3, 3)), ("more", "<u2")])
    table = np.zeros(len(faces), dtype=row)
    table["normal"], table["corners"] = normals, corners
    return bytes(80) + len(faces).to_bytes(4, "little") + table.tobytes()
