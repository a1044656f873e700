"""The units of a long run: one game of bots or one round of scenes, of one level and seed, and what is kept of it.

Data in: a Unit and the Settings that all units of a run share. Data out: one small JSON object: truth, table, charges
and what is not counted from events. The judging (report.metrics) is done anew whenever it is read.
"""

import hashlib
import time
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

from .. import options, report
from ..conditions import Conditions

NATURAL, PROVOKED = STRATA = ("natural", "provoked")
PLAYERS = (3, 2, 4, 6, 5)
FORM = 1  # of header and lines
ROUND_LIMIT_S = 3600.0
_EXTRA = ("hours", "to_one_s", "samples_lost", "longest_step_ms", "restarts", "stalls", "speed", "acts")
_KINDS = ("placed", "removed", "falling", "falling-cancelled", "fell", "fault")
_KEYS = (
    "t", "kind", "cup", "cups", "x_mm", "y_mm", "stack", "height", "cause", "impact_t", "gap_mm", "rim_gap_mm",
    "player", "turn", "after_three", "fallen", "felt_t", "candidates", "sure", "answered", "corrected_t", "fault",
)  # fmt: skip


@dataclass(frozen=True)
class Unit:
    """One unit of work."""

    stratum: str
    level: str
    seed: int

    @property
    def players(self) -> int:
        """How many play the game of this seed."""
        return PLAYERS[(self.seed - 1) % len(PLAYERS)]

    def __str__(self) -> str:
        what = f"{self.players} players, " if self.stratum == NATURAL else ""
        return f"{self.stratum}, {what}level {self.level}, seed {self.seed}"


@dataclass(frozen=True)
class Settings:
    """What all units of a run share."""

    skill: float = 1.0
    nuisance: bool = True
    noise: float = 1.0
    cost: float = 1.0
    stalls_per_min: float = 0.0
    on: str = "cpython"  # what runs the firmware, as --on; the results do not depend on it

    @property
    def conditions(self) -> Conditions:
        """The conditions under which the table works."""
        return Conditions(self.noise, self.cost, self.stalls_per_min)


def header(settings: Settings) -> dict[str, Any]:
    """Return what a result depends on besides the unit: the first line of a file of results."""
    from .. import stage
    from ..provoked import SCENES_VERSION
    from ..world.provoked_hands import PROVOKED_HANDS_VERSION

    models = {**stage.model_names(), "provoked": PROVOKED_HANDS_VERSION, "scenes": SCENES_VERSION}
    return {"bench": FORM, "models": models, "firmware": firmware_hash(), "options": options_of(settings)}


def options_of(settings: Settings) -> dict[str, Any]:
    """Return the settings that a result depends on."""
    return {name: value for name, value in asdict(settings).items() if name != "on"}


def firmware_hash() -> str:
    """Return a short hash of every source file of the firmware."""
    import teatable

    folder, digest = Path(teatable.__file__).parent, hashlib.sha256()
    for path in sorted(folder.rglob("*.py")):
        digest.update(path.relative_to(folder).as_posix().encode() + b"\0" + path.read_bytes() + b"\0")
    return digest.hexdigest()[:12]


def play(unit: Unit, settings: Settings, scenes: tuple[str, ...] = ()) -> dict[str, Any]:
    """Play one unit and return what is kept of it; `scenes`: only these of a round."""
    began = time.process_time()
    line: dict[str, Any] = {"unit": [unit.stratum, unit.level, unit.seed]}
    try:
        made = _game(unit, settings) if unit.stratum == NATURAL else _round(unit, settings, scenes)
    except Exception as error:  # a run of days must not end with one unit: it is kept and counted as failed
        line["crashed"] = " ".join(f"{type(error).__name__}: {error} ({_where(error)})".split())
        return line
    line |= {key: made[key] for key in ("winner", "ending") if key in made}
    line["truth"], line["table"] = _slim(made["truth"]), _slim(made["table"])
    line["charges"] = made["charges"]
    line["extra"] = {key: made["metrics"][key] for key in _EXTRA if key in made["metrics"]}
    line["extra"]["took_s"] = round(time.process_time() - began, 1)
    return line


def _game(unit: Unit, settings: Settings) -> dict[str, Any]:
    from .. import stage

    plan = stage.Plan(
        unit.players, unit.level, unit.seed, settings.skill, settings.nuisance, conditions=settings.conditions,
        on=settings.on,
    )  # fmt: skip
    return stage.play_game(plan, lambda text: None, None)


def _round(unit: Unit, settings: Settings, scenes: tuple[str, ...]) -> dict[str, Any]:
    from .. import stage

    level = options.LEVELS.index(unit.level)
    return stage.play_round(
        level, unit.seed, settings.skill, settings.nuisance, settings.conditions, scenes, ROUND_LIMIT_S,
        on=settings.on,
    )  # fmt: skip


def _where(error: Exception) -> str:
    trace = error.__traceback__
    while trace is not None and trace.tb_next is not None:
        trace = trace.tb_next
    return f"{Path(trace.tb_frame.f_code.co_filename).name}:{trace.tb_lineno}" if trace is not None else "?"


def _slim(events: list[dict[str, Any]]) -> list[dict[str, Any]]:
    """Return the events that figures are made of, without what they do not need."""
    return [{k: e[k] for k in _KEYS if e.get(k) is not None} for e in events if e["kind"] in _KINDS]


def judged(line: dict[str, Any]) -> dict[str, Any]:
    """Return a line as a report: with metrics, and with what the table was sure of and was not so."""
    out = {**line, "metrics": {}, "disagreements": [], "unnoticed": []}
    if "crashed" not in line:
        out["metrics"] = report.metrics(line["truth"], line["table"], line["charges"], line["extra"])
        out["disagreements"] = report.disagreements(line["truth"], line["table"])
        out["unnoticed"] = report.unnoticed(line["truth"], line["table"])
    return out


def unit_of(line: dict[str, Any]) -> Unit:
    """Return the unit that a line is of."""
    return Unit(*line["unit"])
