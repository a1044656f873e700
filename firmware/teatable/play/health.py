"""Which troubles are shown: one must last to come on the display, and stay away to leave it.

In: the word of the present trouble (or none) and the time, again and again. Out: BAD or WELL when it is time to say so.
"""


class Health:
    """Keeps short troubles off the display: a trouble must last to be shown, and stay away to be gone."""

    NOTHING = 0
    BAD = 1
    WELL = 2

    def __init__(self, c):
        self._after_ms = c["trouble_ms"]
        self._well_ms = c["well_after_ms"]
        self._word = ""
        self._since_ms = 0
        self.counts = {}  # word -> how often it was shown

    def note(self, word, now_ms):
        """Take the present trouble ("" for none); return BAD or WELL once it has lasted, else NOTHING."""
        if word != self._word:
            self._word = word
            self._since_ms = now_ms
            if word:
                self.counts[word] = self.counts.get(word, 0) + 1
        lasted = now_ms - self._since_ms
        if word:
            return self.BAD if lasted >= self._after_ms else self.NOTHING
        return self.WELL if lasted >= self._well_ms else self.NOTHING
