"""A board of fakes for the whole App, without the simulator, so that it also runs on MicroPython."""

from unit_drivers.fake_chips import ConverterClock, ConverterData, FakePin, FakePorts, FakePwm
from unit_drivers.imu_bus import ImuBus
from unit_store.test_store import MemoryFiles, MemoryRegion

SAMPLE_US = 11_600


class NoBus:
    """An I2C bus on which nothing answers."""

    def __getattr__(self, name):
        def refuse(*_):
            raise OSError(19, "nothing acknowledges")

        return refuse


class Sink:
    """An SPI bus or a pixel chain that counts bytes."""

    def __init__(self):
        self.count = 0

    def write(self, buf):
        self.count += len(buf)


class Watchdog:
    def __init__(self):
        self.fed = 0
        self.rest_ms = 0

    def feed(self):
        self.fed += 1
        self.rest_ms = 0

    def rest(self, timeout_ms=600_000):
        self.rest_ms = timeout_ms


class Board(FakePorts):
    """Ports with converters that can be loaded, buses where nobody is at home, and outputs that remember."""

    def __init__(self, start_us=0, files=None, imu=False):
        FakePorts.__init__(self, start_us)
        self.files = files or MemoryFiles()
        self.journal = MemoryRegion()
        self.watchdog = Watchdog()
        self.display = Sink()
        self.lights = Sink()
        self.made = {}
        self.imu = ImuBus() if imu else NoBus()
        self._slot = 0

    def move(self, rows):
        """Let the IMU have `rows` rows of a table at rest."""
        self.imu.empty()
        for _ in range(rows):
            self._slot = (self._slot + 1) & 3
            self.imu.pair(self._slot, (3, self._slot, 1), (10, self._slot - 20, 8197))

    def pin(self, name):
        if name not in self.made:
            self.made[name] = self._pin(name)
        return self.made[name]

    def _pin(self, name):
        if name == "cell_clock":
            return ConverterClock(self.bank)
        for i in range(4):
            if name == ("cell_north", "cell_east", "cell_south", "cell_west")[i]:
                return ConverterData(self.bank, i)
        return FakePin(1)

    def pwm(self, name):
        if name not in self.made:
            self.made[name] = FakePwm(Forgetful(), name)
        return self.made[name]

    def i2c(self, bus):
        return self.imu if bus == "imu" else NoBus()

    def spi(self, bus):
        return self.display

    def pixels(self, name):
        return self.lights

    def random_seed(self):
        return 12345

    def restart(self):
        raise SystemExit


class Forgetful:
    """A log that keeps nothing."""

    def append(self, entry):
        pass
