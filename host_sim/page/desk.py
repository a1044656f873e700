"""The whole page of one browser: table, display, what to do next, seats, speed, signals, trouble, new game, saving.

Data in: the Room's picture, twenty times a second. Data out: commands for the Room.
"""

import asyncio
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import Any

from nicegui import events, ui

from ..options import LEVELS
from .charts import Charts
from .diary import text_of
from .display import Display
from .evening import Evening, Invitation, unused
from .people import DROP_MM, MANNERS, POSES, Manner
from .picture import Picture
from .room import FRAME_S, Room
from .scene import Scene
from .trouble import Trouble
from .words import cup_words

SLOW_S = 0.5  # charts and lists are brought up to date so often
SPEEDS = {0.1: "0.1x", 0.25: "0.25x", 0.5: "0.5x", 1.0: "1x", 2.0: "2x", 4.0: "4x"}
KEYS = {"c": "careful", "q": "quick", "d": "drop", "p": "push", "u": "upside-down", "s": "side"}
_HOW = (
    "Drag a cup, or click it and then its place. Drag the floor to look around, come nearer with the wheel or two "
    "fingers."
)
_PLAY = (
    "const a = (window.tea ??= new AudioContext()), o = a.createOscillator(), g = a.createGain(); g.gain.value = 0.05;"
    "o.type = 'square'; o.frequency.value = {hz}; o.connect(g).connect(a.destination); o.start();"
    "o.stop(a.currentTime + {s:.3f})"
)
_CSS = """
body { overflow-y: scroll }  /* the scene keeps its width when a list below it grows */
.desk { flex-wrap: nowrap }
.table-side { flex: 1 1 0 }
.scene { width: 100%; height: 56vh; overflow: hidden }
.display-side { flex: none; width: 332px; position: sticky; top: 8px }
@media (max-width: 800px) {  /* a phone or a narrow window: one below the other */
  .desk { flex-direction: column; align-items: center }
  .table-side { display: contents }
  .display-side { position: static }
  .tabs { order: 1 }
  .scene { height: 44vh }
  .lists { flex-wrap: wrap }
  .lists > * { width: 100% }
}"""
_MOST_SEED = (1 << 30) - 1


class Desk:
    """One browser at the table."""

    def __init__(self, room: Room, known_faults: dict[str, tuple[str, ...]]):
        self._room = room
        self._number = -1
        self._heard = 0  # tones
        self._message = ""
        self._seats_shown: Any = None
        ui.query(".nicegui-content").classes("p-2 gap-2 w-full")
        ui.add_css(_CSS)
        with ui.row().classes("w-full gap-3 items-start desk"):
            with ui.column().classes("gap-2 min-w-0 table-side"):
                self._hint = ui.label().classes("text-lg font-bold").props("role=status id=hint")
                with ui.element("div").classes("scene"):
                    self.scene = Scene(room, self._manner, self._tell)
                self._build_hand()
                self._build_tabs(known_faults)
            with ui.column().classes("gap-2 items-stretch display-side"):
                self.display = Display(room)
                with ui.row().classes("items-center justify-between"):
                    self._tone = ui.label().classes("text-sm").props("id=tone")
                    self._sound = ui.switch("Sound").props("dense")
                self._build_clock()
                self._seats = ui.row().classes("gap-1")
        ui.timer(FRAME_S, self._frame)
        ui.timer(0.0, self._fit, once=True)
        ui.timer(SLOW_S, self._now_and_then)

    # --- what it is made of
    def _build_hand(self) -> None:
        with ui.row().classes("items-center gap-x-3 gap-y-1"):
            ui.button(icon="center_focus_strong", on_click=lambda: self.scene.look_again()).props(
                "dense flat aria-label='The whole table'"
            ).tooltip("The whole table from the front")
            ui.label("Your hand:")
            self._hand = ui.toggle(MANNERS, value="careful").props("dense no-caps")
            self._pose = ui.toggle(POSES, value="upright").props("dense no-caps")
            low, usual, high = DROP_MM
            with ui.row().classes("items-center gap-2 no-wrap") as height:
                self._drop = ui.slider(min=low, max=high, step=10, value=usual).classes("w-24").props("id=drop")
                ui.label().bind_text_from(self._drop, "value", lambda mm: f"from {mm / 10:g} cm")
            height.bind_visibility_from(self._hand, "value", lambda hand: hand == "drop")
        with ui.row().classes("items-center gap-3 min-h-6"):
            self._in_hand = ui.label().classes("font-bold").props("id=in-hand")
            self._told = ui.label().classes("text-gray-600").props("id=told")
        ui.keyboard(on_key=self._key, ignore=["input", "textarea"])

    def _manner(self) -> Manner:
        return Manner(str(self._hand.value), str(self._pose.value), float(self._drop.value or DROP_MM[1]))

    def _key(self, e: events.KeyEventArguments) -> None:
        """Change hand or pose by the first letter of its name, U and S; Escape puts the cup back."""
        if not e.action.keydown or e.action.repeat or e.modifiers.ctrl or e.modifiers.alt or e.modifiers.meta:
            return
        key = str(e.key.name).lower()
        if key == "escape":
            self.scene.choose(-1)
        elif key in KEYS:
            toggle, name = (self._hand, KEYS[key]) if KEYS[key] in MANNERS else (self._pose, KEYS[key])
            toggle.set_value("upright" if toggle is self._pose and toggle.value == name else name)

    def _build_clock(self) -> None:
        with ui.row().classes("items-center gap-2"):
            self._pause = ui.button(icon="pause", on_click=self._toggle_pause).props("dense round").tooltip("Pause")
            speed = ui.toggle(SPEEDS, value=self._room.speed if self._room.speed in SPEEDS else 1.0)
            speed.props("dense no-caps size=sm").on_value_change(lambda e: setattr(self._room, "speed", e.value))
        self._pace = ui.label().classes("text-sm").props("id=pace")

    def _build_tabs(self, known_faults: dict[str, tuple[str, ...]]) -> None:
        with ui.tabs().classes("tabs").props("dense no-caps align=left") as tabs:
            names = ("What the table says", "Signals", "Trouble", "Game")
            made = [ui.tab(name) for name in names]
        self._tabs, self._signals = tabs, names[1]
        with ui.tab_panels(tabs, value=made[0], animated=False).classes("w-full tabs"):
            with ui.tab_panel(made[0]), ui.row().classes("w-full no-wrap gap-6 lists"):
                self._said = self._list("The firmware has concluded")
                self._story = self._list("The game")
            with ui.tab_panel(made[1]):
                self._charts = Charts()
            with ui.tab_panel(made[2]):
                self._trouble = Trouble(self._room, known_faults)
            with ui.tab_panel(made[3]):
                self._build_game()

    def _list(self, title: str) -> ui.label:
        with ui.column().classes("gap-0 w-1/2"):
            ui.label(title).classes("font-bold")
            return ui.label().classes("whitespace-pre-line text-sm font-mono")

    def _build_game(self) -> None:
        was = self._room.invitation
        with ui.row().classes("items-end gap-3"):
            players = ui.number("Players", value=was.players, min=2, max=10, precision=0).classes("w-20")
            people = ui.number("of them people", value=len(was.people), min=0, max=10, precision=0).classes("w-28")
            level = ui.select(list(LEVELS), value=was.level, label="Wobble").classes("w-28")
            seed = ui.number("Seed", value=was.seed, min=0, max=_MOST_SEED, precision=0).classes("w-28")

            def begin() -> None:
                if players.value is None or people.value is None or seed.value is None:
                    ui.notify("Fill in players, people and seed.", type="warning")
                    return
                count = int(players.value)
                mine = frozenset(range(min(count, int(people.value))))
                self._room.invite(Invitation(count, str(level.value), int(seed.value), mine))

            ui.button("New game", on_click=begin).props("no-caps")
        with ui.row().classes("items-center gap-3 mt-2"):
            ui.button("Take all cups off", on_click=lambda: self._room.do(Evening.clear)).props("no-caps outline")
            ui.button("Save what was just done", on_click=self._save).props("no-caps outline")
            self._saved = ui.label().classes("text-sm font-mono").props("id=saved")

    # --- what is seen
    async def _fit(self) -> None:
        await ui.context.client.connected()
        size = await ui.run_javascript(
            "const s = document.querySelector('.scene'); return [s.clientWidth, s.clientHeight]"
        )
        self.scene.fit(*size)

    def _frame(self) -> None:
        picture = self._room.picture
        self.scene.show(picture)
        self.display.show(picture)
        self._hint.set_text(picture.hint)
        self._hear(picture)
        cup = self.scene.chosen
        pose = "" if self._pose.value == "upright" else f", {POSES[str(self._pose.value)].lower()}"
        self._in_hand.set_text(f"In the hand: {cup_words(cup)}{pose}" if cup >= 0 else "")
        if picture.doing or picture.number != self._number:
            self._message, self._number = "", picture.number
        self._told.set_text(f"The hand {picture.doing} ..." if picture.doing else self._message or _HOW)

    def _hear(self, picture: Picture) -> None:
        self._tone.set_text(f"♪ {picture.tone_hz} Hz" if picture.tone_hz else "♪ quiet")
        if self._sound.value and picture.tones > self._heard and picture.tone_hz:
            ui.run_javascript(_PLAY.format(hz=picture.tone_hz, s=picture.tone_s))
        self._heard = picture.tones

    def _now_and_then(self) -> None:
        picture = self._room.picture
        self._pace.set_text(picture.pace)
        self._pace.classes(**{"add" if picture.slow else "remove": "text-red-700 font-bold"})
        self._said.set_text("\n".join(picture.said[:-15:-1]))
        self._story.set_text("\n".join(picture.story[:-15:-1]))
        if self._tabs.value == self._signals:
            self._charts.show(list(self._room.traces.rows))
        self._trouble.show(picture)
        self._show_seats(picture)

    def _show_seats(self, picture: Picture) -> None:
        shown = (picture.names, picture.people, picture.seat)
        if shown == self._seats_shown:
            return
        self._seats_shown = shown
        self._seats.clear()
        with self._seats:
            for seat, name in enumerate(picture.names):
                who = "you" if seat in picture.people else "bot"
                icon = "person" if seat in picture.people else "smart_toy"
                button = ui.button(f"{name}: {who}", icon=icon, on_click=partial(self._swap, seat))
                button.props("dense no-caps size=sm" + ("" if seat == picture.seat else " outline"))
                button.tooltip("Click: a bot takes this seat, or gives it back")

    def _tell(self, text: str) -> None:
        self._message = text

    # --- what is done
    def _swap(self, seat: int) -> None:
        self._room.do(lambda evening: evening.seats.people.symmetric_difference_update({seat}))

    def _toggle_pause(self) -> None:
        self._room.paused = not self._room.paused
        self._pause.props(f"icon={'play_arrow' if self._room.paused else 'pause'}")

    async def _save(self) -> None:
        try:
            scene = await asyncio.wrap_future(self._room.do(Evening.scene))
            text = text_of(scene)
            path = unused(Path.cwd())
            path.write_text(text, encoding="utf-8")
        except Exception as error:
            ui.notify(f"Not saved: {error}", type="negative")
            return
        ui.download.content(text, path.name, "application/json")
        line = f"python -m host_sim run {path}"
        print(f"saved; play it again with: {line}", flush=True)
        self._saved.set_text(f"Saved. Play it again with: {line}")


def invitation(args: Any) -> Invitation:
    """Return how the first evening begins, from the command line."""
    people = frozenset(range(min(args.people, args.players)))
    return replace(Invitation(), players=args.players, level=args.level, seed=args.seed, people=people)
