"""Does the steps of a scripted scene: presses, hands, faults, one after the other or beside each other.

Data in: a Stage and a checked Scenario. Data out: what happens. A step that cannot be done as written (the target is
not drawn, the cup is not where the step needs it) is BadInput with the step's key path.
"""

from collections.abc import Callable
from typing import TYPE_CHECKING

from teatable.boards import geometry

from ..acting import Script, pause, until
from ..errors import BadInput, NotPlayed
from ..world import hands
from .scenario import Scenario, Step

if TYPE_CHECKING:
    from ..stage import Stage

CUPS = geometry.CUPS
HANDS: dict[str, Callable[..., hands.Action]] = {
    "place": hands.place,
    "remove": hands.remove,
    "push": hands.push,
    "steady": hands.steady,
    "bump": hands.bump,
    "lean": hands.lean,
    "lay": hands.lay_object,
    "take": hands.take_object,
    "move": hands.move_table,
}
_AFTER_S = 3.0  # a scene goes on for so long after its last step
_DRAWN_S = 30.0  # how long a screen of the setup may take to come


class Director:
    """Plays one scenario at a Stage."""

    def __init__(self, stage: "Stage", scene: Scenario):
        self.stage, self.scene = stage, scene
        self.table, self.senses, self.body = stage.table, stage.senses, stage.body
        self.where = "setup"

    def script(self) -> Script:
        """Set the game up, do every step, and look on for a moment."""
        if self.scene.mode == "evening":
            yield from self._as_it_was()
            return
        for step in self.scene.steps:
            if step.values["at"] is not None:
                self.stage.scene.beside(self._later(step))
        yield from self._set_up()
        for step in self.scene.steps:
            if step.values["at"] is None:
                self.where = step.where
                yield from self._do(step)
        self.where = "end"
        if self.scene.end_s is not None:
            yield from self._wait_for(self.scene.end_s)
            return
        yield from until(self.table, lambda: not self.stage.scene.busy, 36_000.0)
        yield from pause(self.table, _AFTER_S)

    def _as_it_was(self) -> Script:
        """Do every step of a saved evening at its time, whatever the others are doing and whatever the table says."""
        for step in self.scene.steps:
            yield from self._wait_for(step.values["at"])
            self.where = step.where
            if step.do in HANDS:
                self.table.world.start(self._action(step))
                continue
            doing = self._do(step)
            if next(doing, self) is not self:
                self.stage.scene.beside(doing)
        if self.scene.end_s is not None:
            yield from self._wait_for(self.scene.end_s)

    def _wait_for(self, at_s: float) -> Script:
        while self.table.now_s < at_s:
            yield

    def _later(self, step: Step) -> Script:
        at = step.values["at"]
        yield from self._wait_for(at)
        yield from self._do(step)

    def _do(self, step: Step) -> Script:
        try:
            yield from getattr(self, "_" + step.do.replace("-", "_"))(step)
        except NotPlayed as error:
            raise BadInput(f"{step.where}: {error}") from error

    # --- before the steps
    def _set_up(self) -> Script:
        """Press through title, players, level and first player, as people would, unless the mode is another."""
        yield from until(self.table, lambda: self.senses.screen != "", _DRAWN_S)
        if self.scene.mode != "game":
            return
        for target in ("button:new-game", "button:next", "button:next", "player:0"):
            if not (yield from self._tap(target, _DRAWN_S, 0.0)):
                raise NotPlayed(f"{target} did not come; on the display: {self.senses.describe()}")

    # --- the display
    def _tap(self, target: str, within_s: float, hold_s: float) -> Script:
        if not (yield from until(self.table, lambda: self.senses.offers(target), within_s)):
            return False
        revision = self.senses.revision
        yield from self.body.press(target, hold_s)
        yield from until(self.table, lambda: self.senses.revision != revision, 0.5)
        return True

    def _press(self, step: Step) -> Script:
        v = step.values
        if not (yield from self._tap(v["target"], v["within_s"], v["s"])):
            raise BadInput(
                f'{step.where}.target: found "{v["target"]}", not drawn within {v["within_s"]:g} s '
                f"(at {self.table.now_s:.1f} s); on the display: {self.senses.describe()}"
            )

    def _touch(self, step: Step) -> Script:
        self.table.touch_down(step.values["x"], step.values["y"])
        yield

    def _let_go(self, step: Step) -> Script:
        self.table.touch_up()
        yield

    # --- hands
    def _action(self, step: Step) -> hands.Action:
        """Return what a hand is to do, with all that the step says; what it leaves out is the action's own."""
        how = {k: v for k, v in step.values.items() if k not in ("do", "at") and v is not None}
        for key in ("cup", "on"):
            if key in how:
                how[key] = CUPS.index(how[key])
        return HANDS[step.do](self.table.world, **how)

    def _hand(self, step: Step) -> Script:
        yield from self.body.act(self._action(step))

    def _place(self, step: Step) -> Script:
        cup, on = step.values["cup"], step.values["on"]
        if CUPS.index(cup) not in self.senses.away():
            raise BadInput(f"{step.where}.cup: {cup} is not beside the table (at {self.table.now_s:.1f} s)")
        if on is not None and all(s.top != CUPS.index(on) for s in self.senses.stacks()):
            raise BadInput(f"{step.where}.on: {on} is not the top of a stack (at {self.table.now_s:.1f} s)")
        yield from self._hand(step)

    def _remove(self, step: Step) -> Script:
        cup = step.values["cup"]
        if CUPS.index(cup) in self.senses.away():
            raise BadInput(f"{step.where}.cup: {cup} is not on the table (at {self.table.now_s:.1f} s)")
        yield from self._hand(step)

    def _push(self, step: Step) -> Script:
        cup = step.values["cup"]
        if all(CUPS.index(cup) not in s.cups for s in self.senses.stacks()):
            raise BadInput(f"{step.where}.cup: {cup} does not stand on the table (at {self.table.now_s:.1f} s)")
        yield from self._hand(step)

    _steady = _push
    _bump = _lean = _lay = _take = _move = _hand

    # --- parts and power
    def _fault(self, step: Step) -> Script:
        v = step.values
        self.table.fault(v["device"], v["kind"], v["s"])
        yield

    def _mend(self, step: Step) -> Script:
        self.table.clear(step.values["device"], step.values["kind"])
        yield

    def _power_cut(self, step: Step) -> Script:
        self.table.power_cut(step.values["s"])
        yield from pause(self.table, step.values["s"])

    def _wait(self, step: Step) -> Script:
        yield from pause(self.table, step.values["s"])
