"""Charts of what cells and IMU say.

Data in: rows of signals.Traces. Data out: two charts on the page.
"""

from nicegui import ui

from .signals import CELLS, Row

# Colours that a colour-blind eye tells apart (Okabe and Ito), and each line has its own dashes.
_COLOURS = ("#0072B2", "#D55E00", "#009E73", "#CC79A7", "#000000")
_DASHES = ("solid", "dashed", "dotted", "dashed", "solid")


class Charts:
    """Two charts: grams of the cells and the residual, and the tilt."""

    def __init__(self) -> None:
        self._grams = _chart("Load cells and residual, g", [*CELLS, "residual"], 5.0)
        self._tilt = _chart("Tilt by the IMU, degrees", ["right", "away"], 0.5)
        self._last = -1.0

    def show(self, rows: list[Row]) -> None:
        """Draw the rows."""
        if not rows or rows[-1][0] == self._last:
            return
        self._last = rows[-1][0]
        _draw(self._grams, rows, range(1, 6))
        _draw(self._tilt, rows, range(6, 8))


def _chart(title: str, names: list[str], least: float) -> ui.echart:
    lines = [
        {
            "type": "line",
            "name": name,
            "showSymbol": False,
            "data": [],
            "lineStyle": {"type": _DASHES[i], "width": 1.5},
        }
        for i, name in enumerate(names)
    ]
    options = {
        "animation": False,
        "color": list(_COLOURS),
        "title": {"text": title, "left": 0, "textStyle": {"fontSize": 12}},
        "legend": {"data": names, "right": 8, "top": 0, "textStyle": {"fontSize": 11}, "itemWidth": 30},
        "grid": {"left": 44, "right": 12, "top": 38, "bottom": 22},
        "xAxis": {"type": "value", "min": "dataMin", "max": "dataMax", "axisLabel": {"formatter": "{value} s"}},
        "yAxis": {"type": "value", "scale": True, "minInterval": least},
        "series": lines,
    }
    return ui.echart(options).classes("w-full h-48")


def _draw(chart: ui.echart, rows: list[Row], columns: range) -> None:
    for line, column in zip(chart.options["series"], columns, strict=True):
        line["data"] = [[row[0], row[column]] for row in rows]
    chart.update()
