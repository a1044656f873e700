"""Runs tests/unit_*/test_*.py on real MicroPython: python tests/run_micropython.py [FILE or part of a name ...].

The files are discovered, never listed. Each runs in an interpreter of its own, with firmware/ and tests/ on its path.
The environment variable MICROPYTHON names another interpreter, such as a 32-bit build.
Exit status 0: all passed; 1: some failed; 2: there is no MicroPython or nothing to run.
"""

import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

TESTS = Path(__file__).resolve().parent
ROOT = TESTS.parent
TIMEOUT_S = 300
HEAP = "4m"  # the tests' own; a 32-bit build has 1 MB by default, and compiles what it imports


def interpreter() -> str | None:
    """Return the MicroPython named by $MICROPYTHON, else the one that `make setup` installs, else one on the path."""
    if named := os.environ.get("MICROPYTHON"):
        return named
    beside = Path(sys.executable).parent / "micropython"
    return str(beside) if beside.exists() else shutil.which("micropython")


def discover() -> list[Path]:
    """Return every unit test file, sorted."""
    return sorted(TESTS.glob("unit_*/test_*.py"))


def run_file(path: Path) -> tuple[int, int, str]:
    """Run one file; return (passed, failed, what it printed). A crash or a hang counts as one failure."""
    command = interpreter()
    if command is None:
        return 0, 1, "no micropython: run make setup\n"
    search = os.pathsep.join((str(ROOT / "firmware"), str(TESTS), ".frozen"))
    try:
        done = subprocess.run(
            [command, "-X", f"heapsize={HEAP}", str(TESTS / "on_micropython.py"), str(path)],
            capture_output=True,
            text=True,
            errors="replace",
            timeout=TIMEOUT_S,
            cwd=ROOT,
            env={**os.environ, "MICROPYPATH": search},
        )
    except subprocess.TimeoutExpired as late:
        printed = late.stdout.decode(errors="replace") if isinstance(late.stdout, bytes) else late.stdout or ""
        return 0, 1, f"{printed}no end after {TIMEOUT_S} s\n"
    printed = done.stdout + done.stderr
    closing = re.findall(r"^(\d+) passed, (\d+) failed$", printed, re.MULTILINE)
    if not closing:
        return 0, 1, f"{printed}ended with status {done.returncode} before its closing line\n"
    passed, failed = map(int, closing[-1])
    if done.returncode and not failed:
        failed = 1
    return passed, failed, printed


def main(wanted: list[str]) -> int:
    """Run all files, or those whose path contains one of `wanted`; print failures and a closing line."""
    if interpreter() is None:
        print("no micropython beside this python or on the path: run make setup", file=sys.stderr)
        return 2
    names = [name.removeprefix("./") for name in wanted]
    files = [f for f in discover() if not names or any(name in str(f) for name in names)]
    if not files:
        print("no test file matches " + " ".join(wanted), file=sys.stderr)
        return 2
    passed = failed = 0
    for path in files:
        good, bad, printed = run_file(path)
        passed += good
        failed += bad
        print(f"{path.relative_to(ROOT)}: {good} passed, {bad} failed", flush=True)
        if bad:
            print(printed, flush=True)
    print(f"{passed} passed, {failed} failed")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
