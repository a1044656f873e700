"""The interpreter of 32 bits is what it is said to be, and where it cannot be built that is said plainly."""

import os
import subprocess
from pathlib import Path

BUILD = Path(__file__).resolve().parents[1] / "build_32bit.sh"
DEEP = "def deep(n):\n    return n if n == 0 else deep(n - 1)\n"


def told(micropython, code, **env):
    done = subprocess.run([micropython, "-c", code], capture_output=True, text=True, env={**os.environ, **env})
    return done.stdout.strip() or done.stderr.strip().splitlines()[-1]


def test_it_has_32_bits_and_single_precision(micropython):
    assert told(micropython, "print(16777217.0 == 16777216.0)") == "True"
    assert told(micropython, "import sys; print(sys.maxsize)") == str(2**31 - 1)
    assert told(micropython, "print(1e38 * 10)") == "inf"


def test_its_stack_is_that_of_the_device_unless_another_is_given(micropython):
    assert "recursion" in told(micropython, DEEP + "print(deep(200))")
    assert told(micropython, DEEP + "print(deep(200))", MICROPYSTACK="100000") == "0"


def test_where_it_cannot_be_built_the_script_says_why(tmp_path):
    fake = tmp_path / "apt-get"
    fake.write_text("#!/bin/sh\nexit 100\n")
    fake.chmod(0o755)
    env = {**os.environ, "PATH": f"{tmp_path}:{os.environ['PATH']}", "CACHE_32BIT": str(tmp_path / "kept")}
    done = subprocess.run([str(BUILD)], capture_output=True, text=True, env=env)
    assert done.returncode == 3 and done.stdout == ""
    assert done.stderr.startswith("MicroPython for 32 bits cannot be built here: ") and done.stderr.count("\n") == 1
