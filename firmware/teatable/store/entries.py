"""One entry of the journal as a few bytes: an action of the game, or a note whose first word begins with "-".

In: a tuple of a word and its arguments (int, str, bool, lists of those). Out: bytes, and back as the same tuple. The
usual actions take a byte for the word and one for each argument (-1..253, plus one); everything else is JSON.
"""

import json

from ..compat import const

WORDS = ("look", "play", "draw", "place", "remove", "counted", "discard", "pass", "undo", "leave", "-at")
_MOST = const(253)
_BRACKET = const(0x5B)  # the first byte of a JSON list


def encode(entry):
    """Return `entry` as bytes."""
    if entry[0] in WORDS:
        out = bytearray((WORDS.index(entry[0]),))
        for value in entry[1:]:
            if not isinstance(value, int) or isinstance(value, bool) or not -1 <= value <= _MOST:
                return json.dumps(list(entry)).encode()
            out.append(value + 1)
        return bytes(out)
    return json.dumps(list(entry)).encode()


def decode(data):
    """Return the entry that these bytes hold, or None when they hold none."""
    if not data:
        return None
    if data[0] != _BRACKET:
        if data[0] >= len(WORDS):
            return None
        return (WORDS[data[0]],) + tuple([byte - 1 for byte in data[1:]])
    try:
        value = json.loads(data.decode())
    except (ValueError, UnicodeError):
        return None
    if not isinstance(value, list) or not value or not isinstance(value[0], str):
        return None
    return tuple(value)
