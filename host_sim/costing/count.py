"""Counts instructions: plays a tape on MicroPython under valgrind, which counts what the processor executes.

Why so: counts are the same on every run and on a busy machine, which times are not, and most of the path of a sample is
machine code, in which there are no bytecodes to count. Two runs that differ by the conversions in question are
subtracted, so starting and reading the tape count for nothing. Data in: a tape. Data out: instructions by name.
"""

import importlib.util
import os
import re
import shutil
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

from teatable.tracker.tracker import DISTURBED

from ..errors import BadInput

_ROOT = Path(__file__).resolve().parents[2]
_SCRIPT = Path(__file__).with_name("on_micropython.py")
_START = "import sys; sys.path.append({!r}); from micropython_run import run_main; run_main(sys.argv[1:])"
_BATCHES = 200
_PARTS = {"imu": ("none", "imu"), "sensing": ("imu", "sample"), "tracker": ("sample", "tracker")}


class Heap:
    """What the heap did while the tape was played: number of each conversion with growth -> the line about it."""

    def __init__(self, printed: str) -> None:
        *lines, last = [line.split() for line in printed.splitlines()]
        self.conversions = int(last[1])
        self.cups = [int(cup) for cup in last[2:]]
        self.rows = [
            (int(n), int(grown), int(state), rest == "1", told, int(pieces))
            for n, grown, state, rest, pieces, *told in lines
        ]

    @property
    def looks(self) -> dict[int, tuple[int, int]]:
        """Return {conversion: (bytes, pieces)} of each look at a settled change: the tracker explains it."""
        return {n: (grown, pieces) for n, grown, state, rest, _, pieces in self.rows if state == DISTURBED and pieces}

    def told(self, kind: str) -> list[int]:
        """Return the conversions at which an event of this kind was told."""
        return [row[0] for row in self.rows if kind in row[4]]


def command() -> list[str]:
    """Return how MicroPython is started: $MICROPYTHON, else the one that `make setup` installs; BadInput if none."""
    if named := os.environ.get("MICROPYTHON"):
        return [named]
    spec = importlib.util.find_spec("micropython_run")
    if spec is None or spec.origin is None:
        raise BadInput("no MicroPython is installed here, allowed: run make setup, or name one in MICROPYTHON")
    return [sys.executable, "-S", "-c", _START.format(str(Path(spec.origin).parent)), "micropython"]


def play(tape: Path, part: str, count: int, before: list[str] | None = None) -> str:
    """Run the script and return what it printed, its errors included; `before` goes in front of the command."""
    done = subprocess.run(
        [*(before or []), *command(), "-X", "heapsize=64m", str(_SCRIPT), str(tape), part, str(count)],
        capture_output=True,
        text=True,
        env={**os.environ, "PYTHONHASHSEED": "0", "MICROPYPATH": f"{_ROOT / 'firmware'}:.frozen"},
    )
    if done.returncode or "Traceback" in done.stderr:
        raise BadInput(f"MicroPython ended with status {done.returncode}: {done.stderr.strip().splitlines()[-1:]}")
    return done.stdout + done.stderr


def heap(tape: Path) -> Heap:
    """Play the whole tape and return where the heap grew."""
    return Heap(play(tape, "heap", 0))


def windows(found: Heap) -> dict[str, tuple[int, int]]:
    """Return the conversions to count, by name: (first, one past the last)."""
    touch, placed = found.told("touch"), found.told("placed")
    after = min(n for n in found.looks if n > touch[2])
    return {
        "empty, at rest": (touch[0] - 150, touch[0] - 50),
        "two cups, at rest": (placed[1] + 60, placed[1] + 160),
        "a hand sets a cup down": (touch[1], touch[1] + 60),
        "rings after a bump": (touch[2], touch[2] + 30),
        "the look that told of the second cup": (placed[1], placed[1] + 1),
        "the first look after the bump": (after, after + 1),
    }


def count(tape: Path) -> dict[str, int]:
    """Return instructions for a conversion: "state: part", for looks, and "FIFO batch: drain" for the IMU's driver."""
    valgrind = shutil.which("valgrind")
    if valgrind is None:
        raise BadInput("valgrind is not installed here, allowed: with it (Debian: apt install valgrind)")
    found = heap(tape)
    seen = windows(found)
    wanted = {(part, n) for first, last in seen.values() for n in (first, last) for part in ("none", "tracker")}
    wanted |= {(part, n) for n in seen["two cups, at rest"] for part in ("imu", "sample")}
    wanted |= {(part, n) for part in ("drain", "bus") for n in (0, _BATCHES)} | {("fall", 0), ("fall", 1)}
    tool = [valgrind, "--tool=callgrind", "--callgrind-out-file=/dev/null"]

    def run(job: tuple[str, int]) -> int:
        number = re.search(r"Collected : (\d+)", play(tape, *job, tool))
        if number is None:
            raise BadInput("valgrind gave no count")
        return int(number[1])

    with ThreadPoolExecutor(2) as pool:
        jobs = sorted(wanted)
        total = dict(zip(jobs, pool.map(run, jobs), strict=True))

    def between(part: str, first: int, last: int) -> int:
        return round((total[part, last] - total[part, first]) / (last - first))

    out = {f"{name}: all": between("tracker", *w) - between("none", *w) for name, w in seen.items()}
    rest = seen["two cups, at rest"]
    out |= {f"two cups, at rest: {n}": between(b, *rest) - between(a, *rest) for n, (a, b) in _PARTS.items()}
    looks = [name for name, w in seen.items() if w[0] in found.looks]
    more = sum(out[f"{name}: all"] - out["two cups, at rest: all"] for name in looks)
    out["a piece of these looks"] = round(more / sum(found.looks[seen[name][0]][1] for name in looks))
    out["a look at a fall of six of twelve cups"] = between("fall", 0, 1)
    out["FIFO batch: drain"] = between("drain", 0, _BATCHES) - between("bus", 0, _BATCHES)
    return out
