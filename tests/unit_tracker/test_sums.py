"""The viper search for cups that weigh so much gives what plain code gives, on every interpreter."""

from array import array

from teatable.boards import geometry
from teatable.tracker.sums import choices, within


def plain(mg, lost, slack):
    """Return all choices of `mg` (bits) whose sum is less than `slack` from `lost`."""
    out = []
    for bits in range(1 << len(mg)):
        off = sum([mg[i] for i in range(len(mg)) if bits >> i & 1]) - lost
        if -slack < off < slack:
            out.append(bits)
    return out


def test_all_choices_and_no_others_are_found():
    masses = list(geometry.CUP_MASS_MG)
    seen = 0
    for n in (0, 1, 3, 8):
        mg = array("i", masses[:n])
        for lost in (-40_000, 0, 14_000, 63_700, 150_000, sum(masses[:n])):
            for slack in (1, 900, 6_000):
                found = array("H", [0] * 256)
                many = choices(mg, n, lost, slack, found, 256)
                assert sorted(found[:many]) == plain(masses[:n], lost, slack), (n, lost, slack)
                seen += many
    assert seen > 50


def test_what_has_no_room_is_counted_but_not_written():
    mg = array("i", list(geometry.CUP_MASS_MG)[:8])
    found = array("H", [9_999] * 6)
    many = choices(mg, 8, 150_000, 40_000, found, 4)
    assert many == len(plain(mg, 150_000, 40_000)) > 4
    assert list(found[4:]) == [9_999] * 2 and 9_999 not in list(found[:4])


def test_the_next_choice_that_is_all_among_some_cups():
    some = array("H", [0b100, 0b1010, 0, 0b100_0000_0001, 0b10])
    for at, bits, wanted in (
        (0, 0b100, 0),
        (1, 0b100, 2),
        (0, 0b1010, 1),
        (3, 0b11, 4),
        (3, 0b100, 5),
        (0, 0, 2),
        (3, 0b100_0000_0001, 3),
    ):
        assert within(some, at, len(some), bits) == wanted, (at, bits)
