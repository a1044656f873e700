"""An I2C bus with one LSM6DSOX-like register file, for CPython and MicroPython: writes are logged, FIFO words scripted.

It is no model of the chip: it knows nothing but what a test puts in. Reading it allocates nothing.
"""

from teatable.compat import micropython


class Clock:
    def __init__(self, start=(1 << 30) - 5_000):
        self.now = start
        self.slept = 0

    def ticks_us(self):
        return self.now

    def sleep_us(self, us):
        self.slept += us
        self.now = (self.now + us) & ((1 << 30) - 1)

    def charge(self, section):
        pass


class ImuBus:
    def __init__(self, words=64):
        self.registers = bytearray(256)
        self.registers[0x0F] = 0x6C
        self.registers[0x12] = 0x04
        self.registers[0x18] = 0xE0
        self.fifo = bytearray(7 * words)
        self.waiting = 0
        self.taken = 0
        self.flags = 0
        self.writes = []
        self.reads = 0
        self.fail = 0  # so many transfers fail
        self.reset_polls = 0  # so many reads of CTRL3_C show SW_RESET

    def put(self, tag, x, y, z):
        """Append one FIFO word: tag byte and three signed numbers."""
        at = 7 * self.waiting
        self.fifo[at] = tag
        for i, v in enumerate((x, y, z)):
            self.fifo[at + 1 + 2 * i] = v & 0xFF
            self.fifo[at + 2 + 2 * i] = v >> 8 & 0xFF
        self.waiting += 1

    def pair(self, slot, gyro, accel):
        """Append a gyro and an accelerometer word of one time slot."""
        self.put(1 << 3 | slot << 1, *gyro)
        self.put(2 << 3 | slot << 1, *accel)

    def empty(self):
        self.waiting = self.taken = 0

    @micropython.native
    def readfrom_mem_into(self, address, register, buf):
        self.reads += 1
        if self.fail:
            self.fail -= 1
            raise OSError(116)
        n = len(buf)
        if register == 0x3A:
            left = self.waiting - self.taken
            buf[0] = left & 0xFF
            buf[1] = left >> 8 & 3 | self.flags
        elif register == 0x78:
            at = 7 * self.taken
            i = 0
            while i < n:
                buf[i] = self.fifo[at + i]
                i += 1
            self.taken += n // 7
        elif register == 0x12 and self.reset_polls:
            self.reset_polls -= 1
            buf[0] = self.registers[0x12] | 1
        else:
            i = 0
            while i < n:
                buf[i] = self.registers[register + i]
                i += 1

    def writeto_mem(self, address, register, buf):
        if self.fail:
            self.fail -= 1
            raise OSError(19)
        self.writes.append((register, buf[0]))
        self.registers[register] = buf[0] & 0xFE if register == 0x12 else buf[0]
        if register == 0x0A and buf[0] == 0:
            self.empty()
            self.flags = 0
