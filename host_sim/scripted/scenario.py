"""A scripted scene: the scenario file, its keys and the check of every value before anything runs.

Data in: a JSON file. Data out: a Scenario with defaults filled in, or BadInput naming file, key path, what was found
and what is allowed. `python -m host_sim run --schema` prints these same tables.
"""

import json
from collections import Counter
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from ..errors import BadInput, read_text
from .keys import AT, CUPS, PLAYER, STEPS, TOP, WORLD, card_names, deck_counts, device_names, fault_kinds
from .schema import Field, bad, check_object, check_value, describe


@dataclass(frozen=True)
class Step:
    """One checked step: its number in the file, what to do, and its values by key."""

    index: int
    do: str
    values: dict[str, Any]

    @property
    def where(self) -> str:
        """The key path of the step, for error lines."""
        return f"steps[{self.index}]"


@dataclass(frozen=True)
class Scenario:
    """A checked scenario: every key of TOP with its default, steps checked one by one."""

    path: str
    players: tuple[str, ...]
    level: str
    mode: str
    deck_seed: int
    deck: tuple[str, ...] | None
    seed: int
    board: str
    note: str
    world: dict[str, float]
    end_s: float | None
    steps: tuple[Step, ...]


def load(path: str) -> Scenario:
    """Read and check a scenario file; BadInput with one line naming the file and the place in it."""
    text = read_text(path)
    try:
        return check(_parse(text), path)
    except BadInput as error:
        raise BadInput(f"{path}: {error}") from error


def _parse(text: str) -> Any:
    try:
        return json.loads(text, object_pairs_hook=_no_doubles, parse_constant=_no_constant)
    except json.JSONDecodeError as error:
        raise BadInput(f"line {error.lineno}, column {error.colno}: not JSON: {error.msg}") from error
    except (RecursionError, ValueError) as error:
        raise BadInput(f"not JSON that can be used: {str(error).splitlines()[0]}") from error


def _no_doubles(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    for name, count in Counter(key for key, _ in pairs).items():
        if count > 1:
            raise BadInput(f"{name}: the key is given {count} times in one object, allowed: once")
    return dict(pairs)


def _no_constant(name: str) -> None:
    raise BadInput(f"found {name}, allowed: numbers that JSON knows")


def check(data: Any, path: str = "") -> Scenario:
    """Check parsed JSON and return the Scenario; BadInput names the key path."""
    top = check_object(TOP, data, "")
    players = _players(top["players"])
    if top["mode"] == "free":
        for key in ("players", "deck", "deck_seed", "level"):
            if key in data:
                raise bad(key, data[key], "nothing, for there is no card game in free mode")
    world = {} if top["world"] is None else check_object(WORLD, top["world"], "world")
    steps = tuple(_step(i, s) for i, s in enumerate(top["steps"]))
    if top["mode"] == "evening":
        _check_evening(top, steps)
    return Scenario(
        path=path,
        players=players,
        level=top["level"],
        mode=top["mode"],
        deck_seed=top["deck_seed"],
        deck=None if top["deck"] is None else _deck(top["deck"]),
        seed=top["seed"],
        board=top["board"],
        note=top["note"],
        world=world,
        end_s=top["end_s"],
        steps=steps,
    )


def _check_evening(top: dict[str, Any], steps: tuple[Step, ...]) -> None:
    """Raise BadInput unless every step of a saved evening has its time, in order, and the evening its end."""
    if top["end_s"] is None:
        raise BadInput("end_s: missing, needed in mode evening: when the evening was saved")
    last = 0.0
    for step in steps:
        at = step.values["at"]
        if at is None:
            raise BadInput(f"{step.where}.at: missing, needed in mode evening: the time of every step")
        if not last <= at <= top["end_s"]:
            raise bad(f"{step.where}.at", at, f"{last:g}, the time of the step before, to {top['end_s']:g} (end_s)")
        last = at


def _players(names: Any) -> tuple[str, ...]:
    out = tuple(check_value(PLAYER, n, f"players[{i}]").strip() for i, n in enumerate(names))
    if not 2 <= len(out) <= 10:
        raise BadInput(f"players: found {len(out)} names, allowed: 2 to 10")
    for i, name in enumerate(out):
        if name in out[:i]:
            raise bad(f"players[{i}]", name, "a name that no other player has")
    return out


def _deck(cards: list[Any]) -> tuple[str, ...]:
    names = card_names()
    spec = Field("deck", "name", "", choices=names)
    deck = tuple(check_value(spec, c, f"deck[{i}]") for i, c in enumerate(cards))
    seen: Counter[str] = Counter()
    for i, card in enumerate(deck):
        seen[card] += 1
        most = deck_counts()[names.index(card)]
        if seen[card] > most:
            raise bad(f"deck[{i}]", card, f"at most {most} of this card, as in the box")
    return deck


def _step(index: int, data: Any) -> Step:
    where = f"steps[{index}]"
    if not isinstance(data, dict):
        raise bad(where, data, "an object")
    do = Field("do", "name", "what is done", choices=tuple(STEPS))
    if "do" not in data:
        raise BadInput(f"{where}.do: missing, needed: {do.allowed()}")
    name = check_value(do, data["do"], f"{where}.do")
    values = check_object((do, AT, *STEPS[name][1]), data, where)
    if name == "place":
        _check_place(values, data, where)
    if name == "fault":
        kind = Field("kind", "name", "", choices=fault_kinds(values["device"]))
        check_value(kind, values["kind"], f"{where}.kind")
    return Step(index, name, values)


def _check_place(values: dict[str, Any], data: dict[str, Any], where: str) -> None:
    if values["on"] is None:
        for key in ("x_mm", "y_mm"):
            if values[key] is None:
                raise BadInput(f"{where}.{key}: missing, needed: x_mm and y_mm, or on")
        return
    for key in ("x_mm", "y_mm"):
        if key in data:
            raise BadInput(f"{where}.{key}: not together with on, allowed: dx_mm, dy_mm")
    if values["on"] == values["cup"]:
        raise bad(f"{where}.on", values["on"], "another cup than the one placed")


def schema_text() -> str:
    """Return every key, fault device and kind, from the tables that the checker reads."""
    lines = ["A scenario is a JSON object:", *describe(TOP), "", "players: each " + PLAYER.allowed(), ""]
    lines += ['"world" holds:', *describe(WORLD), "", '"steps" is a list of objects; each has "do" and may have "at":']
    lines += describe((AT,))
    for name, (text, fields) in STEPS.items():
        lines += ["", f'"do": "{name}" - {text}', *describe(fields)]
    lines += ["", "Devices and their kinds of fault:"]
    lines += [f"  {name:<12} {', '.join(fault_kinds(name))}" for name in device_names()]
    lines += ["", "Cards:", "  " + ", ".join(card_names()), "Cups:", "  " + ", ".join(CUPS)]
    return "\n".join(lines)


def examples() -> list[Path]:
    """Return the scenario files that come with the simulator."""
    return sorted((Path(__file__).parents[1] / "scenarios").glob("*.json"))
