"""The diary of an evening: every hand's action becomes a step that makes the same action again."""

import json
from types import SimpleNamespace

import pytest

from host_sim.page.diary import Diary, hand_step, text_of
from host_sim.scripted import keys, scenario
from host_sim.scripted.steps import HANDS, Director
from host_sim.stillworld import StillWorld
from host_sim.table import SimulatedTable
from host_sim.world import hands

WORLD = object()
ACTIONS = [
    hands.place(WORLD, 0, x_mm=1.25, y_mm=-2.5, dx_mm=0.1, dy_mm=0.3, yaw_deg=12.5, tilt_deg=1 / 3, touches=1),
    hands.place(WORLD, 5, on=8, dx_mm=2 / 3, dy_mm=-0.7, drop_mm=4.5, press_n=1.1, press_s=0.3, pose="side"),
    hands.place(WORLD, 11, x_mm=0.0, y_mm=0.0, tremor_hz=8.123, tremor_mm=0.4, speed_mm_s=90.0, reach_s=0.5),
    hands.remove(WORLD, 3, pull_x_mm=0.1 + 0.2, pull_y_mm=-1.0, tremor_hz=9.5),
    hands.steady(WORLD, 3, force_n=0.07, angle_deg=359.9, s=0.7),
    hands.push(WORLD, 3, speed_mm_s=300.0, angle_deg=-12.0),
    hands.bump(WORLD, impulse_ns=0.4, angle_deg=-170.5, where="top"),
    hands.lean(WORLD, force_n=12.0, x_mm=100.0, y_mm=-75.0, s=1.5, tremor_hz=8.0),
    hands.move_table(WORLD, dx_mm=5.0, dy_mm=-3.0, yaw_deg=12.0, slope_deg=0.1, slope_dir_deg=200.0, s=2.0),
    hands.lay_object(WORLD, x_mm=5.0, y_mm=-3.0, mass_g=77.0),
    hands.take_object(WORLD),
]  # fmt: skip


def test_every_action_that_a_scenario_knows_is_tried():
    assert {action.name for action in ACTIONS} == {make.__name__ for make in HANDS.values()}


@pytest.mark.parametrize("action", ACTIONS, ids=lambda a: a.name)
def test_an_action_comes_back_as_it_was(action):
    step = json.loads(json.dumps(hand_step(action)))
    checked = scenario.check({"mode": "evening", "end_s": 1, "steps": [step | {"at": 0.5}]}).steps[0]
    stage = SimpleNamespace(table=SimpleNamespace(world=WORLD), senses=None, body=None)
    again = Director(stage, None)._action(checked)
    assert (again.name, again.asked) == (action.name, action.asked)


def test_what_is_done_to_the_table_is_written_down_in_order():
    table = SimulatedTable(world=StillWorld(), calibrated=False)
    diary = Diary(table)
    table.touch_down(12, 30)
    table.touch_up()
    table.fault("imu", "absent")
    table.clear("imu", "absent")
    table.power_cut(1.5)
    assert diary.steps == [
        {"at": 0.0, "do": "touch", "x": 12, "y": 30},
        {"at": 0.0, "do": "let-go"},
        {"at": 0.0, "do": "fault", "device": "imu", "kind": "absent"},
        {"at": 0.0, "do": "mend", "device": "imu", "kind": "absent"},
        {"at": 0.0, "do": "power-cut", "s": 1.5},
    ]


def test_the_file_has_a_line_for_every_step():
    scene = {"mode": "evening", "end_s": 3.5, "steps": [{"at": 1, "do": "let-go"}, {"at": 2, "do": "take"}]}
    text = text_of(scene)
    assert json.loads(text) == scene
    assert [line.strip().rstrip(",") for line in text.splitlines() if '"do"' in line] == [
        json.dumps(step) for step in scene["steps"]
    ]
    assert set(keys.STEPS) >= {"let-go", "take"}
