"""Our chip models as the buses and pins that other people's drivers expect."""

import errno


class CircuitI2c:
    """busio.I2C on a host_sim.devices.i2c.Wire."""

    def __init__(self, wire):
        self._wire = wire
        self.transactions = []  # ("w", bytes) or ("r", bytes)

    def try_lock(self):
        return True

    def unlock(self):
        pass

    def writeto(self, address, buf, *, start=0, end=None):
        data = bytes(buf[start:end])
        self.transactions.append(("w", data))
        self._wire.writeto(address, data)

    def readfrom_into(self, address, buf, *, start=0, end=None):
        data = bytearray(len(buf[start:end]))
        self._wire.readfrom_into(address, data)
        self.transactions.append(("r", bytes(data)))
        buf[start : start + len(data)] = data

    def writeto_then_readfrom(self, address, out, into, *, out_start=0, out_end=None, in_start=0, in_end=None):
        self.writeto(address, out, start=out_start, end=out_end)
        self.readfrom_into(address, into, start=in_start, end=in_end)


class QwiicI2c:
    """SparkFun's i2c_driver on a Wire."""

    def __init__(self, wire):
        self._wire = wire

    def isDeviceConnected(self, address):
        try:
            self._wire.writeto(address, b"")
        except OSError as error:
            assert error.errno in (errno.ENODEV, errno.ETIMEDOUT)
            return False
        return True

    def readByte(self, address, register):
        return self._wire.readfrom_mem(address, register, 1)[0]

    def readWord(self, address, register):
        return int.from_bytes(self._wire.readfrom_mem(address, register, 2), "little")

    def readBlock(self, address, register, count):
        return list(self._wire.readfrom_mem(address, register, count))

    def writeByte(self, address, register, value):
        self._wire.writeto_mem(address, register, bytes((value,)))


class CircuitSpi:
    """busio.SPI that writes into a sink."""

    def __init__(self, sink):
        self._sink = sink

    def try_lock(self):
        return True

    def unlock(self):
        pass

    def configure(self, **_settings):
        pass

    def write(self, data):
        self._sink(bytes(data))


class CircuitPin:
    """digitalio.DigitalInOut: an output into `drive`, or an input from `sense`."""

    def __init__(self, drive=None, sense=None):
        self._drive, self._sense = drive, sense

    def switch_to_output(self, value=False, drive_mode=None):
        self.value = value

    def switch_to_input(self, pull=None):
        pass

    @property
    def value(self):
        return bool(self._sense())

    @value.setter
    def value(self, level):
        self._drive(int(level))
