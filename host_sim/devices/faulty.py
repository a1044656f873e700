"""What every chip model shares: named faults that a scenario can put in and take out again.

Data in: the kind's name. Data out: `faults`, the set of kinds that are in.
"""

from __future__ import annotations

from typing import ClassVar


class Faulty:
    """A model with faults. FAULTS lists its kinds; an unknown one is a ValueError naming the known ones."""

    FAULTS: ClassVar[tuple[str, ...]] = ()

    def __init__(self, name: str) -> None:
        self.name = name
        self.faults: set[str] = set()

    def fault(self, kind: str) -> None:
        """Put the fault `kind` in."""
        self._known(kind)
        self.faults.add(kind)
        self.faults_changed()

    def clear(self, kind: str) -> None:
        """Take the fault `kind` out; nothing happens if it is not in."""
        self._known(kind)
        self.faults.discard(kind)
        self.faults_changed()

    def faults_changed(self) -> None:
        """Called after every change of `faults`."""

    def _known(self, kind: str) -> None:
        if kind not in self.FAULTS:
            raise ValueError(f"{self.name} has no fault {kind!r}; known: {', '.join(self.FAULTS)}")
