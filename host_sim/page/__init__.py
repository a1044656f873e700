"""The live page: a game of bots at the simulated table, watched in a browser on this machine."""

import argparse
import socket
import time

from ..errors import BadInput
from ..stage import Plan, play_game
from .room import Room

HOST = "127.0.0.1"


def serve(args: argparse.Namespace) -> int:
    """Play games for the page, one seed after another, until Ctrl-C; BadInput when the port is taken."""
    _check_port(args.port)
    room = Room(args.port, HOST)
    print(f"The table is at http://{HOST}:{args.port}  (Ctrl-C ends it)", flush=True)
    seed = args.seed
    try:
        while True:
            room.say(f"**{args.players} players, level {args.level}, seed {seed}**")
            ending = play_game(Plan(args.players, args.level, seed), room.say, None, room.look)["ending"]
            room.say(f"**{ending}**")
            time.sleep(5)
            seed += 1
    except KeyboardInterrupt:
        print()
        return 0
    finally:
        room.server.stop()


def _check_port(port: int) -> None:
    with socket.socket() as probe:
        probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            probe.bind((HOST, port))
        except (OSError, OverflowError) as error:
            raise BadInput(f"--port {port}: cannot be used ({error}); name another one, such as --port 8081") from error
