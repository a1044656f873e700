"""The wobble on a shaft of the test's own: speeds, ramps, levelling, stalls, and off whenever there is doubt."""

from teatable.wobble import HOLDING, LEVELLING, RELEASED, RUNNING, TUNING, Wobble, profile

STEP_MS = 5


class Shaft:
    """Motor and home sensor in one: turns as it is told, unless `stuck`; slips by `slip` thousandths."""

    def __init__(self):
        self.mrev = 300.0  # unbounded
        self.told = 0
        self.on = False
        self.beats = 0
        self.stuck = False
        self.slip = 0
        self.deaf = False
        self.fastest = 0
        self._was = self.mrev

    # as the stepper driver
    def enable(self):
        self.on = True

    def off(self):
        self.on = False
        self.told = 0

    def speed(self, mrev_s):
        assert self.on
        assert self.told * mrev_s >= 0, "no change of direction without standstill"
        self.told = mrev_s
        self.fastest = max(self.fastest, abs(mrev_s))

    def beat(self):
        self.beats += 1

    # as the home sensor
    def poll(self, now_us):
        passed = self.mrev // 1000 > self._was // 1000
        self._was = self.mrev
        return passed and not self.deaf

    def turn(self, ms):
        if self.on and not self.stuck:
            self.mrev += self.told * ms / 1000 * (1000 - self.slip) / 1000


class Table:
    def __init__(self, start_ms=0, overrides=None):
        self.shaft = Shaft()
        self.wobble = Wobble(self.shaft, self.shaft, overrides)
        self.ms = start_ms
        self.speeds = []

    def run(self, ms):
        for _ in range(0, ms, STEP_MS):
            self.ms += STEP_MS
            self.shaft.turn(STEP_MS)
            self.wobble.passes(self.ms * 1000 & 0x3FFFFFFF)
            self.wobble.step(self.ms & 0x3FFFFFFF)
            assert self.shaft.told == self.wobble.speed_mrev_s
            self.speeds.append(self.wobble.speed_mrev_s)
        return self


def test_it_starts_off_and_stays_off():
    t = Table()
    t.run(1000)
    assert not t.shaft.on and t.wobble.still and t.wobble.speed_mrev_s == 0


def test_each_level_reaches_its_speed_in_one_second_after_tuning():
    for level, speed in ((1, 500), (2, 1000), (3, 1500)):
        t = Table()
        t.wobble.run(level)
        t.run(10)
        assert t.wobble.state == TUNING and t.shaft.on and t.wobble.speed_mrev_s == 0
        t.run(700)
        assert 0.3 * speed < t.wobble.speed_mrev_s < 0.7 * speed
        t.run(600)
        assert t.wobble.speed_mrev_s == speed
        t.run(20_000)
        assert t.shaft.fastest == speed
        assert not t.wobble.stalled


def test_no_change_is_faster_than_the_ramp():
    for level in (1, 2, 3):
        t = Table()
        t.wobble.run(level)
        t.run(20_000)
        t.wobble.stop()
        t.run(2_000)
        top = max(t.speeds)
        for i in range(200, len(t.speeds)):
            assert abs(t.speeds[i] - t.speeds[i - 200]) <= top * 1.05, "in one second"
        assert t.wobble.speed_mrev_s == 0


def test_gentle_and_classic_are_steady_and_mad_is_not_but_always_forward():
    for level in (1, 2):
        t = Table()
        t.wobble.run(level)
        t.run(3_000)
        del t.speeds[:]
        t.run(20_000)
        assert min(t.speeds) == max(t.speeds)
    t = Table()
    t.wobble.run(3)
    t.run(3_000)
    del t.speeds[:]
    t.run(30_000)
    assert min(t.speeds) > 300 and max(t.speeds) == 1500 and len(set(t.speeds)) > 20


def test_it_never_exceeds_what_is_configured():
    t = Table(0, {"mad_mrev_s": 2_000, "most_mrev_s": 700})
    t.wobble.run(3)
    t.run(30_000)
    assert t.shaft.fastest == 700


def test_stop_ramps_down_holds_and_lets_go():
    t = Table()
    t.wobble.run(2)
    t.run(5_000)
    t.wobble.stop()
    t.run(500)
    assert 300 < t.wobble.speed_mrev_s < 700
    t.run(600)
    assert t.wobble.state == HOLDING and t.shaft.on and t.wobble.still
    t.run(500)
    assert t.wobble.state == RELEASED and not t.shaft.on


def test_level_off_turns_half_a_turn_back_once_and_is_still():
    t = Table()
    t.wobble.run(3)
    t.run(6_000)
    for _ in range(3):
        t.wobble.run(0)
        t.run(2_500)
    t.wobble.run(0)
    before = t.shaft.mrev
    t.run(5_000)
    assert t.wobble.levelled and t.wobble.still and not t.shaft.on
    assert t.shaft.mrev == before
    assert min(t.speeds) >= -500


def test_the_way_back_is_half_a_turn_and_little_more():
    t = Table()
    t.wobble.run(0)  # after power-on nobody knows how the wedges stand
    start = t.shaft.mrev
    t.run(100)
    assert t.wobble.state == TUNING
    t.run(300)
    assert t.wobble.state == LEVELLING
    t.run(6_000)
    assert 500 <= start - t.shaft.mrev <= 620
    assert t.wobble.levelled
    t.wobble.run(1)
    t.run(2_000)
    assert not t.wobble.levelled
    t.wobble.stop()
    t.run(2_000)
    start = t.shaft.mrev
    t.wobble.run(0)  # and the next time it is half a turn again
    t.run(6_000)
    assert 500 <= start - t.shaft.mrev <= 620


def test_a_stop_on_the_way_back_goes_on_later():
    t = Table()
    t.wobble.run(0)
    start = t.shaft.mrev
    t.run(1_000)
    t.wobble.stop()
    t.run(3_000)
    assert t.wobble.still and not t.wobble.levelled and start - t.shaft.mrev < 500
    t.wobble.run(0)
    t.run(6_000)
    assert t.wobble.levelled and 500 <= start - t.shaft.mrev <= 620


def test_a_run_asked_for_on_the_way_back_stands_first():
    t = Table()
    t.wobble.run(0)
    t.run(1_000)
    assert t.wobble.speed_mrev_s < 0
    t.wobble.run(1)
    t.run(4_000)
    assert t.wobble.speed_mrev_s == 500


def test_a_stuck_motor_is_a_stall_within_a_few_turns_and_stays_off():
    for level, seconds in ((1, 8), (2, 6), (3, 5)):
        t = Table()
        t.wobble.run(level)
        t.run(4_000)
        assert not t.wobble.stalled
        t.shaft.stuck = True
        t.run(seconds * 1000)
        assert t.wobble.stalled and not t.shaft.on and t.wobble.speed_mrev_s == 0
        t.wobble.run(level)
        t.run(2_000)
        assert not t.shaft.on
        t.shaft.stuck = False
        t.wobble.retry()
        t.run(500)
        assert not t.shaft.on, "not before somebody asks again"
        t.wobble.run(level)
        t.run(10_000)
        assert not t.wobble.stalled and t.wobble.speed_mrev_s > 0


def test_a_dead_home_sensor_is_a_stall_too():
    t = Table()
    t.shaft.deaf = True
    t.wobble.run(1)
    t.run(10_000)
    assert t.wobble.stalled and not t.shaft.on


def test_lost_steps_are_a_stall_and_missed_passes_are_not():
    t = Table()
    t.wobble.run(2)
    t.run(4_000)
    t.shaft.slip = 300
    t.run(8_000)
    assert t.wobble.stalled
    t = Table()
    t.wobble.run(2)
    t.run(4_000)
    for _ in range(20):  # every other pass unseen
        t.shaft.deaf = not t.shaft.deaf
        t.run(1_000)
    assert not t.wobble.stalled


def test_a_long_pause_of_the_loop_starts_again_from_standstill():
    t = Table()
    t.wobble.run(3)
    t.run(4_000)
    t.ms += 450
    t.run(5)
    assert not t.shaft.on and t.wobble.speed_mrev_s == 0
    t.run(100)
    assert t.wobble.state == TUNING
    t.run(2_000)
    assert t.wobble.speed_mrev_s == 1500 and not t.wobble.stalled
    t.ms += 300  # a collection of garbage does not matter
    t.run(5)
    assert t.wobble.state == RUNNING


def test_off_is_at_once_and_at_any_time():
    t = Table()
    for wait in (100, 600, 3_000):
        t.wobble.run(3)
        t.run(wait)
        t.wobble.off()
        assert not t.shaft.on and t.wobble.speed_mrev_s == 0
        t.run(500)
        assert not t.shaft.on


def test_it_beats_only_while_the_motor_is_on():
    t = Table()
    t.run(500)
    assert t.shaft.beats == 0
    t.wobble.run(1)
    t.run(500)
    assert t.shaft.beats > 90
    t.wobble.off()
    beats = t.shaft.beats
    t.run(500)
    assert t.shaft.beats == beats


def test_across_the_wrap_of_both_clocks():
    for start in ((1 << 30) - 3_000, ((1 << 30) - 3_000_000) // 1000):
        t = Table(start)
        t.wobble.run(2)
        t.run(12_000)
        assert t.wobble.speed_mrev_s == 1000 and not t.wobble.stalled


def test_the_angle_is_zeroed_at_each_pass():
    t = Table()
    assert t.wobble.angle_mrev == -1
    t.wobble.run(1)
    t.run(8_000)
    for _ in range(50):
        t.run(100)
        off = (t.wobble.angle_mrev - t.shaft.mrev) % 1000
        assert off < 10 or off > 990


def test_without_a_fast_look_step_looks_at_the_sensor_itself():
    t = Table()
    t.wobble.run(1)
    for _ in range(3_000):
        t.ms += STEP_MS
        t.shaft.turn(STEP_MS)
        t.wobble.step(t.ms)
    assert not t.wobble.stalled and t.wobble.angle_mrev >= 0


def test_there_are_four_levels():
    t = Table()
    for bad in (-1, 4):
        try:
            t.wobble.run(bad)
        except ValueError:
            continue
        raise AssertionError(bad)
    assert profile.LEVELS == 4
