"""The LSM6DSOX model, held to drivers that others wrote; its FIFO, which none of them reads, to the verified facts."""

import itertools
import math
import struct

import pytest
from oracles.adapters import CircuitI2c, QwiicI2c

from host_sim.clock import Clock
from host_sim.devices.i2c import Wire
from host_sim.devices.lsm6dsox import ADDRESS, G, Lsm6dsox


class Still:
    """A signal to set; specific force in m/s2 and rate in rad/s."""

    def __init__(self):
        self.force, self.rate = (0.0, 0.0, G), (0.0, 0.0, 0.0)

    def __call__(self):
        return self.force, self.rate


@pytest.fixture
def signal():
    return Still()


@pytest.fixture
def chip(clock, signal):
    chip = Lsm6dsox(clock, signal, seed=3)
    chip.signal.xl_bias_g = [0.0] * 3
    chip.signal.g_bias_dps = [0.0] * 3
    chip.signal.noise_factor = 0.0
    clock.on_tick(chip.tick)
    return chip


@pytest.fixture
def wire(chip):
    return Wire([chip])


def read(wire, register, count=1):
    return wire.readfrom_mem(ADDRESS, register, count)


def write(wire, register, *values):
    wire.writeto_mem(ADDRESS, register, bytes(values))


def fifo_level(wire):
    low, high = read(wire, 0x3A, 2)
    return low | (high & 3) << 8


def fifo_words(wire, count):
    data = read(wire, 0x78, 7 * count)
    return [(data[i], struct.unpack("<hhh", data[i + 1 : i + 7])) for i in range(0, 7 * count, 7)]


def start(wire, clock, odr=5, fifo=0x55, mode=6):
    write(wire, 0x12, 0x01)
    clock.advance(1000)
    write(wire, 0x12, 0x44)
    write(wire, 0x10, odr << 4)
    write(wire, 0x11, odr << 4)
    write(wire, 0x09, fifo)
    write(wire, 0x0A, mode)


# --- others' drivers


@pytest.mark.parametrize("name, g", [("RANGE_2G", 2), ("RANGE_4G", 4), ("RANGE_8G", 8), ("RANGE_16G", 16)])
def test_adafruit_reads_all_accelerometer_ranges(other, wire, signal, clock, name, g):
    module = other("adafruit_lsm6ds")
    imu = other("adafruit_lsm6ds.lsm6dsox").LSM6DSOX(CircuitI2c(wire))
    imu.accelerometer_range = getattr(module.AccelRange, name)
    signal.force = (0.9 * g * G, -0.5 * g * G, 0.1 * g * G)
    clock.advance(100_000)
    lsb = {2: 0.061, 4: 0.122, 8: 0.244, 16: 0.488}[g] * 1e-3 * G
    assert imu.acceleration == pytest.approx(signal.force, abs=0.6 * lsb)


@pytest.mark.parametrize("dps", [125, 250, 500, 1000, 2000])
def test_adafruit_reads_all_gyro_ranges(other, wire, signal, clock, dps):
    module = other("adafruit_lsm6ds")
    imu = other("adafruit_lsm6ds.lsm6dsox").LSM6DSOX(CircuitI2c(wire))
    imu.gyro_range = getattr(module.GyroRange, f"RANGE_{dps}_DPS")
    signal.rate = tuple(math.radians(dps * share) for share in (0.9, -0.8, 0.05))
    clock.advance(200_000)
    assert imu.gyro == pytest.approx(signal.rate, abs=math.radians(0.6 * dps * 0.035 / 1000))


def test_adafruit_reads_the_temperature(other, wire, chip, clock):
    imu = other("adafruit_lsm6ds.lsm6dsox").LSM6DSOX(CircuitI2c(wire))
    for chip.temperature_c in (20.0, 25.0, 61.5, -10.0):
        clock.advance(100_000)
        assert imu.temperature == pytest.approx(chip.temperature_c, abs=0.1)


def test_adafruit_sets_the_ranges_as_documented(other, wire):
    """The bytes that this driver leaves in CTRL1_XL and CTRL2_G, as recorded from a chip's documentation."""
    module = other("adafruit_lsm6ds")
    imu = other("adafruit_lsm6ds.lsm6dsox").LSM6DSOX(CircuitI2c(wire))
    seen = []
    for name in ("RANGE_2G", "RANGE_4G", "RANGE_8G", "RANGE_16G"):
        imu.accelerometer_range = getattr(module.AccelRange, name)
        seen += read(wire, 0x10)
    for dps in (125, 250, 500, 1000, 2000):
        imu.gyro_range = getattr(module.GyroRange, f"RANGE_{dps}_DPS")
        seen += read(wire, 0x11)
    assert seen == [0x40, 0x48, 0x4C, 0x44, 0x42, 0x40, 0x44, 0x48, 0x4C]


def test_adafruit_begins_with_an_empty_write_and_the_identity(other, wire):
    bus = CircuitI2c(wire)
    other("adafruit_lsm6ds.lsm6dsox").LSM6DSOX(bus)
    assert bus.transactions[:3] == [("w", b""), ("w", b"\x0f"), ("r", b"\x6c")]
    assert ("w", b"\x12\x05") in bus.transactions, "SW_RESET keeps IF_INC, which the chip has on by default"


def test_adafruit_refuses_another_chip(other, wire, chip):
    chip.fault("wrong-id")
    with pytest.raises(RuntimeError):
        other("adafruit_lsm6ds.lsm6dsox").LSM6DSOX(CircuitI2c(wire))
    chip.clear("wrong-id")
    chip.fault("absent")
    with pytest.raises(ValueError, match="No I2C device"):
        other("adafruit_lsm6ds.lsm6dsox").LSM6DSOX(CircuitI2c(wire))


def test_sparkfun_needs_if_inc_restored_by_the_reset(other, wire, signal, clock):
    imu = other("qwiic_lsm6dso").QwiicLSM6DSO(address=ADDRESS, i2c_driver=QwiicI2c(wire))
    assert imu.begin()
    imu.set_gyro_range(imu.FS_G_250dps)  # its own default factor is that of 125 dps, while the chip starts at 250
    signal.force, signal.rate = (1.0, -2.0, 9.0), (0.5, -0.25, 0.1)
    clock.advance(600_000)
    assert imu.read_float_accel_all() == pytest.approx([v / G for v in signal.force], abs=0.001)
    assert imu.read_float_gyro_all() == pytest.approx([math.degrees(v) for v in signal.rate], abs=0.01)


def test_micropython_lsm6dsox_reads_both_sensors(other, wire, signal, clock):
    imu = other("micropython_lsm6dsox").LSM6DSOX(wire)
    signal.force, signal.rate = (1.0, -2.0, 9.0), (0.5, -0.25, 0.1)
    clock.advance(300_000)
    assert imu.acceleration == pytest.approx(signal.force, abs=0.01)
    assert imu.gyro == pytest.approx(signal.rate, abs=0.001)


# --- registers


def test_reset_values_and_the_self_clearing_bits(wire, clock):
    write(wire, 0x10, 0x5C)
    write(wire, 0x12, 0x01)
    assert read(wire, 0x12) == b"\x05", "IF_INC is back, SW_RESET still running"
    assert read(wire, 0x10) == b"\x00"
    clock.advance(60)
    assert read(wire, 0x12) == b"\x04"
    write(wire, 0x12, 0x84)
    assert read(wire, 0x12)[0] & 0x80
    clock.advance(10_001)
    assert read(wire, 0x12) == b"\x04"


def test_without_if_inc_a_burst_stays_on_its_register(wire):
    write(wire, 0x12, 0x00)
    assert read(wire, 0x0F, 3) == b"\x6c\x6c\x6c"


def test_gravity_is_plus_one_on_the_axis_that_points_up(wire, clock):
    start(wire, clock)
    clock.advance(100_000)
    assert struct.unpack("<hhh", read(wire, 0x28, 6)) == pytest.approx((0, 0, 1 / 0.061e-3), abs=1)


def test_status_tells_fresh_data_until_the_high_byte_is_read(wire, clock):
    start(wire, clock)
    clock.advance(50_000)
    assert read(wire, 0x1E)[0] & 3 == 3
    read(wire, 0x28, 6)
    assert read(wire, 0x1E)[0] & 3 == 2
    read(wire, 0x22, 6)
    assert read(wire, 0x1E)[0] & 3 == 0


def test_bdu_keeps_both_bytes_of_one_sample(wire, chip, signal, clock):
    start(wire, clock)
    clock.advance(100_000)
    low = read(wire, 0x2C)[0]
    signal.force = (0.0, 0.0, -1.5 * G)
    clock.advance(100_000)
    high = read(wire, 0x2D)[0]
    assert struct.unpack("<h", bytes((low, high)))[0] == pytest.approx(16393, abs=1)
    write(wire, 0x12, 0x04)  # without it the halves differ in age
    low = read(wire, 0x2C)[0]
    signal.force = (0.0, 0.0, G)
    clock.advance(100_000)
    high = read(wire, 0x2D)[0]
    assert struct.unpack("<h", bytes((low, high)))[0] != pytest.approx(16393, abs=1)


def test_full_scale_mode_gives_2_g_for_code_1(wire, clock):
    start(wire, clock)
    write(wire, 0x10, 0x54)
    clock.advance(100_000)
    assert struct.unpack("<h", read(wire, 0x2C, 2))[0] == pytest.approx(1 / 0.488e-3, abs=1)
    write(wire, 0x17, 0x02)
    clock.advance(100_000)
    assert struct.unpack("<h", read(wire, 0x2C, 2))[0] == pytest.approx(1 / 0.061e-3, abs=1)


def test_too_much_saturates_and_does_not_wrap(wire, signal, clock):
    start(wire, clock)
    signal.force, signal.rate = (30.0, -30.0, G), (20.0, -20.0, 0.0)
    clock.advance(200_000)
    assert struct.unpack("<hh", read(wire, 0x28, 4)) == (32767, -32768)
    assert struct.unpack("<hh", read(wire, 0x22, 4)) == (32767, -32768)


def test_timestamp_counts_25_us_and_resets(wire, chip, clock):
    write(wire, 0x19, 0x20)
    clock.advance(1_000_000)
    fast = 1 + 0.0015 * chip.freq_fine
    assert int.from_bytes(read(wire, 0x40, 4), "little") == pytest.approx(40_000 * fast, abs=2)
    write(wire, 0x42, 0xAA)
    clock.advance(25_000)
    assert int.from_bytes(read(wire, 0x40, 4), "little") == pytest.approx(1000 * fast, abs=2)


@pytest.mark.parametrize("fine", [-13, 0, 13])
def test_the_rate_follows_internal_freq_fine(wire, chip, clock, fine):
    chip.freq_fine = fine
    assert read(wire, 0x63)[0] == fine & 0xFF
    start(wire, clock)
    clock.advance(1_000_000)
    assert fifo_level(wire) / 2 == pytest.approx(6667 / 32 * (1 + 0.0015 * fine), abs=1.01)


@pytest.mark.parametrize("code, hz", [(1, 13.02), (2, 26.04), (3, 52.1), (4, 104.2), (5, 208.3), (6, 416.7)])
def test_data_rate_codes(wire, chip, clock, code, hz):
    chip.freq_fine = 0
    start(wire, clock, odr=code, fifo=code)
    clock.advance(1_000_000)
    assert fifo_level(wire) == pytest.approx(hz, abs=1)


def test_writing_a_read_only_register_is_noted(wire, chip):
    write(wire, 0x0F, 0x00)
    assert read(wire, 0x0F) == b"\x6c"
    assert "0x0f" in chip.log[0]


# --- FIFO, line by line


def test_words_carry_gyro_then_accel_of_one_slot(wire, signal, clock):
    signal.rate = (0.1, 0.0, 0.0)
    start(wire, clock)
    clock.advance(100_000)
    words = fifo_words(wire, fifo_level(wire))
    tags = [tag >> 3 for tag, _ in words]
    assert tags == [1, 2] * (len(words) // 2)
    counts = [tag >> 1 & 3 for tag, _ in words]
    assert counts[0::2] == counts[1::2], "both of a slot carry its count"
    assert all((b - a) % 4 == 1 for a, b in zip(counts[0::2], counts[2::2], strict=False))
    assert all(tag.bit_count() % 2 == 0 for tag, _ in words)
    assert words[-2][1][0] == pytest.approx(math.degrees(0.1) / 8.75e-3, abs=2)
    assert words[-1][1][2] == pytest.approx(1 / 0.061e-3, abs=2)


def test_first_samples_are_marked_as_start_up(wire, clock):
    start(wire, clock)
    clock.advance(50_000)
    firsts = [values[0] for _, values in fifo_words(wire, 8)]
    assert firsts[0] >= 0x7FFD
    assert all(first < 0x7FFD for first in firsts[4:])


def test_one_burst_wraps_from_7e_to_78_and_pops_each_word(wire, clock):
    start(wire, clock)
    clock.advance(100_000)
    level = fifo_level(wire)
    fifo_words(wire, 5)
    assert fifo_level(wire) == level - 5
    read(wire, 0x78, 1)  # a tag alone leaves the word where it is
    assert fifo_level(wire) == level - 5


def test_an_empty_fifo_has_tag_zero(wire, clock):
    start(wire, clock)
    assert fifo_words(wire, 2) == [(0, (0, 0, 0))] * 2
    assert fifo_level(wire) == 0


def test_continuous_mode_overwrites_the_oldest(wire, chip, clock):
    start(wire, clock)
    clock.advance(2_000_000)
    assert fifo_level(wire) == 512
    assert read(wire, 0x3B)[0] & 0x48 == 0x40, "the latched flag went with the read before"
    assert chip.overruns > 300
    first = fifo_words(wire, 512)[0]
    assert first[1][0] < 0x7FFD, "the start-up words are gone"


def test_overrun_flags(wire, clock):
    start(wire, clock)
    clock.advance(2_000_000)
    flags = read(wire, 0x3B)[0]
    assert flags & 0x68 == 0x68
    fifo_words(wire, 512)
    assert read(wire, 0x3B)[0] & 0x68 == 0


def test_fifo_mode_stops_when_full(wire, clock):
    start(wire, clock, mode=1)
    clock.advance(3_000_000)
    assert fifo_words(wire, 512)[0][1][0] >= 0x7FFD, "the oldest word is still there"
    clock.advance(50_000)


def test_bypass_empties_and_stops(wire, clock):
    start(wire, clock)
    clock.advance(100_000)
    write(wire, 0x0A, 0)
    assert fifo_level(wire) == 0
    clock.advance(100_000)
    assert fifo_level(wire) == 0


def test_watermark_flag_and_stop_on_watermark(wire, clock):
    start(wire, clock)
    write(wire, 0x07, 20)
    clock.advance(20_000)
    assert not read(wire, 0x3B)[0] & 0x80
    clock.advance(100_000)
    assert read(wire, 0x3B)[0] & 0x80
    write(wire, 0x0A, 0)
    write(wire, 0x08, 0x80)
    write(wire, 0x0A, 6)
    clock.advance(300_000)
    assert fifo_level(wire) == 20


def test_a_batch_rate_below_the_data_rate_decimates(wire, chip, clock):
    chip.freq_fine = 0
    start(wire, clock, odr=5, fifo=0x24)  # gyro 26 Hz, accelerometer 104 Hz
    clock.advance(1_000_000)
    tags = [tag >> 3 for tag, _ in fifo_words(wire, fifo_level(wire))]
    assert tags.count(1) == pytest.approx(26, abs=1)
    assert tags.count(2) == pytest.approx(104, abs=1)


def test_time_stamps_and_temperature_in_the_fifo(wire, chip, clock):
    chip.temperature_c = 30.0
    start(wire, clock)
    write(wire, 0x19, 0x20)
    write(wire, 0x0A, 0x40 | 0x30 | 6)  # every slot a time stamp, temperature at 52 Hz
    clock.advance(500_000)
    data = read(wire, 0x78, 7 * fifo_level(wire))
    words = [data[i : i + 7] for i in range(0, len(data), 7)]
    stamps = [int.from_bytes(w[1:5], "little") for w in words if w[0] >> 3 == 4]
    steps = [b - a for a, b in itertools.pairwise(stamps)]
    assert max(steps) <= 6667 / 32 and sum(steps) == pytest.approx(0.5 * 40_000, rel=0.05)
    temperatures = [struct.unpack("<h", w[1:3])[0] for w in words if w[0] >> 3 == 3]
    assert len(temperatures) == pytest.approx(26, abs=2)
    assert temperatures[-1] == pytest.approx(5 * 256, abs=10)


def test_batching_a_sensor_that_is_off_is_noted(wire, chip, clock):
    write(wire, 0x09, 0x55)
    assert any("batches" in line for line in chip.log)


# --- noise and faults


def test_noise_is_of_the_datasheets_class(clock, signal):
    import numpy as np

    chip = Lsm6dsox(clock, signal, seed=11)
    clock.on_tick(chip.tick)
    wire = Wire([chip])
    start(wire, clock)
    rows = []
    for _ in range(20):
        clock.advance(200_000)
        rows += fifo_words(wire, fifo_level(wire))
    gyro = np.array([v for tag, v in rows if tag >> 3 == 1][5:]) * 8.75
    accel = np.array([v for tag, v in rows if tag >> 3 == 2][5:]) * 0.061
    assert 0.4 < accel.std(axis=0).mean() < 1.2, "mg rms at 104 Hz of bandwidth: 70 ug per root hertz gives 0.75"
    assert 20 < gyro.std(axis=0).mean() < 60, "mdps rms: 4 mdps per root hertz over 69 Hz gives 35"


def test_lpf2_follows_slow_and_damps_fast_signals():
    import numpy as np

    rms = {}
    for cut, register in ((None, 0x50), (4, 0x52)):
        clock = Clock()
        chip = Lsm6dsox(
            clock, lambda c=clock: ((np.sin(2 * np.pi * 90 * c.now_us * 1e-6) * G, 0.0, G), (0, 0, 0)), seed=1
        )
        clock.on_tick(chip.tick)
        wire = Wire([chip])
        start(wire, clock)
        write(wire, 0x10, register)
        clock.advance(100_000)
        fifo_words(wire, fifo_level(wire))
        clock.advance(1_000_000)
        rows = [v for tag, v in fifo_words(wire, fifo_level(wire)) if tag >> 3 == 2]
        rms[cut] = np.std([v[0] for v in rows]) * 0.061e-3
    assert rms[4] < 0.6 * rms[None] < 0.6 * 0.75


def test_faults_answer_as_their_names_say(wire, chip, clock):
    start(wire, clock)
    chip.fault("absent")
    with pytest.raises(OSError) as caught:
        read(wire, 0x0F)
    assert caught.value.errno == 19
    assert wire.scan() == []
    chip.clear("absent")
    for kind in ("hang", "stuck-sda"):
        chip.fault(kind)
        with pytest.raises(OSError) as caught:
            read(wire, 0x0F)
        assert caught.value.errno == 110
        chip.clear(kind)
    chip.fault("flaky")
    missed = 0
    for _ in range(1000):
        try:
            read(wire, 0x0F)
        except OSError:
            missed += 1
    assert 10 < missed < 100
    chip.clear("flaky")
    assert wire.scan() == [ADDRESS]
    with pytest.raises(ValueError, match="stuck-sda"):
        chip.fault("no-such-kind")


def test_flat_freezes_and_silent_stops(wire, chip, signal, clock):
    start(wire, clock)
    clock.advance(100_000)
    fifo_words(wire, fifo_level(wire))
    chip.fault("flat")
    signal.force = (5.0, 5.0, 5.0)
    clock.advance(100_000)
    rows = [v for tag, v in fifo_words(wire, fifo_level(wire)) if tag >> 3 == 2]
    assert len(set(rows)) == 1 and rows[0][2] == pytest.approx(16393, abs=2)
    chip.fault("silent")
    clock.advance(100_000)
    assert fifo_level(wire) == 0


def test_overflow_fills_the_fifo_once(wire, chip, clock):
    start(wire, clock)
    chip.fault("overflow")
    assert fifo_level(wire) == 512
    assert chip.overruns >= 1
    fifo_words(wire, 512)
    assert fifo_level(wire) == 0


@pytest.mark.parametrize("bdu", [False, True])
def test_torn_mixes_the_bytes_of_two_samples_unless_bdu_is_set(wire, chip, signal, clock, bdu):
    start(wire, clock)
    write(wire, 0x12, 0x44 if bdu else 0x04)
    clock.advance(50_000)
    chip.fault("torn")
    seen = set()
    for i in range(300):
        signal.force = (0.0, 0.0, math.sin(i / 20) * G)
        clock.advance(1_000)
        seen.add(struct.unpack("<h", read(wire, 0x2C, 2))[0])
    real = {v[2] for tag, v in fifo_words(wire, fifo_level(wire)) if tag >> 3 == 2}
    assert bool(seen - real) is not bdu


def test_power_comes_back_as_after_power_on(wire, chip, clock):
    start(wire, clock)
    chip.power(False)
    with pytest.raises(OSError):
        read(wire, 0x0F)
    clock.advance(100_000)
    chip.power(True)
    assert read(wire, 0x10) == b"\x00"
    assert fifo_level(wire) == 0
