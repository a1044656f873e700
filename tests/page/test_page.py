"""The live page: shapes as in the physics, a taken port told in one line, and a page that follows a running table."""

import socket
import subprocess
import sys
from urllib.request import urlopen

import numpy as np
import pytest
from teatable.boards import geometry as geo

from host_sim.page import shapes
from host_sim.page.room import Room
from host_sim.stage import Stage
from host_sim.table import SimulatedTable


def free_port():
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return probe.getsockname()[1]


@pytest.mark.parametrize("cup", range(geo.CUP_COUNT))
def test_cups_are_drawn_as_large_as_they_are(cup):
    vertices, faces = shapes.cup_wall(cup)
    size = geo.cup_size(cup)
    across, high = np.ptp(vertices[:, 0]), np.ptp(vertices[:, 2])
    assert across == pytest.approx(geo.CUP_RIM_DIAMETER_UM[size] / 1e6, rel=1e-6)
    assert high == pytest.approx(geo.CUP_HEIGHT_UM[size] / 1e6, rel=1e-6)
    assert faces.min() >= 0 and faces.max() < len(vertices)


def test_a_taken_port_is_one_line_and_exit_status_2():
    with socket.socket() as holder:
        holder.bind(("127.0.0.1", 0))
        holder.listen()
        port = holder.getsockname()[1]
        done = subprocess.run(
            [sys.executable, "-m", "host_sim", "play", "--port", str(port)], capture_output=True, text=True, check=False
        )
    assert done.returncode == 2
    assert done.stderr.count("\n") == 1 and f"--port {port}" in done.stderr


def test_the_page_follows_table_and_display():
    room = Room(port := free_port())
    try:
        stage = Stage(SimulatedTable(seed=3), 3, room.say)
        stage.table.world.put_cup(11, 30.0, -20.0)
        room._speed.value = 4.0
        for _ in range(60):
            stage.table.run_for(0.02)
            room.look(stage)
        room._draw(stage)
        frame = dict((name, handle) for handle, name in room._frames)["cup11"]
        assert frame.position == pytest.approx(stage.table.world.poses()["cup11"][0], abs=1e-5)
        assert np.array_equal(room._display.image, stage.table.display.rgb())
        assert room._display.image.any(), "the title screen is not black"
        with urlopen(f"http://127.0.0.1:{port}") as page:
            assert page.status == 200
    finally:
        room.server.stop()
