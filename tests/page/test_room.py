"""The thread behind the page: it does what it is asked, pauses, begins anew, and tells when it is too slow."""

import time

import pytest

from host_sim.page import room as room_module
from host_sim.page.evening import Invitation
from host_sim.page.room import Room

LIMIT_S = 120


@pytest.fixture
def room():
    made = Room(Invitation(2, "off", 3, frozenset({0, 1})))
    made.speed = 4.0
    made.start()
    yield made
    made.stop()


def eventually(happens):
    end = time.monotonic() + LIMIT_S
    while not happens():
        assert time.monotonic() < end, "it never happened"
        time.sleep(0.02)


def test_the_picture_follows_table_and_display(room):
    eventually(lambda: room.picture.screen == "title" and room.picture.display is not None)
    eventually(lambda: room.picture.display.any() and room.picture.targets)
    poses = room.do(lambda evening: (evening.table.world.put_cup(11, 30.0, -20.0), evening.table.world.poses())[1])
    assert poses.result(LIMIT_S)["cup11"][0][0] == pytest.approx(0.03, abs=0.005)
    eventually(lambda: room.picture.poses["cup11"][0][0] < 0.1)
    assert len(room.traces.rows) > 0


def test_a_pause_stops_the_time_but_not_the_page(room):
    eventually(lambda: room.picture.screen == "title")
    room.paused = True
    eventually(lambda: room.picture.pace == "paused")
    before = room.picture.t_s
    assert room.do(lambda evening: evening.table.now_s).result(LIMIT_S) == pytest.approx(before)
    assert room.picture.t_s == before
    room.paused = False
    eventually(lambda: room.picture.t_s > before)


def test_another_evening_begins_while_one_is_played(room):
    eventually(lambda: room.picture.number == 1 and room.picture.t_s > 0)
    room.paused = True
    room.invite(Invitation(5, "mad", 4, frozenset()))
    room.paused = False
    eventually(lambda: room.picture.number == 2 and len(room.picture.names) == 5)
    assert room.picture.people == set()


def test_a_computer_that_is_too_slow_is_told(monkeypatch):
    monkeypatch.setattr(room_module, "PACE_S", 0.2)
    slow = Room(Invitation(2, "off", 3, frozenset({0})))
    slow.speed = 1e6
    slow.start()
    try:
        eventually(lambda: slow.picture.slow)
        assert "too slow" in slow.picture.pace
    finally:
        slow.stop()


def test_a_simulator_that_breaks_says_so_and_can_begin_anew(room, capsys):
    eventually(lambda: room.picture.screen == "title")

    def break_it(evening):
        evening.stage.watchers.append(lambda: 1 / 0)

    room.do(break_it)
    eventually(lambda: "ZeroDivisionError" in room.picture.hint)
    room.invite(Invitation(2, "off", 4, frozenset({0})))
    eventually(lambda: room.picture.screen == "title" and room.picture.number == 2)
