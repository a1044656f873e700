"""Puts a table, its people and a recorder together, and plays: a whole game by bots, or a scripted scene.

Data in: a Plan or a Scenario. Data out: the report. This is the only place where people, table and referee meet.
"""

import traceback
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
from teatable.boards import geometry
from teatable.store import settings as family
from teatable.tracker import events

from . import report
from .acting import Scene
from .bots import nuisance
from .bots.body import Body
from .bots.party import Party
from .bots.senses import Senses
from .conditions import USUAL, Conditions
from .conditions import table as table_under
from .errors import BadInput, NotPlayed
from .lockstep.inside.free import FreeApp
from .lockstep.interpreter import CPYTHON, command
from .lockstep.remote import LockStep
from .progress import Progress
from .recorder import Recorder, clock
from .scripted import keys, scenario
from .scripted.steps import Director
from .table import SimulatedTable

CUPS = geometry.CUPS
_SCENE_LIMIT_S = 40_000.0
_REASONS: dict[str, str] = {"empty-hand": "no card left", "twelve-cups": "all twelve cups stand"}
Say = Callable[[str], None]


@dataclass(frozen=True)
class Plan:
    """A game to be played by bots; times in virtual seconds."""

    players: int
    level: str
    seed: int
    skill: float = 1.0
    nuisance: bool = True
    limit_s: float = 7200.0
    conditions: Conditions = USUAL
    on: str = CPYTHON  # what runs the firmware, as --on


def model_names() -> dict[str, str]:
    """Return the versions of the models that a result depends on."""
    from .world import hands, model, player_hands

    versions = (model.MODEL_VERSION, hands.HAND_MODEL_VERSION, player_hands.PLAYER_HANDS_VERSION)
    return dict(zip(("world", "hands", "players"), versions, strict=True))


class Stage:
    """One table with a recorder and the people at it."""

    def __init__(self, table: SimulatedTable, seed: int, say: Say, skill: float = 1.0):
        self.table = table
        self.recorder = Recorder(table, say)
        self.rng = np.random.default_rng([seed, 0xB07])
        self.senses = Senses(table)
        self.body = Body(table, np.random.default_rng([seed, 0x4A2D]), skill)
        self.watchers: list[Callable[[], None]] = [self.recorder.poll]
        self.scene = Scene(table, self._watch)

    def _watch(self) -> None:
        for watcher in self.watchers:
            watcher()

    def report(self, more: dict[str, Any] | None = None) -> dict[str, Any]:
        """Return the report of what has been played so far; `more` goes to its metrics."""
        r = self.recorder
        return report.build(r.truth(), r.table, r.game, r.charges, r.extra() | (more or {}))


def firmware(on: str, free: bool = False) -> Callable[..., Any] | None:
    """Return what SimulatedTable takes as `app`: the firmware run by `on`, with no card game on it if `free`."""
    words = command(on)
    if words is not None:
        return LockStep(words, free)
    return FreeApp if free else None


# --- a game


def play_game(
    plan: Plan, say: Say, progress: Progress | None, watch: Callable[["Stage"], None] | None = None
) -> dict[str, Any]:
    """Play a whole game and return its report, with `winner` (None without one) and `ending` in words.

    watch: called with the stage every 20 ms of virtual time; the browser page looks through it.
    """
    stage = Stage(table_under(plan.seed, plan.conditions, app=firmware(plan.on)), plan.seed, say, plan.skill)
    party = Party(stage.senses, stage.body, plan.players, plan.level, stage.rng, stage.recorder.say)
    if plan.nuisance:
        for script in nuisance.scripts(stage.table, np.random.default_rng([plan.seed, 0x2B])):
            stage.scene.beside(script)
    if progress is not None:
        stage.watchers.append(
            lambda: progress.show(f"{clock(stage.table.now_s)} of the game, turn {stage.recorder.turn}")
        )
    if watch is not None:
        stage.watchers.append(lambda: watch(stage))
    winner, ending = None, ""
    try:
        if stage.scene.play(party.script(), plan.limit_s):
            winner, ending = _winner(stage)
        else:
            ending = f"no winner after {plan.limit_s:.0f} s; the screen is {stage.senses.describe()}"
    except NotPlayed as error:
        ending = str(error)
    out = stage.report()
    name = f"{plan.players} players, level {plan.level}, seed {plan.seed}"
    out["winner"], out["ending"] = winner, f"{name}: {ending}"
    out["plan"] = {"players": plan.players, "level": plan.level, "seed": plan.seed, "skill": plan.skill}
    out["people"] = party.tally.as_dict()
    return out


def _winner(stage: Stage) -> tuple[str, str]:
    view = stage.senses.view
    why = " and ".join(_REASONS.get(r, str(r)) for r in view["reasons"])
    minutes = stage.table.now_s / 60
    return view["player"], f"{view['player']} wins ({why}) after {view['turns']} turns and {minutes:.1f} minutes"


# --- a round of scenes


def play_round(
    level: int, seed: int, skill: float = 1.0, nuisances: bool = True, conditions: Conditions = USUAL,
    names: tuple[str, ...] = (), limit_s: float = 3600.0, say: Say = lambda text: None, on: str = CPYTHON,
) -> dict[str, Any]:  # fmt: skip
    """Play scenes (all, or those named) without a card game at a level (0 to 3) and return their report.

    `ending` is empty unless they did not end; metrics hold `acts`, how often each thing was done.
    """
    from .scenes import SCENES, Round

    stage = Stage(table_under(seed, conditions, app=firmware(on, free=True)), seed, say, skill)
    scenes = Round(stage, level, np.random.default_rng([seed, level, 0x5CE]), skill, nuisances)
    ending = ""
    try:
        if not stage.scene.play(scenes.script(names or SCENES), limit_s):
            ending = f"the scenes are not over after {limit_s:.0f} s"
    except NotPlayed as error:
        ending = str(error)
    return stage.report({"acts": dict(scenes.acts)}) | {"ending": ending}


# --- a scenario


def play_scenario(
    scene: scenario.Scenario, seed: int, frames: Path | None, say: Say, on: str = CPYTHON
) -> dict[str, Any]:
    """Play a scripted scene and return its report; `stopped` tells of a step that could not be done as written."""
    table = table_for(scene, seed, on)
    stage = Stage(table, seed, say)
    if frames is not None:
        from .frames import Frames

        stage.watchers.append(Frames(table, frames).look)
    if scene.mode == "free":
        stage.watchers.append(_anything_goes(table))
    director = Director(stage, scene)
    stopped = ""
    try:
        if not stage.scene.play(director.script(), _SCENE_LIMIT_S):
            stopped = f"{director.where}: the scene is not over after {_SCENE_LIMIT_S:.0f} s"
    except NotPlayed as error:
        stopped = f"{director.where}: {error}"
    except BadInput as error:
        stopped = str(error)
    stage.recorder.poll()
    if table.crashed is not None:
        say("".join(traceback.format_exception(table.crashed)).rstrip())
    out = stage.report()
    out["stopped"] = f"{scene.path}: {stopped}" if stopped else ""
    return out


def _anything_goes(table: SimulatedTable) -> Callable[[], None]:
    """Return a watcher that tells every new tracker what no game tells it: any cup may come, anywhere, or go."""
    told: list[Any] = [None]

    def look() -> None:
        if table.app is not None and table.app is not told[0]:
            told[0] = table.app
            table.voice.expect(events.PLACE)

    return look


def table_for(scene: scenario.Scenario, seed: int, on: str = CPYTHON) -> SimulatedTable:
    """Return the table of a scenario; in an evening at the page a crash of the firmware shows on the display."""
    world = dict(scene.world)
    noise = {"noise_g" if k == "cell_noise_g" else k: v for k, v in world.items() if k in keys.CELL_KEYS}
    table = SimulatedTable(
        scene.board,
        seed,
        noise=noise or None,
        cost_factor=world.get("cost_factor", 1.0),
        stalls_per_min=world.get("stalls_per_min", 0.0),
        files=family_files(scene.players, scene.level),
        deck=deck_of(scene),
        app=firmware(on),
        crash_screen=scene.mode == "evening",
    )
    if "tilt_deg" in world:
        table.steepness = 1000 * world["tilt_deg"] / geometry.SWASH_TILT_MDEG
    return table


def deck_of(scene: scenario.Scenario) -> list[int]:
    """Return the kinds of the whole deck, top card first: the cards given, then the rest of the box shuffled."""
    from teatable.rules import cards
    from teatable.rules.chance import Chance

    given = [cards.NAMES.index(name) for name in scene.deck or ()]
    rest = list(cards.box())
    for kind in given:
        rest.remove(kind)
    Chance(scene.deck_seed).shuffle(rest)
    return given + rest


def family_files(names: tuple[str, ...], level: str) -> dict[str, bytes]:
    """Return flash files in which the family's names and level are stored, as the settings screen would leave them."""
    from teatable.store import Store

    from .clock import Clock
    from .devices.flash import Flash

    flash = Flash(Clock())
    values: dict[str, Any] = dict(family.defaults())
    others = [n for n in family.NAMES if n not in names]
    values["names"] = [*names, *others][: family.PLAYERS_MOST]
    values["players"], values["level"] = max(len(names), family.PLAYERS_LEAST), keys.LEVELS.index(level)
    Store(flash).save_settings(values)
    return dict(flash.contents)
