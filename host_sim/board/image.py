"""The command `image`: the application as an image of the board's file system, to be flashed in one piece.

Why: a table can be made without a prompt, and the image can be looked at and mounted before any board sees it.
Data in: firmware/, the size of the partition `vfs` in hardware/partitions.csv. Data out: a littlefs image as
MicroPython mounts it.
"""

import argparse
import csv
from pathlib import Path
from typing import Any

from ..errors import DONE, BadInput, output_file
from . import program

PARTITIONS = Path(__file__).parents[2] / "hardware" / "partitions.csv"
BLOCK = 4096
CACHE = 128  # as MicroPython has it: it cannot read a small file that lies inline and is longer than its cache
_EPILOG = """example:
  python -m host_sim image --out build/application.img
It holds no settings, no calibration and no game: written over a table's file system it wipes settings and calibration.
For a table that is in use take `deploy`. The partition is "vfs" of hardware/partitions.csv; esptool writes the image to
its offset: esptool --chip esp32s3 --port PORT write-flash 0x300000 build/application.img
Exit status: 0 done, 2 bad input (one line on standard error)"""


def add_parser(commands: argparse._SubParsersAction) -> None:
    """Add `image` to the commands."""
    parser = commands.add_parser(
        "image",
        help="build a file system image of the application",
        description="Compiles the firmware and puts it into a littlefs image for the board's partition vfs.",
        epilog=_EPILOG,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.add_argument("--out", metavar="FILE", required=True, help="the image")
    parser.set_defaults(main=main)


def partition(name: str) -> tuple[int, int]:
    """Return (offset, size) of a partition of hardware/partitions.csv, in bytes."""
    for row in csv.reader(PARTITIONS.read_text().splitlines()):
        if row and row[0].strip() == name:
            return int(row[3], 0), int(row[4], 0)
    raise BadInput(f"{PARTITIONS.name}: has no partition {name}")


def filesystem(size: int, data: bytearray | None = None) -> Any:
    """Return a littlefs of `size` bytes with the parameters of MicroPython's VfsLfs2; empty, or the one in `data`."""
    from littlefs import LittleFS, UserContext

    context = UserContext(size)
    if data is not None:
        context.buffer = data
    return LittleFS(
        context, block_size=BLOCK, block_count=size // BLOCK, read_size=32, prog_size=32, cache_size=CACHE,
        lookahead_size=32,
    )  # fmt: skip


def build(files: dict[str, bytes], size: int) -> bytes:
    """Return a littlefs image of `size` bytes that holds `files`; BadInput when they do not fit."""
    from littlefs import LittleFSError

    fs = filesystem(size)
    try:
        for path, data in files.items():
            folder = path.rpartition("/")[0]
            if folder:
                fs.makedirs(folder, exist_ok=True)
            with fs.open(path, "wb") as f:
                f.write(data)
    except LittleFSError as error:
        total = sum(len(data) for data in files.values())
        raise BadInput(f"the application ({total:,} bytes) does not fit into {size:,} bytes: {error}") from error
    return bytes(fs.context.buffer)


def main(args: argparse.Namespace) -> int:
    """Write the image; return the exit status."""
    target = output_file(args.out)
    assert target is not None
    offset, size = partition("vfs")
    files = program.files()
    target.write_bytes(build(files, size))
    total = sum(len(data) for data in files.values())
    print(f"{target}: {len(files)} files, {total:,} bytes, in a littlefs of {size:,} bytes for offset {offset:#x}")
    return DONE
