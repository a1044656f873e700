"""The commands `shell` and `logs`: the board's prompt, and what the table says by itself.

Data in: a port. Data out: a terminal; what the table prints; what it kept of its last crash.
"""

import argparse
import subprocess
import sys

from ..errors import DONE, BadInput
from . import deploy, link

_SHELL = """Ctrl-] leaves; then the table starts again. The motor is off meanwhile. The watchdog waits ten minutes:
then the board starts by itself.
Exit status: 0 done, 2 it could not be done (one line on standard error)"""
_LOGS = """The table prints its version when it starts, and the error when it has crashed. Nothing is sent to it, so a
game goes on undisturbed, until Ctrl-C ends this. --crash stops the table, shows the last crash that it has kept (in
/data/crash, until the next one), and starts it again.
Exit status: 0 done, 2 it could not be done (one line on standard error)"""


def add_parser(commands: argparse._SubParsersAction) -> None:
    """Add `shell` and `logs` to the commands."""
    shell = commands.add_parser(
        "shell",
        help="the prompt of a board",
        description="Opens the prompt of MicroPython on a board; the table stops.",
        epilog=_SHELL,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    deploy.add_port(shell)
    shell.set_defaults(main=shell_main)
    logs = commands.add_parser(
        "logs",
        help="what a table prints, and its last crash",
        description="Shows what a table prints, without stopping it.",
        epilog=_LOGS,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    deploy.add_port(logs)
    logs.add_argument("--crash", action="store_true", help="show the last crash that the table has kept")
    logs.add_argument("--seconds", type=float, help="end after that long")
    logs.set_defaults(main=logs_main)


def shell_main(args: argparse.Namespace) -> int:
    """Open the prompt; return the exit status."""
    port = link.chosen(args.port)
    link.try_port(port)
    command = [sys.executable, "-m", "mpremote", "connect", port, "soft-reset", "repl", "+", "reset"]
    if subprocess.run(command, check=False).returncode:
        raise BadInput(f"{port}: the prompt has ended with an error (its words are above); see make logs PORT={port}")
    return DONE


def logs_main(args: argparse.Namespace) -> int:
    """Show what the table says; return the exit status."""
    port = link.chosen(args.port)
    if args.crash:
        print(_crash(port))
        return DONE
    link.try_port(port)
    for data in link.listen(port, args.seconds):
        sys.stdout.write(data.decode(errors="replace").replace("\r\n", "\n"))
        sys.stdout.flush()
    return DONE


def _crash(port: str) -> str:
    """Return the crash that the table has kept."""
    board = link.Link(port)
    try:
        code = "import os\nprint(open('/data/crash').read() if 'crash' in os.listdir('/data') else 'no crash is kept')"
        return board.run(code).rstrip()
    finally:
        board.reset()
