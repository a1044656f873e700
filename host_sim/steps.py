"""Does the steps of a scripted scene: presses, hands, faults, one after the other or beside each other.

Data in: a Stage and a checked Scenario. Data out: what happens. A step that cannot be done as written (the target is
not drawn, the cup is not where the step needs it) is BadInput with the step's key path.
"""

from typing import TYPE_CHECKING

from teatable.boards import geometry

from .acting import Script, pause, until
from .errors import BadInput, NotPlayed
from .scenario import Scenario, Step
from .world import hands

if TYPE_CHECKING:
    from .stage import Stage

CUPS = geometry.CUPS
MANNER = ("press_n", "press_s", "ramp_s", "drop_mm", "hold_s", "tilt_deg", "tilt_dir_deg", "touches", "pose")
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
        for step in self.scene.steps:
            if step.values["at"] is not None:
                self.stage.scene.beside(self._later(step))
        yield from self._set_up()
        for step in self.scene.steps:
            if step.values["at"] is None:
                self.where = step.where
                yield from self._do(step)
        self.where = "end"
        yield from until(self.table, lambda: not self.stage.scene.busy, 36_000.0)
        yield from pause(self.table, _AFTER_S)

    def _later(self, step: Step) -> Script:
        at = step.values["at"]
        yield from until(self.table, lambda: self.table.now_s >= at, at + 1.0)
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
            if not (yield from self._touch(target, _DRAWN_S, 0.0)):
                raise NotPlayed(f"{target} did not come; on the display: {self.senses.describe()}")

    # --- the display
    def _touch(self, target: str, within_s: float, hold_s: float) -> Script:
        if not (yield from until(self.table, lambda: self.senses.offers(target), within_s)):
            return False
        revision = self.senses.revision
        yield from self.body.press(target, hold_s)
        yield from until(self.table, lambda: self.senses.revision != revision, 0.5)
        return True

    def _press(self, step: Step) -> Script:
        v = step.values
        if not (yield from self._touch(v["target"], v["within_s"], v["s"])):
            raise BadInput(
                f'{step.where}.target: found "{v["target"]}", not drawn within {v["within_s"]:g} s '
                f"(at {self.table.now_s:.1f} s); on the display: {self.senses.describe()}"
            )

    # --- hands
    def _cup(self, step: Step, key: str) -> int:
        return CUPS.index(step.values[key])

    def _place(self, step: Step) -> Script:
        v, cup = step.values, self._cup(step, "cup")
        if cup not in self.senses.away():
            raise BadInput(f"{step.where}.cup: {v['cup']} is not beside the table (at {self.table.now_s:.1f} s)")
        where: dict = {"x_mm": v["x_mm"], "y_mm": v["y_mm"]}
        if v["on"] is not None:
            on = self._cup(step, "on")
            if all(s.top != on for s in self.senses.stacks()):
                raise BadInput(f"{step.where}.on: {v['on']} is not the top of a stack (at {self.table.now_s:.1f} s)")
            where = {"on": on, "dx_mm": v["dx_mm"], "dy_mm": v["dy_mm"]}
        manner = {k: v[k] for k in MANNER}
        yield from self.body.act(hands.place(self.table.world, cup, **where, **manner))

    def _remove(self, step: Step) -> Script:
        cup = self._cup(step, "cup")
        if cup in self.senses.away():
            raise BadInput(f"{step.where}.cup: {step.values['cup']} is not on the table (at {self.table.now_s:.1f} s)")
        yield from self.body.act(hands.remove(self.table.world, cup))

    def _push(self, step: Step) -> Script:
        v, cup = step.values, self._cup(step, "cup")
        if all(cup not in s.cups for s in self.senses.stacks()):
            raise BadInput(f"{step.where}.cup: {v['cup']} does not stand on the table (at {self.table.now_s:.1f} s)")
        action = hands.push(self.table.world, cup, speed_mm_s=v["speed_mm_s"], angle_deg=v["angle_deg"])
        yield from self.body.act(action)

    def _steady(self, step: Step) -> Script:
        v, cup = step.values, self._cup(step, "cup")
        if all(cup not in s.cups for s in self.senses.stacks()):
            raise BadInput(f"{step.where}.cup: {v['cup']} does not stand on the table (at {self.table.now_s:.1f} s)")
        action = hands.steady(self.table.world, cup, force_n=v["force_n"], angle_deg=v["angle_deg"], s=v["s"])
        yield from self.body.act(action)

    def _bump(self, step: Step) -> Script:
        v = step.values
        yield from self.body.act(hands.bump(self.table.world, impulse_ns=v["impulse_ns"], angle_deg=v["angle_deg"]))

    def _lean(self, step: Step) -> Script:
        v = {k: step.values[k] for k in ("force_n", "x_mm", "y_mm", "s")}
        yield from self.body.act(hands.lean(self.table.world, **v))

    def _lay(self, step: Step) -> Script:
        v = {k: step.values[k] for k in ("mass_g", "x_mm", "y_mm")}
        yield from self.body.act(hands.lay_object(self.table.world, **v))

    def _take(self, step: Step) -> Script:
        yield from self.body.act(hands.take_object(self.table.world))

    def _move(self, step: Step) -> Script:
        v = {k: step.values[k] for k in ("dx_mm", "dy_mm", "yaw_deg", "slope_deg", "s")}
        yield from self.body.act(hands.move_table(self.table.world, **v))

    # --- parts and power
    def _fault(self, step: Step) -> Script:
        v = step.values
        self.table.fault(v["device"], v["kind"], v["s"])
        yield

    def _power_cut(self, step: Step) -> Script:
        self.table.power_cut(step.values["s"])
        yield from pause(self.table, step.values["s"])

    def _wait(self, step: Step) -> Script:
        yield from pause(self.table, step.values["s"])
