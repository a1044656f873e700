"""Pins and buses by the names of the wiring table; wrong names and uses are errors; everything takes its time."""

import errno

import pytest
from teatable.boards import devkitc_s3 as board

from host_sim.clock import Clock
from host_sim.ports import Restart, make_ports
from host_sim.wires import I2C_OVERHEAD_US, I2C_TIMEOUT_US, SPI_OVERHEAD_US


class Target:
    address = 0x6A

    def __init__(self):
        self.got = []

    def write(self, data):
        self.got.append(bytes(data))

    def read(self, count):
        return bytes(range(count))


def made(**endpoints):
    clock = Clock()
    return make_ports(board, {k.replace("__", ":"): v for k, v in endpoints.items()}, clock), clock


@pytest.mark.parametrize(
    ("call", "text"),
    [
        (lambda p: p.pin("cell_nord"), r"no pin 'cell_nord'.*cell_north"),
        (lambda p: p.pin("imu_sda"), r"'imu_sda'.*wired as I2C"),
        (lambda p: p.pin("motor_step"), r"wired as PWM"),
        (lambda p: p.pwm("motor_dir"), r"wired as OUT, not as a PWM"),
        (lambda p: p.pixels("buzzer"), r"wired as PWM, not as a WS2812"),
        (lambda p: p.i2c("display"), r"no I2C bus 'display'; known: imu, touch"),
        (lambda p: p.spi("imu"), r"no SPI bus 'imu'; known: display"),
        (lambda p: p.pin("cell_north").value(1), r"'cell_north' is an input"),
        (lambda p: p.pwm("buzzer").freq(0), r"cannot run at 0 Hz"),
        (lambda p: p.pwm("buzzer").duty_u16(65_536), r"0 to 65535"),
    ],
)
def test_wrong_names_and_uses_are_errors(call, text):
    ports, _ = made()
    with pytest.raises(ValueError, match=text):
        call(ports)


def test_an_endpoint_without_a_wire_is_an_error():
    with pytest.raises(ValueError, match=r"no wire 'cell_clocks'"):
        made(cell_clocks=lambda level: None)


def test_every_wire_of_every_kind_can_be_had():
    ports, _ = made()
    for name, _gpio, kind, _what, _pin in board.PINS:
        if kind in ("IN", "OUT"):
            assert ports.pin(name) is ports.pin(name)
        elif kind == "PWM":
            assert ports.pwm(name) is ports.pwm(name)
        elif kind == "PIXELS":
            ports.pixels(name)


def test_a_pin_operation_takes_a_microsecond_and_reaches_the_model():
    levels = []
    ports, clock = made(motor_dir=levels.append, cell_east=lambda: 0)
    pin = ports.pin("motor_dir")
    pin.value(1)
    pin.value(0)
    assert ports.pin("cell_east").value() == 0
    assert levels == [0, 1, 0]  # the first: its harmless level, when the pin was made
    assert clock.now_us == clock.pin_ops == 3


def test_outputs_begin_at_the_level_that_does_no_harm():
    levels = {}
    names = ("motor_enable", "motor_heartbeat", "display_cs")
    ports, _ = made(**{n: (lambda level, n=n: levels.__setitem__(n, level)) for n in names})
    for n in names:
        ports.pin(n)
    assert levels == {"motor_enable": 1, "motor_heartbeat": 0, "display_cs": 1}


def test_i2c_takes_nine_bits_a_byte_and_its_overhead():
    target = Target()
    ports, clock = made(i2c__imu=[target])
    buf = bytearray(8)
    ports.i2c("imu").readfrom_mem_into(0x6A, 0x22, buf)
    assert (target.got, buf) == ([b"\x22"], bytes(range(8)))
    wire_us = ((3 + 8) * 9 + 4) * 1e6 / 400_000
    assert clock.now_us == I2C_OVERHEAD_US + -(-wire_us // 1)
    assert 200 <= clock.now_us <= 700  # hardware.md: an 8-byte read takes 0.2 to 0.7 ms
    ports.i2c("imu").writeto_mem(0x6A, 0x10, b"\x58")
    assert target.got[-1] == b"\x10\x58"


def test_i2c_says_enodev_for_nobody_and_etimedout_for_a_stuck_wire():
    ports, clock = made(i2c__imu=[Target()])
    bus = ports.i2c("imu")
    with pytest.raises(OSError) as nobody:
        bus.readfrom_into(0x15, bytearray(1))
    assert nobody.value.errno == errno.ENODEV
    assert bus.scan() == [0x6A]
    bus.fault("timeout")
    before = clock.now_us
    with pytest.raises(OSError) as stuck:
        bus.writeto(0x6A, b"")
    assert stuck.value.errno == errno.ETIMEDOUT
    assert clock.now_us - before >= I2C_TIMEOUT_US


def test_a_chip_that_hangs_costs_the_timeout_and_is_clocked_free_at_the_next_start():
    class Hanging(Target):
        stuck = True

        def write(self, data):
            if self.stuck:
                raise OSError(errno.ETIMEDOUT, "held")

        def unstick(self):
            self.stuck = False

    target = Hanging()
    ports, clock = made(i2c__imu=[target])
    bus = ports.i2c("imu")
    assert not target.stuck
    target.stuck = True
    with pytest.raises(OSError) as held:
        bus.writeto_mem(0x6A, 0, b"1")
    assert held.value.errno == errno.ETIMEDOUT and clock.now_us >= I2C_TIMEOUT_US
    assert ports.i2c("imu") is bus and target.stuck
    made_again = make_ports(board, {"i2c:imu": [target]}, clock)
    made_again.i2c("imu").writeto_mem(0x6A, 0, b"1")


def test_a_full_frame_on_spi_takes_30_7_ms():
    sent = []
    ports, clock = made(spi__display=sent.append)
    ports.spi("display").write(bytearray(153_600))
    assert clock.now_us == 30_720 + SPI_OVERHEAD_US
    assert len(sent[0]) == 153_600


def test_pwm_tells_the_model_only_what_changes():
    seen = []
    ports, _ = made(buzzer=lambda hz, duty: seen.append((hz, duty)))
    pwm = ports.pwm("buzzer")
    pwm.freq(440)
    pwm.freq(440)
    pwm.duty_u16(32_768)
    pwm.deinit()
    assert seen == [(440, 0), (440, 32_768), (0, 0)]


def test_interrupts_nest_and_their_longest_time_off_is_kept():
    ports, clock = made()
    a = ports.disable_irq()
    b = ports.disable_irq()
    clock.advance(40)
    ports.enable_irq(b)
    assert ports.irq_off == 1
    ports.enable_irq(a)
    assert ports.irq_off == 0
    assert 40 <= ports.longest_irq_off_us <= 50


def test_seeds_differ_by_table_and_fit_30_bits():
    seeds = {make_ports(board, {}, Clock(), seed=s).random_seed() for s in range(20)}
    assert len(seeds) == 20
    assert all(0 <= s < 1 << 30 for s in seeds)


def test_a_restart_is_no_exception_that_firmware_could_swallow():
    ports, _ = made()
    with pytest.raises(Restart):
        try:
            ports.restart()
        except Exception:
            pytest.fail("caught")
