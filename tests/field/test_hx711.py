"""What goes wrong with HX711 in the field, put into the models of the chips: status, no false weight, recovery."""

import pytest
from field.harness import Field
from teatable.drivers import status as st

from host_sim.devices.hx711 import A128, B32


def statuses(field, seconds):
    """Run and return the worst statuses that each cell has shown."""
    seen = [set() for _ in range(4)]
    end = field.table.now_s + seconds
    while field.table.now_s < end:
        field.wait(0.011)
        for i in range(4):
            seen[i].add(field.app.cells.cell_status[i])
    return seen


def frames(field, cell, value_of):
    """Let `value_of(true value)` be what chip `cell` puts into its frames; returns how to stop that."""
    chip = field.chips[cell]
    real = chip._value
    chip._value = lambda: value_of(real())
    return lambda: setattr(chip, "_value", real)


def test_a_clock_stretched_past_60_us_gives_no_weight():
    """Interrupts in the middle of a pulse: the lock of the driver does not hold, some pulses power the chips down."""
    field = Field()
    field.watch()
    field.table.cells.irq_off = lambda: 0
    for cell in range(4):
        field.table.fault(f"hx711.{cell}", "interrupt-stretch")
    seen = statuses(field, 5.0)
    assert field.table.cells.stretches > 5 and field.app.cells.stretched > 5
    assert all(st.SLIPPED in cell for cell in seen)
    for cell in range(4):
        field.table.clear(f"hx711.{cell}", "interrupt-stretch")
    field.wait(2.0)
    field.quiet()
    field.still_weighs()


def test_all_ones_are_a_spike_and_then_a_fault():
    field = Field()
    field.watch()
    stop = frames(field, 2, lambda value: -1)
    seen = statuses(field, 0.4)
    assert st.SPIKE in seen[2] and not seen[0] & {st.SPIKE, st.SLIPPED}
    field.screen("fault")
    assert field.view["fault"] == "fault-cell" and field.view["part"] == "load cell south"
    stop()
    field.screen("pass")
    field.quiet()
    field.still_weighs()


def test_a_conversion_of_the_wrong_channel_changes_nothing():
    """One pulse too many chose input B at gain 32: the next conversions are of nothing, then the filter settles."""
    field = Field()
    field.watch()
    for _ in range(4):
        field.chips[1].gain = B32
        field.chips[1]._settle(field.table.clock.now_us)
        field.wait(0.03)
        field.until(lambda: field.chips[1].gain == A128, 1.0)
        field.wait(1.5)
    field.quiet()
    field.still_weighs()


@pytest.mark.parametrize("cell", [0, 3])
def test_bit_slipped_frames_are_dropped_or_stand_alone(cell):
    field = Field()
    field.watch()
    field.table.fault(f"hx711.{cell}", "bit-slip")
    seen = statuses(field, 6.0)
    assert seen[cell] & {st.SLIPPED, st.SPIKE}
    field.table.clear(f"hx711.{cell}", "bit-slip")
    field.wait(1.5)
    field.quiet(700)
    field.still_weighs()


def test_fifty_and_then_minus_33500_is_no_weight():
    """The numbers of the report: about 50, one frame of -33,500, again about 50 (counts from the present value)."""
    field = Field()
    field.watch()
    n = [0]

    def value(true):
        n[0] += 1
        return true - 33_550 if n[0] % 40 == 0 else true

    frames(field, 0, value)
    field.wait(6.0)
    assert n[0] > 400 and field.app.sensing.scale.spikes > 8
    field.quiet()
    field.still_weighs()


@pytest.mark.parametrize(("bits", "status"), [(0x800000, st.RAIL), (0xFFFFFF, st.SPIKE), (0x7FFFFF, st.RAIL)])
def test_the_ends_and_minus_one_are_read_with_their_sign_and_refused(bits, status):
    field = Field()
    field.watch()
    stop = frames(field, 1, lambda value: bits - (1 << 24) if bits & 0x800000 else bits)
    assert status in statuses(field, 0.15)[1]
    assert field.app._counts[1] < -(1 << 28), "a refused frame leaves no number"
    stop()
    field.wait(2.0)
    field.quiet()
    field.still_weighs()


def test_small_negative_counts_are_negative():
    """A cell whose zero lies below 0: its counts are negative and a cup makes them larger."""
    field = Field(begin=False)
    field.chips[0].signal.offset_counts = -400_000.0
    field.app.sensing.tare(True)
    field.wait(1.5)
    field.begin()
    assert field.app._counts[0] < -100_000 and field.app.sensing.calibration.zero[0] < -100_000
    field.watch()
    field.wait(1.0)
    field.quiet()
    field.still_weighs()


@pytest.mark.parametrize("kind", ["rail", "rail-low"])
def test_only_rail_values_name_the_cell(kind):
    field = Field()
    field.watch()
    field.table.fault("hx711.3", kind)
    field.screen("fault")
    assert field.app.cells.cell_status[3] == st.RAIL
    assert field.view["fault"] == "fault-cell" and field.view["part"] == "load cell west"
    field.wait(1.0)
    field.table.clear("hx711.3", kind)
    field.screen("pass")
    field.quiet()
    field.still_weighs()


def test_minus_one_while_dout_is_high_is_never_clocked():
    """A chip that is not ready is not read: it would give ones."""
    field = Field()
    field.watch()
    pulses = []
    field.chips[0].rise = lambda now, rise=field.chips[0].rise: (pulses.append(now), rise(now))[1]
    field.table.fault("hx711.0", "dout-high")
    field.wait(0.1)
    pulses.clear()
    field.wait(0.04)
    assert not pulses
    field.screen("fault")
    field.table.clear("hx711.0", "dout-high")
    field.screen("pass")
    field.quiet()
    field.still_weighs()


def test_one_channel_exactly_minus_one_in_a_valid_frame():
    field = Field()
    field.watch()
    field.table.fault("hx711.1", "minus-one")
    seen = statuses(field, 4.0)
    assert st.SPIKE in seen[1] and not any(seen[i] & {st.SPIKE} for i in (0, 2, 3))
    field.table.clear("hx711.1", "minus-one")
    field.wait(2.0)
    field.quiet()
    field.still_weighs()


def test_spikes_with_many_chips_on_one_clock():
    field = Field()
    field.watch()
    for cell in range(4):
        field.table.fault(f"hx711.{cell}", "spike")
    field.wait(5.0)
    field.turn()
    field.wait(2.0)
    assert field.app.sensing.scale.spikes > 10
    for cell in range(4):
        field.table.clear(f"hx711.{cell}", "spike")
    assert field.told() == ["placed"]
    assert field.stacks == [[2]]


def test_outliers_such_as_143_among_171():
    """One reading in ten a sixth too low, in one cell: far from its neighbours, which agree."""
    field = Field()
    field.watch()
    n = [0]

    def value(true):
        n[0] += 1
        return true - (true - 20_000) // 6 if n[0] % 10 == 0 else true

    frames(field, 2, value)
    field.wait(5.0)
    field.quiet()
    assert field.app.sensing.scale.spikes > 30
    field.still_weighs()


@pytest.mark.parametrize("kind", ["stuck-high", "wires-cut", "power-loss", "stuck-low"])
def test_unplugged_it_waits_for_nothing_and_says_which(kind):
    field = Field()
    field.watch()
    field.table.fault("hx711.0", kind)
    field.screen("fault")
    assert field.view["fault"] == "fault-cell" and field.view["part"] == "load cell north"
    assert field.table.longest_step_ms < 60
    if kind in ("stuck-high", "wires-cut"):
        assert field.app.sensing.status == st.SILENT and not field.app.sensing.at_rest
    field.wait(1.0)
    field.table.clear("hx711.0", kind)
    field.screen("pass")
    field.quiet()
    field.still_weighs()


def test_the_first_readings_after_power_up_are_not_weighed():
    """The first conversions are far off: neither the zero nor a cup comes of them."""
    field = Field()
    field.turn()
    field.wait(0.5)
    zero = list(field.app.sensing.calibration.zero)
    field.table.power_cut(0.5)
    stops = []
    for cell in range(4):
        n = [0]

        def value(true, n=n):
            n[0] += 1
            return true + 5_000_000 // (n[0] * n[0] * n[0]) if n[0] < 8 else true

        stops.append(frames(field, cell, value))
    field.until(lambda: field.app is not None and field.app.view is not None, 6.0)
    field.watch()
    field.wait(3.0)
    for stop in stops:
        stop()
    assert field.app.sensing.calibration.zero == zero
    field.lies_mg = 20_000
    field.wait(0.5)
    field.press("button:resume")
    assert field.view["screen"] == "pass" and field.view["player"] == "Max"
    assert abs(field.off_mg[-1]) < 400 and field.told() == []


def test_a_conversion_that_ends_right_behind_the_last_pulse_costs_one_frame():
    """DOUT is low then as after a lost pulse; with a slow processor it happens every few seconds."""
    field = Field(cost_factor=2.0)
    field.wait(0.5)
    bad = field.app.sensing.watch.bad
    for _ in range(4_000):
        field.wait(0.01)
        assert field.app.sensing.at_rest and field.app.sensing.status == st.OK
    assert 1 <= field.app.sensing.watch.bad - bad <= 24
