"""Runs the firmware in lock-step; executed by MicroPython: micropython on_micropython.py READ_FD WRITE_FD.

Anything that nobody in the firmware has caught goes over the pipe as text. When the other end is gone this one ends.
"""

import sys

from inside import codes
from inside.link import Link
from inside.loop import Loop, text_of


def main(reader, writer):
    """Serve until the pipe ends."""
    with open("/dev/fd/" + reader, "rb") as orders, open("/dev/fd/" + writer, "wb") as log:
        link = Link(orders, log)
        try:
            Loop(link, link.start()).run()
        except EOFError:
            return
        except Exception as error:
            link.call(codes.FAILED, 0, 0, 0, text_of(error).encode())


if __name__ == "__main__":
    main(sys.argv[1], sys.argv[2])
