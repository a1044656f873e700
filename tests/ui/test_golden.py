"""Golden pictures: every screen of the gallery, pixel by pixel, as it was looked at and found good.

After a wanted change: `UPDATE_GOLDEN=1 .venv/bin/pytest -n 0 tests/ui/test_golden.py`, look at the pictures, commit.
When a picture differs, out/golden/NAME.png has what was expected, what came and the difference side by side, and the
failure says which part of the screen it is.
"""

import os
from pathlib import Path

import numpy as np
import pytest
from PIL import Image

from host_sim.gallery import draw, load_words
from host_sim.gallery_views import gallery_views

ROOT = Path(__file__).resolve().parents[2]
GOLDEN = Path(__file__).parent / "golden"
OUT = ROOT / "out" / "golden"
KINDS = (
    "box", "rounded box", "text", "cup", "icon", "number", "disc", "arrow", "turn", "cover", "tipped cup", "ring",
)  # fmt: skip
VIEWS = gallery_views()


def describe(ui, changed):
    """Say which operations the changed pixels lie in, the smallest first, and the targets they belong to."""
    lines = []
    left = changed.copy()
    for o in sorted(ui._drawn, key=lambda o: o[3] * o[4]):
        kind, x, y, w, h = o[:5]
        count = int(left[y : y + h, x : x + w].sum())
        if count:
            left[y : y + h, x : x + w] = False
            what = f" {o[7]!r}" if KINDS[kind] == "text" else ""
            inside = [t[0] for t in ui.targets if t[1] <= x < t[1] + t[3] and t[2] <= y < t[2] + t[4]]
            where = f" in {inside[0]}" if inside else ""
            lines.append(f"{KINDS[kind]}{what} at x {x}, y {y}, {w} x {h}{where}: {count} pixels")
    rows, columns = np.nonzero(left)
    if len(rows):
        lines.append(
            f"outside everything drawn now, x {columns.min()}..{columns.max()}, y {rows.min()}..{rows.max()}: "
            f"{len(rows)} pixels"
        )
    return lines


def side_by_side(expected, actual, changed):
    """Return one picture: expected, actual, and the actual one pale with what changed in red."""
    pale = np.asarray(actual.convert("RGB")) // 4 + 190
    pale[changed] = (220, 0, 0)
    out = Image.new("RGB", (3 * 244, 320), (0, 0, 0))
    for i, picture in enumerate((expected, actual, Image.fromarray(pale.astype(np.uint8)))):
        out.paste(picture, (i * 244, 0))
    return out


@pytest.mark.parametrize("name", sorted(VIEWS))
def test_picture_is_as_it_was(name):
    ui, actual = draw(VIEWS[name], load_words("en"))
    path = GOLDEN / f"{name}.png"
    if os.environ.get("UPDATE_GOLDEN"):
        GOLDEN.mkdir(exist_ok=True)
        if not path.exists() or Image.open(path).convert("RGB").tobytes() != actual.tobytes():
            actual.convert("P", palette=Image.Palette.ADAPTIVE, colors=32).save(path, optimize=True)
    assert path.exists(), f"{path} is missing: see the top of this file"
    expected = Image.open(path).convert("RGB")
    changed = (np.asarray(expected) != np.asarray(actual)).any(axis=2)
    if changed.any():
        OUT.mkdir(parents=True, exist_ok=True)
        side_by_side(expected, actual, changed).save(OUT / f"{name}.png")
        parts = "\n  ".join(describe(ui, changed)[:12])
        pytest.fail(f"{name}: {int(changed.sum())} pixels differ (see {OUT / name}.png):\n  {parts}", pytrace=False)


def test_no_golden_picture_is_left_over():
    assert {path.stem for path in GOLDEN.glob("*.png")} == set(VIEWS)


def test_a_difference_is_told_readably():
    view = gallery_views()["title"]
    ui, actual = draw(view, load_words("en"))
    changed = np.zeros((320, 240), bool)
    changed[200:240, 20:200] = True
    lines = describe(ui, changed)
    assert any("New game" in line and "button:new-game" in line for line in lines)
    assert side_by_side(actual, actual, changed).size == (732, 320)
