"""The command `deploy`: the firmware of this checkout onto a table, in use or new.

Data in: firmware/, a port. Data out: the board's application, and what was done.
"""

import argparse

from ..errors import DONE, BadInput
from . import link, program, update

BOARDS = {"esp32s3": (program.ESP32_S3, "an ESP32-S3"), "unix": ("x64", "MicroPython's Unix port")}
ROOMY = 1_000_000  # bytes of heap that only a board with PSRAM has
_EPILOG = """examples:
  python -m host_sim deploy --port /dev/ttyUSB0
  python -m host_sim deploy --port COM5 --revision devkitc_s3_ft6336
The board runs MicroPython already (see `flash`). Only files that differ are copied, each is compared by its SHA-256,
and a break at any point leaves the old application or the new one: run it again. Settings, calibration and an
unfinished game stay. Files in /teatable that do not belong to this version are removed, each is named.
Exit status: 0 done, 2 it could not be done (one line on standard error)"""


def add_parser(commands: argparse._SubParsersAction) -> None:
    """Add `deploy` to the commands."""
    parser = commands.add_parser(
        "deploy",
        help="load the firmware onto a real board",
        description="Compiles the firmware, copies what has changed onto the board, restarts it and shows its version.",
        epilog=_EPILOG,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    add_port(parser)
    parser.add_argument("--revision", metavar="NAME", help="write down which revision of the wiring this table has")
    parser.add_argument(
        "--for", dest="target", choices=sorted(BOARDS), default="esp32s3", help="what must be there; unix is for tests"
    )
    parser.set_defaults(main=main)


def add_port(parser: argparse.ArgumentParser) -> None:
    """Add the option that all commands for a board have."""
    parser.add_argument("--port", help="serial port of the board; not needed when there is only one")


def check(port: str, facts: link.Facts, target: str) -> None:
    """BadInput when the board is not the one that the firmware is compiled for, or its MicroPython is too old."""
    architecture, what = BOARDS[target]
    right = facts.architecture == architecture and (target != "esp32s3" or "ESP32S3" in facts.machine)
    if facts.name != "micropython" or not right:
        raise BadInput(f"{port}: this is '{facts.machine}' ({facts.platform}), the table needs {what}: another port?")
    if facts.version[:2] < link.OLDEST:
        oldest = ".".join(str(n) for n in link.OLDEST)
        raise BadInput(
            f"{port}: the board runs MicroPython {facts.micropython}, {oldest} or newer is needed:"
            f" make flash PORT={port} IMAGE=..."
        )
    if facts.mpy & 255 != program.MPY or facts.mpy >> 8 & 3 != program.MPY_NATIVE:
        raise BadInput(
            f"{port}: MicroPython {facts.micropython} reads .mpy {facts.mpy & 255}.{facts.mpy >> 8 & 3}, this firmware"
            f" is compiled as {program.MPY}.{program.MPY_NATIVE}: make flash PORT={port} IMAGE=..."
        )


def revisions() -> list[str]:
    """Return the names of the wiring's revisions."""
    return sorted(p.stem for p in (program.FIRMWARE / "teatable/boards").glob("devkit*.py"))


def first_time(board: link.Link, facts: link.Facts, revision: str | None) -> None:
    """Make the folder of the table's own files; say what the board lacks."""
    board.run("import os\nif 'data' not in os.listdir('/'):\n os.mkdir('/data')")
    if revision is not None:
        board.run(
            f"with open('/data/board.new', 'w') as f:\n f.write({revision!r})\nrename('/data/board.new', '/data/board')"
        )
        print(f"this table is wired as {revision}")
    if not facts.journal:
        print("note: this board has no partition for games (hardware/README.md): a power cut will end a game")
    if facts.heap < ROOMY:
        print(f"note: this board has {facts.heap // 1000} KB of memory: without PSRAM the game may not start")


def main(args: argparse.Namespace) -> int:
    """Load a board; return the exit status."""
    if args.revision is not None and args.revision not in revisions():
        raise BadInput(f"--revision: found {args.revision}, allowed: {', '.join(revisions())}")
    port = link.chosen(args.port)
    wanted = program.files(BOARDS[args.target][0])
    print(f"teatable {program.version()}: {len(wanted)} files, {sum(map(len, wanted.values())):,} bytes compiled")
    board = link.Link(port)
    try:
        facts = board.facts()
        check(port, facts, args.target)
    except BaseException:  # a board of somebody else's: leave it as it was found
        board.leave()
        raise
    try:
        print(f"{port}: {facts.machine}, MicroPython {facts.micropython}")
        first_time(board, facts, args.revision)
        _update(board, wanted)
    except BaseException:  # the table plays on with what it has
        board.reset()
        raise
    told = board.restart()
    if told is None:
        raise BadInput(
            f"{port}: all is loaded, but the table did not tell its version when it started: make logs PORT={port}"
        )
    print(f"{port}: the table has started with teatable {told}")
    return DONE


def _update(board: link.Link, wanted: dict[str, bytes]) -> None:
    todo = update.plan(board, wanted)
    for path in todo.drop:
        print(f"removes {path}: not a part of this version")
    if todo.waiting:
        print(f"goes on: {len(todo.waiting)} files are on the board from a copy that was broken off")
    if todo.needed:
        update.carry_out(board, wanted, todo, lambda line: print(line, flush=True))
    print(
        f"copied {len(todo.copy)} files, {sum(len(wanted[p]) for p in todo.copy):,} bytes; all {len(wanted)} compared"
    )
