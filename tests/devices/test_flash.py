"""Flash: files, errors, time, and a power cut at every byte."""

import errno

import pytest

from host_sim.clock import Clock
from host_sim.devices.flash import BLOCK, ENOSPC, ERASE_US, Flash
from host_sim.ports import PowerCut


def test_files_are_written_renamed_removed_and_listed():
    flash = Flash(Clock())
    assert flash.read("a") is None
    flash.write("a", bytearray(b"one"))
    flash.write("b", memoryview(b"new"))
    assert (flash.read("a"), flash.read("b"), flash.names()) == (b"one", b"new", ["a", "b"])
    flash.rename("a", "b")
    assert (flash.read("b"), flash.names()) == (b"one", ["b"])
    flash.remove("b")
    assert flash.names() == []


def test_missing_names_are_enoent():
    flash = Flash(Clock())
    for call in (lambda: flash.remove("x"), lambda: flash.rename("x", "y")):
        with pytest.raises(OSError) as e:
            call()
        assert e.value.errno == errno.ENOENT


@pytest.mark.parametrize("count", range(12))
def test_a_power_cut_at_any_byte_of_a_write_leaves_that_much_of_the_new(count):
    flash = Flash(Clock())
    flash.write("f", b"old content")
    flash.cut_after(count)
    new = b"new content!"
    with pytest.raises(PowerCut):
        flash.write("f", new)
    assert flash.contents["f"] == new[:count]
    flash.write("f", new)  # the cut comes once
    assert flash.read("f") == new


def test_a_cut_counts_over_several_writes_and_rename_is_whole_or_not_at_all():
    flash = Flash(Clock())
    flash.cut_after(6)
    flash.write("a", b"1234")
    flash.write("b", b"12")
    with pytest.raises(PowerCut):
        flash.rename("a", "c")
    assert sorted(flash.contents) == ["a", "b"]


def test_a_power_cut_is_no_exception_that_firmware_could_swallow():
    assert not issubclass(PowerCut, Exception)


def test_a_full_flash_says_so_and_keeps_the_old():
    flash = Flash(Clock(), capacity=3 * BLOCK)
    flash.write("a", b"x" * BLOCK)
    flash.write("b", b"y" * BLOCK)
    with pytest.raises(OSError) as e:
        flash.write("c", b"z" * (BLOCK + 1))
    assert e.value.errno == ENOSPC == errno.ENOSPC
    assert flash.names() == ["a", "b"]
    flash.write("a", b"w" * 2 * BLOCK)


@pytest.mark.parametrize(("kind", "number"), [("full", errno.ENOSPC), ("io-error", errno.EIO)])
def test_faults_raise_their_number(kind, number):
    flash = Flash(Clock())
    flash.write("a", b"1")
    flash.fault(kind)
    with pytest.raises(OSError) as e:
        flash.write("a", b"2")
    assert e.value.errno == number
    flash.clear(kind)
    assert flash.read("a") == b"1"


def test_a_corrupt_read_differs_and_the_file_does_not():
    flash = Flash(Clock())
    flash.write("a", b"abc")
    flash.fault("read-corrupt")
    assert flash.read("a") != b"abc"
    flash.clear("read-corrupt")
    assert flash.read("a") == b"abc"


def test_small_files_cost_little_and_blocks_cost_an_erase():
    clock = Clock()
    flash = Flash(clock)

    def cost(call):
        before = clock.now_us
        call()
        return clock.now_us - before

    def erases(call):
        return cost(call) // ERASE_US

    # as counted on littlefs 2.11 with MicroPython's settings
    sizes = (20, 128, 129, 500, 4096, 5000, 12_288)
    assert [erases(lambda n=n: flash.write("f", bytes(n))) for n in sizes] == [0, 0, 1, 1, 1, 2, 4]
    assert 12 <= sum(erases(lambda: flash.write("s", bytes(100))) for _ in range(500)) <= 25
    assert 25 <= sum(erases(lambda: flash.rename("s", "s")) for _ in range(1_000)) <= 50


def test_a_folder_keeps_the_files(tmp_path):
    flash = Flash(Clock(), folder=tmp_path / "flash")
    flash.write("a", b"1")
    flash.write("gone", b"2")
    flash.remove("gone")
    flash.rename("a", "b")
    again = Flash(Clock(), folder=tmp_path / "flash")
    assert again.contents == {"b": b"1"}
