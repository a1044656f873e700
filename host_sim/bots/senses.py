"""What a person at the table can know: the display as it is drawn, and the cups as eyes see them.

Data in: a simulated table. Data out: screen, targets, the hand while it is shown, standing stacks, cups that lie about.
The cups come from the world's poses, as eyes would have them; the players use nothing else of the simulator's truth.
"""

import math
from typing import Any

from teatable.boards import geometry
from teatable.rules import cards

from .mind import Stack

_CUP_OF = {name: i for i, name in enumerate(geometry.CUPS)}


class Senses:
    """Eyes on one simulated table."""

    def __init__(self, table: Any):
        self.table = table
        self._settled_falls = 0
        self.won_s = math.inf  # since when the winner is shown: what falls later is nobody's

    # --- the display
    @property
    def view(self) -> dict[str, Any]:
        """The view that the display shows."""
        face = self.table.face
        return (face.view if face is not None else None) or {}

    @property
    def revision(self) -> int:
        """A number that changes when the display changes."""
        face = self.table.face
        return face.revision if face is not None else -1

    @property
    def screen(self) -> str:
        """The name of the screen on the panel, "" before the first."""
        return self.view.get("screen", "")

    @property
    def player(self) -> str:
        """The name of the player whose turn it is."""
        return self.view.get("player", "")

    def offers(self, target: str) -> bool:
        """Tell whether `target` is drawn now, complete, on the screen that play shows."""
        face = self.table.face
        if face is None:
            return False
        return face.screen == self.screen and not face.busy and any(t[0] == target for t in face.targets)

    def offers_card(self, kind: int) -> bool:
        """Tell whether the card is drawn now."""
        return self.offers(self.card_target(kind))

    @staticmethod
    def card_target(kind: int) -> str:
        """Return the target of a card."""
        return "card:" + cards.NAMES[kind]

    def describe(self) -> str:
        """Return the screen and what can be pressed on it, in words."""
        face = self.table.face
        names = sorted({t[0] for t in face.targets}) if face is not None else []
        return f'"{self.screen}" (targets: {", ".join(names) or "none"})'

    # --- the cups
    @staticmethod
    def names(cups: Any) -> list[str]:
        """Return the names of cups."""
        return [geometry.CUPS[c] for c in cups]

    def stacks(self) -> list[Stack]:
        """Return the standing stacks, each with the place of its top cup."""
        out = []
        for cups in self.table.world.truth.stacks():
            x_mm, y_mm = self.table.world.cup_xy_mm(cups[-1])
            out.append(Stack(tuple(cups), x_mm, y_mm))
        return out

    def is_top(self, cup: int) -> bool:
        """Tell whether a cup can be lifted: the top of a stack, or lying about."""
        return any(s.top == cup for s in self.stacks()) or cup in self.fallen()

    def fallen(self) -> list[int]:
        """Return the cups that have fallen and were not picked up yet: on the table first, then on the floor."""
        lying = self.table.world.truth.lying()
        return sorted(lying, key=lambda cup: (lying[cup] == "floor", cup))

    def away(self) -> list[int]:
        """Return the cups beside the table."""
        standing = {c for s in self.stacks() for c in s.cups}
        return [c for c in range(geometry.CUP_COUNT) if c not in standing and c not in self.fallen()]

    def owed(self) -> list[int]:
        """Return the cups that fell in the game and for which nobody has said "yes, it fell" yet."""
        falls = self.table.world.truth.falls()[self._settled_falls :]
        return [c for e in falls if e.t_ms < 1000 * self.won_s for c in e.cups]

    def settled(self) -> None:
        """Remember that the falls so far are settled."""
        self._settled_falls = len(self.table.world.truth.falls())

    def describe_table(self) -> str:
        """Return what stands and lies on the table, in words."""
        stands = "; ".join(" < ".join(self.names(s.cups)) for s in self.stacks()) or "nothing"
        lies = ", ".join(self.names(self.fallen()))
        return stands + (f"; fallen: {lies}" if lies else "")

    # --- questions
    def answer(self, view: dict[str, Any], cup: int) -> str:
        """Return the target that answers a question of the table truthfully; `cup` is the one last put down."""
        question = view.get("question", "")
        mine = cup if cup >= 0 else self._newest(view.get("cups", []))
        stack = next((s for s in self.stacks() if mine in s.cups), None)
        if stack is None:
            return "button:none"  # it does not stand: none of what the table offers
        if question in ("which-cup", "which-colour", "what-fell") and self.offers("cup:" + geometry.CUPS[mine]):
            return "cup:" + geometry.CUPS[mine]
        return "stack:" + (geometry.CUPS[stack.bottom] if stack.bottom != mine else "new")

    def _newest(self, cups: list[int]) -> int:
        standing = {c for s in self.stacks() for c in s.cups}
        return next((c for c in cups if c in standing), -1)

    def gap_mm(self, stack: Stack) -> float:
        """Return the distance from the stack's top to the nearest other top."""
        others = [s for s in self.stacks() if s.bottom != stack.bottom]
        return min((math.hypot(s.x_mm - stack.x_mm, s.y_mm - stack.y_mm) for s in others), default=math.inf)
