"""What was done at the table, kept so that it can be played again: presses, cups, knocks and faults as scenario steps.

Data in: steps as they begin and end, in virtual seconds. Data out: a scenario that `python -m host_sim run` plays.
A step that began while another one lasted is given its time (`at`); between the others stand the waits that there were.
"""

from dataclasses import dataclass
from typing import Any

from ..bots.body import TAP_S

OVERLAP_S = 0.05
WAIT_S = 0.02  # shorter pauses are none
DRAWN_S = 0.5  # `run` waits so long after a press for the display to change


@dataclass
class Deed:
    """One step; `end` is None while it lasts."""

    step: dict[str, Any]
    start: float
    end: float | None = None
    revision: int | None = None  # of the display when a finger was lifted: the step ends when that changes
    lifted: float = 0.0


class Deeds:
    """The diary of one evening."""

    def __init__(self) -> None:
        self.all: list[Deed] = []
        self._open: list[Deed] = []

    def begin(self, now: float, **step: Any) -> Deed:
        """Write down a step that begins now."""
        deed = Deed(step, now)
        self.all.append(deed)
        return deed

    def at_once(self, now: float, **step: Any) -> Deed:
        """Write down a step that takes no time."""
        deed = self.begin(now, **step)
        deed.end = now
        return deed

    def lifted(self, deed: Deed, now: float, revision: int) -> None:
        """Note that the finger of a press is off the display."""
        deed.step["s"] = round(max(0.0, now - deed.start - TAP_S), 2)
        deed.revision, deed.lifted = revision, now
        self._open.append(deed)

    def look(self, now: float, revision: int) -> None:
        """End the presses after which the display has changed, or has had its time."""
        for deed in tuple(self._open):
            if revision != deed.revision or now > deed.lifted + DRAWN_S:
                deed.end = now
                self._open.remove(deed)

    def steps(self, now: float) -> list[dict[str, Any]]:
        """Return the steps so far in the form of a scenario."""
        out: list[dict[str, Any]] = []
        free = 0.0  # when the last step in the row ended
        for deed in sorted(self.all, key=lambda d: d.start):
            step, press = deed.step, deed.step["do"] == "press"
            end = now if deed.end is None else deed.end
            if out and deed.start < free - (DRAWN_S if press else OVERLAP_S):
                out.append(step | {"at": round(deed.start, 3)})
                continue
            if deed.start - free > WAIT_S:
                out.append({"do": "wait", "s": round(deed.start - free, 3)})
            out.append(step)
            free = max(free, end)
        if now - free > WAIT_S:
            out.append({"do": "wait", "s": round(now - free, 3)})
        return out
