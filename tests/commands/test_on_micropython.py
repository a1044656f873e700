"""--on micropython: a game and a scene are told, logged and reported as on CPython, byte for byte."""

import shutil
import sys

import pytest

from host_sim.__main__ import main
from host_sim.scripted import scenario

SCENES = {path.stem: str(path) for path in scenario.examples()}
GAME = ("game", "--players", "2")


def played(capsys, tmp_path, on, *argv):
    """Return (status, what was printed, the report without how fast this machine was)."""
    out = tmp_path / f"{len(list(tmp_path.iterdir()))}.json"
    status = main([*argv, "--on", on, "--json", str(out)])
    lines = out.read_text().splitlines(keepends=True)
    return status, capsys.readouterr().out, [line for line in lines if not line.lstrip().startswith('"speed"')]


def same(capsys, tmp_path, *argv):
    """Play on both, and return what was printed."""
    here = played(capsys, tmp_path, "cpython", *argv)
    assert played(capsys, tmp_path, "micropython", *argv) == here
    assert len(here[2]) > 30
    return here[1]


def test_a_whole_game(capsys, tmp_path):
    assert "wins: no card is left" in same(capsys, tmp_path, *GAME, "--level", "off", "--seed", "2")


def test_the_beginning_of_a_game_that_wobbles(capsys, tmp_path):
    assert " plays " in same(capsys, tmp_path, *GAME, "--level", "classic", "--seed", "1", "--limit", "20")


FALL = """{"level": "classic", "deck": ["size-large", "clean-cup"], "steps": [
  {"do": "press", "target": "button:ready"}, {"do": "press", "target": "button:peek"},
  {"do": "press", "target": "card:size-large"}, {"do": "press", "target": "button:play"},
  {"do": "place", "cup": "large-green", "x_mm": 100, "y_mm": 0}, {"do": "wait", "s": 0.8},
  {"do": "push", "cup": "large-green"}, {"do": "wait", "s": 3}, {"do": "remove", "cup": "large-green"},
  {"do": "press", "target": "button:yes-it-fell"}, {"do": "press", "target": "button:peek"}]}"""


def test_a_wobble_and_a_fall(capsys, tmp_path):
    scene = tmp_path / "fall.json"
    scene.write_text(FALL)
    assert "Fallen: large green; Rose draws 3 cards" in same(capsys, tmp_path, "run", str(scene))


def test_a_scene_with_a_power_cut(capsys, tmp_path):
    assert "The game goes on where it was left" in same(capsys, tmp_path, "run", SCENES["power_cut"])


@pytest.mark.parametrize("command", [(*GAME, "--level", "off"), ("run", SCENES["first_cup"]), ("bench",)])
def test_an_interpreter_that_is_not_there(command, capsys, monkeypatch):
    assert main([*command, "--on", "/nowhere/micropython"]) == 2
    assert "--on: found /nowhere/micropython, allowed: cpython, micropython or the path" in capsys.readouterr().err
    monkeypatch.delenv("MICROPYTHON", raising=False)
    monkeypatch.setattr("importlib.util.find_spec", lambda name: None)
    assert main([*command, "--on", "micropython"]) == 2
    assert "no MicroPython is installed here, allowed: run make setup" in capsys.readouterr().err


def test_one_that_is_none_ends_with_a_status_of_its_own(capsys):
    assert main([*GAME, "--level", "off", "--on", shutil.which("false") or sys.executable]) == 3
    err = capsys.readouterr().err
    assert err.startswith("python -m host_sim: the MicroPython that ran the firmware has ended with status 1; it said:")
