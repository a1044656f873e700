"""The boxes around the parts of a cup, in a tree that suits cups in a stack.

Why: before it tests parts, the library tests the boxes of two cups' trees, and it mixes feet, rim and body in them, so
that in a stack nearly every box meets every other. In a tree of what is together a step with six cups takes a quarter
less. Which parts are tested in the end, hence every contact, is the same. Data in: a compiled model. Data out: the
model with the trees of its cups written anew.
"""

from typing import Any

import numpy as np

from . import model as mj

SLACK_M = 1e-9  # a box must not miss its parts by rounding

Tree = Any  # the name of a part, or a pair of trees


def _halves(parts: list[str]) -> Tree:
    half = len(parts) // 2
    return (_halves(parts[:half]), _halves(parts[half:])) if half else parts[0]


_RIM = _halves([f"{kind}{i}" for i in range(mj.RIM_CAPSULES) for kind in "rs"])
_HANDLE = _halves(["h0", "k0", "h1", "k1", "h2"])
_FEET = _halves([f"f{i}" for i in range(mj.FEET)])
CUP: Tree = (((_RIM, _HANDLE), ("upper", "tea")), ("lower", _FEET))


def sort(model: Any, body: int) -> None:
    """Write the tree of a cup's body anew; raises ValueError when CUP does not hold just its parts."""
    first, count = int(model.body_bvhadr[body]), int(model.body_bvhnum[body])
    leaves = {}
    for row in range(first, first + count):
        geom = int(model.bvh_nodeid[row])
        if geom >= 0:
            leaves[model.geom(geom).name.split("_")[1]] = (geom, model.bvh_aabb[row].copy())
    rows: list[Any] = []

    def put(tree: Tree, depth: int) -> tuple[int, Any]:
        """Add a tree to the rows; returns its row and its box (middle and half sizes)."""
        row = len(rows)
        rows.append(None)
        if isinstance(tree, str):
            geom, box = leaves.pop(tree)
            rows[row] = (box, (-1, -1), geom, depth)
            return row, box
        (left, a), (right, b) = put(tree[0], depth + 1), put(tree[1], depth + 1)
        low = np.minimum(a[:3] - a[3:], b[:3] - b[3:])
        high = np.maximum(a[:3] + a[3:], b[:3] + b[3:])
        box = np.concatenate(((low + high) / 2, (high - low) / 2 + SLACK_M))
        rows[row] = (box, (left, right), -1, depth)
        return row, box

    put(CUP, 0)
    if leaves or len(rows) != count:
        raise ValueError(f"parts of a cup that are not in its tree of boxes: {', '.join(leaves) or 'other rows'}")
    for row, (box, children, geom, depth) in enumerate(rows, first):
        model.bvh_aabb[row], model.bvh_child[row] = box, children
        model.bvh_nodeid[row], model.bvh_depth[row] = geom, depth
