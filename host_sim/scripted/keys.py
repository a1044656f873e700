"""Every key of a scenario file: what it means, what is allowed, what holds without it.

Why apart: these tables check a file, print the schema and write an evening down, so the three cannot differ. Data in:
the names that the firmware and the chip models know. Data out: WORLD, TOP, PLAYER and STEPS, read by scenario.py.
"""

from functools import cache
from typing import Any

from teatable.boards import geometry

from .schema import Field

LEVELS = ("off", "gentle", "classic", "mad")
MODES = ("game", "free", "title", "evening")
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
    from ..stillworld import StillWorld
    from ..table import SimulatedTable

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
        "free: sensing and tracker alone, no card game; title: a game whose steps begin at the title; "
        "evening: as the page saves it, every step at its time, as it was done",
        choices=MODES,
        default="game",
    ),
    Field("deck_seed", "integer", "seed of the shuffle", 0, (1 << 30) - 1, default=1),
    Field("deck", "list", "cards, top first; the rest of the box follows, shuffled", default=None),
    Field("seed", "integer", "seed of noise and hands; --seed goes before it", 0, (1 << 30) - 1, default=1),
    Field("board", "name", "the board revision", choices=BOARDS, default=BOARDS[0]),
    Field("note", "text", "what the scene shows, for people", 0, 1000, default=""),
    Field("world", "object", "what differs from the default world, keys below", default=None),
    _number("end_s", "when the scene ends; without it, 3 s after its last step", 0, 36000, "s", None),
    Field("steps", "list", "what happens, in order, keys below"),
)
PLAYER = Field("players", "text", "a name", 1, 12)
AT = _number("at", "start this step at that time, beside the others", 0, 36000, "s since power-on", None)
_REACH = _number("reach_s", "how long the hand takes to come", 0, 30, "s", 0.3)
_FINGER_REACH = _number("reach_s", "how long the hand takes to come", 0, 30, "s", 0.2)
_TREMOR = (
    _number("tremor_mm", "how far the hand trembles", 0, 10, "mm", 0.3),
    _number("tremor_hz", "how fast", 0, 50, "Hz", 9.0),
)
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
            _number("dx_mm", "off that cup's centre or that place, to the right", -60, 60, "mm", 0.0),
            _number("dy_mm", "off that cup's centre or that place, away", -60, 60, "mm", 0.0),
            _number("yaw_deg", "turn of the cup about its axis; without it, by chance", 0, 360, "degrees", None),
            _number("press_n", "how hard the hand presses", 0, 30, "N", 0.5),
            _number("press_s", "for how long", 0, 30, "s", 0.2),
            _number("drop_mm", "height of the release above the support", 0, 200, "mm", 1.0),
            _number("hold_s", "how long the cup is held there before the release", 0, 30, "s", 0.0),
            _number("ramp_s", "how long the pressing takes to rise", 0.01, 10, "s", 0.3),
            _number("tilt_deg", "how far the cup leans when it is put", 0, 45, "degrees", 0.0),
            _number("tilt_dir_deg", "to which side it leans, counter-clockwise from x", 0, 360, "degrees", 0.0),
            Field("touches", "integer", "so often it is set down and lifted again first", 0, 10, default=0),
            Field("pose", "name", "how the cup is put", choices=POSES, default="upright"),
            _number("speed_mm_s", "how fast the hand comes down", 1, 3000, "mm/s", 100.0),
            _REACH,
            *_TREMOR,
        ),
    ),
    "remove": (
        "a hand takes a cup away, from the table top or from where it fell",
        (
            _cup("cup", "the cup"),
            _number("pull_x_mm", "how far the grip is off its middle, to the right", -60, 60, "mm", 0.0),
            _number("pull_y_mm", "how far the grip is off its middle, away", -60, 60, "mm", 0.0),
            _number("grip_s", "how long the hand takes to close", 0.01, 10, "s", 0.15),
            _number("speed_mm_s", "how fast it lifts", 1, 3000, "mm/s", 150.0),
            _REACH,
            *_TREMOR,
        ),
    ),
    "push": (
        "a finger pushes a cup sideways, so that it falls",
        (_cup("cup", "the cup"), _number("speed_mm_s", "how fast", 1, 3000, "mm/s", 300.0), _ANGLE, _FINGER_REACH),
    ),
    "steady": (
        "a finger is laid against a cup",
        (
            _cup("cup", "the cup"),
            _number("force_n", "how hard", 0, 3, "N", 0.2),
            _ANGLE,
            _number("s", "for how long", 0.01, 60, "s", 1.0),
            _FINGER_REACH,
        ),
    ),
    "bump": (
        "something knocks against the table",
        (
            _number("impulse_ns", "how hard", 0, 10, "Ns", 0.5),
            _ANGLE,
            Field("where", "name", "what it hits", choices=("base", "top"), default="base"),
        ),
    ),
    "lean": (
        "somebody leans on the table top",
        (
            _number("force_n", "how hard", 0, 200, "N", 10.0),
            _number("x_mm", "to the right", -_TOP_MM, _TOP_MM, "mm", 0.0),
            _number("y_mm", "away from the first player", -_TOP_MM, _TOP_MM, "mm", 0.0),
            _number("s", "for how long", 0.01, 600, "s", 1.0),
            _number("ramp_s", "how long the weight takes to come and to go", 0.01, 60, "s", 0.2),
            _number("tremor_hz", "how fast the hand trembles", 0, 50, "Hz", 9.0),
        ),
    ),
    "lay": (
        "something that is no cup is laid on the table top",
        (
            _number("x_mm", "to the right", -_TOP_MM, _TOP_MM, "mm"),
            _number("y_mm", "away from the first player", -_TOP_MM, _TOP_MM, "mm"),
            _number("mass_g", "how heavy it is", 20, 500, "g", 150.0),
            _REACH,
        ),
    ),
    "take": ("it is taken away again", (_REACH,)),
    "move": (
        "the whole table is moved",
        (
            _number("dx_mm", "to the right", -2000, 2000, "mm", 0.0),
            _number("dy_mm", "away from the first player", -2000, 2000, "mm", 0.0),
            _number("yaw_deg", "turned by", -360, 360, "degrees", 0.0),
            _number("slope_deg", "how much more its new place slopes", 0, 10, "degrees", 0.0),
            _number("slope_dir_deg", "to which side it slopes, counter-clockwise from x", 0, 360, "degrees", 0.0),
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
    "mend": (
        "a fault is taken out again; takes no time",
        (
            Field("device", "name", "the part", choices=device_names),
            Field("kind", "text", "what was wrong with it, kinds below", 1, 60),
        ),
    ),
    "power-cut": ("the power is gone", (_number("s", "for how long", 0.05, 3600, "s", 1.0),)),
    "wait": ("nothing is done", (_number("s", "for how long", 0, 36000, "s"),)),
    "touch": (
        "a finger comes to a pixel of the display and stays; no waiting, takes no time",
        (
            Field("x", "integer", "pixel, from the left", 0, 239),
            Field("y", "integer", "pixel, from the top", 0, 319),
            Field(
                "target",
                "text",
                "what was drawn there when an evening was saved, for people who read it",
                0,
                60,
                default="",
            ),
        ),
    ),
    "let-go": ("the finger leaves the display", ()),
}
