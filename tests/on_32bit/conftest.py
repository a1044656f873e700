"""What only MicroPython of 32 bits and single precision can show; `make test-32bit` builds it and names it here."""

import os

import pytest


@pytest.fixture(scope="session")
def micropython() -> str:
    """The path of the interpreter; tests that want it are skipped where there is none."""
    named = os.environ.get("MICROPYTHON_32BIT")
    if not named:
        pytest.skip("no MicroPython of 32 bits is named in MICROPYTHON_32BIT: make test-32bit builds one")
    return named
