"""The command `flash`: MicroPython itself onto a new board, with a partition for games.

Data in: the firmware file that the user has downloaded, a port. Data out: an image with the partition table of
hardware/partitions.csv, and what was done; esptool does it, as a command.
"""

import argparse
import re
import shlex
import struct
import subprocess
import sys
import tempfile
from pathlib import Path

from ..errors import DONE, BadInput
from . import deploy, link
from .image import PARTITIONS

CHIP_ID = 9  # of an ESP32-S3, in the header of an image
MAGIC = 0xE9
SIZE_MB = 8  # of the flash, as partitions.csv divides it
_VERSION = re.compile(rb"v(\d+)\.(\d+)(?:\.(\d+))?[^\0 ]* on \d{4}-\d\d-\d\d")
_EPILOG = """examples:
  python -m host_sim flash --port /dev/ttyUSB0 --image ESP32_GENERIC_S3-20250911-v1.26.1.bin --erase
  python -m host_sim flash --image ESP32_GENERIC_S3-20250911-v1.26.1.bin --explain
The file is the .bin for the board ESP32_GENERIC_S3 from MicroPython's download page, not its SPIRAM_OCT variant.
--erase is for a board that is new to this table: it wipes everything, settings, calibration and an unfinished game
too. Without it those stay, where the partitions were the same before. Afterwards: make deploy.
Exit status: 0 done, 2 it could not be done (one line on standard error)"""


def add_parser(commands: argparse._SubParsersAction) -> None:
    """Add `flash` to the commands."""
    parser = commands.add_parser(
        "flash",
        help="put MicroPython onto a board",
        description="Puts this table's partitions into MicroPython's image, says what it does, and has esptool do it.",
        epilog=_EPILOG,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    deploy.add_port(parser)
    parser.add_argument("--image", metavar="FILE.bin", required=True, help="MicroPython for the ESP32-S3")
    parser.add_argument("--erase", action="store_true", help="wipe the whole flash first")
    parser.add_argument("--explain", action="store_true", help="say what would be done, and do nothing")
    parser.set_defaults(main=main)


def version_of(path: str) -> str:
    """Return the version of MicroPython in an image; BadInput when it is no image for this board."""
    try:
        data = Path(path).read_bytes()
    except OSError as error:
        raise BadInput(f"{path}: cannot be read: {(error.strerror or str(error)).lower()}") from error
    if len(data) < 0x10000 or data[0] != MAGIC:
        raise BadInput(
            f"{path}: no image of a chip's whole flash; take the .bin of ESP32_GENERIC_S3, no .uf2 or .app-bin"
        )
    chip = struct.unpack_from("<H", data, 12)[0]
    if chip != CHIP_ID:
        raise BadInput(
            f"{path}: for another chip (id {chip}, an ESP32-S3 has {CHIP_ID}); take the one of ESP32_GENERIC_S3"
        )
    found = _VERSION.search(data)
    if found is None:
        raise BadInput(f"{path}: an image for this chip, but no MicroPython is in it")
    version = tuple(int(part or 0) for part in found.groups())
    text = ".".join(str(part) for part in version)
    if version[:2] < link.OLDEST:
        raise BadInput(f"{path}: MicroPython {text}, {'.'.join(map(str, link.OLDEST))} or newer is needed")
    return text


def tool(name: str) -> str:
    """Return the path of a command that stands beside this Python."""
    for ending in ("", ".exe"):
        path = Path(sys.executable).parent / (name + ending)
        if path.exists():
            return str(path)
    raise BadInput(f"{name} is not installed: make setup")


def commands(image: str, made: str, port: str, erase: bool) -> list[tuple[str, list[str]]]:
    """Return what is done, each step with its words."""
    esptool = [tool("esptool"), "--chip", "esp32s3", "--port", port]
    steps = [
        (
            "gives the image the partitions of hardware/partitions.csv, one of them for games",
            [tool("mp-image-tool-esp32"), image, "-f", f"{SIZE_MB}M", "--from-csv", str(PARTITIONS), "-o", made],
        )
    ]
    what, all_of_it = "writes the image from the beginning of the flash on", []
    if erase:  # in one run: a wiped board resets without end, and its own USB port with it
        what, all_of_it = f"wipes the whole flash, settings, calibration and games too, and {what}", ["--erase-all"]
    steps.append((what, [*esptool, "write-flash", *all_of_it, "0", made]))
    return steps


def main(args: argparse.Namespace) -> int:
    """Flash, or say how; return the exit status."""
    version = version_of(args.image)
    port = args.port or "PORT" if args.explain else link.chosen(args.port)
    print(f"MicroPython {version} for an ESP32-S3 with {SIZE_MB} MB of flash")
    with tempfile.TemporaryDirectory() as folder:
        made = str(Path(folder) / "teatable.bin")
        for number, (what, command) in enumerate(commands(args.image, made, port, args.erase), 1):
            print(f"{number}. {what}:\n   {shlex.join([Path(command[0]).name, *command[1:]])}", flush=True)
            if not args.explain:
                _run(command, port)
    print("then: make deploy" + (f" PORT={port}" if args.port else ""))
    return DONE


def _run(command: list[str], port: str) -> None:
    """Run one step, its words on the terminal; BadInput with the remedy when it fails."""
    if "--port" in command:
        link.try_port(port)
    if subprocess.run(command, check=False).returncode == 0:
        return
    if "--port" not in command:
        raise BadInput(f"{command[1]}: {Path(command[0]).name} cannot use it (its words are above)")
    raise BadInput(
        f"{port}: esptool could not do it (its words are above); hold BOOT, press RESET, let go of BOOT, and try again;"
        " take the socket marked UART and a cable for data"
    )
