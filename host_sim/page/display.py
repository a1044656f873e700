"""The display of the table, as large as is easy to touch; the mouse is the finger.

Data in: pictures of the table. Data out: the glass on the page, and touches for the touch chip.
"""

import base64
import io
from html import escape

import numpy as np
from nicegui import events, ui
from PIL import Image

from .picture import Picture
from .room import Room

WIDTH, HEIGHT = 240, 320
SCALE = 1.3
_FINGER = ("pointerdown", "pointermove", "pointerup", "pointerleave", "pointercancel")


def png(glass: np.ndarray) -> str:
    """Return the display, height x width x 3, as a data address."""
    out = io.BytesIO()
    Image.fromarray(glass).save(out, "PNG", compress_level=1)
    return "data:image/png;base64," + base64.b64encode(out.getvalue()).decode()


class Display:
    """The display of one browser."""

    def __init__(self, room: Room):
        self._room = room
        self._down = False
        self._was: object = None
        self._targets: object = None
        frame = ui.element("div").style("background:#222;padding:10px;border-radius:10px;line-height:0")
        with frame:
            self._glass = (
                ui.interactive_image(size=(WIDTH, HEIGHT), events=list(_FINGER), on_mouse=self._mouse)
                .style(
                    f"width:{SCALE * WIDTH:.0f}px;height:{SCALE * HEIGHT:.0f}px;touch-action:none;cursor:pointer;"
                    "image-rendering:pixelated;user-select:none"
                )
                .mark("display")
            )
            self._glass.props('id=display aria-label="The touch display of the table"')

    def show(self, picture: Picture) -> None:
        """Bring the glass up to date."""
        if picture.display is None:
            return
        if picture.display is not self._was:
            self._was = picture.display
            self._glass.set_source(png(picture.display))
        if picture.targets != self._targets:
            self._targets = picture.targets
            self._glass.set_content("".join(_box(*t) for t in picture.targets))

    def _mouse(self, e: events.MouseEventArguments) -> None:
        x, y = int(e.image_x), int(e.image_y)
        if e.type == "pointerdown" and e.button == 0:
            self._down = True
        elif not self._down:
            return
        elif e.type != "pointermove":
            self._down = False
        down = self._down
        self._room.do(lambda evening: evening.finger.at(x, y, down))


def _box(name: str, x: int, y: int, w: int, h: int) -> str:
    """Return a box that nobody sees and a screen reader reads: what can be pressed there."""
    return f'<rect x="{x}" y="{y}" width="{w}" height="{h}" fill="none" aria-label="{escape(name)}" />'
