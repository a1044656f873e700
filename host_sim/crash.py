"""Runs the crash screen of firmware/main.py, which loops until somebody taps, a sleep at a time beside the simulation.

Data in: the loaded main.py, ports, board, App, the error. Data out: `step()` lets it run to its next sleep; what it
raises (a restart, a power cut) comes out there. It runs in a thread of its own that moves only inside `step`.
"""

from __future__ import annotations

import importlib.util
import threading
from pathlib import Path
from types import ModuleType
from typing import Any

from .clock import Clock

MAIN = Path(__file__).parents[1] / "firmware" / "main.py"


def load_main() -> ModuleType:
    """Return firmware/main.py as a module; its loop does not start."""
    spec = importlib.util.spec_from_file_location("teatable_main", MAIN)
    assert spec is not None and spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


class CrashScreen:
    """The firmware in its last loop."""

    def __init__(self, clock: Clock, ports: Any, board: ModuleType, app: Any, error: BaseException) -> None:
        self._clock = clock
        self._go, self._back = threading.Semaphore(0), threading.Semaphore(0)
        self._raised: BaseException | None = None
        self._given_up = False
        self._call = lambda: load_main().crash(ports, board, app, error)
        clock.after_sleep = self._pause
        threading.Thread(target=self._run, daemon=True).start()

    def step(self) -> None:
        """Let the firmware run until it sleeps; raises what it raises."""
        self._go.release()
        self._back.acquire()
        if self._raised is not None:
            self._clock.after_sleep = None
            raise self._raised

    def give_up(self) -> None:
        """End it: the power is gone."""
        self._given_up = True
        self._clock.after_sleep = None
        self._go.release()

    def _pause(self) -> None:
        self._back.release()
        self._go.acquire()
        if self._given_up:
            raise SystemExit

    def _run(self) -> None:
        self._go.acquire()
        if self._given_up:
            return
        try:
            self._call()
            self._raised = RuntimeError("the crash screen came to an end")
        except SystemExit:
            return
        except BaseException as raised:
            self._raised = raised
        self._back.release()
