"""Levels as speeds over time: what the motor ought to do at a moment of a run.

In: the level and the milliseconds since the run began. Out: a wanted speed in thousandths of a turn a second. Gentle
and classic are steady; mad changes its mind in a pattern that repeats. The speeds are ceilings: no pattern goes above.
"""

from ..compat import const

OFF = const(0)
_MAD = const(3)
LEVELS = const(4)
_NAMES = ("", "gentle_mrev_s", "classic_mrev_s", "mad_mrev_s")

# (percent of the level's speed, milliseconds); never backward, since half a turn back brings the top level
_STEADY = ((100, 60_000),)
_MADLY = ((100, 4_000), (55, 1_600), (100, 2_400), (75, 1_200), (40, 1_000), (100, 3_200), (60, 1_400))


def top_speed(level, values):
    """Return the highest speed of `level` 0..3 in mrev/s; `values`: the WOBBLE tunables. Else ValueError."""
    if not 0 <= level < LEVELS:
        raise ValueError("level %r: 0 off, 1 gentle, 2 classic, 3 mad" % (level,))
    if level == OFF:
        return 0
    return min(values[_NAMES[level]], values["most_mrev_s"])


def wanted(level, top_mrev_s, run_ms):
    """Return the speed in mrev/s that a run of `level` with ceiling `top_mrev_s` wants `run_ms` after its start."""
    pattern = _MADLY if level == _MAD else _STEADY
    length_ms = 0
    for _percent, ms in pattern:
        length_ms += ms
    t_ms = run_ms % length_ms
    for percent, ms in pattern:
        if t_ms < ms:
            return top_mrev_s * percent // 100
        t_ms -= ms
    return top_mrev_s
