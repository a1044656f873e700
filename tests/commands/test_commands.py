"""The command line: help worth reading, one line and exit status 2 for whatever cannot be used."""

import subprocess
import sys
from pathlib import Path

import pytest

from host_sim.__main__ import main, parser

ROOT = Path(__file__).resolve().parents[2]


def refused(capsys, *argv):
    try:
        status = main([str(a) for a in argv])
    except SystemExit as ended:
        status = ended.code
    _, err = capsys.readouterr()
    assert status == 2, (argv, status, err)
    assert err.count("\n") == 1, err
    assert err.startswith("python -m host_sim"), err
    assert "Traceback" not in err
    return err


def names():
    """Every command, as the parser has it."""
    return sorted(next(a for a in parser()._actions if a.dest == "command").choices)


@pytest.mark.parametrize("command", names())
def test_every_command_has_help(command, capsys):
    with pytest.raises(SystemExit) as ended:
        main([command, "--help"])
    assert ended.value.code == 0
    assert len(capsys.readouterr().out.splitlines()) > 5
    assert command in parser().format_help()


@pytest.mark.parametrize(
    ("argv", "told"),
    [
        ([], "COMMAND"),
        (["fly"], "fly"),
        (["game", "--players", "1"], "--players"),
        (["game", "--players", "eleven"], "--players"),
        (["game", "--level", "wild"], "--level"),
        (["plot", "compensation", "--out", "c.png", "--level", "mad"], "--level"),
        (["plot", "recordings", "--out", "r.png"], "--from"),
        (["plot", "edge", "--out", "e.png", "--from", "."], "--from"),
        (["game", "--seed", "-1"], "--seed"),
        (["game", "--skill", "3"], "--skill"),
        (["game", "--limit", "0"], "--limit"),
        (["game", "--json", "/nowhere/at/all.json"], "/nowhere/at/all.json"),
        (["run"], "SCENARIO.json"),
        (["run", "none.json"], "none.json"),
        (["run", "--targets", "kitchen"], "kitchen"),
        (["bench", "--games", "0"], "--games"),
        (["bench", "--jobs", "0"], "--jobs"),
        (["bench", "--json", "/nowhere/b.json"], "/nowhere/b.json"),
        (["replay", "none.csv"], "none.csv"),
        (["replay"], "FILE.csv"),
        (["plot", "sunset", "--out", "s.png"], "sunset"),
        (["plot", "edge"], "--out"),
        (["plot", "edge", "--out", "edge.jpg"], ".png"),
        (["plot", "edge", "--out", "/nowhere/e.png"], "/nowhere/e.png"),
        (["plot", "edge", "--out", "e.png", "--level", "wild"], "--level"),
        (["plot", "compensation", "--out", "c.png", "--level", "mad"], "--level"),
        (["plot", "recordings", "--out", "r.png"], "--from"),
        (["plot", "edge", "--out", "e.png", "--from", "."], "--from"),
        (["gallery"], "--out"),
        (["gallery", "--out", "g", "--words", "xx"], "xx"),
        (["gallery", "--out", "g", "--only", "sunset"], "sunset"),
        (["gallery", "--out", "g", "--columns", "0"], "--columns"),
        (["gallery", "--out", "/proc/g"], "/proc/g"),
        (["cost", "--heap", "--record"], "--record"),
        (["play", "--port", "x"], "--port"),
    ],
)
def test_what_cannot_be_used(argv, told, capsys):
    assert told in refused(capsys, *argv)


def test_the_gallery_writes_the_pictures_that_are_asked_for(tmp_path, capsys):
    assert main(["gallery", "--out", str(tmp_path / "g"), "--words", "de", "--only", "title", "pass"]) == 0
    assert "2 pictures" in capsys.readouterr().out
    assert sorted(p.name for p in (tmp_path / "g").iterdir()) == ["pass.png", "sheet.png", "title.png"]


def test_directories_and_scales_that_cannot_be_used(tmp_path, capsys):
    scene = tmp_path / "s.json"
    scene.write_text('{"steps": []}')
    taken = tmp_path / "taken"
    taken.write_text("a file")
    assert "taken" in refused(capsys, "run", scene, "--frames", taken)
    assert "taken" in refused(capsys, "run", scene, "--json", taken / "r.json")
    assert "/nowhere/micropython" in refused(capsys, "run", scene, "--on", "/nowhere/micropython")
    csv = tmp_path / "r.csv"
    csv.write_text("t_s,raw_counts\n0,1\n1,2\n")
    assert "--counts-per-g is missing" in refused(capsys, "replay", csv)
    assert "--counts-per-g" in refused(capsys, "replay", csv, "--counts-per-g", "0")
    assert not (tmp_path / "taken" / "r.json").exists()


def test_bad_input_in_a_process_of_its_own():
    done = subprocess.run(
        [sys.executable, "-m", "host_sim", "run", "no such\nfile.json"], capture_output=True, text=True, cwd=ROOT
    )
    assert done.returncode == 2
    assert done.stdout == ""
    assert len(done.stderr.splitlines()) == 1


def test_schema_and_targets_are_printed(capsys):
    assert main(["run", "--schema"]) == 0
    assert '"do": "power-cut"' in capsys.readouterr().out
    assert main(["run", "--targets", "place"]) == 0
    assert "button:take-back" in capsys.readouterr().out


def test_every_screen_of_the_display_has_its_targets():
    from teatable import ui

    from host_sim import screens

    assert set(screens.targets()) == set(ui.SCREENS)
