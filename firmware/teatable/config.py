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

# --- play: the pace of a turn
PLAY = (
    ("count_ms", "ms", 300, 3_000, 1_000),  # one number of the count
    ("hold_most_ms", "ms", 0, 5_000, 1_000),  # the longest that "three" waits for the residual
    ("rest_most_ms", "ms", 1_000, 60_000, 15_000),  # if the table never comes to rest the count starts all the same
    ("peek_ms", "ms", 2_000, 60_000, 10_000),  # an open hand closes by itself
    ("cards_a_page", "cards", 2, 12, 6),
    ("log_lines", "lines", 10, 500, 40),  # the last lines of the log kept in memory
)
