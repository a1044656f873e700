"""What the page may show at one moment: a copy that the simulator's thread makes and the web server's thread reads.

Data in: an Evening. Data out: a Picture; nothing in it is changed afterwards. A player's hand is nowhere in it but on
the picture of the display.
"""

from dataclasses import dataclass, field
from typing import Any

import numpy as np
from PIL import ImageFilter

from .evening import Evening
from .words import hint, said

_ECHO_US = 400_000  # a tone is shown for so long after it has ended
_IN_HAND = ("hand", "draw", "discard")  # screens that show cards
LINES = 40
Pose = tuple[list[float], list[float]]


@dataclass
class Picture:
    """One moment of the table."""

    number: int = 0  # of the evening
    t_s: float = 0.0
    poses: dict[str, Pose] = field(default_factory=dict)
    lights: list[tuple[int, int, int]] = field(default_factory=list)
    stacks: list[list[int]] = field(default_factory=list)
    held: list[int] = field(default_factory=list)  # cups in somebody's hand
    lying: list[int] = field(default_factory=list)
    away: list[int] = field(default_factory=list)
    display: np.ndarray | None = None  # height x width x 3
    revision: int = -1  # of the display
    covered: bool = False  # the display is turned to a bot
    targets: list[tuple[str, int, int, int, int]] = field(default_factory=list)
    screen: str = ""
    hint: str = ""
    seat: int = -1  # whose turn it is
    names: list[str] = field(default_factory=list)
    people: set[int] = field(default_factory=set)
    tone_hz: int = 0  # that sounds, or has just sounded
    tone_s: float = 0.1
    tones: int = 0  # so many have begun
    doing: str = ""
    faults: set[tuple[str, str]] = field(default_factory=set)
    said: list[str] = field(default_factory=list)  # what the firmware concluded, newest last
    story: list[str] = field(default_factory=list)  # the log of the game
    pace: str = ""
    slow: bool = False


def take(evening: Evening, before: Picture) -> Picture:
    """Return the picture of this moment; `before` lends what has not changed."""
    table, stage = evening.table, evening.stage
    senses, world = stage.senses, table.world
    view = senses.view
    app = table.app
    settings = app.play.settings if app is not None else None
    names = settings["names"][: settings["players"]] if settings else before.names
    people = set(evening.seats.people)
    player = view.get("player", "")
    seat = view.get("seat", -1) if player else -1
    covered = (
        bool(people)
        and player != ""
        and seat not in people
        and view.get("screen") in _IN_HAND
        and bool(view.get("open"))
    )
    out = Picture(
        t_s=table.now_s,
        poses=world.poses(),
        lights=list(table.lights.colours),
        stacks=[list(s) for s in world.truth.stacks()],
        lying=senses.fallen(),
        away=senses.away(),
        display=before.display,
        revision=table.display.revision,
        covered=covered,
        targets=[] if app is None or app.ui.busy or covered else [tuple(t[:5]) for t in app.ui.targets],
        screen=senses.screen,
        hint=hint(senses.screen, player, evening.seats.plays(), table.powered, view.get("message", "")),
        seat=seat,
        names=list(names),
        people=people,
        held=sorted(world.held),
        doing=evening.doing,
        faults=set(evening.faults),
        said=[line for e in stage.recorder.table[-LINES:] if (line := said(e))],
    )
    _listen(out, table)
    if out.revision != before.revision or covered != before.covered:
        glass: Any = table.display.picture()
        out.display = np.asarray(glass.filter(ImageFilter.GaussianBlur(9)) if covered else glass)
    return out


def _listen(out: Picture, table: Any) -> None:
    buzzer = table.buzzer
    out.tones = len(buzzer.tones) + (buzzer.hz > 0)
    if buzzer.hz:
        out.tone_hz = buzzer.hz
    elif buzzer.tones:
        start_us, hz, length_us = buzzer.tones[-1]
        if table.clock.now_us - start_us - length_us < _ECHO_US:
            out.tone_hz, out.tone_s = hz, length_us / 1e6
