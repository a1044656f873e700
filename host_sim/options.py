"""Options that several commands take: level, seed, and how the hands are.

Data in: what stands on the command line. Data out: checked values; BadInput or argparse's own error otherwise.
"""

import argparse

from .errors import BadInput
from .lockstep.interpreter import CPYTHON, command

LEVELS = ("off", "gentle", "classic", "mad")


def add_options(parser: argparse.ArgumentParser) -> None:
    """Add the options that say how a game is played."""
    parser.add_argument(
        "--skill", type=float, default=1.0, help="of the hands, 0 to 2: their spread is times 2 - skill"
    )
    parser.add_argument("--no-nuisance", action="store_true", help="nobody bumps, leans on or moves the table")


def add_on(parser: argparse.ArgumentParser) -> None:
    """Add --on."""
    parser.add_argument(
        "--on",
        default=CPYTHON,
        metavar="cpython|micropython|PATH",
        help="what runs the firmware: this interpreter, the real MicroPython, or another build of it (default cpython)",
    )


def check_on(on: str) -> str:
    """Return --on if there is such an interpreter; BadInput otherwise."""
    command(on)
    return on


def check_skill(skill: float) -> float:
    """Return the skill if it can be used; BadInput otherwise."""
    if not 0.0 <= skill <= 2.0:
        raise BadInput(f"--skill: found {skill:g}, allowed: 0 to 2")
    return skill


def seed(text: str) -> int:
    """Return a seed given on the command line."""
    value = int(text)
    if not 0 <= value < 1 << 30:
        raise argparse.ArgumentTypeError(f"found {text}, allowed: 0 to {(1 << 30) - 1}")
    return value
