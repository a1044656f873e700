"""What can be pressed on each screen of the display, as firmware/teatable/ui/README.md says it.

Data in: that page, whose table is the agreement between play and ui. Data out: the targets of one screen in words.
"""

import re
from functools import cache
from pathlib import Path

from .errors import BadInput, one_of, shown

PAGE = Path(__file__).resolve().parent.parent / "firmware" / "teatable" / "ui" / "README.md"


@cache
def targets() -> dict[str, str]:
    """Return {screen: its targets in words}."""
    out = {}
    for line in PAGE.read_text(encoding="utf-8").splitlines():
        cells = [c.strip() for c in line.strip().strip("|").split("|")]
        found = re.fullmatch(r"`([a-z]+)`", cells[0])
        if found and len(cells) == 3:
            out[found.group(1)] = cells[2].replace("`", "")
    return out


def targets_text(screen: str) -> str:
    """Return what can be pressed on `screen`; BadInput names the screens there are."""
    known = targets()
    if screen not in known:
        raise BadInput(f"--targets: found {shown(screen)}, allowed: {one_of(known)}")
    text = known[screen]
    if text in ("as place", "as place, without cup:"):
        text = f"{known['place']} ({text})"
    return f"{screen}: {text}"
