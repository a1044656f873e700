"""Scripts that run side by side in virtual time: what people do at the table while the firmware runs.

A script is a generator; each `yield` gives the turn back until some virtual milliseconds have passed. Data in: a table
with `now_s` and `run_until(t_s)`, and scripts. Data out: the scripts' own doing. A script ends the scene by raising.
"""

from collections.abc import Callable, Generator
from typing import Any, Protocol

PULSE_S = 0.02  # how often people look: scripts resume every 20 ms of virtual time

Script = Generator[None, None, Any]


class Timed(Protocol):
    """What the scenes need of a table."""

    @property
    def now_s(self) -> float:
        """Virtual seconds since first power-on."""
        ...

    def run_until(self, t_s: float, /) -> Any:
        """Let virtual time pass until `t_s`."""
        ...


class Scene:
    """Runs a main script and others beside it until the main one ends."""

    def __init__(self, table: Timed, watch: Callable[[], None] | None = None):
        self.table = table
        self.breaths = 1  # so often in a pulse `breathe` is called, which may take time but does nothing at the table
        self.breathe: Callable[[], None] = lambda: None
        self._beside: list[Script] = []
        self._watch = watch

    def beside(self, script: Script) -> None:
        """Start a script that runs beside the main one."""
        self._beside.append(script)

    @property
    def busy(self) -> bool:
        """Whether a script beside the main one has not ended."""
        return bool(self._beside)

    def play(self, main: Script, limit_s: float = float("inf")) -> bool:
        """Run until the main script ends; False when virtual time `limit_s` is reached first."""
        while True:
            try:
                next(main)
            except StopIteration:
                return True
            for script in tuple(self._beside):
                try:
                    next(script)
                except StopIteration:
                    self._beside.remove(script)
            if self._watch:
                self._watch()
            if self.table.now_s >= limit_s:
                return False
            self._go_on()

    def _go_on(self) -> None:
        """Let a pulse pass: always the same one, whoever breathes in it, so that what was done can be done again."""
        start, parts = self.table.now_s, self.breaths
        for part in range(1, parts):
            self.table.run_until(start + PULSE_S * part / parts)
            self.breathe()
        self.table.run_until(start + PULSE_S)


def pause(table: Timed, seconds: float) -> Script:
    """Wait `seconds` of virtual time."""
    end = table.now_s + seconds
    while table.now_s < end:
        yield


def until(table: Timed, happens: Callable[[], bool], seconds: float) -> Script:
    """Wait until `happens()` or until `seconds` have passed; the script's value tells whether it happened."""
    end = table.now_s + seconds
    while not happens():
        if table.now_s >= end:
            return False
        yield
    return True
