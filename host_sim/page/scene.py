"""The table, its cups and the rim lights in 3D; clicks and drags on it become deeds of the person's hand.

Data in: pictures of the table, clicks with what they hit. Data out: the scene, and commands for the Room. A click takes
a cup, the next click says where it goes; a cup can be dragged there instead.
"""

import asyncio
import math
from collections.abc import Callable
from typing import Any

from nicegui import app, events, ui
from starlette.responses import Response
from teatable.boards import geometry as geo

from ..world import model
from . import landing, shapes
from .people import Manner
from .picture import Picture
from .room import Room
from .words import cup_words

LIGHTS = 24
STILL_M = 0.01  # a mouse that moved less than this over the things it hits has clicked
_MARKS = "PYGB"  # the letters that the display draws on the cups
_LABEL = "font-weight:bold;font-size:11px;color:white;background:#0009;border-radius:6px;padding:0 4px"
_HIDDEN = (0.0, 0.0, -1.0)


def serve_shapes() -> None:
    """Serve the bodies of the scene as files of this server."""
    bodies = {f"china{size}": shapes.china(4 * size) for size in range(3)}
    bodies |= {f"tea{size}": shapes.cup_tea(4 * size) for size in range(3)}
    bodies |= {"top": shapes.table_top(), "base": shapes.base(), "shelf": shapes.shelf(), "box": shapes.box()}
    files = {name: shapes.stl(mesh) for name, mesh in bodies.items()}

    @app.get("/shapes/{name}.stl")
    def shape(name: str) -> Response:
        body = files.get(name)
        return Response(body, media_type="model/stl") if body else Response(status_code=404)


def _hex(colour: tuple[int, int, int]) -> str:
    return "#{:02x}{:02x}{:02x}".format(*colour)


def _glow(colour: tuple[int, int, int]) -> tuple[int, int, int]:
    """Return a light as bright as an eye sees it; dark grey when it is off."""
    r, g, b = (round(255 * (c / 255) ** 0.45) if any(colour) else 40 for c in colour)
    return r, g, b


class Scene:
    """The 3D scene of one browser."""

    def __init__(self, room: Room, manner: Callable[[], Manner], tell: Callable[[str], None]):
        self._room, self._manner, self._tell = room, manner, tell
        self.chosen = -1  # the cup that waits for the next click
        self._lifted: set[int] = set()
        self._dragged = -1
        self._pressed: tuple[str, tuple[float, ...]] | None = None
        self._was: Picture = Picture()
        self._aspect = landing.ASPECT
        camera = ui.scene.perspective_camera(fov=landing.FOV_DEG, near=0.02, far=20)
        self.view = ui.scene(
            grid=(4, 40),
            camera=camera,
            click_events=["pointerdown", "click"],
            on_click=self._click,
            on_drag_start=self._drag_start,
            on_drag_end=self._drag_end,
            background_color="#eef1f4",
            fps=20,
        ).classes("w-full h-full")
        self._build()
        self._look(0, 0.0)

    def _build(self) -> None:
        with self.view as scene:
            scene.stl("/shapes/base.stl").material("#5a5a5f", side="both").with_name("base")
            scene.stl("/shapes/shelf.stl").material("#c9b79c", side="both").with_name("shelf")
            self._bodies: dict[str, Any] = {}
            with scene.group() as self._bodies["top"]:
                scene.stl("/shapes/top.stl").material("#ebe6d9", side="both").with_name("top")
            with scene.group() as self._bodies["object"]:
                scene.stl("/shapes/box.stl").material("#333333", side="both").with_name("box")
            for cup in range(geo.CUP_COUNT):
                size, colour = geo.cup_size(cup), geo.cup_colour(cup)
                with scene.group() as group:
                    scene.stl(f"/shapes/china{size}.stl").material(_hex(shapes.PAINT[colour]), side="both").with_name(
                        f"cup{cup}"
                    )
                    scene.stl(f"/shapes/tea{size}.stl").material(_hex(shapes.TEA), side="both").with_name(f"cup{cup}")
                    scene.text(f"{_MARKS[colour]} {geo.SIZES[size]}", _LABEL).move(0, 0, 0.45 * model.HEIGHT[size])
                group.with_name(f"cup{cup}").draggable()
                self._bodies[f"cup{cup}"] = group
            self._ring = scene.ring(0.043, 0.052, 40).material("#ffb000", side="both").with_name("ring")
            self._ring.move(*_HIDDEN)
            self._hands = [scene.sphere(0.016, 16, 10).material("#e3a583", 0.9).with_name("hand") for _ in range(2)]
            self._lights = []
            for i in range(LIGHTS):
                angle = -math.pi / 2 - 2 * math.pi * i / LIGHTS
                light = scene.sphere(0.006, 10, 6).material("#282828")
                light.move(0.17 * math.cos(angle), 0.17 * math.sin(angle), model.TOP_Z - 0.03)
                self._lights.append(light)

    # --- what is seen
    def _look(self, steps: int, duration_s: float) -> None:
        """Stand so many steps back; wherever somebody has turned the camera to, it comes back in front."""
        self._steps = steps
        eye, at = landing.camera(steps, self._aspect)
        self.view.move_camera(*eye, *at, duration=duration_s)

    def fit(self, wide: float, high: float) -> None:
        """The picture has this size in pixels."""
        self._aspect = max(0.2, wide / high)
        self._look(self._needed(self._was), 0.0)

    def look_again(self) -> None:
        """See the whole table from the front again."""
        self._look(self._needed(self._was), 0.5)

    @staticmethod
    def _needed(picture: Picture) -> int:
        tops = [picture.poses[f"cup{s[-1]}"][0][2] + model.HEIGHT[geo.cup_size(s[-1])] for s in picture.stacks]
        return landing.steps_back(max(tops, default=0.0) - model.TOP_Z)

    def show(self, picture: Picture) -> None:
        """Bring the scene up to date."""
        if picture is self._was or not picture.poses:
            return
        if picture.number != self._was.number:
            self.choose(-1)
        self._was = picture
        with self.view._batch_calls():  # one message a picture instead of fifty; public only inside the library
            for name, body in self._bodies.items():
                if name == f"cup{self._dragged}":
                    continue
                place, wxyz = picture.poses[name]
                body.move(*(round(v, 4) for v in place))
                body.rotate_R([[round(v, 3) for v in row] for row in landing.rotation(wxyz).tolist()])
            for light, colour in zip(self._lights, picture.lights, strict=False):
                light.material(_hex(_glow(colour)))
            for i, hand in enumerate(self._hands):
                hand.move(*(self._above(picture, picture.held[i]) if i < len(picture.held) else _HIDDEN))
            place = picture.poses[f"cup{self.chosen}"][0] if self.chosen >= 0 else _HIDDEN
            self._ring.move(round(place[0], 4), round(place[1], 4), round(place[2] + 0.003, 4))
        if (needed := self._needed(picture)) > self._steps or (self._steps and not picture.stacks):
            self._look(needed, 0.5)
        self._lifted &= set(picture.lying) | {c for s in picture.stacks for c in s}

    @staticmethod
    def _above(picture: Picture, cup: int) -> tuple[float, ...]:
        place, wxyz = picture.poses[f"cup{cup}"]
        up = landing.rotation(wxyz)[:, 2] * (model.HEIGHT[geo.cup_size(cup)] + 0.012)
        return tuple(round(p + float(u), 4) for p, u in zip(place, up, strict=True))

    def choose(self, cup: int) -> None:
        """Take a cup into the hand, -1: none."""
        self.chosen = cup

    # --- clicks
    def _click(self, e: events.SceneClickEventArguments) -> None:
        if e.button != 0:
            return
        hit = next((h for h in e.hits if h.object_name and h.object_name not in ("ring", "hand")), None)
        name, point = (hit.object_name, (hit.x, hit.y, hit.z)) if hit else ("", (0.0, 0.0, 0.0))
        if e.click_type == "pointerdown":
            self._pressed = (name, point)
            return
        pressed, self._pressed = self._pressed, None
        if pressed is None or pressed[0] != name or math.dist(pressed[1], point) > STILL_M:
            return  # the camera was turned, or a cup was dragged
        if name.startswith("cup"):
            self._click_cup(int(name[3:]))
        elif self.chosen >= 0:
            self._click_place(name, point)

    def _click_cup(self, cup: int) -> None:
        picture = self._room.picture
        stack = next((s for s in picture.stacks if cup in s), None)
        if self._manner().hand == "push":
            if stack:
                self._room.do(lambda evening: evening.push(cup))
            return
        if self.chosen >= 0 and stack and stack[-1] != self.chosen:
            self._put(self.chosen, {"on": stack[-1]})
        elif cup == self.chosen:
            self.choose(-1)
        elif cup in picture.away:
            self.choose(cup)
        else:
            self._lift(stack[-1] if stack else cup)

    def _lift(self, cup: int) -> None:
        if cup not in self._lifted:
            self._lifted.add(cup)
            self._room.do(lambda evening: evening.lift(cup))

    def _click_place(self, name: str, point: tuple[float, float, float]) -> None:
        where = landing.on_top(self._was.poses, point) if name == "top" else None
        if where is not None:
            self._put(self.chosen, where)
        else:
            self._tell(f"{cup_words(self.chosen).capitalize()} stays on the shelf.")
            self.choose(-1)

    def _put(self, cup: int, where: dict[str, Any]) -> None:
        manner = self._manner()
        self.choose(-1)
        self._room.do(lambda evening: evening.put(cup, where, manner))

    # --- drags
    def _drag_start(self, e: events.SceneDragEventArguments) -> None:
        self._dragged = _cup_of(e.object_name)
        place = self._was.poses.get(f"cup{self._dragged}")
        self._from = place[0] if place else None

    async def _drag_end(self, e: events.SceneDragEventArguments) -> None:
        cup, self._dragged = self._dragged, -1
        if cup < 0 or self._from is None or math.dist(self._from, (e.x, e.y, e.z)) < STILL_M:
            return
        self.choose(-1)
        picture = self._was
        stack = next((s for s in picture.stacks if cup in s), None)
        if stack and stack[-1] != cup:
            self._tell("Take the cups above it first.")
            return
        try:
            eye = (await self.view.get_camera())["position"]
        except (TimeoutError, asyncio.CancelledError):
            return
        where = landing.under(picture.poses, picture.stacks, (eye["x"], eye["y"], eye["z"]), (e.x, e.y, e.z), cup)
        if where is not None:
            self._put(cup, where)
        elif cup not in picture.away:
            self._lift(cup)


def _cup_of(name: str | None) -> int:
    return int(name[3:]) if name and name.startswith("cup") else -1
