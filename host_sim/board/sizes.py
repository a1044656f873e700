"""The command `sizes`: how large each file of the application is on the board.

Data in: firmware/. Data out: a table of bytes of each .mpy, a sum for each package, lines of source.
"""

import argparse

from ..errors import DONE
from . import program

_EPILOG = """A file's size in flash, compiled for the ESP32-S3. Loaded it takes more of the heap.
Exit status: 0 done, 2 bad input (one line on standard error)"""


def add_parser(commands: argparse._SubParsersAction) -> None:
    """Add `sizes` to the commands."""
    parser = commands.add_parser(
        "sizes",
        help="bytes of every compiled file of the firmware",
        description="Compiles every file of the firmware for the ESP32-S3 and prints its size.",
        epilog=_EPILOG,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.set_defaults(main=main)


def _package(path: str) -> str:
    return path.rpartition("/")[0] or "/"


def main(args: argparse.Namespace) -> int:
    """Print the table; return the exit status."""
    files = program.files()
    sums: dict[str, int] = {}
    for path, data in files.items():
        sums[_package(path)] = sums.get(_package(path), 0) + len(data)
    for path, data in files.items():
        print(f"{len(data):8,}  {path}")
    print()
    for package, total in sums.items():
        print(f"{total:8,}  {package} ({sum(_package(path) == package for path in files)} files)")
    lines = sum(len(path.read_text().splitlines()) for path in program.sources())
    print(f"{sum(sums.values()):8,}  in all: {len(files)} files, from {lines:,} lines")
    return DONE
