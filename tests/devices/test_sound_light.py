"""Buzzer and lights remember what was heard and seen."""

import wave

import pytest

from host_sim.clock import Clock
from host_sim.devices.buzzer import Buzzer
from host_sim.devices.ws2812 import Lights


def test_tones_are_kept_with_their_times(tmp_path):
    clock = Clock()
    buzzer = Buzzer(clock)
    clock.advance(1_000)
    buzzer.pwm(440, 32_768)
    clock.advance(200_000)
    buzzer.pwm(880, 32_768)
    clock.advance(100_000)
    buzzer.pwm(880, 0)
    clock.advance(50_000)
    buzzer.pwm(0, 0)
    assert buzzer.tones == [(1_000, 440, 200_000), (201_000, 880, 100_000)]
    buzzer.write_wav(tmp_path / "t.wav")
    with wave.open(str(tmp_path / "t.wav")) as w:
        assert w.getnframes() / w.getframerate() == pytest.approx(0.301 + 0.1, abs=0.01)
        data = w.readframes(w.getnframes())
    assert data.count(b"\x70\x17") > 1_000  # +6000 as little-endian 16 bit


def test_a_buzzer_without_its_wire_is_silent():
    clock = Clock()
    buzzer = Buzzer(clock)
    buzzer.fault("silent")
    buzzer.pwm(440, 100)
    clock.advance(1_000)
    buzzer.pwm(0, 0)
    assert buzzer.tones == []


def test_lights_take_green_first_and_sum_their_current():
    lights = Lights(3)
    lights.write(bytes((10, 20, 30, 0, 255, 0)))
    assert lights.colours == [(20, 10, 30), (255, 0, 0), (0, 0, 0)]
    assert lights.current_ma() == pytest.approx(3 * 0.8 + 315 * 20 / 255)
    lights.write(bytes(30))  # longer than the chain: the rest falls off
    assert lights.colours == [(0, 0, 0)] * 3
    assert lights.most_ma > 24


def test_a_cut_triple_changes_nothing_and_a_dark_chain_stays():
    lights = Lights(2)
    lights.write(bytes((1, 2)))
    assert lights.colours[0] == (0, 0, 0)
    lights.fault("dark")
    lights.write(bytes((9, 9, 9)))
    assert lights.colours[0] == (0, 0, 0)
