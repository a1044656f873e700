"""Four HX711 on one shared clock, modelled at the level of clock edges (AVIA datasheet V2.0, chips.md section 4).

What a chip does: DOUT goes low when a conversion is there; each rising edge of PD_SCK shifts out one bit, the highest
first; the 25th drives DOUT high; 25, 26 or 27 pulses choose channel and gain of what follows; PD_SCK high for more than
60 us powers down. Each chip runs on its own oscillator. Data in: the clock line's level, the cells' signals, time.
Data out: DOUT of each chip.

Where the datasheet is silent the model takes, and says: a conversion that ends while a read is under way waits for the
25th pulse (UNREAD_HIGH_US later DOUT is low again); one that ends unread replaces the old value and DOUT is high for
UNREAD_HIGH_US; a read that starts while DOUT is high gives ones; a read left unfinished for more than one conversion is
forgotten; more than 27 pulses leave the choice of gain as it was; conversions come at their usual pace while the filter
settles, and are wrong.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import NamedTuple

import numpy as np

from ..clock import Clock
from .faulty import Faulty
from .loadcell import CellErrors, CellSignal, ForceHistory

POWER_DOWN_US = 60
UNREAD_HIGH_US = 75
SETTLING_CONVERSIONS = 4
LAG_US = 6_000  # what the analog filter adds to the window's own 2 conversions: 30 ms in all at 84 SPS
HIGHEST = 0x7FFFFF
LOWEST = -0x800000
BITS = 24
LEAST_PERIOD_US = 5_000  # no chip converts faster
A128, B32, A64 = 25, 26, 27  # named by their pulses
JUMP_G = 0.6
FOREVER = float("inf")
DOUT = ("cell_north", "cell_east", "cell_south", "cell_west")


class Foretold(NamedTuple):
    """What DOUT lines will be. `levels` now; `falls`: when some of them go low; all until `until_us`.

    coming: what they are after each of the next rising edges of PD_SCK, as far as the frame being read is known.
    """

    until_us: float
    levels: dict[str, int]
    falls: Sequence[tuple[float, str]] = ()
    coming: Sequence[dict[str, int]] = ()


class Hx711(Faulty):
    """One converter. `gain_survives`: the setting outlives a power-down (sources disagree; default: back to A128)."""

    FAULTS = (
        "dout-high", "dout-floating", "stuck-high", "stuck-low", "wires-cut", "power-loss", "rail", "rail-low",
        "minus-one", "spike", "bit-slip", "interrupt-stretch", "torn", "slow", "jump", "noise",
    )  # fmt: skip

    def __init__(self, name: str, signal: CellSignal, clock: Clock, seed: int, gain_survives: bool = False) -> None:
        super().__init__(name)
        self.signal = signal
        self.gain_survives = gain_survives
        self._clock = clock
        self._rng = np.random.default_rng([seed, 0x711, *name.encode()])
        self.rate_hz = float(self._rng.uniform(82, 94))
        self._wander = 0.0
        self.gain = A128
        self.lost = 0  # settled conversions that were replaced unread
        self.errors = 0  # frames with fewer than 25 or more than 27 pulses
        self.frame = 0
        self._edge_us = 0
        self.level: int | None = None  # of a DOUT that does not follow the conversions; 2 floats
        self._floating = 0
        self._odd = False  # some fault needs a look at each frame
        self.stretching = False
        self.slip_at, self._slip = -1, 0
        self.start(0)

    def start(self, now_us: int) -> None:
        """Power up or wake at `now_us`: the filter is empty and the first conversion one period away."""
        self.powered, self.down = True, False
        self.pulses = 0  # rising edges since the value in the register came
        self.unread = False
        self.held = False  # a conversion that ended during a read waits
        self._held_us = self._release_us = 0.0
        self.high_until = float(now_us)
        self.conversion_us = float(now_us)
        self._settle(now_us)
        self._next_us = now_us + 1e6 / self.rate_hz * float(self._rng.uniform(0.9, 1.0))
        self.due_us = self._next_us  # `roll` must run at this time
        self.faults_changed()

    def power(self, on: bool) -> None:
        """Switch the supply."""
        self.gain = A128
        if on:
            self.signal.power_on(self._clock.now_us)
            self.start(self._clock.now_us)
        else:
            self.powered, self.due_us = False, FOREVER
            self.faults_changed()

    def sleep(self) -> None:
        """Power down, as PD_SCK high for more than 60 us does."""
        self.down, self.due_us = True, FOREVER
        if not self.gain_survives:
            self.gain = A128
        self.faults_changed()

    def fault(self, kind: str) -> None:
        if kind == "jump" and kind not in self.faults:
            self.signal.jump_g += JUMP_G
        super().fault(kind)

    def faults_changed(self) -> None:
        f = self.faults
        high = f & {"dout-high", "stuck-high", "wires-cut"}
        dead = bool(f & {"stuck-low", "power-loss"}) or not self.powered
        asleep = 1 if self.down else None
        self.level = 1 if high else 0 if dead else 2 if "dout-floating" in f else asleep
        self.stretching = "interrupt-stretch" in f
        self.signal.noise_factor = 3.0 if "noise" in f else 1.0
        self._odd = bool(f & {"rail", "rail-low", "minus-one", "spike", "bit-slip", "torn"})

    def rise(self, now: int) -> None:
        """Take one rising edge of PD_SCK at `now`."""
        if now >= self.due_us:
            self.roll(now)
        n = self.pulses
        if n == 0:
            self._begin(now)
        n += 1
        if n == self.slip_at:
            self.slip_at = -1
            n += self._slip  # the edge is not seen, or a glitch makes it two
        self.pulses = n
        if n >= 25:
            self._edge_us = now
            if self.held:
                self._release_us = now + UNREAD_HIGH_US
                self.due_us = min(self._next_us, self._release_us)

    def roll(self, now: int) -> None:
        """Let what has fallen due by `now` happen: the end of conversions, the release of one that was held."""
        while self._next_us <= now:
            t_us = self._next_us
            self._next_us += self._period_us()
            if self.pulses == 0 or self.pulses >= 25:
                self._new(t_us, t_us + UNREAD_HIGH_US if self.unread else t_us)
            elif not self.held:
                self.held, self._held_us = True, t_us
            else:
                self.errors += 1  # a read left unfinished: forgotten after one more conversion
                self._new(t_us, t_us)
        if self.held and self.pulses >= 25:
            if now >= self._release_us:
                self._new(self._held_us, self._release_us)
            else:
                self.due_us = min(self._next_us, self._release_us)
                return
        self.due_us = self._next_us

    def _new(self, t_us: float, low_us: float) -> None:
        """Put the conversion that ended at `t_us` into the register; DOUT goes low at `low_us`."""
        n = self.pulses
        if n > A64:
            self.errors += 1
        elif n and n >= 25 and n != self.gain:
            self.gain = n
            self._settle(self._edge_us)
        if self.unread and self.conversion_us >= self._settled_us:
            self.lost += 1
        self.pulses, self.unread, self.held = 0, True, False
        self.conversion_us, self.high_until = t_us, low_us

    def _begin(self, now: int) -> None:
        """Load the shift register at the first pulse of a read."""
        ready = self.unread and now >= self.high_until
        self.unread = False
        self.frame = (self._value() if ready else -1) & 0xFFFFFF
        self.slip_at = -1
        if self._odd:
            self._spoil()

    def _value(self) -> int:
        to_us = self.conversion_us - LAG_US
        window_us = SETTLING_CONVERSIONS * self._nominal_us()
        from_us = max(to_us - window_us, self._settle_us)
        if to_us - from_us < 1000:
            return 0
        if self.gain == B32:  # input B is tied to ground
            return round(self.signal.offset_counts / 16 + self._rng.normal() * 10)
        grams = self.signal.reading_g(from_us, to_us)
        counts = grams * self.signal.counts_per_g + self.signal.offset_counts
        counts *= (to_us - from_us) / window_us * (0.5 if self.gain == A64 else 1.0)
        return max(LOWEST, min(HIGHEST, round(counts)))

    def _spoil(self) -> None:
        f, draw = self.faults, self._rng.uniform
        if "minus-one" in f and draw() < 0.3:
            self.frame = 0xFFFFFF
        if "spike" in f and draw() < 0.02:
            self.frame = (self.frame + int(self._rng.choice([-3000, 3000, -40_000, 40_000]))) & 0xFFFFFF
        if "torn" in f and draw() < 0.02:
            self.frame = (self.frame + int(self._rng.choice([-256, 256]))) & 0xFFFFFF
        if "rail" in f:
            self.frame = HIGHEST
        if "rail-low" in f:
            self.frame = LOWEST & 0xFFFFFF
        if "bit-slip" in f and draw() < 0.05:
            self.slip_at = int(self._rng.integers(1, 25))
            self._slip = int(self._rng.choice([-1, 1]))

    def outlook(self, now: int) -> tuple[int, float, float | None]:
        """Return (level, until_us, falls_us): DOUT, until when that is all there is to say, when it falls meanwhile."""
        n = self.pulses
        if 0 < n <= BITS:
            return self.frame >> (BITS - n) & 1, self.due_us, None
        if not self.unread:
            return 1, self.due_us + LEAST_PERIOD_US, self.due_us
        if now < self.high_until:
            return 1, min(self.due_us, self.high_until), None
        return 0, self.due_us, None

    def floating(self) -> int:
        """Return the level of a DOUT that nothing drives: mostly 0, with runs of 1."""
        if self._rng.uniform() < (0.03 if not self._floating else 0.2):
            self._floating ^= 1
        return self._floating

    def _nominal_us(self) -> float:
        return 1e6 / (self.rate_hz / 8 if "slow" in self.faults else self.rate_hz)

    def _period_us(self) -> float:
        # a slow wander of some 0.1 % rms over about 50 conversions
        self._wander += -0.02 * self._wander + 0.0002 * self.signal.normal()
        return self._nominal_us() * (1 + self._wander)

    def _settle(self, from_us: float) -> None:
        self._settle_us = float(from_us)
        self._settled_us = from_us + LAG_US + SETTLING_CONVERSIONS * 1e6 / self.rate_hz


class CellBank:
    """The four converters with their common clock line, and the cells before them."""

    def __init__(
        self,
        clock: Clock,
        seed: int,
        errors: CellErrors | None = None,
        gain_survives: bool = False,
        irq_off: Callable[[], int] = lambda: 0,
    ) -> None:
        self.history = ForceHistory()
        signals = [CellSignal(i, errors or CellErrors(), self.history, seed) for i in range(4)]
        self.chips = tuple(Hx711(f"hx711.{i}", s, clock, seed, gain_survives) for i, s in enumerate(signals))
        self.irq_off = irq_off
        self.stretches = 0
        self._clock = clock
        self._level = 0
        self._rise_us = 0
        self._rng = np.random.default_rng([seed, 0x51E7])

    def endpoints(self) -> dict[str, Callable[..., object]]:
        """Return the wires: cell_clock and the four DOUT lines."""
        wires: dict[str, Callable[..., object]] = {"cell_clock": self.clock_line}
        for wire, chip in zip(DOUT, self.chips, strict=True):
            wires[wire] = self._line(chip)
        return wires

    def outlook(self) -> Foretold:
        """Return what the DOUT lines will be, by the names of their wires, while PD_SCK does nothing or is pulsed.

        Looks only: what has fallen due is left to the next read, and its line is left out.
        """
        now, until = self._clock.now_us, FOREVER
        levels: dict[str, int] = {}
        falls: list[tuple[float, str]] = []
        if self._level:
            return Foretold(now, levels)
        for wire, chip in zip(DOUT, self.chips, strict=True):
            if chip.level is not None:
                if chip.level < 2:
                    levels[wire] = chip.level
            elif now < chip.due_us:
                levels[wire], until_us, falls_us = chip.outlook(now)
                until = min(until, until_us)
                if falls_us is not None:
                    falls.append((falls_us, wire))
        coming = self._coming() if len(levels) == len(self.chips) else []
        return Foretold(until, levels, sorted(falls), coming)

    def _coming(self) -> list[dict[str, int]]:
        """Return the levels after each rising edge up to the 25th; none when a read has yet to begin, or may slip."""
        moving = [(wire, chip) for wire, chip in zip(DOUT, self.chips, strict=True) if chip.level is None]
        fixed = {wire: chip.level for wire, chip in zip(DOUT, self.chips, strict=True) if chip.level is not None}
        if not moving or any(not 0 < chip.pulses <= BITS or chip.slip_at >= 0 for _, chip in moving):
            return []
        last = BITS if any(chip.held for _, chip in moving) else BITS + 1  # what was held comes soon after the 25th
        left = last - max(chip.pulses for _, chip in moving)
        return [
            fixed | {wire: chip.frame << (chip.pulses + i) >> BITS & 1 if chip.pulses + i <= BITS else 1
                     for wire, chip in moving}
            for i in range(1, left + 1)
        ]  # fmt: skip

    @property
    def stretching(self) -> bool:
        """Whether an edge of PD_SCK may take longer than it should."""
        return any(chip.stretching for chip in self.chips)

    def sample(self, forces_n: Sequence[float]) -> None:
        """Take the four forces of the millisecond now ending, in N."""
        self.history.sample(forces_n)

    def clock_line(self, level: int) -> None:
        """Follow PD_SCK."""
        if level == self._level:
            return
        self._level = level
        now = self._clock.now_us
        if level:
            self._rise_us = now
            stretching = False
            for chip in self.chips:
                n = chip.pulses
                if 0 < n < 24 and now < chip.due_us and chip.slip_at < 0:
                    chip.pulses = n + 1  # the usual pulse, without a call
                elif chip.powered and not chip.down:
                    chip.rise(now)
                stretching |= chip.stretching
            if stretching:
                self._stretch()
        elif now - self._rise_us > POWER_DOWN_US:
            self._sleep()
            for chip in self.chips:
                if chip.powered:
                    chip.start(now)

    def power(self, on: bool) -> None:
        """Switch the supply of all four."""
        for chip in self.chips:
            chip.power(on)

    def samples_lost(self) -> int:
        """Return how many settled conversions of the slowest converter were replaced unread."""
        return min(self.chips, key=lambda c: c.rate_hz).lost

    def _line(self, chip: Hx711) -> Callable[[], int]:
        """Return DOUT of `chip` as a function; it is read thousands of times a second, hence in one piece."""
        clock = self._clock

        def dout() -> int:
            now = clock.now_us
            if self._level and now - self._rise_us > POWER_DOWN_US:
                self._sleep()
            if chip.level is not None:
                return chip.level if chip.level < 2 else chip.floating()
            if now >= chip.due_us:
                chip.roll(now)
            n = chip.pulses
            if n == 0:
                return 0 if chip.unread and now >= chip.high_until else 1
            return chip.frame >> (24 - n) & 1 if n <= 24 else 1

        return dout

    def _sleep(self) -> None:
        for chip in self.chips:
            if chip.powered and not chip.down:
                chip.sleep()

    def _stretch(self) -> None:
        """An interrupt between the two edges of a pulse, which only a section with interrupts off keeps out."""
        if not self.irq_off() and self._rng.uniform() < 0.004:
            self.stretches += 1
            self._clock.advance(int(self._rng.uniform(62, 200)))
