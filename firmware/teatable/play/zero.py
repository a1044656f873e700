"""The zero of the empty table: taken at the beginning of a game, refused with a hand on it, kept for a power cut.

In: what play wants, what sensing refuses (play knows no sensor: App hands it in), the time. Out: a tare, also where
what lay there at power-on is taken off; a warning on the display, also of a table that was moved onto a slope; after a
while the question whether the table is really empty; the calibration stored when the zero moved.
"""


class Zero:
    """Looks after the zero; `most_counts`: a zero further from the stored one is worth an erase of the flash."""

    def __init__(self, play, sensing, store, calibration, most_counts):
        self._play = play
        self._sensing = sensing
        self._store = store
        self._calibration = calibration
        self._most_counts = most_counts
        self._stored = calibration.zero
        self._anyway = False  # a zero was wanted whatever lies on the table
        self._refused_ms = 0  # since when it has been refused, 0: it is not

    def step(self, now_ms):
        """To be called several times a second."""
        play = self._play
        if play.tare_wanted or play.tare_anyway:
            self._anyway = play.tare_anyway
            self._sensing.tare(self._anyway)
            play.tare_wanted = play.tare_anyway = False
        elif play.playing and not play.by_hand and not self._sensing.tare_wanted and self._sensing.below_zero():
            self._anyway = True
            self._sensing.tare(True, True)  # before the first cup comes
        if self._anyway and not self._sensing.tare_wanted:
            self._anyway = False
            if play.referee.game is not None:
                play.table.believe(play.referee.game)  # what the drift was taken for is no more
        warning = ""
        if play.playing and not play.by_hand:
            warning = self._trouble(now_ms)
        if warning != play.warning:
            play.warning = warning
            play.changed()
        if not play.running and self._moved():
            self._stored = self._calibration.zero
            self._store.save_calibration(self._calibration.as_dict())

    def _trouble(self, now_ms):
        """Return the word of why the zero has not been taken, or ""; after a while the players are asked."""
        play = self._play
        refused = self._sensing.tare_refused()
        if play.top().deaf:  # a new zero is taken in the middle of the game: the menu asks and waits by itself
            return ""
        if refused and play.referee.game.stacks:
            self._sensing.forget_tare()  # too late: the table is in use
            refused = ""
        if not refused:
            self._refused_ms = 0
            play.ask_empty(False)
            return "status-aslant" if self._sensing.aslant() else ""
        if refused != "hand-on-table":
            return "status-settling"
        if not self._refused_ms:
            self._refused_ms = now_ms
        if now_ms - self._refused_ms >= play.config["tare_ask_ms"]:
            play.ask_empty(True)
        return "status-hand-on-table"

    def _moved(self):
        """Tell whether the zero is far enough from the stored one."""
        zero = self._calibration.zero
        old = self._stored
        if zero is None or zero is old:
            return False
        return old is None or max([abs(zero[i] - old[i]) for i in range(len(zero))]) > self._most_counts
