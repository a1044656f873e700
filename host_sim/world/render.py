"""Pictures of the simulated table, without a window.

Data in: a world. Data out: an RGB array or a PNG file. Needs the package pyopengl, and EGL or OSMesa (Debian: libegl1
or libosmesa6) named by MUJOCO_GL before Python starts. About 70 ms a picture in software.

`MUJOCO_GL=egl python -m host_sim.world.render FILE.png` draws six cups in two stacks.
"""

from __future__ import annotations

import os
import sys
from pathlib import Path
from typing import Any

import numpy as np

from .world import World, mujoco


class NoPicture(RuntimeError):
    """No way of drawing without a window was found; the message says what to install."""


class Camera:
    """Draws one world; make it once and use it often. Raises NoPicture if neither EGL nor OSMesa is there."""

    def __init__(self, world: World, width: int = 640, height: int = 480) -> None:
        renderer: Any = mujoco.Renderer
        try:
            self._renderer = renderer(world.model, height, width)
        except Exception as error:  # each back end fails in its own way
            raise NoPicture(
                f"cannot draw with MUJOCO_GL={os.environ.get('MUJOCO_GL', '')!r}: needs the Python package pyopengl, "
                "libegl1 or libosmesa6, and MUJOCO_GL=egl or osmesa set before Python starts"
            ) from error
        self._world = world

    def shot(
        self, azimuth_deg: float = 90, elevation_deg: float = -28, distance_m: float = 0.75, shadows: bool = False
    ) -> np.ndarray:
        """Return a picture (height, width, 3; uint8), seen from the first player's side at azimuth 90."""
        view = mujoco.MjvCamera()
        view.lookat[:] = (0.0, 0.0, 0.15)
        view.azimuth, view.elevation, view.distance = azimuth_deg, elevation_deg, distance_m
        self._renderer.update_scene(self._world.data, view)
        self._renderer.scene.flags[mujoco.mjtRndFlag.mjRND_SHADOW] = shadows
        return self._renderer.render()

    def close(self) -> None:
        """Give the drawing context back."""
        self._renderer.close()


def save(world: World, path: str | Path, width: int = 640, height: int = 480, **view: Any) -> None:
    """Save one picture of `world` as PNG; `view` as in Camera.shot."""
    from PIL import Image

    camera = Camera(world, width, height)
    try:
        Image.fromarray(camera.shot(**view)).save(path)
    finally:
        camera.close()


def main() -> int:
    """Draw two stacks of three into the file named on the command line."""
    if len(sys.argv) != 2:
        print("usage: python -m host_sim.world.render FILE.png", file=sys.stderr)
        return 2
    world = World(1)
    world.put_stack([8, 5, 2], -45, 10)
    world.put_stack([11, 6, 1], 45, -10)
    world.run(0.2)
    try:
        save(world, sys.argv[1], shadows=True)
    except NoPicture as error:
        print(error, file=sys.stderr)
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main())
