"""What a sample costs on MicroPython: that it allocates nothing, and how counts are held against recorded ones.

The counts themselves are made by `python -m host_sim cost`, which needs valgrind.
"""

import pytest

from host_sim import cost
from host_sim.costing import count, tape

REFINE = 200  # bytes: where the cup put last stands is measured again


@pytest.fixture(scope="module")
def played(tmp_path_factory):
    """A cup on a cup and a bump, from the chips' pins to the tracker, on MicroPython."""
    path = tmp_path_factory.mktemp("tape") / "few.tape"
    tape.Taped(tape.FEW).write(path)
    return count.heap(path)


def test_what_was_told_on_micropython_is_what_happened(played):
    assert played.cups == [8, 2]
    assert len(played.told("placed")) == 2 and len(played.told("touch")) == 3


def test_a_sample_allocates_nothing_while_cups_come_and_the_table_is_bumped(played):
    """Only the tare, an event, a look at a settled change and a look again at the place of a cup may allocate."""
    tares = 0
    for number, grown, state, rest, told, _ in played.rows:
        if told or (state == 1 and rest):
            continue
        if state == 0 and rest and grown <= REFINE:
            continue
        tares += 1
        assert number < played.told("touch")[0], (number, grown)
    assert tares <= 1
    assert played.conversions > 1500
    assert sum(1 for row in played.rows if row[1]) < 0.02 * played.conversions


def test_a_look_is_done_in_pieces(played):
    assert max(pieces for _, pieces in played.looks.values()) > 20
    assert all(pieces > 1 for _, pieces in played.looks.values())


def test_counts_are_held_against_the_recorded_ones():
    assert cost.grown_in({"a": 107, "b": 100, "new": 5}, {"a": 100, "b": 100}) == ["a"]
    assert cost.estimated_ms(240_000_000) == pytest.approx(2850)
    text = cost.table({"a": 1_000_000}, {})
    assert "| a | 1000000 | none | 11.88 ms | 104 % |" in text


def test_the_driver_of_the_imu_reads_the_batch_that_is_counted():
    from host_sim.costing import on_micropython as om

    rows = om.array("h", [0] * 6 * om.MOST_ROWS)
    bus = om.Bus()
    imu = om.Imu(bus, 0x6A, bus)
    assert sum(imu.drain(rows, om.MOST_ROWS) for _ in range(10)) >= 15
    assert imu.status == 0
