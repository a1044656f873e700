"""The tracker on a table on paper: which cup, which stack, falls, questions, resumed games."""

import math

from teatable.boards import geometry
from teatable.tracker import Tracker
from teatable.tracker import events as ev
from teatable.tracker.beam import Beam
from teatable.tracker.believed import Table
from teatable.tracker.guess import FALL, TAKEN, Change, Guess
from unit_sensing.rig import Rig

try:
    import micropython
except ImportError:
    micropython = None

GRAMS = [m / 1000 for m in geometry.CUP_MASS_MG]


def near(a, b, by):
    assert abs(a - b) <= by, (a, b)


def start(masses=None, overrides=None):
    tracker = Tracker(masses or geometry.CUP_MASS_MG, overrides)
    rig = Rig(tracker)
    rig.run(1.6)
    tracker.expect(ev.PLACE)
    return rig, tracker


def put(rig, cup, x, y, hand_g=80.0):
    """A hand presses the cup down and lets go; returns the events."""
    rig.masses[cup] = (GRAMS[cup], x, y)
    rig.force_g, rig.force_x, rig.force_y = hand_g, x, y
    rig.run(0.15)
    found = rig.events
    rig.force_g = 0.0
    return found + rig.run(1.3)


def over_the_edge(rig, cup):
    """A cup tips, knocks against what it stood on and goes over the edge."""
    g, x, y = rig.masses[cup]
    before = rig.events
    for share in (0.8, 0.4):  # less and less of its weight is on the table
        rig.masses[cup] = (g * share, x + 20.0, y)
        rig.blow = 3000
        rig.run(0.06)
        before = before + rig.events
    rig.blow = 0
    rig.force_g, rig.force_x, rig.force_y = 12.0, x, y
    del rig.masses[cup]
    rig.run(0.04)
    rig.force_g = 0.0
    rig.events = before + rig.events


def take(rig, cup):
    del rig.masses[cup]
    return rig.run(1.0)


def resumed(masses, stacks, places=None):
    """The table is switched on with cups on it, its zero known from before."""
    first, _ = start()
    tracker = Tracker(geometry.CUP_MASS_MG)
    rig = Rig(tracker, first.sensing.calibration)
    rig.masses = masses
    tracker.begin(stacks, places)
    events = rig.run(1.5)
    tracker.expect(ev.PLACE)
    return rig, tracker, events


def of(events, kind):
    return [e for e in events if e.kind == kind]


def only(events, kind):
    found = of(events, kind)
    assert len(found) == 1, (ev.NAMES[kind], events)
    return found[0]


def test_every_cup_is_told_by_its_weight():
    for cup in range(12):
        rig, tracker = start()
        e = only(put(rig, cup, 30.0, -40.0), ev.PLACED)
        assert e.cup == cup and e.sure and e.stack == ev.ON_TABLE
        near(e.x_um, 30_000, 1_500)
        near(e.y_um, -40_000, 1_500)
        assert tracker.stacks == [[cup]]
        near(tracker.positions(cup)[0], 30_000, 1_500)
        assert tracker.at_rest and not tracker.holding


def test_a_stack_grows_and_shrinks():
    rig, tracker = start()
    put(rig, 8, 0.0, 0.0)
    put(rig, 4, 80.0, 0.0)
    e = only(put(rig, 1, 3.0, 2.0), ev.PLACED)
    assert (e.cup, e.stack, e.sure) == (1, 8, True)
    e = only(put(rig, 0, 78.0, 2.0), ev.PLACED)
    assert (e.cup, e.stack, e.sure) == (0, 4, True)
    assert tracker.stacks == [[8, 1], [4, 0]]
    tracker.expect(ev.REMOVE, None, [8, 4])
    e = only(take(rig, 0), ev.REMOVED)
    assert (e.cup, e.stack, e.sure) == (0, 4, True)
    assert tracker.stacks == [[8, 1], [4]]


def test_what_was_put_is_told_also_when_it_was_not_asked_for():
    rig, tracker = start()
    put(rig, 8, 0.0, 0.0)
    put(rig, 4, 80.0, 0.0)
    tracker.expect(ev.PLACE, [2], [8])
    e = only(put(rig, 6, 81.0, 1.0), ev.PLACED)
    assert (e.cup, e.stack, e.sure) == (6, 4, True)


def test_a_touch_is_told_and_nothing_else():
    rig, tracker = start()
    put(rig, 8, 0.0, 0.0)
    rig.force_g, rig.force_x = 600.0, 90.0
    rig.run(0.4)
    events = rig.events
    assert tracker.holding
    rig.force_g = 0.0
    events = events + rig.run(1.0)
    assert [e.kind for e in events] == [ev.TOUCH, ev.UNTOUCH], events
    assert tracker.stacks == [[8]]
    assert not tracker.holding


def test_a_hand_that_rests_on_a_stack_before_it_lifts_a_cup_is_no_cup():
    rig, tracker = start()
    put(rig, 8, 0.0, 0.0)
    put(rig, 4, 1.0, 0.0)
    tracker.expect(ev.REMOVE, None, [8])
    rig.force_g, rig.force_x = 83.0, 60.0  # as heavy as a large cup, and still
    rig.run(0.7)
    events = rig.events
    rig.force_g = 0.0
    events = events + take(rig, 4)
    assert not of(events, ev.PLACED), events
    assert only(events, ev.REMOVED).cup == 4


def test_a_fall_over_the_edge_is_told_early_and_then_for_sure():
    rig, tracker = start()
    put(rig, 8, 0.0, 0.0)
    put(rig, 4, 2.0, 0.0)
    tracker.expect(ev.NOTHING)
    rig.events = []
    over_the_edge(rig, 4)
    events = rig.events + rig.run(1.0)
    kinds = [e.kind for e in events]
    assert kinds.index(ev.FALLING) < kinds.index(ev.FELL)
    e = only(events, ev.FELL)
    assert e.cups == [4] and e.lying == [] and e.stacks == [[8]]
    assert not of(events, ev.FALLING_CANCELLED)
    only(events, ev.CLEARED)
    assert tracker.stacks == [[8]] and tracker.lying == []


def test_a_fall_onto_the_table_is_followed_until_it_is_cleared():
    rig, tracker = start()
    put(rig, 8, 0.0, 0.0)
    put(rig, 4, 2.0, 0.0)
    put(rig, 0, 3.0, 0.0)
    tracker.expect(ev.NOTHING)
    rig.masses[0] = (GRAMS[0], 75.0, 30.0)
    rig.masses[4] = (GRAMS[4], 70.0, -40.0)
    rig.events = []
    rig.knock(90.0)
    events = rig.events + rig.run(1.2)
    e = only(events, ev.FELL)
    assert sorted(e.cups) == [0, 4], e.cups
    assert sorted(tracker.lying) == [0, 4]
    assert tracker.stacks == [[8]]
    tracker.expect(ev.CLEAR)
    e = only(take(rig, 4), ev.REMOVED)
    assert e.cup == 4
    assert tracker.lying == [0]
    events = take(rig, 0)
    assert only(events, ev.REMOVED).cup == 0
    only(events, ev.CLEARED)
    assert tracker.lying == [] and tracker.stacks == [[8]]


def test_a_cup_dropped_on_the_top_where_one_was_asked_for_is_no_fall():
    for cups, stacks in ((None, None), ([2], [ev.NEW_STACK]), ([2], [8, ev.NEW_STACK])):
        rig, tracker = start()
        put(rig, 8, 0.0, 0.0)
        tracker.expect(ev.PLACE, cups, stacks)
        rig.masses[2] = (GRAMS[2], 90.0, 20.0)  # no hand presses it down
        rig.knock(400.0, 30_000)
        events = rig.run(1.0)
        e = only(events, ev.PLACED)
        assert (e.cup, e.sure) == (2, True) and not of(events, ev.FELL), events


def test_what_fell_is_sure_only_while_no_belief_says_otherwise():
    beam = Beam([m / 1000 for m in geometry.CUP_MASS_MG], 20, 10.0)
    one, other = Table(), Table()
    one.fallen = [4, 11]
    other.fallen = [4, 9]
    beam.costed = [(0.0, one), (9.0, other)]
    assert not beam.agrees_on_fallen()
    other.fallen = [11, 4]
    assert beam.agrees_on_fallen(), "in whatever order"


def test_a_finger_against_a_stack_is_no_fall():
    rig, tracker = start()
    put(rig, 8, 0.0, 0.0)
    put(rig, 0, 0.0, 0.0)
    tracker.expect(ev.NOTHING)
    rig.masses["finger"] = (0.001, 900_000.0, 0.0)  # a sideways force: moments, no weight, no blow
    events = rig.run(1.2)
    assert not of(events, ev.FELL) and tracker.holding
    del rig.masses["finger"]
    events = rig.run(1.0)
    assert not of(events, ev.FELL)
    assert tracker.stacks == [[8, 0]] and not tracker.holding


def test_unloading_that_comes_back_is_taken_back():
    rig, tracker = start()
    put(rig, 8, 0.0, 0.0)
    put(rig, 4, 2.0, 0.0)
    tracker.expect(ev.NOTHING)
    rig.force_g = -20.0
    rig.run(0.1)
    events = rig.events
    rig.force_g = 0.0
    events = events + rig.run(1.0)
    kinds = [e.kind for e in events if e.kind in (ev.FALLING, ev.FALLING_CANCELLED, ev.FELL)]
    assert kinds == [ev.FALLING, ev.FALLING_CANCELLED], events
    assert tracker.stacks == [[8, 4]]


def test_two_tops_near_each_other_are_asked_about_and_answered():
    rig, tracker = start()
    put(rig, 0, 0.0, 0.0)
    put(rig, 1, 26.0, 0.0)
    events = put(rig, 2, 13.0, 0.0)
    q = only(events, ev.QUESTION)
    assert q.question == ev.WHICH_STACK
    assert 0 in q.stacks and 1 in q.stacks
    assert not only(events, ev.PLACED).sure
    tracker.answer(stack=1)
    e = only(rig.run(0.5), ev.PLACED)
    assert (e.cup, e.stack, e.sure) == (2, 1, True)
    assert tracker.stacks == [[0], [1, 2]]


def test_cups_that_weigh_the_same_are_asked_about():
    masses = list(geometry.CUP_MASS_MG)
    masses[5] = masses[4]
    rig, tracker = start(masses)
    events = put(rig, 4, 0.0, 0.0)
    q = only(events, ev.QUESTION)
    assert q.question == ev.WHICH_CUP and sorted(q.candidates) == [4, 5]
    e = only(events, ev.PLACED)
    assert e.cup == -1 and sorted(e.candidates) == [4, 5]
    tracker.answer(cup=5)
    assert only(rig.run(0.5), ev.PLACED).cup == 5
    assert tracker.stacks == [[5]]


def test_a_cup_that_is_none_of_those_asked_about_waits_to_be_taken_off():
    rig, tracker = start()
    put(rig, 0, 0.0, 0.0)
    put(rig, 1, 26.0, 0.0)
    only(put(rig, 2, 13.0, 0.0), ev.QUESTION)
    tracker.refuse()
    events = rig.run(3.0)
    assert not only(events, ev.FOREIGN).sure
    assert not of(events, ev.PLACED) and not of(events, ev.QUESTION), events
    assert tracker.stacks == [[0], [1]] and not tracker.holding
    tracker.refuse()  # there is nothing to refuse any more
    assert not rig.run(0.5)
    only(take(rig, 2), ev.FOREIGN_GONE)
    assert tracker.stacks == [[0], [1]]
    e = only(put(rig, 2, 28.0, 0.0), ev.PLACED)
    assert (e.cup, e.stack, e.sure) == (2, 1, True)


def test_an_answer_that_says_nothing_is_ignored():
    masses = list(geometry.CUP_MASS_MG)
    masses[5] = masses[4]
    rig, tracker = start(masses)
    only(put(rig, 4, 0.0, 0.0), ev.QUESTION)
    tracker.answer()
    assert not of(rig.run(0.5), ev.PLACED)
    tracker.answer(cup=5)
    assert only(rig.run(0.5), ev.PLACED).sure


def test_a_cup_none_of_those_asked_about_is_back_on_its_stack_until_explained():
    masses = list(geometry.CUP_MASS_MG)
    masses[5] = masses[4]
    rig, tracker = start(masses)
    tracker.expect(ev.PLACE, [4], [ev.NEW_STACK])
    put(rig, 4, 0.0, 0.0)
    tracker.expect(ev.PLACE, [5], [ev.NEW_STACK])
    rig.masses[5] = (GRAMS[4], 40.0, 0.0)
    rig.run(1.5)
    assert tracker.stacks == [[4], [5]]
    tracker.begin(tracker.stacks)  # nobody knows where
    tracker.expect(ev.REMOVE)
    rig.run(0.5)
    q = only(take(rig, 5) + rig.run(2.0), ev.QUESTION)
    assert sorted(q.candidates) == [4, 5]
    tracker.refuse()
    rig.sample()
    assert sorted(tracker.stacks) == [[4], [5]]
    rig.masses[5] = (GRAMS[4], 40.0, 0.0)
    events = rig.run(1.5)
    assert not of(events, ev.REMOVED) and sorted(tracker.stacks) == [[4], [5]], events


def test_the_game_knows_which_of_two_equal_cups_it_asked_for():
    masses = list(geometry.CUP_MASS_MG)
    masses[5] = masses[4]
    rig, tracker = start(masses)
    tracker.expect(ev.PLACE, [5], [ev.NEW_STACK])
    e = only(put(rig, 4, 0.0, 0.0), ev.PLACED)
    assert e.cup == 5 and e.sure


def test_a_thing_that_is_no_cup_is_told_and_its_going_too():
    rig, tracker = start()
    put(rig, 8, 0.0, 0.0)
    rig.masses["phone"] = (150.0, -60.0, 40.0)
    e = only(rig.run(4.0), ev.FOREIGN)
    near(e.mass_mg, 150_000, 500)
    near(e.x_um, -60_000, 2_000)
    del rig.masses["phone"]
    only(rig.run(1.0), ev.FOREIGN_GONE)
    assert tracker.stacks == [[8]]


def test_a_cup_put_before_a_thing_laid_down_is_told_is_told_as_soon_as_any():
    for share in (1.0, 0.5):
        rig, tracker = start()
        put(rig, 8, 0.0, 0.0)
        rig.masses["phone"] = (206.0 * share, -60.0, 40.0)
        only(rig.run(1.3), ev.TOUCH)
        tracker.expect(ev.PLACE, [4], [8])
        events = put(rig, 4, 2.0, 0.0)
        e = only(events, ev.PLACED)
        assert (e.cup, e.stack, e.sure) == (4, 8, True)
        near(e.x_um, 2_000, 1_000)
        thing = only(events, ev.FOREIGN)
        near(thing.mass_mg, 206_000 * share, 500)
        near(thing.x_um, -60_000, 2_000)
        del rig.masses["phone"]
        only(rig.run(1.0), ev.FOREIGN_GONE)
        assert tracker.stacks == [[8, 4]]


def test_a_thing_that_goes_while_a_cup_is_put_is_told_as_gone():
    rig, tracker = start()
    put(rig, 8, 0.0, 0.0)
    rig.masses["phone"] = (206.0, -60.0, 40.0)
    only(rig.run(4.0), ev.FOREIGN)
    del rig.masses["phone"]
    events = put(rig, 4, 2.0, 0.0)
    assert only(events, ev.PLACED).cup == 4
    only(events, ev.FOREIGN_GONE)
    assert tracker.stacks == [[8, 4]] and not tracker._beam.table.things


def test_an_overruled_fall_leaves_the_stacks_as_they_were():
    rig, tracker = start()
    put(rig, 8, 0.0, 0.0)
    put(rig, 4, 2.0, 0.0)
    tracker.expect(ev.NOTHING)
    over_the_edge(rig, 4)
    rig.run(1.0)
    assert tracker.stacks == [[8]]
    rig.masses[4] = (GRAMS[4], 2.0, 0.0)
    tracker.overrule()
    rig.run(0.5)
    assert tracker.stacks == [[8, 4]]
    assert not rig.run(0.5)


def test_what_fell_and_was_cleared_is_not_named_by_the_next_fall_and_stays_gone_when_that_is_overruled():
    rig, tracker = start()
    put(rig, 9, 60.0, 30.0)
    put(rig, 5, -60.0, -40.0)
    put(rig, 1, 0.0, 70.0)
    tracker.expect(ev.NOTHING, (), ())
    over_the_edge(rig, 5)
    assert only(rig.run(1.5), ev.FELL).cups == [5]
    tracker.expect(ev.CLEAR, [9, 5, 1], None)
    rig.run(1.0)
    tracker.expect(ev.NOTHING, (), ())  # charged; no card is played yet
    over_the_edge(rig, 9)
    e = only(rig.run(1.5), ev.FELL)
    assert e.cups == [9] and not e.again
    tracker.overrule()
    assert sorted(tracker.stacks) == [[1], [9]]


def test_what_hands_push_while_they_clear_up_is_neither_a_fall_nor_a_question():
    for afterwards in (ev.NOTHING, ev.CLEAR):  # "yes, it fell" is pressed before the table has understood it, or not
        rig, tracker = start()
        for cup in (6, 4, 1):
            put(rig, cup, 0.0, 0.0)
        tracker.expect(ev.CLEAR, [6, 4, 1], None)
        rig.run(0.5)
        for cup in (6, 4, 1):
            rig.masses[cup] = (GRAMS[cup], 8.0, 0.0)
        rig.knock(12.0, 0)
        events = rig.events + rig.run(0.4)
        tracker.expect(afterwards, (), ())
        events += rig.run(3.5)
        assert not of(events, ev.FELL) and not of(events, ev.QUESTION)
        assert tracker.stacks == [[6, 4, 1]] and not tracker.holding


def test_an_overruled_slide_leaves_the_stack_where_it_slid_to():
    rig, tracker = start()
    put(rig, 8, 0.0, 0.0)
    put(rig, 4, 0.0, 0.0)
    put(rig, 9, -90.0, 0.0)
    tracker.expect(ev.NOTHING)
    rig.masses[8] = (GRAMS[8], 70.0, 10.0)
    rig.masses[4] = (GRAMS[4], 70.0, 10.0)
    rig.events = []
    rig.knock(150.0)
    events = rig.events + rig.run(1.5)
    only(events, ev.FELL)
    tracker.overrule()
    rig.run(0.5)
    assert sorted(tracker.stacks) == [[8, 4], [9]]
    tracker.expect(ev.PLACE)
    e = only(put(rig, 0, 71.0, 10.0), ev.PLACED)
    assert (e.cup, e.stack) == (0, 8)


def test_a_declared_fall_is_not_taken_for_a_slide():
    rig, tracker = start()
    put(rig, 8, 0.0, 0.0)
    put(rig, 4, 2.0, 0.0)
    tracker.expect(ev.NOTHING)
    rig.masses[4] = (GRAMS[4], 32.0, 0.0)  # it lies beside the stack, and fell without a sound
    tracker.expect(ev.CLEAR, None, None, True)
    e = only(rig.run(4.0), ev.FELL)
    assert 4 in e.cups and 8 not in e.cups and not e.sure
    e = only(take(rig, 4), ev.REMOVED)
    assert e.cup == 4 and tracker.lying == [] and tracker.stacks == [[8]]


def test_a_cup_on_the_bare_top_has_fallen_there_only_with_a_thud():
    for blow, kind in ((5_000, ev.PLACED), (16_000, ev.FELL)):  # for its 50 g: 24 and 78 mg a gram
        rig, tracker = start()
        put(rig, 8, 0.0, 0.0)
        tracker.expect(ev.PLACE, [5], [8])
        rig.masses[5] = (GRAMS[5], 60.0, 60.0)
        rig.force_x = rig.force_y = 60.0
        rig.knock(150.0, blow)
        e = only(rig.run(2.0), kind)
        assert e.sure == (kind == ev.PLACED)


def test_a_cup_first_felt_on_a_stack_and_then_on_the_bare_top_has_slid_off_however_softly():
    for x, y, kind in ((5.0, -5.0, ev.FELL), (55.0, 62.0, ev.PLACED)):  # where a hand presses, before it lies at 60, 60
        rig, tracker = start()
        put(rig, 8, 0.0, 0.0)
        tracker.expect(ev.PLACE, [5], [8])
        rig.force_g, rig.force_x, rig.force_y = 90.0, x, y
        rig.run(0.3)
        rig.force_g = 0.0
        rig.masses[5] = (GRAMS[5], 60.0, 60.0)
        e = only(rig.run(2.0), kind)
        assert e.sure == (kind == ev.PLACED)


def test_a_cup_still_half_held_is_not_taken_for_a_lighter_one_that_was_not_asked_for():
    for cups in ([9], None):
        rig, tracker = start()
        put(rig, 8, 0.0, 0.0)
        tracker.expect(ev.PLACE, cups, [8])
        rig.force_g, rig.force_x, rig.force_y = 24.0, 2.0, 1.0
        early = of(rig.run(0.7), ev.PLACED)
        assert [e.cup for e in early] == ([3] if cups is None else [])  # 23 g: where any cup may come, it is one
        rig.force_g = 0.0
        rig.masses[9] = (GRAMS[9] - 0.8, 2.0, 1.0)
        e = only(rig.run(1.5), ev.PLACED)
        assert (e.cup, e.sure) == (9, True)  # 61.2 g more would be large-purple's 60, but for the 1 g too much before


def test_a_hand_that_rests_on_a_cup_as_it_brings_it_makes_no_heavier_one_of_it():
    for hand_g in (29.6, 30.2, 30.6):  # with the hand, which trembles, it weighs 2 to 3 g less than cup 4
        rig, tracker = start()
        put(rig, 8, 0.0, 0.0)
        put(rig, 9, 1.0, 0.0)
        tracker.expect(ev.PLACE, [0, 4], [8])
        rig.masses[0] = (GRAMS[0], 2.0, 0.0)
        events = []
        for i in range(35):
            rig.force_g, rig.force_x, rig.force_y = hand_g + math.sin(2 * math.pi * 9 * 0.02 * i), 2.0, 0.0
            rig.run(0.02)
            events = events + rig.events
        rig.force_g = 0.0
        events = events + rig.run(1.5)
        e = only(events, ev.PLACED)
        assert (e.cup, e.stack, e.sure) == (0, 8, True) and not of(events, ev.REMOVED), events


def test_a_cup_that_still_leans_on_its_stack_as_it_is_lifted_is_told_when_it_is_off():
    rig, tracker = start()
    put(rig, 8, 0.0, 0.0)
    put(rig, 10, 1.0, 0.0)
    tracker.expect(ev.REMOVE, None, [8])
    early = []
    for i in range(30):  # for 0.6 s all but 2.6 g of it is in the hand, which trembles
        rig.masses[10] = (2.6 + 0.9 * math.sin(2 * math.pi * 9 * 0.02 * i), 1.0, 0.0)
        rig.run(0.02)
        early = early + rig.events
    assert not of(early, ev.REMOVED), early
    e = only(take(rig, 10), ev.REMOVED)
    assert (e.cup, e.stack, e.sure) == (10, 8, True)


def test_a_tower_that_sways_does_not_set_its_new_top_cup_beside_it():
    rig, tracker = start()
    put(rig, 8, 0.0, 0.0)
    put(rig, 9, 1.0, 0.0)
    tracker.expect(ev.PLACE, [10], [8])
    rig.masses[10] = (GRAMS[10], 2.0, 0.0)
    rig.masses["sway"] = (0.001, 7_500_000.0, 0.0)  # it leans so far for half a second
    rig.force_g, rig.force_x = 80.0, 2.0
    rig.run(0.15)
    events = rig.events
    rig.force_g = 0.0
    rig.run(0.5)
    events = events + rig.events
    del rig.masses["sway"]
    events = events + rig.run(2.0)
    e = only(events, ev.PLACED)
    assert (e.cup, e.stack) == (10, 8), events
    assert not of(events, ev.FELL)


def test_a_cup_laid_down_slowly_by_a_steady_hand_is_told_once_and_rightly():
    for cup, seconds in ((1, 3.0), (3, 4.5)):  # it passes the weights of lighter cups, all of them allowed
        rig, tracker = start()
        put(rig, 8, 0.0, 0.0)
        tracker.expect(ev.PLACE, None, [8])
        rig.force_x, rig.force_y = 2.0, 1.0
        events = []
        steps = int(seconds * 44)
        for i in range(steps):
            rig.force_g = GRAMS[cup] * (i + 1) / steps
            events += rig.run(0.0227)
        rig.force_g = 0.0
        rig.masses[cup] = (GRAMS[cup], 2.0, 1.0)
        events += rig.run(1.5)
        e = only(events, ev.PLACED)
        assert (e.cup, e.sure) == (cup, True) and not of(events, ev.REMOVED)


def test_a_cup_laid_down_by_a_hand_that_trembles_is_told_once_and_rightly():
    rig, tracker = start()
    put(rig, 8, 0.0, 0.0)
    tracker.expect(ev.PLACE, None, [8])
    rig.force_x, rig.force_y = 2.0, 1.0
    events = []
    for i in range(838):  # 9 g a second, and 1.2 g up and down 9 times a second: now and then that is at rest
        rig.force_g = 0.1026 * i + 1.2 * math.sin(0.6447 * i)
        events += rig.run(0.0114)
    rig.force_g = 0.0
    rig.masses[9] = (GRAMS[9], 2.0, 1.0)
    e = only(events + rig.run(1.5), ev.PLACED)
    assert (e.cup, e.sure) == (9, True)


def test_what_stands_is_counted_again_when_hands_were_quicker_than_the_table():
    rig, tracker = start()
    put(rig, 8, 0.0, 0.0)
    put(rig, 4, 2.0, 0.0)
    put(rig, 0, 2.0, 1.0)
    tracker.expect(ev.PLACE, [9], [ev.NEW_STACK])
    put(rig, 9, 90.0, 0.0)
    tracker.expect(ev.NOTHING)
    rig.masses[0] = (GRAMS[0], 50.0, 40.0)
    rig.knock(2000.0)
    only(rig.run(2.0), ev.FELL)
    tracker.expect(ev.CLEAR)
    del rig.masses[0], rig.masses[4], rig.masses[9]  # others were knocked over meanwhile, and all are cleared at once
    events = rig.run(4.0)
    assert tracker.stacks == [[8]] and tracker.lying == [] and of(events, ev.CLEARED)
    assert sorted(only(events, ev.FELL).cups) == [0, 4, 9]


def test_a_change_that_is_no_fall_by_the_players_word_is_explained_otherwise_and_where_it_is():
    rig, tracker = start()
    put(rig, 8, 0.0, 0.0)
    tracker.expect(ev.PLACE, [4], [8])
    rig.masses[4] = (GRAMS[4], 60.0, 40.0)
    rig.knock(300.0, 16_000)
    only(rig.run(2.0), ev.FELL)
    tracker.overrule()
    tracker.expect(ev.PLACE, [4], [8])
    events = rig.run(5.0)
    assert not of(events, ev.FELL)
    e = only(events, ev.PLACED)
    assert (e.cup, e.stack) == (4, ev.ON_TABLE)
    near(e.x_um, 60_000, 3_000)
    near(e.y_um, 40_000, 3_000)


def test_a_resumed_game_goes_on_with_what_stands():
    rig, tracker, events = resumed({8: (GRAMS[8], 40.0, 10.0), 4: (GRAMS[4], 41.0, 9.0)}, [[8, 4]])
    assert not of(events, ev.PLACED) and not of(events, ev.QUESTION)
    near(tracker.positions(8)[0], 40_000, 2_000)
    e = only(put(rig, 0, 42.0, 10.0), ev.PLACED)
    assert (e.cup, e.stack) == (0, 8)


def test_a_cup_taken_while_the_power_was_off_is_missed():
    _, tracker, events = resumed({8: (GRAMS[8], 40.0, 10.0)}, [[8, 4]], [(40_000, 10_000)])
    gone = [e.cup for e in of(events, ev.REMOVED)] + [c for e in of(events, ev.FELL) for c in e.cups]
    assert gone == [4] and tracker.stacks == [[8]]


def test_stacks_whose_places_nobody_has_seen_are_found_by_what_is_put_on_them():
    rig, tracker, _ = resumed({8: (GRAMS[8], 60.0, 0.0), 9: (GRAMS[9], -60.0, 0.0)}, [[8], [9]])
    tracker.expect(ev.PLACE, [0], [9])
    e = only(put(rig, 0, -60.0, 0.0), ev.PLACED)
    assert (e.cup, e.stack) == (0, 9)
    near(tracker.positions(9)[0], -60_000, 2_000)


def test_a_fault_of_the_cells_is_passed_on():
    rig, tracker = start()
    rig.status = 9
    rig.run(0.2)
    assert rig.sensing.status == 9
    assert tracker.at_rest is False or rig.sensing.at_rest is False


def test_a_quiet_sample_and_one_under_a_hand_allocate_nothing():
    if micropython is None or not hasattr(micropython, "mem_total"):
        return
    rig, tracker = start()
    put(rig, 8, 0.0, 0.0)
    rig.run(2.0)
    tracker.expect(ev.CLEAR)  # an event does allocate: none is to come but the touch
    s, rows, counts, now = rig.sensing, rig._rows, rig.counts, rig.now
    for hand in (0, 400_000):
        for i in range(330):
            if i == 30:
                before = micropython.mem_total()
            now = (now + 11_364) & ((1 << 30) - 1)
            counts[0] += (3 if i & 1 else -3) + (hand if i == 10 else 0)
            if hand:
                counts[1] += 9_000 if i & 8 else -9_000
            s.imu(rows, 2, now)
            if s.sample(now, counts, 0):
                tracker.step(now, s)
        assert micropython.mem_total() == before, micropython.mem_total() - before


def test_a_cup_and_a_thing_put_down_at_once_are_told_apart_when_the_thing_goes():
    rig, tracker = start()
    put(rig, 8, 0.0, 0.0)
    tracker.expect(ev.PLACE, [4], [8])
    rig.masses["phone"] = (62.0, 90.0, 0.0)
    events = put(rig, 4, 2.0, 1.0) + rig.run(3.0)
    assert of(events, ev.FOREIGN) and not of(events, ev.PLACED)
    del rig.masses["phone"]
    e = only(rig.run(2.0), ev.PLACED)
    assert (e.cup, e.stack, e.sure) == (4, 8, True)
    near(e.x_um, 2_000, 2_000)


def test_a_cup_taken_that_weighs_like_another_one_on_the_table_is_not_sure():
    rig, tracker = start()
    put(rig, 6, -60.0, 0.0)
    put(rig, 9, -60.0, 0.0)
    put(rig, 8, 60.0, 0.0)
    put(rig, 5, 60.0, 0.0)
    tracker.expect(ev.CLEAR)
    rig.masses["drop of tea"] = (-1.7, 60.0, 0.0)  # 1.3 g less than the other weighs
    e = only(take(rig, 5), ev.REMOVED)
    assert not e.sure and sorted(e.candidates) == [5, 6]


def test_a_fallen_cup_gone_from_a_level_that_nothing_explained_is_sure_only_if_no_cup_weighs_the_last_step():
    for hand_g, candidates in ((-6.0, [11, 9]), (8.0, [])):  # half lifted it weighs as another one; pressed as none
        rig, tracker = start()
        put(rig, 11, 30.0, 0.0)
        tracker.expect(ev.CLEAR, [11])
        rig.force_g, rig.force_x, rig.force_y = hand_g, 30.0, 0.0
        assert not of(rig.run(0.6), ev.REMOVED)
        rig.force_g = 0.0
        e = only(take(rig, 11), ev.REMOVED)
        assert e.candidates == candidates and e.sure == (not candidates)


def test_whether_a_cup_in_hand_fell_over_the_edge_is_never_sure_by_clearing_up():
    for fallen, sure in (([4], True), ([4, 0], False)):
        rig, tracker = start()
        put(rig, 8, 0.0, 0.0)
        put(rig, 4, 0.0, 0.0)
        table = tracker._beam.table
        tracker.expect(ev.CLEAR, [8, 4])
        tracker._beam.remember(table)
        after = table.copy()
        after.keep(0, 1)
        after.fallen = tuple(fallen)
        tracker._beam.only(after)
        tracker._tell(Guess(FALL, 1.0, after), True, [])
        e = tracker.next_event()
        assert (e.kind, e.sure) == (ev.FELL, sure)


def test_which_fallen_cup_was_taken_is_sure_only_if_its_weight_alone_tells_it():
    _, tracker = start()
    for noise, vague in ((0.3, False), (1.0, True)):  # medium-blue weighs 3 g more
        change = Change(-53.4, 0.0, 0.0, 0.0, 0.0, noise, 60 * noise)
        change.mode = ev.CLEAR
        best = Guess(TAKEN, 1.0, Table())
        best.cup, best.cups = 6, [6]
        assert tracker._judge.vague(best, change) == vague


def test_which_fallen_cups_were_taken_at_once_is_never_sure():
    rig, tracker = start()
    put(rig, 9, 60.0, 30.0)
    put(rig, 5, -60.0, -40.0)
    tracker.expect(ev.NOTHING, (), ())
    for cup in (9, 5):
        rig.masses[cup] = (GRAMS[cup], 0.0, 80.0)
    rig.knock(150.0, 16_000)
    assert only(rig.run(2.0), ev.FELL).cups == [9, 5]
    tracker.expect(ev.CLEAR, [9, 5], None)
    del rig.masses[9]
    gone = of(take(rig, 5), ev.REMOVED)
    assert [(e.cup, e.candidates, e.sure) for e in gone] == [(9, [9], False), (5, [5], False)]


def test_whether_a_cup_asked_for_was_taken_or_fell_with_the_others_is_never_sure():
    rig, tracker = start()
    put(rig, 8, 0.0, 0.0)
    put(rig, 4, 2.0, 0.0)
    put(rig, 5, 2.0, 1.0)
    tracker.expect(ev.REMOVE, [5], [8])
    del rig.masses[5]  # by the hand
    rig.run(0.1)
    rig.masses[4] = (GRAMS[4], 70.0, 30.0)  # and the next one fell after it
    rig.knock(200.0, 24_000)
    fell = only(rig.run(2.0), ev.FELL)
    assert 4 in fell.cups and not fell.sure
    tracker.expect(ev.CLEAR)
    events = take(rig, 4)
    assert not [e for e in of(events, ev.FELL) if e.sure]


def test_a_cup_that_goes_over_the_edge_while_a_thing_is_taken_off():
    rig, tracker = start()
    put(rig, 8, -20.0, 0.0)
    put(rig, 4, -20.0, 0.0)
    put(rig, 9, 110.0, 0.0)
    tracker.expect(ev.PLACE, [5], [8])
    rig.masses["phone"] = (150.0, 0.0, 90.0)
    only(rig.run(5.0), ev.FOREIGN)
    tracker.expect(ev.NOTHING)
    over_the_edge(rig, 9)
    del rig.masses["phone"]
    events = rig.events + rig.run(4.0)
    assert only(events, ev.FELL).cups == [9] and sorted(tracker.stacks) == [[8, 4]]


def test_a_hand_that_presses_a_cup_down_lifts_no_other():
    rig, tracker = start()
    for cup in (8, 4, 5):
        put(rig, cup, 100.0, 0.0)
    tracker.expect(ev.PLACE, [0], [8])
    rig.masses[0] = (GRAMS[0], 112.0, 0.0)
    rig.force_g, rig.force_x = 54.0, 112.0
    rig.run(0.2)
    rig.force_g = 0.0
    before = rig.events
    del rig.masses[0], rig.masses[5]  # both go over the edge
    rig.blow = 1_000
    rig.run(0.03)
    rig.blow = 0
    e = only(before + rig.events + rig.run(3.0), ev.FELL)
    assert 5 in e.cups and not e.sure


def test_a_cup_that_was_put_while_another_stack_fell_is_found_when_all_is_cleared():
    rig, tracker = start()
    for cup, x in ((8, -60.0), (4, -60.0), (9, 60.0)):
        put(rig, cup, x, 0.0)
    tracker.expect(ev.PLACE, [5, 6], [8, 9])
    rig.masses[5] = (GRAMS[5], 61.0, 1.0)
    rig.masses[4] = (GRAMS[4], -10.0, 90.0)
    rig.masses[8] = (GRAMS[8], -40.0, 90.0)
    rig.knock(200.0, 24_000)
    only(rig.run(3.0), ev.FELL)
    tracker.expect(ev.CLEAR)
    take(rig, 4)
    del rig.masses[8]
    events = rig.run(4.0)
    assert sorted(tracker.stacks) == [[9, 5]] and tracker.lying == [], (tracker.stacks, tracker.lying)
    assert not [e for e in of(events, ev.FELL) if e.sure]


def test_a_cup_that_is_to_be_lifted_again_is_not_said_to_fall_when_the_table_is_bumped():
    rig, tracker = start()
    put(rig, 8, 0.0, 0.0)
    tracker.expect(ev.PLACE, [9], [8])
    put(rig, 9, 90.0, 0.0)
    tracker.expect(ev.PLACE, [9], [8], False, 9)
    rig.masses[9] = (GRAMS[9] + 12.0, 90.0, 0.0)
    rig.blow = 3_000
    rig.run(0.08)
    rig.blow = 0
    before = rig.events
    del rig.masses[9]
    events = before + rig.run(2.0)
    assert not of(events, ev.FELL) and not of(events, ev.FALLING), events
    assert only(events, ev.REMOVED).cup == 9


def test_beliefs_that_become_one_leave_open_which_cups_fell():
    found = []
    for cost, fallen in ((0.0, [4]), (1.0, [5])):
        table = Table()
        table.fallen = fallen
        found.append((cost, Guess(FALL, cost, table)))
    beam = Beam(GRAMS, 20, 10.0)
    beam.keep(found)
    assert len(beam.costed) == 1 and not beam.agrees_on_fallen()
    beam.forget_fallen()
    beam.keep(found[:1])
    assert beam.agrees_on_fallen()


def test_a_tower_that_moves_under_the_hand_does_not_carry_its_light_top_cup_away():
    """Four large cups that slide by 0.6 mm while a small one is put on them: by the moments it is 12 mm off."""
    cups = [8, 9, 10, 11]
    masses = {c: (GRAMS[c], 20.0, -10.0) for c in cups}
    rig, _tracker, _ = resumed(masses, [cups], [(20_000, -10_000)])
    low = sum([GRAMS[c] for c in cups])
    for c in cups:
        rig.masses[c] = (GRAMS[c], 20.6, -10.0)
    events = put(rig, 0, 20.6, -10.0)
    told = of(events, ev.PLACED)[0]
    seen = (of(events, ev.SPOTTED) or [told])[-1]
    assert (told.cup, told.stack, told.sure) == (0, 8, True)
    assert 0.6 * low / GRAMS[0] > 9
    near(told.x_um / 1000, 20.6, 6.0)
    near(seen.x_um / 1000, 20.6, 6.0)
    near(seen.y_um / 1000, -10.0, 2.0)


def test_what_the_sway_leaves_behind_belongs_to_the_cup_put_last():
    """The moments go on shifting after the cup is told: it is no new change, but the cup stands there."""
    rig, tracker = start()
    put(rig, 8, 0.0, 0.0)
    put(rig, 4, 1.0, 0.0)
    rig.masses[0] = (GRAMS[0], 9.0, 0.0)  # seen further out while the stack still leans
    rig.force_g, rig.force_x, rig.force_y = 80.0, 3.0, 0.0
    rig.run(0.15)
    rig.force_g = 0.0
    rig.run(0.45)
    rig.masses[0] = (GRAMS[0], 3.0, 0.0)
    events = rig.run(3.5)
    assert not of(events, ev.FELL) and tracker.stacks == [[8, 4, 0]]
    seen = of(events, ev.SPOTTED)
    near(seen[-1].x_um / 1000, 3.0, 1.5)
