"""The whole firmware on 32 bits and in single precision plays the same game against the same physics as on CPython.

What it plays is in lock-step (host_sim/lockstep), so the report must be the same but for how fast it was made.
"""

import json
import os
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
GAME = ("game", "--players", "2", "--level", "classic", "--seed", "5", "--limit", "60", "--quiet")


def report(path, *more):
    """Play, and return the report."""
    env = {**os.environ, "PYTHONPATH": os.pathsep.join((str(ROOT / "firmware"), str(ROOT)))}
    command = [sys.executable, "-m", "host_sim", *GAME, "--json", str(path), *more]
    done = subprocess.run(command, capture_output=True, text=True, cwd=ROOT, env=env)
    assert done.returncode in (0, 1), done.stderr
    out = json.loads(path.read_text())
    del out["metrics"]["speed"]
    return out


def test_a_game_is_the_same_on_32_bits(micropython, tmp_path):
    mine = report(tmp_path / "32.json", "--on", micropython)
    assert sum(1 for event in mine["table"] if event["kind"] == "placed") >= 2
    assert mine == report(tmp_path / "cpython.json")
