"""What the recorder takes down of a game: truth, statements, whose turn it was."""

import types

from teatable.tracker import events as ev

from host_sim.recorder import Recorder
from host_sim.world.truth import Event as Happened


class Table:
    """A table that somebody else moves: its clock, what the display shows, what has happened."""

    def __init__(self):
        self.now_s = 0.0
        self.app = None
        self.face = types.SimpleNamespace(view={})
        self.world = types.SimpleNamespace(truth=types.SimpleNamespace(events=[], lying=dict))


def fell(t_s, cups):
    event = ev.Event(ev.FELL, int(1000 * t_s))
    event.cups, event.stacks = list(cups), []
    return event


def played(*screens):
    """A fall of cup 4 at each of these screens, told half a second later; return the recorder."""
    table = Table()
    recorder = Recorder(table)
    for view in screens:
        table.face.view = view
        recorder.poll()
        table.world.truth.events.append(Happened("fell", int(1000 * table.now_s), cups=[4]))
        recorder.poll()
        table.now_s += 0.5
        recorder.said(fell(table.now_s, [4]))
        table.now_s += 100
    return recorder


def test_a_fall_belongs_to_whose_turn_the_display_says_and_after_three_to_the_next():
    recorder = played(
        {"screen": "count", "number": 2, "player": "Rose"}, {"screen": "count", "number": 3, "player": "Max"}
    )
    notes = [more for _, more in recorder._notes]
    assert [(m["player"], m.get("after_three", False)) for m in notes] == [("Rose", False), ("Max", True)]
    assert [e["kind"] for e in recorder.table] == ["fell", "fell"]


def test_what_falls_when_the_game_is_over_is_no_fall_of_it_nor_what_is_said_of_it():
    recorder = played({"screen": "winner", "player": "Rose"})
    assert recorder._notes == [] and recorder.table == []
    recorder = played({"screen": "winner", "player": "Rose"}, {"screen": "hand", "player": "Max"})
    assert [more["player"] for _, more in recorder._notes] == ["Max"] and len(recorder.table) == 1
