"""What goes wrong with scales in the field: creep, tares, noise, slow loads, bad factors, blows, the motor."""

import json

import pytest
from field.harness import CALM, SMALL_GREEN, Field
from teatable.boards import geometry
from teatable.sensing import Calibration
from teatable.store import Store
from unit_sensing.rig import Rig

from host_sim.clock import Clock
from host_sim.devices.flash import Flash

NOMINAL = 1_540_000


def rested(**keys):
    rig = Rig(**keys)
    rig.run(3)
    assert rig.sensing.tared
    return rig


@pytest.mark.parametrize("grams", [3.0, -3.0])
def test_three_grams_of_creep_are_followed_and_no_cup_comes_of_it(grams):
    """+3 in 45 minutes, here in 4.5: ten times as fast, and still far below the slowest hand."""
    rig = rested()
    worst = 0
    for step in range(270):
        rig.drift_g = grams * step / 270
        rig.run(1.0)
        worst = max(worst, abs(rig.sensing.balance.mean(0, 0, 40)))
    assert worst < 300 and abs(rig.sensing.load_mg()) < 300
    rig.masses["cup"] = (14.0, 30.0, 0.0)
    rig.run(0.6)
    assert abs(rig.sensing.balance.mean(0, 0, 18) - 14_000) < 300


def test_a_tare_with_a_hand_on_the_plate_waits_for_the_hand_to_go():
    field = Field(begin=False)
    field.wait(1.0)  # the first zero, of a new table
    field.put(700_000)
    field.app.play.flow.new_game(0)
    field.until(lambda: field.view.get("status") == "status-hand-on-table")
    zero = list(field.app.sensing.calibration.zero)
    field.wait(2.0)
    assert field.app.sensing.calibration.zero == zero
    field.put(-700_000)
    field.until(lambda: field.view["status"] == "" and not field.app.sensing.tare_wanted)
    field.watch()
    field.wait(0.5)
    field.quiet()
    field.still_weighs()


def test_what_lay_there_when_the_first_zero_was_taken_is_taken_off_and_the_first_cup_is_seen():
    field = Field(begin=False)
    field.put(157_000, 30.0, -20.0)  # a phone
    field.app.sensing.tare(True)  # as at the first power-on of all
    field.begin()
    field.choose()
    assert abs(field.app.sensing.load_mg()) < 300
    field.put(-157_000, 30.0, -20.0)
    field.wait(0.5)  # no longer than it takes to reach for the cup
    assert abs(field.app.sensing.load_mg()) < 300
    field.watch()
    field.cup(SMALL_GREEN)
    field.screen("count", 3.0)
    assert field.stacks == [[SMALL_GREEN]] and "placed" in field.told()


def test_where_a_cup_is_believed_to_stand_a_load_below_zero_moves_no_zero():
    field = Field()
    field.turn()
    zero = list(field.app.sensing.calibration.zero)
    field.put(-120_000, 30.0, -20.0)  # somebody lifts the top
    field.wait(1.0)
    assert field.app.sensing.at_rest and not field.app.sensing.below_zero()
    assert field.app.sensing.calibration.zero == zero


def test_three_times_the_noise_still_comes_to_rest():
    """A limit tighter than the sensor's own noise would never settle: it widens with the noise that is measured."""
    noise = dict(CALM, noise_g=3 * 0.036)
    field = Field(noise=noise)
    field.watch()
    field.wait(2.0)
    field.quiet(800)
    field.turn()
    assert field.stacks == [[SMALL_GREEN]]


def test_a_scale_a_hundred_times_as_noisy_comes_to_rest_in_the_end():
    rig = Rig(noise=4_000)
    rig.run(12)
    assert rig.sensing.at_rest and rig.sensing.rest_mg > 2_039


@pytest.mark.parametrize("mass", [14.0, 92.0])
def test_a_placement_of_four_and_a_half_seconds_is_not_eaten(mass):
    rig = rested()
    rig.masses["cup"] = (0.0, 40.0, 20.0)
    for step in range(380):
        rig.masses["cup"] = (mass * step / 380, 40.0, 20.0)
        rig.run(0.012)
    rig.masses["cup"] = (mass, 40.0, 20.0)
    rig.run(0.5)
    assert abs(rig.sensing.balance.mean(0, 0, 18) - 1000 * mass) < 350


def test_nor_one_in_the_middle_right_after_the_zero():
    """The moments stay at nothing and the base is still being averaged: the weight alone must hold it back."""
    rig = Rig()
    while rig.sensing.tare_wanted:
        rig.sample()
    for step in range(390):
        rig.masses["cup"] = (14.0 * step / 390, 0.0, 0.0)
        rig.sample()
    rig.masses["cup"] = (14.0, 0.0, 0.0)
    rig.run(0.5)
    assert abs(rig.sensing.balance.mean(0, 0, 18) - 14_000) < 600


def with_gains(gains):
    """The file system of a table whose stored gains are these."""
    good = Calibration().as_dict()
    good["counts_per_kg"] = gains
    flash = Flash(Clock())
    Store(flash).save_calibration(good)
    return dict(flash.contents)


@pytest.mark.parametrize("gain", [0, -NOMINAL, 100 * NOMINAL, None, "1540000"])
def test_a_bad_factor_is_refused_by_name_and_blocks_nothing(gain):
    gains = [NOMINAL] * 4
    gains[1] = gain
    field = Field(files=with_gains(gains), calibrated=False)
    assert any("gain of cell east" in line for line in [*field.app.play.referee.log, field.app.calibration_complaint])
    field.watch()
    before = field.app.play.bench.weighing.now_mg()
    field.put(100_000)
    field.wait(0.6)
    assert abs(field.app.play.bench.weighing.now_mg() - before - 100_000) < 6_000, "it weighs with the nominal gains"
    assert field.app.play.bench.keep_gains([NOMINAL] * 4) == "", "and can be calibrated"
    stored = field.table.stored_calibration()
    assert json.dumps(stored["counts_per_kg"]) == json.dumps([NOMINAL] * 4)


def test_a_bad_factor_out_of_the_set_up_is_refused_and_the_old_one_holds():
    field = Field()
    old = list(field.app.sensing.calibration.counts_per_kg)
    assert field.app.play.bench.keep_gains([NOMINAL, NOMINAL, 100 * NOMINAL, NOMINAL]) == "set-up-refused"
    assert field.app.sensing.calibration.counts_per_kg == old
    assert any("gain of cell south" in line for line in field.app.play.referee.log)


def test_zeros_and_negatives_right_after_a_blow_are_no_cup_and_no_fall():
    """A fist on the table: 40 N, then the top springs off its cells, rings, and is as before."""
    field = Field()
    field.choose()
    field.cup(SMALL_GREEN)
    field.screen("count")
    field.screen("pass")
    field.watch()
    for grams, seconds in ((4_000, 0.02), (-500, 0.02), (400, 0.015), (-350, 0.015), (150, 0.01), (-80, 0.01)):
        field.push(1000 * grams)
        field.world.accel[2] += 0.006 * grams
        field.wait(seconds)
        field.world.accel[2] -= 0.006 * grams
        field.push(-1000 * grams)
    field.wait(3.0)
    assert [kind for kind in field.told() if kind != "falling"] == []
    assert field.stacks == [[SMALL_GREEN]] and field.view["screen"] == "pass"
    assert abs(field.off_mg[-1]) < 400


def test_the_motor_on_or_off_changes_no_weight():
    """741-792 with the stepper on, 766-770 with it off: here the current of the motor shakes the cells at its steps."""
    field = Field(level=3)
    field.choose()
    field.watch()
    pushed = 0.0  # mg s, of the last second
    for k in range(400):
        running = field.app.wobble.speed_mrev_s > 0
        swing = 6_000 if k & 1 else -6_000  # mg to and fro, some 5 ms each
        begun = field.table.now_s
        if k == 220:
            first, pushed, since = len(field.off_mg), 0.0, begun
        if running:
            field.push(swing)
        field.wait(0.005)
        if running:
            field.push(-swing)
            pushed += swing * (field.table.now_s - begun)
    assert field.app.wobble.speed_mrev_s > 1_000
    off = field.off_mg[first:]
    mean = pushed / (field.table.now_s - since)  # a pass of the loop may be longer one way than the other
    assert len(off) > 40 and abs(sum(off) / len(off) - mean) < 150
    assert max(off) - min(off) < 700  # 45 ms of averaging leave 5 ms of the swing, at most
    assert field.told() == []
    field.cup(SMALL_GREEN)
    field.screen("count")
    assert field.stacks == [[SMALL_GREEN]]
    assert geometry.CUP_MASS_MG[SMALL_GREEN] == 20_000


def test_a_table_moved_onto_a_slope_says_so_and_weighs_as_before():
    field = Field()
    field.choose()
    field.cup(SMALL_GREEN)
    field.screen("pass")
    field.watch()
    lean = 0.05  # g: 2.9 degrees
    field.world.accel[0] += 9.81 * lean
    field.until(lambda: field.view.get("status") == "status-aslant")
    field.world.accel[0] -= 9.81 * lean
    field.until(lambda: not field.view.get("status"))
    assert field.told() == [] and field.stacks == [[SMALL_GREEN]]
