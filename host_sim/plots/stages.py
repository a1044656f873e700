"""The figure of the stages: the same seconds, one panel below the other, from counts to what the table says.

Data in: a probe after its scene, and the seconds to draw. Data out: a figure. What really happened, by the physics, is
marked in green through all panels; what the table told in red.
"""

from typing import Any

import numpy as np
from matplotlib.figure import Figure
from teatable import config

from . import sheet
from .probe import Probe, Sample, column

_CELLS = ("north", "east", "south", "west")
_HEIGHTS = (0.25, 1.3, 1.3, 1.3, 1.3, 0.9, 1.5)
_NEAR_G = 6.0  # the zoom on what the sum leaves
_SILENT = ("touch", "untouch", "knock")  # told, but by the lowest line and without words


def draw(probe: Probe, from_s: float, to_s: float, title: str) -> Figure:
    """Return the figure; the time axis begins at 0."""
    samples = probe.between(from_s, to_s)
    t = column(samples, "t_s") - from_s
    figure, axes = sheet.panels(_HEIGHTS)
    figure.suptitle(title, x=0.01, ha="left", fontsize=11)
    _cells(axes[1], t, samples)
    _sum(axes[2], t, samples)
    _near(axes[3], t, samples)
    _moments(axes[4], t, samples)
    _blow(axes[5], t, samples)
    _state(axes[6], t, samples)
    _told(axes[6], probe, from_s, to_s)
    _truth(axes, probe, from_s, to_s)
    axes[-1].set_xlim(0, to_s - from_s)
    axes[-1].set_xlabel("s")
    return figure


def account(probe: Probe, from_s: float, to_s: float) -> list[tuple[float, str, str]]:
    """Return (seconds, "truth" or "table", words) in order of time, as the figure has them."""
    out = [(t_ms / 1000 - from_s, "truth", text) for t_ms, text in _marks(probe, from_s, to_s)]
    out += [(w.t_s - from_s, "table", w.text) for w in probe.told if from_s <= w.t_s <= to_s]
    return sorted(out)


def _cells(ax: Any, t: np.ndarray, samples: list[Sample]) -> None:
    for values, name, ink in zip(column(samples, "cells_g").T, _CELLS, sheet.INK["cells"], strict=True):
        ax.plot(t, values, color=ink, label=name)
    sheet.legend(ax)
    ax.set(title="Counts as weights, less the zero", ylabel="g a cell")


def _sum(ax: Any, t: np.ndarray, samples: list[Sample]) -> None:
    ax.plot(t, column(samples, "sum_g"), color=sheet.INK["raw"], lw=2.2, label="as weighed")
    made = column(samples, "base_g") + column(samples, "rest_g")
    ax.plot(t, made, color=sheet.INK["left"], label="compensated: base + residual")
    ax.plot(t, column(samples, "base_g"), color=sheet.INK["other"], ls="--", label="base, as last settled")
    sheet.legend(ax)
    ax.set(title="Sum of the cells", ylabel="g")


def _near(ax: Any, t: np.ndarray, samples: list[Sample]) -> None:
    quiet = dict((row[0], row[-1]) for row in config.TRACKER)["quiet_mg"] / 1000
    ax.axhspan(-quiet, quiet, color="#e8eef4", lw=0, zorder=-1)
    raw = column(samples, "sum_g") - column(samples, "base_g")
    ax.plot(t, np.clip(raw, -9, 9), color=sheet.INK["raw"], lw=2.2, label="as weighed, less the base")
    ax.plot(t, np.clip(column(samples, "rest_g"), -9, 9), color=sheet.INK["left"], label="residual")
    sheet.legend(ax)
    ax.set(title="The same, near nothing; shaded: quiet", ylabel="g", ylim=(-_NEAR_G, _NEAR_G))


def _moments(ax: Any, t: np.ndarray, samples: list[Sample]) -> None:
    for name, label, ink in (("rest_x_gmm", "x", sheet.INK["left"]), ("rest_y_gmm", "y", sheet.INK["other"])):
        ax.plot(t, column(samples, name) / 1000, color=ink, label=label)
    sheet.legend(ax)
    ax.set(title="First moments: residual", ylabel="g m")


def _blow(ax: Any, t: np.ndarray, samples: list[Sample]) -> None:
    limit = dict((row[0], row[-1]) for row in config.SENSING)["knock_mg"]
    ax.axhline(limit, color=sheet.INK["raw"], lw=0.8, ls="--")
    ax.fill_between(t, 0.5, np.maximum(column(samples, "jump_mg"), 0.5), step="pre", color=sheet.INK["left"], lw=0)
    ax.set(title="Largest jump between two rows of the IMU; dashed: a knock", ylabel="1/1000 g", yscale="log")
    ax.set_ylim(0.5, 20_000)


def _state(ax: Any, t: np.ndarray, samples: list[Sample]) -> None:
    for row, (name, label) in enumerate(
        (("at_rest", "at rest"), ("disturbed", "disturbed"), ("holding", "count held"))
    ):
        on = column(samples, name)
        ax.fill_between(t, -row - 0.32, -row + 0.32, where=on, step="post", color="#8aa4b8", lw=0)
        ax.text(-0.01, -row, label, ha="right", va="center", transform=ax.get_yaxis_transform())
    ax.set(title="State, and what the table told", yticks=[], ylim=(-6.6, 0.6))
    ax.spines["left"].set_visible(False)


def _told(ax: Any, probe: Probe, from_s: float, to_s: float) -> None:
    """Write the words in three rows, so that neighbours do not cover each other."""
    row = 0
    for word in probe.told:
        if not from_s <= word.t_s <= to_s:
            continue
        x = word.t_s - from_s
        if word.kind in _SILENT:
            ax.plot(x, -6.2, marker="|", ms=8, color=sheet.TOLD, clip_on=False)
            continue
        y = -3.1 - row % 3
        row += 1
        ax.plot([x, x], [0.5, y + 0.3], color=sheet.TOLD, lw=0.9)
        right = x > 0.7 * (to_s - from_s)
        ax.text(x, y - 0.1, word.text, color=sheet.TOLD, ha="right" if right else "left", va="center")
    ax.text(-0.01, -6.2, "touch, knock", ha="right", va="center", color=sheet.TOLD, transform=ax.get_yaxis_transform())


def _truth(axes: Any, probe: Probe, from_s: float, to_s: float) -> None:
    """Mark through all panels when the hand touched and let go, when a support was lost, the first impact, the edge."""
    top = axes[0]
    top.set(title="What happens, by the physics", yticks=[], ylim=(0, 1))
    for name in ("left", "bottom"):
        top.spines[name].set_visible(False)
    top.tick_params(bottom=False)
    marks = _marks(probe, from_s, to_s)
    for t_ms, _ in marks:
        for ax in axes:
            ax.axvline(t_ms / 1000 - from_s, color=sheet.TRUTH, lw=0.9, ls=(0, (4, 2)), zorder=0)
    if marks:
        text = ", ".join(f"{word} {t_ms / 1000 - from_s:.2f} s" for t_ms, word in marks)
        top.text(marks[-1][0] / 1000 - from_s, 0.5, "  " + text, color=sheet.TRUTH, ha="left", va="center")


def _marks(probe: Probe, from_s: float, to_s: float) -> list[tuple[int, str]]:
    """Return (ms, word) of all that the physics knows of these seconds, in order."""
    out = []
    for e in probe.truth:
        if e.kind == "touch":
            out.append((e.t_ms, "finger"))
        elif e.kind == "placed":
            out.append((e.t_ms, "hand lets go"))
        elif e.kind == "fell":
            out.append((e.t_ms, "support lost"))
            if e.t_edge_ms >= 0:
                out.append((e.t_edge_ms, "over the edge"))
            if e.t_impact_ms >= 0:
                out.append((e.t_impact_ms, "first impact"))
    return sorted((t, text) for t, text in out if from_s <= t / 1000 <= to_s)
