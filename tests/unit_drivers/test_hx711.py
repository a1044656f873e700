"""The HX711 driver against bit patterns: signs, slips, rails, silence, long pulses, restarts, and no allocation."""

from array import array

from teatable.drivers import status
from teatable.drivers.hx711 import INVALID

from unit_drivers.fake_chips import FakePorts

GOOD = (100, -200, 300, -400)


def settled(overrides=None, start_us=0):
    """Return (ports, cells, counts) with the settling frames behind."""
    ports = FakePorts(start_us)
    cells = ports.cells(overrides)
    counts = array("i", [0] * 4)
    for _ in range(4):
        frame(ports, cells, counts, GOOD)
    return ports, cells, counts


def frame(ports, cells, counts, values):
    """Offer one conversion and read it, 12 ms after the last one."""
    ports.clock.us += 12_000
    ports.bank.offer(values)
    cells.poll(ports.clock.ticks_us())
    return cells.read(counts)


def test_a_frame_takes_25_pulses_and_gives_signed_counts():
    ports, cells, counts = settled()
    assert frame(ports, cells, counts, GOOD) == status.OK
    assert list(counts) == list(GOOD)
    assert ports.bank.pulses == 25


def test_signs_are_extended():
    ports, cells, counts = settled({"hx711_rail_counts": 8_388_607, "hx711_load_counts": 8_388_607})
    for value in (1, -2, 0x7FFFFE, -0x7FFFFE, 0, -0x400000, 0x3FFFFF):
        assert frame(ports, cells, counts, (value, 0, value, 1)) == status.OK
        assert list(counts) == [value, 0, value, 1]


def test_ends_of_the_range_are_rails():
    ports, cells, counts = settled()
    assert frame(ports, cells, counts, (0x800000, 0x7FFFFF, 5, 6)) == status.RAIL
    assert list(cells.cell_status) == [status.RAIL, status.RAIL, status.OK, status.OK]
    assert list(counts) == [INVALID, INVALID, 5, 6]


def test_exactly_minus_one_is_no_reading():
    ports, cells, counts = settled()
    for verdict in (status.NOT_READY, status.SPIKE, status.SPIKE):  # once a conversion may have ended just then
        assert frame(ports, cells, counts, (7, -1, 8, 9)) == verdict
        assert list(counts) == [7, INVALID, 8, 9]
        assert list(cells.cell_status) == [status.OK, verdict, status.OK, status.OK]
    assert frame(ports, cells, counts, (7, 6, 8, 9)) == status.OK
    assert frame(ports, cells, counts, (7, -1, 8, 9)) == status.NOT_READY


def test_reading_too_early_clocks_nothing():
    ports, cells, counts = settled()
    assert not cells.ready()
    assert cells.read(counts) == status.NOT_READY
    assert list(counts) == [INVALID] * 4
    pulses = ports.bank.pulses
    ports.bank.offer(GOOD)
    ports.bank.waiting[2] = False
    assert not cells.ready()
    assert cells.read(counts) == status.NOT_READY
    assert ports.bank.pulses == 0 and pulses == 25


def test_a_slipped_frame_shows_by_the_bit_that_still_hangs_out():
    ports, cells, counts = settled()
    ports.bank.hang = 1
    assert frame(ports, cells, counts, (50, -33_500, 50, 50)) == status.SLIPPED
    assert list(counts) == [50, INVALID, 50, 50]
    ports.bank.hang = -1
    for _ in range(4):  # perhaps another gain was chosen: this cell settles anew, its neighbours go on
        assert frame(ports, cells, counts, GOOD) == status.SETTLING
        assert list(counts) == [100, INVALID, 300, -400]
    assert frame(ports, cells, counts, GOOD) == status.OK


def test_more_than_any_load_is_a_spike():
    ports, cells, counts = settled()
    assert frame(ports, cells, counts, (6_000_001, 6_000_000, -6_000_001, 0)) == status.SPIKE
    assert list(counts) == [INVALID, 6_000_000, INVALID, 0]


def test_the_first_frames_after_waking_are_settling():
    ports = FakePorts()
    cells = ports.cells()
    counts = array("i", [0] * 4)
    got = [frame(ports, cells, counts, GOOD) for _ in range(5)]
    assert got == [status.SETTLING] * 4 + [status.OK]
    cells.power_down()
    assert not cells.ready()
    ports.bank.offer(GOOD)
    assert cells.read(counts) == status.NOT_READY
    ports.clock.us += 100
    cells.wake()
    assert frame(ports, cells, counts, GOOD) == status.SETTLING
    assert list(counts) == [INVALID] * 4


def test_interrupts_cannot_stretch_a_pulse():
    ports, cells, counts = settled()
    ports.bank.longest_high_us = 0
    ports.bank.interrupt_us = 200
    assert frame(ports, cells, counts, GOOD) == status.OK
    assert ports.bank.longest_high_us < 50 and ports.bank.locked == 0


def test_a_pulse_stretched_all_the_same_spoils_the_frame_and_settles_anew():
    for pulse in (1, 12, 24, 25):
        ports, cells, counts = settled()
        ports.bank.stall_at = pulse
        assert frame(ports, cells, counts, (0x12FFFF, 0x12FFFF, 0x12FFFF, 0x12FFFF)) == status.SLIPPED
        assert list(counts) == [INVALID] * 4
        assert cells.stretched == 1
        ports.bank.stall_at = -1
        assert frame(ports, cells, counts, GOOD) == status.SETTLING


def test_an_unplugged_cell_is_silent_and_nothing_waits_for_it():
    ports, cells, counts = settled()
    ports.bank.dead = (3,)
    seen = []
    for _ in range(40):
        ports.clock.us += 5_000
        ports.bank.offer(GOOD)
        seen.append(cells.poll(ports.clock.ticks_us()))
        assert cells.read(counts) == status.NOT_READY
        if status.SILENT in seen:
            break
    assert 25 < len(seen) < 35, "after 150 ms"
    assert list(cells.cell_status)[3] == status.SILENT
    assert status.SILENT not in list(cells.cell_status)[:3]
    assert cells.restarts == 1


def test_silence_restarts_at_once_and_then_once_a_second():
    ports, cells, counts = settled()
    ports.bank.dead = (0, 1, 2, 3)
    for _ in range(2000):
        ports.clock.us += 5_000
        cells.poll(ports.clock.ticks_us())
    assert 8 <= cells.restarts <= 11, "in 10 s"
    ports.bank.dead = ()
    for _ in range(10):
        got = frame(ports, cells, counts, GOOD)
    assert got == status.OK
    restarts = cells.restarts
    for _ in range(10):
        assert frame(ports, cells, counts, GOOD) == status.OK
    assert cells.restarts == restarts


def test_silence_stays_silence_across_many_wraps_of_the_ticks():
    ports, cells, _ = settled({"hx711_retry_us": 10_000_000}, (1 << 30) - 5_000)
    ports.bank.dead = (1,)
    for _ in range(4000):
        ports.clock.us += 500_000
        ports.bank.offer(GOOD)
        cells.poll(ports.clock.ticks_us())
        cells.poll(ports.clock.ticks_us())
    assert cells.cell_status[1] == status.SILENT


def test_three_bad_frames_restart_the_chips():
    ports, cells, counts = settled()
    ports.bank.hang = 2
    for _ in range(3):
        assert frame(ports, cells, counts, GOOD) == status.SLIPPED
        assert cells.restarts == 0
    frame(ports, cells, counts, GOOD)
    assert cells.restarts == 1
    assert not cells.ready()
    downs = ports.bank.downs
    ports.clock.us += 300
    cells.poll(ports.clock.ticks_us())
    assert ports.bank.downs == downs + 1, "held high long enough to power down"


def test_rails_do_not_restart():
    ports, cells, counts = settled()
    for _ in range(50):
        assert frame(ports, cells, counts, (0x7FFFFF, 1, 2, 3)) == status.RAIL
    assert cells.restarts == 0


def test_the_rate_is_measured_and_lost_conversions_are_counted():
    ports, cells, counts = settled()
    for _ in range(100):
        frame(ports, cells, counts, GOOD)
    assert 11_900 < cells.period_us < 12_300
    assert cells.lost == 0
    ports.clock.us += 24_000
    frame(ports, cells, counts, GOOD)
    assert cells.lost == 2
    for _ in range(30):  # RATE low: 10 a second
        ports.clock.us += 88_000
        frame(ports, cells, counts, GOOD)
    assert 95_000 < cells.period_us < 105_000


def test_five_milliseconds_before_the_wrap_nothing_special_happens():
    ports, cells, counts = settled(None, (1 << 30) - 5_000)
    assert cells.lost == 0 and cells.restarts == 0
    ports, cells, counts = settled(None, (1 << 30) - 60_000)
    for _ in range(10):
        assert frame(ports, cells, counts, GOOD) == status.OK
    assert cells.lost == 0 and cells.restarts == 0


def test_reading_allocates_nothing():
    try:
        import gc

        import micropython
    except ImportError:
        return  # CPython
    ports, cells, counts = settled()
    ports.bank.offer(GOOD)
    now = ports.clock.ticks_us()
    gc.collect()
    gc.disable()
    before = micropython.mem_total()
    cells.ready()
    cells.poll(now)
    got = cells.read(counts)
    after = micropython.mem_total()
    gc.enable()
    assert got == status.OK
    assert after == before, after - before
