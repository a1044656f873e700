"""Fakes of the wires that drivers get: pins that remember, four HX711 as bit patterns, a clock that stands still."""


class FakeClock:
    """Microseconds in a ring of 2^30; every pin access takes one."""

    def __init__(self, start_us=0):
        self.us = start_us

    def ticks_us(self):
        return self.us & 0x3FFFFFFF

    def sleep_us(self, us):
        self.us += us

    def charge(self, section):
        pass


class FakePin:
    """An output that keeps what was written, in `levels` when `log` is set, or an input that gives `level`."""

    def __init__(self, level=0, log=None, name=""):
        self.level = level
        self.log = log
        self.name = name

    def value(self, level=None):
        if level is None:
            return self.level
        self.level = level
        if self.log is not None:
            self.log.append((self.name, level))
        return None


class FakePwm:
    """A PWM output that keeps what was set."""

    def __init__(self, log=None, name="pwm"):
        self.log = [] if log is None else log
        self.name = name
        self.hz = 0
        self.duty = 0

    def freq(self, hz):
        self.hz = hz
        self.log.append((self.name + ".freq", hz))

    def duty_u16(self, duty):
        self.duty = duty
        self.log.append((self.name + ".duty", duty))


class FakeConverters:
    """Four chips on one clock, for one frame at a time: `offer([...])` makes them ready with 24-bit patterns.

    `hang` is a cell whose line is low after the last pulse (a slipped frame), `dead` cells never get ready,
    `interrupt_us` lengthens a pulse unless interrupts are locked, `stall_at` the pulse of that number whatever
    is locked.
    """

    def __init__(self, clock):
        self.clock = clock
        self.bits = [0, 0, 0, 0]
        self.waiting = [False] * 4
        self.pulses = 0
        self.hang = -1
        self.dead = ()
        self.interrupt_us = 0
        self.stall_at = -1
        self.locked = 0
        self.longest_high_us = 0
        self.downs = 0
        self._rose_us = 0
        self._level = 0

    def offer(self, values):
        for i in range(4):
            self.bits[i] = values[i] & 0xFFFFFF
            self.waiting[i] = i not in self.dead
        self.pulses = 0

    def clock_line(self, level):
        self.clock.us += 1
        if level and not self._level:
            self.pulses += 1
            self._rose_us = self.clock.us
            if self.pulses == self.stall_at or (self.interrupt_us and not self.locked):
                self.clock.us += self.interrupt_us or 100
            if self.pulses > 24:
                for i in range(4):
                    self.waiting[i] = False
        elif self._level and not level:
            high_us = self.clock.us - self._rose_us
            if high_us > self.longest_high_us:
                self.longest_high_us = high_us
            if high_us > 60:
                self.downs += 1
        self._level = level

    def data_line(self, i):
        self.clock.us += 1
        if self.pulses == 0:
            return 0 if self.waiting[i] else 1
        if self.pulses > 24:
            return 0 if self.hang == i else 1
        if i in self.dead:
            return 1
        return self.bits[i] >> (24 - self.pulses) & 1


class ConverterClock:
    def __init__(self, bank):
        self._bank = bank

    def value(self, level):
        self._bank.clock_line(level)


class ConverterData:
    def __init__(self, bank, i):
        self._bank = bank
        self._i = i

    def value(self):
        return self._bank.data_line(self._i)


class FakePorts:
    """What the HX711 driver takes of the ports."""

    def __init__(self, start_us=0):
        self.clock = FakeClock(start_us)
        self.bank = FakeConverters(self.clock)

    def disable_irq(self):
        self.bank.locked += 1
        return self.bank.locked - 1

    def enable_irq(self, state):
        self.bank.locked = state

    def cells(self, overrides=None):
        from teatable.drivers.hx711 import Cells

        pins = [ConverterData(self.bank, i) for i in range(4)]
        cells = Cells(ConverterClock(self.bank), pins, self, overrides)
        self.bank.longest_high_us = 0
        return cells
