"""`flash`: which images it takes, what it tells esptool, and the partitions that the image gets."""

import csv
import hashlib
import os
import pty
import struct
import subprocess
import tty

import pytest

from host_sim.__main__ import main
from host_sim.board import flash, link
from host_sim.board.image import PARTITIONS

STOCK = (("nvs", 1, 2, 0x9000, 0x6000), ("phy_init", 1, 1, 0xF000, 0x1000), ("factory", 0, 0, 0x10000, 0x1F0000),
         ("vfs", 1, 0x81, 0x200000, 0x600000))  # fmt: skip
ABOUT = b"MicroPython v1.26.1 on 2025-09-11; Generic ESP32S3 module with ESP32S3"


def header(chip):
    return struct.pack("<BBBBI", 0xE9, 1, 2, 0x3F, 0x403C9900) + bytes(4) + struct.pack("<H", chip) + bytes(10)


def made_up(path, chip=9, about=ABOUT):
    """Write an image as MicroPython's are: bootloader, partition table, and something where the program would be."""
    table = b"".join(
        struct.pack("<2sBBII16sI", b"\xaa\x50", kind, sub, at, size, name.encode(), 0)
        for name, kind, sub, at, size in STOCK
    )
    table += b"\xeb\xeb" + b"\xff" * 14 + hashlib.md5(table).digest()
    boot = header(chip)
    app = header(chip) + bytes(8) + struct.pack("<II", 0x3C000020, 0x400) + about.ljust(0x400, b"\0")
    data = boot.ljust(0x8000, b"\xff") + table.ljust(0x8000, b"\xff") + app
    path.write_bytes(data + b"\xff" * (-len(data) % 4096))
    return path


def test_it_explains_each_step_and_does_nothing(tmp_path, capsys):
    image = made_up(tmp_path / "micropython.bin")
    assert main(["flash", "--image", str(image), "--explain", "--erase"]) == 0
    told = capsys.readouterr().out
    assert "MicroPython 1.26.1 for an ESP32-S3 with 8 MB of flash" in told
    assert f"mp-image-tool-esp32 {image} -f 8M --from-csv" in told
    assert "wipes the whole flash, settings, calibration and games too" in told
    assert "esptool --chip esp32s3 --port PORT write-flash --erase-all 0 " in told
    assert main(["flash", "--image", str(image), "--explain"]) == 0
    told = capsys.readouterr().out
    assert "esptool --chip esp32s3 --port PORT write-flash 0 " in told and "wipes" not in told


def test_the_image_gets_the_partitions_of_the_table(tmp_path):
    image, out = made_up(tmp_path / "micropython.bin"), tmp_path / "out.bin"
    (_, command), *_ = flash.commands(str(image), str(out), "x", False)
    done = subprocess.run(command, capture_output=True, text=True)
    assert done.returncode == 0, done.stdout + done.stderr
    data = out.read_bytes()
    rows = [row for row in csv.reader(PARTITIONS.read_text().splitlines()) if row and not row[0].startswith("#")]
    for number, row in enumerate(rows):
        magic, _, _, at, size, name, _ = struct.unpack_from("<2sBBII16sI", data, 0x8000 + 32 * number)
        assert (magic, name.rstrip(b"\0").decode(), at, size) == (
            b"\xaa\x50",
            row[0].strip(),
            int(row[3], 0),
            int(row[4], 0),
        )
    assert ABOUT in data


@pytest.mark.parametrize(
    ("chip", "about", "told"),
    [
        (0, ABOUT, "for another chip (id 0, an ESP32-S3 has 9)"),
        (9, b"CircuitPython 10", "no MicroPython is in it"),
        (9, ABOUT.replace(b"1.26.1", b"1.22.0"), "MicroPython 1.22.0, 1.26 or newer is needed"),
    ],
)
def test_an_image_that_will_not_do_is_refused(tmp_path, capsys, chip, about, told):
    image = made_up(tmp_path / "m.bin", chip, about)
    assert main(["flash", "--image", str(image), "--explain"]) == 2
    err = capsys.readouterr().err
    assert f"{image}: " in err and told in err and err.count("\n") == 1


def test_other_files_are_refused(tmp_path, capsys):
    other = tmp_path / "cat.bin"
    for data in (b"", b"\xe9" * 100, bytes(70_000)):
        other.write_bytes(data)
        assert main(["flash", "--image", str(other), "--explain"]) == 2
        assert f"{other}: no image of a chip's whole flash" in capsys.readouterr().err
    assert main(["flash", "--image", str(tmp_path / "none"), "--explain"]) == 2
    assert "none: cannot be read: no such file" in capsys.readouterr().err


def test_esptool_that_finds_no_chip_and_a_port_that_is_none(tmp_path, capfd, monkeypatch):
    """The real esptool, at a port where nobody answers."""
    image = made_up(tmp_path / "m.bin")
    assert main(["flash", "--image", str(image), "--port", str(tmp_path / "none")]) == 2
    assert "none: there is no such port" in capfd.readouterr().err
    outer, inner = pty.openpty()
    tty.setraw(inner)
    monkeypatch.setenv("ESPTOOL_CFGFILE", str(tmp_path / "esptool.cfg"))
    (tmp_path / "esptool.cfg").write_text("[esptool]\nconnect_attempts = 1\n")
    try:
        assert main(["flash", "--image", str(image), "--port", os.ttyname(inner)]) == 2
    finally:
        os.close(outer)
        os.close(inner)
    err = capfd.readouterr().err
    assert "esptool could not do it (its words are above); hold BOOT, press RESET, let go of BOOT" in err


def test_a_tool_that_is_not_installed_is_named(monkeypatch):
    with pytest.raises(link.BadInput, match="teapot is not installed: make setup"):
        flash.tool("teapot")
