"""Every unit test file also passes on real MicroPython, one case a file."""

import pytest
import run_micropython


@pytest.mark.parametrize("path", run_micropython.discover(), ids=lambda p: f"{p.parent.name}/{p.name}")
def test_file_passes_on_micropython(path):
    passed, failed, printed = run_micropython.run_file(path)
    assert not failed, printed
    assert passed, f"{path} holds no test"


def test_a_failing_test_is_seen(tmp_path):
    path = tmp_path / "test_bad.py"
    path.write_text("def test_good():\n    pass\n\n\ndef test_bad():\n    assert 1 == 2, 'one'\n")
    passed, failed, printed = run_micropython.run_file(path)
    assert (passed, failed) == (1, 1)
    assert "FAILED test_bad" in printed
    assert "line 6" in printed


@pytest.mark.parametrize("text", ["import nothing_of_the_kind\n", "import sys\nsys.exit(0)\n", "def test(:\n"])
def test_a_file_that_does_not_run_is_a_failure(tmp_path, text):
    path = tmp_path / "test_broken.py"
    path.write_text(text)
    passed, failed, _ = run_micropython.run_file(path)
    assert (passed, failed) == (0, 1)
