"""The command `memory`: what the firmware takes of a board's memory, on MicroPython of 32 bits and single precision.

Its code is read into the heap from files, as on a board with MicroPython's own image; or it is a part of the
interpreter, as in an image of one's own (hardware/README.md), and stays in flash but for what it makes when imported.

Data in: firmware/, a tour of every screen and games of ten (onboard/). Data out: loaded code, data, stack, what is
left, each beside its target; exit status 1 when one is missed.
"""

import argparse
import tempfile
from pathlib import Path

from .errors import DONE, MISSED, BadInput
from .onboard import mpy, play

FREE_KB = 260  # of the heap of an ESP32-S3 without PSRAM
CODE_MOST_KB = DATA_MOST_KB = 96
NOT_HERE = ("teatable.drivers.esp32",)  # wants a board
DISPLAY = 240 * 320 // 2 + 240 * 8 * 2  # the frame of 16 colours, and half a strip of RGB565

_EPILOG = """examples:
  python -m host_sim memory             a tour of every screen and three games of ten; some three minutes
  python -m host_sim memory --modules   what each loaded module takes; some seconds
  python -m host_sim memory --least     the least heap in which it can be played; some minutes
It wants the interpreter of tests/build_32bit.sh. The firmware is compiled as a board gets it; machine code, which a
board keeps apart from the heap, is counted from the files for the ESP32-S3. With the interpreter that the same script
prints with --built-in (name it with --on) the code is a part of the image, and takes little of the heap.
Exit status: 0 all targets are met, 1 one is missed, 2 bad input (one line on standard error)"""


def add_parser(commands: argparse._SubParsersAction) -> None:
    """Add `memory` to the commands."""
    parser = commands.add_parser(
        "memory",
        help="what the firmware takes of a board's memory",
        description="Plays games of ten with the whole firmware on MicroPython of 32 bits and counts its memory.",
        epilog=_EPILOG,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.add_argument("--on", metavar="PATH", help="the interpreter; default: $MICROPYTHON_32BIT, else in build/")
    parser.add_argument("--games", type=int, default=3, metavar="N", help="games of ten to be played (3)")
    parser.add_argument("--modules", action="store_true", help="only what each module takes")
    parser.add_argument("--least", action="store_true", help="only the least heap")
    parser.set_defaults(main=main)


def main(args: argparse.Namespace) -> int:
    """Measure, print; return the exit status."""
    on = play.interpreter(args.on)
    built_in = play.built_in(on)
    if args.modules and built_in:
        raise BadInput(f"{on}: --modules: the application is a part of it, allowed: an interpreter without it")
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        if args.modules:
            mpy.write_marked(folder)
            return _modules(on, folder)
        mpy.write(folder, built_in)
        return _least(on, folder) if args.least else _evening(on, folder, args.games, built_in)


def _evening(on: str, folder: Path, games: int, built_in: bool) -> int:
    """Print the table of an evening; the second run has all code that the first one used loaded from the start."""
    first = play.lines(on, folder, ["run", "1"])
    loaded = first["loaded"][0]
    found = play.lines(on, folder, ["evening", str(games), *loaded])
    stack = play.least(lambda n: play.plays(on, folder, play.HEAP, n), 2_048, play.DEVICE_STACK, 256)
    stack -= int(first["above"][0][0])
    machine = 0 if built_in else machine_code(loaded)
    rows = figures(int(first["code"][0][0]), int(found["code"][0][0]), machine, stack, found)
    print("| on 32 bits, single precision | bytes | target |")
    print("|---|---|---|")
    for what, size, most_kb in rows:
        print(f"| {what} | {size:,} | {judged(size, most_kb)} |")
    print(f"\n{len(found['seen'][0])} screens, {games} games of ten.")
    print(f"A turn allocates {_turns(found)} bytes, garbage included.")
    return MISSED if any(judged(size, most_kb).endswith("MISSED") for _, size, most_kb in rows) else DONE


def machine_code(loaded: list[str]) -> int:
    """Return the bytes of machine code of these modules as they lie on an ESP32-S3, beside the heap."""
    return sum(size for module, size in mpy.machine_code_of_all().items() if module in loaded)


def figures(early: int, late: int, machine: int, stack: int, found: play.Told) -> list[tuple[str, int, int | None]]:
    """Return rows (what, bytes, target in KB or None). `early`, `late`: code after power-on, and at the end."""
    most, screen = int(found["most"][0][0]), found["most"][0][1]
    data = most + stack
    return [
        ("loaded code after power-on, in the heap", early, None),
        ("loaded code of a whole evening, in the heap", late, None),
        ("its machine code, beside the heap", machine, None),
        ("loaded code together", late + machine, CODE_MOST_KB),
        ("data after power-on", int(found["built"][0][0]), None),
        (f"data at the most, on the screen {screen!r}", most, None),
        ("of that the display's frame and half a strip", DISPLAY, None),
        ("stack below the main loop: the least with which all can be played", stack, None),
        ("data, stack and display buffer", data, DATA_MOST_KB),
        (f"left of {FREE_KB} KB without PSRAM", 1024 * FREE_KB - late - machine - most, None),
    ]


def judged(size: int, most_kb: int | None) -> str:
    """Return the target and whether it is met."""
    if most_kb is None:
        return ""
    return f"{most_kb} KB: " + ("met" if size <= 1024 * most_kb else "MISSED")


def _turns(found: play.Told) -> str:
    taken = sorted(int(row[2]) for row in found["turn"] if row[0] != "1")
    return f"{taken[len(taken) // 2]:,} (median; at the most {taken[-1]:,})"


def _modules(on: str, folder: Path) -> int:
    """Print the table of the modules, the largest first."""
    machine = mpy.machine_code_of_all()
    names = [name for name in machine if name not in NOT_HERE]
    found = play.lines(on, folder, ["load", "teatable.app", *names])
    sizes = {name: int(size) for name, size in found["module"]}
    print("| module | heap | machine code, ESP32-S3 |")
    print("|---|---|---|")
    for name in sorted(sizes, key=lambda n: -sizes[n] - machine[n]):
        print(f"| {name} | {sizes[name]:,} | {machine[name]:,} |")
    print(f"| all | {sum(sizes.values()):,} | {sum(machine[n] for n in sizes):,} |")
    print("\nNames are in it where the list of them had to grow; in all: " + " ".join(found["qstr"][0]))
    return DONE


def _least(on: str, folder: Path) -> int:
    """Print the least heap in which the evening can be played to its end."""
    told = play.lines(on, folder, ["run", "1"])
    base = int(told["base"][0][0])
    heap = play.least(lambda n: play.plays(on, folder, n, play.STACK), 200_000, play.HEAP, 4_096)
    print(f"least heap: {heap:,} bytes, of which {base:,} are the people's and the chips'")
    return DONE
