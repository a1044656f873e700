"""The command `play`: the simulated table in a browser.

Data in: the port, and how the game starts. Data out: a page that host_sim/page serves until Ctrl-C.
"""

import argparse

from . import options


def add_parser(commands: argparse._SubParsersAction) -> None:
    """Add `play` to the commands."""
    parser = commands.add_parser(
        "play",
        help="the simulated table in a browser",
        description="Serves the table and its display on a page of this machine, to be played with the mouse; bots "
        "take the seats that are left. Ctrl-C ends it.",
    )
    parser.add_argument("--port", type=int, default=8080, help="the port of the page (default %(default)s)")
    parser.add_argument(
        "--host", default="127.0.0.1", help="the address it listens on (default %(default)s: this machine alone)"
    )
    parser.add_argument(
        "--players", type=int, default=2, choices=range(2, 11), metavar="2..10", help="how many play (default 2)"
    )
    parser.add_argument(
        "--people",
        type=int,
        default=1,
        choices=range(11),
        metavar="0..10",
        help="how many of them sit at the page; the others are bots (default 1)",
    )
    parser.add_argument("--level", default="gentle", choices=options.LEVELS, help="the wobble (default %(default)s)")
    parser.add_argument(
        "--seed", type=options.seed, default=1, help="seed of deck, noise and hands (default %(default)s)"
    )
    parser.add_argument("--no-browser", action="store_true", help="do not open a browser")
    parser.set_defaults(main=main)


def main(args: argparse.Namespace) -> int:
    """Serve the page until it is stopped; return the exit status."""
    from .page import serve

    return serve(args) or 0
