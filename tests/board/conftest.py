"""The application's flash for the Unix interpreter, and boards that have it."""

import shutil

import pytest

from host_sim.board import image, program

from .bridge import BLOCK, Board

BLOCKS = 512  # 2 MB


@pytest.fixture(scope="session")
def application():
    """All files of the application, native code for this machine's interpreter."""
    return program.files("x64")


@pytest.fixture(scope="session")
def flash(application, tmp_path_factory):
    path = tmp_path_factory.mktemp("image") / "flash"
    path.write_bytes(image.build(application, BLOCKS * BLOCK))
    return path


@pytest.fixture
def table(flash, tmp_path):
    """Makes a board with the application on it, to be used in a `with`."""

    def make(**asked):
        shutil.copy(flash, tmp_path / "flash")
        asked.setdefault("loads", [[0, [1000, 2000, 3000, 4000]]])
        asked.setdefault("imu", True)
        return Board(tmp_path, BLOCKS, **asked)

    return make


@pytest.fixture
def small(tmp_path):
    """Makes a board whose flash holds the given files."""

    def make(files, blocks=64, **asked):
        data = {path: text if isinstance(text, bytes) else text.encode() for path, text in files.items()}
        (tmp_path / "flash").write_bytes(image.build(data, blocks * BLOCK))
        return Board(tmp_path, blocks, **asked)

    return make
