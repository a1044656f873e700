"""`other`: import a driver that somebody else wrote, with our stubs and virtual time, and leave no trace of it."""

import importlib
import sys
import time
from pathlib import Path

import pytest
import teatable.compat  # noqa: F401  before any stub of `micropython` can be seen

from host_sim.clock import Clock

STUBS = Path(__file__).parent.parent / "oracles" / "stubs"


@pytest.fixture
def clock():
    return Clock()


@pytest.fixture
def other(clock, monkeypatch):
    """Return a function name -> module; while the test runs, time.sleep lets virtual time pass."""
    before = set(sys.modules)
    monkeypatch.syspath_prepend(str(STUBS))
    monkeypatch.setattr(time, "sleep", lambda seconds: clock.advance(round(seconds * 1e6)))
    monkeypatch.setattr(time, "sleep_ms", lambda ms: clock.advance(ms * 1000), raising=False)

    def load(name):
        try:
            return importlib.import_module(name)
        except ModuleNotFoundError as error:
            pytest.fail(f"{error}; `make setup` installs the drivers of tests/oracles/requirements.txt")

    yield load
    for name in set(sys.modules) - before:
        if not name.startswith(("teatable", "host_sim", "numpy", "PIL")):
            del sys.modules[name]
