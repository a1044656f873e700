"""The firmware compiled as a board gets it, for a MicroPython of 32 bits on this machine; machine code in a .mpy.

Data in: firmware/, the scripts of this folder. Data out: a folder of .mpy files; bytes of machine code of a module on
the ESP32-S3.
"""

import json
from pathlib import Path

from ..board import program
from ..clock import COSTS

HERE = Path(__file__).parent
SCRIPTS = ("chips.py", "people.py", "footprint.py", "probe.py")
ARCHITECTURE = "x86"
_BYTECODE, _NATIVE, _VIPER = 0, 1, 2
_RODATA, _BSS, _RELOC = 0x20, 0x40, 0x10  # scope flags of viper
_MARK = "import probe\nprobe.mark({0!r})\n{1}\nprobe.mark({0!r})\n"


def module(path: Path) -> str:
    """Return the name under which a file of the firmware is imported."""
    name = path.relative_to(program.FIRMWARE).with_suffix("").as_posix().replace("/", ".")
    return name.removesuffix(".__init__")


def write(folder: Path, built_in: bool = False) -> None:
    """Write the scripts into `folder`, and the compiled firmware unless it is `built_in` to the interpreter."""
    for name, data in () if built_in else program.files(ARCHITECTURE).items():
        _put(folder / name[1:], data)
    _write_scripts(folder)


def write_marked(folder: Path) -> None:
    """Write the firmware into `folder`, compiled with a mark at the beginning and the end of each module: probe.py."""
    for path in program.sources():
        text = _MARK.format(module(path), path.read_text())
        copy = folder / path.relative_to(program.FIRMWARE)
        _put(copy, text.encode())
        _put(copy.with_suffix(".mpy"), program.compiled(copy, ARCHITECTURE, folder, folder))
        copy.unlink()
    _write_scripts(folder)


def _write_scripts(folder: Path) -> None:
    for name in SCRIPTS:
        _put(folder / name, (HERE / name).read_bytes())
    _put(folder / "costs.json", json.dumps(COSTS).encode())


def _put(path: Path, data: bytes) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes(data)


def machine_code_of_all() -> dict[str, int]:
    """Return the bytes of machine code of each module of the firmware, as for the ESP32-S3."""
    out = {}
    for name, data in program.files().items():
        if name.endswith(".mpy"):
            out[name[1:-4].replace("/", ".").removesuffix(".__init__")] = machine_code(data)
    return out


def machine_code(data: bytes) -> int:
    """Return the bytes of machine code in a .mpy file: on a board they go into memory that can be executed."""
    reader = _Reader(data)
    reader.skip(4)
    strings, objects = reader.number(), reader.number()
    for _ in range(strings):
        length = reader.number()
        if not length & 1:
            reader.skip((length >> 1) + 1)
    for _ in range(objects):
        reader.an_object()
    return reader.code()


class _Reader:
    """Walks through a .mpy file of version 6 (tools/mpy-tool.py of MicroPython describes it)."""

    def __init__(self, data: bytes) -> None:
        self._data = data
        self._at = 0

    def skip(self, n: int) -> None:
        self._at += n

    def byte(self) -> int:
        self._at += 1
        return self._data[self._at - 1]

    def number(self) -> int:
        n = 0
        while True:
            b = self.byte()
            n = n << 7 | b & 0x7F
            if b < 0x80:
                return n

    def an_object(self) -> None:
        kind = self.byte()
        if kind == 10:  # a tuple
            for _ in range(self.number()):
                self.an_object()
        elif kind > 4:  # 0 to 4: None, False and the like
            self.skip(self.number() + (kind in (5, 6)))  # str and bytes end with a zero

    def code(self) -> int:
        """Return the bytes of machine code of this function and of those inside it."""
        head = self.number()
        kind, children, length = head & 3, head >> 2 & 1, head >> 3
        self.skip(length)
        total = length if kind != _BYTECODE else 0
        if kind == _NATIVE:
            self.number()
        elif kind == _VIPER:
            self._viper()
        elif kind != _BYTECODE:
            self.number()
            self.number()
            self.number()
        if children:
            total += sum(self.code() for _ in range(self.number()))
        return total

    def _viper(self) -> None:
        flags = self.number()
        rodata = self.number() if flags & _RODATA else 0
        if flags & _BSS:
            self.number()
        self.skip(rodata)
        while flags & _RELOC and (op := self.byte()) != 0xFF:
            if op & 1:
                self.number()
            if op >> 1 <= 5 and op >> 1 & 1:
                self.number()
