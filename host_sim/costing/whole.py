"""Counts instructions of what the firmware does beside weighing: an action, a strip, a piece of drawing, a pass.

Data in: the firmware on MicroPython under valgrind (sections.py). Data out: instructions by name.
"""

import os
import re
import shutil
import subprocess
import tempfile
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

from ..errors import BadInput
from .count import command

_ROOT = Path(__file__).resolve().parents[2]
_SCRIPT = Path(__file__).with_name("sections.py")
_TIMES = {"rules": 60, "strip": 100, "screen": 200, "loop": 2000, "idle": 2000, "slow": 2000, "touch": 2000}
NAMES = {
    "rules": "an action of the rules",
    "strip": "a strip of the display",
    "screen": "a piece of drawing",
    "loop": "a pass of App in which nothing is due",
    "idle": "a look at a display that shows all",
    "slow": "what App does every 20 ms",
    "touch": "a poll of the glass",
}


def play(part: str, times: int, folder: str, before: list[str] | None = None) -> str:
    """Run the script in `folder` and return what it printed, its errors included; `before`: in front of the command."""
    paths = f"{_ROOT / 'firmware'}:{_ROOT / 'host_sim' / 'onboard'}:.frozen"
    done = subprocess.run(
        [*(before or []), *command(), "-X", "heapsize=64m", str(_SCRIPT), part, str(times)],
        capture_output=True,
        text=True,
        cwd=folder,
        env={**os.environ, "PYTHONHASHSEED": "0", "MICROPYPATH": paths},
    )
    if done.returncode or "Traceback" in done.stderr:
        raise BadInput(f"MicroPython ended with status {done.returncode}: {done.stderr.strip().splitlines()[-1:]}")
    return done.stdout + done.stderr


def count() -> dict[str, int]:
    """Return the instructions of each section, by its name."""
    valgrind = shutil.which("valgrind")
    if valgrind is None:
        raise BadInput("valgrind is not installed here, allowed: with it (Debian: apt install valgrind)")
    jobs = [("rules", 0), ("strip", 0), *_TIMES.items()]
    with tempfile.TemporaryDirectory() as folder, ThreadPoolExecutor(2) as pool:

        def run(job: tuple[str, int]) -> tuple[int, int]:
            # nothing in command or environment may differ from one day to the next: that would move the counts
            printed = play(*job, folder, [valgrind, "--tool=callgrind", f"--callgrind-out-file={job[0]}-{job[1]}"])
            number = re.search(r"Collected : (\d+)", printed)
            sent = re.search(r"^sent (\d+)", printed, re.MULTILINE)
            if number is None or sent is None:
                raise BadInput("valgrind gave no count")
            return int(number[1]), int(sent[1])

        found = dict(zip(jobs, pool.map(run, jobs), strict=True))
    each = {}
    for part, times in _TIMES.items():
        total, sent = found[part, times]
        total -= found["rules" if part == "rules" else "strip", 0][0]  # up to there the others are alike
        each[part] = round((total - sent * each.get("strip", 0)) / times)
    return {NAMES[part]: n for part, n in each.items()}
