"""What falls when: the tables of host_sim/README.md, made again.

Why: tilt, speed and height make the game, so the level speeds are chosen from these figures and not by taste.
Data in: the world, the default hands, the level speeds of the firmware's config. Data out: Markdown tables with the
parameters of the run.

`python -m host_sim.world.falls grow|stand|turns [--runs N] [--jobs N]`
  grow   one tower, the wobble growing by 0.25 degrees a second until something falls
  stand  towers built large first with the hand's offsets, turned for 60 s at each level: the share that falls
  turns  whole turns with a hand: motor up to speed, one cup placed or lifted, a count of three; the share that falls
"""

from __future__ import annotations

import argparse
import math
import sys
import time
from collections import Counter
from collections.abc import Callable, Iterator
from itertools import pairwise
from multiprocessing import Pool

import numpy as np
from numpy.random import Generator
from teatable import config

from . import hands, player_hands
from . import model as mj
from .world import World

LEVELS = ("gentle", "classic", "mad")
LARGE_FIRST = (11, 10, 9, 8, 7, 6, 5, 4, 3, 2, 1, 0)
GROWTH_DEG_S = 0.25
STAND_S = 60.0
COUNT_S = 2.7  # from release to "three"


def level_hz(level: str) -> float:
    """Return the motor's speed at a level, in turns a second, from the firmware's tunables."""
    return config.values(config.WOBBLE)[f"{level}_mrev_s"] / 1000


def tower(n: int) -> list[int]:
    """Return n cups, large first: as many large as medium as small."""
    each = n // 3
    return [c for size in (2, 1, 0) for c in range(4 * size + 3, 4 * size + 3 - each, -1)]


def hand_offsets(rng: Generator, cups: list[int], skill: float = 1.0) -> list[tuple[float, float]]:
    """Draw each cup's place relative to the bottom one, as hands leave them: off the cup below, but in its hollow."""
    out = [(0.0, 0.0)]
    for low, cup in pairwise(cups):
        sigma = player_hands.OFFSET_SIGMA_MM * player_hands.spread(skill)
        room = 1000 * (mj.RIM_R[mj.size_of(low)] - mj.WALL - mj.FOOT_R[mj.size_of(cup)])
        d = rng.normal(0, sigma, 2)
        d *= min(1.0, max(room, 0.5) / max(1e-9, math.hypot(*d)))
        out.append((out[-1][0] + float(d[0]), out[-1][1] + float(d[1])))
    return out


def tilted(seed: int) -> World:
    """Return an empty table whose motor stands still with both wedges adding up, as between two turns."""
    world = World(seed)
    world.swash(0.0)
    world.run(0.5)
    return world


def build(seed: int, stacks: list[list[int]], spots: list[tuple[float, float]], skill: float = 1.0) -> World:
    """Return a world in which the stacks stand, placed with the hand's offsets and redrawn until they do."""
    for attempt in range(50):
        rng = np.random.default_rng([seed, attempt])
        world = tilted(seed)
        for cups, (x, y) in zip(stacks, spots, strict=True):
            world.put_stack(cups, x, y, hand_offsets(rng, cups, skill))
        world.run(1.0)
        if not world.truth.falls():
            return world
    raise RuntimeError("these stacks do not stand")


def turn(world: World, hz: float, seconds: float, ramp_s: float = 1.0) -> Iterator[float]:
    """Turn the plate on from where it leans, up to speed; one step an item (the time in s), until the time is over."""
    phase = world.swash_rad
    for i in range(round(seconds * 1000)):
        phase += 2 * math.pi * hz * min(1.0, i / 1000 / ramp_s) / 1000
        world.swash(phase)
        world.step()
        yield i / 1000


# --- grow


def grow(job: tuple[int, int, float]) -> float:
    """Return at how many degrees of wobble a tower of n cups falls at hz: job = (seed, n, hz)."""
    seed, n, hz = job
    world = build(seed, [tower(n)], [(0.0, 0.0)])
    for i in range(round(15 / GROWTH_DEG_S * 1000)):
        tilt = GROWTH_DEG_S * i / 1000
        world.swash(2 * math.pi * hz * i / 1000, math.radians(tilt))
        world.step()
        if world.truth.falls():
            return tilt
    return math.inf


def grow_table(runs: int, spread: Callable) -> None:
    """Print at what wobble 3, 6 and 12 cups fall."""
    print("| cups | 0.5 Hz | 1 Hz | 2 Hz |\n|---|---|---|---|")
    for n in (3, 6, 12):
        row = []
        for hz in (0.5, 1.0, 2.0):
            found = sorted(spread(grow, [(s, n, hz) for s in range(runs)]))
            row.append(f"{found[0]:.1f}-{found[-1]:.1f} ({found[len(found) // 2]:.1f}) deg")
        print(f"| {n} | " + " | ".join(row) + " |", flush=True)


# --- stand

ARRANGEMENTS: dict[str, tuple[list[list[int]], list[tuple[float, float]]]] = {
    "3": ([tower(3)], [(0, 0)]),
    "6": ([tower(6)], [(0, 0)]),
    "6, 50 mm off centre": ([tower(6)], [(50, 0)]),
    "9": ([tower(9)], [(0, 0)]),
    "12": ([tower(12)], [(0, 0)]),
    "6 + 6": ([[11, 9, 7, 5, 3, 1], [10, 8, 6, 4, 2, 0]], [(-50, 0), (50, 0)]),
    "4 + 4 + 4": ([[11, 8, 5, 2], [10, 7, 4, 1], [9, 6, 3, 0]], [(-55, -32), (55, -32), (0, 63)]),
}


def stand(job: tuple[int, str, float]) -> float:
    """Return when (s) an arrangement first loses a cup at hz, inf if not in 60 s: job = (seed, arrangement, hz)."""
    seed, name, hz = job
    world = build(seed, *ARRANGEMENTS[name])
    for t in turn(world, hz, STAND_S):
        if world.truth.falls():
            return t
    return math.inf


def stand_table(runs: int, spread: Callable) -> None:
    """Print the share of arrangements that lose a cup within 60 s, by level."""
    print("| cups | " + " | ".join(f"{lv} {level_hz(lv):.2f} Hz" for lv in LEVELS) + " |\n|---|---|---|---|")
    for name in ARRANGEMENTS:
        row = []
        for level in LEVELS:
            found = spread(stand, [(s, name, level_hz(level)) for s in range(runs)])
            row.append(f"{sum(t < math.inf for t in found)} of {runs}")
        print(f"| {name} | " + " | ".join(row) + " |", flush=True)


# --- turns


def _card(rng: Generator, away: list[int]) -> list[int]:
    """Return the cups that a card of the deck allows, drawn until it allows one that is off the table."""
    while True:
        k = int(rng.integers(54))
        if k < 12:
            cups = [k]
        elif k < 24:
            cups = [c for c in range(12) if c % 4 == (k - 12) // 3]
        elif k < 36:
            cups = [c for c in range(12) if c // 4 == (k - 24) // 4]
        else:
            cups = list(range(12))
        cups = [c for c in cups if c in away]
        if cups:
            return cups


def _choose(world: World, rng: Generator, cups: list[int]) -> tuple[int, int | None, float, float]:
    """Choose as a sensible player would: the lowest stack, and the largest cup that is no larger than its top."""
    stacks = world.truth.stacks()
    size = mj.size_of
    if not stacks or (rng.uniform() < 3 / 48 and len(stacks) < 4):
        for _ in range(200):
            x, y = (float(v) for v in rng.uniform(-90, 90, 2)) if stacks else (float(v) for v in rng.normal(0, 25, 2))
            if all(math.dist((x, y), world.cup_xy_mm(s[0])) > 95 for s in stacks) and math.hypot(x, y) < 95:
                return max(cups, key=size), None, x, y
    lowest = min(stacks, key=len)
    top = lowest[-1]
    cup = min(cups, key=lambda c: (size(c) > size(top), abs(size(c) - size(top)), c))
    return cup, top, 0.0, 0.0


def turns(job: tuple[int, float, float, int]) -> list[tuple[int, str]]:
    """Play turns and return (height of the stack acted on, cause or "") of each: job = (seed, hz, skill, turns)."""
    seed, hz, skill, count = job
    world = tilted(seed)
    rng = np.random.default_rng([seed, 77])
    out = []
    for _ in range(count):
        stacks = world.truth.stacks()
        standing = [c for s in stacks for c in s]
        if len(standing) == 12:
            for c in standing:
                world.shelve(c)
                world.truth.forget(c)
            stacks, standing = [], []
        if len(standing) > 1 and rng.uniform() < 3 / 51:
            stack = max(stacks, key=len)
            action = hands.remove(world, stack[-1], **player_hands.removal(rng, skill))
            height = len(stack)
        else:
            cup, on, x, y = _choose(world, rng, _card(rng, [c for c in range(12) if c not in standing]))
            manner = player_hands.placement(rng, skill)
            action = hands.place(world, cup, on=on, x_mm=x, y_mm=y, **manner)
            height = 1 if on is None else 1 + next(len(s) for s in stacks if s[-1] == on)
        out.append((height, _play(world, action, hz)))
    return out


def _play(world: World, action: hands.Action, hz: float) -> str:
    """Play one turn and clear up; returns the cause of a fall, or "" for none."""
    before = len(world.truth.falls())
    hand, ends = None, math.inf
    for t in turn(world, hz, 40.0):
        if hand is None and t >= 1.0:
            hand = world.start(action)
        if hand is not None and hand.done and ends == math.inf:
            ends = t + COUNT_S
        if t >= ends:
            break
    falls = world.truth.falls()[before:]
    if falls:
        world.run(1.5)
    for cup in world.truth.fallen():
        world.shelve(cup)
        world.truth.forget(cup)
    return falls[0].cause if falls else ""


def turns_table(runs: int, spread: Callable, skill: float, each: int = 40) -> None:
    """Print the share of turns with a fall by level, by cause and by height."""
    heights = ("1-3", "4-6", "7-9", "10-12")
    print(f"| level | turns | with a fall | {' | '.join(f'height {h}' for h in heights)} | causes |")
    print("|---|---|---|" + "---|" * (len(heights) + 1))
    for level in LEVELS:
        played = [t for r in spread(turns, [(s, level_hz(level), skill, each) for s in range(runs)]) for t in r]
        fell = [t for t in played if t[1]]
        cells = []
        for i in range(len(heights)):
            mine = [t for t in played if 3 * i < t[0] <= 3 * i + 3]
            cells.append(f"{sum(bool(t[1]) for t in mine)} of {len(mine)}")
        causes = ", ".join(f"{k} {v}" for k, v in Counter(t[1] for t in fell).most_common())
        share = f"{len(fell)} ({100 * len(fell) / len(played):.1f} %)"
        print(f"| {level} | {len(played)} | {share} | {' | '.join(cells)} | {causes} |", flush=True)


def main(argv: list[str] | None = None) -> int:
    """Run one experiment and print its table."""
    parser = argparse.ArgumentParser(prog="python -m host_sim.world.falls", description=(__doc__ or "").split("\n")[0])
    parser.add_argument("what", choices=("grow", "stand", "turns"))
    parser.add_argument("--runs", type=int, default=6, help="seeds 0..N-1 (default 6)")
    parser.add_argument("--skill", type=float, default=1.0, help="of the hand in `turns` (default 1)")
    parser.add_argument("--jobs", type=int, default=1, help="processes (default 1)")
    args = parser.parse_args(argv)
    start = time.monotonic()
    with Pool(args.jobs) as pool:

        def spread(work: Callable, jobs: list) -> list:
            return pool.map(work, jobs, 1)

        if args.what == "grow":
            grow_table(args.runs, spread)
        elif args.what == "stand":
            stand_table(args.runs, spread)
        else:
            turns_table(args.runs, spread, args.skill)
    print(
        f"\n({mj.MODEL_VERSION}, {hands.HAND_MODEL_VERSION}, {player_hands.PLAYER_HANDS_VERSION}, tilt 1 degree, "
        f"seeds 0 to {args.runs - 1}, {time.monotonic() - start:.0f} s)"
    )
    return 0


if __name__ == "__main__":
    sys.exit(main())
