"""The command `package`: firmware/package.json, by which `mpremote mip install` loads a board.

Why: who has no checkout can load a table all the same; `deploy` is the better way for all others: compiled, compared,
and safe against a break. Data in: firmware/. Data out: the file; a test holds it equal to the files that there are.
"""

import argparse
import json

from ..errors import DONE
from . import program

_EPILOG = """It is written again whenever a file of the firmware comes or goes. To use it, in a checkout:
  mpremote connect PORT mip install --target / firmware/package.json
The files are loaded as source: that takes a board with PSRAM. `deploy` compiles them, and removes these again.
Exit status: 0 done"""


def add_parser(commands: argparse._SubParsersAction) -> None:
    """Add `package` to the commands."""
    parser = commands.add_parser(
        "package",
        help="write firmware/package.json again",
        description="Writes the list of files that `mpremote mip install` loads.",
        epilog=_EPILOG,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.set_defaults(main=main)


def page() -> str:
    """Return the whole file as text; what starts the table is loaded last."""
    names = [path.relative_to(program.FIRMWARE).as_posix() for path in program.sources()]
    names.sort(key=lambda name: (name in program.AS_SOURCE, name))
    urls = [[name, name] for name in names]
    lines = ",\n".join("    " + json.dumps(url) for url in urls)
    return f'{{\n  "version": "{program.version()}",\n  "deps": [],\n  "urls": [\n{lines}\n  ]\n}}\n'


def main(args: argparse.Namespace) -> int:
    """Write the file; return the exit status."""
    target = program.FIRMWARE / "package.json"
    target.write_text(page(), encoding="utf-8")
    print(target)
    return DONE
