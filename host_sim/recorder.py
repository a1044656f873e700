"""Listens to a simulated table and to the physics, and keeps what a report needs.

Data in: a SimulatedTable, polled every 20 ms of virtual time. Data out: `truth` and `table` event lists, the log,
who was charged with which fall, and the waits from release to "one". Nothing here acts on the table.
"""

import math
import time
from collections.abc import Callable
from typing import Any

from teatable.boards import geometry
from teatable.tracker import events as kinds

from .report import KINDS, Event

CUPS = geometry.CUPS
SPOTTED_S = 2.0  # a place seen later than this is another statement
SAID_AGAIN_S = 3.0  # what follows so soon after "that was no fall" follows from it
HIDDEN_S = 0.7  # what happens so shortly before a hand leans on the table, or under it, shows when the hand lets go
STOOD_S = 1.0  # a cup that falls sooner after its release was never standing
ONE_FALL_S = 1.5  # a cup let go while the others fall falls with them
SAME_FALL_S = 60.0  # a correction later than this is another statement
_OVER_A_FALL = ("question", "fault", "message")  # screens that may lie over the clearing up
_NO_FAULT = ("status-hand-on-table", "status-settling")


class Recorder:
    """Gathers the events of one run; `poll` often."""

    def __init__(self, table: Any, say: Callable[[str], None] = lambda text: None):
        self._table = table
        self._say = say
        self.table: list[Event] = []
        self.game: list[dict[str, Any]] = []
        self.charges: list[dict[str, Any]] = []
        self.to_one_s: list[float] = []
        self._overruled: tuple[float, list[str]] = (-1e9, [])  # when, and which cups had been said to have fallen
        self.turn = 0
        self.declared = False  # people without a game on the display have said that something fell
        self._notes: list[tuple[Any, dict[str, Any]]] = []  # event of the physics, what else was the case then
        self._seen = 0
        self._app: Any = None
        self._screen = ""
        self._number = 0
        self._fault = ""
        self._released_t = -1.0
        self._lying: dict[int, str] = {}
        self._fell: Event | None = None  # the fall that is being cleared: what follows corrects it
        self._unwatched = False  # something fell when the game was over: nobody counts it, nor what is said of it
        self._answered_ms = -1  # when the players last answered a question, by the tracker's time
        self._began = time.process_time()

    def say(self, text: str) -> None:
        """Tell a line of the running account, with the virtual time before it."""
        self._say(f"{clock(self._table.now_s)}  {text}")

    # --- the firmware
    def answered(self, t_ms: int) -> None:
        """Note when the players have answered a question, by the tracker's time."""
        self._answered_ms = t_ms

    def _now(self) -> float:
        return round(self._table.now_s, 3)

    def logged(self, line: str) -> None:
        """Take in a line of the game's log."""
        self.game.append({"t": self._now(), "text": line})
        self.say(line)
        if line.startswith("Overruled"):
            self.overruled()

    def overruled(self) -> None:
        """Note that the players said "that was no fall": what it was then follows from their word."""
        last = next((e for e in reversed(self.table) if e["kind"] == "fell"), None)
        self._overruled = (self._now(), last["cups"] if last else [])

    def said(self, event: Any) -> None:
        """Take in an event of the tracker."""
        kind = kinds.NAMES[event.kind]
        if kind == "spotted":
            self._spotted(event)
        if kind not in KINDS:
            return
        out: Event = {"t": self._now(), "kind": kind}
        if kind in ("placed", "removed"):
            self._said_cup(event, out)
        elif kind == "fell" and self._unwatched:
            return
        elif kind == "fell":
            out["cups"], out["lying"] = [CUPS[c] for c in event.cups], [CUPS[c] for c in event.lying]
            out["sure"] = bool(event.sure)
            if event.again and self._corrected(out):
                return
            if (self.declared or self._screen == "fall") and not event.again:
                out["answered"] = True  # the players have said that something fell
            self._fell = out
        self.table.append(out)

    def _said_cup(self, event: Any, out: Event) -> None:
        known = event.cup >= 0 and event.sure
        out["cup"], out["sure"] = CUPS[event.cup] if event.cup >= 0 else None, known
        if not known:
            out["candidates"] = [CUPS[c] for c in event.candidates]
        out["stack"] = CUPS[event.stack] if event.stack >= 0 else out["cup"]
        out["x_mm"], out["y_mm"] = event.x_um / 1000, event.y_um / 1000
        if known and event.t_ms == self._answered_ms:
            out["answered"] = True  # by the players: no statement of the table's own
        elif known and self._overruled[0] > out["t"] - SAID_AGAIN_S and out["cup"] in self._overruled[1]:
            out["answered"] = True  # "that was no fall": what it was then follows

    def _spotted(self, event: Any) -> None:
        """Take in where the cup that was told last stands by a second look; the first word for its stack stays."""
        last = next((e for e in reversed(self.table) if e["kind"] == "placed"), None)
        if last is not None and last["cup"] == CUPS[event.cup] and self._now() - last["t"] < SPOTTED_S:
            last["x_mm"], last["y_mm"] = event.x_um / 1000, event.y_um / 1000

    def _corrected(self, out: Event) -> bool:
        """Let the table correct what it said of the same fall; the time of its first word stays."""
        said = self._fell
        if said is None or out["t"] - said["t"] >= SAME_FALL_S:
            return False
        said.update({k: v for k, v in out.items() if k != "t"})
        said["corrected_t"] = out["t"]
        return True

    def settled(self) -> None:
        """Note that the last fall is cleared and charged: what is said of a fall from now on is said of another one."""
        self._fell = None
        self.declared = False

    # --- the physics and the display
    def poll(self) -> None:
        """Take in what has happened since the last poll."""
        app, face = self._table.app, self._table.face
        if app is not None and app is not self._app:
            self._app = app
            self._table.listen(self)
        view = (face.view if face is not None else None) or {}
        self._follow_display(view)
        truth = self._table.world.truth
        while self._seen < len(truth.events):
            self._happened(truth.events[self._seen], view)
            self._seen += 1
        self._lying = truth.lying()

    def _follow_display(self, view: dict[str, Any]) -> None:
        screen = view.get("screen", "")
        if screen != self._screen:
            if screen == "pass":
                self.turn += 1
            elif screen == "draw" and view.get("why") == "fall":
                self.charges.append({"t": self._now(), "player": view.get("player"), "turn": self.turn})
            if self._screen == "fall" and screen not in _OVER_A_FALL:
                self.settled()
            self._screen = screen
            self._unwatched = False
        number = view.get("number", 0) if screen == "count" else 0
        if number == 1 and self._number == 0 and self._released_t >= 0:
            self.to_one_s.append(round(self._table.now_s - self._released_t, 3))
            self._released_t = -1.0
        self._number = number
        part = f"{view.get('fault', '')} {view.get('part', '')}".strip() if screen == "fault" else ""
        status = view.get("status", "") or ""
        fault = part or ("" if status in _NO_FAULT else status)
        if fault != self._fault:
            self._fault = fault
            if fault:
                self.table.append({"t": self._now(), "kind": "fault", "fault": fault})
                self.say(f"the table says: {fault}")

    def _happened(self, event: Any, view: dict[str, Any]) -> None:
        more: dict[str, Any] = {}
        if event.kind == "fell" and self._screen == "winner":
            self._unwatched = True
            return
        if event.kind == "fell":
            more = {"player": view.get("player") or None, "turn": self.turn}
            if self._number == 3:
                more["after_three"] = True
        elif event.kind == "placed":
            self._released_t = event.t_ms / 1000
            more["gap_mm"], more["rim_gap_mm"] = self._gaps_mm(event.cup)
        elif event.kind == "removed":
            self._released_t = event.t_ms / 1000
        elif event.kind == "cleared":
            more["from"] = self._lying.get(event.cup, "floor")
        self._notes.append((event, more))

    def _gaps_mm(self, cup: int) -> tuple[float | None, float | None]:
        """Return how far the cup is from the nearest top of another stack, middle to middle and rim to rim."""
        world = self._table.world
        here, radius = world.cup_xy_mm(cup), _rim_mm(cup)
        gaps = []
        for stack in world.truth.stacks():
            if cup not in stack:
                gap = math.dist(here, world.cup_xy_mm(stack[-1]))
                gaps.append((round(gap, 1), round(gap - radius - _rim_mm(stack[-1]), 1)))
        return (min(g for g, _ in gaps), min(r for _, r in gaps)) if gaps else (None, None)

    # --- the end
    def truth(self) -> list[Event]:
        """Return what happened, in the form of the report."""
        out = [e for event, more in self._notes if (e := truth_event(event, more)) is not None]
        falls = [e for e in out if e["kind"] == "fell"]
        leans = [e for e in out if "until" in e]
        for event in out:
            if event["kind"] == "placed" and any(
                event["cup"] in f["cups"] and -ONE_FALL_S <= f["t"] - event["t"] <= STOOD_S for f in falls
            ):
                event["fallen"] = True  # it never came to rest: the fall tells of it
            hidden = [lean["until"] for lean in leans if lean["t"] - HIDDEN_S <= event["t"] <= lean["until"]]
            if hidden:
                event["felt_t"] = max(hidden)
        return out

    def extra(self) -> dict[str, Any]:
        """Return the metrics that are not counted from events."""
        table = self._table
        took = time.process_time() - self._began
        return {
            "hours": round(table.now_s / 3600, 5),
            "to_one_s": self.to_one_s,
            "samples_lost": table.samples_lost,
            "longest_step_ms": round(table.longest_step_ms, 2),
            "restarts": len(table.restarts),
            "stalls": table.clock.calls.get("stall", 0),
            "speed": round(table.now_s / took, 2) if took > 0 else None,
        }


def _rim_mm(cup: int) -> float:
    return geometry.CUP_RIM_DIAMETER_UM[cup >> 2] / 2000


def truth_event(event: Any, more: dict[str, Any]) -> Event | None:
    """Return an event of the physics in the form of the report, None for one that a report does not hold."""
    out = {**event.as_dict(), **more}
    kind = out["kind"]
    if kind == "cleared":
        if more.get("from") != "top":
            return None  # from the floor: the table cannot feel it
        out["kind"], out["fallen"] = "removed", True
    elif kind == "rolled-off":
        out["kind"], out["fallen"] = "removed", True
    elif kind == "bump":
        out["kind"], out["by"] = "touch", out.pop("pose", "bump")
    elif kind == "fell":
        times = [t for t in (out.pop("t_impact", None), out.pop("t_edge", None)) if t is not None]
        if times:
            out["impact_t"] = min(times)
    elif kind not in KINDS:
        return None
    return out


def clock(t_s: float) -> str:
    """Return virtual time as minutes and seconds."""
    return f"{int(t_s // 60):3d}:{t_s % 60:04.1f}"
