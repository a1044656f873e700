"""What was done at the table, kept so that it can be done again: every touch, hand, fault and power cut at its time.

Why at the table and not in the people: nothing can be forgotten, whoever did it. Data in: a SimulatedTable that tells
what is done to it. Data out: the steps of a scenario in mode "evening", and the text of its file.
"""

import json
from typing import Any

from ..scripted.keys import CUPS, STEPS
from ..scripted.steps import HANDS
from ..table import SimulatedTable
from ..world.hands import Action

_DO = {make.__name__: do for do, make in HANDS.items()}


class Diary:
    """The steps of one evening, in the order in which they were done."""

    def __init__(self, table: SimulatedTable):
        self._table = table
        self.steps: list[dict[str, Any]] = []
        table.on_act = self._write
        table.world.on_start = lambda action: self._write(hand_step(action))

    def _write(self, step: dict[str, Any]) -> None:
        if step["do"] == "touch" and (target := self._drawn_at(step["x"], step["y"])):
            step = step | {"target": target}
        self.steps.append({"at": self._table.now_s, **step})

    def _drawn_at(self, x: int, y: int) -> str:
        targets = self._table.app.ui.targets if self._table.app is not None else ()
        return next((n for n, tx, ty, w, h in targets if tx <= x < tx + w and ty <= y < ty + h), "")


def hand_step(action: Action) -> dict[str, Any]:
    """Return an action of a hand as a step of a scenario; what is as it would be without a key has none."""
    do, asked = _DO[action.name], dict(action.asked)
    if asked.get("on") is not None:
        del asked["x_mm"], asked["y_mm"]
    step: dict[str, Any] = {"do": do}
    for spec in STEPS[do][1]:
        value = asked.pop(spec.name, None)
        if value is not None and spec.name in ("cup", "on"):
            value = CUPS[value]
        if spec.required or (value is not None and value != spec.default):
            step[spec.name] = value
    if asked:
        raise KeyError(f"a step {do!r} of a scenario has no key {', '.join(asked)}")
    return step


def text_of(scene: dict[str, Any]) -> str:
    """Return the text of a scenario file, a step a line."""
    first = ",\n".join(f" {json.dumps(k)}: {json.dumps(v)}" for k, v in scene.items() if k != "steps")
    steps = ",\n".join("  " + json.dumps(step) for step in scene["steps"])
    return f'{{\n{first},\n "steps": [\n{steps}\n ]\n}}\n'
