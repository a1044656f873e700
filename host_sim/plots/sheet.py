"""Paper and pen of all figures: one style, one width, and PNG files small enough to keep beside a README.

Data in: how many panels and how high each is. Data out: a matplotlib figure, and a PNG of few colours.
"""

import io
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import matplotlib as mpl
from matplotlib.figure import Figure
from PIL import Image

WIDE_IN, DPI, COLOURS = 9.0, 100, 64  # 900 pixels wide
INK = {"cells": ("#0072b2", "#d55e00", "#009e73", "#cc79a7"), "raw": "#9a9a9a", "left": "#0072b2", "other": "#d55e00"}
TRUTH, TOLD = "#009e73", "#b03060"

_STYLE: dict[Any, Any] = {
    "font.size": 9,
    "axes.spines.top": False,
    "axes.spines.right": False,
    "axes.titlesize": 10,
    "axes.titlelocation": "left",
    "axes.labelsize": 9,
    "legend.fontsize": 8,
    "legend.frameon": False,
    "lines.linewidth": 1.1,
}


def panels(heights: Sequence[float], share_x: bool = True, columns: int = 1) -> tuple[Figure, Any]:
    """Return a figure with panels so many inches high, one below the other, and the array of their axes."""
    mpl.rcParams.update(_STYLE)
    figure = Figure((WIDE_IN, sum(heights) + 0.6), DPI, layout="constrained")
    axes = figure.subplots(
        len(heights), columns, sharex=share_x, squeeze=False, gridspec_kw={"height_ratios": list(heights)}
    )
    return figure, axes if columns > 1 else axes[:, 0]


def legend(ax: Any) -> None:
    """Put the legend of a panel on the line of its title, where it covers nothing."""
    ax.legend(loc="lower right", bbox_to_anchor=(1.0, 0.98), ncols=5, borderpad=0, columnspacing=1.2)


def plain_log(axis: Any, ticks: Sequence[float]) -> None:
    """Label a logarithmic axis at these values, in plain figures."""
    axis.set_ticks(ticks, [f"{v:g}" for v in ticks])
    axis.set_ticks([], minor=True)


def save(figure: Figure, path: Path) -> None:
    """Write the figure as a PNG with a palette."""
    buffer = io.BytesIO()
    figure.savefig(buffer, format="png", dpi=DPI)
    picture = Image.open(buffer).convert("RGB")
    picture.quantize(COLOURS, dither=Image.Dither.NONE).save(path, format="PNG", optimize=True)
