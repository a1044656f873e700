"""The command `bench`: the figures of the table over many random units, each beside its target.

Data in: how many games and rounds of scenes, levels, first seed, conditions; a file of results to go on with. Data out:
the file, a line a unit; the tables of figures with cases, 95 % bounds and verdicts; the same as JSON.
"""

import argparse
import json
import multiprocessing
import os
import signal
import time
from collections.abc import Iterator
from concurrent.futures import ProcessPoolExecutor, as_completed
from concurrent.futures.process import BrokenProcessPool
from dataclasses import asdict
from typing import Any

from . import options
from .errors import DONE, MISSED, BadInput, output_file
from .longrun import figures, units
from .longrun.odds import MISSED as FIGURE_MISSED
from .longrun.results import Line, Results, merged
from .longrun.units import NATURAL, PROVOKED, STRATA, Settings, Unit
from .progress import Progress

_SHOWN = 40  # lines of each kind that are printed; the file has them all
_FAILED = ("no winner", "no end", "crashed")
_DESCRIPTION = """Plays random units and holds what the table said against the physics. A unit is one of
  natural   a whole game of bots, with 2 to 6 players and the nuisances of an hour at a table
  provoked  a round of scenes without cards: cups put down at all heights, falls by wobble, placement, removal and bump,
            and all that is felt while nothing falls; many more cases in the same time
of one level and one seed, so every line that disagrees can be played again: --stratum, --level and --seed with
--games 1 --rounds 1."""
_EPILOG = """examples:
  python -m host_sim bench --games 20 --level gentle --stratum natural
  python -m host_sim bench --games 100 --rounds 100 --out bench.jsonl      stop it with Ctrl-C, run it again: it goes on
  python -m host_sim bench --games 50 --rounds 50 --seed 1001 --out other.jsonl              on another machine
  python -m host_sim bench --merge bench.jsonl other.jsonl --json bench.json
  python -m host_sim bench --rounds 20 --stratum provoked --noise 3 --out noisy.jsonl
  python -m host_sim bench --rounds 20 --stratum provoked --cost 2 --stalls 0.5 --out slow.jsonl
A file belongs to one state of the firmware, of the models and of the options: a run with others is refused. It may be
cut off anywhere: a last line that is not whole is dropped and its unit played again.
A figure is "met" only where its 95 % bound says so, MISSED where the bound excludes the target, else "not excluded":
then more units are needed. What is so many an hour is judged in games alone.
Exit status: 0 no figure was missed; 1 a figure was MISSED, a game had no winner, a unit crashed, or Ctrl-C; 2 bad
input (one line on standard error)"""


def add_parser(commands: argparse._SubParsersAction) -> None:
    """Add `bench` to the commands."""
    parser = commands.add_parser(
        "bench",
        help="the figures of the table over many random games and scenes, each beside its target",
        description=_DESCRIPTION,
        epilog=_EPILOG,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    add = parser.add_argument
    add("--stratum", default="all", choices=(*STRATA, "all"), help="what is played (default all)")
    add("--games", type=int, default=8, metavar="N", help="how many games a level (default 8)")
    add("--rounds", type=int, metavar="N", help="how many rounds of scenes a level (default: as many as games)")
    add("--level", default="all", choices=(*options.LEVELS, "all"), help="the wobble (default all)")
    add("--seed", type=options.seed, default=1, help="of the first game and round; the next ones follow (default 1)")
    add("--out", metavar="FILE", help="add every unit to this file, and skip those that are there")
    add("--merge", nargs="+", metavar="FILE", help="play nothing: the figures over all that these files hold (.gz too)")
    add("--noise", type=float, default=1.0, metavar="X", help="times the noise of cells and motion sensor (default 1)")
    add("--cost", type=float, default=1.0, metavar="X", help="times the time that the processor takes (default 1)")
    add("--stalls", type=float, default=0.0, metavar="N", help="pauses of 0.3 s of the processor a minute (default 0)")
    add("--jobs", type=int, default=os.cpu_count() or 1, metavar="N", help="units at a time (default: every core)")
    add("--json", metavar="FILE", help="write the figures there")
    options.add_options(parser)
    options.add_on(parser)
    parser.set_defaults(main=main)


def main(args: argparse.Namespace) -> int:
    """Play what is not there yet, print the figures of all that is; return the exit status."""
    settings, json_file = _settings(args), output_file(args.json)
    stopped = False
    if args.merge:
        found = merged(args.merge)
    else:
        found = Results(args.out, units.header(settings))
        done = found.done()
        stopped = not _play([u for u in _wanted(args) if u not in done], settings, found, args.jobs)
    status, out = _conclude(found)
    if json_file is not None:
        json_file.write_text(json.dumps(out, indent=1) + "\n", encoding="utf-8")
    return MISSED if stopped else status


def _settings(args: argparse.Namespace) -> Settings:
    if args.rounds is None:
        args.rounds = args.games
    for name in ("games", "jobs", "rounds"):
        if getattr(args, name) < 1:
            raise BadInput(f"--{name}: found {getattr(args, name)}, allowed: 1 or more")
    for name, low, high in (("noise", 0.0, 100.0), ("cost", 0.1, 10.0), ("stalls", 0.0, 600.0)):
        if not low <= getattr(args, name) <= high:
            raise BadInput(f"--{name}: found {getattr(args, name):g}, allowed: {low:g} to {high:g}")
    if args.merge and args.out:
        raise BadInput("--merge: plays nothing, so there is nothing for --out")
    skill = options.check_skill(args.skill)
    return Settings(skill, not args.no_nuisance, args.noise, args.cost, args.stalls, options.check_on(args.on))


def _wanted(args: argparse.Namespace) -> list[Unit]:
    """Return the units asked for, strata and levels in turn, so that a part of them is a fair part."""
    levels = options.LEVELS if args.level == "all" else (args.level,)
    counts = {NATURAL: args.games, PROVOKED: args.rounds}
    strata = [s for s in STRATA if args.stratum in (s, "all")]
    return [
        Unit(stratum, level, args.seed + i)
        for i in range(max(counts[s] for s in strata))
        for level in levels
        for stratum in strata
        if i < counts[stratum]
    ]


# --- playing


def _one(job: tuple[Unit, Settings]) -> Line:
    return units.play(*job)


def _deaf() -> None:
    """Leave Ctrl-C to the command itself."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)


def _made(todo: list[Unit], settings: Settings, jobs: int) -> Iterator[Line]:
    work = [(unit, settings) for unit in todo]
    if jobs == 1 or len(todo) == 1:
        yield from map(_one, work)
        return
    spawn = multiprocessing.get_context("spawn")
    pool = ProcessPoolExecutor(min(jobs, len(todo)), mp_context=spawn, initializer=_deaf)
    try:
        for made in as_completed([pool.submit(_one, job) for job in work]):
            yield made.result()
    finally:  # also at Ctrl-C: what is being played now is given up
        pool.shutdown(wait=False, cancel_futures=True)
        for child in multiprocessing.active_children():
            child.terminate()


def _play(todo: list[Unit], settings: Settings, found: Results, jobs: int) -> bool:
    """Play the units and add each to `found` when it is done; False when something stopped it before the last."""
    signal.signal(signal.SIGTERM, signal.default_int_handler)  # as Ctrl-C: no process is left behind to play on
    progress, tally = Progress(), Tally(todo)
    for line in found.lines:
        tally.count(line)
    try:
        for line in _made(todo, settings, jobs):
            found.add(line)
            tally.played(line)
            progress.show(str(tally))
    except (KeyboardInterrupt, BrokenProcessPool) as error:
        progress.done()
        why = "stopped" if isinstance(error, KeyboardInterrupt) else "stopped, for a process has died (out of memory?)"
        print(f"{why}: {tally}\n")
        return False
    progress.done()
    return True


class Tally:
    """How far a run has come: units, cases, and how long it will take."""

    def __init__(self, todo: list[Unit]):
        self._left = {s: sum(u.stratum == s for u in todo) for s in STRATA}
        self._took = {s: [0, 0.0] for s in STRATA}
        self._began = time.monotonic()
        self._done, self._all = 0, len(todo)
        self.placements = self.falls = 0
        self.hours = 0.0

    def count(self, line: Line) -> None:
        """Count the cases of a unit."""
        kinds = [e["kind"] for e in line.get("truth", ())]
        self.placements += kinds.count("placed")
        self.falls += kinds.count("fell")
        self.hours += line.get("extra", {}).get("hours", 0.0)

    def played(self, line: Line) -> None:
        """Count a unit that has just been played."""
        self.count(line)
        self._done += 1
        stratum = line["unit"][0]
        self._left[stratum] -= 1
        self._took[stratum][0] += 1
        self._took[stratum][1] += line.get("extra", {}).get("took_s", 0.0)

    def left_s(self) -> float:
        """Return how long the rest will take, as the units of each stratum have taken so far."""
        work = sum(t for _, t in self._took.values())
        if not work:
            return 0.0
        mean = {s: (t / n if n else work / self._done) for s, (n, t) in self._took.items()}
        rest = sum(self._left[s] * mean[s] for s in STRATA)
        return rest * (time.monotonic() - self._began) / work

    def __str__(self) -> str:
        done = (
            f"{self._done} of {self._all} units; {self.placements} placements, {self.falls} falls, {self.hours:.2f} h"
        )
        minutes = self.left_s() / 60
        if not self._done:
            return done
        return done + (f"; {minutes / 60:.1f} h left" if minutes > 90 else f"; {minutes:.0f} min left")


# --- the end


def _conclude(found: Results) -> tuple[int, dict[str, Any]]:
    """Print the figures by stratum and level, and what went wrong; return the exit status and the same as JSON."""
    judged = [units.judged(line) for line in found.lines]
    out: dict[str, Any] = {"model": found.header["models"], **{k: found.header[k] for k in ("firmware", "options")}}
    missed = False
    for stratum, level, some in _sections(judged):
        rows = figures.rows(some, level)
        hours = sum(r["metrics"].get("hours", 0.0) for r in some)
        print(f"{_title(stratum, level)}, {_units(some)}, {hours:.2f} h, hands {out['model']['hands']}")
        print(figures.as_text(rows) + "\n")
        missed = missed or any(r.verdict == FIGURE_MISSED for r in rows)
        out.setdefault(stratum, {})[level] = {"figures": [asdict(r) for r in rows]}
    if not judged:
        print("no unit was played to its end")
    for name, lines in _complaints(judged).items():
        out[name.replace(" ", "_")] = lines
        for line in lines[:_SHOWN]:
            print(f"{name}: {line}")
        if len(lines) > _SHOWN:
            print(f"{name}: and {len(lines) - _SHOWN} more")
        missed = missed or bool(lines and name in _FAILED)
    return (MISSED if missed else DONE), out


def _sections(judged: list[Line]) -> Iterator[tuple[str, str, list[Line]]]:
    """Give the reports by stratum and level, of each stratum over its levels, and of everything."""
    strata = [s for s in STRATA if any(r["unit"][0] == s for r in judged)]
    for stratum in strata:
        mine = [r for r in judged if r["unit"][0] == stratum]
        levels = [v for v in options.LEVELS if any(r["unit"][1] == v for r in mine)]
        for level in levels:
            yield stratum, level, [r for r in mine if r["unit"][1] == level]
        if len(levels) > 1:
            yield stratum, "all", mine
    if len(strata) > 1:
        yield "all", "all", judged


def _title(stratum: str, level: str) -> str:
    where = f"level {level}" if level != "all" else "all levels"
    return f"{stratum}, {where}" if stratum != "all" else f"games and scenes, {where}"


def _units(some: list[Line]) -> str:
    games = sum(r["unit"][0] == NATURAL for r in some)
    counts = ((games, "games"), (len(some) - games, "rounds of scenes"))
    return " and ".join(f"{n} {name}" for n, name in counts if n)


def _complaints(judged: list[Line]) -> dict[str, list[str]]:
    """Return, each with its unit, what was sure and not so, games without a winner, scenes without an end, crashes."""
    out: dict[str, list[str]] = {
        "disagrees": [],
        "not noticed within 2 s": [],
        "no winner": [],
        "no end": [],
        "crashed": [],
    }
    for r in judged:
        unit = units.unit_of(r)
        out["disagrees"] += [f"{unit}: {line}" for line in r["disagreements"]]
        out["not noticed within 2 s"] += [f"{unit}: {line}" for line in r["unnoticed"]]
        if "crashed" in r:
            out["crashed"].append(f"{unit}: {r['crashed']}")
        elif unit.stratum == NATURAL and not r.get("winner"):
            out["no winner"].append(str(r["ending"]))
        elif unit.stratum == PROVOKED and r.get("ending"):
            out["no end"].append(f"{unit}: {r['ending']}")
    return out
