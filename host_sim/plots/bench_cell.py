"""One load cell and its converter on a bench, without a table: a force in, conversions out.

Why beside the whole table: ten minutes of one cell take seconds this way, with the very models that the table has.
Data in: a seed, which of the four cells, seconds, the force. Data out: times and weights of the conversions.
"""

from collections.abc import Callable
from typing import NamedTuple

import numpy as np

from ..clock import Clock
from ..devices.hx711 import A128, Hx711
from ..devices.loadcell import GRAVITY, CellErrors, CellSignal, ForceHistory

LOAD_G = 125.0  # a quarter of the table top


class Series(NamedTuple):
    """Conversions: when each was read (s since power-on), what it said (g, by the cell's own gain and zero)."""

    t_s: np.ndarray
    grams: np.ndarray

    @property
    def rate_hz(self) -> float:
        """Conversions a second."""
        return (len(self.t_s) - 1) / float(self.t_s[-1] - self.t_s[0])

    def after(self, t_s: float) -> "Series":
        """Return the conversions from `t_s` on."""
        return Series(self.t_s[self.t_s >= t_s], self.grams[self.t_s >= t_s])


def run(
    seed: int, cell: int, seconds: float, slow: bool, grams: Callable[[float], float] | None = None, noisy: bool = True
) -> Series:
    """Read every conversion of one cell from power-on; `grams` is the load at each second (default: the top's share).

    slow: RATE on the other side, "10 SPS". noisy: with the errors of the table's cells, else with none.
    """
    clock, history = Clock(), ForceHistory()
    errors = CellErrors() if noisy else CellErrors(0.0, 0.0, 0.0, creep=0.0, crosstalk=0.0)
    signal = CellSignal(cell, errors, history, seed)
    chip = Hx711(f"hx711.{cell}", signal, clock, seed)
    if slow:
        chip.fault("slow")
        chip.start(0)
    times, values = [], []
    for ms in range(round(seconds * 1000)):
        load = LOAD_G if grams is None else grams(ms / 1000)
        forces = [0.0] * 4
        forces[cell] = load * GRAVITY / 1000
        history.sample(forces)
        clock.advance(1000)
        now = clock.now_us
        if now < chip.due_us:
            continue
        chip.roll(now)
        if chip.unread and now >= chip.high_until:
            times.append(chip.conversion_us / 1e6)
            values.append(_read(chip, now))
    return Series(np.array(times), (np.array(values) - signal.offset_counts) / signal.counts_per_g)


def _read(chip: Hx711, now_us: int) -> int:
    """Clock one value out of the chip."""
    for _ in range(A128):
        chip.rise(now_us)
    return chip.frame - (1 << 24) if chip.frame & 1 << 23 else chip.frame
