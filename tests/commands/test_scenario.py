"""Every bad scenario file is refused with one line that names the place, what was found and what is allowed."""

import json

import pytest

from host_sim.errors import BadInput
from host_sim.scripted import keys, scenario

GOOD = {"steps": [{"do": "place", "cup": "medium-purple", "x_mm": 20, "y_mm": -35}, {"do": "wait", "s": 3}]}


def refuse(tmp_path, data, text=None):
    path = tmp_path / "scene.json"
    path.write_text(json.dumps(data) if text is None else text, encoding="utf-8")
    with pytest.raises(BadInput) as caught:
        scenario.load(str(path))
    line = str(caught.value)
    assert line.startswith(f"{path}: ")
    assert "\n" not in line
    return line[len(str(path)) + 2 :]


def step(**values):
    return {"steps": [{"do": "wait", "s": 1}, values]}


def test_defaults_are_filled_in(tmp_path):
    path = tmp_path / "scene.json"
    path.write_text(json.dumps(GOOD))
    scene = scenario.load(str(path))
    assert (scene.players, scene.level, scene.mode) == (("Rose", "Max"), "off", "game")
    assert scene.steps[0].values["pose"] == "upright"
    assert scene.steps[1].values["s"] == 3.0


def test_every_example_of_design_is_accepted():
    steps = [
        {"do": "press", "target": "card:exact-small-green", "s": 0},
        {"do": "place", "cup": "medium-purple", "x_mm": 20, "y_mm": -35},
        {"do": "place", "cup": "small-green", "on": "medium-purple", "dx_mm": 3},
        {"do": "remove", "cup": "small-green"},
        {"do": "push", "cup": "small-green", "speed_mm_s": 300, "angle_deg": 90},
        {"do": "bump", "impulse_ns": 0.5, "angle_deg": 45},
        {"do": "lean", "force_n": 20, "x_mm": 120, "y_mm": 0, "s": 2},
        {"do": "fault", "device": "hx711.2", "kind": "stuck-high", "s": 3},
        {"do": "power-cut", "s": 2},
        {"do": "wait", "s": 3, "at": 4.5},
    ]
    data = {
        "players": ["Rose", "Max"],
        "level": "classic",
        "deck_seed": 7,
        "deck": ["exact-small-green", "colour-blue"],
        "world": {"cell_noise_g": 0.036, "drift_g_per_min": 0.15},
        "steps": steps,
    }
    assert [s.do for s in scenario.check(data).steps] == [s["do"] for s in steps]


@pytest.mark.parametrize(
    ("data", "where", "allowed"),
    [
        ({"steps": [], "stesp": 1}, "stesp: unknown key", "steps"),
        ({}, "steps: missing", "a list"),
        ({"steps": {}}, "steps: found an object with 0 keys", "a list"),
        ([], "top level: found a list of 0", "an object"),
        ({"steps": [], "level": "wild"}, 'level: found "wild"', "off, gentle, classic, mad"),
        ({"steps": [], "players": ["Rose"]}, "players: found 1 names", "2 to 10"),
        ({"steps": [], "players": ["Rose", 7]}, "players[1]: found 7", "a text"),
        ({"steps": [], "players": ["Rose", "Rose"]}, 'players[1]: found "Rose"', "no other player"),
        ({"steps": [], "deck_seed": 1.5}, "deck_seed: found 1.5", "a whole number"),
        ({"steps": [], "deck_seed": True}, "deck_seed: found true", "a whole number"),
        ({"steps": [], "deck": ["colour-pink"]}, 'deck[0]: found "colour-pink"', "colour-blue"),
        ({"steps": [], "deck": ["exact-small-green"] * 2}, "deck[1]", "at most 1"),
        ({"steps": [], "world": {"gravity": 3}}, "world.gravity: unknown key", "cell_noise_g"),
        ({"steps": [], "world": {"cell_noise_g": -1}}, "world.cell_noise_g: found -1", "a number 0 to"),
        ({"steps": [], "mode": "free", "level": "mad"}, "level", "free mode"),
        (step(do="fly"), 'steps[1].do: found "fly"', "press, place"),
        (step(cup="small-green"), "steps[1].do: missing", "press, place"),
        ({"steps": [3]}, "steps[0]: found 3", "an object"),
        (step(do="remove", cup="tiny-green"), 'steps[1].cup: found "tiny-green"', "small-purple"),
        (step(do="remove", cup=["small-green"]), "steps[1].cup: found a list of 1", "small-purple"),
        (step(do="remove"), "steps[1].cup: missing", "small-purple"),
        (step(do="remove", cup="small-green", who=1), "steps[1].who: unknown key", "do, at, cup"),
        (step(do="wait", s="3"), 'steps[1].s: found "3"', "a number"),
        (step(do="wait", s=-1), "steps[1].s: found -1", "0 to 36000"),
        (step(do="wait", s=1, at=-1), "steps[1].at: found -1", "0 to"),
        (step(do="place", cup="small-green", x_mm=1), "steps[1].y_mm: missing", "x_mm and y_mm, or on"),
        (step(do="place", cup="small-green", on="small-green"), "steps[1].on", "another cup"),
        (step(do="place", cup="small-green", on="large-blue", x_mm=1), "steps[1].x_mm", "dx_mm"),
        (step(do="touch", x=240, y=1), "steps[1].x: found 240", "0 to 239"),
        (step(do="bump", where="leg"), 'steps[1].where: found "leg"', "base, top"),
        ({"steps": [], "mode": "evening"}, "end_s: missing", "when the evening was saved"),
        ({"mode": "evening", "end_s": 2, "steps": [{"do": "let-go"}]}, "steps[0].at: missing", "every step"),
        ({"mode": "evening", "end_s": 2, "steps": [{"do": "let-go", "at": 3}]}, "steps[0].at: found 3", "to 2 (end_s)"),
        (step(do="place", cup="small-green", x_mm=1, y_mm=1, pose="flying"), "steps[1].pose", "upside-down"),
        (step(do="fault", device="hx711.9", kind="stuck-high"), "steps[1].device", "hx711.0"),
        (step(do="fault", device="hx711.0", kind="sulking"), "steps[1].kind", "stuck-high"),
    ],
)
def test_what_is_wrong_is_named(tmp_path, data, where, allowed):
    line = refuse(tmp_path, data)
    assert line.startswith(where), line
    assert allowed in line


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("", "line 1, column 1: not JSON"),
        ('{"steps": [}', "not JSON"),
        ('{"steps": [], "steps": []}', "steps: the key is given 2 times"),
        ('{"steps": [{"do": "wait", "s": NaN}]}', "found NaN"),
        ('{"steps": [{"do": "wait", "s": 1e999}]}', "steps[0].s: found inf"),
        ("[" * 100_000, "not JSON"),
        ('{"deck_seed": ' + "9" * 6000 + ', "steps": []}', "not JSON that can be used"),
        ('{"steps": [{"do": "wait", "s": ' + "9" * 400 + "}]}", "steps[0].s: found 999"),
    ],
)
def test_text_that_is_no_usable_json(tmp_path, text, told):
    assert told in refuse(tmp_path, None, text)


def test_missing_file_directory_and_binary(tmp_path):
    (tmp_path / "b.json").write_bytes(b"\xff\xfe\x00")
    for name in ("none.json", "", "b.json"):
        with pytest.raises(BadInput) as caught:
            scenario.load(str(tmp_path / name))
        assert "\n" not in str(caught.value)


def test_schema_text_names_every_key_device_and_kind():
    text = scenario.schema_text()
    for spec in (*keys.TOP, *keys.WORLD):
        assert spec.name in text
    for do, (_, specs) in keys.STEPS.items():
        assert f'"do": "{do}"' in text
        assert all(s.name in text for s in specs)
    for device in keys.device_names():
        assert all(kind in text for kind in keys.fault_kinds(device))
