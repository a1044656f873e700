"""The simulated board: pins and buses by the names of the wiring table, charged to the virtual clock.

The firmware gets the same duck types that drivers/esp32.py makes from `machine`. Behind each name stands an *endpoint*,
what a chip model offers at that wire:

    OUT pin      f(level)                  called at every write
    IN pin       f() -> 0 or 1             called at every read
    PWM pin      f(freq_hz, duty_u16)      called when either changes; (0, 0) when it is released
    PIXELS pin   f(data: bytes)
    i2c:<bus>    a list of targets, each with .address, .write(bytes) -> None, .read(n) -> bytes; OSError means no
                 acknowledge. A register read is write([reg]) and read(n) without a stop between them; a scan or a
                 probe is write(b"").
    spi:<bus>    f(data: bytes-like)

Data in: board module, endpoints, clock. Data out: Ports. A name that is not in the board file is a ValueError that
names it and the known ones; so is a wrong use, such as pin() of a bus wire. A wire of the board with no endpoint is
loose: a write goes nowhere, a read gives 1 (pulled up), a bus has no answering target.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from types import MappingProxyType, ModuleType
from typing import Any, NamedTuple

import numpy as np
from teatable import config

from .clock import Clock
from .wires import I2cBus, InPin, OutPin, Pixels, Pwm, SpiBus, nowhere, pulled_up

IRQ_US = 1
WATCHDOG_MS = config.values(config.DRIVERS)["watchdog_ms"]
REST_MS = 600_000  # as in drivers/esp32.py
# The level at which an output starts when it is first asked for: the one that does no harm.
SAFE_LEVEL = {"motor_enable": 1, "display_cs": 1, "display_reset": 1, "touch_reset": 1}


class Outlook(NamedTuple):
    """What can be foretold, for a firmware to which every answer is a long way (lockstep/)."""

    until_us: float = 0.0  # of the clock: so long all that is said of input pins holds, whatever outputs but `clock` do
    levels: Mapping[str, int] = MappingProxyType({})  # of input pins, now
    falls: Sequence[tuple[float, str]] = ()  # when some of them go low, in order
    clock: str = ""  # an output on whose rising edges the levels depend
    coming: Sequence[Mapping[str, int]] = ()  # what they are after each of its next ones
    quiet_us: float = 0.0  # so long nothing but the firmware's own doing moves the time


class PowerCut(BaseException):
    """The supply went away in the middle of something. No `except Exception` of the firmware may catch it."""


class Restart(BaseException):
    """The firmware asked for a restart, or the watchdog forced one (`reason` says which)."""

    def __init__(self, reason: str) -> None:
        super().__init__(reason)
        self.reason = reason


class ClockPort:
    """The firmware's view of the clock."""

    __slots__ = ("charge", "sleep_us", "ticks_us")

    def __init__(self, clock: Clock) -> None:
        self.ticks_us = clock.ticks_us
        self.sleep_us = clock.sleep_us
        self.charge = clock.charge


class Watchdog:
    """Starts with the first feed or rest, as `machine.WDT` does; the table asks whether it is `starved`."""

    def __init__(self, clock: Clock) -> None:
        self._clock = clock
        self._due_us: int | None = None

    def feed(self) -> None:
        self.rest(WATCHDOG_MS)

    def rest(self, timeout_ms: int = REST_MS) -> None:
        self._due_us = self._clock.now_us + timeout_ms * 1000

    def starved(self) -> bool:
        """Tell whether nobody has fed it in time."""
        return self._due_us is not None and self._clock.now_us > self._due_us

    def stop(self) -> None:
        """Forget it, as the reset does that it makes."""
        self._due_us = None


class Ports:
    """What the firmware's drivers get. See the contract of each method in drivers/esp32.py."""

    def __init__(
        self, board: ModuleType, endpoints: Mapping[str, Any], clock: Clock, files: Any, journal: Any, seed: int
    ) -> None:
        self.board_name = board.NAME
        self.clock = ClockPort(clock)
        self.files = files
        self.journal = journal
        self.watchdog = Watchdog(clock)
        self.virtual = clock
        self.outlook: Callable[[], Outlook] = Outlook
        self.irq_off = 0  # how many disable_irq() are open
        self.irq_off_since_us = 0
        self.longest_irq_off_us = 0
        self._clock = clock
        self._board = board
        self._endpoints = endpoints
        self._kinds = {row[0]: row[2] for row in board.PINS}
        self._made: dict[str, Any] = {}
        self._rng = np.random.default_rng([seed, 0x5EED])
        known = set(self._kinds) | {"i2c:" + b for b in board.I2C_BUSES} | {"spi:" + b for b in board.SPI_BUSES}
        for name in endpoints:
            if name not in known:
                raise ValueError(f"board {board.NAME} has no wire {name!r}; known: {', '.join(sorted(known))}")

    def pin(self, name: str) -> OutPin | InPin:
        """Return the plain pin `name`."""
        kind = self._kind(name, ("IN", "OUT"), "a plain pin")
        if name not in self._made:
            if kind == "IN":
                self._made[name] = InPin(name, self._endpoints.get(name, pulled_up), self._clock)
            else:
                sink = self._endpoints.get(name, nowhere)
                self._made[name] = OutPin(name, sink, self._clock, SAFE_LEVEL.get(name, 0))
        return self._made[name]

    def pwm(self, name: str) -> Pwm:
        """Return the PWM output `name`."""
        self._kind(name, ("PWM",), "a PWM output")
        return self._once(name, lambda: Pwm(name, self._endpoints.get(name, nowhere), self._clock))

    def pixels(self, name: str) -> Pixels:
        """Return the WS2812 chain `name`."""
        self._kind(name, ("PIXELS",), "a WS2812 chain")
        return self._once(name, lambda: Pixels(name, self._endpoints.get(name, nowhere), self._clock))

    def i2c(self, bus: str) -> I2cBus:
        """Return the I2C bus `bus`."""
        row = self._bus(bus, self._board.I2C_BUSES, "I2C")
        key = "i2c:" + bus
        if key not in self._made:
            self._made[key] = I2cBus(bus, row[3], self._endpoints.get(key, []), self._clock)
            self._made[key].unstick()
        return self._made[key]

    def spi(self, bus: str) -> SpiBus:
        """Return the SPI bus `bus`."""
        row = self._bus(bus, self._board.SPI_BUSES, "SPI")
        key = "spi:" + bus
        return self._once(key, lambda: SpiBus(bus, row[3], self._endpoints.get(key, nowhere), self._clock))

    def disable_irq(self) -> int:
        """Hold interrupts off; returns the state for `enable_irq`."""
        clock = self._clock
        clock.now_us += IRQ_US
        if clock.now_us >= clock.next_tick_us:
            clock.catch_up()
        state = self.irq_off
        self.irq_off = state + 1
        if not state:
            self.irq_off_since_us = clock.now_us
        return state

    def enable_irq(self, state: int) -> None:
        """Go back to the interrupt state that `disable_irq` returned."""
        clock = self._clock
        clock.now_us += IRQ_US
        if clock.now_us >= clock.next_tick_us:
            clock.catch_up()
        self.irq_off = state
        if not state and clock.now_us - self.irq_off_since_us > self.longest_irq_off_us:
            self.longest_irq_off_us = clock.now_us - self.irq_off_since_us

    def random_seed(self) -> int:
        """Return entropy, 0..2^30-1; in the simulator it follows from the table's seed."""
        return int(self._rng.integers(0, 1 << 30))

    def restart(self) -> None:
        """Restart the firmware; does not return."""
        raise Restart("asked for")

    def _once(self, key: str, make: Callable[[], Any]) -> Any:
        if key not in self._made:
            self._made[key] = make()
        return self._made[key]

    def _kind(self, name: str, allowed: tuple[str, ...], what: str) -> str:
        kind = self._kinds.get(name)
        if kind is None:
            raise ValueError(f"board {self.board_name} has no pin {name!r}; known: {', '.join(self._kinds)}")
        if kind not in allowed:
            raise ValueError(f"pin {name!r} of board {self.board_name} is wired as {kind}, not as {what}")
        return kind

    def _bus(self, bus: str, table: Mapping[str, Any], what: str) -> Any:
        if bus not in table:
            raise ValueError(f"board {self.board_name} has no {what} bus {bus!r}; known: {', '.join(table)}")
        return table[bus]


def make_ports(
    board: ModuleType,
    endpoints: Mapping[str, Any],
    clock: Clock,
    files: Any = None,
    journal: Any = None,
    seed: int = 0,
) -> Ports:
    """Return the ports of `board` with the chip models of `endpoints` behind them.

    `files` is the flash model (devices/flash.py), `journal` the raw region (devices/norflash.py); either may be None.
    Raises ValueError for an endpoint with no such wire.
    """
    return Ports(board, endpoints, clock, files, journal, seed)
