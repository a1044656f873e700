"""The command `replay`: feeds a recording of real sensors into the table's sensing and prints what it concludes.

Data in: a CSV file, see recorded/recording.py. Data out: conclusions in the kinds of recordings/events.csv.
"""

import argparse
import json
from typing import Any

from .errors import DONE, BadInput, output_file
from .recorded import recording, taped

_EPILOG = """examples:
  python -m host_sim replay 01_idle_coldstart_10min_hx711.csv --counts-per-g 1540.32
  python -m host_sim replay 04_4cell_presses_and_removals_hx711.csv
  python -m host_sim replay 16_imu_11_knocks_mpu6050.csv --lsb-per-g 16384 --json found.json
The header tells the format: t_s and raw_counts, or cell1_g..cell4_g, or ax,ay,az; or what `record` writes of a whole
table, which is also fed to the tracker. Kinds: none, startup_transient, press, remove, place,
press+remove, knock. Exit status: 0 done, 2 bad input (one line on standard error)"""


def add_parser(commands: argparse._SubParsersAction) -> None:
    """Add `replay` to the commands."""
    parser = commands.add_parser(
        "replay",
        help="feed a recording of real sensors into sensing",
        description="Feeds a recording into sensing, after the driver's status step, and prints the conclusions.",
        epilog=_EPILOG,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.add_argument("recording", metavar="FILE.csv", help="the recording")
    parser.add_argument("--counts-per-g", type=float, help="counts of the converter a gram, needed with raw_counts")
    parser.add_argument("--lsb-per-g", type=float, help="counts of the accelerometer a g, needed with ax,ay,az")
    parser.add_argument("--json", metavar="FILE", help="write the conclusions there")
    parser.set_defaults(main=main)


def _scale(args: argparse.Namespace, kind: str) -> float:
    """Return the scale that the format needs; BadInput when it is missing or cannot be used."""
    name = {recording.COUNTS: "counts_per_g", recording.ACCEL: "lsb_per_g"}.get(kind)
    if name is None:
        return 1.0
    value, option = getattr(args, name), "--" + name.replace("_", "-")
    if value is None:
        raise BadInput(f"{args.recording}: {option} is missing, needed with the columns {kind}")
    if not 1.0 <= abs(value) <= 1e7:
        raise BadInput(f"{option}: found {value:g}, allowed: 1 to 10000000, or the same below zero")
    return value


def _print(found: list[dict[str, Any]]) -> None:
    for event in found:
        print(
            f"{event['t0_s']:9.2f} .. {event['t1_s']:9.2f} s  {event['kind']:<18} {event['size']:>9g} {event['unit']}"
        )


def _table(args: argparse.Namespace) -> int:
    """Print what a recorded table told, beside what sensing and tracker conclude from it now."""
    for name in ("counts_per_g", "lsb_per_g"):
        if getattr(args, name) is not None:
            raise BadInput(
                f"--{name.replace('_', '-')}: found it with the recording of a table, which has its own scale"
            )
    read, json_file = taped.load(args.recording), output_file(args.json)
    from .recorded import listen

    found, told, again = listen.of_table(read), read.told(), taped.again(read)
    seconds = (read.rows[-1].us - read.rows[0].us) / 1e6
    print(
        f"{read.path}: a table ({read.table['board']}, version {read.table['version']}),"
        f" {read.count('cells')} conversions, {read.count('imu')} rows of motion, {seconds:.1f} s"
    )
    _print(found)
    for title, events in (("the table told", told), ("told again from the recording", again)):
        print(f"{title}: {len(events)} events")
        for event in events:
            print(f"{event['t_ms'] / 1000:9.2f} s  {_in_words(event)}")
    if json_file is not None:
        out = {"file": read.path, "events": found, "table": told, "again": again}
        json_file.write_text(json.dumps(out, indent=1) + "\n", encoding="utf-8")
    return DONE


def _in_words(event: dict[str, Any]) -> str:
    from teatable.boards import geometry

    def name(cup: int) -> str:
        return geometry.CUPS[cup] if 0 <= cup < len(geometry.CUPS) else "?"

    cups = [event["cup"]] if event["cup"] >= 0 else event["cups"] or event["candidates"]
    return (
        f"{event['kind']:<18} {', '.join(name(cup) for cup in cups)}{'' if event['sure'] else ' (not sure)'}".rstrip()
    )


def main(args: argparse.Namespace) -> int:
    """Print the conclusions of one recording; return the exit status."""
    if taped.is_one(args.recording):
        return _table(args)
    read = recording.load(args.recording)
    scale, json_file = _scale(args, read.kind), output_file(args.json)
    from .recorded import listen

    found = listen.conclusions(read, scale)
    print(f"{read.path}: {read.kind}, {len(read.rows)} rows, {read.t_s[-1] - read.t_s[0]:.1f} s, {read.rate_hz:.1f} Hz")
    _print(found)
    if json_file is not None:
        json_file.write_text(json.dumps({"file": read.path, "events": found}, indent=1) + "\n", encoding="utf-8")
    return DONE
