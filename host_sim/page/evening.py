"""One evening at the table: the simulated table, bots, the person's hand and finger, and the diary of what was done.

Everything here runs in the simulator's thread; the page reaches it through Room.do. Data in: players, level, seed, who
sits where; deeds of the person. Data out: a Stage that plays, and a scenario that `run` plays to the same end.
"""

from collections import deque
from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import numpy as np
from teatable.store import settings as family

from ..acting import Script, until
from ..bots import nuisance
from ..bots.body import Body
from ..errors import NotPlayed
from ..scripted import scenario
from ..stage import Say, Stage, table_for
from .diary import Diary
from .people import Finger, Manner, Person
from .seats import Seats, clear_up
from .words import cup_words

WAITING_MOST = 4  # deeds of the hand that wait for their turn
Where = dict[str, Any]


@dataclass(frozen=True)
class Invitation:
    """How an evening begins; `people` are the seats 0..9 that are no bots."""

    players: int = 2
    level: str = "gentle"
    seed: int = 1
    people: frozenset[int] = field(default_factory=lambda: frozenset({0}))

    def scene(self, steps: list[dict[str, Any]], end_s: float) -> dict[str, Any]:
        """Return the scenario of this evening with `steps`, until `end_s`."""
        return {
            "note": "played on the page",
            "mode": "evening",
            "players": list(family.NAMES[: self.players]),
            "level": self.level,
            "seed": self.seed,
            "deck_seed": self.seed,
            "end_s": end_s,
            "steps": steps,
        }


class Evening:
    """A table with people and bots at it."""

    def __init__(self, invitation: Invitation, say: Say):
        self.invitation = invitation
        scene = scenario.check(invitation.scene([], 0.0))
        seed = invitation.seed
        self.table = table_for(scene, seed)
        self.stage = stage = Stage(self.table, seed, say)
        self.diary = Diary(self.table)
        rng = np.random.default_rng([seed, 0x9A6E])
        self._rng = rng
        self.hand = Person(self.table, rng, 1.2)
        self.finger = Finger(self.table)
        body = Body(self.table, np.random.default_rng([seed, 0x4A2D]), 1.0)
        say_timed = stage.recorder.say
        self.seats = Seats(
            stage.senses, body, invitation.players, invitation.level, stage.rng, say_timed, set(invitation.people)
        )
        self._todo: deque[tuple[str, Callable[[], Script]]] = deque()
        self.doing = ""  # what the person's hand does now
        self._soon: deque[Callable[[], None]] = deque()
        self.faults: set[tuple[str, str]] = set()
        self.laid = False
        for script in (self._hand_script(), self.finger.script(), self._soon_script()):
            stage.scene.beside(script)

    # --- what the person's hand does, one thing after the other
    def _hand_script(self) -> Script:
        while True:
            while self._todo:
                self.doing, make = self._todo.popleft()
                try:
                    yield from make()
                except NotPlayed as error:
                    self.stage.recorder.say(str(error))
                self.doing = ""
            yield

    def _do(self, words: str, make: Callable[[], Script]) -> None:
        if len(self._todo) < WAITING_MOST:
            self._todo.append((words, make))

    def lift(self, cup: int) -> None:
        """Take a cup off the table, from a stack or from where it lies."""
        self._do(f"takes {cup_words(cup)} off", lambda: self._lift(cup))

    def _lift(self, cup: int) -> Script:
        if cup not in self.stage.senses.away():
            yield from self.hand.remove(cup)

    def put(self, cup: int, where: Where, manner: Manner) -> None:
        """Put a cup {"on": cup} or at {"x_mm", "y_mm"}; one that stands on the table is taken off first."""
        self._do(f"puts {cup_words(cup)} down", lambda: self._put(cup, where, manner))

    def _put(self, cup: int, where: Where, manner: Manner) -> Script:
        yield from self._lift(cup)
        if "on" in where and all(s.top != where["on"] for s in self.stage.senses.stacks()):
            self.stage.recorder.say("that stack has changed: put the cup again")
            return
        yield from self.hand.put(cup, where, manner)

    def clear(self) -> None:
        """Take everything off the table."""
        self._do("clears the table", lambda: clear_up(self.stage.senses, self.hand))

    def push(self, cup: int) -> None:
        """Push a cup over with a finger."""
        self._do(f"pushes {cup_words(cup)}", lambda: self.hand.push(cup))

    # --- what happens around the game; beside everything else
    def bump(self, impulse_ns: float) -> None:
        """Knock against the table."""
        self.stage.scene.beside(self.hand.bump(impulse_ns))

    def lean(self) -> None:
        """Lean on the table."""
        self.stage.scene.beside(self.hand.lean())

    def move(self) -> None:
        """Move the whole table."""
        self.stage.scene.beside(self.hand.move())

    def lay_or_take(self) -> None:
        """Lay a thing that is no cup on the table where there is room, or take it away again."""
        self._do("moves a thing that is no cup", self._lay_or_take)

    def _lay_or_take(self) -> Script:
        if self.laid:
            yield from self.hand.take()
            self.laid = False
        elif (spot := nuisance.free_spot(self.table, self._rng)) is not None:
            yield from self.hand.lay(*spot)
            self.laid = True
        else:
            self.stage.recorder.say("there is no room on the table")

    def power_cut(self, s: float = 2.0) -> None:
        """Take the power away for a while."""
        self._soon.append(lambda: self.table.power_cut(s) if self.table.powered else None)

    def break_or_mend(self, device: str, kind: str) -> None:
        """Put a fault into a part, or take it out again."""
        self._soon.append(lambda: self._break_or_mend(device, kind))

    def _break_or_mend(self, device: str, kind: str) -> None:
        (self.table.clear if (device, kind) in self.faults else self.table.fault)(device, kind)
        self.faults ^= {(device, kind)}

    def _soon_script(self) -> Script:
        """Do at a pulse, as all else is done, what somebody asked for at any time: so it can be done again."""
        while True:
            while self._soon:
                self._soon.popleft()()
            yield

    # --- the end
    def scene(self) -> dict[str, Any]:
        """Return what was done so far as a scenario."""
        out = self.invitation.scene([*self.diary.steps], self.table.now_s)
        scenario.check(out)
        return out

    def wait_for_hand(self, seconds: float = 30.0) -> Script:
        """Wait until all is done that was asked for; for tests."""
        yield from until(self.table, lambda: not self._todo and not self.doing and not self._soon, seconds)


def unused(folder: Path) -> Path:
    """Return a file name in `folder` that is not taken yet."""
    n = 1
    while (path := folder / f"evening-{n}.json").exists():
        n += 1
    return path
