"""Every tunable: named once in its block, an int below 2^30, its default inside its range."""

import pytest
from teatable import config

BLOCKS = [name for name in dir(config) if name.isupper()]


def test_there_are_blocks():
    assert {"APP", "PLAY", "WOBBLE"} <= set(BLOCKS)


@pytest.mark.parametrize("block", BLOCKS)
def test_defaults_are_in_range(block):
    rows = getattr(config, block)
    assert len({row[0] for row in rows}) == len(rows)
    for name, unit, least, most, default in rows:
        assert isinstance(name, str) and isinstance(unit, str), name
        assert all(type(v) is int and abs(v) < 1 << 30 for v in (least, most, default)), name
        assert least <= default <= most, name
    assert config.values(rows) == {row[0]: row[4] for row in rows}


def test_overrides_are_checked_by_name():
    assert config.values(config.PLAY, {"count_ms": 500})["count_ms"] == 500
    with pytest.raises(ValueError, match="count_ms must be 300 to 3000 ms, not 5"):
        config.values(config.PLAY, {"count_ms": 5})
    with pytest.raises(ValueError, match="no tunable is called tempo"):
        config.values(config.PLAY, {"tempo": 5})
    with pytest.raises(ValueError, match="count_ms"):
        config.values(config.PLAY, {"count_ms": "500"})
