"""What a player decides: which card, which cup, which stack, and the mistakes that people make.

Pure functions of what the display shows and the eyes see. Data in: the hand as shown, allowed cups, stacks, a random
generator. Data out: the choice. Nothing here knows the deck, another hand or the physics.
"""

import math
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from numpy.random import Generator
from teatable.boards import geometry

NEW_STACK = -1
_NOT_ALL_THERE, _CLEAN_CUP, _LATE = 22, 23, 24
_ROOM_MM = 105.0  # farthest a careful player starts a stack from the centre
_FIRST_MM = 25.0
_TALL = 4


@dataclass(frozen=True)
class Stack:
    """A standing stack as the eyes see it: cups bottom first, place of the top cup in the frame of the table top."""

    cups: tuple[int, ...]
    x_mm: float
    y_mm: float

    @property
    def bottom(self) -> int:
        """The cup that names the stack."""
        return self.cups[0]

    @property
    def top(self) -> int:
        """The cup on which the next one would stand."""
        return self.cups[-1]


def choose_card(cards: Sequence[tuple[int, str]], stacks: Sequence[Stack], rng: Generator) -> int | None:
    """Return the kind to play out of (kind, reason) pairs, None when none is playable (reason not empty)."""
    tallest = max((len(s.cups) for s in stacks), default=0)
    best, best_score = None, -math.inf
    for kind, reason in cards:
        if reason:
            continue
        score = rng.uniform(0, 2)
        if kind == _NOT_ALL_THERE:
            score -= 4
        elif kind == _LATE:
            score += 1 if tallest > _TALL else -2
        elif kind == _CLEAN_CUP:
            score += 1 if tallest >= _TALL - 1 else -1
        elif kind < 12:
            score += 1
        if score > best_score:
            best, best_score = kind, score
    return best


def worst_card(kinds: Sequence[int], rng: Generator) -> int:
    """Return the kind to discard."""
    order = {_NOT_ALL_THERE: 0, _LATE: 1, _CLEAN_CUP: 2}
    return min(kinds, key=lambda k: (order.get(k, 3), rng.uniform()))


def _cost(cup: int, stack: Stack) -> float:
    bigger = geometry.cup_size(cup) - geometry.cup_size(stack.top)
    return len(stack.cups) + 3.0 * max(bigger, 0)


def choose_place(
    cups: Sequence[int], stacks: Sequence[Stack], allowed: Sequence[int], new_stack: str, rng: Generator
) -> tuple[int, int]:
    """Return (cup, bottom cup of the stack or NEW_STACK): large cups low, low stacks first.

    `allowed` are the bottom cups of the stacks that may be used, `new_stack` is "no", "may" or "must".
    """
    choices: list[tuple[float, int, int]] = []
    usable = [] if new_stack == "must" else [s for s in stacks if s.bottom in allowed]
    for cup in cups:
        size = geometry.cup_size(cup)
        for stack in usable:
            choices.append((_cost(cup, stack) + rng.uniform(0, 0.8), cup, stack.bottom))
        if new_stack != "no" or not usable:
            choices.append((2.0 * (2 - size) + rng.uniform(0, 0.8), cup, NEW_STACK))
    _, cup, where = min(choices)
    return cup, where


def choose_removal(stacks: Sequence[Stack], rng: Generator) -> int:
    """Return the cup to remove: the top of the tallest stack."""
    return max(stacks, key=lambda s: (len(s.cups), rng.uniform())).top


def free_spot(stacks: Sequence[Stack], rng: Generator) -> tuple[float, float]:
    """Return where to start a new stack, in mm: near the centre of an empty table, else with room around it."""
    if not stacks:
        return float(rng.uniform(-_FIRST_MM, _FIRST_MM)), float(rng.uniform(-_FIRST_MM, _FIRST_MM))
    best, best_room = (0.0, 0.0), -1.0
    for _ in range(60):
        r, a = _ROOM_MM * math.sqrt(rng.uniform()), rng.uniform(0, 2 * math.pi)
        x, y = r * math.cos(a), r * math.sin(a)
        room = min(math.hypot(s.x_mm - x, s.y_mm - y) for s in stacks) - 0.2 * r
        if room > best_room:
            best, best_room = (x, y), room
    return best


def wrong_cup(cup: int, allowed: Sequence[int], away: Sequence[int], rng: Generator) -> int:
    """Return a cup that the card does not allow, out of those beside the table; `cup` itself when there is none."""
    others = [c for c in away if c not in allowed]
    return int(rng.choice(others)) if others else cup


def wrong_stack(where: int, stacks: Sequence[Stack], allowed: Sequence[int], new_stack: str, rng: Generator) -> int:
    """Return a stack (or NEW_STACK) that the card does not allow; `where` itself when every place is allowed."""
    others = [s.bottom for s in stacks if s.bottom != where and (new_stack == "must" or s.bottom not in allowed)]
    if new_stack == "no" and stacks:
        others.append(NEW_STACK)
    return int(rng.choice(others)) if others else where


def pages(view: dict[str, Any]) -> int:
    """Return on how many pages the hand is shown."""
    return max(1, int(view.get("pages", 1)))
