"""Falls and what looks like one, on a table on paper: each is a fault that recorded tapes of the world have shown."""

from teatable.tracker import events as ev
from teatable.tracker.falls import subsets
from teatable.tracker.guess import Change
from unit_tracker.test_tracker import GRAMS, of, only, over_the_edge, put, start, take


def stack(rig, cups, x=0.0, y=0.0):
    for cup in cups:
        put(rig, cup, x, y)


def test_a_cup_lifted_off_cleanly_is_taken_and_no_fall():
    for mode in (ev.NOTHING, ev.PLACE):
        rig, tracker = start()
        stack(rig, (8, 4))
        tracker.expect(mode)
        events = take(rig, 4)
        assert only(events, ev.REMOVED).cup == 4 and not of(events, ev.FELL), events


def test_a_cup_taken_off_as_asked_while_the_table_still_shakes_from_a_bump_is_no_fall():
    rig, tracker = start()
    stack(rig, (8, 4))
    tracker.expect(ev.REMOVE, [4], [8])
    rig.events = []
    rig.knock(30.0, 6_000)
    events = rig.events + take(rig, 4)
    assert only(events, ev.REMOVED).cup == 4 and not of(events, ev.FELL), events


def test_a_cup_over_the_edge_while_a_placement_is_expected_is_no_sure_removal():
    rig, tracker = start()
    stack(rig, (8, 4), 90.0)
    tracker.expect(ev.PLACE, [0], [8])
    rig.events = []
    over_the_edge(rig, 4)
    events = rig.events + rig.run(1.5)
    assert 4 in only(events, ev.FELL).cups, events
    assert not [e for e in of(events, ev.REMOVED) if e.sure]


def test_a_cup_put_down_that_goes_over_the_edge_at_once_is_a_fall_that_is_asked_about():
    rig, tracker = start()
    stack(rig, (8,), 90.0)
    tracker.expect(ev.PLACE, [4], [8])
    rig.masses[4] = (GRAMS[4], 105.0, 0.0)
    rig.force_g, rig.force_x = 150.0, 105.0  # the hand presses, lets go, and never comes to rest
    rig.run(0.3)
    rig.force_g = 0.0
    del rig.masses[4]
    rig.knock(60.0, 24_000)
    e = only(rig.run(1.5), ev.FELL)
    assert e.cups == [4] and e.lying == [] and not e.sure
    assert tracker.stacks == [[8]]
    tracker.overrule()
    rig.run(0.5)
    assert tracker.stacks == [[8]]


def test_a_cup_touched_down_and_lifted_again_is_no_fall():
    rig, tracker = start()
    stack(rig, (8,), 90.0)
    tracker.expect(ev.PLACE, [4], [8])
    rig.force_g, rig.force_x = 150.0, 90.0
    rig.run(0.3)
    rig.force_g = 0.0
    events = rig.run(1.5)
    assert not of(events, ev.FELL) and not of(events, ev.FALLING), events


def test_a_cup_that_tips_over_on_its_own_stack_is_asked_about():
    rig, tracker = start()
    stack(rig, (9, 1))
    tracker.expect(ev.NOTHING)
    rig.masses[1] = (GRAMS[1], 14.0, 0.0)
    rig.events = []
    rig.knock(20.0)
    e = only(rig.events + rig.run(3.0), ev.FELL)
    assert e.cups == [1] and not e.sure


def test_a_stack_dragged_far_and_flat_is_never_a_sure_fall():
    rig, tracker = start()
    stack(rig, (8, 4))
    tracker.expect(ev.NOTHING)
    for k in range(40):
        rig.masses[8] = (GRAMS[8], 2.0 * k, 0.0)
        rig.masses[4] = (GRAMS[4], 2.0 * k, 0.0)
        rig.run(0.05)
    events = rig.run(4.0)
    assert not [e for e in of(events, ev.FELL) if e.sure], events


def test_a_cup_is_told_by_its_weight_only_when_that_has_stopped_swinging():
    rig, _ = start()
    rig.masses[9] = (GRAMS[9], 30.0, 0.0)
    events = []
    for k in range(60):  # the sum swings by 2 g in the sense of the next heavier cup, more and more slowly
        rig.masses["rock"] = (1.9 if k % 6 < 4 else -1.9, 30.0, 0.0)
        rig.run(0.035)
        events = events + rig.events
    del rig.masses["rock"]
    events = events + rig.run(1.5)
    told = of(events, ev.PLACED)
    assert told and told[-1].cup == 9, events
    assert not [e for e in told if e.sure and e.cup != 9], events


def test_a_stack_that_rocks_is_told_before_it_falls_and_taken_back_when_it_stops():
    rig, tracker = start()
    stack(rig, (11, 7, 3, 2))
    tracker.expect(ev.NOTHING)
    rig.events = []
    seen = []
    for k in range(16):
        rig.masses["rock"] = (0.001, 1_500_000.0 if k & 1 else -1_500_000.0, 0.0)
        rig.run(0.05)
        seen = seen + rig.events
    only(seen, ev.FALLING)
    assert tracker.holding
    del rig.masses["rock"]
    events = rig.run(3.0)
    only(events, ev.FALLING_CANCELLED)
    assert not of(events, ev.FELL) and tracker.stacks == [[11, 7, 3, 2]]


def test_a_finger_that_steadies_a_tall_stack_is_not_falling():
    rig, tracker = start()
    stack(rig, (11, 7, 3, 2))
    tracker.expect(ev.NOTHING)
    seen = []
    for k in range(20):
        rig.masses["finger"] = (0.001, 2_000_000.0 * min(k, 20 - k, 5) / 5, 0.0)
        rig.run(0.04)
        seen = seen + rig.events
    del rig.masses["finger"]
    seen = seen + rig.run(1.5)
    assert not of(seen, ev.FALLING) and not of(seen, ev.FELL), seen


def test_the_imu_hears_what_strikes_before_the_converters_feel_it():
    rig, tracker = start()
    stack(rig, (8, 4))
    tracker.expect(ev.NOTHING)
    rig.events = []
    rig.blow = 9_000
    rig.run(0.03)
    assert of(rig.events, ev.FALLING), rig.events
    rig.blow = 0
    events = rig.run(3.0)
    only(events, ev.FALLING_CANCELLED)
    assert tracker.stacks == [[8, 4]]


def test_a_rocking_fallen_cup_that_seems_to_weigh_more_than_it_does_is_still_considered():
    change = Change(49.6, 0.0, 0.0, 0.0, 0.0, 1.0, 60.0)
    assert [] in subsets([4, 1], GRAMS[4] - change.m, change, GRAMS)
