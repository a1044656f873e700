"""Starts a MicroPython of 32 bits with the compiled firmware and reads what footprint.py prints there.

Data in: the interpreter, heap and stack. Data out: lines as lists of words; the least heap and stack that will do.
"""

import os
import subprocess
from collections.abc import Callable
from pathlib import Path

from ..errors import BadInput

ROOT = Path(__file__).parents[2]
HEAP = 4_000_000
STACK = 60_000  # what measures needs more than the firmware
DEVICE_STACK = 15_360
Told = dict[str, list[list[str]]]


def interpreter(named: str | None) -> str:
    """Return the MicroPython of 32 bits: `named`, $MICROPYTHON_32BIT, or one that was built here; BadInput if none."""
    named = named or os.environ.get("MICROPYTHON_32BIT")
    if named is None:
        built = sorted((ROOT / "build").glob("micropython-32bit-*/micropython"), key=lambda p: p.stat().st_mtime)
        named = str(built[-1]) if built else None
    if named is None:
        raise BadInput("no MicroPython of 32 bits is here, allowed: after tests/build_32bit.sh, or named with --on")
    code = "import sys; print(sys.implementation.name, sys.maxsize)"
    try:
        said = subprocess.run([named, "-c", code], capture_output=True, text=True).stdout.split()
    except OSError as error:
        raise BadInput(f"{named}: cannot be run: {error.strerror}") from error
    if said != ["micropython", str(2**31 - 1)]:
        raise BadInput(f"{named}: found no MicroPython of 32 bits, allowed: the one of tests/build_32bit.sh")
    return named


def built_in(command: str) -> bool:
    """Tell whether the application is a part of this interpreter (tests/build_32bit.sh --built-in)."""
    env = {**os.environ, "MICROPYPATH": ".frozen"}
    return subprocess.run([command, "-c", "import teatable"], capture_output=True, env=env).returncode == 0


def start(command: str, folder: Path, words: list[str], heap: int, stack: int) -> subprocess.CompletedProcess[str]:
    """Run footprint.py with these words on the compiled files in `folder`."""
    return subprocess.run(
        [command, "-X", f"heapsize={heap}", str(folder / "footprint.py"), *words],
        capture_output=True,
        text=True,
        cwd=folder,
        env={**os.environ, "MICROPYPATH": ".:.frozen", "MICROPYSTACK": str(stack)},
    )


def lines(command: str, folder: Path, words: list[str]) -> Told:
    """Return what was printed, by the first word of a line: all lines with it, as lists of the words after it."""
    done = start(command, folder, words, HEAP, STACK)
    if done.returncode or "Traceback" in done.stderr:
        raise BadInput(f"{command}: the evening ended: {(done.stderr or done.stdout).strip().splitlines()[-1:]}")
    out: Told = {}
    for line in done.stdout.splitlines():
        word, *rest = line.split()
        out.setdefault(word, []).append(rest)
    return out


def least(enough: Callable[[int], bool], low: int, high: int, step: int) -> int:
    """Return the least of `low` to `high` (which is enough) that is enough, to `step`."""
    while high - low > step:
        middle = (low + high) // 2
        if enough(middle):
            high = middle
        else:
            low = middle
    return high


def plays(command: str, folder: Path, heap: int, stack: int) -> bool:
    """Return whether a tour and a game can be played to their end in so much; BadInput when it fails otherwise."""
    done = start(command, folder, ["run", "1"], heap, stack)
    if "\nloaded " in done.stdout:
        return True
    if "MemoryError" in done.stderr or "recursion" in done.stderr or done.returncode < 0:
        return False
    raise BadInput(f"{command}: the evening ended: {(done.stderr or done.stdout).strip().splitlines()[-1:]}")
