"""The benchmark of the rules runs on both interpreters and refuses a bad argument."""

import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).parent.parent.parent


def bench(*words):
    return subprocess.run(
        [sys.executable, "-m", "host_sim.rules_bench", *words], cwd=ROOT, capture_output=True, text=True, timeout=120
    )


def test_both_interpreters_are_measured_on_the_same_games():
    done = bench("3")
    assert done.returncode == 0, done.stderr
    lines = [line.split(" in ")[0] for line in done.stdout.splitlines() if "actions a second" in line]
    assert [line.split(":")[0] for line in lines] == ["cpython", "micropython"]
    assert lines[0].split(":")[1] == lines[1].split(":")[1]


def test_a_bad_number_of_games_is_refused_in_one_line():
    for words in (["x"], ["0"], ["1", "2"], ["-5"]):
        done = bench(*words)
        assert done.returncode == 2
        assert len(done.stderr.splitlines()) == 1
