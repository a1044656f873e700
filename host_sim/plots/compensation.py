"""What is left of the wobble in weight and place, by four ways of taking it out.

Data in: levels, loads and seeds, each a run on the pin-level simulator. Data out: rms of what is left, a table, a
figure. All four ways get the same samples, and the IMU through the same filter and delay:

- as weighed: nothing is taken out;
- divided by the IMU's own normal reading, as if the table were where the IMU is;
- divided by that reading carried to the middle of the top, as if all mass were there;
- carried to the masses: what the firmware does (sensing/balance.py).
"""

import math
from typing import NamedTuple

import numpy as np
from matplotlib.figure import Figure
from teatable.boards import geometry

from ..world import hands
from . import sheet
from .probe import Probe, Sample, column
from .scenes import LARGE, MEDIUM, SMALL

LEVELS = ("off", "gentle", "classic", "mad")
_STACK = (LARGE, MEDIUM, SMALL)
# where the stack stands, in mm: on the side of the IMU, which is at (30, 20), and across from it
LOADS: dict[str, tuple[tuple[int, ...], float, float]] = {
    "empty": ((), 0.0, 0.0),
    "3 cups at (60, 40)": (_STACK, 60.0, 40.0),
    "3 cups at (-60, -40)": (_STACK, -60.0, -40.0),
}
WAYS = ("as weighed", "divided by the IMU's reading", "divided by it carried to the middle", "carried to the masses")
_SECONDS, _SETTLE_S = 10.0, 2.5
_G = 9.81
_TICKS_G = (0.05, 0.1, 0.2, 0.5, 1, 2)
_TOP_G = geometry.TOP_MASS_MG / 1000
_CUP_G = min(geometry.CUP_MASS_MG) / 1000
_INKS = (sheet.INK["raw"], sheet.INK["other"], sheet.INK["cells"][3], sheet.INK["left"])


class Left(NamedTuple):
    """Departures from the mean by each of WAYS, over the same seconds: of the sum (g), of the moments (g mm)."""

    t_s: np.ndarray
    sums: tuple[np.ndarray, ...]
    moments: tuple[tuple[np.ndarray, np.ndarray], ...]

    def sum_rms(self) -> list[float]:
        """Return the rms of the sum by each way, in g."""
        return [float(np.sqrt(np.mean(v**2))) for v in self.sums]

    def place_rms(self) -> list[float]:
        """Return by each way how far off the lightest cup would be placed, in mm rms (both axes together)."""
        return [float(np.sqrt(np.mean(x**2) + np.mean(y**2))) / _CUP_G for x, y in self.moments]


def run(level: str, load: str, seed: int) -> Left:
    """Build one of LOADS, let the table wobble, and return what each way leaves."""
    probe = Probe(level, seed)
    cups, x_mm, y_mm = LOADS[load]
    below = None
    for cup in cups:
        probe.hand(hands.place(probe.world, cup, x_mm=x_mm, y_mm=y_mm, on=below), _SETTLE_S)
        below = cup
    start_s = probe.table.now_s
    probe.table.run_for(_SECONDS)
    return left(probe.between(start_s, probe.table.now_s))


def left(samples: list[Sample]) -> Left:
    """Take the wobble out of the samples in all four ways."""
    weight, x, y = (column(samples, name) for name in ("sum_g", "x_gmm", "y_gmm"))
    middle = column(samples, "force")[:, 2]
    alpha_x, alpha_y = column(samples, "alpha").T
    # back from the middle to where the IMU sits: f + alpha x p, less its 1 g at rest
    here = middle + (alpha_x * geometry.IMU_Y_UM - alpha_y * geometry.IMU_X_UM) * 1e-6 / _G
    made = tuple(column(samples, "base" + end) + column(samples, "rest" + end) for end in ("_g", "_x_gmm", "_y_gmm"))
    sums = [weight, (weight + _TOP_G) / (1 + here), (weight + _TOP_G) / (1 + middle), made[0]]
    moments = [(x, y), (x / (1 + here), y / (1 + here)), (x / (1 + middle), y / (1 + middle)), made[1:]]
    return Left(
        column(samples, "t_s") - samples[0].t_s,
        tuple(v - v.mean() for v in sums),
        tuple((a - a.mean(), b - b.mean()) for a, b in moments),
    )


class Row(NamedTuple):
    """One level with one load, over several seeds: rms by each way."""

    level: str
    load: str
    sum_g: list[float]
    place_mm: list[float]


def measure(seeds: list[int]) -> tuple[list[Row], dict[str, Left]]:
    """Return the table, and what was left at the wildest level with the first seed, by load."""
    rows, shown = [], {}
    for load in LOADS:
        for level in LEVELS:
            runs = [run(level, load, seed) for seed in seeds]
            sums, places = [r.sum_rms() for r in runs], [r.place_rms() for r in runs]
            rows.append(Row(level, load, _together(sums), _together(places)))
            if level == LEVELS[-1]:
                shown[load] = runs[0]
    return rows, shown


def _together(rms: list[list[float]]) -> list[float]:
    """Return the rms over all runs from that of each."""
    return [math.sqrt(sum(v * v for v in of_way) / len(of_way)) for of_way in zip(*rms, strict=True)]


def table(rows: list[Row]) -> str:
    """Return the rows as a Markdown table."""
    out = ["| load | level | " + " | ".join(f"sum: {w}, g" for w in WAYS) + " | place: as weighed, mm | carried, mm |"]
    out.append("|---" * 8 + "|")
    for row in rows:
        sums = " | ".join(f"{v:.2f}" for v in row.sum_g)
        out.append(f"| {row.load} | {row.level} | {sums} | {row.place_mm[0]:.1f} | {row.place_mm[-1]:.1f} |")
    return "\n".join(out)


def draw(rows: list[Row], shown: dict[str, Left]) -> Figure:
    """Return the figure: the sum at the wildest level above, the rms of all levels below, a column for each load."""
    figure, axes = sheet.panels((2.3, 2.3), share_x=False, columns=len(shown))
    for (load, of_load), above, below in zip(shown.items(), axes[0], axes[1], strict=True):
        for values, ink in zip(of_load.sums, _INKS, strict=True):
            above.plot(of_load.t_s, values, color=ink)
        above.set(title=f"At {LEVELS[-1]}: {load}", xlim=(0, 3), xlabel="s")
        mine = [r for r in rows if r.load == load]
        for way, (name, ink) in enumerate(zip(WAYS, _INKS, strict=True)):
            places = [i + 0.2 * (way - 1.5) for i in range(len(mine))]
            below.bar(places, [r.sum_g[way] for r in mine], 0.18, color=ink, label=name)
        below.set_xticks(range(len(mine)), [r.level for r in mine])
        below.set(title="rms", yscale="log")
        sheet.plain_log(below.yaxis, _TICKS_G)
    most = 1.1 * max(float(np.abs(v).max()) for one in shown.values() for v in one.sums)
    for ax in axes[0]:
        ax.set_ylim(-most, most)
    high = max(max(r.sum_g) for r in rows)
    for ax in axes[1]:
        ax.set_ylim(0.03, 1.5 * high)
    for ax in axes[:, 0]:
        ax.set_ylabel("g")
    figure.suptitle("What is left of the wobble in the sum of the cells", x=0.01, ha="left", fontsize=11)
    figure.legend(*axes[1][0].get_legend_handles_labels(), loc="outside lower center", ncols=4)
    return figure
