"""The whole simulated table: world, chips, ports and clock, and the firmware's App on top, run as main.py would.

Data in: a board revision, a seed, how bad the sensors are, what is in flash, fingers, faults and power cuts. Data out:
the running table: `face`, `voice` and `listen` (what there is to know of the firmware), `devices`, `world`, counts.

Every millisecond of virtual time, in this order: motor and swash plate, world, cells and IMU, faults that fall due,
watchdog. The firmware sees the world through the ports alone.
"""

from __future__ import annotations

import heapq
import importlib
from collections.abc import Callable, Mapping
from pathlib import Path
from types import ModuleType
from typing import Any

from .clock import Clock
from .crash import CrashScreen
from .devices.buzzer import Buzzer
from .devices.cst816s import Cst816s
from .devices.flash import Flash
from .devices.ft6336 import Ft6336
from .devices.home import Home
from .devices.hx711 import FOREVER, CellBank
from .devices.loadcell import CellErrors
from .devices.lsm6dsox import Lsm6dsox
from .devices.norflash import NorFlash
from .devices.oneshot import OneShot
from .devices.st7789 import St7789
from .devices.tmc2209 import Motor
from .devices.ws2812 import Lights
from .errors import Failed
from .lockstep import remote
from .lockstep.inside import overheard
from .lockstep.inside.face import Face
from .lockstep.inside.voice import Voice
from .lockstep.remote import Listener, LockStep, RemoteApp
from .ports import Outlook, Ports, PowerCut, Restart, make_ports

GAIN_ERROR = 0.0005  # of a gain that was set with a known mass
DARK_S = 1.0  # how long the power stays off after a cut in the middle of a write


class SimulatedTable:
    """One table. Times are virtual seconds since first power-on.

    board: module or name ("devkitc_s3"). seed: of everything random in chips and world. noise: CellErrors, or a dict of
    its fields, or 0 for none. cost_factor: of processor time (1.0, 2.0). files: {name: bytes} to start with.
    folder: keep flash in a directory, files and the journal's partition. world: another world than MuJoCo's
    (stillworld.StillWorld). deck: passed to App. app: what builds the firmware, called as app(ports, board, deck=deck)
    at every start, in this interpreter or another (lockstep.remote.LockStep). calibrated: gains as a set-up with a
    known mass would have left them in flash. crash_screen: what the App raises goes to main.py's crash screen (then
    `crashed` says what it was), else it goes to the caller.
    """

    def __init__(
        self,
        board: ModuleType | str = "devkitc_s3",
        seed: int = 0,
        *,
        noise: CellErrors | Mapping[str, float] | float | None = None,
        cost_factor: float = 1.0,
        stalls_per_min: float = 0.0,
        start_ticks_us: int = 0,
        files: Mapping[str, bytes] | None = None,
        folder: Path | None = None,
        world: Any = None,
        deck: Any = None,
        app: Callable[..., Any] | None = None,
        calibrated: bool = True,
        crash_screen: bool = False,
    ) -> None:
        if isinstance(board, str):
            board = importlib.import_module("teatable.boards." + board)
        self.board = board
        self.seed = seed
        self.clock = Clock(start_ticks_us, cost_factor, stalls_per_min, seed=seed)
        self.world = _mujoco_world(seed) if world is None else world
        self.steepness = 1.0  # of the wedges, times those of the geometry; scenes may let it grow
        self.longest_step_us = 0
        self.steps = 0
        self.restarts: list[tuple[float, str]] = []
        self.app: Any = None
        self.on_act: Callable[[dict[str, Any]], None] | None = None  # hears of all that is done to the table, but hands
        self._deck = deck
        self._make_app = app or _firmware_app
        self._boots = 0
        self._crash_screen = crash_screen
        self._crash: CrashScreen | None = None
        self.crashed: Exception | None = None
        self._off_until_us: int | None = None
        self._due: list[tuple[int, int, Callable[[], None]]] = []
        self._order = 0
        self._lost_before = 0
        self.ports: Ports | None = None
        self._make_devices(seed, _errors(noise), folder)
        if files:
            self.flash.contents.update(files)
        if calibrated:
            self._calibrate()
        self.clock.on_tick(self._tick)

    # --- what people and scenarios do

    @property
    def now_s(self) -> float:
        """Virtual seconds since first power-on."""
        return self.clock.now_us / 1e6

    def run_until(self, when: float | Callable[[], bool], limit_s: float = 3600.0) -> bool:
        """Run to a time in s, or until `when()` is true; False when `limit_s` more seconds did not bring that."""
        clock = self.clock
        if callable(when):
            end_us = clock.now_us + round(limit_s * 1e6)
            while not when():
                if clock.now_us >= end_us:
                    return False
                self._run_once(end_us, one_pass=True)
            return True
        end_us = round(when * 1e6)
        while clock.now_us < end_us:
            self._run_once(end_us)
        return True

    def run_for(self, seconds: float) -> None:
        """Run `seconds` more."""
        self.run_until(self.now_s + seconds)

    def touch(self, x: int, y: int, down: bool) -> None:
        """Lay a finger on the display at pixel (x, y), move it there, or lift it."""
        self._tell({"do": "touch", "x": x, "y": y} if down else {"do": "let-go"})
        self.touch_panel.finger(x, y, down)

    def _tell(self, act: dict[str, Any]) -> None:
        if self.on_act is not None:
            self.on_act(act)

    def touch_down(self, x: int, y: int) -> None:
        """Lay a finger on the display."""
        self.touch(x, y, True)

    def touch_up(self) -> None:
        """Lift the finger."""
        self.touch(0, 0, False)

    def fault(self, device: str, kind: str, s: float | None = None) -> None:
        """Put a fault into a device, for `s` seconds or for good; ValueError names unknown ones."""
        if device not in self.devices:
            raise ValueError(f"no device is called {device!r}; known: {', '.join(self.devices)}")
        self._tell({"do": "fault", "device": device, "kind": kind} | ({} if s is None else {"s": s}))
        model = self.devices[device]
        model.fault(kind)
        if s is not None:
            self.at(self.now_s + s, lambda: model.clear(kind))

    def clear(self, device: str, kind: str) -> None:
        """Take a fault out again."""
        self._tell({"do": "mend", "device": device, "kind": kind})
        self.devices[device].clear(kind)

    def at(self, t_s: float, what: Callable[[], None]) -> None:
        """Call `what` at a time in s."""
        self._order += 1
        heapq.heappush(self._due, (round(t_s * 1e6), self._order, what))

    def power_cut(self, s: float = 1.0) -> None:
        """Take the supply away now and give it back `s` seconds later: RAM is lost, flash stays, the world goes on."""
        self._tell({"do": "power-cut", "s": s})
        self._lose_power(s)

    @property
    def powered(self) -> bool:
        """Whether the supply is there."""
        return self._off_until_us is None

    # --- what may be seen and heard of the firmware, wherever it runs

    @property
    def face(self) -> Face | remote.Face | None:
        """What a person sees of the display; None while no firmware runs."""
        app = self.app
        return app.face if isinstance(app, RemoteApp) else None if app is None else Face(app)

    @property
    def voice(self) -> Voice | remote.Voice:
        """What people without a game tell the firmware; there must be one."""
        return self.app.voice if isinstance(self.app, RemoteApp) else Voice(self.app)

    def listen(self, listener: Listener) -> None:
        """Let somebody hear what the firmware that runs now concludes."""
        if isinstance(self.app, RemoteApp):
            self.app.listen(listener)
        else:
            overheard.listen(self.app, listener)

    # --- what a report asks

    @property
    def samples_lost(self) -> int:
        """Conversions of the slowest HX711 replaced unread, and FIFO overruns of the IMU, since the last start."""
        return self.cells.samples_lost() + getattr(self.devices.get("imu"), "overruns", 0) - self._lost_before

    @property
    def longest_step_ms(self) -> float:
        """The longest single App.step so far, in ms."""
        return self.longest_step_us / 1000

    def stored_calibration(self) -> dict[str, Any] | None:
        """Return the calibration that the next power-on will find, or None."""
        from teatable.store import Store

        journal = NorFlash(Clock(), self.journal.blocks)
        journal.contents[:] = self.journal.contents
        return Store(Flash(Clock(), contents=dict(self.flash.contents)), journal).load_calibration()

    # --- one pass

    def _run_once(self, end_us: int, one_pass: bool = False) -> None:
        """Run one pass of the main loop, or let time pass while the power is off.

        A firmware in another interpreter runs passes until `end_us`, unless `one_pass`: an order takes its time.
        """
        if self._off_until_us is not None:
            self.clock.advance(min(end_us, self._off_until_us) - self.clock.now_us)
            if self.clock.now_us < self._off_until_us:
                return
            self._restore_power()
        try:
            if self._crash is not None:
                self._crash.step()
                return
            app = self.app or self._boot()
            if isinstance(app, RemoteApp):
                app.run(end_us, one_pass, self._passed)
                return
            clock = self.clock
            start_us = clock.now_us
            clock.charge("loop")
            app.step(clock.ticks_us())
            self._passed(clock.now_us - start_us)
        except PowerCut:
            self._lose_power(DARK_S)
        except Restart as restart:
            self.restarts.append((self.now_s, restart.reason))
            self._forget()
            self._quiet()
        except Exception as error:
            if not self._crash_screen or self.ports is None or isinstance(error, Failed):
                raise
            self.crashed = error
            self._crash = CrashScreen(self.clock, self.ports, self.board, self.app, error)

    def _boot(self) -> Any:
        """Start the firmware: the motor's pins first, as boot.py does, then ports and App."""
        self._quiet()
        journal = None if "missing" in self.journal.faults else self.journal
        seed = self.seed * 1000 + self._boots
        self.ports = make_ports(self.board, self._endpoints, self.clock, self.flash, journal, seed)
        self.ports.outlook = self._outlook
        self._boots += 1
        if isinstance(self._make_app, LockStep):
            self.app = self._make_app(self.ports, self.board, self._deck, self._crashed if self._crash_screen else None)
        else:
            self.app = self._make_app(self.ports, self.board, deck=self._deck)
        self.cells.irq_off = lambda ports=self.ports: ports.irq_off
        self.reset_counts()
        return self.app

    def _forget(self) -> None:
        """The firmware and all that it remembers are gone."""
        if isinstance(self.app, RemoteApp):
            self.app.end()
        self.app = self._crash = None

    def _crashed(self, error: Exception) -> None:
        """The firmware in another interpreter shows its crash screen."""
        self.crashed = error

    def _passed(self, us: int) -> None:
        """Count a pass that took so long."""
        self.steps += 1
        if us > self.longest_step_us:
            self.longest_step_us = us

    def _outlook(self) -> Outlook:
        """Return what can be foretold now: nothing beyond the next thing that scene or chips have in store."""
        due_us = self._due[0][0] if self._due else FOREVER
        cells = self.cells.outlook()
        if self.motor.stands and not self.home.faults:
            cells.levels["motor_home"] = self.home.level()
        quiet_us = 0.0 if self.cells.stretching else min(due_us, self.clock.stall_us)
        return Outlook(min(due_us, cells.until_us), cells.levels, cells.falls, "cell_clock", cells.coming, quiet_us)

    def reset_counts(self) -> None:
        """Begin counting lost samples and the longest step anew."""
        self._lost_before = 0
        self._lost_before = self.samples_lost
        self.longest_step_us = 0

    def _quiet(self) -> None:
        """Put the pins of motor and buzzer to their safe side, as boot.py and a reset do."""
        self.gate.enable_line(1)
        self.gate.heartbeat(0)
        self.motor.pwm(0, 0)
        self.buzzer.pwm(0, 0)

    def _lose_power(self, s: float) -> None:
        if self._crash is not None:
            self._crash.give_up()
        self._forget()
        self.ports = None
        self._off_until_us = self.clock.now_us + round(s * 1e6)
        self._quiet()
        self.gate.reset()
        self.lights.off()
        self.cells.power(False)
        for name in ("imu", "display", "touch"):
            power = getattr(self.devices.get(name), "power", None)
            if power is not None:
                power(False)

    def _restore_power(self) -> None:
        self._off_until_us = None
        self.restarts.append((self.now_s, "power"))
        self.cells.power(True)
        for name in ("imu", "display", "touch"):
            power = getattr(self.devices.get(name), "power", None)
            if power is not None:
                power(True)

    def _tick(self) -> None:
        motor, world = self.motor, self.world
        motor.catch_up()
        if motor.microsteps != self._swash_at:
            self._swash_at = motor.microsteps
            self._swash()
        world.step()
        self.cells.sample(world.cells_n())
        self.imu.tick()
        now = self.clock.now_us
        while self._due and self._due[0][0] <= now:
            heapq.heappop(self._due)[2]()
        ports = self.ports
        if ports is not None and ports.watchdog.starved():
            ports.watchdog.stop()
            raise Restart("watchdog")

    # --- putting it together

    def _make_devices(self, seed: int, errors: CellErrors, folder: Path | None) -> None:
        clock = self.clock
        self.cells = CellBank(clock, seed, errors)
        self.gate = OneShot(clock)
        self.motor = Motor(clock, self.gate, seed)
        self.home = Home(self.motor, seed)
        self.buzzer = Buzzer(clock)
        self.lights = Lights()
        self.flash = Flash(clock, folder=folder)
        self.journal = NorFlash(clock, folder=folder, seed=seed)
        self.imu = Lsm6dsox(clock, self.world.imu, seed, self.board.IMU_ADDRESS)
        self.display = St7789(clock, seed)
        touch = Ft6336 if self.board.TOUCH_CHIP == "ft6336" else Cst816s
        self.touch_panel = touch(clock, seed, self.board.TOUCH_ADDRESS)
        self.devices: dict[str, Any] = {chip.name: chip for chip in self.cells.chips}
        self.devices |= {
            "imu": self.imu,
            "display": self.display,
            "touch": self.touch_panel,
            "motor": self.motor,
            "home": self.home,
            "flash": self.flash,
            "journal": self.journal,
        }
        self.devices |= {"lights": self.lights, "buzzer": self.buzzer, "failsafe": self.gate}
        self._endpoints: dict[str, Any] = {
            **self.cells.endpoints(),
            "motor_step": self.motor.pwm,
            "motor_dir": self.motor.direction,
            "motor_enable": self.gate.enable_line,
            "motor_heartbeat": self.gate.heartbeat,
            "motor_home": self.home.level,
            "buzzer": self.buzzer.pwm,
            "lights": self.lights.write,
            "i2c:imu": [self.imu],
            "spi:display": self.display.spi,
            "display_cs": self.display.cs,
            "display_dc": self.display.dc,
            "display_reset": self.display.reset,
            "display_backlight": self.display.backlight,
            "i2c:touch": [self.touch_panel],
            "touch_reset": self.touch_panel.reset,
            "touch_irq": self.touch_panel.irq,
        }
        self._swash_at = self.motor.microsteps
        self._swash()

    def _swash(self) -> None:
        angle_rad, tilt_rad = self.motor.swash()
        self.world.swash(angle_rad, tilt_rad * self.steepness)

    def _calibrate(self) -> None:
        """Store the gains as a set-up step with a known mass would have, unless there is a calibration."""
        from teatable.store import Store

        if self.stored_calibration() is None:
            before = Flash(Clock())  # it took another life's time
            Store(before).save_calibration(self.calibration())
            self.flash.contents.update(before.contents)

    def calibration(self) -> dict[str, Any]:
        """Return what a careful set-up leaves in flash: gains right to GAIN_ERROR, nominal masses, zero to be tared."""
        from teatable.boards import geometry

        gains = [round(c.signal.counts_per_g * 1000 * (1 + GAIN_ERROR * c.signal.draw())) for c in self.cells.chips]
        return {"counts_per_kg": gains, "zero": None, "cup_mass_mg": list(geometry.CUP_MASS_MG), "level": None}


def _errors(noise: CellErrors | Mapping[str, float] | float | None) -> CellErrors:
    if isinstance(noise, CellErrors):
        return noise
    if noise is None:
        return CellErrors()
    if isinstance(noise, Mapping):
        return CellErrors(**noise)
    if noise:
        return CellErrors(noise_g=float(noise))
    return CellErrors(noise_g=0.0, drift_g_per_min=0.0, warmup_g=0.0, creep=0.0, crosstalk=0.0)


def _mujoco_world(seed: int) -> Any:
    from .world import World

    return World(seed)


def _firmware_app(ports: Ports, board: ModuleType, deck: Any = None) -> Any:
    app = importlib.import_module("teatable.app")
    return app.App(ports, board, deck=deck)
