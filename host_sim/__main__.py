"""The commands of the simulator: python -m host_sim play, game, run, bench, replay, ..., and those for a real board."""

import argparse
import os
import sys
from typing import NoReturn

from . import bench, cost, gallery, game, memory, play, plot, replay, run, wiring
from .board import console, deploy, flash, image, package, record, sizes
from .errors import BAD_INPUT, FAILED, BadInput, Failed

COMMANDS = (play, game, run, bench, replay, plot, gallery, cost, memory, wiring)
COMMANDS += (flash, deploy, console, record, image, sizes, package)  # for a real board
EPILOG = """exit status: 0 the work was done, 1 it was done and a figure was missed or a statement of the table was
wrong, 2 bad input, with one line on standard error, 3 what runs the firmware (--on) has failed.
`python -m host_sim COMMAND --help` tells more about each."""


class Parser(argparse.ArgumentParser):
    """A parser that tells a fault of the command line in one line."""

    def error(self, message: str) -> NoReturn:
        """Print one line on standard error and end with exit status 2."""
        self.exit(BAD_INPUT, f"{self.prog}: {message} (--help tells what is allowed)\n")


def parser() -> argparse.ArgumentParser:
    """Return the parser of all commands."""
    top = Parser(
        prog="python -m host_sim",
        description="The mad tea table, simulated: the real firmware against chips, physics and hands.",
        epilog=EPILOG,
    )
    commands = top.add_subparsers(dest="command", metavar="COMMAND", required=True, parser_class=Parser)
    for module in COMMANDS:
        module.add_parser(commands)
    return top


def main(argv: list[str] | None = None) -> int:
    """Run one command and return its exit status."""
    args = parser().parse_args(argv)
    try:
        return args.main(args)
    except BadInput as error:
        sys.stdout.flush()
        print("python -m host_sim: " + " ".join(str(error).split()), file=sys.stderr)
        return BAD_INPUT
    except Failed as error:
        sys.stdout.flush()
        print(f"python -m host_sim: {error}", file=sys.stderr)
        return FAILED
    except KeyboardInterrupt:
        print("\nstopped", file=sys.stderr)
        return 130
    except BrokenPipeError:
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return 0


if __name__ == "__main__":
    sys.exit(main())
