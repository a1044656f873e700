"""The simulator's thread behind the page: plays evenings at the speed asked for, keeps a picture for whoever looks.

Why a thread of its own: the physics never waits for a browser, and the web server never waits for the physics. What a
person does comes in through `do` and is done between two pulses, 20 ms of virtual time apart at every speed, so that
`run` does it at the same moment.
"""

import queue
import threading
import time
import traceback
from collections.abc import Callable
from concurrent.futures import Future
from dataclasses import replace
from typing import Any

from .evening import Evening, Invitation
from .picture import LINES, Picture, take
from .signals import Traces

FRAME_S = 1 / 20
PACE_S = 1.5  # over which the speed is told
ENOUGH = 0.9  # of the speed asked for; below this the page says that the computer is too slow
NAP_S = 0.05


class _Over(Exception):
    """The evening ends."""


class Room:
    """Plays on `start`, until `stop`."""

    def __init__(self, invitation: Invitation):
        self.invitation = invitation
        self.speed = 1.0
        self.paused = False
        self.picture = Picture(hint="The table is being built ...")
        self.traces = Traces()
        self._commands: queue.SimpleQueue[tuple[Callable[[Evening], Any], Future]] = queue.SimpleQueue()
        self._next: Invitation | None = invitation
        self._stop = threading.Event()
        self._number = 0
        self._story: list[str] = []
        self._thread = threading.Thread(target=self._run, name="simulator", daemon=True)

    # --- from the page
    def start(self) -> None:
        """Begin the first evening."""
        self._thread.start()

    def stop(self) -> None:
        """End the thread."""
        self._stop.set()
        self._thread.join(timeout=10)

    def do(self, what: Callable[[Evening], Any]) -> Future:
        """Have the simulator's thread call `what` soon; the future holds what it returns."""
        answer: Future = Future()
        self._commands.put((what, answer))
        return answer

    def invite(self, invitation: Invitation) -> None:
        """Begin another evening."""
        self._next = invitation

    # --- the thread
    def _run(self) -> None:
        while not self._stop.is_set():
            coming, self._next = self._next, None
            if coming is None:
                self._stop.wait(NAP_S)
                self._serve(None)
                continue
            try:
                self._play(coming)
            except _Over:
                pass
            except Exception as error:
                traceback.print_exc()
                text = f"The simulator has stopped: {type(error).__name__}: {error}. Begin a new game under Game."
                self.picture = replace(self.picture, hint=text, slow=False)

    def _play(self, invitation: Invitation) -> None:
        self.picture = replace(self.picture, hint="The table is being built ...", screen="")
        self._story = []
        self.traces = Traces()
        evening = Evening(invitation, self._tell)
        self.invitation = invitation
        self._number += 1
        self.picture = Picture(number=self._number)
        self._t_s, self._wall_s, self._due = 0.0, time.monotonic(), 0.0
        self._pace, self._slow, self._asked = "", False, self.speed
        evening.stage.watchers.append(lambda: self._look(evening))
        evening.stage.scene.breathe = lambda: self._breathe(evening)
        evening.stage.scene.play(evening.seats.script())

    def _tell(self, line: str) -> None:
        self._story = [*self._story[1 - LINES :], line]

    def _serve(self, evening: Evening | None) -> None:
        while True:
            try:
                what, answer = self._commands.get_nowait()
            except queue.Empty:
                return
            try:
                if evening is None:
                    raise RuntimeError("there is no table now")
                answer.set_result(what(evening))
            except Exception as error:
                answer.set_exception(error)

    def _look(self, evening: Evening) -> None:
        """Between two steps: do what was asked, keep the picture, and wait for the clock on the wall."""
        self._serve(evening)
        self.traces.look(evening.table)
        while self.paused and not self._leaving():
            self._pace, self._slow = "paused", False
            self._keep(evening)
            time.sleep(NAP_S)
            self._serve(evening)
            self._begin_pace(evening)
        if self._leaving():
            raise _Over
        evening.stage.scene.breaths = round(1 / min(1.0, max(0.1, self.speed)))
        self._breathe(evening)

    def _breathe(self, evening: Evening) -> None:
        """Keep the picture, and wait for the clock on the wall; in slow motion several times a pulse."""
        if time.monotonic() >= self._due:
            self._keep(evening)
            self._due = time.monotonic() + FRAME_S
        self._wait(evening)

    def _leaving(self) -> bool:
        return self._stop.is_set() or self._next is not None

    def _begin_pace(self, evening: Evening) -> None:
        self._t_s, self._wall_s, self._asked = evening.table.now_s, time.monotonic(), self.speed

    def _wait(self, evening: Evening) -> None:
        now_s, wall_s = evening.table.now_s, time.monotonic()
        if self.speed != self._asked:
            self._begin_pace(evening)
            return
        ahead = (now_s - self._t_s) / self.speed - (wall_s - self._wall_s)
        if ahead > 0:
            time.sleep(ahead)
        if wall_s - self._wall_s > PACE_S:
            rate = (now_s - self._t_s) / (time.monotonic() - self._wall_s)
            self._slow = rate < ENOUGH * self.speed
            late = ": this computer is too slow for more" if self._slow else ""
            self._pace = f"{int(now_s // 60)}:{now_s % 60:04.1f} of table time, at {rate:.1f} times real time{late}"
            self._begin_pace(evening)

    def _keep(self, evening: Evening) -> None:
        made = take(evening, self.picture)
        made.number, made.story = self._number, self._story
        made.pace, made.slow = self._pace, self._slow
        self.picture = made
