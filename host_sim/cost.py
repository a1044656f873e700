"""The command `cost`: what one sample costs on MicroPython, in instructions, against what was recorded.

Data in: firmware, a scene of the simulator, sample_cost.json. Data out: a table, each count beside the recorded one and
what it is estimated to take on the ESP32-S3; exit status 1 when one has grown.
"""

import argparse
import json
import tempfile
from pathlib import Path

from .errors import DONE, MISSED, BadInput

RECORD = Path(__file__).parent / "costing" / "sample_cost.json"
MORE = (
    1.06  # of the recorded count: beyond this it has grown; a new name anywhere moves the interpreter's tables by 3 %
)
# MicroPython's own benchmark of AES (integers in place, no heap) took 95.7 ms on an ESP32 at 240 MHz (score 334.5 in
# micropython/micropython pull request 7850) and 8.06 million instructions counted as here: 2.85 cycles for each.
CYCLES, MHZ = 2.85, 240.0
CYCLES_LEAST, CYCLES_MOST = 2.4, 4.0  # from its fannkuch and n queens, the latter with the garbage collector
PERIOD_MS = 11.4

_EPILOG = """examples:
  python -m host_sim cost             a sample, a look, an action, a strip, a pass, in instructions; some six minutes
  python -m host_sim cost --heap      what one look takes from the heap, with two cups and with ten; half a minute
The estimate: instructions of this machine's processor times 2.85 cycles at 240 MHz. The factor is that of MicroPython's
own AES benchmark between an ESP32 (published score) and this machine; others of its benchmarks give 2.4 to 4.0. It
holds for code in internal RAM; code in PSRAM is slower by a factor that nobody here has measured.
Counting needs valgrind; MICROPYTHON names another interpreter, such as a 32-bit build.
Exit status: 0 no count has grown by more than 6 %, 1 one has, 2 bad input (one line on standard error)"""


def add_parser(commands: argparse._SubParsersAction) -> None:
    """Add `cost` to the commands."""
    parser = commands.add_parser(
        "cost",
        help="count what one sample costs on MicroPython",
        description="Plays cups put down and a bump through sensing and tracker on real MicroPython and counts.",
        epilog=_EPILOG,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.add_argument(
        "--record", action="store_true", help="keep the counts as those that later ones are held against"
    )
    parser.add_argument("--heap", action="store_true", help="bytes of the heap instead of instructions")
    parser.set_defaults(main=main)


def main(args: argparse.Namespace) -> int:
    """Count, print, compare; return the exit status."""
    if args.heap:
        if args.record:
            raise BadInput("--record: found --heap beside it, allowed: one of the two")
        return _heap()
    from .costing import count, tape, whole

    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "sample.tape"
        tape.Taped(tape.FEW).write(path)
        counts = count.count(path)
    counts |= whole.count()
    before = json.loads(RECORD.read_text()) if RECORD.exists() else {}
    print(table(counts, before))
    if args.record:
        RECORD.write_text(json.dumps(counts, indent=1) + "\n")
        print(f"{RECORD}: recorded")
        return DONE
    grown = grown_in(counts, before)
    for name in grown:
        print(f"{name}: grown from {before[name]} to {counts[name]} instructions")
    return MISSED if grown else DONE


def _heap() -> int:
    """Print how much each look at a settled change takes from the heap."""
    from .costing import count, tape

    print("| table | conversions | with growth | looks | of a look, median | most, bytes | pieces, median | most |")
    print("|---|---|---|---|---|---|---|---|")
    for name, stacks in (("two cups", tape.FEW), ("ten cups", tape.MANY)):
        with tempfile.TemporaryDirectory() as folder:
            path = Path(folder) / "sample.tape"
            tape.Taped(stacks).write(path)
            found = count.heap(path)
        grown = sum(1 for row in found.rows if row[1])
        size, pieces = (sorted(v) for v in zip(*found.looks.values(), strict=True))
        half = len(size) // 2
        print(
            f"| {name} | {found.conversions} | {grown} | {len(size)} | {size[half]} | {size[-1]} "
            f"| {pieces[half]} | {pieces[-1]} |"
        )
    return DONE


def grown_in(counts: dict[str, int], before: dict[str, int]) -> list[str]:
    """Return the names of those counts that are more than MORE times the recorded ones."""
    return [name for name, n in counts.items() if name in before and n > MORE * before[name]]


def estimated_ms(instructions: int) -> float:
    """Return what so many instructions are estimated to take on the ESP32-S3."""
    return instructions * CYCLES / MHZ / 1000


def table(counts: dict[str, int], before: dict[str, int]) -> str:
    """Return the counts as a Markdown table."""
    out = ["| what | instructions | recorded | ESP32-S3, estimated | of a sample's 11.4 ms |", "|---|---|---|---|---|"]
    for name, n in counts.items():
        ms, then = estimated_ms(n), before.get(name, "none")
        out.append(f"| {name} | {n} | {then} | {ms:.2f} ms | {100 * ms / PERIOD_MS:.0f} % |")
    return "\n".join(out)
