"""Nothing of the firmware can reach the simulator's truth: what it holds and what it calls, audited on a live table.

The firmware is handed pins and buses, and behind those lies the world: that is the point of a simulator. So the wires
are the border. On the firmware's side of it there is no object of the simulator, and whatever runs in the world runs
because time passes, never because the firmware asked for it.
"""

import gc
import sys
import types
from pathlib import Path

import teatable

import host_sim
from host_sim.stage import Plan, play_game
from host_sim.table import SimulatedTable

FIRMWARE = str(Path(teatable.__file__).parent)
WORLD = str(Path(host_sim.__file__).parent / "world")
CLOCK = str(Path(host_sim.__file__).parent / "clock.py")
WIRES = {"host_sim.wires", "host_sim.ports", "host_sim.clock", "host_sim.devices.flash", "host_sim.devices.norflash"}
EARS = {"host_sim.recorder", "host_sim.lockstep.inside.overheard"}  # they listen; what they call is audited below


def belongs_to(thing):
    """The module that the thing, or its class, was defined in."""
    if isinstance(thing, types.ModuleType):
        return thing.__name__
    owner = thing if isinstance(thing, type | types.FunctionType | types.MethodType) else type(thing)
    return getattr(owner, "__module__", "") or ""


def strangers(root):
    """All things of host_sim that can be reached from `root` by attributes and items without crossing the border."""
    found, seen, todo = [], set(), [root]
    while todo:
        thing = todo.pop()
        if id(thing) in seen:
            continue
        seen.add(id(thing))
        module = belongs_to(thing)
        if module in WIRES | EARS:
            continue
        if module == "host_sim" or module.startswith("host_sim."):
            found.append((module, type(thing).__name__))
            continue
        if isinstance(thing, types.ModuleType) and not module.startswith("teatable"):
            continue  # Python's own
        if isinstance(thing, types.FunctionType):
            todo += [c.cell_contents for c in thing.__closure__ or ()]
            if module.startswith("teatable"):
                todo.append(thing.__globals__)
            continue
        todo += [t for t in gc.get_referents(thing) if not isinstance(t, types.FrameType | types.CodeType)]
    return found


def audited(found):
    """Watch every call into the world, and note those that the firmware made otherwise than by letting time pass."""

    def look(frame, event, _):
        if event != "call" or not frame.f_code.co_filename.startswith(WORLD):
            return
        caller = frame.f_back
        while caller is not None:
            name = caller.f_code.co_filename
            if name == CLOCK or name.startswith(WORLD):
                return
            if name.startswith(FIRMWARE):
                found.append((frame.f_code.co_qualname, caller.f_code.co_qualname))
                return
            caller = caller.f_back

    return look


def test_the_firmware_holds_and_calls_nothing_of_the_world():
    held, called = [], []

    def watch(stage):
        if stage.table.now_s >= 6.0 and not held and stage.table.app is not None:
            held.append(strangers(stage.table.app))

    sys.setprofile(audited(called))
    try:
        made = play_game(Plan(2, "gentle", 5, limit_s=25.0), lambda text: None, None, watch)
    finally:
        sys.setprofile(None)
    assert made["metrics"]["placements"] >= 1, "a cup was placed while the audit ran"
    assert held == [[]]
    assert called == []


def test_the_audit_sees_what_it_looks_for():
    """The two halves of the audit find a leak when there is one."""
    table = SimulatedTable(seed=1)
    table.run_for(0.1)
    assert strangers(table.app) == []
    table.app.leak = table.world.truth
    assert ("host_sim.world.truth", "Truth") in strangers(table.app)
    called = []
    scope = {"__name__": "teatable.leak"}
    code = compile("def peek(world):\n    return world.cells_n()", FIRMWARE + "/leak.py", "exec")
    exec(code, scope)
    sys.setprofile(audited(called))
    try:
        scope["peek"](table.world)
    finally:
        sys.setprofile(None)
    assert called == [("World.cells_n", "peek")]
