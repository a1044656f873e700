"""Sensing and tracker on the simulated table, with cell errors and IMU noise, without the chips' pins."""

import pytest
from teatable.tracker import events as ev

from host_sim.world import hands

from .feed import Feed


def of(events, kind):
    return [e for e in events if e.kind == kind]


def told(events):
    early = (ev.TOUCH, ev.UNTOUCH, ev.KNOCK, ev.FALLING, ev.FALLING_CANCELLED, ev.SPOTTED)
    return [e for e in events if e.kind not in early]


def started(seed, level):
    feed = Feed(seed, level)
    feed.run(1.6)
    if level:
        feed.motor(True)
        feed.run(2.5)
    feed.tracker.expect(ev.PLACE)
    return feed


@pytest.mark.parametrize(("seed", "level"), [(1, 0), (2, 1), (3, 3)])
def test_cups_come_and_go_and_one_falls(seed, level):
    feed = started(seed, level)
    w, t = feed.world, feed.tracker

    def place(cup, stack, **where):
        hand = hands.place(w, cup, **where)
        found = told(feed.hand(hand, 1.0))
        assert [(e.kind, e.cup, e.stack, e.sure) for e in found] == [(ev.PLACED, cup, stack, True)]
        x, y = w.cup_xy_mm(cup)
        assert abs(found[0].x_um / 1000 - x) < 8 and abs(found[0].y_um / 1000 - y) < 8

    place(8, -1, x_mm=20, y_mm=10)
    place(0, 8, on=8, dx_mm=3)
    place(5, -1, x_mm=-60, y_mm=10)
    t.expect(ev.REMOVE)
    (gone,) = told(feed.hand(hands.remove(w, 0), 1.0))
    assert (gone.kind, gone.cup, gone.stack) == (ev.REMOVED, 0, 8)
    t.expect(ev.PLACE)
    place(1, 5, on=5, dx_mm=-3)
    t.expect(ev.NOTHING)
    fell = of(feed.hand(hands.push(w, 1, angle_deg=90), 2.5), ev.FELL)
    assert fell and fell[0].cups == [1] and t.lying == [1] and sorted(t.stacks) == [[5], [8]]
    t.expect(ev.CLEAR)
    events = feed.hand(hands.remove(w, 1), 1.2)
    assert [e.cup for e in of(events, ev.REMOVED)] == [1]
    assert of(events, ev.CLEARED) and t.lying == []


def test_over_the_edge_without_a_blow():
    feed = started(4, 1)
    w, t = feed.world, feed.tracker
    feed.hand(hands.place(w, 9, x_mm=110, y_mm=0), 1.0)
    feed.hand(hands.place(w, 5, on=9), 1.0)
    assert t.stacks == [[9, 5]]
    t.expect(ev.NOTHING)
    events = feed.hand(hands.push(w, 5, angle_deg=0, speed_mm_s=500), 2.5)
    fell = of(events, ev.FELL)
    assert fell and 5 in fell[-1].cups
    assert 5 not in [c for s in t.stacks for c in s]


@pytest.mark.parametrize("level", [0, 3])
def test_hands_that_lean_bump_and_steady_are_no_cups_and_no_falls(level):
    feed = started(5, level)
    w, t = feed.world, feed.tracker
    feed.hand(hands.place(w, 8, x_mm=20, y_mm=10), 1.0)
    feed.hand(hands.place(w, 4, on=8), 1.0)
    t.expect(ev.NOTHING)
    for hand in (
        hands.lean(w, force_n=12, x_mm=100, y_mm=0, s=1.5),
        hands.bump(w, impulse_ns=0.3, angle_deg=30),
        hands.steady(w, 4),
    ):
        assert told(feed.hand(hand, 1.5)) == []
    assert t.stacks == [[8, 4]]
    assert not t.holding


def test_touched_lifted_and_set_down_again_is_one_placement():
    feed = started(6, 0)
    found = told(feed.hand(hands.place(feed.world, 10, x_mm=-30, y_mm=40, touches=2), 1.0))
    assert [(e.kind, e.cup) for e in found] == [(ev.PLACED, 10)]


def test_a_thing_that_is_no_cup():
    feed = started(7, 0)
    w = feed.world
    found = told(feed.hand(hands.lay_object(w, x_mm=50, y_mm=-50, mass_g=150), 3.5))
    assert [e.kind for e in found] == [ev.FOREIGN]
    assert abs(found[0].mass_mg - 150_000) < 1_000
    assert [e.kind for e in told(feed.hand(hands.take_object(w), 1.5))] == [ev.FOREIGN_GONE]
