"""Every screen of the display as a PNG, and all of them on one sheet.

`python -m host_sim gallery --out DIR [--words en] [--only NAME ...]` runs the firmware's Ui against a panel that only
keeps the pixels, with the views of gallery_views.py.
"""

from __future__ import annotations

import argparse
import importlib
from types import ModuleType
from typing import Any

import numpy as np
from PIL import Image, ImageDraw
from teatable.ui import SENT, Ui, languages

from .errors import DONE, BadInput, one_of, output_directory, shown
from .gallery_views import gallery_views

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


def add_parser(commands: argparse._SubParsersAction) -> None:
    """Add `gallery` to the commands."""
    parser = commands.add_parser(
        "gallery",
        help="every screen of the display as a picture",
        description="Every screen of the display as a picture, and all of them on one sheet.",
    )
    parser.add_argument("--out", required=True, metavar="DIR", help="directory for NAME.png and sheet.png")
    parser.add_argument("--words", default="en", help="language, the xx of ui/words_xx.py (default: en)")
    parser.add_argument("--only", nargs="+", metavar="NAME", help="only these pictures")
    parser.add_argument("--columns", type=int, default=8, help="pictures in a row of the sheet (default: 8)")
    parser.set_defaults(main=main)


def main(args: argparse.Namespace) -> int:
    """Write the pictures; return the exit status."""
    if args.words not in languages.codes():
        raise BadInput(f"--words: found {shown(args.words)}, allowed: {one_of(languages.codes())}")
    if args.columns < 1:
        raise BadInput(f"--columns: found {args.columns}, allowed: 1 and more")
    views = gallery_views()
    names = args.only or list(views)
    for name in names:
        if name not in views:
            raise BadInput(f"--only: found {shown(name)}, allowed: {one_of(views)}")
    out = output_directory(args.out)
    assert out is not None
    words = load_words(args.words)
    pictures = {name: draw(views[name], words)[1] for name in names}
    for name, picture in pictures.items():
        picture.save(out / f"{name}.png")
    sheet(pictures, min(args.columns, len(pictures))).save(out / "sheet.png")
    print(f"{len(pictures)} pictures and sheet.png in {out}")
    return DONE
