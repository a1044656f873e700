"""The bodies of the 3D scene: as large as in the physics, and files that a browser reads."""

import numpy as np
import pytest
from teatable.boards import geometry as geo

from host_sim.page import shapes


@pytest.mark.parametrize("cup", range(geo.CUP_COUNT))
def test_cups_are_drawn_as_large_as_they_are(cup):
    vertices, faces = shapes.cup_wall(cup)
    size = geo.cup_size(cup)
    across, high = np.ptp(vertices[:, 0]), np.ptp(vertices[:, 2])
    assert across == pytest.approx(geo.CUP_RIM_DIAMETER_UM[size] / 1e6, rel=1e-6)
    assert high == pytest.approx(geo.CUP_HEIGHT_UM[size] / 1e6, rel=1e-6)
    assert faces.min() >= 0 and faces.max() < len(vertices)


@pytest.mark.parametrize("mesh", [shapes.china(0), shapes.table_top(), shapes.base(), shapes.shelf(), shapes.box()])
def test_a_body_is_a_binary_stl_file(mesh):
    vertices, faces = mesh
    data = shapes.stl(mesh)
    assert int.from_bytes(data[80:84], "little") == len(faces)
    assert len(data) == 84 + 50 * len(faces)
    first = np.frombuffer(data, "<f4", 12, 84)
    assert first[3:6] == pytest.approx(vertices[faces[0][0]], abs=1e-6)


def test_a_handle_reaches_out_of_the_cup():
    vertices, _ = shapes.china(8)
    assert vertices[:, 0].max() > geo.CUP_RIM_DIAMETER_UM[2] / 2e6 + 0.005
