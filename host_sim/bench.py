"""The command `bench`: the figures of the table over many random games, each beside its target.

Data in: number of games, level, first seed. Data out: the table of figures with cases, 95 % bounds and verdicts; the
same as JSON (--json). Games run on every core; the seeds are first, first + 1 and so on, players 2 to 6 in turn.
"""

import argparse
import json
import multiprocessing
import os
from collections.abc import Iterator
from dataclasses import asdict
from typing import Any

from . import figures, options
from .errors import DONE, MISSED, BadInput, output_file
from .odds import MISSED as FIGURE_MISSED
from .progress import Progress

PLAYERS = (3, 2, 4, 6, 5)
_EPILOG = """examples:
  python -m host_sim bench --games 20 --level gentle --seed 1
  python -m host_sim bench --games 400 --level all --json bench.json
A figure is "met" only where its 95 % bound says so, MISSED where the bound excludes the target, else "not excluded":
then more games are needed. Exit status: 0 no figure was missed, 1 a figure was MISSED or a game had no winner,
2 bad input (one line on standard error)"""


def add_parser(commands: argparse._SubParsersAction) -> None:
    """Add `bench` to the commands."""
    parser = commands.add_parser(
        "bench",
        help="the figures of the table over many random games, each beside its target",
        description="Plays random games and holds what the table said against the physics.",
        epilog=_EPILOG,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.add_argument("--games", type=int, default=8, help="how many games a level (default 8)")
    parser.add_argument("--level", default="all", choices=(*options.LEVELS, "all"), help="the wobble (default all)")
    parser.add_argument("--seed", type=options.seed, default=1, help="seed of the first game (default 1)")
    parser.add_argument("--jobs", type=int, default=os.cpu_count() or 1, help="games at a time (default: every core)")
    parser.add_argument("--json", metavar="FILE", help="write the figures there")
    options.add_options(parser)
    parser.set_defaults(main=main)


def _play(plan: Any) -> dict[str, Any]:
    from . import stage

    return stage.play_game(plan, lambda text: None, None)


def _reports(plans: list[Any], jobs: int) -> Iterator[dict[str, Any]]:
    if jobs == 1:
        yield from map(_play, plans)
        return
    with multiprocessing.get_context("spawn").Pool(min(jobs, len(plans))) as pool:
        yield from pool.imap_unordered(_play, plans)


def main(args: argparse.Namespace) -> int:
    """Play the games and print the figures; return the exit status."""
    for name in ("games", "jobs"):
        if getattr(args, name) < 1:
            raise BadInput(f"--{name}: found {getattr(args, name)}, allowed: 1 or more")
    skill, json_file = options.check_skill(args.skill), output_file(args.json)
    from . import stage

    out: dict[str, Any] = {"model": stage.model_names(), "games": args.games, "seed": args.seed, "skill": skill}
    missed = False
    for level in options.LEVELS if args.level == "all" else (args.level,):
        plans = [
            stage.Plan(PLAYERS[i % len(PLAYERS)], level, args.seed + i, skill, not args.no_nuisance)
            for i in range(args.games)
        ]
        made, progress = [], Progress()
        for one in _reports(plans, args.jobs):
            made.append(one)
            hours = sum(r["metrics"]["hours"] for r in made)
            progress.show(f"{level}: {len(made)} of {len(plans)} games, {hours:.2f} h of play")
        progress.done()
        rows, unfinished = figures.rows(made, level), [r["ending"] for r in made if not r["winner"]]
        print(f"level {level}, {len(made)} games, hands {out['model']['hands']}\n{figures.as_text(rows)}")
        for line in unfinished:
            print("no winner: " + line)
        print()
        missed = missed or bool(unfinished) or any(r.verdict == FIGURE_MISSED for r in rows)
        out[level] = {"figures": [asdict(r) for r in rows], "no_winner": unfinished}
    if json_file is not None:
        json_file.write_text(json.dumps(out, indent=1) + "\n", encoding="utf-8")
    return MISSED if missed else DONE
