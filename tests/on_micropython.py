"""Runs the test functions of one file; executed by MicroPython: micropython on_micropython.py tests/unit_x/test_y.py.

Prints "FAILED name" and a traceback for each failure, and last "N passed, N failed". Test functions take no arguments
and assert plainly. Written for MicroPython: no pytest, no unittest there.
"""

import gc
import sys


def run(path):
    """Run every test_* function of the file at `path`, in the order of their names; return the number of failures."""
    folder, _, name = path.rpartition("/")
    sys.path.insert(0, folder or ".")
    passed = failed = 0
    try:
        module = __import__(name[:-3])
        tests = sorted([n for n in dir(module) if n.startswith("test_")])
    except Exception as error:
        print("FAILED to import", path)
        sys.print_exception(error)
        print("0 passed, 1 failed")
        return 1
    for test in tests:
        gc.collect()
        try:
            getattr(module, test)()
            passed += 1
        except Exception as error:
            failed += 1
            print("FAILED", test)
            sys.print_exception(error)
    print(f"{passed} passed, {failed} failed")
    return failed


sys.exit(1 if run(sys.argv[1]) else 0)
