"""Words of the IMU's FIFO become rows, the same on every interpreter."""

from array import array

from teatable.drivers import fifo


def word(sensor, slot, *values):
    """Return the seven bytes of a word."""
    out = bytearray([sensor << 3 | slot << 1])
    for v in values:
        out.extend(bytes([v & 255, v >> 8 & 255]))
    return bytes(out)


def unpacked(words, state, most=4):
    """Return (what `unpack` returned, the rows)."""
    out = array("h", [0] * 6 * most)
    done = fifo.unpack(bytearray(b"".join(words)), len(words), state, out, 1)
    assert list(out[:6]) == [0] * 6  # they begin at the row that was asked for
    return done, [list(out[6 * i : 6 * i + 6]) for i in range(1, 1 + max(0, done))]


def test_rows_of_both_signs_and_a_half_that_waits():
    state = array("i", [0] * fifo.STATE)
    words = [word(1, 0, -1, 300, -32_767), word(2, 0, 5, -6, 32_766), word(2, 1, 1, 2, -3)]
    assert unpacked(words, state) == (1, [[-1, 300, -32_767, 5, -6, 32_766]])
    assert unpacked([word(1, 1, 9, -9, 0)], state) == (1, [[9, -9, 0, 1, 2, -3]])
    assert not state[fifo.RAIL] and not state[fifo.UNPAIRED] and state[fifo.FLAT] == 1


def test_halves_of_two_slots_are_no_row():
    state = array("i", [0] * fifo.STATE)
    assert unpacked([word(1, 0, 1, 1, 1), word(2, 2, 2, 2, 2), word(1, 2, 3, 3, 3)], state) == (
        1,
        [[3, 3, 3, 2, 2, 2]],
    )
    assert state[fifo.UNPAIRED] == 1


def test_a_false_tag_slips():
    state = array("i", [0] * fifo.STATE)
    for sensor in (0, 3, 31):
        assert unpacked([word(1, 0, 1, 1, 1), word(sensor, 0, 2, 2, 2)], state)[0] == fifo.SLIPPED


def test_the_end_of_the_range_and_rows_that_are_all_alike_are_noted():
    for value, rail in ((32_767, 1), (-32_768, 1), (32_766, 0), (-32_767, 0)):
        state = array("i", [0] * fifo.STATE)
        pair = [word(1, 0, 4, 5, 6), word(2, 0, 7, value, 8)]
        for n in (1, 2, 3):
            assert unpacked(pair, state) == (1, [[4, 5, 6, 7, value, 8]])
            assert (state[fifo.RAIL], state[fifo.FLAT]) == (rail, n)
        unpacked([word(1, 0, 4, 5, 7), word(2, 0, 7, value, 8)], state)
        assert state[fifo.FLAT] == 1


def test_rows_of_a_chip_that_has_not_started_are_left_out():
    state = array("i", [0] * fifo.STATE)
    state[fifo.STARTING] = 2
    bad = [word(1, 0, 0x7FFD, 0, 0), word(2, 0, 1, 2, 3)]
    assert unpacked(bad, state)[0] == 0
    assert unpacked([word(1, 0, -3, 0, 0), word(2, 0, -4, 2, 3)], state) == (1, [[-3, 0, 0, -4, 2, 3]])
    assert unpacked(bad, state)[0] == 1  # by now it has
