"""Our drivers for cells, lights and sound on the chip models that somebody else wrote, through the simulated ports."""

from array import array

import pytest
from teatable.boards import devkitc_s3
from teatable.drivers import status
from teatable.drivers.buzzer import Buzzer
from teatable.drivers.hx711 import INVALID, Cells
from teatable.drivers.ws2812 import Lights

import host_sim.devices.buzzer
import host_sim.devices.ws2812
from host_sim.clock import TICKS_PERIOD, Clock
from host_sim.devices.hx711 import CellBank
from host_sim.ports import make_ports

CELLS = ("cell_north", "cell_east", "cell_south", "cell_west")


class Bench:
    """Cells on the model, with 1 N on each, read as a main loop would every 2 ms."""

    def __init__(self, seed=1, start_ticks_us=0):
        self.clock = Clock(start_ticks_us=start_ticks_us)
        self.bank = CellBank(self.clock, seed)
        self.forces = [1.0, 1.0, 1.0, 1.0]
        self.clock.on_tick(lambda: self.bank.sample(self.forces))
        self.ports = make_ports(devkitc_s3, self.bank.endpoints(), self.clock)
        self.bank.irq_off = lambda: self.ports.irq_off
        self.cells = Cells(self.ports.pin("cell_clock"), [self.ports.pin(n) for n in CELLS], self.ports)
        self.counts = array("i", [0] * 4)
        self.good, self.seen, self.polls = [], [], []

    def run(self, seconds):
        end = self.clock.now_us + round(seconds * 1e6)
        while self.clock.now_us < end:
            self.clock.advance(500)
            self.polls.append(self.cells.poll(self.clock.ticks_us()))
            if self.cells.ready():
                got = self.cells.read(self.counts)
                self.seen.append(got)
                for count, verdict in zip(self.counts, self.cells.cell_status, strict=True):
                    assert (count == INVALID) is (verdict != status.OK)
                if got == status.OK:
                    self.good.append(list(self.counts))
        return self


def test_every_conversion_of_the_slowest_chip_is_read():
    bench = Bench().run(3)
    slowest = min(chip.rate_hz for chip in bench.bank.chips)
    assert len(bench.good) == pytest.approx(3 * slowest, abs=12)
    assert bench.bank.samples_lost() == 0 and bench.cells.lost == 0
    assert bench.cells.period_us == pytest.approx(1e6 / slowest, rel=0.05)
    assert bench.seen[:4] == [status.SETTLING] * 4
    assert all(chip.errors == 0 for chip in bench.bank.chips), "25 pulses, no more and no fewer"


def test_what_is_read_is_the_load():
    bench = Bench().run(2)
    before = bench.good[-1]
    bench.forces = [2.0, 1.0, 1.0, 1.0]
    bench.run(1)
    grams = 1000 / 9.80665
    change = [
        (b - a) / chip.signal.counts_per_g for a, b, chip in zip(before, bench.good[-1], bench.bank.chips, strict=True)
    ]
    assert change == pytest.approx([grams, 0, 0, 0], abs=1.5)


@pytest.mark.parametrize("seed", range(3))
def test_across_the_wrap_of_the_ticks(seed):
    bench = Bench(seed, TICKS_PERIOD - 5_000).run(2)
    assert bench.cells.restarts == 0 and bench.cells.lost == 0
    assert set(bench.seen[4:]) == {status.OK}


def test_interrupts_do_not_reach_a_pulse():
    bench = Bench()
    bench.bank.chips[0].fault("interrupt-stretch")
    bench.run(3)
    assert bench.bank.stretches == 0
    assert bench.cells.stretched == 0
    assert 0 < bench.ports.longest_irq_off_us < 50


@pytest.mark.parametrize(
    "kind, verdict", [("rail", status.RAIL), ("rail-low", status.RAIL), ("stuck-low", status.SLIPPED)]
)
def test_faults_with_frames(kind, verdict):
    bench = Bench().run(1)
    bench.bank.chips[2].fault(kind)
    bench.seen.clear()
    good = len(bench.good)
    bench.run(2)
    assert verdict in bench.seen and status.OK not in bench.seen[1:]
    assert len(bench.good) <= good + 1
    bench.bank.chips[2].clear(kind)
    bench.run(2)
    assert bench.seen[-20:] == [status.OK] * 20


@pytest.mark.parametrize("kind", ["stuck-high", "wires-cut"])
def test_a_cell_that_is_gone_is_named_and_comes_back(kind):
    bench = Bench().run(1)
    bench.bank.chips[1].fault(kind)
    bench.run(1)
    assert bench.polls[-1] in (status.SILENT, status.NOT_READY)
    assert [s == status.SILENT for s in bench.cells.cell_status] == [False, True, False, False]
    assert bench.cells.restarts >= 1
    bench.bank.chips[1].clear(kind)
    bench.run(2)
    assert bench.seen[-20:] == [status.OK] * 20


def test_minus_one_in_one_channel_is_caught():
    bench = Bench().run(1)
    bench.bank.chips[3].fault("minus-one")
    bench.run(3)
    assert status.SPIKE in bench.seen
    assert all(-1 not in row for row in bench.good)


def test_slipped_bits_are_noticed_and_the_cell_recovers():
    """A lost edge is seen when the last bit is 0, a doubled one never: the rest is for the filters above."""
    bench = Bench(seed=5).run(1)
    usual = bench.good[-1][0]
    bench.bank.chips[0].fault("bit-slip")
    bench.run(5)
    assert status.SLIPPED in bench.seen
    bench.bank.chips[0].clear("bit-slip")
    bench.run(1)
    assert bench.seen[-20:] == [status.OK] * 20
    assert bench.good[-1][0] == pytest.approx(usual, abs=1000)


def test_lights_and_sound_on_their_models():
    clock = Clock()
    rim, horn = host_sim.devices.ws2812.Lights(), host_sim.devices.buzzer.Buzzer(clock)
    ports = make_ports(devkitc_s3, {"lights": rim.write, "buzzer": horn.pwm}, clock)
    lights, buzzer = Lights(ports.pixels("lights")), Buzzer(ports.pwm("buzzer"))
    lights.fill(255, 255, 255)
    lights.show()
    assert rim.most_ma <= 300
    lights.fill(0, 0, 0)
    lights.set(5, 10, 20, 30)
    lights.show()
    assert rim.colours[5] == (10, 20, 30) and rim.colours[4] == (0, 0, 0)
    buzzer.play(((440, 100), (0, 50), (880, 100)))
    while buzzer.playing:
        buzzer.step(clock.now_us // 1000)
        clock.advance(2_000)
    horn.close()
    assert [tone[1] for tone in horn.tones] == [440, 880]
    assert [tone[2] for tone in horn.tones] == pytest.approx([100_000, 100_000], abs=5_000)
