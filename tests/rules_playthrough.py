"""Golden playthroughs: whole games as text, each action with the log lines that it brings.

`python tests/rules_playthrough.py` makes tests/rules/golden/*.txt anew; look at the difference before it is kept.
A file holds a first line of JSON (players, seed, first, deck, house), then "> action" in JSON, an indented log line for
each thing told, "! reason" for a refusal, and last "= " with turn, phase, outcome and the checksum of the saved game.
"""

import json
import sys

if __name__ == "__main__":
    sys.path.insert(0, "firmware")

from rules_table import some_action
from teatable.rules import Game, House, apply, cards, log, outcome, save
from teatable.rules.chance import Chance


def start(setup):
    """Return the new game that the first line of a file describes."""
    house = House(**setup["house"])
    return Game.new(setup["players"], setup["seed"], setup["deck"], setup["first"], house)


def told(game, since):
    """Return the new log lines, indented, and the number of all records."""
    lines = log(game, None, since)
    return ["  " + line for line in lines], since + len(lines)


def closing(game):
    """Return the last line of a file."""
    data = save(game)
    check = data[-4] | data[-3] << 8
    return f"= player {game.turn} {game.phase} {outcome(game)} {len(data)} {check}"


def replay(lines):
    """Play the actions of `lines` again; return the lines that come of it."""
    setup = json.loads(lines[0])
    game = start(setup)
    made = [lines[0]]
    more, since = told(game, 0)
    made += more
    for line in lines:
        if line.startswith("> "):
            made.append(line)
            reason = apply(game, json.loads(line[2:]))
            if reason:
                made.append("! " + reason)
            more, since = told(game, since)
            made += more
    made.append(closing(game))
    return made


def record(setup, chooser):
    """Return the lines of a game that is played by random actions with the seed `chooser`."""
    game = start(setup)
    chance = Chance(chooser)
    lines = [json.dumps(setup)]
    while not outcome(game):
        action = some_action(game, chance)
        lines.append("> " + json.dumps(action))
        apply(game, action)
    return replay(lines)


def setup_of(players, seed, first=0, deck=None, **house):
    return {"players": players, "seed": seed, "first": first, "deck": deck, "house": house}


def specials_first():
    """Return a deck of the box, top first, that begins with every special card for two players."""
    top = [19, 20, 21, 22, 23, 24] * 2
    rest = cards.box()
    for kind in top:
        rest.remove(kind)
    Chance(1).shuffle(rest)
    return top + rest


# name: the game, and the seed of the actions that are chosen when its file is made
GAMES = {
    "two": (setup_of(2, 7), 3),
    "three": (setup_of(3, 7, first=2), 5),
    "five": (setup_of(5, 1_000_000_007, first=-1), 4),
    "ten": (setup_of(10, 20), 3),
    "specials": (setup_of(2, 3, deck=specials_first()), 5),
    "house": (
        setup_of(4, 5, clean_cup_must=0, tea_after_fall=2, reshuffle_early=1, leave_to_deck=0, clockwise=0),
        5,
    ),
}


if __name__ == "__main__":
    for name in sorted(GAMES):
        with open(f"tests/rules/golden/{name}.txt", "w") as file:
            file.write("\n".join(record(*GAMES[name])) + "\n")
