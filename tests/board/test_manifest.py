"""What MicroPython's build is told to take into an image is the whole application."""

from pathlib import Path

from host_sim.board import program

HARDWARE = Path(__file__).resolve().parents[2] / "hardware"


def taken(name):
    """Return the files that a manifest of hardware/ takes, and what it includes from elsewhere."""
    files, elsewhere = set(), []

    def package(name, base_path):
        files.update(p for p in (HARDWARE / base_path / name).resolve().rglob("*.py") if "__pycache__" not in p.parts)

    def module(name, base_path):
        files.add((HARDWARE / base_path / name).resolve())

    def include(name):
        if name.startswith("$"):
            elsewhere.append(name)
        else:
            more = taken(name)
            files.update(more[0])
            elsewhere.extend(more[1])

    exec((HARDWARE / name).read_text(), {"package": package, "module": module, "include": include})
    return files, elsewhere


def test_the_image_has_every_file_that_a_board_gets():
    assert taken("manifest.py") == (set(program.sources()), [])
    assert taken("manifest_esp32.py") == (set(program.sources()), ["$(PORT_DIR)/boards/manifest.py"])
