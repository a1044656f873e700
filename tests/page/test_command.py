"""The command `play`: bad input in one line, a page that needs nothing from outside, an end by Ctrl-C."""

import re
import signal
import socket
import subprocess
import sys
from urllib.request import urlopen

import pytest

LIMIT_S = 180


def play(*options):
    return subprocess.run(
        [sys.executable, "-m", "host_sim", "play", *options], capture_output=True, text=True, check=False
    )


def test_a_taken_port_is_one_line_and_exit_status_2():
    with socket.socket() as holder:
        holder.bind(("127.0.0.1", 0))
        holder.listen()
        port = holder.getsockname()[1]
        done = play("--port", str(port))
    assert done.returncode == 2
    assert done.stderr.count("\n") == 1 and f"--port {port}" in done.stderr


@pytest.mark.parametrize(
    "options",
    [
        ("--players", "1"), ("--players", "eleven"), ("--people", "12"), ("--level", "wild"), ("--seed", "-1"),
        ("--port", "99999"), ("--host", "no.such.host.invalid"), ("--wrong",),
    ],
)  # fmt: skip
def test_bad_input_is_one_line_and_exit_status_2(options):
    done = play(*options)
    assert done.returncode == 2
    assert done.stderr.count("\n") == 1 and options[0] in done.stderr


def test_the_page_asks_nothing_of_other_machines_and_ends_by_ctrl_c(page):
    address, _, process = page
    with urlopen(address) as answer:
        text = answer.read().decode()
    loaded = re.findall(r"""(?:src|href)=["']?(https?:)?//""", text)
    assert loaded == []
    with urlopen(address + "/shapes/china2.stl") as answer:
        assert int.from_bytes(answer.read()[80:84], "little") > 100
    process.send_signal(signal.SIGINT)
    assert process.wait(timeout=LIMIT_S) == 0
    assert "Traceback" not in process.stdout.read()
