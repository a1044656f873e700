"""The firmware's App in another interpreter: what the simulated table runs instead of one of its own.

Data in: orders. Data out: `face` and `voice`, and what a listener hears, all as messages of the firmware's end; nothing
here can reach into it. A power cut or a restart ends the interpreter with all that it remembers.
"""

from __future__ import annotations

import json
from collections.abc import Callable
from types import ModuleType
from typing import Any, Protocol

from teatable.tracker.events import Event

from ..ports import Ports
from .inside import codes as c
from .inside.overheard import FIELDS
from .interpreter import Interpreter
from .log import FirmwareFailed, Log


class Listener(Protocol):
    """Who hears what the firmware concludes."""

    def said(self, event: Any, /) -> None: ...

    def answered(self, t_ms: int, /) -> None: ...

    def logged(self, line: str, /) -> None: ...


class Face:
    """What the display shows, as last told; as inside/face.py."""

    def __init__(self) -> None:
        self.view: dict[str, Any] | None = None
        self.revision = -1
        self.screen = ""
        self.busy = False
        self.targets: list[Any] = []


class Voice:
    """As inside/voice.py, through the pipe; each method is the word of that name there."""

    def __init__(self, order: Callable[..., None]) -> None:
        self._order = order
        self.heard: list[Event] = []
        self.taring = self.holding = False
        self.stacks: list[list[int]] = []
        self.lying: list[int] = []

    def turn(self, level: int, on: bool) -> None:
        self._order("do", "turn", [level, on])

    def begin(self, stacks: Any, places_um: Any = None) -> None:
        self._order("do", "begin", [stacks, places_um])

    def tare(self) -> None:
        self._order("do", "tare", [])

    def expect(self, mode: int, cups: Any = None, stacks: Any = None, declared: bool = False) -> None:
        self._order("do", "expect", [mode, cups, stacks, declared])

    def answer(self, cup: int | None = None, stack: int | None = None) -> None:
        self._order("do", "answer", [cup, stack])

    def refuse(self) -> None:
        self._order("do", "refuse", [])

    def overrule(self) -> None:
        self._order("do", "overrule", [])


class LockStep:
    """What SimulatedTable takes as `app` to have the firmware run by `command`; `free`: the FreeApp."""

    def __init__(self, command: list[str], free: bool = False) -> None:
        self._command, self._free = command, free

    def __call__(
        self, ports: Ports, board: ModuleType, deck: Any = None, crashed: Callable[[Exception], None] | None = None
    ) -> RemoteApp:
        """Start it. `crashed`: called when it shows its crash screen; without, what it raises comes out of `run`."""
        return RemoteApp(Interpreter(self._command), ports, board, crashed, {"deck": deck, "free": self._free})


class RemoteApp:
    """One life of the firmware, from power-on until the power goes."""

    def __init__(
        self,
        interpreter: Interpreter,
        ports: Ports,
        board: ModuleType,
        crashed: Callable[[Exception], None] | None,
        what: dict[str, Any],
    ) -> None:
        self._interpreter, self._clock, self._crashed = interpreter, ports.virtual, crashed
        self._log = Log(interpreter, ports, self._clock, self._told, self._pass)
        self._listener: Listener | None = None
        self._passed: Callable[[int], None] = _nobody
        self.face = Face()
        self.voice = Voice(self._order)
        self.heap = 0  # bytes of the interpreter's heap in use at most, after a collection
        what["board"] = board.__name__.rpartition(".")[2]
        what["journal"] = None if ports.journal is None else [ports.journal.block, ports.journal.blocks]
        what["crash_screen"] = crashed is not None
        try:
            self._take(self._log.order(self._log.hello() | what))
        except BaseException:
            interpreter.end()
            raise

    def run(self, end_us: int, once: bool, passed: Callable[[int], None]) -> None:
        """Run passes until `now_us` has reached `end_us`, or one; passed(us) is called after each."""
        self._passed = passed
        self._order("go", min(end_us - self._clock.now_us, c.SPAN_MOST_US), once)

    def listen(self, listener: Listener) -> None:
        """Let somebody hear what the firmware concludes from now on."""
        self._listener = listener

    @property
    def pid(self) -> int:
        """The number of its process."""
        return self._interpreter.pid

    def end(self) -> None:
        """The power is gone."""
        self._interpreter.end()

    def _order(self, *order: Any) -> None:
        self._take(self._log.order(order))

    def _take(self, news: bytes) -> None:
        """Take in what has changed."""
        self.heap = max(self.heap, self._log.heap)
        for name, value in json.loads(news or b"{}").items():
            setattr(self.voice if hasattr(self.voice, name) else self.face, name, value)

    def _pass(self, us: int) -> None:
        self._passed(us)

    def _told(self, what: int, number: int, data: bytes) -> None:
        ear = self._listener
        if what == c.EVENT:
            event = _event(json.loads(data))
            self.voice.heard.append(event)
            if ear is not None:
                ear.said(event)
        elif what == c.CRASHED:
            self._log.no_pass()
            if self._crashed is not None:
                self._crashed(FirmwareFailed.of(data))
        elif ear is not None and what == c.ANSWERED:
            ear.answered(number)
        elif ear is not None:
            ear.logged(data.decode())


def _event(values: list[Any]) -> Event:
    """Return the event that was sent."""
    made = Event(values[0], values[1])
    for name, value in zip(FIELDS, values, strict=True):
        setattr(made, name, value)
    return made


def _nobody(_: int) -> None:
    """Take no note."""
