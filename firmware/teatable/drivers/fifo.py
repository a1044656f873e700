"""Words of an LSM6DSOX's FIFO to rows, in viper.

Why: there are 416 words a second, and native code takes many times the instructions. Data in: words as read (a tag,
three signed 16-bit values), `state`. Data out: rows gx gy gz ax ay az in an array of "h"; nothing is allocated.
"""

from ..compat import const, micropython, ptr8, ptr16, ptr32

WORD = const(7)  # bytes
ROW = const(6)
# numbers of a state
GYRO_SLOT = const(0)  # the half rows that wait for the other half: 1 + their slot, 0 for none
ACCEL_SLOT = const(1)
STARTING = const(2)  # rows until the chip is known to have started
FLAT = const(3)  # rows since a value changed
UNPAIRED = const(4)  # half rows thrown away
RAIL = const(5)  # not 0: a value was at the end of its range
_ROW = const(6)  # the row that is being put together: six numbers
STATE = const(12)

SLIPPED = const(-1)
_GYRO = const(1)
_ACCEL = const(2)
_INVALID = const(0x7FFD)  # first axis at or above this: the filter has not started (Linux st_lsm6dsx)


@micropython.viper
def unpack(words, n: int, state, out, at: int) -> int:
    """Put `n` words into rows of `out`, the first of them row `at`; return how many, or SLIPPED for a false tag."""
    w = ptr8(words)
    s = ptr32(state)
    rows = ptr16(out)
    done = 0
    i = 0
    while i < n:
        tag = int(w[WORD * i])
        sensor = tag >> 3
        slot = 1 + (tag >> 1 & 3)
        if sensor == _GYRO:
            mine = GYRO_SLOT
        elif sensor == _ACCEL:
            mine = ACCEL_SLOT
        else:
            return -1
        k = 0
        while k < 3:
            v = int(w[WORD * i + 2 * k + 1]) | int(w[WORD * i + 2 * k + 2]) << 8
            if int(s[_ROW + 3 * mine + k]) != v:
                s[FLAT] = 0
                s[_ROW + 3 * mine + k] = v
            k += 1
        s[mine] = slot
        other = int(s[1 - mine])
        if other:
            if other == slot:
                s[GYRO_SLOT] = 0
                s[ACCEL_SLOT] = 0
                good = 1
                if int(s[STARTING]):
                    s[STARTING] = int(s[STARTING]) - 1
                    v = int(s[_ROW])
                    if v >= _INVALID and v < 0x8000:
                        good = 0
                    v = int(s[_ROW + 3])
                    if v >= _INVALID and v < 0x8000:
                        good = 0
                if good:
                    s[FLAT] = int(s[FLAT]) + 1
                    k = 0
                    while k < ROW:
                        v = int(s[_ROW + k])
                        if v == 0x7FFF or v == 0x8000:
                            s[RAIL] = 1
                        rows[ROW * (at + done) + k] = v - (v >> 15 << 16)
                        k += 1
                    done += 1
            else:
                s[UNPAIRED] = int(s[UNPAIRED]) + 1
                s[1 - mine] = 0
        i += 1
    return done
