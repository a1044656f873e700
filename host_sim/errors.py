"""Bad input, as one sentence for the person who gave it.

Data in: where the fault is (file, key path or line), what was found and what is allowed. Data out: the line that a
command prints on standard error before it ends with exit status 2.
"""

from collections.abc import Iterable
from pathlib import Path
from typing import Any

DONE, MISSED, BAD_INPUT, FAILED = 0, 1, 2, 3  # exit status of every command
_LONGEST_FOUND = 60


class BadInput(Exception):
    """What was given cannot be used; the text is one line that says where, what was found and what is allowed."""


class Failed(Exception):
    """What runs the firmware has failed, or the firmware in it; the text says how, in as many lines as it takes."""


class NotPlayed(Exception):
    """The work ended early for a reason that is the table's, not the input's; the text says what happened."""


def shown(value: Any) -> str:
    """Return `value` as a short piece of JSON-like text for an error line."""
    text = f'"{value}"' if isinstance(value, str) else _plain(value)
    text = " ".join(text.split())
    return text if len(text) <= _LONGEST_FOUND else text[: _LONGEST_FOUND - 3] + "..."


def _plain(value: Any) -> str:
    if value is None:
        return "null"
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, dict):
        return f"an object with {len(value)} keys"
    if isinstance(value, list):
        return f"a list of {len(value)}"
    return str(value)


def one_of(names: Iterable[Any]) -> str:
    """Return the allowed names as text."""
    return "one of " + ", ".join(str(n) for n in names)


def read_text(path: str) -> str:
    """Return the text of a file that the user named; BadInput in one line if it cannot be read."""
    try:
        return Path(path).read_text(encoding="utf-8-sig")
    except UnicodeDecodeError as error:
        raise BadInput(f"{path}: not a text file (byte {error.start} is no UTF-8)") from error
    except (OSError, ValueError) as error:
        raise BadInput(f"{path}: cannot be read: {_reason(error)}") from error


def output_file(path: str | None) -> Path | None:
    """Check before a long run that `path` can be written, and return it; BadInput in one line if not."""
    if path is None:
        return None
    target = Path(path)
    try:
        existed = target.exists()
        with target.open("a", encoding="utf-8"):
            pass
        if not existed:
            target.unlink()
    except (OSError, ValueError) as error:
        raise BadInput(f"{path}: cannot be written: {_reason(error)}") from error
    return target


def output_directory(path: str | None) -> Path | None:
    """Make the directory if need be, check that it can be written, and return it; BadInput in one line if not."""
    if path is None:
        return None
    target = Path(path)
    try:
        target.mkdir(parents=True, exist_ok=True)
        probe = target / ".can-be-written"
        probe.write_bytes(b"")
        probe.unlink()
    except (OSError, ValueError) as error:
        raise BadInput(f"{path}: cannot be used as a directory: {_reason(error)}") from error
    return target


def _reason(error: Exception) -> str:
    return (getattr(error, "strerror", None) or str(error)).lower()
