"""The scenes that `plot` can draw: who does what at the table, and which seconds of it are worth looking at.

Data in: a Probe whose motor has its speed. Data out: the seconds to draw; the probe holds what was measured.
"""

from collections.abc import Callable
from typing import NamedTuple

from teatable.boards import geometry
from teatable.tracker import events as kinds

from ..world import hands
from .probe import Probe

SMALL, MEDIUM, LARGE = (geometry.CUPS.index(name) for name in ("small-green", "medium-purple", "large-purple"))
_SETTLE_S, _AFTER_S = 1.6, 2.2
_BEFORE_S = 0.9


class Scene(NamedTuple):
    """A scene and its title."""

    about: str
    play: Callable[[Probe], tuple[float, float]]


def placement(probe: Probe) -> tuple[float, float]:
    """A small cup is put on a large one that stands off the middle."""
    _build(probe, (LARGE,), 40.0, 20.0)
    start_s = probe.table.now_s
    probe.hand(hands.place(probe.world, SMALL, on=LARGE, dx_mm=3, press_n=0.8), _AFTER_S)
    return start_s, probe.table.now_s


def topple(probe: Probe) -> tuple[float, float]:
    """A stack in the middle is pushed over by its middle cup; what falls stays on the table."""
    _build(probe, (LARGE, MEDIUM, SMALL), 0.0, 0.0)
    return _push(probe, MEDIUM, 180.0, 250.0)


def edge(probe: Probe) -> tuple[float, float]:
    """The upper cup of a stack at the rim is pushed over the edge: nothing hits the table, the load only goes."""
    _build(probe, (LARGE, MEDIUM), 110.0, 0.0)
    return _push(probe, MEDIUM, 0.0, 500.0)


SCENES = {
    "placement": Scene("A small cup is put on a large one", placement),
    "topple": Scene("A stack of three is pushed over, in the middle of the table", topple),
    "edge": Scene("The upper cup of a stack at the rim is pushed over the edge", edge),
}


def _build(probe: Probe, cups: tuple[int, ...], x_mm: float, y_mm: float) -> None:
    """Let a hand build a stack."""
    below = None
    for cup in cups:
        place = hands.place(probe.world, cup, x_mm=x_mm, y_mm=y_mm, on=below)
        probe.hand(place, _SETTLE_S)
        below = cup


def _push(probe: Probe, cup: int, angle_deg: float, speed_mm_s: float) -> tuple[float, float]:
    """Push a cup while the game expects no hand; begin to look a little before the finger comes."""
    probe.expect(kinds.NOTHING)
    probe.table.run_for(_BEFORE_S)
    start_s = probe.table.now_s - _BEFORE_S
    probe.hand(hands.push(probe.world, cup, angle_deg=angle_deg, speed_mm_s=speed_mm_s), _AFTER_S)
    return start_s, probe.table.now_s
