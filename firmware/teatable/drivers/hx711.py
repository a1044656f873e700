"""Four HX711 load-cell converters on one shared clock, read only when all four are ready.

Why: every clock pulse reaches every chip, the chips run on their own oscillators, and a frame can be wrong in many
quiet ways (AVIA datasheet V2.0). In: a clock pin, four data pins, interrupt locks, a microsecond clock.
Out: four counts a conversion with a status for each cell; a count whose status is not OK is INVALID, never a number
that could be a weight.

What is refused, and its status: a frame read too early, or begun just as a conversion ended (NOT_READY), or before the
filter settled (SETTLING); a bit that still hangs out after the 25th pulse, or a clock pulse that was stretched towards
power-down (SLIPPED, and the cell settles anew, unless the value is near the last one: then the next conversion had just
ended, nothing slipped); an end of the range (RAIL); more than any load can give, or exactly -1 again, which is what a
line reads that stayed high (SPIKE);
no new conversion for a while (SILENT). Bad frames in a row or silence restart the chips by power-down, counted in
`restarts`; a chip that stays away is tried again once a second.
What no driver can see: a lost
pulse while the last bit is 1, and a doubled pulse. The frame is then wrong by some bits and, for the doubled pulse, the
next ones come from channel B; the filters above must expect a lone jump in one cell.
"""

from array import array

from .. import config
from ..compat import const, micropython, ticks_diff
from . import status

CELLS = const(4)
BITS = const(24)  # and one pulse more: channel A, gain 128 next (datasheet, table 3)
INVALID = -(1 << 29)  # stands in `counts` wherever the status is not OK
_MINUS_ONE = const(0xFFFFFF)
_SIGN = const(0x800000)


class Cells:
    """Four HX711 on one clock; `data_pins` in the order north, east, south, west. Blocks for one frame at most."""

    def __init__(self, clock_pin, data_pins, ports, overrides=None):
        c = config.values(config.DRIVERS, overrides)
        self._high_most_us = c["hx711_high_most_us"]
        self._rail = c["hx711_rail_counts"]
        self._load = c["hx711_load_counts"]
        self._settle_frames = c["hx711_settle_frames"]
        self._slip_counts = c["hx711_slip_counts"]
        self._silent_us = c["hx711_silent_us"]
        self._bad_most = c["hx711_bad_most"]
        self._down_us = c["hx711_down_us"]
        self._retry_us = c["hx711_retry_us"]
        self.cell_status = array("B", [status.NOT_READY] * CELLS)
        self.period_us = c["hx711_period_us"]  # of the slowest chip, measured; the nominal value until then
        self.lost = 0  # conversions that came and went unread
        self.restarts = 0
        self.stretched = 0  # clock pulses longer than allowed
        # Bound once: a bound method taken as a value would allocate on each call.
        self._set_clock = clock_pin.value
        self._data = tuple([pin.value for pin in data_pins])
        self._ticks_us = ports.clock.ticks_us
        self._sleep_us = ports.clock.sleep_us
        self._disable_irq = ports.disable_irq
        self._enable_irq = ports.enable_irq
        self._seen = array("i", [0] * CELLS)  # when each chip was last seen ready
        self._settling = array("B", [0] * CELLS)  # frames still to be discarded
        self._last = array("i", [0] * CELLS)  # the last good counts
        self._bad = array("B", [0] * CELLS)  # bad frames in a row
        self._off_pace = 0
        self._read_at = 0
        self._has_read = False
        self._down = False
        self._down_at = 0
        self._tried_at = 0
        self._tries = 0  # restarts since the last good frame
        self._stretch = False
        self.power_down()
        self._sleep_us(self._down_us)
        self.wake()

    @micropython.native
    def ready(self):
        """Return True when all four chips hold a new conversion (DOUT low) and the clock is not held in power-down."""
        if self._down:
            return False
        north, east, south, west = self._data
        return not (north() | east() | south() | west())

    @micropython.native
    def read(self, counts):
        """Clock one frame out of all four chips into `counts` (array 'i' of 4); return the worst status.

        Counts are signed, 24 bit. Each cell's own status is in `cell_status`; a cell whose status is not OK has
        INVALID in `counts`. Takes 25 pulses, about 1-2 ms on an ESP32-S3. Allocates nothing. When the chips are not
        ready nothing is clocked.
        """
        begun = self._ticks_us()
        if not self.ready():  # nothing may come between this and the first pulse, or a conversion ends there
            for i in range(CELLS):
                counts[i] = INVALID
            return status.NOT_READY
        self._stretch = False
        north, east, south, west = self._data
        n = e = s = w = 0
        for _ in range(BITS):
            self._pulse()
            n = n + n + north()
            e = e + e + east()
            s = s + s + south()
            w = w + w + west()
        counts[0] = n
        counts[1] = e
        counts[2] = s
        counts[3] = w
        self._pulse()
        self._pace(begun)
        return self._judge(counts)

    @micropython.native
    def poll(self, now_us):
        """Watch for silent chips and carry out a pending restart; return OK, NOT_READY (powered down) or SILENT.

        `now_us`: ticks. To be called every few milliseconds whether or not a frame was read.
        """
        if self._down:
            if ticks_diff(now_us, self._down_at) >= self._down_us:
                self.wake()
            return status.NOT_READY
        worst = status.OK
        for i in range(CELLS):
            if not self._data[i]():
                self._seen[i] = now_us
            elif ticks_diff(now_us, self._seen[i]) > self._silent_us:
                self.cell_status[i] = status.SILENT
                worst = status.SILENT
        if worst and self._may_restart(now_us):
            self._restart(now_us)
        return worst

    def power_down(self):
        """Hold the clock high: after 60 us the chips sleep (datasheet, power-down control)."""
        self._set_clock(1)
        self._down = True
        self._down_at = self._ticks_us()

    def wake(self):
        """Let the clock fall: the chips start afresh, and the first frames are discarded as settling."""
        self._set_clock(0)
        self._down = False
        self._begin_settling(self._ticks_us())

    # --- one frame

    @micropython.native
    def _pulse(self):
        """One clock pulse with interrupts locked while it is high, since 60 us of high would power the chips down."""
        state = self._disable_irq()
        start = self._ticks_us()
        self._set_clock(1)
        self._set_clock(0)
        high_us = ticks_diff(self._ticks_us(), start)
        self._enable_irq(state)
        if high_us > self._high_most_us:
            self._stretch = True

    @micropython.native
    def _judge(self, counts):
        """Turn raw frames into signed counts and statuses; return the worst status."""
        if self._stretch:  # the chips may have gone to sleep in mid-frame: the bits are worth nothing
            self.stretched += 1
            self._has_read = False
        worst = status.OK
        for i in range(CELLS):
            verdict = self._verdict(i, counts)
            self._count_bad(i, verdict)
            if verdict == status.SLIPPED:
                d = counts[i] - self._last[i]
                if self._stretch or d > self._slip_counts or d < -self._slip_counts:
                    self._settling[i] = self._settle_frames  # its pulse count is in doubt, so perhaps its gain
                # else the next conversion ended within microseconds of the last pulse: only this frame is dropped
            elif self._settling[i]:
                self._settling[i] -= 1
                verdict = max(verdict, status.SETTLING)
            if verdict == status.OK:
                self._last[i] = counts[i]
            else:
                counts[i] = INVALID
            self.cell_status[i] = verdict
            self._seen[i] = self._read_at
            worst = max(worst, verdict)
        if worst == status.OK:
            self._tries = 0
        return worst

    def _verdict(self, i, counts):
        """Return the status of cell `i` and put its signed count into `counts`."""
        raw = counts[i]
        if raw & _SIGN:
            counts[i] = raw - (_SIGN + _SIGN)
        if self._stretch or not self._data[i]():  # after the 25th pulse DOUT must be high
            return status.SLIPPED
        if raw == _MINUS_ONE:  # once: a conversion ended just as the read began
            return status.SPIKE if self._bad[i] else status.NOT_READY
        if counts[i] >= self._rail or counts[i] <= -self._rail:
            return status.RAIL
        if counts[i] > self._load or counts[i] < -self._load:
            return status.SPIKE
        return status.OK

    def _count_bad(self, i, verdict):
        """Count frames in a row that a restart might cure; rails are wiring and stay out of it."""
        if verdict != status.SLIPPED and verdict != status.SPIKE and verdict != status.NOT_READY:
            self._bad[i] = 0
        elif self._bad[i] < self._bad_most:
            self._bad[i] += 1
        elif self._may_restart(self._read_at):
            self._restart(self._read_at)

    # --- pace, settling, restart

    def _pace(self, now_us):
        """Measure the period of the slowest chip and count the conversions that nobody read."""
        dt = ticks_diff(now_us, self._read_at)
        self._read_at = now_us
        if not self._has_read or dt <= 0:
            self._has_read = True
            return
        if 2 * dt < 3 * self.period_us and 3 * dt > 2 * self.period_us:
            self.period_us += (dt - self.period_us) // 16
            self._off_pace = 0
            return
        self._off_pace += 1
        if self._off_pace >= 16:  # this is no gap, this is the rate
            self.period_us = dt
            self._off_pace = 0
        elif dt > self.period_us:
            self.lost += (2 * dt + self.period_us) // (2 * self.period_us) - 1

    def _begin_settling(self, now_us):
        self._has_read = False
        for i in range(CELLS):
            self._settling[i] = self._settle_frames
            self._seen[i] = now_us

    def _may_restart(self, now_us):
        """The first restart comes at once, the following ones once in `retry_us`."""
        return self._tries == 0 or ticks_diff(now_us, self._tried_at) >= self._retry_us

    def _restart(self, now_us):
        self.restarts += 1
        self._tries = 1
        self._tried_at = now_us
        for i in range(CELLS):
            self._bad[i] = 0
        self.power_down()
