"""The live page: a game at the simulated table in a browser, played with the mouse, with bots in the empty seats."""

import argparse
import os
import socket
import sys

from ..errors import BadInput


def serve(args: argparse.Namespace) -> int:
    """Serve the page until Ctrl-C; BadInput when the port is taken."""
    _check_port(args.host, args.port)
    from nicegui import app, ui

    from .desk import Desk, invitation
    from .room import Room
    from .scene import serve_shapes
    from .trouble import faults

    room, known = Room(invitation(args)), faults()
    serve_shapes()
    app.on_startup(room.start)
    shown = "127.0.0.1" if args.host in ("0.0.0.0", "::") else args.host
    print(f"The table is at http://{shown}:{args.port}  (Ctrl-C ends it)", flush=True)
    try:
        ui.run(
            lambda: Desk(room, known) and None,
            host=args.host,
            port=args.port,
            title="The mad tea table",
            favicon="🫖",
            show=not args.no_browser and _has_screen(),
            reload=False,
            show_welcome_message=False,
        )
    except KeyboardInterrupt:
        print()
    finally:
        room.stop()
    return 0


def _has_screen() -> bool:
    """Tell whether a browser could open here."""
    return sys.platform in ("darwin", "win32") or bool(os.environ.get("DISPLAY") or os.environ.get("WAYLAND_DISPLAY"))


def _check_port(host: str, port: int) -> None:
    try:
        family = socket.getaddrinfo(host, port)[0][0]
        with socket.socket(family) as probe:
            probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
            probe.bind((host, port))
    except (OSError, OverflowError, UnicodeError) as error:
        raise BadInput(
            f"--host {host} --port {port}: cannot be used ({error}); name another one, such as --port 8081"
        ) from error
