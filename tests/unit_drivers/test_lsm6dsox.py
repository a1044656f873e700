"""The IMU driver on a scripted bus: set-up order, words, signs, pairs, faults, restarts, memory."""

import gc
from array import array

from teatable.drivers import lsm6dsox, status

from unit_drivers.imu_bus import Clock, ImuBus

G = 8197


def made():
    bus = ImuBus()
    clock = Clock()
    imu = lsm6dsox.Imu(bus, 0x6A, clock)
    return imu, bus, clock


def rows(imu, most=20):
    out = array("h", [0] * (6 * most))
    n = imu.drain(out, most)
    return [list(out[6 * i : 6 * i + 6]) for i in range(n)]


def test_set_up_follows_the_documented_order():
    bus = ImuBus()
    bus.reset_polls = 3
    lsm6dsox.Imu(bus, 0x6A, Clock())
    assert bus.writes[0] == (0x12, 0x05)  # SW_RESET with IF_INC kept
    assert bus.writes[1] == (0x12, 0x44)  # BDU and IF_INC
    values = {}
    order = []
    for register, value in bus.writes:
        values[register] = value
        order.append(register)
    assert values[0x18] == 0xE2  # I3C_disable is bit 1; the other bits stay
    assert values[0x10] == 0x58 and values[0x11] == 0x50  # 208 Hz, 4 g and 250 dps
    assert values[0x09] == 0x55  # both batched at 208 Hz
    assert bus.writes[-1] == (0x0A, 6)  # continuous, after everything else
    bypass = bus.writes.index((0x0A, 0))
    assert bypass < order.index(0x09)
    assert order.index(0x10) < order.index(0x09) and order.index(0x11) < order.index(0x09)


def test_another_chip_or_none_is_an_oserror_with_part_bus_and_address():
    for change, text in ((("id", 0x6A), "WHO_AM_I is 0x6a"), (("fail", 1000), "LSM6DSOX")):
        bus = ImuBus()
        if change[0] == "id":
            bus.registers[0x0F] = change[1]
        else:
            bus.fail = change[1]
        try:
            lsm6dsox.Imu(bus, 0x6A, Clock())
        except OSError as e:
            message = str(e)
        else:
            message = "nothing raised"
        assert text in message, message
        assert "LSM6DSOX on I2C bus imu at 0x6a" in message, message


def test_a_single_failed_transfer_at_the_start_is_no_reason_to_give_up():
    bus = ImuBus()
    bus.fail = 2
    lsm6dsox.Imu(bus, 0x6A, Clock())
    assert bus.writes[-1] == (0x0A, 6)


def test_rows_are_gyro_then_accel_and_negatives_are_signed():
    imu, bus, _ = made()
    bus.pair(0, (1, -2, 32766), (-1, -32767, G))
    bus.pair(1, (-300, 300, 0), (255, 256, -256))
    assert rows(imu) == [[1, -2, 32766, -1, -32767, G], [-300, 300, 0, 255, 256, -256]]
    assert imu.status == status.OK


def test_accel_may_come_before_gyro():
    imu, bus, _ = made()
    bus.put(2 << 3 | 1 << 1, 7, 8, 9)
    bus.put(1 << 3 | 1 << 1, 1, 2, 3)
    assert rows(imu) == [[1, 2, 3, 7, 8, 9]]


def test_a_pair_may_be_split_between_two_drains():
    imu, bus, _ = made()
    bus.put(1 << 3, 1, 2, 3)
    assert rows(imu) == []
    bus.empty()
    bus.put(2 << 3, 4, 5, 6)
    assert rows(imu) == [[1, 2, 3, 4, 5, 6]]


def test_halves_of_two_slots_are_not_married():
    imu, bus, _ = made()
    bus.put(1 << 3 | 0 << 1, 1, 1, 1)
    bus.put(2 << 3 | 1 << 1, 2, 2, 2)
    bus.put(1 << 3 | 1 << 1, 3, 3, 3)
    assert rows(imu) == [[3, 3, 3, 2, 2, 2]]
    assert imu.unpaired == 1


def test_never_more_rows_than_asked_for_and_the_rest_comes_next():
    imu, bus, _ = made()
    for i in range(20):
        bus.pair(i & 3, (i, 0, 0), (0, 0, G))
    first = rows(imu, 7)
    second = rows(imu, 20)
    assert [r[0] for r in first] == list(range(7))
    assert [r[0] for r in second] == list(range(7, 20))


def test_an_unknown_tag_means_out_of_step_and_the_fifo_starts_again():
    imu, bus, _ = made()
    bus.pair(0, (1, 1, 1), (2, 2, 2))
    bus.put(0x1F << 3, 1, 2, 3)
    before = len(bus.writes)
    assert rows(imu) == []
    assert (imu.status, imu.slips) == (status.OVERRUN, 1)
    assert bus.writes[before:] == [(0x0A, 0), (0x0A, 6)]
    bus.pair(0, (5, 5, 5), (6, 6, 6))
    assert rows(imu) == [[5, 5, 5, 6, 6, 6]]
    assert imu.status == status.OK


def test_an_overrun_throws_the_old_rows_away_and_goes_on():
    for flag in (0x40, 0x08):
        imu, bus, _ = made()
        bus.pair(0, (1, 1, 1), (2, 2, 2))
        bus.flags = flag
        assert rows(imu) == []
        assert (imu.status, imu.overruns) == (status.OVERRUN, 1)
        bus.pair(0, (5, 5, 5), (6, 6, 6))
        assert rows(imu) == [[5, 5, 5, 6, 6, 6]]


def test_start_up_rows_are_left_out_and_later_ones_are_rail():
    imu, bus, _ = made()
    bus.pair(0, (0x7FFE, 0, 0), (0, 0, G))
    bus.pair(1, (0, 0, 0), (0x7FFF, 0, G))
    bus.pair(2, (1, 0, 0), (0, 0, G))
    assert rows(imu) == [[1, 0, 0, 0, 0, G]]
    bus.empty()
    for i in range(30):
        bus.pair(i & 3, (i, 0, 0), (0, 0, G))
    rows(imu, 32)
    bus.empty()
    bus.pair(0, (0, 0, 0), (0x7FFF, 0, -0x8000))
    assert rows(imu) == [[0, 0, 0, 0x7FFF, 0, -0x8000]]
    assert imu.status == status.RAIL


def test_no_rows_is_not_ready_and_for_long_it_is_silent_and_a_restart():
    imu, bus, clock = made()
    assert rows(imu) == [] and imu.status == status.NOT_READY
    for _ in range(7):
        clock.sleep_us(20_000)
        assert rows(imu) == [] and imu.status == status.NOT_READY
    clock.sleep_us(20_000)
    before = len(bus.writes)
    for _ in range(10):
        assert rows(imu) == []
        assert imu.status == status.SILENT
        clock.sleep_us(20_000)
    assert imu.restarts == 1
    assert (0x12, 0x05) in bus.writes[before:]


def test_failed_transfers_are_bus_then_a_restart_and_no_more_tries_than_allowed():
    imu, bus, clock = made()
    bus.fail = 100_000
    for _ in range(5):
        assert rows(imu) == [] and imu.status == status.BUS
    reads = bus.reads
    for _ in range(20):  # 0.4 s
        rows(imu)
        clock.sleep_us(20_000)
        assert imu.status == status.BUS
    assert bus.reads == reads
    assert imu.restarts == 1
    for _ in range(150):
        rows(imu)
        clock.sleep_us(20_000)
    assert 5 <= imu.restarts <= 8
    bus.fail = 0
    for _ in range(60):
        rows(imu)
        clock.sleep_us(20_000)
    bus.pair(0, (1, 1, 1), (2, 2, 2))
    assert rows(imu) == [[1, 1, 1, 2, 2, 2]]
    assert imu.status == status.OK


def test_another_chip_in_its_place_later_is_absent():
    imu, bus, clock = made()
    bus.registers[0x0F] = 0x33
    clock.sleep_us(200_000)
    for _ in range(6):
        rows(imu)
    assert imu.status == status.ABSENT


def test_a_chip_that_repeats_itself_is_silent():
    imu, bus, _ = made()
    seen = []
    for _ in range(40):
        bus.empty()
        for k in range(10):
            bus.pair(k & 3, (5, 6, 7), (8, 9, 10))
        rows(imu)
        seen.append(imu.status)
    assert seen[0] == status.OK
    assert status.SILENT in seen


def test_scales_are_those_of_the_data_sheet():
    assert lsm6dsox.GYRO_UDPS_PER_LSB == 8_750
    assert lsm6dsox.ACCEL_UG_PER_LSB == 122


def test_drain_allocates_nothing():
    if not hasattr(gc, "mem_alloc"):
        return  # CPython counts otherwise
    import micropython

    imu, bus, _ = made()
    out = array("h", [0] * 120)
    for i in range(16):
        bus.pair(i & 3, (i, -i, 300), (-300, i, G))
    imu.drain(out, 20)
    gc.collect()
    gc.disable()
    total = micropython.mem_total() if hasattr(micropython, "mem_total") else 0
    before = gc.mem_alloc()
    for _ in range(200):
        bus.taken = 0
        assert imu.drain(out, 20) == 16
    after = gc.mem_alloc()
    total = (micropython.mem_total() if hasattr(micropython, "mem_total") else 0) - total
    gc.enable()
    assert after == before, after - before
    assert total == 0, total
