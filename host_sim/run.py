"""The command `run`: plays a scripted scene and reports what happened and what the table said.

Data in: a scenario file. Data out: a running account, the report (--json), pictures of the display (--frames).
"""

import argparse

from . import options, report
from .errors import DONE, MISSED, BadInput, output_directory, output_file

_DESCRIPTION = """Plays a scenario: fingers press what is drawn on the display, hands put cups down, parts fail.
`run --schema` prints every key, device and kind of fault; host_sim/scenarios/ has examples."""
_EPILOG = """examples:
  python -m host_sim run host_sim/scenarios/first_cup.json
  python -m host_sim run host_sim/scenarios/every_cup.json --json report.json --frames out/frames
  python -m host_sim run --targets place
exit status: 0 played and the table was right, 1 played and a sure statement of the table was wrong or something was
not noticed, 2 bad input (one line on standard error)"""


def add_parser(commands: argparse._SubParsersAction) -> None:
    """Add `run` to the commands."""
    parser = commands.add_parser(
        "run",
        help="play a scripted scene",
        description=_DESCRIPTION,
        epilog=_EPILOG,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.add_argument("scenario", nargs="?", metavar="SCENARIO.json", help="the scene to play")
    parser.add_argument("--seed", type=options.seed, help="seed of noise and hands, instead of the file's")
    parser.add_argument("--json", metavar="FILE", help="write the report there")
    parser.add_argument(
        "--frames",
        metavar="DIR",
        help="save the display as PNG there whenever it changed, in place of an earlier run's",
    )
    options.add_on(parser)
    parser.add_argument("--schema", action="store_true", help="print what a scenario may hold, and end")
    parser.add_argument("--targets", metavar="SCREEN", help="print what can be pressed on a screen, and end")
    parser.set_defaults(main=main)


def main(args: argparse.Namespace) -> int:
    """Play the scenario, or print what was asked for; return the exit status."""
    from .scripted import scenario

    if args.schema:
        print(scenario.schema_text())
        return DONE
    if args.targets is not None:
        from . import screens

        print(screens.targets_text(args.targets))
        return DONE
    if args.scenario is None:
        raise BadInput("run: no SCENARIO.json given, allowed: a file, --schema or --targets SCREEN")
    on = options.check_on(args.on)
    scene = scenario.load(args.scenario)
    json_file, frames = output_file(args.json), output_directory(args.frames)
    from . import stage

    made = stage.play_scenario(scene, scene.seed if args.seed is None else args.seed, frames, print, on)
    report.write(made, json_file)
    if made["stopped"]:
        raise BadInput(made["stopped"])
    status = report.conclude(made)
    return MISSED if made["unnoticed"] else status
