"""Falls and what looks like one, on a table on paper: each is a fault that recorded tapes of the world have shown."""

import math

from teatable.tracker import events as ev
from teatable.tracker.beam import known
from teatable.tracker.explain import guesses
from teatable.tracker.guess import FALLS, NONE, TAKEN, Change
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
    rig.blow = 17_000
    rig.run(0.03)
    assert of(rig.events, ev.FALLING), rig.events
    rig.blow = 0
    events = rig.run(3.0)
    only(events, ev.FALLING_CANCELLED)
    assert tracker.stacks == [[8, 4]]


def test_a_softer_blow_is_told_when_it_is_known_that_the_table_was_not_shaken():
    rig, tracker = start()
    stack(rig, (8, 4))
    tracker.expect(ev.NOTHING)
    rig.blow = 9_000
    assert not of(rig.run(0.03), ev.FALLING)
    rig.blow = 0
    assert of(rig.run(0.1), ev.FALLING)


def bump(rig, unload_g, blow):
    """Shake the table at 5 Hz, dying down, and let its load go with it, late by the filter; return what was told."""
    seen = []
    swings = [0.0] * 3 + [0.95**k * math.sin(2 * math.pi * 5 * k * 0.0114) for k in range(70)]
    for k in range(70):
        rig.aside, rig.blow = int(1_600 * swings[k + 3]), blow if k < 3 else 0
        rig.force_g = -unload_g * swings[k]
        seen = seen + rig.run(0.0114)
    rig.aside = rig.blow = rig.force_g = 0
    return seen + rig.run(2.0)


def test_what_a_shaken_table_explains_is_no_falling():
    rig, tracker = start()
    stack(rig, (11, 7, 3, 2))
    tracker.expect(ev.NOTHING)
    seen = bump(rig, 25.0, 5_000)
    assert of(seen, ev.KNOCK) and not of(seen, ev.FALLING) and not of(seen, ev.FELL), seen
    assert tracker.stacks == [[11, 7, 3, 2]]


def test_a_bump_while_a_hand_is_still_at_a_cup_is_known_as_one():
    rig, tracker = start()
    stack(rig, (11, 7, 3, 2))
    tracker.expect(ev.NOTHING)
    rig.masses["hand"] = (30.0, 0, 0)
    rig.run(0.5)
    assert tracker._falling.bump_mg == 0
    bump(rig, 25.0, 2_500)
    assert tracker._falling.bump_mg > 200


def test_what_is_beyond_the_shaking_is():
    rig, tracker = start()
    stack(rig, (11, 7, 3, 2))
    tracker.expect(ev.NOTHING)
    assert of(bump(rig, 300.0, 5_000), ev.FALLING)


def test_a_rocking_fallen_cup_that_seems_to_weigh_more_than_it_does_is_still_considered():
    change = Change(49.6, 0.0, 0.0, 0.0, 0.0, 1.0, 60.0)
    found = []

    def look():
        found.append((yield from change.gone(GRAMS, [1, 4], GRAMS[4])))

    for _ in look():
        pass
    assert 0 in list(found[0][0])  # no cup is gone


def best_of(change, cups, x_mm=0.0):
    """Return the best explanation of a change of what stands, one stack, and by how much it beats any fall."""
    change.load = sum([GRAMS[cup] for cup in cups])
    found = []
    for _ in guesses(found, known([cups], [(int(1000 * x_mm), 0)]), change, GRAMS, True):
        pass
    found.sort(key=lambda guess: guess.cost)
    falls = [guess.cost for guess in found if guess.what in FALLS]
    return found[0], (min(falls) if falls else 99.0) - found[0].cost


def test_cups_that_a_bump_has_slid_a_little_have_not_fallen():
    change = Change(0.0, 5.0, -338.0, 0.0, 0.0, 0.2, 12.0)  # large cups, one of them slid 6 mm: recorded
    change.blow, change.swing, change.pressed = 1395, 156.0, 41.0
    assert best_of(change, [11, 6])[0].what in FALLS
    change.bump = 600
    best, margin = best_of(change, [11, 6])
    assert best.what == NONE and margin > 3.5
    change.blow = 5_000  # no bump strikes so hard that shakes so little
    assert best_of(change, [11, 6])[0].what in FALLS


def test_a_cup_that_was_brought_slid_off_its_stack_and_went_over_the_edge_may_have_fallen():
    change = Change(0.1, 62.0, 0.0, 0.0, 0.0, 0.3, 18.0)  # recorded: a large cup on a small one
    change.blow, change.swing, change.pressed, change.mode = 533, 104.0, 96.0, ev.PLACE
    change.may_put, change.patient, change.cups, change.stacks = True, True, [11], [9]
    assert best_of(change, [9, 7, 1])[1] < 3.5  # so near a fall is told, unsure
    for much in (0.05, 0.1, 0.2):  # set down and lifted again: what stands is as it was
        change.px = 62.0 * much
        best, margin = best_of(change, [9, 7, 1])
        assert best.what == NONE and margin > 3.5
    change.px, change.blow = 62.0, 150  # or there was no blow
    assert best_of(change, [9, 7, 1])[1] > 3.5


def test_a_load_measured_just_now_may_have_swung():
    rig, tracker = start()
    stack(rig, (8, 4))
    tracker.expect(ev.PLACE)
    rig.masses[0] = (GRAMS[0], 0, 0)
    while not of(rig.run(0.012), ev.PLACED):
        pass
    tracker.expect(ev.NOTHING)
    rig.run(0.1)
    for told in (False, True):
        rig.force_g = -5.0
        seen = rig.run(0.05)
        rig.force_g = 0.0
        assert bool(of(seen, ev.FALLING)) == told, seen
        rig.run(4.5)


def test_a_thing_that_is_taken_off_is_not_falling():
    rig, tracker = start()
    stack(rig, (8, 4))
    tracker.expect(ev.NOTHING)
    rig.masses["thing"] = (140.0, 60, 20)
    assert of(rig.run(5.0), ev.FOREIGN)
    del rig.masses["thing"]
    events = rig.run(3.0)
    assert of(events, ev.FOREIGN_GONE) and not of(events, ev.FALLING), events


def test_a_cup_dragged_along_by_the_one_that_is_taken_off_has_not_fallen():
    change = Change(-13.7, -751.0, 380.0, 0.0, 0.0, 0.3, 18.0)
    change.blow, change.swing, change.mode = 611, 65.0, ev.REMOVE
    best, _ = best_of(change, [8, 6, 4, 0], 26.0)
    assert best.what == TAKEN and best.cup == 0
    x, y = best.table.stacks[0].xs[-1], best.table.stacks[0].ys[-1]
    assert 16 < x < 20 and 7 < y < 10  # where the one below stands now


def test_what_lies_far_from_its_stack_after_a_removal_has_fallen():
    change = Change(-13.7, -13.7 * 26 + 2_000, 0.0, 0.0, 0.0, 0.3, 18.0)
    change.blow, change.swing, change.mode = 1685, 120.0, ev.REMOVE
    assert best_of(change, [8, 6, 4, 0], 26.0)[0].what in FALLS


def test_the_one_cup_that_was_to_be_taken_off_and_is_gone_is_taken():
    change = Change(-20.0, 13.0, 122.0, 0.0, 0.0, 0.56, 288.0)
    change.blow, change.swing, change.pressed, change.mode = 835, 48.0, 18.0, ev.REMOVE
    assert best_of(change, [9, 5, 2])[0].what == TAKEN


def test_a_stack_slid_by_a_hand_that_leans_has_not_fallen_without_a_blow():
    rig, tracker = start()
    stack(rig, (8, 11, 2), -64.0, 50.0)
    tracker.expect(ev.NOTHING)
    rig.force_g, rig.force_x, rig.force_y = 600.0, 60.0, -60.0
    rig.run(1.0)
    events = rig.events
    for cup in (8, 11, 2):
        rig.masses[cup] = (GRAMS[cup], -65.0, 54.0)
    rig.force_g = 0.0
    events = events + rig.run(4.0)
    assert not of(events, ev.FELL) and not of(events, ev.FALLING), events
    assert tracker.stacks == [[8, 11, 2]]


def test_a_fallen_cup_that_rocks_on_and_on_is_told_all_the_same():
    rig, tracker = start()
    stack(rig, (8, 4, 0))
    rig.run(1.0)
    tracker.expect(ev.NOTHING)
    g = GRAMS[4] + GRAMS[0]
    for cup in (4, 0):
        rig.masses[cup] = (GRAMS[cup], 62.0, 20.0)
    rig.blow = 12_000
    rig.run(0.05)
    events = rig.events
    rig.blow = 0
    for i in range(220):  # 2.5 s, 4 times a second
        rig.force_g, rig.force_x, rig.force_y = 0.15 * g * math.sin(2 * math.pi * 2.3 * 0.02 * i), 70.0, 20.0
        events = events + rig.run(0.02)
    e = only(events, ev.FELL)
    assert sorted(e.cups) == [0, 4] and not e.sure and e.stacks == [[8]], e.cups
    assert tracker.stacks == [[8]]
    rig.force_g = 0.0
    events = rig.run(2.0)
    assert not of(events, ev.FELL) and tracker.stacks == [[8]] and not tracker.holding, events


def test_a_hand_that_trembles_on_a_stack_after_a_knock_is_no_fall():
    rig, tracker = start()
    stack(rig, (8, 4, 0))
    rig.run(1.0)
    tracker.expect(ev.NOTHING)
    rig.blow = 900
    rig.run(0.03)
    events = rig.events
    rig.blow = 0
    for i in range(150):
        rig.force_g, rig.force_x, rig.force_y = 80.0 + 9.0 * math.sin(2 * math.pi * 9 * 0.02 * i), 2.0, 1.0
        events = events + rig.run(0.02)
    rig.force_g = 0.0
    events = events + rig.run(2.0)
    assert not of(events, ev.FELL) and tracker.stacks == [[8, 4, 0]], events


def test_what_is_in_the_air_is_not_gone():
    """From the top of a tower of twelve a cup falls for 0.3 s: meanwhile the load rests without it."""
    for gap_s in (0.12, 0.17, 0.22, 0.3):
        rig, tracker = start()
        put(rig, 8, 0.0, 0.0)
        put(rig, 4, 2.0, 0.0)
        put(rig, 0, 3.0, 0.0)
        tracker.expect(ev.NOTHING)
        rig.events = []
        del rig.masses[0], rig.masses[4]
        rig.run(gap_s)
        before = rig.events
        rig.masses[0] = (GRAMS[0], 58.0, 5.0)
        rig.masses[4] = (GRAMS[4], 55.0, -5.0)
        rig.blow = 3000
        rig.run(0.05)
        before = before + rig.events
        rig.blow = 0
        events = before + rig.run(1.5)
        e = only(events, ev.FELL)
        assert sorted(e.cups) == [0, 4] and sorted(e.lying) == [0, 4] and e.stacks == [[8]], gap_s
        assert tracker.stacks == [[8]] and sorted(tracker.lying) == [0, 4], gap_s


def test_what_has_just_struck_is_not_gone_before_the_load_can_show_it():
    """The IMU hears a blow some 40 ms before the converters tell what lies there."""
    for gap_s in (0.25, 0.3, 0.35):
        rig, tracker = start()
        put(rig, 8, 0.0, 0.0)
        put(rig, 4, 2.0, 0.0)
        put(rig, 0, 3.0, 0.0)
        tracker.expect(ev.NOTHING)
        del rig.masses[0], rig.masses[4]
        rig.run(gap_s)
        events = rig.events
        rig.blow = 4000
        rig.run(0.06)
        events = events + rig.events
        rig.blow = 0
        rig.masses[0] = (GRAMS[0], 58.0, 5.0)
        rig.masses[4] = (GRAMS[4], 55.0, -5.0)
        events = events + rig.run(1.5)
        e = only(events, ev.FELL)
        assert sorted(e.cups) == [0, 4] and sorted(e.lying) == [0, 4] and e.stacks == [[8]], gap_s
        assert not of(events, ev.FOREIGN) and sorted(tracker.lying) == [0, 4], gap_s


def rocked(rig, swings, lift_g=0.0):
    """Let a stack swing from edge to edge so often, 0.05 s each, while a hand lifts so much more each time."""
    seen = []
    for k in range(swings):
        rig.masses["rock"] = (0.001, 1_500_000.0 if k & 1 else -1_500_000.0, 0.0)
        rig.masses["hand"] = (-lift_g * k, 0.0, 0.0)
        rig.run(0.05)
        seen = seen + rig.events
    del rig.masses["rock"]
    return seen


def test_what_a_tall_stack_sways_right_after_a_cup_was_put_on_it_must_last_twice_as_long_to_be_falling():
    for young_ms, swings, falling in ((0, 2, False), (0, 6, True), (2000, 2, True)):
        rig, tracker = start()
        stack(rig, (11, 7, 3, 2))
        tracker.expect(ev.NOTHING)
        tracker._falling._stood_ms = tracker.now_ms - young_ms
        seen = rocked(rig, swings) + rig.run(0.1)
        assert bool(of(seen, ev.FALLING)) is falling, (young_ms, swings)


def test_a_tower_that_sways_as_a_wrong_cup_is_lifted_off_it_is_not_falling():
    for lift in (2, -1):
        rig, tracker = start()
        stack(rig, (11, 7, 3, 2))
        rig.run(1.5)
        tracker.expect(ev.PLACE, [9], [11], False, lift)
        seen = rocked(rig, 12, 9.0)
        assert bool(of(seen, ev.FALLING)) is (lift < 0), lift
