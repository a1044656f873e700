"""Brings the application on a board up to date, so that a break at any point leaves the old one or the new one.

New and changed files go into `/incoming`, each read back by its SHA-256; a break leaves them there, and the next run
goes on behind them. When all are there, one list of steps is put in place by a single renaming, and the board carries
it out: now, or at its next start (firmware/rescue.py). Data in: the wanted files, a Link. Data out: what was done. No
other file of the board is touched: settings, calibration and game stay.
"""

import hashlib
from collections.abc import Callable
from dataclasses import dataclass, field

from ..errors import BadInput
from . import program
from .link import Full, Link, Lost

INCOMING = "/incoming"
LIST = "/update"
HEAD = "teatable update 1"
OURS = ("/boot.py", "/main.py", "/rescue.py", "/teatable", "/lib/teatable")  # the last: where mip puts it unasked
# boot.py and what it calls come first, main.py last: so also a board with another boot.py has the old application whole
# until it has the new boot.py, which carries on from there.
ORDER = {"/rescue.py": 0, "/boot.py": 1, "/main.py": 3}
STEPS_S = 120  # for some 120 renamings
SPARE = 8  # blocks that the file system wants for itself


@dataclass
class Plan:
    """What has to happen: files to `copy`, those `waiting` in /incoming already, paths to `drop`, and the steps."""

    copy: list[str] = field(default_factory=list)
    waiting: list[str] = field(default_factory=list)
    drop: list[str] = field(default_factory=list)
    stale: list[str] = field(default_factory=list)  # left in /incoming by another version

    @property
    def needed(self) -> bool:
        return bool(self.copy or self.waiting or self.drop)

    def steps(self) -> list[str]:
        """Return the lines of the list: what is put in its place, by ORDER, then what goes away."""
        changed = sorted(self.copy + self.waiting, key=lambda path: (ORDER.get(path, 2), path))
        out = [HEAD, *(f"put {staged(path)} {path}" for path in changed)]
        return [*out, *(f"drop {path}" for path in self.drop), f"drop {INCOMING}", "end"]


def staged(path: str) -> str:
    """Return where the new file for `path` waits."""
    return INCOMING + "/" + path[1:].replace("/", "!")


def sha(data: bytes) -> str:
    """Return the SHA-256 in hexadecimal."""
    return hashlib.sha256(data).hexdigest()


def plan(link: Link, wanted: dict[str, bytes]) -> Plan:
    """Compare the board with what is wanted."""
    files, folders = link.listing(*OURS, INCOMING)
    out = Plan()
    for path, data in wanted.items():
        if files.get(path, (0, ""))[1] != sha(data):
            there = files.get(staged(path), (0, ""))[1] == sha(data)
            (out.waiting if there else out.copy).append(path)
    keep = {staged(path) for path in out.waiting}
    for path in files:
        if path.startswith(INCOMING + "/"):
            if path not in keep:
                out.stale.append(path)
        elif path not in wanted:
            out.drop.append(path)
    used = {path[:at] for path in wanted for at in range(len(path)) if path[at] == "/"}
    out.drop += sorted((f for f in folders if f != INCOMING and f not in used), key=len, reverse=True)
    return out


def carry_out(link: Link, wanted: dict[str, bytes], todo: Plan, say: Callable[[str], None]) -> None:
    """Do what the plan says; BadInput tells what the board has then and how to go on."""
    for path in todo.stale:
        link.run(f"remove({path!r})")
    _check_room(link, sum(_blocks(wanted[path]) for path in todo.copy))
    for number, path in enumerate(todo.copy, 1):
        say(f"{number:3} of {len(todo.copy)}  {len(wanted[path]):7,} bytes  {path}")
        _bring(link, path, wanted[path], len(todo.copy) - number)
    steps = "\n".join(todo.steps()).encode()
    _bring_list(link, steps)
    try:
        link.run((program.FIRMWARE / "rescue.py").read_text() + "\nfinish_update()", STEPS_S)
    except Lost as error:
        raise BadInput(
            f"{error}; the update is whole on the board and is finished when it starts: press RESET"
        ) from error
    _verify(link, wanted)


def _blocks(data: bytes) -> int:
    return -(-max(1, len(data)) // 4096)


def _check_room(link: Link, blocks: int) -> None:
    facts = link.facts()
    if blocks + SPARE > facts.free:
        need, free = (blocks + SPARE) * facts.block, facts.free * facts.block
        raise BadInput(
            f"{link.port}: {need:,} bytes are needed beside the old application, {free:,} are free; the table is as"
            " before. Remove files of your own (make shell, os.remove), or flash it with hardware/partitions.csv"
        )


def _bring(link: Link, path: str, data: bytes, left: int) -> None:
    """Copy one file into /incoming and compare."""
    try:
        if link.copy(staged(path), data) != sha(data):
            link.run(f"remove({staged(path)!r})")
            raise BadInput(
                f"{link.port}: {path} does not read back as it was sent; the table is as before. Run it again; if"
                " that does not help the flash is worn or the cable bad"
            )
    except Full as error:
        link.run(f"remove({staged(path)!r})")
        raise BadInput(
            f"{error}; the table is as before. Remove files of your own (make shell, os.remove) and run it again: what"
            " has been copied is kept"
        ) from error
    except Lost as error:
        raise BadInput(
            f"{error}: {left + 1} files were left, the table is as before, what has been copied is kept"
        ) from error


def _bring_list(link: Link, steps: bytes) -> None:
    """Put the list in place in one step: before it the board has the old application, from then on the new one."""
    try:
        if link.copy(LIST + ".new", steps) != sha(steps):
            raise BadInput(
                f"{link.port}: the list of the update does not read back; the table is as before, run it again"
            )
        link.run(f"rename({LIST + '.new'!r}, {LIST!r})")
    except (Lost, Full) as error:
        raise BadInput(f"{error}: the table is as before, what has been copied is kept") from error


def _verify(link: Link, wanted: dict[str, bytes]) -> None:
    """Every byte of the application is what it should be, and there is nothing else of it."""
    rest = plan(link, wanted)
    if rest.needed:
        odd = (rest.copy + rest.waiting + rest.drop)[0]
        raise BadInput(f"{link.port}: {odd} is not as it should be after the update; run it again")
