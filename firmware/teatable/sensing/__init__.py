"""Sensing: cells and IMU in; a load freed of tilt and shaking, rest, and what is left over, out.

Why: the tracker must see a 14 g cup on a table that is tilted, shaken, leaned on and drifting. So the weight is taken
by specific force, and what the present load explains is taken off: a residual near 0 means that nothing has changed.
Data in: raw counts with a status for each conversion, raw IMU rows, the commanded motor speed. Data out: see Sensing.
The method, the formulas and how each threshold was set: README.md in this folder.
"""

from .balance import Balance, Load
from .calibration import Calibration
from .sensing import Sensing
from .weighing import Weighing

__all__ = ["Balance", "Calibration", "Load", "Sensing", "Weighing"]
