"""What only MicroPython of 32 bits and single precision can show; `make test-32bit` builds it and names it here."""

import os

import pytest


def named(variable: str) -> str:
    """Return the path of an interpreter that the environment names; what wants it is skipped where there is none."""
    path = os.environ.get(variable)
    if not path:
        pytest.skip(f"no MicroPython of 32 bits is named in {variable}: make test-32bit builds one")
    return path


@pytest.fixture(scope="session")
def micropython() -> str:
    """The path of the interpreter."""
    return named("MICROPYTHON_32BIT")


@pytest.fixture(scope="session")
def built_in() -> str:
    """The path of the same interpreter with the application as a part of it."""
    return named("MICROPYTHON_32BIT_BUILT_IN")
