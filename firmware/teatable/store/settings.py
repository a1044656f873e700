"""What the family has chosen: names, colours, language, level, sound, lights, brightness.

Every value is checked when it is read back. In: a dict from the file, of which nothing is trusted. Out: a dict with
exactly the keys of ROWS, names, colours and language.
"""

from ..compat import const

_NAME_LENGTH = const(12)  # characters that fit on a line of the display
PLAYERS_LEAST = 2
PLAYERS_MOST = 10
NAMES = ("Rose", "Max", "Lily", "Oskar", "Ivy", "Hugo", "Daisy", "Felix", "Olive", "Theo")

# name, least, most, default
ROWS = (
    ("players", PLAYERS_LEAST, PLAYERS_MOST, 2),
    ("level", 0, 3, 2),
    ("sound", 0, 1, 1),
    ("lights", 0, 1, 1),
    ("brightness", 5, 100, 80),  # per cent
)


def defaults():
    """Return the settings of a new table."""
    out: dict = {"names": list(NAMES), "colours": list(range(PLAYERS_MOST)), "language": "en"}
    for name, _least, _most, default in ROWS:
        out[name] = default
    return out


def checked(value):
    """Return (settings, names of the entries that had to be set back to their default)."""
    out = defaults()
    bad = []
    if not isinstance(value, dict):
        return out, ["settings"]
    for name, least, most, _default in ROWS:
        if name in value:
            v = value[name]
            if isinstance(v, int) and not isinstance(v, bool) and least <= v <= most:
                out[name] = v
            else:
                bad.append(name)
    if "names" in value:
        names = value["names"]
        if isinstance(names, list) and len(names) == PLAYERS_MOST and all([good_name(n) for n in names]):
            out["names"] = list(names)
        else:
            bad.append("names")
    if "colours" in value:  # of the seats: each of the ten once
        colours = value["colours"]
        if isinstance(colours, list) and all([isinstance(c, int) for c in colours]):
            bad_colours = sorted(colours) != list(range(PLAYERS_MOST))
        else:
            bad_colours = True
        if bad_colours:
            bad.append("colours")
        else:
            out["colours"] = [int(c) for c in colours]
    if "language" in value:
        code = value["language"]
        if isinstance(code, str) and 2 <= len(code) <= 3 and all(["a" <= c <= "z" for c in code]):
            out["language"] = code  # whether there are words for it is not known here
        else:
            bad.append("language")
    return out, bad


def good_name(name):
    """Tell whether `name` can be a player's name: 1 to 12 characters, no control characters."""
    if not isinstance(name, str) or not 0 < len(name) <= _NAME_LENGTH:
        return False
    return all([ord(c) >= 32 for c in name])
