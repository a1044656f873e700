"""`deploy` against a real MicroPython prompt at a serial port: changes, breaks, a full flash, wrong boards."""

import errno
import hashlib

import pytest
import serial

from host_sim.__main__ import main
from host_sim.board import deploy, link, program, update

from .bridge import Board

PLAYS = b"teatable " + program.version().encode()
NAMES = ("a", "b", "pack.c", "pack.d")


def little(version):
    """A small application: the real boot.py and rescue.py, a main.py that tells the versions of all its parts."""
    out = {"/" + name: (program.FIRMWARE / name).read_bytes() for name in ("boot.py", "rescue.py")}
    modules = [name for name in NAMES if (version, name) != (2, "b")] + (["pack.e"] if version == 2 else [])
    for name in modules:
        text = f"V = {version}\n" + "# filled up\n" * 300
        out[f"/teatable/{name.replace('.', '/')}.py"] = text.encode()
    tell = "".join(f"import teatable.{name}\nv.append(teatable.{name}.V)\n" for name in modules)
    out["/main.py"] = f"import sys\nv = [{version}]\n{tell}print('teatable', {version})\nprint(v)\n".encode()
    return out


OLD = b"teatable 1\n[1, 1, 1, 1, 1]"
NEW = b"teatable 2\n[2, 2, 2, 2, 2]"


@pytest.fixture
def load(monkeypatch):
    """Loads a board with the given files by the command itself; returns its exit status."""

    def run(board, files, *more):
        monkeypatch.setattr(program, "files", lambda architecture: files)
        return main(["deploy", "--port", board.port, "--for", "unix", *more])

    return run


def refused(capsys, board):
    """The one line that the command said, which names the port."""
    err = capsys.readouterr().err
    assert err.startswith(f"python -m host_sim: {board.port}: ") and err.count("\n") == 1, err
    return err


def test_the_first_time_everything_the_second_time_nothing(tmp_path, application, load, capsys):
    with Board(tmp_path, 512, loads=[[0, [1000, 2000, 3000, 4000]]], imu=True) as board:
        board.wait_for(b">>> ")
        assert load(board, application, "--revision", "devkitc_s3_ft6336") == 0
        told = capsys.readouterr().out
        total = sum(map(len, application.values()))
        assert f"copied {len(application)} files, {total:,} bytes; all {len(application)} compared" in told
        assert f"{board.port}: the table has started with teatable {program.version()}\n" in told
        assert load(board, application) == 0
        assert f"copied 0 files, 0 bytes; all {len(application)} compared" in capsys.readouterr().out
        board.wait_until(["wdt", "5000"])
        at = link.Link(board.port)
        files, folders = at.listing("/")
        at.leave()
    assert {path: sha for path, (_, sha) in files.items() if not path.startswith("//data")} == {
        "/" + path: hashlib.sha256(data).hexdigest() for path, data in application.items()
    }
    assert files["//data/board"][1] == hashlib.sha256(b"devkitc_s3_ft6336").hexdigest()
    assert "//incoming" not in folders


def test_only_what_changed_is_copied_and_what_is_no_part_of_it_goes(small, load, capsys):
    first = little(1) | {"/teatable/a.mpy": b"old", "/lib/teatable/a.py": b"from mip", "/mine.py": b"my own"}
    with small(first | {"/data/settings": b"mine"}) as board:
        board.wait_for(OLD)
        wanted = little(1) | {"/teatable/a.py": b"V = 7\n"}
        assert load(board, wanted) == 0
        board.wait_for(b"teatable 1\n[1, 7, 1, 1, 1]")
        told = capsys.readouterr().out
        assert "copied 1 files, 6 bytes; all 7 compared" in told
        gone = ("/teatable/a.mpy", "/lib/teatable/a.py", "/lib/teatable")
        assert [line for line in told.splitlines() if line.startswith("removes")] == [
            f"removes {path}: not a part of this version" for path in gone
        ]
        at = link.Link(board.port)
        files, _ = at.listing("/")
        at.leave()
    assert {path[1:] for path in files} == {*wanted, "/mine.py", "/data/settings"}


@pytest.mark.parametrize("how", ["lost", "killed"])
def test_a_break_at_any_call_leaves_the_old_or_the_new_application_and_can_be_gone_on_with(
    small, load, monkeypatch, how
):
    """Each call to the board in turn is the last one: the cable is pulled (a Lost of the link), or the tool killed."""
    calls, stop_at, seen = 0, 0, set()
    real = link.Link.run

    def run(self, code, *more):
        nonlocal calls
        calls += 1
        if stop_at and calls > stop_at:
            self._transport.serial.write = lambda data: len(data)  # nothing gets through any more
            raise link.Lost("cut") if how == "lost" else KeyboardInterrupt
        return real(self, code, *more)

    monkeypatch.setattr(link.Link, "run", run)
    monkeypatch.setattr(link, "PIECE", 4_000)
    with small(little(1)) as board:
        board.wait_for(OLD)
        assert load(board, little(2)) == 0
        whole = calls
    assert whole > 20
    stops = range(4, whole + 1, 3) if how == "lost" else (4, whole // 2, whole - 3, whole - 2, whole - 1)
    for stop in stops:
        with small(little(1)) as board:
            board.wait_for(OLD)
            stop_at, calls = stop, 0
            status = load(board, little(2))
            stop_at = 0
            assert (status == 0) == (stop == whole), stop
            board.forget()
            board.power_on()
            told = board.wait_for(OLD, NEW)
            seen.add(told)
            assert load(board, little(2)) == 0
            board.wait_for(NEW)
    assert seen == {OLD, NEW}


@pytest.mark.parametrize("cut", range(0, 44, 3))
def test_a_power_cut_of_the_board_leaves_the_old_or_the_new_one(small, load, monkeypatch, capsys, cut):
    monkeypatch.setattr(link, "SILENT_S", 0.3)
    with small(little(1)) as board:
        board.wait_for(OLD)
        board.forget()
        board.power_on(cut_after=cut)
        board.asked["cut_after"] = cut  # and again after the soft reset
        board.wait_for(OLD)
        status = load(board, little(2))
        if status:
            err = refused(capsys, board)
            assert "the board has stopped answering" in err and ("run it again" in err or "press RESET" in err), err
        board.forget()
        board.power_on()
        board.wait_for(OLD, NEW)
        assert load(board, little(2)) == 0
        board.wait_for(NEW)


def test_a_copy_goes_on_where_it_broke_off(small, load, monkeypatch, capsys):
    monkeypatch.setattr(link, "SILENT_S", 0.3)
    with small(little(1)) as board:
        board.wait_for(OLD)
        board.dropping = 14_000  # bytes from the tool, then the cable is out
        assert load(board, little(2)) == 2
        err = refused(capsys, board)
        assert "look after the cable and run it again: " in err and "files were left, the table is as before" in err
        board.dropping = None
        board.power_on()
        board.wait_for(OLD)
        capsys.readouterr()
        assert load(board, little(2)) == 0
        told = capsys.readouterr().out
    copied = [line for line in told.splitlines() if " of " in line]
    assert "goes on: " in told and 0 < len(copied) < len(little(2)) - 2


def test_what_waits_from_another_version_is_not_used(small, load, monkeypatch, capsys):
    stale = {update.staged(path): b"V = 3\n" for path in ("/teatable/a.py", "/teatable/none.py")}
    with small(little(1) | stale) as board:
        board.wait_for(OLD)
        assert load(board, little(2)) == 0
        assert "goes on" not in capsys.readouterr().out
        board.wait_for(NEW)


def test_no_room_is_told_before_anything_is_copied(small, load, capsys):
    with small(little(1) | {"/mine": bytes(130_000)}) as board:
        board.wait_for(OLD)
        big = little(2) | {"/teatable/big.py": bytes(100_000)}
        assert load(board, big) == 2
        err = refused(capsys, board)
        assert "bytes are needed beside the old application" in err and "the table is as before. Remove files" in err
        board.wait_for(OLD)  # it plays on


def test_a_full_file_system_in_the_middle_leaves_the_table_as_it_was(small, load, monkeypatch, capsys):
    monkeypatch.setattr(update, "_check_room", lambda board, blocks: None)
    with small(little(1) | {"/mine": bytes(130_000)}) as board:
        board.wait_for(OLD)
        big = little(2) | {"/teatable/big.py": bytes(range(256)) * 400}
        assert load(board, big) == 2
        err = refused(capsys, board)
        assert "the board's file system is full; the table is as before. Remove files of your own" in err
        board.wait_for(OLD)
        board.type(b"\x03")
        board.enter("import os; os.remove('/mine')")
        assert load(board, big) == 0
        assert "goes on: " in capsys.readouterr().out
        board.wait_for(NEW)


def test_a_file_that_reads_back_otherwise_is_told(small, load, monkeypatch, capsys):
    real = link.Link.copy
    monkeypatch.setattr(link.Link, "copy", lambda self, path, data: real(self, path, data[:-1] + b"?"))
    with small(little(1)) as board:
        board.wait_for(OLD)
        assert load(board, little(2)) == 2
        assert "does not read back as it was sent; the table is as before" in refused(capsys, board)
        board.wait_for(OLD)


def test_a_game_in_progress_settings_and_calibration_stay(table, application, load, capsys):
    """A game is dealt and played on; before its last action is in the journal, an update begins."""
    play = (
        "import main",
        "ports, board, _ = main.make()",
        "app = main.build(ports, board)",
        "kept = app.store.load_settings()",
        "kept['level'] = 3",
        "app.store.save_settings(kept)",
        "app.store.save_calibration({'counts_per_kg': [1540001] * 4})",
        "r = app.play.referee",
        "r.new(['Rose', 'Max'], 1, 7, 0)",
        "card = [kind for kind in r.hand() if r.playable(kind) is None][0]",
        "r.act(('look',)), r.act(('play', card))",
        "print('played', [('look',), ('play', card)], 3)",
        "app.play.step = lambda ms: None",  # nothing is written by the loop
        "main.build = lambda ports, board: app",
    )
    look = (
        "from teatable.drivers.esp32 import make_ports",
        "from teatable.boards import devkitc_s3",
        "from teatable.store import Store",
        "p = make_ports(devkitc_s3)",
        "s = Store(p.files, p.journal)",
        "print('found', s.journal.replay()[2], s.load_settings()['level'], s.load_calibration())",
    )
    changed = dict(application)
    changed["/teatable/wobble/profile.mpy"] = application["/teatable/wobble/turns.mpy"]
    with table() as board:
        board.wait_for(PLAYS)
        board.type(b"\x03")
        board.wait_for(b">>> ")
        for line in play:
            board.enter(line)
        board.type(b"main.run(ports, board)\r")
        board.wait_until(["wdt", "5000"])
        told_before = board.log().count(["wdt", "600000"])
        played = board.text.partition(b"\nplayed ")[2].partition(b"\n")[0]
        load(board, changed)  # this application does not start: a module of it is another one
        assert board.log().count(["wdt", "600000"]) > told_before, "the running table was interrupted"
        assert "copied 1 files" in capsys.readouterr().out
        assert load(board, application) == 0
        board.type(b"\x03")
        board.wait_for(b">>> ")
        for line in look:
            board.enter(line)
        assert b"('play'" in played
        assert b"found " + played + b" {'counts_per_kg': [1540001, 1540001, 1540001, 1540001]}" in board.text


# --- boards and ports that will not do


@pytest.mark.parametrize(
    ("facts", "told"),
    [
        ({"machine": "Raspberry Pi Pico with RP2040", "platform": "rp2", "mpy": 7942}, "this is 'Raspberry Pi Pico"),
        ({"machine": "Generic ESP32 module with ESP32", "mpy": 6 | 3 << 8 | 10 << 10}, "the table needs an ESP32-S3"),
        ({"machine": "ESP32C3 module", "mpy": 6 | 3 << 8 | 11 << 10}, "the table needs an ESP32-S3: another port?"),
        ({"name": "circuitpython"}, "the table needs an ESP32-S3"),
        ({"version": (1, 22, 0)}, "runs MicroPython 1.22.0, 1.26 or newer is needed: make flash PORT=/dev/x IMAGE="),
        ({"mpy": 6 | 1 << 8 | 10 << 10}, "reads .mpy 6.1, this firmware is compiled as 6.3: make flash"),
        ({"mpy": 7 | 3 << 8 | 10 << 10}, "reads .mpy 7.3"),
    ],
)
def test_a_board_that_will_not_do_is_named_with_the_remedy(facts, told):
    good = {
        "name": "micropython", "version": (1, 26, 1), "mpy": 6 | 3 << 8 | 10 << 10,
        "machine": "Generic ESP32S3 module with ESP32S3", "platform": "esp32", "heap": 2_000_000, "block": 4096,
        "blocks": 512, "free": 400, "journal": True,
    }  # fmt: skip
    deploy.check("/dev/x", link.Facts(**good), "esp32s3")
    with pytest.raises(deploy.BadInput) as refusal:
        deploy.check("/dev/x", link.Facts(**{**good, **facts}), "esp32s3")
    assert str(refusal.value).startswith("/dev/x: ") and told in str(refusal.value)


def test_the_wrong_board_is_left_as_it_was_found(small, load, capsys):
    with small({"/main.py": b"print('other people')\n"}) as board:
        board.wait_for(b"other people")
        assert main(["deploy", "--port", board.port]) == 2
        assert "the table needs an ESP32-S3: another port?" in refused(capsys, board)
        board.enter("import os")
        board.enter("print(os.listdir('/'))")
        assert b"['main.py']\n" in board.text


@pytest.mark.parametrize(
    ("says", "told"),
    [
        (b"", "no MicroPython answers; is the board flashed (make flash)? If it is: press RESET"),
        (b"The filesystem appears to be corrupted. If you had\r\n", "make flash IMAGE=... ERASE=1, then make deploy"),
    ],
)
def test_a_board_without_a_prompt_is_told(monkeypatch, capsys, says, told):
    import os
    import pty
    import tty

    from mpremote.transport_serial import SerialTransport

    real = SerialTransport.enter_raw_repl
    monkeypatch.setattr(SerialTransport, "enter_raw_repl", lambda self, soft_reset: real(self, soft_reset, 0.2))
    outer, inner = pty.openpty()
    tty.setraw(inner)
    monkeypatch.setattr(link, "SILENT_S", 0.2)
    flushed = SerialTransport.read_until

    def read_until(self, *args, **kwargs):
        os.write(outer, says)
        return flushed(self, *args, **kwargs)

    monkeypatch.setattr(SerialTransport, "read_until", read_until)
    try:
        assert main(["deploy", "--port", os.ttyname(inner)]) == 2
    finally:
        os.close(outer)
        os.close(inner)
    err = capsys.readouterr().err
    assert told in err


def test_ports_that_cannot_be_opened(monkeypatch, capsys, tmp_path):
    monkeypatch.setattr(link, "ports", lambda: ["/dev/ttyUSB7"])
    assert main(["deploy", "--port", str(tmp_path / "none")]) == 2
    assert capsys.readouterr().err.endswith("none: there is no such port; allowed: one of /dev/ttyUSB7\n")
    monkeypatch.setattr(link, "ports", list)
    assert main(["deploy", "--port", str(tmp_path / "none")]) == 2
    assert "no board is at any USB port: is the cable one for data?" in capsys.readouterr().err
    assert main(["deploy"]) == 2
    assert "no port was named; found no board at any USB port" in capsys.readouterr().err
    monkeypatch.setattr(link, "ports", lambda: ["/dev/ttyUSB7", "/dev/ttyACM0"])
    assert main(["deploy"]) == 2
    assert "no port was named; found /dev/ttyUSB7, /dev/ttyACM0; name it: PORT=... or --port" in capsys.readouterr().err


def test_a_port_that_is_busy(small, capsys):
    with small(little(1)) as board:
        board.wait_for(OLD)
        with serial.Serial(board.port, exclusive=True):
            assert main(["deploy", "--port", board.port]) == 2
        assert "another program has it open (a monitor, mpremote, an editor)" in refused(capsys, board)


def test_a_port_without_permission(small, monkeypatch, capsys):
    """Tests may run as root, who may open everything; so the refusal is the system's, made up."""

    def opened(self):
        raise serial.SerialException(errno.EACCES, f"could not open port {self.port}: [Errno 13] Permission denied")

    with small(little(1)) as board:
        board.wait_for(OLD)
        monkeypatch.setattr(serial.Serial, "open", opened)
        assert main(["deploy", "--port", board.port]) == 2
        assert "you may not open it; on Linux: sudo usermod -a -G dialout $USER" in refused(capsys, board)


def test_a_revision_that_is_none(capsys):
    assert main(["deploy", "--port", "x", "--revision", "teapot"]) == 2
    assert "--revision: found teapot, allowed: devkitc_s3, devkitc_s3_ft6336" in capsys.readouterr().err
