"""Every screen of the display as a PNG, and all of them on one sheet.

`python -m host_sim.gallery --out DIR [--words en] [--only NAME ...]` runs the firmware's Ui against a panel that only
keeps the pixels, with the views of gallery_views.py.
"""

from __future__ import annotations

import argparse
import importlib
import sys
from pathlib import Path
from types import ModuleType
from typing import Any

import numpy as np
from PIL import Image, ImageDraw
from teatable.ui import SENT, Ui

from host_sim.gallery_views import gallery_views

View = dict[str, Any]


class PicturePanel:
    """A panel that keeps the pixels it is sent, as RGB565 big-endian, and counts the strips."""

    def __init__(self) -> None:
        self.pixels = np.zeros((320, 240), ">u2")
        self.strips = 0

    def strip(self, y: int, height: int, buffer: bytes | bytearray | memoryview) -> None:
        """Take `height` rows from row y on."""
        self.pixels[y : y + height] = np.frombuffer(buffer, ">u2", 240 * height).reshape(height, 240)
        self.strips += 1

    def image(self) -> Image.Image:
        """Return what the panel shows."""
        p = self.pixels.astype(np.uint32)
        r, g, b = p >> 11, p >> 5 & 63, p & 31
        rgb = np.stack([r * 255 // 31, g * 255 // 63, b * 255 // 31], axis=-1).astype(np.uint8)
        return Image.fromarray(rgb)


class Fingertip:
    """A touch chip worked by hand: set `down`, `x`, `y`."""

    def __init__(self) -> None:
        self.down, self.x, self.y = False, 0, 0

    def poll(self, now_ms: int) -> int:
        """Return status OK."""
        return 0


def load_words(language: str) -> ModuleType:
    """Return the words of a language code; ModuleNotFoundError when there is no such file."""
    return importlib.import_module(f"teatable.ui.words_{language}")


def draw(view: View, words: ModuleType) -> tuple[Ui, Image.Image]:
    """Draw one view on a fresh display; returns the Ui, settled, and the picture."""
    panel = PicturePanel()
    ui = Ui(panel, Fingertip(), words)
    ui.show(view)
    settle(ui)
    return ui, panel.image()


def settle(ui: Any, now_ms: int = 0, most: int = 5000) -> int:
    """Step the display until it is at rest; returns the number of strips sent."""
    sent = 0
    for _ in range(most):
        ui.feel(now_ms)
        sent += ui.step() == SENT
        if not ui.busy:
            return sent
    raise RuntimeError(f"the display is still busy after {most} steps")


def sheet(pictures: dict[str, Image.Image], columns: int = 8) -> Image.Image:
    """Return all pictures on one sheet, each with its name below."""
    rows = -(-len(pictures) // columns)
    out = Image.new("RGB", (columns * 252 + 12, rows * 346 + 12), (90, 84, 96))
    pen = ImageDraw.Draw(out)
    for i, (name, picture) in enumerate(pictures.items()):
        x, y = 12 + i % columns * 252, 12 + i // columns * 346
        out.paste(picture, (x, y))
        pen.text((x, y + 322), name, fill=(255, 255, 255))
    return out


def main(argv: list[str] | None = None) -> int:
    """Write the pictures; exit status 2 for an unknown screen or language."""
    about = "Every screen of the display as a picture, and all of them on one sheet."
    parser = argparse.ArgumentParser(prog="python -m host_sim.gallery", description=about)
    parser.add_argument("--out", type=Path, required=True, help="directory for NAME.png and sheet.png")
    parser.add_argument("--words", default="en", help="language, the xx of ui/words_xx.py (default: en)")
    parser.add_argument("--only", nargs="+", metavar="NAME", help="only these pictures")
    parser.add_argument("--columns", type=int, default=8, help="pictures in a row of the sheet (default: 8)")
    args = parser.parse_args(argv)
    try:
        words = load_words(args.words)
    except ModuleNotFoundError:
        print(f"there is no language {args.words!r}: no firmware/teatable/ui/words_{args.words}.py", file=sys.stderr)
        return 2
    views = gallery_views()
    unknown = [name for name in args.only or [] if name not in views]
    if unknown:
        print(f"there is no picture {unknown[0]!r}; there are: {', '.join(views)}", file=sys.stderr)
        return 2
    args.out.mkdir(parents=True, exist_ok=True)
    pictures = {}
    for name, view in views.items():
        if not args.only or name in args.only:
            pictures[name] = draw(view, words)[1]
            pictures[name].save(args.out / f"{name}.png")
    sheet(pictures, min(args.columns, len(pictures))).save(args.out / "sheet.png")
    print(f"{len(pictures)} pictures and sheet.png in {args.out}")
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
