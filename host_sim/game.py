"""The command `game`: bots play a whole game on the simulated table, without a window.

Data in: how many players, level, seed, skill. Data out: a running log, the winner, and how far what the table was sure
of agrees with the physics; the report (--json).
"""

import argparse

from . import options, report
from .errors import MISSED, BadInput, output_file

_EPILOG = """example:
  python -m host_sim game --players 3 --level gentle --seed 7 --json game.json
exit status: 0 the game has a winner and whatever the table was sure of is what happened, 1 there is no winner within
the time limit or a sure statement was wrong, 2 bad input (one line on standard error)"""


def add_parser(commands: argparse._SubParsersAction) -> None:
    """Add `game` to the commands."""
    parser = commands.add_parser(
        "game",
        help="bots play a whole game without a window",
        description="Bots with unsteady hands play a whole game; the firmware referees it through its pins alone.",
        epilog=_EPILOG,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.add_argument("--players", type=int, default=3, choices=range(2, 11), metavar="2..10", help="(default 3)")
    parser.add_argument("--level", default="gentle", choices=options.LEVELS, help="the wobble (default gentle)")
    parser.add_argument("--seed", type=options.seed, default=1, help="of deck, noise, hands and choices (default 1)")
    parser.add_argument("--json", metavar="FILE", help="write the report there")
    parser.add_argument("--limit", type=float, default=7200.0, metavar="S", help="give up after S virtual seconds")
    parser.add_argument("--quiet", action="store_true", help="no running log")
    options.add_options(parser)
    options.add_on(parser)
    parser.set_defaults(main=main)


def main(args: argparse.Namespace) -> int:
    """Play the game and return the exit status."""
    skill = options.check_skill(args.skill)
    if not args.limit > 0:
        raise BadInput(f"--limit: found {args.limit:g}, allowed: more than 0 seconds")
    on = options.check_on(args.on)
    json_file = output_file(args.json)
    from . import stage
    from .progress import Progress

    plan = stage.Plan(args.players, args.level, args.seed, skill, not args.no_nuisance, args.limit, on=on)
    progress = Progress()
    made = stage.play_game(plan, (lambda text: None) if args.quiet else print, progress)
    progress.done()
    report.write(made, json_file)
    status = report.conclude(made)
    print()
    print(made["ending"])
    return status if made["winner"] else MISSED
