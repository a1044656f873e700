"""`shell`, `logs` and mip, against a real MicroPython prompt at a serial port."""

import os
import pty
import select
import subprocess
import sys
import time

from host_sim.__main__ import main
from host_sim.board import link, package, program

from .bridge import Board

PLAYS = b"teatable " + program.version().encode()


def test_logs_show_what_the_table_says_and_do_not_stop_it(table, capsys, monkeypatch):
    with table() as board:
        board.wait_until(["wdt", "5000"])
        heard = b""
        for number, data in enumerate(link.listen(board.port, 60)):
            if number == 0:
                board.power_on()
            heard += data
            if b"\n" in heard.partition(PLAYS)[2]:  # the line is whole
                break
        board.wait_until(["wdt", "5000"])
        assert ["wdt", "600000"] not in board.log(), "nobody has stopped it"
        monkeypatch.setattr(link, "listen", lambda port, seconds: [b"", heard])
        assert main(["logs", "--port", board.port]) == 0
        assert f"teatable {program.version()}\n" in capsys.readouterr().out


def test_logs_tell_the_last_crash(table, capsys):
    with table() as board:
        board.wait_for(PLAYS)
        assert main(["logs", "--port", board.port, "--crash"]) == 0
        assert capsys.readouterr().out == "no crash is kept\n"
        board.wait_for(PLAYS)  # it plays on
        board.wait_until(["wdt", "5000"])
        board.stop()
        board.enter("f = open('/data/crash', 'w'); f.write('ValueError: tea\\nFile x, line 3'); f.close()")
        assert main(["logs", "--port", board.port, "--crash"]) == 0
        assert capsys.readouterr().out == "ValueError: tea\nFile x, line 3\n"


def press_until(keys, key, done):
    """Press `key` once a second until `done`, asked with what was said: while the shell opens, keys are lost."""
    said = b""
    for _ in range(120):
        if done(said):
            return
        os.write(keys, key)
        while not done(said) and select.select([keys], [], [], 1.0)[0]:
            try:
                said += os.read(keys, 4096)
            except OSError:  # the shell has ended
                time.sleep(0.1)
    raise AssertionError(f"no answer to {key!r}: {said!r}")


def test_shell_is_the_prompt_and_leaving_it_starts_the_table(table):
    with table() as board:
        board.wait_until(["wdt", "5000"])
        keys, terminal = pty.openpty()
        command = [sys.executable, "-m", "host_sim", "shell", "--port", board.port]
        env = {**os.environ, "PYTHONPATH": os.pathsep.join(p for p in sys.path if p)}
        with subprocess.Popen(command, stdin=terminal, stdout=terminal, stderr=terminal, env=env) as shell:
            os.close(terminal)
            try:
                press_until(keys, b"", lambda said: b"Use Ctrl-] or Ctrl-x" in said)
                press_until(keys, b"\r", lambda said: b">>> " in said)  # no Ctrl-C: the table has been stopped
                press_until(keys, b"print(6 * 7)\r", lambda said: b"42" in said)
                board.forget()
                press_until(keys, b"\x1d", lambda said: shell.poll() is not None)
            finally:
                shell.kill()  # an answer that does not come must not wait for ever
        os.close(keys)
        assert shell.returncode == 0
        board.wait_for(PLAYS)


def test_errors_of_ports_are_those_of_deploy(tmp_path, capsys):
    for command in (["shell"], ["logs"], ["logs", "--crash"], ["record", "--out", str(tmp_path / "t.csv")]):
        assert main([*command, "--port", str(tmp_path / "none")]) == 2
        err = capsys.readouterr().err
        assert "none: there is no such port; " in err and err.count("\n") == 1


def test_the_list_for_mip_is_that_of_the_firmware():
    text = (program.FIRMWARE / "package.json").read_text()
    assert text == package.page(), "firmware files have come or gone: make package"


def test_mip_installs_what_the_list_names(tmp_path, monkeypatch):
    """With a small application; to copy the whole one takes a minute."""
    firmware = tmp_path / "firmware"
    (firmware / "teatable/pack").mkdir(parents=True)
    for name in ("boot.py", "rescue.py"):
        (firmware / name).write_bytes((program.FIRMWARE / name).read_bytes())
    (firmware / "main.py").write_text("from teatable import V\nfrom teatable.pack.a import W\nprint('found', V, W)\n")
    (firmware / "teatable/__init__.py").write_text("V = 1\n")
    (firmware / "teatable/pack/a.py").write_text("W = 2\n")
    monkeypatch.setattr(program, "FIRMWARE", firmware)
    (firmware / "package.json").write_text(package.page())
    with Board(tmp_path, 64) as board:
        board.wait_for(b">>> ")
        mip = [sys.executable, "-m", "mpremote", "connect", board.port, "mip", "install", "--target", "/"]
        done = subprocess.run([*mip, str(firmware / "package.json")], capture_output=True, text=True)
        assert done.returncode == 0 and "Done" in done.stdout, done.stdout + done.stderr
        board.power_on()
        board.wait_for(b"found 1 2")


def test_deploy_takes_over_from_sources(table, application, monkeypatch, capsys):
    """MicroPython would take a .py before the .mpy beside it."""
    with table() as board:
        board.wait_for(PLAYS)
        board.stop()
        board.enter("f = open('/teatable/app.py', 'w'); f.write('old'); f.close()")
        monkeypatch.setattr(program, "files", lambda architecture: application)
        assert main(["deploy", "--port", board.port, "--for", "unix"]) == 0
        told = capsys.readouterr().out
        assert "removes /teatable/app.py: not a part of this version\n" in told and "copied 0 files" in told
        board.forget()
        board.power_on()
        board.wait_for(PLAYS)
