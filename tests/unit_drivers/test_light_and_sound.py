"""Lights stay under their limit and keep their hue; tunes keep their time."""

from teatable.drivers.buzzer import Buzzer
from teatable.drivers.ws2812 import Lights

from unit_drivers.fake_chips import FakePwm


class Chain:
    def __init__(self):
        self.writes = []

    def write(self, grb):
        self.writes.append(bytes(grb))


def lights():
    chain = Chain()
    return Lights(chain), chain


def drawn_ma(grb):
    """20 mA a full channel and 1 mA a light, the supplier's figures."""
    return len(grb) // 3 + sum(grb) * 20 / 255


def test_bytes_are_grb():
    rim, chain = lights()
    rim.set(1, 10, 20, 30)
    rim.show()
    assert chain.writes == [bytes((0, 0, 0, 20, 10, 30)) + bytes(66)]


def test_the_first_show_sends_even_darkness_and_then_only_changes():
    rim, chain = lights()
    rim.show()
    rim.show()
    assert chain.writes == [bytes(72)]
    rim.set(0, 0, 0, 0)
    rim.show()
    assert len(chain.writes) == 1
    rim.set(0, 1, 0, 0)
    rim.show()
    assert len(chain.writes) == 2


def test_white_is_dimmed_to_the_limit():
    rim, chain = lights()
    rim.fill(255, 255, 255)
    rim.show()
    assert 280 < drawn_ma(chain.writes[-1]) <= 300
    assert len(set(chain.writes[-1])) == 1
    assert rim.current_ma <= 300


def test_dimming_keeps_the_hue_and_comes_off_again():
    rim, chain = lights()
    rim.fill(200, 100, 50)
    rim.show()
    g, r, b = chain.writes[-1][:3]
    assert abs(r - 2 * g) <= 1 and abs(g - 2 * b) <= 1 and r < 200
    rim.fill(0, 0, 0)
    rim.set(3, 200, 100, 50)
    rim.show()
    assert chain.writes[-1][9:12] == bytes((100, 200, 50))


def test_every_mixture_stays_under_the_limit():
    rim, chain = lights()
    value = 1
    for _ in range(200):
        for i in range(24):
            value = value * 1103515245 % 2147483647
            rim.set(i, value & 255, value >> 8 & 255, value >> 16 & 255)
        rim.show()
        assert drawn_ma(chain.writes[-1]) <= 300


def test_what_is_no_light_or_colour_is_refused():
    rim, _ = lights()
    for bad in ((24, 0, 0, 0), (-1, 0, 0, 0), (0, 256, 0, 0), (0, 0, -1, 0)):
        try:
            rim.set(bad[0], bad[1], bad[2], bad[3])
        except ValueError:
            continue
        raise AssertionError(bad)


def test_a_limit_below_the_idle_current_is_refused():
    try:
        Lights(Chain(), 200, {"lights_most_ma": 100})
    except ValueError:
        return
    raise AssertionError


def sounds(buzzer, pwm, ms, step_ms=10, start_ms=0):
    """Return (ms since the start, hz) at each change of what sounds."""
    heard = []
    for since in range(0, ms, step_ms):
        buzzer.step(start_ms + since & 0x3FFFFFFF)
        hz = pwm.hz if pwm.duty else 0
        if not heard or heard[-1][1] != hz:
            heard.append((since, hz))
    return heard


def test_a_tune_keeps_its_time():
    pwm = FakePwm()
    buzzer = Buzzer(pwm)
    buzzer.play(((440, 100), (0, 50), (880, 100)))
    assert sounds(buzzer, pwm, 400) == [(0, 440), (100, 0), (150, 880), (250, 0)]
    assert not buzzer.playing


def test_a_late_step_skips_what_is_over_and_keeps_the_rest_in_time():
    pwm = FakePwm()
    buzzer = Buzzer(pwm)
    buzzer.play(((440, 100), (550, 100), (660, 100)))
    buzzer.step(0)
    buzzer.step(250)
    assert pwm.hz == 660 and pwm.duty
    buzzer.step(310)
    assert not pwm.duty


def test_a_tune_across_the_wrap():
    pwm = FakePwm()
    buzzer = Buzzer(pwm)
    buzzer.play(((440, 100),))
    assert sounds(buzzer, pwm, 200, 10, (1 << 30) - 50) == [(0, 440), (100, 0)]


def test_silent_mutes_at_once_and_a_new_tune_replaces_the_old():
    pwm = FakePwm()
    buzzer = Buzzer(pwm)
    buzzer.play(((440, 1000),))
    buzzer.step(0)
    buzzer.play(((880, 100),))
    buzzer.step(10)
    assert pwm.hz == 880
    buzzer.silent = True
    buzzer.step(20)
    assert not pwm.duty
    buzzer.step(200)
    assert not buzzer.playing
    buzzer.play(((440, 100),))
    buzzer.step(300)
    assert not pwm.duty


def test_notes_out_of_range_are_refused_before_anything_sounds():
    pwm = FakePwm()
    buzzer = Buzzer(pwm)
    for bad in (((5, 100),), ((440, -1),), ((99_999, 10),)):
        try:
            buzzer.play(bad)
        except ValueError:
            continue
        raise AssertionError(bad)
    assert not pwm.duty
