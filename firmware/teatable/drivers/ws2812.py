"""The 24 WS2812 lights around the fixed rim, kept under the supply's limit.

Why: all lights white would draw 1.4 A from a 300 mA share. In: colours by light, 0..255. Out: GRB bytes to the pixel
port, all of them dimmed by one factor where their sum would draw too much, so that colours keep their hue.
"""

from .. import config


class Lights:
    """The rim; nothing reaches the lights before `show()`, which sends only what changed (0.7 ms for 24 lights)."""

    def __init__(self, pixels, count=24, overrides=None):
        c = config.values(config.DRIVERS, overrides)
        self._channel_ua = c["light_channel_ua"]
        self._budget_ua = c["lights_most_ma"] * 1000 - count * c["light_idle_ua"]
        self._idle_ua = count * c["light_idle_ua"]
        if self._budget_ua <= 0:
            raise ValueError("%d lights idle at more than lights_most_ma" % count)
        self._pixels = pixels
        self.count = count
        self._wanted = bytearray(3 * count)  # GRB, as the chips shift it
        self._sent = bytearray(3 * count)
        self._dirty = True  # after power-on the lights hold anything
        self.current_ma = 0  # of what was last shown, by the figures of config

    def set(self, i, r, g, b):
        """Set light `i` (0..count-1, clockwise from the first player) to r, g, b 0..255. Raises ValueError outside."""
        if not 0 <= i < self.count or (r | g | b) & ~255:
            raise ValueError("light %r to %r, %r, %r: 0..%d and 0..255" % (i, r, g, b, self.count - 1))
        w = self._wanted
        i *= 3
        if w[i] != g or w[i + 1] != r or w[i + 2] != b:
            w[i] = g
            w[i + 1] = r
            w[i + 2] = b
            self._dirty = True

    def fill(self, r, g, b):
        """Set every light to r, g, b 0..255."""
        for i in range(self.count):
            self.set(i, r, g, b)

    def show(self):
        """Send the colours if they changed, dimmed so that all lights together stay within the limit."""
        if not self._dirty:
            return
        self._dirty = False
        total = 0
        for v in self._wanted:
            total += v
        most = 255 * self._budget_ua // self._channel_ua  # the largest sum of channel values
        for i in range(3 * self.count):
            v = self._wanted[i]
            self._sent[i] = v if total <= most else v * most // total
        self.current_ma = (self._idle_ua + min(total, most) * self._channel_ua // 255 + 999) // 1000
        self._pixels.write(self._sent)
