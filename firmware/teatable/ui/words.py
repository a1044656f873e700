"""Words by key, out of one text a language.

A language is a module with TEXT, a string of lines "key: text". One string takes a third of the memory that a dict of
250 short strings would, and a look-up (0.1 ms on an ESP32, estimate) is needed only when a screen is laid out.
In a text, {name} is replaced by a name and | begins a new line.
"""

from ..compat import const

RUN = const(16)  # the longest piece of text drawn at a time


class Words:
    """The words of one language module."""

    def __init__(self, language):
        self._text = "\n" + language.TEXT + "\n"

    def get(self, key, name=""):
        """Return the text of `key` with {name} filled in; the key itself when there is none: nothing is silent."""
        text = self.find(key)
        if text is None:
            return key
        if "{" in text:
            text = text.replace("{name}", name)
        return text

    def find(self, key):
        """Return the text of `key` as it stands, or None."""
        at = self._text.find("\n" + key + ": ")
        if at < 0:
            return None
        at += len(key) + 3
        text = self._text[at : self._text.find("\n", at)]
        return text.replace("|", "\n") if "|" in text else text
