"""The touch panel of the board, whichever chip it has: started when it answers, its status kept.

In: ports and the board's names. Out: `poll(now_ms)` -> status, and `down`, `x`, `y` as the chip's driver gives them.
"""

from . import status as st


class Glass:
    """The glass over the display; without a chip that answers no finger is ever down."""

    def __init__(self, ports, board):
        self._ports = ports
        self._board = board
        self._charge = ports.clock.charge
        self._chip = None
        self.status = st.ABSENT
        self.down = False
        self.x = 0
        self.y = 0
        self.start()

    def start(self):
        """Try to start the chip if it is not running."""
        if self._chip is not None:
            return
        try:
            self._chip = self._make()
            self.status = st.OK
        except OSError:
            self.status = st.ABSENT

    def _make(self):
        ports = self._ports
        i2c = ports.i2c("touch")
        if self._board.TOUCH_CHIP == "ft6336":
            from .ft6336 import Touch
        else:
            from .cst816s import Touch
        return Touch(i2c, self._board.TOUCH_ADDRESS, ports.pin("touch_reset"), ports.pin("touch_irq"), ports.clock)

    def poll(self, now_ms):
        """Ask the chip; returns its status, and sets `down`, `x`, `y`."""
        chip = self._chip
        if chip is None:
            return self.status
        self._charge("touch")
        self.status = chip.poll(now_ms)
        self.down = chip.down
        self.x = chip.x
        self.y = chip.y
        return self.status
