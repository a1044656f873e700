"""A table at which people act and the motor turns, while what each stage of the firmware says is written down.

The firmware's own App runs on the chips at pin level, with no game: the motor is told what to do, and the tracker that
any cup may come and go. Data in: a level, a seed, deeds of hands. Data out: one Sample for every conversion that
sensing gave out, what the tracker told, what the physics says happened.
"""

from collections.abc import Callable
from typing import Any, NamedTuple

import numpy as np
from teatable.app import App
from teatable.boards import geometry
from teatable.tracker import events as kinds
from teatable.tracker.tracker import QUIET

from ..options import LEVELS
from ..table import SimulatedTable

LSB_PER_MG = 8.197
_TARE_S, _RAMP_S = 3.0, 3.0
_HAND_S = 20.0


class Sample(NamedTuple):
    """What the firmware knew after one conversion: seconds, g, g mm, 1/1000 g."""

    t_s: float
    cells_g: tuple[float, ...]  # since the tare, spikes out, one conversion late
    sum_g: float  # of the cells
    x_gmm: float
    y_gmm: float
    rest_g: float  # residual of the sum
    rest_x_gmm: float
    rest_y_gmm: float
    base_g: float  # the load last settled
    base_x_gmm: float
    base_y_gmm: float
    jump_mg: float  # largest jump between two rows of the IMU since the sample before
    force: tuple[float, ...]  # specific force at the top's origin, less that of the level table, in g
    alpha: tuple[float, ...]  # angular acceleration about x and y, rad/s2
    at_rest: bool
    disturbed: bool
    holding: bool


class Told(NamedTuple):
    """A word of the tracker."""

    t_s: float
    kind: str
    text: str


class _Driven(App):
    """The App with the motor in other hands than the game's."""

    level = 0

    def _move(self, ms: int) -> None:
        if self.level:
            self.wobble.run(self.level)
        else:
            self.wobble.stop()
        self.wobble.step(ms)
        self.sensing.motor(self.wobble.speed_mrev_s)


class Probe:
    """One table with pens on it, empty, tared and with the motor at its speed; `samples`, `told`, `truth` grow."""

    def __init__(self, level: str, seed: int, listen: Callable[[App], None] = lambda app: None) -> None:
        """`listen`: called with the App as soon as it is built, for other pens."""
        self._listen = listen
        self.level = LEVELS.index(level)
        self.samples: list[Sample] = []
        self.told: list[Told] = []
        self.rows: list[tuple[float, ...]] = []  # of the accelerometer, as drained, in counts
        self._jump = 0
        self._last: list[int] | None = None
        self.table = SimulatedTable(seed=seed, app=self._build)
        self.world = self.table.world
        self.table.run_until(_TARE_S)
        self.app.level = self.level
        if self.level:
            self.table.run_for(_RAMP_S)
        self.expect(kinds.PLACE)

    @property
    def truth(self) -> list[Any]:
        """Events of the physics so far."""
        return self.world.truth.events

    def expect(self, mode: int) -> None:
        """Tell the tracker what people are about to do, a mode of tracker/events.py."""
        self.app.tracker.expect(mode)

    def hand(self, action: Any, more_s: float) -> None:
        """Let a hand act to its end, and `more_s` after it."""
        hand = self.world.start(action)
        self.table.run_until(lambda: hand.done, _HAND_S)
        self.table.run_for(more_s)

    def between(self, from_s: float, to_s: float) -> list[Sample]:
        """Return the samples of a while."""
        return [s for s in self.samples if from_s <= s.t_s <= to_s]

    def _build(self, ports: Any, board: Any, deck: Any = None) -> App:
        self.app = app = _Driven(ports, board, deck=deck)
        stepped, event, moved = app.tracker.step, app.tracker.next_event, app.sensing.imu

        def step(now_us: int, sensing: Any) -> None:
            stepped(now_us, sensing)
            self._write()

        def heard() -> Any:
            word = event()
            if word is not None:
                self.told.append(Told(self.table.now_s, kinds.NAMES[word.kind], _words(word)))
            return word

        def felt(rows: Any, n: int, now_us: int) -> None:
            self._feel(rows, n)
            moved(rows, n, now_us)

        app.tracker.step, app.tracker.next_event, app.sensing.imu = step, heard, felt
        self._listen(app)
        return app

    def _feel(self, rows: Any, n: int) -> None:
        for i in range(n):
            row = list(rows[6 * i + 3 : 6 * i + 6])
            if self._last is not None:
                self._jump = max(self._jump, *(abs(a - b) for a, b in zip(row, self._last, strict=True)))
            self._last = row
            self.rows.append(tuple(row))

    def _write(self) -> None:
        sensing, tracker = self.app.sensing, self.app.tracker
        scale, balance, motion = sensing.scale, sensing.balance, sensing.motion
        if not sensing.tared:
            return
        self.samples.append(
            Sample(
                self.table.now_s,
                tuple(v / 1000 for v in scale.cell_mg),
                scale.weight_mg / 1000,
                scale.mx / 1000,
                scale.my / 1000,
                balance.r / 1000,
                balance.rx / 1000,
                balance.ry / 1000,
                balance.base / 1000,
                balance.base_x / 1000,
                balance.base_y / 1000,
                self._jump / LSB_PER_MG,
                (motion.fx / 65536, motion.fy / 65536, motion.fz / 65536),
                (motion.ax / 1024, motion.ay / 1024),
                bool(tracker.at_rest),
                tracker.state != QUIET,
                bool(tracker.holding),
            )
        )
        self._jump = 0


def column(samples: list[Sample], name: str) -> np.ndarray:
    """Return one field of all samples."""
    return np.array([getattr(s, name) for s in samples])


def _words(word: Any) -> str:
    cup = geometry.CUPS[word.cup] if word.cup >= 0 else ""
    cups = ", ".join(geometry.CUPS[c] for c in word.cups)
    if word.kind == kinds.PLACED and word.stack >= 0 and cup:
        cup += " on " + geometry.CUPS[word.stack]
    about = f"{word.knock_mg / 1000:.1f} g" if word.kind == kinds.KNOCK else cup or cups
    unsure = "" if word.sure else " (not sure)"
    return f"{kinds.NAMES[word.kind]}: {about}{unsure}" if about else kinds.NAMES[word.kind] + unsure
