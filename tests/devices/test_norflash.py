"""The raw flash region: bits that only an erase sets, time, faults, and a power cut at every byte and in an erase."""

import errno

import pytest

from host_sim.clock import Clock
from host_sim.devices.norflash import BLOCK, ERASE_US, NorFlash
from host_sim.ports import PowerCut


def read(region, at, count):
    buf = bytearray(count)
    region.read(at, buf)
    return bytes(buf)


def test_programming_clears_bits_and_an_erase_sets_those_of_its_block():
    region = NorFlash(Clock(), 2)
    assert read(region, 0, 2 * BLOCK) == b"\xff" * (2 * BLOCK)
    region.program(BLOCK - 1, b"\x0f\xf1")
    region.program(BLOCK - 1, b"\xf1\x1f")
    assert read(region, BLOCK - 2, 4) == b"\xff\x01\x11\xff"
    region.erase(0)
    assert read(region, BLOCK - 2, 4) == b"\xff\xff\x11\xff"
    assert region.erased == [1, 0]


@pytest.mark.parametrize("count", range(6))
def test_a_power_cut_at_any_byte_of_a_program(count):
    region = NorFlash(Clock(), 2, seed=count)
    region.cut_after(count)
    with pytest.raises(PowerCut):
        region.program(7, b"\0\0\0\0\0\0")
    got = read(region, 7, 6)
    assert got[:count] == b"\0" * count and got[count + 1 :] == b"\xff" * (5 - count)
    region.program(7, b"\0\0\0\0\0\0")  # the cut comes once
    assert read(region, 7, 6) == b"\0\0\0\0\0\0"


def test_a_power_cut_in_an_erase_leaves_the_block_full_of_anything():
    region = NorFlash(Clock(), 3)
    region.program(0, b"\0" * 3 * BLOCK)
    region.cut_after(1)
    region.erase(0)
    with pytest.raises(PowerCut):
        region.erase(1)
    assert read(region, 0, BLOCK) == b"\xff" * BLOCK and read(region, 2 * BLOCK, BLOCK) == b"\0" * BLOCK
    assert len(set(read(region, BLOCK, BLOCK))) > 200


def test_a_short_piece_takes_a_tenth_of_a_millisecond_a_page_less_than_one_and_an_erase_45():
    clock = Clock()
    region = NorFlash(clock, 2)

    def cost(call):
        before = clock.now_us
        call()
        return clock.now_us - before

    assert 90 <= cost(lambda: region.program(0, bytes(8))) <= 150
    assert 650 <= cost(lambda: region.program(256, bytes(256))) <= 800
    assert ERASE_US <= cost(lambda: region.erase(0)) <= ERASE_US + 200


def test_faults():
    region = NorFlash(Clock(), 2)
    region.program(0, b"\x55" * 9)
    region.fault("io-error")
    for call in (lambda: read(region, 0, 1), lambda: region.program(0, b"\0"), lambda: region.erase(0)):
        with pytest.raises(OSError) as e:
            call()
        assert e.value.errno == errno.EIO
    region.clear("io-error")
    region.fault("read-corrupt")
    assert read(region, 0, 9) != b"\x55" * 9
    region.clear("read-corrupt")
    assert read(region, 0, 9) == b"\x55" * 9
    region.fault("worn")
    region.program(16, b"\0" * 8)
    assert sum(read(region, 16, 8)) > 0
    with pytest.raises(ValueError, match="journal has no fault 'full'; known: io-error, read-corrupt, worn, missing"):
        region.fault("full")


def test_what_is_not_inside_is_refused():
    region = NorFlash(Clock(), 2)
    for call in (lambda: read(region, 2 * BLOCK - 1, 2), lambda: region.program(-1, b"x"), lambda: region.erase(2)):
        with pytest.raises(OSError):
            call()


def test_a_folder_keeps_the_region_and_the_files_beside_it_are_no_business_of_it(tmp_path):
    region = NorFlash(Clock(), 2, folder=tmp_path / "flash")
    region.program(BLOCK, b"kept")
    region.program(0, b"gone")
    region.erase(0)
    again = NorFlash(Clock(), 2, folder=tmp_path / "flash")
    assert read(again, BLOCK, 4) == b"kept" and read(again, 0, 4) == b"\xff" * 4
