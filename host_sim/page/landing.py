"""Where a cup is meant to go that was dragged or clicked to some point of the 3D scene.

Pure geometry. Data in: poses in the world's frame, points in metres, the stacks. Data out: {"on": cup}, a place of the
top {"x_mm", "y_mm"}, or None: off the table.
"""

import math
from collections.abc import Sequence
from typing import Any

import numpy as np
from teatable.boards import geometry

from ..world import model
from .picture import Pose

EYE = (0.29, -0.78, 0.60)  # where the camera stands at first, in the world's frame
LOOK_AT = (0.29, -0.01, 0.09)
FOV_DEG = 35.0  # from the lower to the upper edge
LOW_M = 0.17  # a tower of this height above the top is seen whole from there
STEP_M = 0.1  # the camera goes back in steps, not with every cup
ASPECT = 1.85  # width by height of a picture that holds table and shelf; for a narrower one it goes back farther
NEAR_M = 0.012  # so far beside the rim of a cup still means that cup
SHY_M = 0.004  # a cup's middle stays so far inside the edge of the top


def steps_back(high_m: float) -> int:
    """Return how many steps the camera must have gone back to see a tower of this height above the top whole."""
    return max(0, math.ceil((high_m - LOW_M) / STEP_M))


def camera(steps: int, aspect: float = ASPECT) -> tuple[tuple[float, ...], tuple[float, ...]]:
    """Return where the camera stands after so many steps back, and what it looks at. `aspect`: of the picture."""
    more = STEP_M * steps
    back = (1 + 1.1 * more) * max(1.0, ASPECT / aspect)
    look = (LOOK_AT[0], LOOK_AT[1], LOOK_AT[2] + 0.5 * more)
    eye = tuple(at + (e - at_first) * back for at, e, at_first in zip(look, EYE, LOOK_AT, strict=True))
    return eye, look


def rotation(wxyz: Sequence[float]) -> np.ndarray:
    """Return the matrix of a quaternion."""
    w, x, y, z = wxyz
    return np.array([
        [1 - 2 * (y * y + z * z), 2 * (x * y - w * z), 2 * (x * z + w * y)],
        [2 * (x * y + w * z), 1 - 2 * (x * x + z * z), 2 * (y * z - w * x)],
        [2 * (x * z - w * y), 2 * (y * z + w * x), 1 - 2 * (x * x + y * y)],
    ])  # fmt: skip


def on_top(poses: dict[str, Pose], point: Sequence[float]) -> dict[str, Any] | None:
    """Return the place of the table top at a point of the world, None beside the top."""
    origin, wxyz = poses["top"]
    x, y, _ = rotation(wxyz).T @ (np.array(point) - np.array(origin))
    if math.hypot(x, y) > model.TOP_R - SHY_M:
        return None
    return {"x_mm": round(1000 * float(x), 1), "y_mm": round(1000 * float(y), 1)}


def under(
    poses: dict[str, Pose], stacks: list[list[int]], eye: Sequence[float], at: Sequence[float], cup: int
) -> dict[str, Any] | None:
    """Return where the line from the eye through `at` meets a stack or the top: there a dragged cup is seen."""
    start, way = np.array(eye, dtype=float), np.array(at, dtype=float) - np.array(eye, dtype=float)
    hits: list[tuple[float, dict[str, Any]]] = []
    for stack in stacks:
        on = stack[-1] if stack[-1] != cup else stack[-2] if len(stack) > 1 else -1
        if on < 0:
            continue
        size = geometry.cup_size(on)
        place, wxyz = poses[f"cup{on}"]
        middle = np.array(place) + rotation(wxyz)[:, 2] * model.TEA_Z[size]
        t, point = _meets(start, way, middle, rotation(wxyz)[:, 2])
        if t > 0 and float(np.linalg.norm(point - middle)) < model.RIM_R[size] + NEAR_M:
            hits.append((t, {"on": on}))
    origin, wxyz = poses["top"]
    t, point = _meets(start, way, np.array(origin), rotation(wxyz)[:, 2])
    place = on_top(poses, point.tolist()) if t > 0 else None
    if place is not None:
        hits.append((t, place))
    return min(hits, key=lambda h: h[0])[1] if hits else None


def _meets(start: np.ndarray, way: np.ndarray, middle: np.ndarray, up: np.ndarray) -> tuple[float, np.ndarray]:
    """Return how far along the way a plane is met, and where; a way along the plane never meets it (-1)."""
    steep = float(way @ up)
    if abs(steep) < 1e-9:
        return -1.0, start
    t = float((middle - start) @ up) / steep
    return t, start + t * way
