"""A board for tests in real MicroPython: a littlefs as the only file system; `machine`, `esp32`, `time` are made up.

    micropython -i start.py FOLDER

FOLDER holds `flash` (the image of the file system), `journal` (of the partition), `board.json` (what is asked of the
board, see wires.py) and `log` (what the firmware did to the pins; grows). Runs boot.py and main.py as the ESP32's port
does, in one namespace, and ends at the prompt. The host's files are out of reach from then on.
"""

import json
import os
import sys

import vfs

folder = sys.argv[1]
with open(folder + "/board.json") as f:
    asked = json.load(f)

import esp32  # noqa: E402
import machine  # noqa: E402
import wires  # noqa: E402


class Disk:
    """An image of a file system as a block device, whose power may go before a write or an erase."""

    def __init__(self, path, cut_after):
        self._f = open(path, "r+b")  # noqa: SIM115
        self._blocks = self._f.seek(0, 2) // 4096
        self._cut_after = cut_after  # writes of a block until the power goes, or -1

    def readblocks(self, number, buf, offset=0):
        self._f.seek(number * 4096 + offset)
        self._f.readinto(buf)

    def writeblocks(self, number, buf, offset=0):
        if self._cut_after == 0:
            wires.die("power")
        self._cut_after -= 1
        self._f.seek(number * 4096 + offset)
        self._f.write(buf)

    def ioctl(self, op, arg):
        if op == 4:
            return self._blocks
        if op == 5:
            return 4096
        if op == 6:
            self.writeblocks(arg, b"\xff" * 4096)
        return 0


wires.begin(folder, asked)
esp32.begin(folder, asked.get("journal", True))
disk = Disk(folder + "/flash", asked.get("cut_after", -1))
try:
    root = vfs.VfsLfs2(disk)
except OSError:
    vfs.VfsLfs2.mkfs(disk)  # type: ignore[attr-defined]
    root = vfs.VfsLfs2(disk)
for name in [name for name in sys.modules if name.split(".")[0] == "teatable"]:
    del sys.modules[name]  # the host's; the board has its own
sys.modules["machine"] = machine
sys.modules["esp32"] = esp32
sys.modules["time"] = wires.time
sys.path[:] = ["", ".frozen", "/lib"]
vfs.umount("/")
vfs.mount(root, "/")
os.chdir("/")
names = ("boot.py", "main.py") if asked["prompt"] == "friendly" else ("boot.py",)
for name in names:
    if name in os.listdir("/"):
        try:
            with open(name) as f:
                exec(compile(f.read(), name, "exec"), globals())
        except (Exception, KeyboardInterrupt) as error:
            sys.print_exception(error)
