"""The command `record`: a real table streams what it feels and concludes into a file that `replay` reads.

Data in: a port, a table with the application of this version. Data out: a CSV file (recorded/taped.py). The table can
be played meanwhile and plays on afterwards.
"""

import argparse
import contextlib
import csv
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from ..errors import DONE, BadInput, output_file
from ..recorded.taped import COLUMNS
from . import deploy, link
from .lines import Lines

SILENT_S = 60.0  # while the table reads in its application, before the first line
# What main.py does, with the stream put in between.
RUN = """
import main, sys
from teatable.streaming import Stream
build = main.build
def streaming(ports, board):
    app = build(ports, board)
    Stream(app, board.NAME, sys.stdout.buffer.write)
    return app
main.build = streaming
main.run(*main.make())
"""
_EPILOG = """examples:
  python -m host_sim record --port /dev/ttyUSB0 --out evening.csv        until Ctrl-C
  python -m host_sim record --out minute.csv --seconds 60
  python -m host_sim replay minute.csv
The table starts anew and is played as ever; an unfinished game can be gone on with. Recorded are the counts of every
conversion with its status, every row of the motion sensor, the motor's speed, the passes of its magnet, the table's
calibration, what the game told the tracker, every event and the game's log. No names but those of the seats are in it.
Exit status: 0 done, 2 it could not be done (one line on standard error)"""


def add_parser(commands: argparse._SubParsersAction) -> None:
    """Add `record` to the commands."""
    parser = commands.add_parser(
        "record",
        help="record a real table into a file that replay reads",
        description="Lets a real table run, and writes down what its sensors give and what it concludes.",
        epilog=_EPILOG,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    deploy.add_port(parser)
    parser.add_argument("--out", metavar="FILE.csv", required=True, help="the recording")
    parser.add_argument("--seconds", type=float, help="of the table's own time; without it until Ctrl-C")
    parser.set_defaults(main=main)


def main(args: argparse.Namespace) -> int:
    """Record; return the exit status."""
    if args.seconds is not None and args.seconds <= 0:
        raise BadInput(f"--seconds: found {args.seconds:g}, allowed: above 0")
    target = output_file(args.out)
    assert target is not None
    port = link.chosen(args.port)
    board = link.Link(port)
    lines = Lines()
    try:
        with target.open("w", encoding="utf-8", newline="") as out:
            _write(board, lines, out, args.seconds)
    finally:
        board.reset()
    if "table" not in lines.seen:
        raise BadInput(f"{port}: the table has streamed nothing; load this version first: make deploy PORT={port}")
    print(_summary(target, lines))
    return DONE


def _write(board: link.Link, lines: Lines, out: Any, seconds: float | None) -> None:
    """Write rows until Ctrl-C, or for that long."""
    table = csv.writer(out, lineterminator="\n")
    table.writerow(COLUMNS)
    began = ""
    shown = time.monotonic()
    with contextlib.suppress(KeyboardInterrupt):
        for line in _lines(board):
            rows = lines.rows(line)
            table.writerows(rows)
            for row in rows[-1:]:
                if row[1] == "log":
                    print(row[-1], flush=True)
                began = began or (row[0] if row[1] == "cells" else "")
                if seconds is not None and began and float(row[0]) - float(began) >= seconds:
                    return
            if time.monotonic() - shown > 10:
                shown = time.monotonic()
                print(f"{lines.seen.get('cells', 0)} conversions; Ctrl-C ends the recording", flush=True)


def _lines(board: link.Link) -> Iterator[bytes]:
    """Yield the whole lines that the table streams; BadInput with its own words when it stops by itself."""
    rest = b""
    for data in board.stream(RUN, SILENT_S):
        *whole, rest = (rest + data).split(b"\n")
        yield from whole


def _summary(target: Path, lines: Lines) -> str:
    seen = lines.seen
    text = f"{target}: {seen.get('cells', 0)} conversions, {seen.get('imu', 0)} rows of motion, "
    text += f"{seen.get('event', 0)} events"
    return text + (f"; {lines.bad} lines could not be read" if lines.bad else "")
