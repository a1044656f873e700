"""No number in the rules ever reaches 2^30, so a 32-bit MicroPython makes no big ints and no other results.

The package is imported a second time, under another name, with every arithmetic result checked as it arises.
"""

import ast
import importlib
import importlib.abc
import importlib.machinery
import sys
import types
from pathlib import Path

import pytest

FIRMWARE = Path(__file__).parent.parent.parent / "firmware"
LIMIT = 1 << 30


def checked(value):
    if isinstance(value, int):
        assert -LIMIT <= value < LIMIT, value
    return value


class CheckEachResult(ast.NodeTransformer):
    """Wraps each arithmetic expression in checked(), and adds checked(a) after each a += b."""

    def visit_BinOp(self, node):
        self.generic_visit(node)
        return ast.Call(ast.Name("checked", ast.Load()), [node], [])

    def visit_UnaryOp(self, node):
        self.generic_visit(node)
        return ast.Call(ast.Name("checked", ast.Load()), [node], [])

    def visit_AugAssign(self, node):
        self.generic_visit(node)
        target = ast.parse(ast.unparse(node.target), mode="eval").body  # the same place, read instead of written
        return [node, ast.Expr(ast.Call(ast.Name("checked", ast.Load()), [target], []))]


class Loader(importlib.machinery.SourceFileLoader):
    def source_to_code(self, data, path, *, _optimize=-1):
        tree = ast.parse(data)
        if ".rules" in self.name:
            tree = ast.fix_missing_locations(CheckEachResult().visit(tree))
        return compile(tree, path, "exec")

    def get_code(self, fullname):
        return self.source_to_code(Path(self.path).read_bytes(), self.path)

    def exec_module(self, module):
        module.checked = checked
        super().exec_module(module)


class Finder(importlib.abc.MetaPathFinder):
    def find_spec(self, fullname, path, target=None):
        if not fullname.startswith("checked_teatable."):
            return None
        base = FIRMWARE / "teatable" / fullname.split(".", 1)[1].replace(".", "/")
        if base.is_dir():
            file, places = base / "__init__.py", [str(base)]
        else:
            file, places = base.with_suffix(".py"), None
        loader = Loader(fullname, str(file))
        return importlib.util.spec_from_file_location(fullname, file, loader=loader, submodule_search_locations=places)


@pytest.fixture(scope="module")
def rules():
    finder = Finder()
    sys.meta_path.insert(0, finder)
    sys.modules["checked_teatable"] = types.ModuleType("checked_teatable")
    sys.modules["checked_teatable"].__path__ = [str(FIRMWARE / "teatable")]
    try:
        yield importlib.import_module("checked_teatable.rules")
    finally:
        sys.meta_path.remove(finder)
        for name in [n for n in sys.modules if n.startswith("checked_teatable")]:
            del sys.modules[name]


def test_the_check_itself_can_fail(rules):
    with pytest.raises(AssertionError):
        checked(LIMIT)
    from checked_teatable.rules import saving

    with pytest.raises(AssertionError):
        saving._put(bytearray(), LIMIT << 9, 2)


@pytest.mark.parametrize("seed", [0, LIMIT - 1, 0x2AAAAAAA])
def test_whole_games_stay_below_2_to_the_30(rules, seed):
    chance = rules.state.Chance(seed)
    for players in (2, 5, 10):
        game = rules.Game.new(players, seed, first=-1)
        while not rules.outcome(game):
            roll = chance.below(10)
            if game.stacks and roll == 0:
                rules.apply(game, ("fall", []))
            elif game.stacks and roll == 1:
                rules.apply(game, ("missed", []))
            else:
                moves = rules.legal_actions(game)
                rules.apply(game, moves[chance.below(len(moves))])
            rules.view(game, game.turn)
        assert rules.save(rules.load(rules.save(game))) == rules.save(game)
        assert rules.log(game)
