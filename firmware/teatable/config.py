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
    ("touch_period_us", "us", 5_000, 100_000, 20_000),
    ("beat_period_us", "us", 1_000, 100_000, 5_000),  # the one-shot that gates the motor
    ("lights_period_ms", "ms", 20, 500, 50),
    ("retry_ms", "ms", 100, 10_000, 1_000),  # between two attempts to start a part that did not answer
    ("fault_after_ms", "ms", 0, 5_000, 300),  # a fault shorter than this is counted, not shown
    ("well_after_ms", "ms", 100, 10_000, 1_000),  # a part must be well this long before the game goes on
)

# --- drivers: what a chip's datasheet leaves to the table
DRIVERS = (
    ("hx711_period_us", "us", 5_000, 200_000, 12_500),  # nominal at RATE high; the real one is measured
    ("hx711_high_most_us", "us", 10, 60, 50),  # a longer clock pulse may have powered the chips down
    ("hx711_settle_frames", "frames", 1, 20, 4),  # the datasheet's settling time is 4 conversions
    ("hx711_silent_us", "us", 30_000, 2_000_000, 150_000),  # twelve conversions without one
    ("hx711_rail_counts", "counts", 6_000_000, 8_388_607, 8_380_000),  # ends of the range less 0.1 %
    ("hx711_bad_most", "frames", 1, 100, 3),  # slipped or -1 in a row before the chips are restarted
    ("hx711_down_us", "us", 70, 10_000, 200),  # power-down needs 60 us of clock high
    ("hx711_retry_us", "us", 100_000, 10_000_000, 1_000_000),  # between restarts that did not help
    ("hall_bounce_us", "us", 1_000, 400_000, 100_000),  # two passes cannot be nearer: ten turns a second
    ("hall_longest_us", "us", 1_000_000, 60_000_000, 20_000_000),  # older, a pass says nothing about the speed
    ("light_channel_ua", "uA", 5_000, 30_000, 20_000),  # one colour of one WS2812 at full
    ("light_idle_ua", "uA", 0, 2_000, 1_000),  # one dark WS2812
    ("lights_most_ma", "mA", 50, 1_500, 300),  # their share of the 5 V supply
    ("watchdog_ms", "ms", 1_000, 60_000, 5_000),  # a main loop silent for that long resets the board
)

# --- play: the pace of a turn
PLAY = (
    ("count_ms", "ms", 300, 3_000, 1_000),  # one number of the count
    ("hold_most_ms", "ms", 0, 5_000, 1_000),  # the longest that "three" waits for the residual
    ("rest_most_ms", "ms", 1_000, 60_000, 15_000),  # if the table never comes to rest the count starts all the same
    ("peek_ms", "ms", 2_000, 60_000, 10_000),  # an open hand closes by itself
    ("cards_a_page", "cards", 2, 12, 6),
    ("log_lines", "lines", 10, 500, 40),  # the last lines of the log kept in memory
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
    ("gap_most_ms", "ms", 50, 1_000, 200),  # a longer pause of the loop: the one-shot may have let go, start afresh
    ("pass_slack_mrev", "1/1000 turn", 50, 400, 150),  # further from its place, a pass counts as a slip
    ("slips_most", "passes", 1, 10, 3),  # misplaced passes in a row that mean a stall
    ("blind_mrev", "1/1000 turn", 1_200, 9_000, 2_600),  # turned without any pass: stalled or the sensor is dead
)
