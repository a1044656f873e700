"""Under which conditions a table works: sensor noise, processor cost, stalls.

Why: the figures must also hold with three times the noise and at twice the cost. Data in: factors. Data out: a table.
"""

from dataclasses import dataclass, replace
from typing import Any

from .devices.loadcell import CellErrors
from .table import SimulatedTable


@dataclass(frozen=True)
class Conditions:
    """noise: factor on the noise of cells and IMU; cost: on processor time; stalls_per_min: pauses of 0.3 s."""

    noise: float = 1.0
    cost: float = 1.0
    stalls_per_min: float = 0.0


USUAL = Conditions()


def table(seed: int, conditions: Conditions = USUAL, **more: Any) -> SimulatedTable:
    """Return a table under these conditions; `more` goes to SimulatedTable."""
    cells = CellErrors()
    made = SimulatedTable(
        seed=seed,
        noise=replace(cells, noise_g=cells.noise_g * conditions.noise),
        cost_factor=conditions.cost,
        stalls_per_min=conditions.stalls_per_min,
        **more,
    )
    made.imu.signal.noise_factor = conditions.noise
    return made
