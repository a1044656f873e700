"""The device's ports on a fake `machine`: every wire of both boards, harmless levels, errors that say what is wrong."""

import importlib
import importlib.util
import inspect
import runpy
import sys
import time
import types
from pathlib import Path

import pytest
from teatable.boards import devkitc_s3, devkitc_s3_ft6336

import host_sim.ports
from host_sim.devices.norflash import NorFlash

BOARDS = [devkitc_s3, devkitc_s3_ft6336]
FIRMWARE = Path(__file__).parents[2] / "firmware"
KEEP_OFF = {0, 3, 45, 46, 19, 20, 43, 44, *range(26, 39)}  # 38: the LED of a DevKitC-1 v1.1


class FakeMachine(types.ModuleType):
    """`machine` that writes down what is made and set, in order."""

    def __init__(self):
        super().__init__("machine")
        log = self.log = []

        class Pin:
            IN, OUT, PULL_UP = "in", "out", "up"

            def __init__(self, gpio, mode=None, pull=None, value=None):
                self.gpio, self.mode, self.level = gpio, mode, 1 if value is None else value
                log.append(("pin", gpio, mode, pull, value))

            def value(self, level=None):
                if level is None:
                    return self.level
                self.level = level
                log.append(("set", self.gpio, level))
                return None

        class PWM:
            def __init__(self, pin, freq, duty_u16):
                log.append(("pwm", pin.gpio, freq, duty_u16))

        class I2C:
            def __init__(self, number, scl, sda, freq, timeout):
                log.append(("i2c", number, scl.gpio, sda.gpio, freq))

        class SPI:
            def __init__(self, number, baudrate, polarity, phase, sck, mosi, miso):
                log.append(("spi", number, baudrate, sck.gpio, mosi.gpio, miso))

        class WDT:
            def __init__(self, timeout):
                log.append(("wdt", timeout))

            def feed(self):
                log.append(("feed",))

        self.Pin, self.PWM, self.I2C, self.SPI, self.WDT = Pin, PWM, I2C, SPI, WDT
        self.bitstream = lambda pin, encoding, timing, data: log.append(("bits", pin.gpio, timing, bytes(data)))
        self.disable_irq = lambda: 7
        self.enable_irq = lambda state: log.append(("irq", state))
        self.freq = lambda hertz: log.append(("freq", hertz))
        self.SOFT_RESET = 5
        self.cause = 1
        self.reset_cause = lambda: self.cause
        self.reset = lambda: log.append(("reset",))


class FakePartition:
    """`esp32.Partition` as of MicroPython 1.26: two blocks; an offset means no erase. `find` takes what it is told."""

    TYPE_DATA = 1
    there = ("vfs",)

    def __init__(self):
        self.data = bytearray(b"\xff" * 8192)

    @classmethod
    def find(cls, kind=0, subtype=0xFF, label=None):
        return [cls()] if kind == cls.TYPE_DATA and label in cls.there else []

    def readblocks(self, number, buf, offset=0):
        buf[:] = self.data[number * 4096 + offset : number * 4096 + offset + len(buf)]

    def writeblocks(self, number, buf, offset=None):
        at = number * 4096 + (offset or 0)
        if offset is None:
            self.data[at : at + len(buf)] = b"\xff" * len(buf)
        for i, byte in enumerate(buf):
            self.data[at + i] &= byte

    def ioctl(self, op, arg):  # both are needed
        if op == 6:
            self.data[arg * 4096 : (arg + 1) * 4096] = b"\xff" * 4096
        return {4: 2, 5: 4096, 6: 0}[op]


@pytest.fixture
def machine(monkeypatch):
    fake = FakeMachine()
    monkeypatch.setitem(sys.modules, "machine", fake)
    monkeypatch.setattr(FakePartition, "there", ("vfs", "journal"))
    monkeypatch.setitem(sys.modules, "esp32", types.SimpleNamespace(Partition=FakePartition))
    monkeypatch.setattr(time, "ticks_us", lambda: 42, raising=False)
    monkeypatch.setattr(time, "sleep_us", lambda us: None, raising=False)
    return fake


@pytest.fixture
def esp32(machine):
    sys.modules.pop("teatable.drivers.esp32", None)
    yield importlib.import_module("teatable.drivers.esp32")
    sys.modules.pop("teatable.drivers.esp32", None)


@pytest.mark.parametrize("board", BOARDS, ids=lambda b: b.NAME)
def test_every_wire_of_the_board_can_be_made(esp32, machine, tmp_path, board):
    ports = esp32.make_ports(board, str(tmp_path / "data"))
    for name, _gpio, kind, _part, _role in board.PINS:
        if kind in ("IN", "OUT"):
            assert ports.pin(name) is ports.pin(name)
        elif kind == "PWM":
            assert ports.pwm(name) is ports.pwm(name)
        elif kind == "PIXELS":
            ports.pixels(name).write(b"\x01\x02\x03")
    for bus in board.I2C_BUSES:
        assert ports.i2c(bus) is ports.i2c(bus)
    for bus in board.SPI_BUSES:
        assert ports.spi(bus) is ports.spi(bus)
    log = machine.log
    assert ("spi", 1, 40_000_000, 12, 11, None) in log
    assert ("i2c", 0, 9, 8, 400_000) in log and ("i2c", 1, 17, 18, 400_000) in log
    assert ("bits", 2, (400, 850, 800, 450), b"\x01\x02\x03") in log
    assert all(entry[3] == 0 for entry in log if entry[0] == "pwm"), "no output begins with a tone or a step"
    assert all(entry[3] == "up" for entry in log if entry[0] == "pin" and entry[2] == "in")
    used = {entry[1] for entry in log if entry[0] == "pin"}
    assert not used & KEEP_OFF


@pytest.mark.parametrize("board", BOARDS, ids=lambda b: b.NAME)
def test_the_motor_is_off_before_anything_else(esp32, machine, tmp_path, board):
    ports = esp32.make_ports(board, str(tmp_path))
    assert machine.log[0] == ("pin", 40, "out", None, 1)
    ports.restart()
    assert machine.log[-2:] == [("set", 40, 1), ("reset",)]


def test_names_that_the_board_lacks_or_wires_otherwise(esp32, tmp_path):
    ports = esp32.make_ports(devkitc_s3, str(tmp_path))
    with pytest.raises(ValueError, match="no pin 'kettle'; known: buzzer, cell_clock"):
        ports.pin("kettle")
    with pytest.raises(ValueError, match="'buzzer' of board devkitc_s3 is wired as PWM, not as a plain pin"):
        ports.pin("buzzer")
    with pytest.raises(ValueError, match="wired as OUT"):
        ports.pwm("cell_clock")
    with pytest.raises(ValueError, match="wired as IN"):
        ports.pixels("cell_north")
    with pytest.raises(ValueError, match="no I2C bus 'display'; known: imu, touch"):
        ports.i2c("display")
    with pytest.raises(ValueError, match="no SPI bus 'imu'; known: display"):
        ports.spi("imu")


def test_it_offers_what_the_simulated_ports_offer(esp32, tmp_path):
    """The simulator is one more board: same methods, same parameter names."""
    ports = esp32.make_ports(devkitc_s3, str(tmp_path))
    simulated = host_sim.ports.Ports
    for name in ("pin", "pwm", "pixels", "i2c", "spi", "random_seed", "restart"):
        ours = inspect.signature(getattr(type(ports), name)).parameters
        assert list(ours) == list(inspect.signature(getattr(simulated, name)).parameters), name
    for name in ("feed", "rest"):
        ours = inspect.signature(getattr(type(ports.watchdog), name)).parameters
        assert list(ours) == list(inspect.signature(getattr(host_sim.ports.Watchdog, name)).parameters), name
    assert ports.disable_irq() == 7
    for name in ("ticks_us", "sleep_us", "charge"):
        assert callable(getattr(ports.clock, name))
    assert ports.clock.ticks_us() == 42 and ports.clock.charge("sample") is None
    assert 0 <= ports.random_seed() < 1 << 30


def test_files(esp32, tmp_path):
    files = esp32.make_ports(devkitc_s3, str(tmp_path / "data")).files
    assert files.names() == [] and files.read("settings") is None
    files.write("settings", b"one")
    files.write("crash", b"x")
    assert files.read("settings") == b"one"
    files.rename("settings", "crash")
    assert files.names() == ["crash"] and files.read("crash") == b"one"
    files.remove("crash")
    with pytest.raises(OSError):
        files.remove("crash")
    again = esp32.make_ports(devkitc_s3, str(tmp_path / "data")).files
    assert again.names() == []
    (tmp_path / "file").write_text("in the way")
    with pytest.raises(OSError):
        esp32.make_ports(devkitc_s3, str(tmp_path / "file"))


def test_the_journals_region_programs_without_erasing(esp32, tmp_path):
    region = esp32.make_ports(devkitc_s3, str(tmp_path)).journal
    assert (region.blocks, region.block) == (2, 4096)
    region.program(4096 + 10, b"\x0f\xf0")
    region.program(4096 + 10, b"\xf1\xf1")
    region.program(0, b"\x55")
    got = bytearray(3)
    region.read(4096 + 10, got)
    assert got == b"\x01\xf0\xff"
    region.erase(1)
    region.read(4096 + 10, got)
    assert got == b"\xff\xff\xff"
    region.read(0, got)
    assert got == b"\x55\xff\xff"
    for name in ("read", "program", "erase"):
        ours = inspect.signature(getattr(type(region), name)).parameters
        assert list(ours) == list(inspect.signature(getattr(NorFlash, name)).parameters), name


def test_a_board_that_was_flashed_without_the_partition_has_no_region(esp32, tmp_path, monkeypatch):
    monkeypatch.setattr(FakePartition, "there", ("vfs",))
    assert esp32.make_ports(devkitc_s3, str(tmp_path)).journal is None


def test_the_watchdog_starts_with_the_first_feed(esp32, machine, tmp_path):
    ports = esp32.make_ports(devkitc_s3, str(tmp_path))
    assert not any(entry[0] == "wdt" for entry in machine.log)
    ports.watchdog.feed()
    ports.watchdog.feed()
    assert [entry[0] for entry in machine.log if entry[0] in ("wdt", "feed")] == ["wdt", "feed", "feed"]


def test_the_watchdog_rests_until_the_next_feed(esp32, machine, tmp_path):
    dog = esp32.make_ports(devkitc_s3, str(tmp_path)).watchdog
    dog.rest(60_000)
    dog.feed()
    dog.feed()
    dog.rest()
    seen = [entry for entry in machine.log if entry[0] in ("wdt", "feed")]
    feed = ("feed",)
    assert seen == [("wdt", 60_000), feed, ("wdt", 5_000), feed, feed, ("wdt", 600_000), feed]
    assert esp32.REST_MS == host_sim.ports.REST_MS


@pytest.mark.parametrize("held, pulses", [(0, 0), (3, 3), (99, 9)])
def test_a_chip_that_holds_the_data_line_is_clocked_free(esp32, held, pulses):
    levels = []

    class Pin:
        IN, OUT, PULL_UP = 0, 1, 2

        def __init__(self, gpio, *_args, **_kwargs):
            self.gpio = gpio

        def value(self, level=None):
            if level is None:
                return int(levels.count(0) >= held)
            levels.append(level)
            return None

    esp32.free_bus(Pin, 9, 8, lambda us: None)
    assert levels == [0, 1] * pulses


def test_boot_gives_the_watchdog_a_rest_after_a_soft_reset_only(machine):
    runpy.run_path(str(FIRMWARE / "boot.py"))
    assert not any(entry[0] == "wdt" for entry in machine.log)
    machine.log.clear()
    machine.cause = machine.SOFT_RESET
    runpy.run_path(str(FIRMWARE / "boot.py"))
    assert machine.log[0] == ("pin", 40, "out", None, 1), "the motor comes first"
    assert machine.log[-2:] == [("wdt", 600_000), ("feed",)]


def test_boot_puts_the_motor_off_first_and_everything_quiet(machine):
    runpy.run_path(str(FIRMWARE / "boot.py"))
    assert machine.log[0] == ("pin", 40, "out", None, 1)
    assert machine.log.pop() == ("freq", 240_000_000)
    assert all(entry[2:] == ("out", None, 0) for entry in machine.log[1:])
    for board in BOARDS:
        gpio = {name: number for name, number, *_ in board.PINS}
        assert gpio["motor_enable"] == machine.log[0][1]
        quiet = {gpio[name] for name in ("motor_step", "motor_heartbeat", "motor_dir", "buzzer")}
        assert {entry[1] for entry in machine.log[1:]} == quiet


def test_main_without_ports_prints_why_and_restarts_after_a_minute(machine, monkeypatch, capsys):
    """As with a flash on which no folder can be made."""
    import main

    def full(folder):
        raise OSError(28, "no space for " + folder)

    sys.modules.pop("teatable.drivers.esp32", None)
    monkeypatch.setattr("os.mkdir", full)
    monkeypatch.setattr("os.listdir", full)
    waited = []
    monkeypatch.setattr(main.time, "sleep", waited.append)
    main.start()
    sys.modules.pop("teatable.drivers.esp32", None)
    assert waited == [60] and machine.log[-1] == ("reset",)
    assert "no space for /data" in capsys.readouterr().out


def test_no_two_pulse_outputs_can_come_to_one_rate(esp32):
    """LEDC would let them share a timer and keep the one that is left; the fourth such meeting ends the game."""
    from teatable import config
    from teatable.drivers import tmc2209
    from teatable.play import signals

    most = next(row[4] for row in config.WOBBLE if row[0] == "most_mrev_s")
    motor = {v * tmc2209.STEPS_PER_TURN // 1000 for v in range(1, most + 1)}
    tones = {hertz for tune in signals.TONES for hertz, _ in tune if hertz}
    starts = esp32._PWM_START_HZ
    assert starts["display_backlight"] not in motor | tones
    assert not motor & (tones | {starts["buzzer"]})
    assert not tones & {starts["motor_step"]}


def test_a_touch_bus_that_hangs_does_not_keep_the_table_from_starting(monkeypatch):
    """Each poll of it takes more than a second then."""
    now_ms = [0]
    machine = types.ModuleType("machine")
    machine.PWRON_RESET = 1
    machine.reset_cause = lambda: 1

    class Pin:
        IN, OUT, PULL_UP = "in", "out", "up"

        def __init__(self, *args, **kwargs):
            pass

        def value(self, level=None):
            return 1

    class I2C:
        def __init__(self, *args, **kwargs):
            pass

        def readfrom_mem(self, *args):
            now_ms[0] += 700
            raise OSError(116)

    machine.Pin, machine.I2C = Pin, I2C
    monkeypatch.setitem(sys.modules, "machine", machine)
    spec = importlib.util.spec_from_file_location("rescue", FIRMWARE / "rescue.py")
    rescue = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(rescue)
    clock = types.SimpleNamespace(
        ticks_ms=lambda: now_ms[0],
        ticks_diff=lambda a, b: a - b,
        sleep_ms=lambda ms: now_ms.__setitem__(0, now_ms[0] + ms),
    )
    monkeypatch.setattr(rescue, "time", clock)
    assert not rescue.asked()
    assert rescue.WINDOW_MS <= now_ms[0] < 3_000
