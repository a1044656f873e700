"""The command `play`: the simulated table in a browser.

Data in: the port, and how the game starts. Data out: a page that host_sim/page serves until Ctrl-C.
"""

import argparse


def add_parser(commands: argparse._SubParsersAction) -> None:
    """Add `play` to the commands."""
    parser = commands.add_parser(
        "play",
        help="the simulated table in a browser",
        description="Serves the table and its display on a page of this machine; Ctrl-C ends it.",
    )
    parser.add_argument("--port", type=int, default=8080, help="the port of the page (default %(default)s)")
    parser.add_argument(
        "--players", type=int, default=3, choices=range(2, 11), metavar="2..10", help="how many bots play"
    )
    parser.add_argument("--level", default="gentle", choices=("off", "gentle", "classic", "mad"), help="the wobble")
    parser.add_argument("--seed", type=int, default=1, help="seed of deck, noise and hands (default %(default)s)")
    parser.set_defaults(main=main)


def main(args: argparse.Namespace) -> int:
    """Serve the page until it is stopped; return the exit status."""
    from .page import serve

    return serve(args) or 0
