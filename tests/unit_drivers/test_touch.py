"""Both touch drivers on a scripted bus: reports, junk, sleep, resets; and the filter they share."""

from teatable.drivers import cst816s, ft6336, status
from teatable.drivers.finger import Finger

from unit_drivers.imu_bus import Clock

PERIOD_MS = 20


class TouchBus:
    """One touch chip: `report` is what registers 2 to 6 say; asleep, gone or hanging as the test wants."""

    def __init__(self, id_register, chip_id, clock=None):
        self.clock = clock
        self.id_register = id_register
        self.chip_id = chip_id
        self.report = b"\x00\x00\x00\x00\x00"
        self.asleep = False
        self.gone = False
        self.fail = 0
        self.hangs = False
        self.reads = 0
        self.writes = []
        self.resets = []

    def _answer(self):
        self.reads += 1
        if self.gone or self.asleep or self.fail:
            if self.fail:
                self.fail -= 1
            if self.hangs:
                self.clock.sleep_us(20_000)
            raise OSError(19)  # ENODEV, whichever it is: only the time tells

    def readfrom_mem_into(self, address, register, buf):
        self._answer()
        if register == self.id_register:
            buf[0] = self.chip_id
        elif register == 2:
            buf[:] = self.report
        else:
            raise ValueError(f"register {register:02x} was read")

    def writeto_mem(self, address, register, buf):
        self._answer()
        self.writes.append((register, buf[0]))

    def value(self, level):
        """The reset wire: its rise wakes the chip."""
        self.resets.append(level)
        if level:
            self.asleep = False

    def finger(self, x, y, event=2, count=1):
        self.report = bytes([count, event << 6 | x >> 8, x & 0xFF, y >> 8, y & 0xFF])

    def lift(self):
        self.report = b"\x00\x40\x00\x00\x00"


class Hand:
    """A driver polled every 20 ms."""

    def __init__(self, module, id_register, chip_id, start_ms=(1 << 30) - 100):
        self.clock = Clock()
        self.bus = TouchBus(id_register, chip_id, self.clock)
        self.touch = module.Touch(self.bus, 0x15, self.bus, None, self.clock)
        self.ms = start_ms
        self.seen = []

    def poll(self, times=1):
        for _ in range(times):
            self.seen.append(self.touch.poll(self.ms))
            self.ms = (self.ms + PERIOD_MS) & ((1 << 30) - 1)
        return self.seen[-1]


def cst():
    return Hand(cst816s, 0xA7, 0xB4)


def ft():
    return Hand(ft6336, 0xA3, 0x64)


def test_start_resets_reads_the_id_and_configures():
    for hand, write in ((cst(), (0xFE, 1)), (ft(), (0xA4, 0))):
        assert hand.bus.resets == [0, 1]
        assert hand.bus.writes == [write]
        assert hand.clock.slept >= 55_000


def test_every_known_relative_is_taken_and_others_are_refused():
    for module, register, good, bad in (
        (cst816s, 0xA7, (0xB4, 0xB5, 0xB6, 0xB7), (0x00, 0xFF)),
        (ft6336, 0xA3, (0x06, 0x36, 0x64), (0x00, 0x55)),
    ):
        for chip_id in good:
            Hand(module, register, chip_id)
        for chip_id in bad:
            try:
                Hand(module, register, chip_id)
                text = "taken"
            except OSError as e:
                text = str(e)
            assert f"on I2C bus touch at 0x15: chip id is 0x{chip_id:02x}" in text, text


def test_no_answer_at_the_start_names_part_bus_and_address():
    for module, part in ((cst816s, "CST816S"), (ft6336, "FT6336")):
        bus = TouchBus(0, 0)
        bus.gone = True
        try:
            module.Touch(bus, 0x15, bus, None, Clock())
            text = ""
        except OSError as e:
            text = str(e)
        assert part + " on I2C bus touch at 0x15" in text, text


def test_a_press_needs_two_reports_and_a_release_two_without():
    for hand in (cst(), ft()):
        touch = hand.touch
        hand.bus.finger(100, 300)
        assert hand.poll() == status.OK and not touch.down
        hand.poll()
        assert (touch.down, touch.x, touch.y) == (True, 100, 300)
        hand.bus.finger(110, 310)
        hand.poll()
        assert (touch.x, touch.y) == (110, 310)
        hand.bus.lift()
        hand.poll()
        assert touch.down
        hand.poll()
        assert not touch.down


def test_an_up_event_is_no_finger_even_if_one_is_counted():
    for hand in (cst(), ft()):
        hand.bus.finger(100, 100, event=1)
        hand.poll(3)
        assert not hand.touch.down


def test_more_than_two_fingers_on_an_ft6336_are_none():
    hand = ft()
    hand.bus.finger(100, 100, count=0x0F)
    hand.poll(3)
    assert not hand.touch.down


def test_places_off_the_panel_are_left_out():
    for hand in (cst(), ft()):
        hand.bus.finger(120, 160)
        hand.poll(2)
        hand.bus.finger(4095, 160)
        assert hand.poll() == status.RANGE
        assert (hand.touch.down, hand.touch.x) == (True, 120)
        hand.bus.finger(120, 320)
        hand.poll(3)
        assert not hand.touch.down


def test_a_jump_must_be_confirmed():
    hand = cst()
    hand.bus.finger(20, 20)
    hand.poll(2)
    hand.bus.finger(200, 300)
    hand.poll()
    assert (hand.touch.x, hand.touch.y) == (20, 20)
    hand.bus.finger(22, 20)
    hand.poll()
    assert (hand.touch.x, hand.touch.y) == (22, 20)
    hand.bus.finger(200, 300)
    hand.poll(2)
    assert (hand.touch.x, hand.touch.y) == (200, 300)


def test_stuck_at_zero_is_never_a_press_and_ends_in_a_reset():
    for hand in (cst(), ft()):
        hand.bus.finger(0, 0)
        resets = len(hand.bus.resets)
        hand.poll(150)  # 3 s
        assert not hand.touch.down
        assert status.SILENT in hand.seen and status.RANGE in hand.seen
        assert 2 <= len(hand.bus.resets) - resets <= 4
        hand.seen.clear()
        hand.poll(400)
        assert set(hand.seen) == {status.SILENT}  # resets do not help: it stays a fault
        hand.bus.lift()
        hand.poll(50)
        assert hand.seen[-1] == status.OK


def test_sleep_of_a_cst816s_is_no_fault():
    hand = cst()
    hand.poll(3)
    for _ in range(20):
        hand.bus.asleep = True
        hand.poll(100)  # 2 s
    assert max(hand.seen) == status.OK
    assert 5 <= hand.touch.probes <= 10
    hand.bus.asleep = False
    hand.bus.finger(50, 60)
    hand.poll(2)
    assert hand.touch.down


def test_a_cst816s_that_does_not_answer_a_reset_is_absent_and_comes_back():
    hand = cst()
    hand.poll(3)
    hand.bus.gone = True
    hand.poll(15 * 60)
    assert hand.seen[-1] == status.ABSENT
    assert hand.touch.probes >= 3
    hand.bus.gone = False
    hand.bus.finger(50, 60)
    hand.poll(3)
    assert hand.touch.down and hand.seen[-1] == status.OK


def test_a_bus_that_hangs_is_tried_seldom():
    for hand in (cst(), ft()):
        hand.poll(3)
        hand.bus.gone = hand.bus.hangs = True
        hand.poll(50)  # 1 s
        reads = hand.bus.reads
        hand.poll(800)  # 16 s
        assert hand.bus.reads - reads <= 8
        assert hand.seen[-1] == status.ABSENT
        hand.bus.gone = False
        hand.bus.finger(50, 60)
        hand.poll(300)
        assert hand.touch.down and hand.seen[-1] == status.OK


def test_single_slow_calls_of_a_sleeping_cst816s_are_no_hanging_bus():
    hand = cst()  # the collector of garbage may run while the error is made
    hand.poll(3)
    hand.bus.asleep = True
    for _ in range(30):
        hand.bus.hangs = True
        hand.poll()
        hand.bus.hangs = False
        hand.poll(4)
    assert max(hand.seen) == status.OK and hand.touch.probes == 0


def test_a_finger_is_lifted_when_the_chip_goes():
    for hand in (cst(), ft()):
        hand.bus.finger(50, 60)
        hand.poll(2)
        hand.bus.gone = True
        hand.poll(4)
        assert not hand.touch.down


def test_one_failed_transfer_does_not_lift_the_finger():
    for hand in (cst(), ft()):
        hand.bus.finger(50, 60)
        hand.poll(2)
        hand.bus.fail = 1
        hand.poll(2)
        assert hand.touch.down


def test_an_ft6336_that_fails_is_reset_then_absent_and_tried_seldom():
    hand = ft()
    hand.bus.gone = True
    hand.poll(4)
    assert hand.seen[-1] == status.BUS
    hand.poll(40)
    assert hand.seen[-1] == status.ABSENT
    assert hand.touch.resets == 1
    reads = hand.bus.reads
    hand.poll(200)  # 4 s
    assert hand.bus.reads - reads <= 2
    hand.bus.gone = False
    hand.poll(100)
    assert hand.seen[-1] == status.OK


def test_the_corner_pixel_of_the_filter_is_no_place():
    finger = Finger()
    for _ in range(5):
        assert finger.at(0, 0, 0) == status.RANGE
    assert not finger.down
    assert finger.at(0, 1, 10) == status.OK
    assert finger.at(0, 1, 30) == status.OK
    assert finger.down
