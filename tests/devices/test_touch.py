"""Both touch chips, read by drivers that others wrote."""

import pytest
from oracles.adapters import CircuitI2c

from host_sim.devices.cst816s import Cst816s
from host_sim.devices.ft6336 import Ft6336
from host_sim.devices.i2c import Wire


@pytest.fixture
def cst(clock):
    chip = Cst816s(clock, seed=1)
    clock.advance(100_000)
    return chip


@pytest.fixture
def ft(clock):
    chip = Ft6336(clock, seed=1)
    clock.advance(200_000)
    return chip


def registers(chip, first, count):
    return list(Wire([chip]).readfrom_mem(chip.address, first, count))


def answers(chip):
    return Wire([chip]).scan() == [chip.address]


# --- CST816S


def test_adafruit_cst8xx_reads_touches(other, cst):
    driver = other("adafruit_cst8xx").Adafruit_CST8XX(CircuitI2c(Wire([cst])))
    assert driver.touched == 0
    cst.finger(100, 200, True)
    assert driver.touched == 1
    first, second = driver.touches[0], driver.touches[0]
    assert (first["x"], first["y"]) == (100, 200)
    assert (first["event_id"], second["event_id"]) == (0, 2), "press, then touching"
    cst.finger(239, 319, True)
    assert (driver.touches[0]["x"], driver.touches[0]["y"]) == (239, 319)
    cst.finger(0, 0, False)
    assert driver.touched == 0


def test_circuitpython_cst816_reads_touches_byte_by_byte(other, cst):
    driver = other("cst816").CST816(CircuitI2c(Wire([cst])))
    assert not driver.who_am_i(), "it knows only the CST816T"
    assert driver.read_revision() == 2
    cst.finger(17, 301, True)
    assert driver.get_touch()
    point = driver.get_point()
    assert (point.x_point, point.y_point) == (17, 301)
    cst.finger(17, 301, False)
    assert not driver.get_touch()
    assert driver.get_gesture() == 5


@pytest.mark.parametrize(
    "to, code", [((100, 50), 1), ((100, 250), 2), ((30, 150), 3), ((200, 150), 4), ((110, 155), 5)]
)
def test_gestures(cst, clock, to, code):
    cst.finger(100, 150, True)
    clock.advance(100_000)
    cst.finger(*to, True)
    cst.finger(*to, False)
    assert registers(cst, 1, 1) == [code]


def test_register_block(cst):
    assert registers(cst, 0xA7, 3) == [0xB4, 1, 2]
    cst.finger(100, 200, True)
    assert registers(cst, 1, 6) == [0, 1, 0x00, 100, 0, 200]
    assert registers(cst, 1, 6) == [0, 1, 0x80, 100, 0, 200]
    cst.finger(100, 200, False)
    assert registers(cst, 1, 6) == [5, 0, 0x40, 100, 0, 200]


def test_it_leaves_the_bus_two_seconds_after_the_last_touch(cst, clock):
    assert answers(cst)
    clock.advance(1_950_000)
    assert not answers(cst)
    cst.finger(5, 5, True)
    assert answers(cst)
    clock.advance(5_000_000)
    assert answers(cst), "not while touched"
    cst.finger(5, 5, False)
    clock.advance(1_900_000)
    assert answers(cst)
    clock.advance(200_000)
    assert not answers(cst)


def test_a_reset_wakes_it_after_its_boot(cst, clock):
    clock.advance(5_000_000)
    cst.reset(0)
    clock.advance(5_000)
    assert not answers(cst)
    cst.reset(1)
    clock.advance(10_000)
    assert not answers(cst)
    clock.advance(40_000)
    assert answers(cst)


def test_auto_sleep_can_be_switched_off_and_deep_sleep_needs_a_reset(cst, clock):
    wire = Wire([cst])
    wire.writeto_mem(0x15, 0xFE, b"\x01")
    clock.advance(10_000_000)
    assert answers(cst)
    wire.writeto_mem(0x15, 0xA5, b"\x03")
    cst.finger(1, 1, True)
    assert not answers(cst)
    cst.reset(0)
    cst.reset(1)
    clock.advance(60_000)
    assert answers(cst)


def test_interrupts_repeat_while_touched(cst, clock):
    assert cst.irq() == 1
    cst.finger(9, 9, True)
    levels = []
    for _ in range(30):
        levels.append(cst.irq())
        clock.advance(1_000)
    assert levels.count(0) == 3, "1 ms in each scan of 10 ms"
    cst.finger(9, 9, False)
    assert cst.irq() == 1


def test_cst_faults(cst):
    cst.fault("stuck-zero")
    assert registers(cst, 2, 5) == [1, 0x80, 0, 0, 0]
    cst.clear("stuck-zero")
    cst.fault("junk")
    cst.finger(100, 100, True)
    xs = {(r[1] & 0xF) << 8 | r[2] for r in (registers(cst, 2, 5) for _ in range(100))}
    assert 100 in xs and max(xs) > 240
    cst.clear("junk")
    cst.fault("wrong-id")
    assert registers(cst, 0xA7, 1) == [0x11]
    cst.fault("absent")
    assert not answers(cst)


# --- FT6336


def test_adafruit_focaltouch_reads_touches(other, ft):
    driver = other("adafruit_focaltouch").Adafruit_FocalTouch(CircuitI2c(Wire([ft])))
    assert driver.chip == "FT6236"
    assert driver.touched == 0
    ft.finger(100, 300, True)
    assert driver.touched == 1
    assert [(t["x"], t["y"]) for t in driver.touches] == [(100, 300)]
    ft.finger(100, 300, False)
    assert driver.touched == 0


def test_micropython_ft6x36_reads_touches(other, ft, monkeypatch):
    import builtins

    monkeypatch.setattr(builtins, "I2C", object, raising=False)  # its annotations name them without an import
    monkeypatch.setattr(builtins, "Pin", object, raising=False)
    driver = other("ft6x36").FT6x36(Wire([ft]))
    assert driver.vendor_id == 0x64 and driver.panel_id == 0x11
    assert driver.get_positions() == []
    ft.finger(239, 319, True)
    assert driver.get_positions() == [(239, 319)]
    driver.theshold = 30
    assert driver.theshold == 30
    driver.interrupt_mode = 0
    assert ft.irq() == 0, "polling mode: low while touched"
    ft.finger(239, 319, False)
    assert driver.get_positions() == [] and ft.irq() == 1


def test_ft_register_block(ft):
    assert registers(ft, 2, 1) == [0]
    ft.finger(100, 300, True)
    assert registers(ft, 2, 5) == [1, 0x00, 100, 300 >> 8, 300 & 0xFF]
    assert registers(ft, 3, 1) == [0x80]
    ft.finger(100, 300, False)
    assert registers(ft, 2, 2) == [0, 0x40]


def test_it_stays_on_the_bus(ft, clock):
    clock.advance(60_000_000)
    assert answers(ft)
    ft.reset(0)
    assert not answers(ft)
    ft.reset(1)
    clock.advance(101_000)
    assert answers(ft)


def test_ft_faults(ft):
    ft.finger(100, 100, True)
    ft.fault("ghost")
    assert {registers(ft, 2, 1)[0] for _ in range(100)} == {1, 15}
    ft.clear("ghost")
    ft.fault("stuck-zero")
    assert registers(ft, 2, 5)[0] == 1 and registers(ft, 4, 1) == [0]
    ft.fault("hang")
    with pytest.raises(OSError):
        registers(ft, 2, 1)


@pytest.mark.parametrize("chip", ["cst", "ft"])
def test_power_takes_the_chip_off_the_bus(request, clock, chip):
    chip = request.getfixturevalue(chip)
    chip.power(False)
    chip.finger(1, 1, True)
    assert not answers(chip) and chip.irq() == 1
    chip.power(True)
    clock.advance(150_000)
    assert answers(chip)
