"""A free port for a page, and the page running in a process of its own."""

import os
import signal
import socket
import subprocess
import sys
import time
from pathlib import Path
from urllib.error import URLError
from urllib.request import urlopen

import pytest

ROOT = Path(__file__).parents[2]
LIMIT_S = 180


@pytest.fixture
def port():
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return probe.getsockname()[1]


@pytest.fixture
def page(port, tmp_path):
    """Start `play` in an empty folder; yield (address, folder, process)."""
    paths = os.pathsep.join([str(ROOT / "firmware"), str(ROOT)])
    command = [sys.executable, "-m", "host_sim", "play", "--no-browser", "--port", str(port), "--seed", "7"]
    clean = {k: v for k, v in os.environ.items() if not k.startswith("PYTEST_")}  # else the library thinks it is tested
    process = subprocess.Popen(
        [*command, "--level", "off"],
        cwd=tmp_path,
        env=clean | {"PYTHONPATH": paths, "PYTHONUNBUFFERED": "1"},
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
    )
    address = f"http://127.0.0.1:{port}"
    end = time.monotonic() + LIMIT_S
    while True:
        try:
            with urlopen(address):
                break
        except URLError:
            assert process.poll() is None and time.monotonic() < end, "the page never came"
            time.sleep(0.2)
    yield address, tmp_path, process
    if process.poll() is None:
        process.send_signal(signal.SIGINT)
        process.wait(timeout=LIMIT_S)
    if process.stdout is not None:
        process.stdout.close()
