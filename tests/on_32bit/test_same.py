"""Single precision decides nothing otherwise: cups, falls and nuisances of the physics are told alike on both.

Both run the same firmware on the same tape of counts and IMU rows; double precision is CPython's.
"""

import os
import subprocess
import sys
from array import array
from pathlib import Path

import pytest

HERE = Path(__file__).parent
ROOT = HERE.parents[1]
NEAR_UM = 2  # where a place comes to lie on the other side of a whole um


@pytest.fixture(scope="module")
def tape(tmp_path_factory):
    """Six turns at classic with pushed cups and nuisances, as text."""
    from tracker.tape import Tape

    made = Tape(seed=17, level=2, nuisance=0.2, provoke=0.4)
    rows = made.play(6)
    path = tmp_path_factory.mktemp("tape") / "turns.txt"
    with path.open("w") as file:
        print([int(gain) for gain in made.gain], file=file)
        for row in rows:
            if row[0] == "sample":
                print(("s", row[1], list(array("h", row[2])), row[3]), file=file)
            elif row[0] == "expect":
                print(row, file=file)
    return path


def told(command, tape, **env):
    done = subprocess.run(
        [*command, str(HERE / "told.py"), str(tape)], capture_output=True, text=True, env={**os.environ, **env}
    )
    assert not done.returncode, done.stderr
    return [line.split("|") for line in done.stdout.splitlines()]


def test_events_are_the_same_in_single_precision(micropython, tape):
    on_32 = told([micropython, "-X", "heapsize=4m"], tape, MICROPYPATH=f"{ROOT / 'firmware'}:.frozen")
    double = told([sys.executable], tape, PYTHONPATH=str(ROOT / "firmware"))
    assert {"placed", "fell", "touch"} <= {row[4] for row in double}
    for mine, theirs in zip(on_32, double, strict=True):
        assert (mine[0], mine[4:]) == (theirs[0], theirs[4:])  # the conversion, and all but the place
        assert max(abs(int(mine[i]) - int(theirs[i])) for i in (2, 3)) <= NEAR_UM, (mine, theirs)
