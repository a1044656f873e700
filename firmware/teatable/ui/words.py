"""Words by key, out of one table a language.

A language is a module with TEXT, a dict of first letter -> string of lines "key: text", each line between newlines. A
few long strings take a third of the memory that 250 short ones in a dict would, and nothing is copied. A look-up takes
0.1 to 0.3 ms on an ESP32-S3 (estimate): words are looked up only when a screen is laid out.
In a text, {name} is replaced by a name and | begins a new line.
"""


class Words:
    """The words of one language module."""

    def __init__(self, language):
        self._text = language.TEXT

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
        lines = self._text.get(key[:1], "")
        at = lines.find("\n" + key + ": ")
        if at < 0:
            return None
        at += len(key) + 3
        text = lines[at : lines.find("\n", at)]
        return text.replace("|", "\n") if "|" in text else text
