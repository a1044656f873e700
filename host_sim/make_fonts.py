"""Make firmware/teatable/ui/font_data.py: three bitmap fonts rendered from DejaVu Sans Condensed Bold without grey.

Run `python -m host_sim.make_fonts [--ttf FILE]` after changing SIZES or the characters. The typeface may be copied
and changed (Bitstream Vera licence, firmware/teatable/ui/FONT_LICENCE.txt).

Layout of one font: every glyph stands beside the last in one long picture, MONO_HLSB, no gaps; `widths` has one byte a
glyph. So a glyph costs its own bits and nothing else, and the firmware cuts it out with one blit.
"""

from __future__ import annotations

import argparse
from pathlib import Path

from PIL import Image, ImageDraw, ImageFont

TTF = Path("/usr/share/fonts/truetype/dejavu/DejaVuSansCondensed-Bold.ttf")
OUT = Path(__file__).resolve().parents[1] / "firmware/teatable/ui/font_data.py"
EXTRAS = "äöüÄÖÜßéèàçñ"
HEAD = '''"""Bitmap fonts of DejaVu Sans Condensed Bold (FONT_LICENCE.txt), made by host_sim/make_fonts.py: do not edit.

Per font: height in pixels, one width a glyph (0: not in this font), all glyphs side by side as MONO_HLSB.
"""

# ruff: noqa
# fmt: off
'''
SIZES = (("SMALL", 13), ("BODY", 16), ("BIG", 24))


CHARACTERS = "".join(chr(c) for c in range(32, 123)) + EXTRAS
RARE = set('"#$%*;<=>@[\\]^_`')  # the big font goes without them


def render(font: ImageFont.FreeTypeFont, chars: str, big: bool) -> tuple[list[int], int, Image.Image]:
    """Return widths, height and the long picture (mode 1, ink = 1) of these characters."""
    boxes = {c: font.getbbox(c, mode="1") for c in chars if not (big and c in RARE)}
    inked = [b for c, b in boxes.items() if c != " "]
    top, bottom = int(min(b[1] for b in inked)), int(max(b[3] for b in inked))
    widths = []
    for c in chars:
        if c not in boxes:
            widths.append(0)
            continue
        left, _, right, _ = boxes[c]
        widths.append(int(max(round(font.getlength(c, mode="1")), right - min(left, 0))))
    picture = Image.new("1", (sum(widths), bottom - top), 0)
    draw = ImageDraw.Draw(picture)
    draw.fontmode = "1"
    x = 0
    for c, width in zip(chars, widths, strict=True):
        if width:
            glyph = Image.new("1", (int(width), bottom - top), 0)
            pen = ImageDraw.Draw(glyph)
            pen.fontmode = "1"
            pen.text((-min(boxes[c][0], 0), -top), c, font=font, fill=1)
            picture.paste(glyph, (x, 0))
        x += width
    return widths, bottom - top, picture


def literal(name: str, data: bytes) -> str:
    """Return `data` as Python source in lines of at most 100 bytes."""
    lines = [f"    {bytes(data[i : i + 40])!r}" for i in range(0, len(data), 40)]
    return f"{name} = (\n" + "\n".join(lines) + "\n)\n"


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--ttf", type=Path, default=TTF, help="the typeface (default: %(default)s)")
    args = parser.parse_args()
    if not args.ttf.exists():
        parser.error(f"no typeface at {args.ttf}; on Debian: apt install fonts-dejavu-extra, or name one with --ttf")
    text = HEAD
    text += f"EXTRAS = {EXTRAS!r}  # after ASCII 32..122\n\n"
    total = 0
    for name, size in SIZES:
        font = ImageFont.truetype(str(args.ttf), size, layout_engine=ImageFont.Layout.BASIC)
        widths, height, picture = render(font, CHARACTERS, size > 20)
        bits = picture.tobytes()
        total += len(bits) + len(widths)
        text += f"{name}_HEIGHT = {height}\n" + literal(f"{name}_WIDTHS", bytes(widths))
        text += literal(f"{name}_BITS", bits) + "\n"
    OUT.write_text(text.rstrip("\n") + "\n")
    print(f"{OUT}: {total} bytes of glyphs")


if __name__ == "__main__":
    main()
