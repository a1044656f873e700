"""The image of the file system, and the sizes of what is in it."""

import hashlib

import pytest

from host_sim.__main__ import main
from host_sim.board import image, program
from host_sim.errors import BadInput


def test_it_is_mounted_with_every_byte_by_real_micropython(small):
    """Lengths around what littlefs keeps inline, and around a block."""
    files = {f"/a/b{size}": bytes(i * 7 % 256 for i in range(size)) for size in (0, 1, 127, 128, 129, 500, 4096, 9000)}
    sums = "{n: __import__('hashlib').sha256(open('/a/' + n, 'rb').read()).digest()[0] for n in os.listdir('/a')}"
    with small(files) as board:
        board.wait_for(b">>> ")
        board.enter("import os")
        board.enter(f"found = {sums}")
        want = {path[3:]: hashlib.sha256(data).digest()[0] for path, data in files.items()}
        board.enter(f"print('equal', found == {want})")
        assert b"equal True" in board.text


def test_a_board_file_system_with_the_application_in_it(tmp_path, capsys):
    out = tmp_path / "application.img"
    assert main(["image", "--out", str(out)]) == 0
    offset, size = image.partition("vfs")
    assert out.stat().st_size == size
    assert f"for offset {offset:#x}" in capsys.readouterr().out
    fs = image.filesystem(size, bytearray(out.read_bytes()))
    for path, data in program.files().items():
        with fs.open(path, "rb") as f:
            assert f.read() == data, path


def test_an_application_that_does_not_fit_is_refused(application):
    with pytest.raises(BadInput, match="does not fit into 65,536 bytes"):
        image.build(application, 65_536)


def test_every_file_of_the_firmware_has_its_size(capsys):
    assert main(["sizes"]) == 0
    told = capsys.readouterr().out
    for path, data in program.files().items():
        assert f"{len(data):8,}  {path}\n" in told
    names = {p.relative_to(program.FIRMWARE).with_suffix("").as_posix() for p in program.FIRMWARE.rglob("*.py")}
    assert {path[1:].rpartition(".")[0] for path in program.files()} == names


def test_a_file_that_does_not_compile_is_named(tmp_path, monkeypatch):
    monkeypatch.setattr(program, "FIRMWARE", tmp_path)
    (tmp_path / "main.py").write_text("")
    (tmp_path / "bad.py").write_text("def f(:\n")
    with pytest.raises(BadInput, match=r"(?s)firmware/bad.py: does not compile: .*line 1"):
        program.files()
