"""A chain of WS2812 LEDs: three bytes each, green first; what was written last is what shines.

Data in: the bytes on the data line. Data out: `colours` as (r, g, b), `current_ma()` (20 mA a full channel, 0.8 mA each
at rest).
"""

from __future__ import annotations

from .faulty import Faulty

CHANNEL_MA = 20.0
REST_MA = 0.8


class Lights(Faulty):
    """The chain. Fault: "dark" (its data wire is off: nothing new arrives)."""

    FAULTS = ("dark",)

    def __init__(self, count: int = 24) -> None:
        super().__init__("lights")
        self.colours: list[tuple[int, int, int]] = [(0, 0, 0)] * count
        self.writes = 0
        self.most_ma = 0.0

    def write(self, data: bytes) -> None:
        """Take a frame; bytes beyond the chain fall off its end, a cut triple changes nothing."""
        if "dark" in self.faults:
            return
        self.writes += 1
        for i in range(min(len(data) // 3, len(self.colours))):
            g, r, b = data[3 * i : 3 * i + 3]
            self.colours[i] = (r, g, b)
        self.most_ma = max(self.most_ma, self.current_ma())

    def off(self) -> None:
        """Lose the supply."""
        self.colours = [(0, 0, 0)] * len(self.colours)

    def current_ma(self) -> float:
        """Return what the chain draws now."""
        return len(self.colours) * REST_MA + sum(sum(c) for c in self.colours) * CHANNEL_MA / 255
