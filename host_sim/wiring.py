"""hardware/wiring.md, written from the board files so that the two cannot differ.

Data in: firmware/teatable/boards/*.py. Data out: the page as text; a test holds the file in the repository equal to it.
"""

import argparse
import importlib
import pkgutil
from pathlib import Path
from types import ModuleType

from .errors import DONE, BadInput

PAGE = Path(__file__).resolve().parent.parent / "hardware" / "wiring.md"

HEAD = """# Wiring

Written by `python -m host_sim wiring` (`make wiring`) from `firmware/teatable/boards/`; change those files, not this
page. IN and OUT are plain pins, PWM a pulse output, PIXELS a WS2812 data line; I2C and SPI pins belong to a bus.
"""


def boards() -> list[ModuleType]:
    """Return the board files, in the order of their names."""
    import teatable.boards as package

    names = sorted(m.name for m in pkgutil.iter_modules(package.__path__))
    modules = [importlib.import_module(f"teatable.boards.{n}") for n in names]
    return [m for m in modules if hasattr(m, "PINS")]


def _table(head: tuple[str, ...], rows: list[tuple]) -> list[str]:
    lines = ["| " + " | ".join(head) + " |", "|" + "---|" * len(head)]
    return lines + ["| " + " | ".join(str(c) for c in row) + " |" for row in rows]


def _board(board: ModuleType) -> list[str]:
    lines = ["", f"## {board.DESCRIPTION} (`{board.NAME}`)", ""]
    pins = [(gpio, f"`{name}`", kind, part, role) for name, gpio, kind, part, role in board.PINS]
    lines += _table(("GPIO", "name in the firmware", "kind", "part", "pin of the part"), sorted(pins))
    gpio = {name: number for name, number, *_ in board.PINS}
    buses = []
    for kind, table in (("I2C", board.I2C_BUSES), ("SPI", board.SPI_BUSES)):
        for name, (number, clock, data, hertz) in table.items():
            wires = f"clock GPIO {gpio[clock]}, data GPIO {gpio[data]}"
            buses.append((f"`{name}`", f"{kind} {number}", wires, f"{hertz:,} Hz"))
    lines += ["", *_table(("bus", "peripheral", "wires", "clock"), buses)]
    lines += [
        "",
        f"Addresses: LSM6DSOX 0x{board.IMU_ADDRESS:02X}, {board.TOUCH_CHIP.upper()} 0x{board.TOUCH_ADDRESS:02X}.",
    ]
    return lines


def page() -> str:
    """Return the whole page as text."""
    lines = HEAD.splitlines()
    for board in boards():
        lines += _board(board)
    return "\n".join(lines) + "\n"


def add_parser(commands: argparse._SubParsersAction) -> None:
    """Add `wiring` to the commands."""
    parser = commands.add_parser(
        "wiring",
        help="write hardware/wiring.md again from the board files",
        description="Writes hardware/wiring.md from firmware/teatable/boards/. With --check nothing is written: exit "
        "status 1 tells that the page is out of date.",
    )
    parser.add_argument("--check", action="store_true", help="only compare, write nothing")
    parser.set_defaults(main=main)


def main(args: argparse.Namespace) -> int:
    """Write the page, or with --check compare it; return the exit status."""
    text = page()
    if args.check:
        same = PAGE.exists() and PAGE.read_text(encoding="utf-8") == text
        print(f"{PAGE.name}: {'up to date' if same else 'out of date, run: python -m host_sim wiring'}")
        return DONE if same else 1
    try:
        PAGE.parent.mkdir(exist_ok=True)
        PAGE.write_text(text, encoding="utf-8")
    except OSError as error:
        raise BadInput(f"{PAGE}: cannot be written: {error.strerror}") from error
    print(PAGE)
    return DONE
