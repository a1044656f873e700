"""What happens around a game: bumps, people who lean on the table, things laid on it, the table moved.

Data in: a simulated table, rates an hour (physics.md), a random generator. Data out: one endless script a nuisance.
"""

import math
from typing import Any

from numpy.random import Generator
from teatable.boards import geometry

from ..acting import Script, pause, until
from ..world import hands, player_hands

PER_HOUR = {
    "bump": player_hands.BUMPS_PER_HOUR,
    "lean": player_hands.LEANS_PER_HOUR,
    "object": player_hands.OBJECTS_PER_HOUR,
    "move": player_hands.MOVES_PER_HOUR,
}


def scripts(table: Any, rng: Generator) -> list[Script]:
    """Return the scripts, one a nuisance."""
    makers = {"bump": _bump, "lean": _lean, "object": _object, "move": _move}
    return [_repeat(table, rng, 3600.0 / PER_HOUR[name], make) for name, make in makers.items()]


def _repeat(table: Any, rng: Generator, mean_s: float, make) -> Script:
    while True:
        yield from pause(table, float(rng.exponential(mean_s)))
        yield from make(table, rng)


def _act(table: Any, action: Any) -> Script:
    hand = table.world.start(action)
    yield from until(table, lambda: hand.done, 30.0)


def _bump(table: Any, rng: Generator) -> Script:
    yield from _act(table, hands.bump(table.world, **player_hands.bump(rng)))


def _lean(table: Any, rng: Generator) -> Script:
    yield from _act(table, hands.lean(table.world, **player_hands.lean(rng)))


def _object(table: Any, rng: Generator) -> Script:
    """Lay something down where no cup stands, and take it away some seconds later."""
    spot = free_spot(table, rng)
    if spot is None:
        return
    mass = float(rng.uniform(*player_hands.OBJECT_G))
    yield from _act(table, hands.lay_object(table.world, x_mm=spot[0], y_mm=spot[1], mass_g=mass))
    yield from pause(table, float(rng.uniform(3.0, 8.0)))
    yield from _act(table, hands.take_object(table.world))


def free_spot(table: Any, rng: Generator) -> tuple[float, float] | None:
    """Draw where something can be laid down clear of every cup; None when there is no room."""
    cups = [table.world.cup_xy_mm(c) for c in range(geometry.CUP_COUNT)]
    for _ in range(50):
        r, a = 100.0 * math.sqrt(rng.uniform()), rng.uniform(0, 2 * math.pi)
        x, y = r * math.cos(a), r * math.sin(a)
        if all(math.hypot(x - cx, y - cy) > 90.0 for cx, cy in cups):
            return float(x), float(y)
    return None


def _move(table: Any, rng: Generator) -> Script:
    yield from _act(table, hands.move_table(table.world, **player_hands.move(rng)))
