"""How players' hands differ from one another: the draws of the benchmark's default hand.

Why: bots, the fall tables and the tests must mean the same by "a hand of skill s". Data in: a numpy generator and a
skill (1 is the default hand; every sigma is scaled by 2 - skill, so 0 is twice as unsteady and 1.5 half as). Data out:
keyword arguments for the actions of hands.py. Which wrong cup or stack a player picks is the player's business; how
often is here.
"""

from __future__ import annotations

import math
from typing import Any

from numpy.random import Generator

PLAYER_HANDS_VERSION = "players-1"

OFFSET_SIGMA_MM = 4.0  # along x and along y
TILT_SIGMA_DEG = 2.0
PULL_SIGMA_MM = 2.0  # how far off centre a cup is gripped to be lifted
DROP_MM = (0.0, 8.0)
DROP_SHARE = 0.5  # so many placements let go in the air, the others press
PRESS_N = (0.2, 3.0)
PRESS_S = (0.1, 1.5)
RAMP_S = (0.3, 4.5)
TREMOR_HZ = (8.0, 10.0)

TOUCH_AND_LIFT = 0.10  # share of placements
STEADY_A_STACK = 0.05
WRONG_CUP = 0.03
WRONG_STACK = 0.03

BUMPS_PER_HOUR, BUMP_NS = 30, (0.2, 1.0)
LEANS_PER_HOUR, LEAN_N, LEAN_S = 12, (5.0, 20.0), (0.5, 3.0)
OBJECTS_PER_HOUR, OBJECT_G = 5, (30.0, 300.0)
MOVES_PER_HOUR = 2


def spread(skill: float) -> float:
    """Return the factor on every sigma; raises ValueError unless 0 <= skill <= 2."""
    if not 0 <= skill <= 2:
        raise ValueError(f"skill is 0 to 2, not {skill}")
    return 2.0 - skill


def _log(rng: Generator, low: float, high: float) -> float:
    return low * math.exp(float(rng.uniform(0, math.log(high / low))))


def placement(rng: Generator, skill: float = 1.0) -> dict[str, Any]:
    """Draw how one cup is placed: keyword arguments for hands.place (where to is added by the caller)."""
    k = spread(skill)
    dx, dy = (float(v) for v in rng.normal(0, OFFSET_SIGMA_MM * k, 2))
    return {
        "dx_mm": dx,
        "dy_mm": dy,
        "tilt_deg": abs(float(rng.normal(0, TILT_SIGMA_DEG * k))),
        "tilt_dir_deg": float(rng.uniform(0, 360)),
        "drop_mm": float(rng.uniform(*DROP_MM)) if rng.uniform() < DROP_SHARE else 0.0,
        "press_n": float(rng.uniform(*PRESS_N)),
        "press_s": _log(rng, *PRESS_S),
        "ramp_s": _log(rng, *RAMP_S),
        "tremor_hz": float(rng.uniform(*TREMOR_HZ)),
        "touches": int(rng.uniform() < TOUCH_AND_LIFT),
    }


def removal(rng: Generator, skill: float = 1.0) -> dict[str, Any]:
    """Draw how one cup is lifted off: keyword arguments for hands.remove."""
    px, py = (float(v) for v in rng.normal(0, PULL_SIGMA_MM * spread(skill), 2))
    return {"pull_x_mm": px, "pull_y_mm": py, "tremor_hz": float(rng.uniform(*TREMOR_HZ))}


def steadying(rng: Generator) -> dict[str, Any]:
    """Draw how a finger steadies a stack: keyword arguments for hands.steady."""
    return {
        "force_n": float(rng.uniform(0.05, 0.3)),
        "angle_deg": float(rng.uniform(0, 360)),
        "s": float(rng.uniform(0.4, 1.5)),
    }


def bump(rng: Generator) -> dict[str, Any]:
    """Draw a knock against the table: keyword arguments for hands.bump."""
    return {"impulse_ns": float(rng.uniform(*BUMP_NS)), "angle_deg": float(rng.uniform(0, 360))}


def lean(rng: Generator) -> dict[str, Any]:
    """Draw a hand resting near the edge of the top: keyword arguments for hands.lean."""
    a = float(rng.uniform(0, 2 * math.pi))
    return {
        "force_n": float(rng.uniform(*LEAN_N)),
        "x_mm": 125 * math.cos(a),
        "y_mm": 125 * math.sin(a),
        "s": float(rng.uniform(*LEAN_S)),
    }


def move(rng: Generator) -> dict[str, Any]:
    """Draw a move of the whole table: keyword arguments for hands.move_table."""
    return {
        "dx_mm": float(rng.uniform(-60, 60)),
        "dy_mm": float(rng.uniform(-60, 60)),
        "yaw_deg": float(rng.uniform(-30, 30)),
        "slope_deg": abs(float(rng.normal(0, 0.2))),
        "slope_dir_deg": float(rng.uniform(0, 360)),
        "s": float(rng.uniform(1.0, 3.0)),
    }
