"""The firmware in a real MicroPython does to the simulated table what it does to it here, to the microsecond."""

import os
import signal
import types

import pytest

from host_sim.devices.hx711 import DOUT
from host_sim.lockstep.interpreter import Died, command
from host_sim.lockstep.log import FirmwareFailed, OutOfStep
from host_sim.lockstep.remote import LockStep, RemoteApp
from host_sim.ports import Restart
from host_sim.stillworld import StillWorld
from host_sim.table import SimulatedTable

MICROPYTHON = LockStep(command("micropython") or [])


def table(app=None, **more):
    return SimulatedTable(seed=3, world=StillWorld(), app=app, **more)


def seen(t):
    """Everything about a table that the firmware has a hand in."""
    face = t.face
    return {
        "clock": t.clock.counts(), "now_us": t.clock.now_us, "steps": t.steps, "longest_us": t.longest_step_us,
        "lost": t.samples_lost, "irq_us": t.ports.longest_irq_off_us, "stretches": t.cells.stretches,
        "chips": [(c.gain, c.errors, c.lost, c.pulses, c.frame) for c in t.cells.chips],
        "tones": t.buzzer.tones, "lights": t.lights.colours, "motor": (t.motor.edges, t.motor.microsteps),
        "panel": t.display.picture().tobytes(), "files": sorted(t.flash.contents), "written": t.flash.written,
        "face": (face.revision, face.screen, face.busy, [tuple(target) for target in face.targets]),
        "view": face.view, "restarts": t.restarts,
    }  # fmt: skip


def press(t, target):
    _, x, y, w, h = next(box for box in t.face.targets if box[0] == target)
    t.touch_down(x + w // 2, y + h // 2)
    t.run_for(0.12)
    t.touch_up()


def same(scene, **more):
    """Play `scene` on both, and return what was seen of the table here."""
    here, there = table(**more), table(MICROPYTHON, **more)
    for t in (here, there):
        scene(t)
    assert isinstance(there.app, RemoteApp)
    assert seen(here) == seen(there)
    return seen(here)


def test_a_press_and_the_next_screen():
    def scene(t):
        t.run_for(1.5)
        press(t, "button:new-game")
        t.run_for(0.7)

    assert same(scene, start_ticks_us=(1 << 30) - 5_000)["face"][1] == "players"


def test_slow_with_pauses_of_the_processor():
    def scene(t):
        t.run_for(2.0)

    assert same(scene, cost_factor=2.0, stalls_per_min=120.0)["clock"]["stall"]["calls"] >= 2


FAULTS = (
    ("hx711.1", "bit-slip"), ("hx711.2", "torn"), ("hx711.0", "interrupt-stretch"), ("hx711.3", "dout-floating"),
    ("hx711.2", "slow"), ("hx711.1", "dout-high"), ("imu", "flaky"), ("touch", "hang"), ("home", "never"),
)  # fmt: skip


def test_faults_that_come_and_go():
    """Also while chips are being read: each lasts for a time that no pass of the main loop knows of."""

    def scene(t):
        t.run_for(0.8)
        for i, (device, kind) in enumerate(FAULTS):
            t.fault(device, kind, 0.1 + 0.0137 * i)
            t.run_for(0.2)
        t.run_for(0.5)

    chips = same(scene, cost_factor=2.0)["chips"]
    assert sum(lost for _, _, lost, *_ in chips) > 5, "a line that stays high, and a slow chip, cost conversions"


def test_a_full_flash_is_told_by_the_firmware_there_too():
    def scene(t):
        t.fault("flash", "read-corrupt", 3.0)
        t.fault("journal", "io-error", 3.0)
        t.run_for(1.0)

    same(scene)


def test_until_something_happens_it_goes_pass_by_pass():
    def scene(t):
        assert t.run_until(lambda: t.face is not None and t.face.screen == "title", 5.0)

    same(scene)


def test_power_cuts_and_restarts_take_a_fresh_interpreter():
    def restart():
        raise Restart("asked for")

    lives = []

    def scene(t):
        t.run_for(0.6)
        lives.append(t.app)
        t.at(t.now_s + 0.1234, restart)
        t.run_for(0.7)
        lives.append(t.app)
        t.power_cut(0.5)
        assert t.face is None
        t.run_for(1.2)
        lives.append(t.app)

    assert [why for _, why in same(scene)["restarts"]] == ["asked for", "power"]
    assert len({id(app) for app in lives}) == 6


def test_a_level_foretold_wrongly_is_noticed():
    t = table(MICROPYTHON)
    t.run_for(0.2)
    honest = t.cells.outlook
    t.cells.outlook = lambda: honest()._replace(levels=dict.fromkeys(DOUT, 0))
    with pytest.raises(OutOfStep, match="was foretold as 0 and is not"):
        t.run_for(0.1)


def test_the_memory_in_use_is_known():
    t = table(MICROPYTHON)
    t.run_for(0.1)
    assert 100_000 < t.app.heap < 4_000_000


def test_what_the_firmware_does_not_catch_is_told_with_its_traceback():
    with pytest.raises(FirmwareFailed, match=r"(?s)Traceback.*no module named 'teatable.boards.nowhere'"):
        MICROPYTHON(_ports(), types.ModuleType("teatable.boards.nowhere"))


def _ports():
    t = table()
    t.run_for(0.01)
    return t.ports


def test_the_crash_screen_of_main_py_and_the_restart_after_a_tap():
    t = table(MICROPYTHON, crash_screen=True, deck=["no card"])
    t.run_for(1.5)
    for target in ("button:new-game", "button:next", "button:next", "player:0"):
        press(t, target)
        t.run_for(0.7)
    assert "Traceback" in str(t.crashed)
    assert t.face.screen == "crash"
    assert b"TypeError" in t.flash.contents["crash"] or b"ValueError" in t.flash.contents["crash"]
    press(t, "button:restart")
    t.run_for(2.5)
    assert [why for _, why in t.restarts] == ["asked for"]
    assert t.face.screen == "title"


def test_without_a_crash_screen_what_the_firmware_raises_comes_out_with_its_traceback():
    t = table(MICROPYTHON, deck=["no card"])
    t.run_for(1.5)
    for target in ("button:new-game", "button:next", "button:next"):
        press(t, target)
        t.run_for(0.7)
    press(t, "player:0")
    with pytest.raises(FirmwareFailed, match=r"(?s)Traceback.*/play/.*Error"):
        t.run_for(0.7)


def test_an_interpreter_that_dies_is_told_of():
    t = table(MICROPYTHON)
    t.run_for(0.1)
    os.kill(t.app.pid, signal.SIGKILL)
    with pytest.raises(Died, match="was ended by signal 9"):
        t.run_for(0.1)
    with pytest.raises(Died, match=r"ended with status 1; it said: .*pin ever"):
        LockStep(["/bin/sh", "-c", "echo no pin ever >&2; exit 1"])(_ports(), t.board)
