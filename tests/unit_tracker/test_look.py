"""A look at a settled change takes longer than a sample: it goes on in pieces while the table is watched."""

from teatable.tracker import events as ev
from unit_tracker.test_tracker import GRAMS, near, put, start


def look_begins(rig, tracker, cup, x, y):
    """Put a cup, and stop as soon as the change is measured: there is something to think about."""
    rig.thinks = False
    rig.masses[cup] = (GRAMS[cup], x, y)
    for _ in range(100):
        rig.run(0.0114)
        if tracker.thinking:
            assert tracker.think()
            return
    raise AssertionError("no look was begun")


def think(rig, tracker, pieces=10_000):
    """Let the tracker think up to so many pieces; return how many there were and the events."""
    rig.thinks = True
    rig.events = []
    n = 0
    while n < pieces and tracker.thinking:
        tracker.think()
        n += 1
    e = tracker.next_event()
    while e is not None:
        rig.events.append(e)
        e = tracker.next_event()
    return n, rig.events


def kinds(events):
    return [e.kind for e in events]


def test_nothing_is_told_before_the_look_is_over():
    rig, tracker = start()
    put(rig, 8, 0.0, 0.0)
    tracker.expect(ev.PLACE)
    look_begins(rig, tracker, 4, 3.0, -2.0)
    n, events = think(rig, tracker, 3)
    assert n == 3 and tracker.thinking and tracker.holding
    assert ev.PLACED not in kinds(events)
    n, events = think(rig, tracker)
    assert n > 3 and not tracker.thinking and not tracker.think()
    (e,) = [e for e in events if e.kind == ev.PLACED]
    assert (e.cup, e.stack, e.sure) == (4, 8, True)


def test_what_moves_while_it_thinks_belongs_to_the_next_change():
    rig, tracker = start()
    put(rig, 8, 0.0, 0.0)
    tracker.expect(ev.PLACE)
    look_begins(rig, tracker, 4, 3.0, -2.0)
    rig.force_g, rig.force_x, rig.force_y, rig.blow = 70.0, 40.0, 0.0, 900  # a hand comes to lean there
    rig.run(0.2)
    rig.blow = 0
    events = think(rig, tracker)[1]
    (e,) = [e for e in events if e.kind == ev.PLACED]
    assert (e.cup, e.stack, e.sure) == (4, 8, True)
    near(e.x_um, 3_000, 1_500)
    near(e.y_um, -2_000, 1_500)
    assert tracker.holding, "the hand is still there"
    rig.run(0.2)
    rig.force_g = 0.0
    assert not [k for k in kinds(rig.run(1.5)) if k in (ev.PLACED, ev.REMOVED, ev.FELL)]
    assert tracker.stacks == [[8, 4]] and not tracker.holding


def test_a_cup_that_follows_while_it_thinks_is_told_next():
    rig, tracker = start()
    put(rig, 8, 0.0, 0.0)
    tracker.expect(ev.PLACE)
    look_begins(rig, tracker, 4, 3.0, -2.0)
    rig.masses[0] = (GRAMS[0], 3.0, -2.0)
    rig.run(0.15)
    assert [e.cup for e in think(rig, tracker)[1] if e.kind == ev.PLACED] == [4]
    assert [e.cup for e in rig.run(1.5) if e.kind == ev.PLACED] == [0]
    assert tracker.stacks == [[8, 4, 0]]


def test_another_question_of_the_game_ends_a_look():
    rig, tracker = start()
    put(rig, 8, 0.0, 0.0)
    tracker.expect(ev.NOTHING)
    look_begins(rig, tracker, 4, 3.0, -2.0)
    tracker.think()
    tracker.expect(ev.PLACE, [4], [8])
    assert not tracker.thinking and not tracker.think()
    rig.thinks = True
    (e,) = [e for e in rig.run(1.0) if e.kind == ev.PLACED]
    assert (e.cup, e.stack, e.sure) == (4, 8, True)


def test_a_look_outlasts_the_samples_it_was_begun_with():
    for missing_s, lean_s in ((0.1, 0.0), (0.0, 2.0)):
        rig, tracker = start()
        put(rig, 8, 0.0, 0.0)
        tracker.expect(ev.PLACE)
        look_begins(rig, tracker, 4, 3.0, -2.0)
        rig.status = 2
        rig.run(missing_s)
        rig.status = 0
        rig.force_g = 60.0
        rig.run(lean_s)
        (e,) = [e for e in think(rig, tracker)[1] if e.kind == ev.PLACED]
        assert (e.cup, e.stack, e.sure) == (4, 8, True)
        rig.force_g = 0.0
        assert ev.PLACED not in kinds(rig.run(1.5))
        assert tracker.stacks == [[8, 4]] and not tracker.holding
