"""The room in the browser: table, cups, rim lights in 3D; the display, what the firmware says and a speed beside it.

Why viser: a maintained library serves the scene, the pictures and the controls, so the project keeps no page code.
Data in: a Stage, looked at every 20 ms of virtual time. Data out: a page on one port; its controls pause and slow down.
"""

import math
import time

import numpy as np
import viser
from teatable.boards import geometry as geo

from ..stage import Stage
from ..world import model
from . import shapes

LIGHT_COUNT = 24
FRAME_S = 1 / 25
LINES = 14
BEHIND_S = 0.5  # of lag behind the clock on the wall before the page says that it is slow


class Room:
    """Shows one stage; `look` keeps the page up to date and virtual time no faster than asked."""

    def __init__(self, port: int, host: str = "127.0.0.1"):
        self.server = viser.ViserServer(host=host, port=port, label="The mad tea table", verbose=False)
        self._lines: list[str] = []
        self._frame_due = 0.0
        self._t_s = 0.0
        self._wall_s = time.monotonic()
        self._panel = -1
        self._build_scene()
        self._build_controls()

    # --- what it is made of
    def _build_scene(self) -> None:
        scene = self.server.scene
        self.server.initial_camera.position = (0.12, -0.62, 0.50)
        self.server.initial_camera.look_at = (0.16, 0.0, 0.10)
        scene.add_grid("/floor", width=3.0, height=3.0, cell_size=0.1, section_size=0.5)
        scene.add_mesh_simple("/base", *shapes.base(), color=(90, 90, 95), side="double")
        self._frames = [(scene.add_frame("/top", show_axes=False), "top")]
        scene.add_mesh_simple("/top/plate", *shapes.table_top(), color=(235, 230, 217), side="double")
        for cup in range(geo.CUP_COUNT):
            name = "/cups/" + geo.CUPS[cup]
            paint = shapes.PAINT[geo.cup_colour(cup)]
            self._frames.append((scene.add_frame(name, show_axes=False), f"cup{cup}"))
            scene.add_mesh_simple(name + "/china", *shapes.cup_wall(cup), color=paint, side="double")
            scene.add_mesh_simple(name + "/tea", *shapes.cup_tea(cup), color=shapes.TEA, side="double")
            scene.add_spline_catmull_rom(name + "/handle", points=shapes.cup_handle(cup), color=paint, thickness=0.005)
        self._lights = []
        for i in range(LIGHT_COUNT):
            angle = -math.pi / 2 - 2 * math.pi * i / LIGHT_COUNT
            place = (0.17 * math.cos(angle), 0.17 * math.sin(angle), model.TOP_Z - 0.03)
            self._lights.append(scene.add_icosphere(f"/lights/{i}", radius=0.006, color=(40, 40, 40), position=place))

    def _build_controls(self) -> None:
        gui = self.server.gui
        gui.configure_theme(control_width="large", show_share_button=False)
        self._display = gui.add_image(np.zeros((320, 240, 3), np.uint8), label="The display on the base")
        self._pause = gui.add_checkbox("Pause", initial_value=False)
        self._speed = gui.add_slider("Speed", min=0.1, max=4.0, step=0.1, initial_value=1.0)
        self._pace = gui.add_markdown("")
        self._log = gui.add_markdown("")

    # --- while it runs
    def say(self, text: str) -> None:
        """Show a line of the game's log."""
        self._lines = [*self._lines[1 - LINES :], text]
        self._log.content = "\n\n".join(self._lines)

    def look(self, stage: Stage) -> None:
        """Bring the page up to date, and wait while virtual time is ahead of the wall's or the page is paused."""
        while self._pause.value:
            time.sleep(0.05)
            self._t_s, self._wall_s = stage.table.now_s, time.monotonic()
        now_s, wall_s = stage.table.now_s, time.monotonic()
        ahead = (now_s - self._t_s) / self._speed.value - (wall_s - self._wall_s)
        if wall_s >= self._frame_due:
            self._draw(stage)
            self._frame_due = wall_s + FRAME_S
        if ahead > 0:
            time.sleep(ahead)
            slow = False
        else:
            slow = ahead < -BEHIND_S
        if wall_s - self._wall_s > 1.0:
            rate = (now_s - self._t_s) / (time.monotonic() - self._wall_s)
            minutes = f"{now_s / 60:.1f} min of table time"
            self._pace.content = f"{minutes}, at {rate:.1f} of real time" + (": this machine is too slow" * slow)
            self._t_s, self._wall_s = now_s, time.monotonic()

    def _draw(self, stage: Stage) -> None:
        world = stage.table.world
        poses = world.poses()
        with self.server.atomic():
            for frame, name in self._frames:
                place, wxyz = poses[name]
                frame.position, frame.wxyz = tuple(place), tuple(wxyz)
            for light, colour in zip(self._lights, stage.table.lights.colours, strict=False):
                light.color = tuple(max(40, c) for c in colour)
        if stage.table.display.revision != self._panel:
            self._panel = stage.table.display.revision
            self._display.image = stage.table.display.rgb()
