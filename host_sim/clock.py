"""One virtual clock for the whole simulated table, in whole microseconds.

Time moves only when something takes time: the firmware waits, a bus carries bytes, a pin is touched, or a marked
section of code is charged. Data in: `advance`, `charge`, `spend`. Data out: `now_us` (counts from first power-on, never
wraps), `ticks_us()` (what the firmware sees: wraps at 2^30 like MicroPython's), the callbacks of every full
millisecond, and counts by section and bus for the benchmark.

COSTS are for MicroPython on an ESP32-S3 at 240 MHz. Those marked "counted" are instructions, counted on the Unix port
by `python -m host_sim cost`, times the cycles that it says. The others are estimates: that machine needs about 100
times the time of the Unix port on a desktop core for bytecode, and 0.1 to 0.3 us for one pixel in viper. They stand for
the code between two port calls; bus and pin time come on top.
"""

from __future__ import annotations

from collections.abc import Callable

import numpy as np

TICKS_PERIOD = 1 << 30
TICK_US = 1000

COSTS: dict[str, int] = {
    "loop": 250,  # counted: one pass of the main loop in which nothing is due
    "idle": 210,  # counted: a look at a display that shows all
    "slow": 950,  # counted: what needs no hurry, every 20 ms
    "sample": 700,  # counted: four cells through filters, compensation, detectors of rest
    "imu": 420,  # counted: one batch of FIFO rows through driver, filters and detector of knocks
    "tracker": 450,  # counted: one step for one sample
    "thought": 1_400,  # counted: a piece of a look at a fall; those of other looks take less (1,050)
    "strip": 1_850,  # counted: 240 x 16 pixels from palette to RGB565, and the sending of them
    "screen": 2_400,  # counted: a piece of laying out or drawing
    "rules": 5_000,  # one action: 0.5 ms counted for apply; scene, journal entry and lines that follow are an estimate
    "touch": 600,  # counted: one touch poll turned into a press
}

# One read or write of a pin from compiled code. Bytecode needs about 1.5 us, viper about 0.5 us.
PIN_US = 1
PWM_US = 20
SLEEP_US = 3


class Clock:
    """The virtual clock; `factor` scales processor costs (1.0 or 2.0), `stalls_per_min` injects pauses of `stall_us`.

    So long, 0.3 s, collections of garbage in PSRAM have been seen to take by others. `start_ticks_us` is what
    `ticks_us()` returns at time 0: tests start it 5 ms before the wrap.
    """

    def __init__(
        self,
        start_ticks_us: int = 0,
        factor: float = 1.0,
        stalls_per_min: float = 0.0,
        stall_us: int = 300_000,
        seed: int = 0,
    ) -> None:
        if factor <= 0:
            raise ValueError(f"the cost factor must be positive, not {factor}")
        self.now_us = 0
        self.next_tick_us = TICK_US  # read by the pins' fast path: at this time `catch_up` must run
        self.factor = factor
        self.pin_us = max(1, round(PIN_US * factor))
        self.pin_ops = 0
        self.used_us: dict[str, int] = {}
        self.calls: dict[str, int] = {}
        self.ticks = 0
        self.after_sleep: Callable[[], None] | None = None
        self._offset_us = start_ticks_us % TICKS_PERIOD
        self._callbacks: list[Callable[[], None]] = []
        self._costs = {name: round(cost * factor) for name, cost in COSTS.items()}
        self._in_tick = False
        self._stall_us = stall_us
        self._rng = np.random.default_rng([seed, 0xC10C])
        self._stall_mean_us = 60e6 / stalls_per_min if stalls_per_min > 0 else 0.0
        self._next_stall_us = self._draw_stall()

    def ticks_us(self) -> int:
        """Return the time as the firmware sees it: us in a ring of 2^30."""
        return (self._offset_us + self.now_us) & (TICKS_PERIOD - 1)

    def on_tick(self, callback: Callable[[], None]) -> None:
        """Call `callback` at every full millisecond, after those registered before it."""
        self._callbacks.append(callback)

    def advance(self, us: int) -> None:
        """Let `us` microseconds (0 or more) pass, running the tick callbacks that fall due on the way."""
        if us < 0:
            raise ValueError(f"time cannot go back by {-us} us")
        self.now_us += us
        if self.now_us >= self.next_tick_us:
            self.catch_up()

    def catch_up(self) -> None:
        """Run the ticks between the last one and `now_us`; each callback sees `now_us` at its own millisecond.

        A callback may raise (power cut, watchdog): the clock then stands at that millisecond.
        """
        if self._in_tick:
            raise RuntimeError("a tick callback may not let time pass")
        target = self.now_us
        self._in_tick = True
        try:
            while self.next_tick_us <= target:
                self.now_us = self.next_tick_us
                self.next_tick_us += TICK_US
                self.ticks += 1
                for callback in self._callbacks:
                    callback()
            self.now_us = target
        finally:
            self._in_tick = False

    def charge(self, section: str) -> None:
        """Let the cost of one `section` of COSTS pass; raises ValueError naming an unknown one and the known ones."""
        cost = self._costs.get(section)
        if cost is None:
            raise ValueError(f"no section is called {section!r}; known: {', '.join(sorted(COSTS))}")
        self.spend(section, cost)
        if self.now_us >= self._next_stall_us:
            self._next_stall_us = self._draw_stall()
            self.spend("stall", self._stall_us)

    def cost_us(self, section: str) -> int:
        """Return what one `section` of COSTS costs on this clock."""
        return self._costs[section]

    @property
    def stall_us(self) -> float:
        """When the next pause of the processor is due; for ever when there are none."""
        return self._next_stall_us

    def spend(self, what: str, us: int) -> None:
        """Let `us` pass and count them under `what` (a section, "bus:<name>", "sleep", "flash", "stall")."""
        self.used_us[what] = self.used_us.get(what, 0) + us
        self.calls[what] = self.calls.get(what, 0) + 1
        self.advance(us)

    def sleep_us(self, us: int) -> None:
        """Wait as `time.sleep_us` does; a negative time is none."""
        self.spend("sleep", max(0, us) + SLEEP_US)
        if self.after_sleep is not None:
            self.after_sleep()

    def counts(self) -> dict[str, dict[str, int]]:
        """Return {what: {"calls", "us"}} for all that took time so far, pins included."""
        out = {what: {"calls": self.calls[what], "us": us} for what, us in sorted(self.used_us.items())}
        out["pins"] = {"calls": self.pin_ops, "us": self.pin_ops * self.pin_us}
        return out

    def _draw_stall(self) -> float:
        if not self._stall_mean_us:
            return float("inf")
        return self.now_us + self._rng.exponential(self._stall_mean_us)
