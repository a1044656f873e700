"""A scripted scene: the scenario file, its keys and the check of every value before anything runs.

Data in: a JSON file. Data out: a Scenario with defaults filled in, or BadInput naming file, key path, what was found
and what is allowed. `python -m host_sim run --schema` prints these same tables.
"""

import json
from collections import Counter
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

from teatable.boards import geometry

from .errors import BadInput, read_text
from .schema import Field, bad, check_object, check_value, describe

LEVELS = ("off", "gentle", "classic", "mad")
MODES = ("game", "free", "title")
POSES = ("upright", "upside-down", "side", "rim")
BOARDS = ("devkitc_s3", "devkitc_s3_ft6336")
CUPS = geometry.CUPS
_REACH_MM = 300.0
_TOP_MM = geometry.TOP_RADIUS_UM / 1000


def card_names() -> tuple[str, ...]:
    """Return the name of every kind of card."""
    from teatable.rules import cards

    return tuple(cards.NAMES)


def deck_counts() -> tuple[int, ...]:
    """Return how many cards of each kind the box holds."""
    from teatable.rules import cards

    return tuple(cards.COUNTS)


@cache
def faults() -> dict[str, tuple[str, ...]]:
    """Return the kinds of fault by device, of every board revision."""
    from .stillworld import StillWorld
    from .table import SimulatedTable

    out: dict[str, tuple[str, ...]] = {}
    for board in BOARDS:
        for name, device in SimulatedTable(board, world=StillWorld(), calibrated=False).devices.items():
            out[name] = tuple(dict.fromkeys((*out.get(name, ()), *device.FAULTS)))
    return {name: kinds for name, kinds in out.items() if kinds}


def device_names() -> tuple[str, ...]:
    """Return the devices that a fault can be put into."""
    return tuple(faults())


def fault_kinds(device: str) -> tuple[str, ...]:
    """Return the kinds of fault that `device` has."""
    return faults()[device]


def _number(name: str, text: str, low: float, high: float, unit: str, *default: Any) -> Field:
    return Field(name, "number", text, low, high, (), *default, unit=unit)


def _cup(name: str, text: str, *default: Any) -> Field:
    return Field(name, "name", text, choices=CUPS, **({"default": default[0]} if default else {}))


WORLD = (
    _number("cell_noise_g", "noise of one load cell, rms", 0, 10, "g", 0.036),
    _number("drift_g_per_min", "drift of one load cell, at most", 0, 20, "g/min", 0.15),
    _number("warmup_g", "shift of one load cell in the first minute, at most", 0, 20, "g", 0.3),
    _number("creep", "creep of one load cell, as a share of the load", 0, 0.1, "", 0.002),
    _number("crosstalk", "of a neighbour's force on one load cell", 0, 0.1, "", 0.003),
    _number("tilt_deg", "lean of the swash plate with both wedges adding up", 0, 5, "degrees", 1.0),
    _number("cost_factor", "processor time, as a multiple of the usual", 0.1, 10, "", 1.0),
    _number("stalls_per_min", "pauses of 100 ms of the processor", 0, 600, "a minute", 0.0),
)

CELL_KEYS = tuple(f.name for f in WORLD[:5])

TOP = (
    Field("players", "list", "names in seating order, 2 to 10; not in free mode", default=("Rose", "Max")),
    Field("level", "name", "how the table wobbles", choices=LEVELS, default="off"),
    Field(
        "mode",
        "name",
        "free: sensing and tracker alone, no card game; title: a game whose steps begin at the title",
        choices=MODES,
        default="game",
    ),
    Field("deck_seed", "integer", "seed of the shuffle", 0, (1 << 30) - 1, default=1),
    Field("deck", "list", "cards, top first; the rest of the box follows, shuffled", default=None),
    Field("seed", "integer", "seed of noise and hands; --seed goes before it", 0, (1 << 30) - 1, default=1),
    Field("board", "name", "the board revision", choices=BOARDS, default=BOARDS[0]),
    Field("note", "text", "what the scene shows, for people", 0, 1000, default=""),
    Field("world", "object", "what differs from the default world, keys below", default=None),
    Field("steps", "list", "what happens, in order, keys below"),
)
PLAYER = Field("players", "text", "a name", 1, 12)
_AT = _number("at", "start this step at that time, beside the others", 0, 36000, "s since power-on", None)
_ANGLE = _number("angle_deg", "direction, counter-clockwise from x", -360, 360, "degrees", 0.0)
_X = _number("x_mm", "to the right", -_REACH_MM, _REACH_MM, "mm", None)
_Y = _number("y_mm", "away from the first player", -_REACH_MM, _REACH_MM, "mm", None)

STEPS: dict[str, tuple[str, tuple[Field, ...]]] = {
    "press": (
        "a finger on the display, where the target is drawn",
        (
            Field(
                "target", "text", "as drawn, see run --targets: card:, button:, stack:, cup:, level:, player:", 3, 60
            ),
            _number("s", "how long the finger stays beyond a tap", 0, 30, "s", 0.0),
            _number("within_s", "how long to wait for the target to be drawn", 0, 600, "s", 30.0),
        ),
    ),
    "place": (
        "a hand puts a cup on the table top (x_mm, y_mm) or on a cup (on)",
        (
            _cup("cup", "the cup"),
            _X,
            _Y,
            _cup("on", "the cup it is put on", None),
            _number("dx_mm", "off the centre of that cup, to the right", -60, 60, "mm", 0.0),
            _number("dy_mm", "off the centre of that cup, away", -60, 60, "mm", 0.0),
            _number("press_n", "how hard the hand presses", 0, 30, "N", 0.5),
            _number("press_s", "for how long", 0, 30, "s", 0.2),
            _number("drop_mm", "height of the release above the support", 0, 200, "mm", 1.0),
            _number("hold_s", "how long the cup is held there before the release", 0, 30, "s", 0.0),
            _number("ramp_s", "how long the pressing takes to rise", 0.01, 10, "s", 0.3),
            _number("tilt_deg", "how far the cup leans when it is put", 0, 45, "degrees", 0.0),
            _number("tilt_dir_deg", "to which side it leans, counter-clockwise from x", 0, 360, "degrees", 0.0),
            Field("touches", "integer", "so often it is set down and lifted again first", 0, 10, default=0),
            Field("pose", "name", "how the cup is put", choices=POSES, default="upright"),
        ),
    ),
    "remove": ("a hand takes a cup away, from the table top or from where it fell", (_cup("cup", "the cup"),)),
    "push": (
        "a finger pushes a cup sideways, so that it falls",
        (_cup("cup", "the cup"), _number("speed_mm_s", "how fast", 1, 3000, "mm/s", 300.0), _ANGLE),
    ),
    "steady": (
        "a finger is laid against a cup",
        (
            _cup("cup", "the cup"),
            _number("force_n", "how hard", 0, 3, "N", 0.2),
            _ANGLE,
            _number("s", "for how long", 0.01, 60, "s", 1.0),
        ),
    ),
    "bump": (
        "something knocks against the table",
        (_number("impulse_ns", "how hard", 0, 10, "Ns", 0.5), _ANGLE),
    ),
    "lean": (
        "somebody leans on the table top",
        (
            _number("force_n", "how hard", 0, 200, "N", 10.0),
            _number("x_mm", "to the right", -_TOP_MM, _TOP_MM, "mm", 0.0),
            _number("y_mm", "away from the first player", -_TOP_MM, _TOP_MM, "mm", 0.0),
            _number("s", "for how long", 0.01, 600, "s", 1.0),
        ),
    ),
    "lay": (
        "something that is no cup is laid on the table top",
        (
            _number("x_mm", "to the right", -_TOP_MM, _TOP_MM, "mm"),
            _number("y_mm", "away from the first player", -_TOP_MM, _TOP_MM, "mm"),
            _number("mass_g", "how heavy it is", 20, 500, "g", 150.0),
        ),
    ),
    "take": ("it is taken away again", ()),
    "move": (
        "the whole table is moved",
        (
            _number("dx_mm", "to the right", -2000, 2000, "mm", 0.0),
            _number("dy_mm", "away from the first player", -2000, 2000, "mm", 0.0),
            _number("yaw_deg", "turned by", -360, 360, "degrees", 0.0),
            _number("slope_deg", "how much more its new place slopes", 0, 10, "degrees", 0.0),
            _number("s", "for how long", 0.1, 60, "s", 1.5),
        ),
    ),
    "fault": (
        "a part lies, hangs or goes missing; the step itself takes no time",
        (
            Field("device", "name", "the part", choices=device_names),
            Field("kind", "text", "what is wrong with it, kinds below", 1, 60),
            _number("s", "for how long; without it, for good", 0, 36000, "s", None),
        ),
    ),
    "power-cut": ("the power is gone", (_number("s", "for how long", 0.05, 3600, "s", 1.0),)),
    "wait": ("nothing is done", (_number("s", "for how long", 0, 36000, "s"),)),
}


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
        steps=steps,
    )


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
    values = check_object((do, _AT, *STEPS[name][1]), data, where)
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
        for key in ("dx_mm", "dy_mm"):
            if key in data:
                raise BadInput(f"{where}.{key}: only with on")
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
    lines += describe((_AT,))
    for name, (text, fields) in STEPS.items():
        lines += ["", f'"do": "{name}" - {text}', *describe(fields)]
    lines += ["", "Devices and their kinds of fault:"]
    lines += [f"  {name:<12} {', '.join(fault_kinds(name))}" for name in device_names()]
    lines += ["", "Cards:", "  " + ", ".join(card_names()), "Cups:", "  " + ", ".join(CUPS)]
    return "\n".join(lines)


def examples() -> list[Path]:
    """Return the scenario files that come with the simulator."""
    return sorted((Path(__file__).parent / "scenarios").glob("*.json"))
