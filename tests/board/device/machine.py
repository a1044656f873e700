"""`machine` of the board for tests: as much of the ESP32's module as the firmware uses, written down in the log."""

import wires

PWRON_RESET, HARD_RESET, WDT_RESET, DEEPSLEEP_RESET, SOFT_RESET = 1, 2, 3, 4, 5


class Pin:
    IN, OUT, PULL_UP = 1, 3, 2

    def __init__(self, gpio, mode=None, pull=None, value=None):
        self.gpio = gpio
        if mode == Pin.OUT:
            wires.log("out", gpio, value)
            self._level = value
            wires.write(gpio, value)
        self._out = mode == Pin.OUT

    def value(self, level=None):
        if level is None:
            return self._level if self._out else wires.read(self.gpio)
        self._level = level
        wires.write(self.gpio, level)
        if self.gpio in (40, 41):
            wires.log("set", self.gpio, level)
        elif self.gpio in (10, 13, 14) and wires.asked("display"):
            wires.log("wire", wires.now_us, self.gpio, level)
        return None


class PWM:
    def __init__(self, pin, freq, duty_u16):
        self._gpio = pin.gpio
        wires.log("pwm", self._gpio, freq, duty_u16)

    def freq(self, hertz):
        wires.log("freq", self._gpio, hertz)

    def duty_u16(self, duty):
        wires.log("duty", self._gpio, duty)


def I2C(number, scl, sda, freq, timeout):
    return wires.bus(sda.gpio)


class SPI:
    def __init__(self, number, baudrate, polarity, phase, sck, mosi, miso):
        pass

    def write(self, buf):
        wires.passes(len(buf) // 5)
        if wires.asked("display"):
            wires.log("spi", wires.now_us, bytes(buf).hex())


class WDT:
    def __init__(self, timeout):
        wires.log("wdt", timeout)

    def feed(self):
        if wires.asked("feeds"):
            wires.log("fed")


def freq(hertz):
    wires.log("hertz", hertz)


def reset_cause():
    return wires.asked("cause")


def reset():
    wires.die("reset")


def bitstream(pin, encoding, timing, data):
    pass


def disable_irq():
    return 0


def enable_irq(state):
    pass
