"""The simulated table, its cups and the hands at it: `World` (MuJoCo), `hands`, `truth`. See host_sim/README.md."""

from .world import Hand, World

__all__ = ["Hand", "World"]
