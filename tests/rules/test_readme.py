"""The tables of rules/README.md name exactly the phases, actions, reasons, view keys and house rules that there are."""

import ast
import re
from pathlib import Path

from teatable.rules import PHASES, Game, cards, turn, view
from teatable.rules.house import KNOBS

RULES = Path(turn.__file__).parent
README = (RULES / "README.md").read_text()


def section(title):
    """The text of README's section `title`."""
    return README.split(f"\n## {title}\n")[1].split("\n## ")[0]


def first_cells(text):
    """The code words in the first cells of the tables in `text`."""
    cells = [line.split("|")[1] for line in text.splitlines() if line.startswith("| `")]
    return [word for cell in cells for word in re.findall(r"`([^`]+)`", cell)]


def reasons_in_code():
    """String constants with a hyphen, and "barred", that the rules return; the log's words are no reasons."""
    found = set()
    for path in set(RULES.glob("*.py")) - {RULES / "logbook.py"}:
        for node in ast.walk(ast.parse(path.read_text())):
            if isinstance(node, ast.Return) and node.value is not None:
                found |= {n.value for n in ast.walk(node.value) if isinstance(n, ast.Constant)}
    texts = {value for value in found if isinstance(value, str)}
    return {text for text in texts if text == "barred" or re.fullmatch(r"[a-z]+(-[a-z]+)+", text)}


def test_phases():
    assert first_cells(section("A turn")) == list(PHASES)


def test_actions():
    named = {re.match(r'\("([a-z]+)"', cell).group(1) for cell in first_cells(section("Actions"))}
    assert named == set(turn._ACTIONS)


def test_reasons():
    assert set(first_cells(section("Reasons"))) == reasons_in_code()


def test_view_keys():
    keys = set(view(Game.new(2, 1), 0))
    text = section("view(game, player)")
    assert set(first_cells(text)) | {"left"} == keys
    assert "`left`" in text


def test_how_to_change_the_game_names_what_there_is():
    text = section("Changing the game")
    assert "COUNTS" in text and sum(cards.COUNTS) == 54
    assert "`clean_cup_must" in text or "clean_cup_must=0" in text
    assert all(low <= default <= high for _, default, low, high, _ in KNOBS)
