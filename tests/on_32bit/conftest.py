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


@pytest.fixture(scope="session")
def built_in() -> str:
    """The path of the same interpreter with the application as a part of it."""
    named = os.environ.get("MICROPYTHON_32BIT_BUILT_IN")
    if not named:
        pytest.skip("no MicroPython with the application in it is named in MICROPYTHON_32BIT_BUILT_IN: make test-32bit")
    return named
