"""Ports for App on MicroPython with no simulator behind them: chips that answer just enough, at next to no cost.

Why: memory and instructions of the firmware alone are wanted, so nothing here allocates while the game goes on. It is
no model of a chip; host_sim/devices has those. Data in: what lies on the table, a finger. Data out: the ports.
"""

from array import array

from teatable.boards import geometry
from teatable.compat import micropython, ticks_add

SAMPLE_US = 11_400
ROW_US = 4_808
PER_KG = 1_540_000
NOISE = 30  # counts, peak; 20 mg
STEPS_PER_TURN = geometry.MOTOR_STEPS_PER_TURN * geometry.MOTOR_MICROSTEPS
MAGNET_MREV = 44  # so wide is the magnet
LEVEL_Z = 8_197  # LSB: what the IMU reads of a level table


class Clock:
    """Ticks in us; a marked section of the firmware takes what `costs` says."""

    def __init__(self, costs):
        self.us = 0
        self.ms = 0
        self._part_us = 0
        self._costs = costs
        self.on_charge = None

    def ticks_us(self):
        """Return the time."""
        return self.us

    def pass_(self, us):
        """Let `us` pass."""
        self.us = ticks_add(self.us, us)
        self._part_us += us
        while self._part_us >= 1000:
            self._part_us -= 1000
            self.ms += 1

    def sleep_us(self, us):
        """Let it pass."""
        self.pass_(us)

    def charge(self, section):
        """Let pass what a section costs."""
        self.pass_(self._costs[section])
        if self.on_charge is not None:
            self.on_charge(section)


class Pin:
    """A pin that keeps its level."""

    def __init__(self):
        self.level = 1

    def value(self, level=None):
        """Set or return the level."""
        if level is None:
            return self.level
        self.level = level
        return None


class Pwm:
    """A pulse output that keeps what was set."""

    def __init__(self):
        self.hz = 0
        self.duty = 0

    def freq(self, hz):
        """Set the rate."""
        self.hz = hz

    def duty_u16(self, duty):
        """Set the duty."""
        self.duty = duty


class Converters:
    """Four HX711 on one clock: `counts` of the cells, ready every SAMPLE_US."""

    def __init__(self, clock):
        self.counts = array("i", [0, 0, 0, 0])
        self.due_us = 0
        self._clock = clock
        self._pulses = 0
        self._high = 0
        self._shift = 23
        self._seed = 1

    @micropython.native
    def ready(self, now_us):
        """Make the next conversion ready if it is time."""
        if ((now_us - self.due_us) & 0x3FFFFFFF) < 0x20000000 and not self._high:
            self._pulses = -1
            self.due_us = ticks_add(self.due_us, SAMPLE_US)
            self._seed = (self._seed * 1103 + 12345) & 0xFFFF

    @micropython.native
    def noise(self, i):
        """Return the noise of a cell in this conversion."""
        return (self._seed >> i) % (2 * NOISE + 1) - NOISE

    @micropython.native
    def clock_line(self, level):
        """Take a level of the clock."""
        if level and not self._high:
            if self._pulses < 0:
                self._pulses = 0
            self._pulses += 1
            self._shift = 24 - self._pulses
            if self._pulses > 24:
                self._pulses = 0
                self._shift = -1
        self._high = level

    @micropython.native
    def data_line(self, i):
        """Return the level of a cell's data."""
        if self._pulses < 0:
            return 0
        if self._pulses == 0:
            return 1
        return (self.counts[i] + self.noise(i)) >> self._shift & 1


class ClockLine:
    """The clock of the converters."""

    def __init__(self, bank):
        self._bank = bank

    @micropython.native
    def value(self, level):
        """Set the level."""
        self._bank.clock_line(level)


class DataLine:
    """The data of one converter."""

    def __init__(self, bank, i):
        self._bank = bank
        self._i = i

    @micropython.native
    def value(self):
        """Return the level."""
        return self._bank.data_line(self._i)


class ImuBus:
    """An LSM6DSOX whose FIFO fills with rows of a table at rest; `blow` rows swing by so many LSB."""

    def __init__(self, clock):
        self._clock = clock
        self._next_us = 0
        self._owed = 0  # words
        self._word = 0
        self._swing = 1
        self.blow = 0
        self.blows = 0  # rows of it still to come
        self.dead = False
        self._one = bytearray(256)
        self._one[0x0F] = 0x6C

    @micropython.native
    def readfrom_mem_into(self, address, register, into):
        """Give the level of the FIFO, its words, or a register."""
        if self.dead:
            raise OSError(19)
        if register == 0x3A:
            while ((self._clock.us - self._next_us) & 0x3FFFFFFF) < 0x20000000:
                self._next_us = ticks_add(self._next_us, ROW_US)
                if self._owed < 200:
                    self._owed += 2
            into[0] = self._owed
            into[1] = 0
        elif register == 0x78:
            n = len(into)
            at = 0
            while at < n:
                self._fill(into, at)
                at += 7
            self._owed -= n // 7
        else:
            i = 0
            while i < len(into):
                into[i] = self._one[register + i]
                i += 1

    @micropython.native
    def _fill(self, into, at):
        """Write one word: gyro and accelerometer in turn."""
        w = self._word
        self._word = (w + 1) & 7
        accel = w & 1
        into[at] = (1 + accel) << 3 | (w >> 1) << 1
        x = (w >> 1) - 1
        z = w >> 2
        if accel:
            z += LEVEL_Z
            if self.blows > 0:
                self.blows -= 1
                self._swing = -self._swing
                z += self._swing * self.blow
        into[at + 1] = x & 255
        into[at + 2] = x >> 8 & 255
        into[at + 3] = 0
        into[at + 4] = 0
        into[at + 5] = z & 255
        into[at + 6] = z >> 8 & 255

    def writeto_mem(self, address, register, data):
        """Take a setting; a reset is over at once."""
        if self.dead:
            raise OSError(19)
        if register == 0x0A and data[0] == 0:
            self._owed = 0
        self._one[register] = data[0] & 0xFE if register == 0x12 else data[0]


class TouchBus:
    """A CST816S with one finger."""

    def __init__(self):
        self.down = False
        self.x = 0
        self.y = 0

    def readfrom_mem_into(self, address, register, into):
        """Give its name or the finger."""
        if register == 0xA7:
            into[0] = 0xB4
            return
        for i in range(len(into)):
            into[i] = 0
        if self.down:
            into[0] = 1
            into[1] = 0x80 | self.x >> 8
            into[2] = self.x & 255
            into[3] = self.y >> 8
            into[4] = self.y & 255

    def writeto_mem(self, address, register, data):
        """Take a setting."""


class Sink:
    """An SPI bus or a chain of lights: bytes go nowhere."""

    def write(self, data):
        """Take bytes."""


class Home:
    """The hall sensor of a motor that turns as it is told."""

    def __init__(self, step, enable):
        self._step = step
        self._enable = enable
        self._umrev = 0  # 1/1000 of a 1/1000 turn
        self._ms = 0

    def turn(self, ms, forward):
        """Let the shaft turn up to `ms`."""
        took = ms - self._ms
        self._ms = ms
        if self._step.duty and not self._enable.level and took > 0:
            by = self._step.hz * took * 1000 // STEPS_PER_TURN
            self._umrev = (self._umrev + (by if forward else -by)) % 1_000_000

    def value(self):
        """Low where the magnet is."""
        return 0 if self._umrev < 1000 * MAGNET_MREV else 1


class Files:
    """Files in memory."""

    def __init__(self):
        self.data = {}

    def read(self, name):
        """Return the bytes, or None."""
        return self.data.get(name)

    def write(self, name, data):
        """Replace it."""
        self.data[name] = bytes(data)

    def rename(self, old, new):
        """Rename it."""
        self.data[new] = self.data.pop(old)

    def remove(self, name):
        """Remove it."""
        del self.data[name]

    def names(self):
        """Return all names."""
        return sorted(self.data)


class Flash:
    """The journal's partition in memory."""

    block = 4096

    def __init__(self, blocks=8):
        self.blocks = blocks
        self.data = bytearray(b"\xff" * (blocks * self.block))

    def read(self, at, buf):
        """Fill `buf`."""
        for i in range(len(buf)):
            buf[i] = self.data[at + i]

    def program(self, at, data):
        """Clear bits."""
        for i in range(len(data)):
            self.data[at + i] &= data[i]

    def erase(self, block):
        """Set them."""
        for i in range(block * self.block, (block + 1) * self.block):
            self.data[i] = 255


class Watchdog:
    """Nobody bites."""

    def feed(self):
        """Take the feed."""

    def rest(self, timeout_ms=0):
        """Rest."""


class Ports:
    """What App takes of a board; `load` is what the cells weigh."""

    def __init__(self, costs):
        self.clock = Clock(costs)
        self.bank = Converters(self.clock)
        self.imu = ImuBus(self.clock)
        self.touch = TouchBus()
        self.files = Files()
        self.journal = Flash()
        self.watchdog = Watchdog()
        self._sink = Sink()
        self._made = {}
        self.home = Home(self.pwm("motor_step"), self.pin("motor_enable"))
        self.seed = 7
        self.app = None  # who builds App on these ports, sets it

    def pin(self, name):
        """Return the pin called so."""
        if name not in self._made:
            self._made[name] = self._pin(name)
        return self._made[name]

    def _pin(self, name):
        if name == "cell_clock":
            return ClockLine(self.bank)
        if name == "motor_home":
            return self.home
        for i in range(4):
            if name == "cell_" + geometry.CELL_NAMES[i]:
                return DataLine(self.bank, i)
        return Pin()

    def pwm(self, name):
        """Return the pulse output called so."""
        if name not in self._made:
            self._made[name] = Pwm()
        return self._made[name]

    def i2c(self, bus):
        """Return the bus of the IMU or of the glass."""
        return self.imu if bus == "imu" else self.touch

    def spi(self, bus):
        """Return the bus of the display."""
        return self._sink

    def pixels(self, name):
        """Return the chain of lights."""
        return self._sink

    def random_seed(self):
        """Return the same seed every time: one evening is like another."""
        return self.seed

    def restart(self):
        """Nothing restarts here."""
        raise SystemExit("the firmware restarts")

    def disable_irq(self):
        """No interrupts come."""
        return 0

    def enable_irq(self, state):
        """No interrupts come."""

    def go_on(self, us):
        """Let time pass, with a conversion when it is due and the shaft where it is."""
        self.clock.pass_(us)
        self.home.turn(self.clock.ms, self.pin("motor_dir").level)
        self.bank.ready(self.clock.us)

    def weigh(self, masses):
        """Let the cells carry `masses`, a list of (mg, x mm, y mm)."""
        w = 500_000
        x = y = 0
        for mg, at_x, at_y in masses:
            w += mg
            x += mg * at_x
            y += mg * at_y
        for i, moment in ((0, y), (1, x), (2, -y), (3, -x)):
            mg = w // 4 + moment // 220
            self.bank.counts[i] = mg * (PER_KG // 1000) // 1000 + 20_000 * i
