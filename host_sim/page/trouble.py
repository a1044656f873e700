"""Buttons for what can go wrong: knocks, people who lean, a thing that is no cup, power cuts, and faults of every part.

Data in: the faults that the chip models know (the same list that a scenario may use). Data out: commands for the Room.
"""

from functools import partial

from nicegui import ui

from ..scripted.keys import BOARDS
from ..stillworld import StillWorld
from ..table import SimulatedTable
from .picture import Picture
from .room import Room

_PARTS = {
    "hx711.0": "Load cell north", "hx711.1": "Load cell east",
    "hx711.2": "Load cell south", "hx711.3": "Load cell west",
    "imu": "IMU", "display": "Display", "touch": "Touch chip", "motor": "Motor", "home": "Hall sensor",
    "flash": "Flash: files", "journal": "Flash: journal", "lights": "Rim lights", "buzzer": "Buzzer",
    "failsafe": "Motor's watchdog",
}  # fmt: skip


def faults() -> dict[str, tuple[str, ...]]:
    """Return the kinds of fault by part, of the board that the page plays on."""
    table = SimulatedTable(BOARDS[0], world=StillWorld(), calibrated=False)
    return {name: tuple(device.FAULTS) for name, device in table.devices.items() if device.FAULTS}


class Trouble:
    """The panel of one browser."""

    def __init__(self, room: Room, known: dict[str, tuple[str, ...]]):
        self._room = room
        self._on: set[tuple[str, str]] = set()
        with ui.row().classes("gap-2"):
            _button("Bump", "A knock against the table", lambda: room.do(lambda e: e.bump(0.4)))
            _button("Hard bump", "Hard enough to topple a tower", lambda: room.do(lambda e: e.bump(1.5)))
            _button("Lean on it", "A hand rests on the edge of the top", lambda: room.do(lambda e: e.lean()))
            _button("Lay a thing / take it", "No cup: a phone, say", lambda: room.do(lambda e: e.lay_or_take()))
            _button("Move the table", "To another place, askew", lambda: room.do(lambda e: e.move()))
            _button("Power cut", "For two seconds", lambda: room.do(lambda e: e.power_cut()))
        ui.label("Break a part; a second click mends it.").classes("text-sm mt-2")
        self._buttons: dict[tuple[str, str], ui.button] = {}
        for device, kinds in known.items():
            part = _PARTS.get(device, device)
            with ui.row().classes("items-center gap-1 w-full"):
                ui.label(part).classes("w-32 text-sm")
                for kind in kinds:
                    button = ui.button(kind, on_click=partial(self._toggle, device, kind))
                    button.props(f'dense outline no-caps size=sm color=primary aria-label="{part}: {kind}"')
                    self._buttons[device, kind] = button

    def _toggle(self, device: str, kind: str) -> None:
        self._room.do(lambda evening: evening.break_or_mend(device, kind))

    def show(self, picture: Picture) -> None:
        """Mark the faults that are in."""
        for key in picture.faults ^ self._on:
            button = self._buttons[key]
            if key in picture.faults:
                button.props("color=negative icon=warning", remove="outline")
            else:
                button.props("color=primary outline", remove="icon")
        self._on = set(picture.faults)


def _button(text: str, tip: str, do) -> None:
    ui.button(text, on_click=do).props("dense no-caps outline").tooltip(tip)
