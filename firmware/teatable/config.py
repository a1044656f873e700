"""Tunables in one place: name, unit, least, most, default. Wiring and geometry are in boards/, house rules in rules/.

One block (a tuple of rows, in capitals) for each package, in alphabetical order; a package reads its own block once, in
a constructor: `c = config.values(config.PLAY)` and then `c["count_ms"]`. No other file holds a bare threshold. All
values are ints below 2^30. A test goes through every block and holds each default inside its range.
"""


def values(block, overrides=None):
    """Return {name: value} of one block, with some defaults replaced by `overrides` (a dict).

    Raises ValueError naming the row when an override is unknown, no int, or out of its range.
    """
    out = {}
    for name, _unit, _least, _most, default in block:
        out[name] = default
    if overrides:
        for name in overrides:
            out[name] = check(block, name, overrides[name])
    return out


def check(block, name, value):
    """Return `value` if row `name` of `block` allows it; raises ValueError that says what is allowed."""
    for row in block:
        if row[0] == name:
            if isinstance(value, int) and row[2] <= value <= row[3]:
                return int(value)
            raise ValueError("%s must be %d to %d %s, not %r" % (name, row[2], row[3], row[1], value))
    raise ValueError("no tunable is called %s" % name)


# --- app: how often the loop looks at what
APP = (
    ("imu_period_us", "us", 5_000, 100_000, 20_000),  # 208 Hz: about four samples a drain
    ("lights_period_ms", "ms", 20, 500, 50),
    ("retry_ms", "ms", 100, 10_000, 1_000),  # between two attempts to start a part that did not answer
    ("touch_retry_ms", "ms", 1_000, 60_000, 5_000),
    ("fault_after_ms", "ms", 50, 5_000, 300),  # without a good reading for this long a sensor is in trouble
    ("trouble_ms", "ms", 0, 5_000, 200),  # a trouble shorter than this is counted, not shown
    ("zero_counts", "counts", 0, 100_000, 800),  # a zero this far from the stored one is stored: half a gram
    ("tidy_ms", "ms", 500, 60_000, 3_000),  # between two collections of garbage at least,
    ("tidy_late_ms", "ms", 1_000, 600_000, 15_000),  # and so long where the motor has not run, or runs on
    ("well_after_ms", "ms", 100, 10_000, 1_000),  # a part must be well this long before the game goes on
)

# --- drivers: what a chip's datasheet leaves to the table
DRIVERS = (
    ("hx711_period_us", "us", 5_000, 200_000, 12_500),  # nominal at RATE high; the real one is measured
    ("hx711_high_most_us", "us", 10, 60, 50),  # a longer clock pulse may have powered the chips down
    ("hx711_settle_frames", "frames", 1, 20, 4),  # the datasheet's settling time is 4 conversions
    ("hx711_slip_counts", "counts", 0, 200_000, 20_000),  # DOUT low behind a frame this near to the last: no slip
    ("hx711_silent_us", "us", 30_000, 2_000_000, 150_000),  # twelve conversions without one
    ("hx711_rail_counts", "counts", 6_000_000, 8_388_607, 8_380_000),  # ends of the range less 0.1 %
    ("hx711_load_counts", "counts", 1_000_000, 8_388_607, 6_000_000),  # three times the overload stop of a 1 mV/V cell
    ("hx711_bad_most", "frames", 1, 100, 3),  # slipped or -1 in a row before the chips are restarted
    ("hx711_down_us", "us", 70, 10_000, 200),  # power-down needs 60 us of clock high
    ("hx711_retry_us", "us", 100_000, 10_000_000, 1_000_000),  # between restarts that did not help
    ("hall_bounce_us", "us", 1_000, 400_000, 100_000),  # two passes cannot be nearer: ten turns a second
    ("hall_longest_us", "us", 1_000_000, 60_000_000, 20_000_000),  # older, a pass says nothing about the speed
    ("light_channel_ua", "uA", 5_000, 30_000, 20_000),  # one colour of one WS2812 at full
    ("light_idle_ua", "uA", 0, 2_000, 1_000),  # one dark WS2812
    ("lights_most_ma", "mA", 50, 1_500, 300),  # their share of the 5 V supply
    ("imu_silent_us", "us", 30_000, 2_000_000, 150_000),  # thirty samples without one
    ("imu_retry_us", "us", 50_000, 10_000_000, 500_000),  # between two restarts of a chip that does not answer
    ("imu_bad_most", "drains", 1, 100, 5),  # failed in a row before the chip is started again
    ("imu_flat_rows", "rows", 10, 2_000, 200),  # so many equal rows in a row are no measurement: it is never that quiet
    ("imu_start_rows", "rows", 0, 200, 32),  # after a start, rows at the end of the range are the filter filling up
    ("touch_jump_px", "px", 20, 320, 70),  # farther in one poll must be confirmed by the next
    ("touch_bad_most", "polls", 1, 50, 5),  # failed in a row before the chip is reset
    ("touch_retry_ms", "ms", 500, 60_000, 5_000),  # between two resets of a chip that is silent
    ("touch_probes_most", "resets", 1, 20, 3),  # without an answer before a sleeping chip counts as gone
    ("touch_stuck_ms", "ms", 200, 60_000, 2_000),  # a touch at (0, 0) for that long is a chip to be reset
    ("watchdog_ms", "ms", 1_000, 60_000, 5_000),  # a main loop silent for that long resets the board
)

# --- play: the pace of a turn
PLAY = (
    ("count_ms", "ms", 300, 3_000, 1_000),  # one number of the count
    ("hold_most_ms", "ms", 0, 5_000, 1_000),  # the longest that "three" waits for the residual
    ("rest_most_ms", "ms", 1_000, 60_000, 15_000),  # if the table never comes to rest the count starts all the same
    ("peek_ms", "ms", 2_000, 60_000, 10_000),  # an open hand closes by itself
    ("choose_ms", "ms", 5_000, 300_000, 30_000),  # a card chosen and left alone goes back into the hand
    ("after_three_ms", "ms", 0, 3_000, 700),  # after "three" the table watches for a fall that began before it
    ("fall_most_ms", "ms", 500, 10_000, 3_000),  # the longest from the first sign of a fall to "fell"
    ("clear_most_ms", "ms", 5_000, 120_000, 20_000),  # nothing has changed for so long: the players may say it is clear
    ("map_um", "um", 50_000, 150_000, 110_000),  # half the width of the map of stacks whose places nobody knows
    ("cards_a_page", "cards", 2, 12, 6),
    ("log_lines", "lines", 10, 500, 16),  # the last lines of the log kept in memory
    ("tare_ask_ms", "ms", 1_000, 60_000, 6_000),  # a zero refused for so long: is the table empty?
    ("known_least_g", "g", 10, 500, 50),  # the known mass of the set-up: lighter ones tell the gains too badly
    ("known_most_g", "g", 100, 900, 600),
    ("known_g", "g", 10, 900, 200),  # until the players say another one
    ("known_off_percent", "%", 5, 50, 20),  # gains not learned yet may be 15 % off
    ("spot_off_um", "um", 5_000, 60_000, 25_000),  # the mass stood further from its spot: it was another spot
    ("set_up_drift_mg", "mg", 200, 20_000, 2_000),  # between the empty table before and after
    ("misfit_permille", "1/1000", 1, 50, 4),  # by which the known mass may weigh wrong on the worst spot
    ("cup_least_mg", "mg", 1_000, 10_000, 5_000),
    ("cup_most_mg", "mg", 100_000, 900_000, 500_000),
    ("cup_gone_mg", "mg", 200, 3_000, 1_000),  # less than this is the empty table
    ("live_ms", "ms", 100, 2_000, 400),  # between two pictures of live values
)

# --- sensing: from counts to residual; how each was set is in sensing/README.md
SENSING = (
    ("counts_per_kg", "counts/kg", 200_000, 4_000_000, 1_540_000),  # nominal gain of a 1 kg cell at gain 128
    ("gain_spread_permille", "1/1000", 10, 500, 150),  # a stored gain further off than this is refused
    ("alike_mg", "mg", 500, 5_000, 2_000),  # cups nearer than this in mass are said to be alike
    ("period_us", "us", 5_000, 200_000, 11_400),  # of a conversion, until it is measured
    ("span_quarters", "1/4 conversion", 4, 40, 16),  # the converter's filter averages over four
    ("age_us", "us", 0, 50_000, 11_500),  # from the filter's end to the reading: 6 ms lag, 5.5 ms waiting
    ("skip_samples", "samples", 0, 20, 5),  # after power-on (recording 03: 3 samples are off)
    ("spike_mg", "mg", 200, 50_000, 2_000),  # a lone value this far from both neighbours is dropped
    ("fault_samples", "samples", 1, 50, 4),  # bad ones in a row before the status is passed on
    ("rest_mg", "mg", 500, 20_000, 2_039),  # 20 mN
    ("rest_ms", "ms", 100, 1_000, 200),
    ("rest_least", "samples", 3, 50, 5),
    ("rest_noises", "", 3, 10, 5),  # the limit is never below this many times the noise of the sum
    ("noise_mg", "mg", 10, 2_000, 100),  # of one sample of the sum, until it is measured
    ("noise_most_mg", "mg", 100, 10_000, 3_000),
    ("follow_mg", "mg", 0, 50, 4),  # a step of the zero, every 16 samples: 22 mg/s
    ("follow_mm", "mm", 10, 200, 100),  # arm of that step in the moments
    ("follow_most_mg", "mg", 100, 2_000, 700),  # a residual beyond this is never followed
    ("follow_most_mgmm", "mg mm", 10_000, 200_000, 40_000),  # nor one whose moments are further off than this
    ("young_samples", "samples", 0, 500, 130),  # after a change the base is averaged for so long at rest (1.5 s)
    ("tare_samples", "samples", 5, 500, 60),  # at rest before a zero is taken
    ("tare_soon_samples", "samples", 1, 500, 6),  # and where an empty table weighs less than nothing
    ("tare_most_mg", "mg", 1_000, 50_000, 5_000),  # a table known to be empty that weighs more has a hand on it
    ("weigh_samples", "samples", 10, 500, 56),  # a half of a weighing of the set-up: 0.65 s
    ("still_mg", "mg", 50, 2_000, 150),  # its halves must agree to this
    ("aslant_mg", "1/1000 g", 20, 200, 35),  # leans 2 degrees otherwise than at its zero; the wobble's own tilt is 17
    ("knock_mg", "1/1000 g", 10, 500, 80),  # jump between two IMU rows
    ("knock_quiet_ms", "ms", 20, 1_000, 150),  # without a jump: the knock has ended
)

# --- tracker: when a change is looked at and what is close; how each was set is in tracker/README.md
TRACKER = (
    ("quiet_mg", "mg", 500, 10_000, 2_039),  # a residual below this is quiet: 20 mN
    ("quiet_mgmm", "mg mm", 20_000, 500_000, 90_000),  # one of the moments, too: 5 sigma at mad
    ("quiet_um", "um", 0, 5_000, 300),  # of sideways shift of the whole load is quiet as well
    ("begin_samples", "samples", 1, 10, 2),  # not quiet in a row: something has begun
    ("touch_mg", "mg", 1_000, 50_000, 5_000),
    ("unload_mg", "mg", 1_000, 20_000, 3_000),  # so much less, without a touch before, is how a fall begins
    ("unload_samples", "samples", 1, 20, 3),
    ("unload_shaken", "samples", 1, 50, 4),  # so many where a hand or a bump was felt before
    ("unload_new", "samples", 1, 50, 6),  # so many while the load is newly measured and may still have swung
    ("new_ms", "ms", 0, 5_000, 1_000),  # that is so long
    ("shaken_mg", "1/1000 g", 50, 5_000, 300),  # a blow that shakes the table
    ("sway_um", "um", 500, 20_000, 3_000),  # second difference of the moments over the load: a rocking stack
    ("sway_samples", "samples", 2, 50, 6),
    ("sway_cups", "cups", 1, 12, 4),  # no lower stack falls by the wobble
    ("sway_press_mg", "mg", 1_000, 100_000, 8_000),  # a hand that presses so much makes cups rock
    ("shake_free_mg", "1/1000 g", 5, 500, 20),  # second difference of the lean: wobble and a rocking tower make less
    ("shake_unload", "mg a 1/1000 g", 0, 2_000, 400),  # a bump takes off less than so much for each beyond it
    ("shake_sway_um", "um a 1/1000 g", 0, 2_000, 250),  # and makes the moments swing by less than so much
    ("blow_mg", "1/1000 g", 300, 8_000, 1_500),  # only a fall strikes so hard where no cup is put down
    ("blow_samples", "samples", 1, 20, 7),  # of a disturbance, before such a blow is told: how it shook is seen later
    ("blow_place_mg", "1/1000 g", 300, 8_000, 4_000),  # and so hard where one is
    ("first_ms", "ms", 50, 2_000, 250),  # from the first sign to the first look: the window of rest and the lag
    ("look_ms", "ms", 10, 500, 50),  # between two attempts to explain a change
    ("air_ms", "ms", 0, 1_000, 250),  # so long at rest a fall that has struck nothing waits: off a tower it takes 0.3 s
    ("long_ms", "ms", 500, 10_000, 2_500),  # at rest so long: nothing more is coming, take the best there is
    ("sure_ms", "ms", 0, 5_000, 800),  # at rest so long before something close is asked about
    ("mean_ms", "ms", 200, 1_400, 800),  # of rest, at most, that a change is measured over
    ("swing_percent", "%", 0, 100, 40),  # of a swing that is left in the mean of the window of rest (0.2 s)
    ("agree_mg", "mg", 1_000, 20_000, 4_000),  # told contents that weigh otherwise (and 0.6 %) are not believed
    ("swing_mm", "mm", 2, 50, 12),  # a cup may be told while its moments still swing by so much of its mass
    ("sway_mm", "mm", 0, 20, 3),  # and by so much of all that stood before: a tower sways for seconds
    ("rock_mm", "mm", 2, 100, 20),  # and a fall while what lies there still rocks by so much
    ("rock_ms", "ms", 500, 5_000, 1_200),  # so long after a blow a load that only rocks is looked at, for a fall
    ("rock_samples", "samples", 10, 60, 40),  # over two windows of these: 0.45 s each, a fallen cup rocks at 2 Hz
    ("rock_mg", "mg", 500, 20_000, 3_000),  # whose means agree to this,
    ("rock_most_mg", "mg", 2_000, 50_000, 15_000),  # and which swing by no more: what still bounces tells nothing
    ("refine_ms", "ms", 100, 2_000, 400),  # after that time its place is measured again
    ("recheck_ms", "ms", 200, 10_000, 1_000),  # and later the moments are followed that often
    ("falling_most_ms", "ms", 300, 5_000, 3_000),  # then "falling" is taken back
    ("close_nats_10", "1/10 nat", 5, 100, 30),  # two explanations nearer than this are asked about
    ("doubt_nats_10", "1/10 nat", 5, 100, 35),  # a fall nearer than this to the best explanation is told, not sure
    ("beam_nats_10", "1/10 nat", 20, 300, 70),  # an explanation this much worse is forgotten
    ("beam_most", "", 1, 50, 20),
    ("beam_falls", "", 1, 50, 4),  # from so many beliefs, if close, a further fall is considered
)

# --- wobble: how the motor moves. The level speeds (level 1, 2, 3) come from the world's table of what falls when
WOBBLE = (
    ("gentle_mrev_s", "1/1000 turn/s", 100, 2_000, 500),
    ("classic_mrev_s", "1/1000 turn/s", 100, 2_000, 1_000),
    ("mad_mrev_s", "1/1000 turn/s", 100, 2_000, 1_500),
    ("most_mrev_s", "1/1000 turn/s", 100, 3_000, 2_000),  # never faster, whatever the level says
    ("ramp_ms", "ms", 200, 5_000, 1_000),  # from standstill to the level's speed, and back
    ("change_ms", "ms", 10, 200, 20),  # between two changes of the pulse rate; each cuts a pulse
    ("tune_ms", "ms", 130, 2_000, 200),  # the TMC2209 tunes itself at standstill with current on, more than 130 ms
    ("hold_ms", "ms", 0, 5_000, 300),  # coils stay on after the last step, so that the top does not swing the shaft
    ("level_mrev_s", "1/1000 turn/s", 100, 1_000, 500),  # backward, to bring the wedges level
    ("level_mrev", "1/1000 turn", 500, 700, 560),  # half a turn of play, and a little that only drags along
    ("gap_most_ms", "ms", 50, 1_000, 400),  # a longer pause of the loop: the one-shot may have let go, start afresh
    ("pass_slack_mrev", "1/1000 turn", 50, 400, 80),  # further from its place a pass is a slip; the magnet is 44 wide
    ("slips_most", "passes", 1, 10, 3),  # misplaced passes in a row that mean a stall
    ("blind_mrev", "1/1000 turn", 1_200, 9_000, 2_200),  # turned without any pass: stalled or the sensor is dead
)

# --- ui: the display and the finger on it
UI = (
    ("draw_budget_us", "us", 200, 10_000, 1_800),  # work of one step while drawing, by the estimates of canvas.cost_us
    ("touch_period_ms", "ms", 5, 100, 9),  # while a finger is felt; else twice as long
    ("touch_slop_px", "px", 0, 60, 14),  # a finger may slide this far off a target and still press it
    ("touch_stuck_ms", "ms", 2_000, 60_000, 10_000),  # a longer contact is no finger
)
