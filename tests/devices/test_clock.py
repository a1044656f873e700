"""The virtual clock: the ring of 2^30, ticks in order, costs, stalls."""

import pytest

from host_sim.clock import COSTS, TICKS_PERIOD, Clock


def test_ticks_wrap_and_now_does_not():
    clock = Clock(TICKS_PERIOD - 5_000)
    clock.advance(4_999)
    assert clock.ticks_us() == TICKS_PERIOD - 1
    clock.advance(1)
    assert clock.ticks_us() == 0
    clock.advance(7)
    assert (clock.ticks_us(), clock.now_us) == (7, 5_007)


def test_ticks_come_every_millisecond_in_the_order_of_registration():
    clock = Clock()
    seen = []
    clock.on_tick(lambda: seen.append(("a", clock.now_us)))
    clock.on_tick(lambda: seen.append(("b", clock.now_us)))
    clock.advance(999)
    assert seen == []
    clock.advance(2_001)
    assert seen == [(n, t) for t in (1_000, 2_000, 3_000) for n in "ab"]
    assert clock.now_us == 3_000


def test_a_tick_may_stop_the_machine_and_time_stands_there():
    clock = Clock()

    def cut():
        if clock.now_us == 2_000:
            raise KeyboardInterrupt

    clock.on_tick(cut)
    with pytest.raises(KeyboardInterrupt):
        clock.advance(10_000)
    assert clock.now_us == 2_000
    clock.advance(500)
    assert clock.now_us == 2_500


def test_a_tick_cannot_let_time_pass():
    clock = Clock()
    clock.on_tick(lambda: clock.advance(1_000))
    with pytest.raises(RuntimeError, match="may not let time pass"):
        clock.advance(5_000)


def test_time_cannot_go_back():
    with pytest.raises(ValueError, match="cannot go back"):
        Clock().advance(-1)


@pytest.mark.parametrize("factor", [1.0, 2.0])
def test_every_section_costs_its_row_times_the_factor(factor):
    clock = Clock(factor=factor)
    for name, cost in COSTS.items():
        before = clock.now_us
        clock.charge(name)
        assert clock.now_us - before == cost * factor
    assert clock.counts()["sample"] == {"calls": 1, "us": COSTS["sample"] * factor}


def test_an_unknown_section_is_named_with_the_known_ones():
    with pytest.raises(ValueError, match=r"'sampel'.*sample"):
        Clock().charge("sampel")


def test_stalls_come_at_the_asked_rate():
    clock = Clock(stalls_per_min=6, seed=1)
    while clock.now_us < 600_000_000:
        clock.charge("sample")
    assert 40 <= clock.calls["stall"] <= 80
    assert clock.used_us["stall"] == clock.calls["stall"] * 300_000


def test_the_same_seed_stalls_at_the_same_times():
    def times():
        clock, out = Clock(stalls_per_min=30, seed=5), []
        while clock.now_us < 30_000_000:
            n = clock.calls.get("stall", 0)
            clock.charge("imu")
            if clock.calls.get("stall", 0) > n:
                out.append(clock.now_us)
        return out

    assert times() == times() != []
