"""How hands provoke what seldom happens: bad placements, dragging removals, pushes, knocks.

Why: natural turns give one fall in many minutes. Data in: a numpy generator, sometimes a direction. Data out: keyword
arguments for the actions of hands.py, over the default hand's (player_hands.py) where a cup is placed or lifted. None
of them is sure to make a cup fall: those that just do not are the hard cases.
"""

from __future__ import annotations

import math
from typing import Any

from numpy.random import Generator

from . import player_hands

PROVOKED_HANDS_VERSION = "provoked-1"

GROWTH_DEG_S = ((6, 0.4), (9, 0.2), (12, 0.12))  # how fast the wobble of a tower of up to so many cups grows
TILT_MOST_DEG = 8.0


def growth_deg_s(cups: int) -> float:
    """Return by how much a second the wobble grows under a tower."""
    return next((rate for most, rate in GROWTH_DEG_S if cups <= most), GROWTH_DEG_S[-1][1])


def off_centre(rng: Generator, out_rad: float, skill: float = 1.0) -> dict[str, Any]:
    """Draw a placement 8 to 26 mm off the centre of a stack, towards `out_rad`: for hands.place."""
    d = float(rng.uniform(8, 26))
    return player_hands.placement(rng, skill) | {"dx_mm": d * math.cos(out_rad), "dy_mm": d * math.sin(out_rad)}


def drop(rng: Generator) -> dict[str, Any]:
    """Draw a cup let go 5 to 40 mm above a stack: for hands.place."""
    dx, dy = (float(v) for v in rng.normal(0, 6, 2))
    return {
        "dx_mm": dx,
        "dy_mm": dy,
        "drop_mm": float(rng.uniform(5, 40)),
        "tilt_deg": abs(float(rng.normal(0, 4))),
        "tilt_dir_deg": float(rng.uniform(0, 360)),
    }


def hard(rng: Generator, skill: float = 1.0) -> dict[str, Any]:
    """Draw a cup set down hard but well: for hands.place."""
    more = {"press_n": float(rng.uniform(2, 3)), "ramp_s": 0.05, "speed_mm_s": float(rng.uniform(200, 400))}
    return player_hands.placement(rng, skill) | {"drop_mm": 0.0} | more


def touch_and_lift(rng: Generator, skill: float = 1.0) -> dict[str, Any]:
    """Draw a cup set down and lifted once or twice before it stays: for hands.place."""
    return player_hands.placement(rng, skill) | {"touches": int(rng.integers(1, 3)), "drop_mm": 0.0}


def drag(rng: Generator, skill: float = 1.0) -> dict[str, Any]:
    """Draw a cup dragged 18 to 40 mm sideways before it is lifted: for hands.remove."""
    d, a = float(rng.uniform(18, 40)), float(rng.uniform(0, 2 * math.pi))
    how = {"grip_s": float(rng.uniform(0.3, 0.8)), "speed_mm_s": float(rng.uniform(30, 150))}
    return player_hands.removal(rng, skill) | {"pull_x_mm": d * math.cos(a), "pull_y_mm": d * math.sin(a)} | how


def push(rng: Generator) -> dict[str, Any]:
    """Draw a push anywhere, gently or not: for hands.push."""
    return {"speed_mm_s": float(rng.uniform(40, 400)), "angle_deg": float(rng.uniform(0, 360))}


def slow_push(rng: Generator) -> dict[str, Any]:
    """Draw a slow push: a slide, or a cup that tips onto its own stack: for hands.push."""
    return {"speed_mm_s": float(rng.uniform(15, 90)), "angle_deg": float(rng.uniform(0, 360))}


def push_out(rng: Generator, out_rad: float) -> dict[str, Any]:
    """Draw a push towards `out_rad`, where the edge is near: for hands.push."""
    angle = math.degrees(out_rad + float(rng.normal(0, 0.4)))
    return {"speed_mm_s": float(rng.uniform(100, 500)), "angle_deg": angle}


def top_knock(rng: Generator) -> dict[str, Any]:
    """Draw a light knock against the edge of the top: for hands.bump."""
    return {"where": "top", "impulse_ns": float(rng.uniform(0.05, 0.3)), "angle_deg": float(rng.uniform(0, 360))}


def hard_knock(rng: Generator) -> dict[str, Any]:
    """Draw a knock against the table that may throw cups down: for hands.bump."""
    return {"impulse_ns": float(rng.uniform(2, 6)), "angle_deg": float(rng.uniform(0, 360))}
