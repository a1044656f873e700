"""The golden playthroughs come out the same, line by line, on every interpreter."""

import os

from rules_playthrough import GAMES, replay

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
