"""Hands and fingers of whoever sits at the page, and of the bots beside them; what they do is written down.

Data in: where the mouse clicked, in what manner. Data out: scripts for the scene, and the diary of Deeds.
"""

from collections import deque
from typing import Any

from numpy.random import Generator

from ..acting import Script, pause
from ..bots.body import TAP_S, Body
from ..bots.senses import Senses
from ..steps import CUPS, MANNER
from ..world import hands, player_hands
from .deeds import Deed, Deeds

MANNERS = {"careful": "Careful", "quick": "Quick", "drop": "Let it drop"}
_SKILL = {"careful": 1.7, "quick": 0.7, "drop": 1.0}
_DROP_MM = (20.0, 60.0)
_TOUCH_S = 0.08  # a click is never shorter than this, so that the touch chip has it in slow motion too


def manner_of(name: str, rng: Generator) -> dict[str, Any]:
    """Draw how a person puts a cup down who is careful, quick, or lets it drop: arguments of hands.place."""
    drawn = player_hands.placement(rng, _SKILL[name])
    drawn |= {"touches": 0, "drop_mm": 0.0, "press_n": 0.4, "press_s": 0.2, "ramp_s": 0.4}
    if name == "quick":
        drawn |= {"press_n": float(rng.uniform(0.5, 2.5)), "press_s": 0.1, "ramp_s": 0.3}
    if name == "drop":
        drawn |= {"drop_mm": float(rng.uniform(*_DROP_MM))}
    return drawn


class WrittenBody(Body):
    """A Body whose acts are written down as steps of a scenario."""

    def __init__(self, table: Any, rng: Generator, skill: float, senses: Senses, deeds: Deeds):
        super().__init__(table, rng, skill)
        self.senses, self.deeds = senses, deeds

    def press(self, target: str, hold_s: float = 0.0) -> Script:
        """Tap where `target` is drawn."""
        if not self.senses.offers(target):
            return False
        deed = self.deeds.begin(self.table.now_s, do="press", target=target)
        done = yield from super().press(target, hold_s)
        self.deeds.lifted(deed, self.table.now_s, self.senses.revision)
        return done

    def _written(self, action: Any, **step: Any) -> Script:
        deed = self.deeds.begin(self.table.now_s, **step)
        try:
            yield from self.act(action)
        finally:
            deed.end = self.table.now_s

    def put(self, cup: int, where: dict[str, Any], manner: dict[str, Any]) -> Script:
        """Put a cup {"on": cup} or at {"x_mm", "y_mm"}, as `manner` says."""
        world, all_of_it = self.table.world, where | manner
        step = {k: _rounded(v) for k, v in all_of_it.items() if k in MANNER}
        dx, dy = manner["dx_mm"], manner["dy_mm"]
        if "on" in where:
            step |= {"on": CUPS[where["on"]], "dx_mm": _rounded(dx), "dy_mm": _rounded(dy)}
        else:
            step |= {"x_mm": _rounded(where["x_mm"] + dx), "y_mm": _rounded(where["y_mm"] + dy)}
        yield from self._written(hands.place(world, cup, **all_of_it), do="place", cup=CUPS[cup], **step)

    def place_on(self, cup: int, on: int) -> Script:
        """Put a cup on another one."""
        yield from self.put(cup, {"on": on}, player_hands.placement(self.rng, self.skill))

    def place_at(self, cup: int, x_mm: float, y_mm: float) -> Script:
        """Put a cup on the table top."""
        manner = player_hands.placement(self.rng, self.skill)
        yield from self.put(cup, {"x_mm": x_mm, "y_mm": y_mm}, manner)

    def remove(self, cup: int) -> Script:
        """Take a cup away, from a stack or from where it fell."""
        action = hands.remove(self.table.world, cup, **player_hands.removal(self.rng, self.skill))
        yield from self._written(action, do="remove", cup=CUPS[cup])

    def steady(self, cup: int) -> Script:
        """Lay a finger against a cup for a while."""
        how = player_hands.steadying(self.rng)
        yield from self._written(hands.steady(self.table.world, cup, **how), do="steady", cup=CUPS[cup], **how)

    def push(self, cup: int) -> Script:
        """Push a cup over."""
        how = {"angle_deg": _rounded(float(self.rng.uniform(-180, 180))), "speed_mm_s": 300.0}
        yield from self._written(hands.push(self.table.world, cup, **how), do="push", cup=CUPS[cup], **how)

    def bump(self, impulse_ns: float) -> Script:
        """Knock against the table."""
        how = {"impulse_ns": impulse_ns, "angle_deg": _rounded(float(self.rng.uniform(-180, 180)))}
        yield from self._written(hands.bump(self.table.world, **how), do="bump", **how)

    def lean(self) -> Script:
        """Lean on the edge of the top."""
        how = {k: _rounded(v) for k, v in player_hands.lean(self.rng).items()}
        yield from self._written(hands.lean(self.table.world, **how), do="lean", **how)

    def lay(self, x_mm: float, y_mm: float) -> Script:
        """Lay something down that is no cup."""
        how = {"x_mm": _rounded(x_mm), "y_mm": _rounded(y_mm), "mass_g": 150.0}
        yield from self._written(hands.lay_object(self.table.world, **how), do="lay", **how)

    def take(self) -> Script:
        """Take it away again."""
        yield from self._written(hands.take_object(self.table.world), do="take")

    def move(self) -> Script:
        """Move the whole table."""
        how = {k: _rounded(v) for k, v in player_hands.move(self.rng).items() if k != "slope_dir_deg"}
        yield from self._written(hands.move_table(self.table.world, **how), do="move", **how)


def _rounded(value: Any) -> Any:
    return round(value, 3) if isinstance(value, float) else value


class Finger:
    """The mouse on the display: down, along, up, each given to the touch chip at its time."""

    def __init__(self, table: Any, senses: Senses, deeds: Deeds):
        self._table, self._senses, self._deeds = table, senses, deeds
        self._waiting: deque[tuple[int, int, bool]] = deque()
        self._deed: Deed | None = None
        self.down = False

    def at(self, x: int, y: int, down: bool) -> None:
        """The finger is at (x, y) of the display, or lifted."""
        if down and self._waiting and self._waiting[-1][2]:
            self._waiting.pop()  # only the last place of a drag counts
        self._waiting.append((x, y, down))

    def script(self) -> Script:
        """Move the finger for ever."""
        while True:
            while self._waiting:
                x, y, down = self._waiting.popleft()
                if down and not self.down:
                    self._touch(x, y)
                    yield from pause(self._table, _TOUCH_S)
                elif down:
                    self._table.touch_down(x, y)
                elif self.down:
                    self._lift()
                    yield from pause(self._table, 0.06)
            yield

    def _touch(self, x: int, y: int) -> None:
        self.down = True
        targets = self._table.app.ui.targets if self._table.app is not None else ()
        hit = next((n for n, tx, ty, w, h in targets if tx <= x < tx + w and ty <= y < ty + h), None)
        self._deed = self._deeds.begin(self._table.now_s, do="press", target=hit) if hit else None
        self._table.touch_down(x, y)

    def _lift(self) -> None:
        self.down = False
        self._table.touch_up()
        if self._deed is not None:
            self._deeds.lifted(self._deed, max(self._table.now_s, self._deed.start + TAP_S), self._senses.revision)
            self._deed = None
