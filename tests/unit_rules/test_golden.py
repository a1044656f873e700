"""The golden playthroughs come out the same, line by line, on every interpreter."""

import json
import os

from rules_playthrough import GAMES, replay
from teatable.rules import turn

FOLDER = __file__.rsplit("/", 1)[0] + "/../rules/golden/"


def test_golden_playthroughs():
    names = sorted([name for name in os.listdir(FOLDER) if name.endswith(".txt")])
    assert names == sorted([name + ".txt" for name in GAMES])
    for name in names:
        with open(FOLDER + name) as file:
            lines = file.read().split("\n")[:-1]
        made = replay(lines)
        for i in range(len(lines)):
            assert made[i] == lines[i], f"{name} line {i + 1}: {made[i]}, not {lines[i]}"
        assert len(made) == len(lines), name


def test_golden_playthroughs_hold_every_action_and_every_kind_of_line():
    actions = set()
    text = ""
    for name in GAMES:
        with open(FOLDER + name + ".txt") as file:
            whole = file.read()
        text += whole
        for line in whole.split("\n"):
            if line.startswith("> "):
                actions.add(json.loads(line[2:])[0])
    rare = {"pass"}  # all cards in hands and none playable: no game of ours comes to that
    assert actions | rare == set(turn._ACTIONS)
    for words in (
        "begins", "plays", "nothing to play", "cup of tea and", "not all there and", "on the table", "stacks", "takes",
        "counts", "discards", "wins", "goes clockwise", "goes counter", "back the card", "back the cup", "leaves",
        "Overruled", "Fallen", "unseen", "is shuffled", "! barred", "! nothing-to-undo", "! too-late",
    ):  # fmt: skip
        assert words in text, words
