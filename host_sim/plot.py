"""The command `plot`: draws what each stage of the firmware makes of a signal.

Data in: the name of a scene, a level, a seed. Data out: a PNG of one run on the pin-level simulator, and in words what
happened and what the table told of it.
"""

import argparse
from pathlib import Path

from . import options
from .errors import DONE, BadInput, output_file

STAGES = ("placement", "topple", "edge")
COMPENSATION, RECORDINGS = "compensation", "recordings"
SCENES = (*STAGES, COMPENSATION, RECORDINGS)
_DESCRIPTION = """Plays a scene on the simulated table, down to the chips' pins, and draws one panel for each stage of
the firmware: the counts of the cells as weights, their sum and first moments with and without compensation, blows felt
by the IMU, rest, the tracker's state and what it told. What really happened, by the physics, is marked in green.

scenes:
  placement      a small cup is put on a large one that stands off the middle
  topple         a stack of three in the middle is pushed over and stays on the table
  edge           the upper cup of a stack at the rim is pushed over the edge
comparisons, with a table in Markdown on standard output:
  compensation   what is left of the wobble in weight and place at all levels, empty and with a load off the middle, by
                 four ways of taking it out; three seeds of each, some two minutes
  recordings     noise, drift, settling, steps, lag and rates of the simulator beside recordings of real sensors, which
                 are not part of this project: --from names their folder"""
_EPILOG = """examples:
  python -m host_sim plot placement --out placement.png
  python -m host_sim plot edge --level mad --seed 7 --out edge.png
  python -m host_sim plot compensation --out compensation.png
  python -m host_sim plot recordings --from ../shared/recordings --out recordings.png
The same scene, level and seed give the same picture. Exit status: 0 done, 2 bad input (one line on standard error)"""
_LEVEL = "classic"
_SEEDS = 3  # of a comparison


def add_parser(commands: argparse._SubParsersAction) -> None:
    """Add `plot` to the commands."""
    parser = commands.add_parser(
        "plot",
        help="draw what each stage of the firmware makes of a signal",
        description=_DESCRIPTION,
        epilog=_EPILOG,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.add_argument("scene", choices=SCENES, metavar="SCENE", help="what is drawn: " + ", ".join(SCENES))
    parser.add_argument("--out", metavar="FILE.png", required=True, help="where the picture goes")
    parser.add_argument("--level", choices=options.LEVELS, help=f"the wobble of one scene (default {_LEVEL})")
    parser.add_argument("--seed", type=options.seed, default=1, help="of noise and hands (default 1)")
    parser.add_argument("--from", dest="folder", metavar="DIR", help="folder of the recordings")
    parser.set_defaults(main=main)


def main(args: argparse.Namespace) -> int:
    """Draw one figure; return the exit status."""
    _check(args)
    path = _picture(args.out)
    if args.scene == COMPENSATION:
        _compensation(args.seed, path)
    elif args.scene == RECORDINGS:
        _recordings(Path(args.folder), args.seed, path)
    else:
        _stages(args.scene, args.level or _LEVEL, args.seed, path)
    print(f"{path}: drawn")
    return DONE


def _check(args: argparse.Namespace) -> None:
    """Raise BadInput for an option that the scene does not know, or lacks."""
    if args.level is not None and args.scene not in STAGES:
        raise BadInput(f"--level: found {args.level}, allowed: nothing, {args.scene} has no level to choose")
    if args.scene == RECORDINGS and args.folder is None:
        raise BadInput("--from is missing, needed with recordings: the folder that holds them")
    if args.scene != RECORDINGS and args.folder is not None:
        raise BadInput(f"--from: found {args.folder}, allowed: nothing, {args.scene} reads no recordings")


def _picture(name: str) -> Path:
    """Return the path of the picture; BadInput when it cannot be written or is no PNG."""
    if not name.lower().endswith(".png"):
        raise BadInput(f"--out: found {name}, allowed: a name that ends in .png")
    path = output_file(name)
    assert path is not None
    return path


def _stages(scene: str, level: str, seed: int, path: Path) -> None:
    """Play a scene, tell it in words, draw it."""
    from .plots import sheet, stages
    from .plots.probe import Probe
    from .plots.scenes import SCENES

    probe = Probe(level, seed)
    from_s, to_s = SCENES[scene].play(probe)
    for t_s, who, what in stages.account(probe, from_s, to_s):
        print(f"{t_s:7.3f} s  {who:8}{what}")
    sheet.save(stages.draw(probe, from_s, to_s, f"{SCENES[scene].about}; level {level}, seed {seed}"), path)


def _compensation(seed: int, path: Path) -> None:
    """Compare the ways of taking out the wobble: print the table, draw the figure."""
    from .plots import compensation, sheet

    rows, shown = compensation.measure([seed + i for i in range(_SEEDS)])
    print(compensation.table(rows))
    sheet.save(compensation.draw(rows, shown), path)


def _recordings(folder: Path, seed: int, path: Path) -> None:
    """Compare the simulator with recordings: print the table, draw the figure."""
    from .plots import recordings, sheet

    measured = recordings.measure(folder, seed)
    print(recordings.table(measured))
    sheet.save(recordings.draw(measured), path)
