"""Whole random games: nothing is lost, refused actions change nothing, saves and views hold at every step."""

from rules_table import conserved, plain, play_randomly, refused, some_action, table
from teatable.rules import (
    Game,
    House,
    apply,
    can_play,
    cards,
    legal_actions,
    load,
    log,
    may_miss,
    members,
    outcome,
    playable,
    save,
    view,
)
from teatable.rules.chance import Chance
from teatable.rules.house import KNOBS, from_values

SEEDS = (1, 2, 3, 11, 26)
MOVES = [("draw",), ("pass",), ("counted",)]
MOVES += [("play", kind) for kind in range(25)] + [("discard", kind) for kind in range(25)]
MOVES += [("remove", cup) for cup in range(12)]
MOVES += [("place", cup, bottom) for cup in range(12) for bottom in range(-1, 12)]


def test_cards_and_cups_are_conserved_and_games_end():
    for seed in SEEDS:
        game = play_randomly(seed, lambda game, action, reason: conserved(game))
        winner, reasons = outcome(game)
        assert ("empty-hand" in reasons) == (game.hands[winner] == [])
        assert reasons and 0 <= winner < game.players


def test_save_and_load_at_every_step():
    def check(game, action, reason):
        again = load(save(game))
        assert plain(again) == plain(game), action

    for seed in SEEDS:
        play_randomly(seed, check)


def test_a_loaded_game_goes_on_like_the_one_saved():
    chance = Chance(5)
    game = Game.new(4, 77)
    for _ in range(40):
        apply(game, some_action(game, chance))
    again = load(save(game))
    for _ in range(60):
        if outcome(game):
            break
        action = some_action(game, chance)
        assert apply(game, action) == apply(again, action)
        assert plain(game) == plain(again)


def test_the_same_seed_and_actions_give_the_same_game():
    actions = []
    first = play_randomly(8, lambda game, action, reason: actions.append(action))
    again = Game.new(2 + 8 % 9, 8, first=-1)
    for action in actions:
        apply(again, action)
    assert plain(again) == plain(first) and save(again) == save(first)


def test_exactly_the_legal_moves_are_taken():
    for seed in (4, 9):
        chance = Chance(seed)
        game = Game.new(3, seed)
        for _ in range(40):
            if outcome(game):
                break
            legal = legal_actions(game)
            assert legal
            data = save(game)
            for action in MOVES:
                if action in legal:
                    assert apply(load(data), action) is None
                else:
                    refused(game, action)
            apply(game, some_action(game, chance))


def test_nonsense_is_refused_and_changes_nothing():
    nonsense = (
        (), None, 5, "play", ("fly",), ("play",), ("play", 1, 2), ("play", None), ("play", -1), ("play", 25),
        ("place", 1), ("place", 12, -1), ("place", -1, -1), ("place", 1, "x"), ("remove", 99), ("remove", -1),
        ("fall",), ("fall", None), ("fall", 3), ("fall", [[]]), ("fall", [[1], [1]]), ("fall", [["x"]]), ("fall", [1]),
        ("fall", [[99]]), ("missed", [[0]], 77), ("missed", [[0]], None, 1), ("leave", 9), ("leave", -1),
        ("overruled", 5), ("look", 1), ([],), (None,), ("overruled", "a", "b"), ("missed",), ("fall", [], []),
        ("draw", 1), ("pass", 1), ("counted", 1), ("undo", 1), ("leave",), ("leave", 0, 1), ("remove",),
        ("remove", 1, 2), ("discard",), ("discard", 1, 2), ("place", 1, -1, 0), ("missed", [], 0, 0),
    )  # fmt: skip
    for seed in (1, 6):
        chance = Chance(seed)
        game = Game.new(5, seed)
        for _ in range(30):
            for action in nonsense:
                refused(game, action)
            apply(game, some_action(game, chance))


def with_other_hidden_cards(game, me, chance):
    """Return a copy of `game` in which all that `me` cannot see is dealt anew."""
    twin = load(save(game))
    hidden = list(twin.deck)
    others = [p for p in range(game.players) if p != me]
    for player in others:
        hidden += twin.hands[player]
    chance.shuffle(hidden)
    for player in others:
        for i in range(len(twin.hands[player])):
            twin.hands[player][i] = hidden.pop()
    twin.deck = hidden
    return twin


def test_views_do_not_differ_when_only_what_is_hidden_from_the_player_differs():
    chance = Chance(100)
    views = [0]

    def check(game, action, reason):
        me = chance.below(game.players)
        twin = with_other_hidden_cards(game, me, chance)
        assert view(twin, me) == view(game, me), (action, me)
        assert log(twin) == log(game)
        views[0] += 1

    for seed in SEEDS:
        play_randomly(seed, check)
    assert views[0] > 200


def test_a_view_tells_what_is_so():
    def check(game, action, reason):
        for me in range(game.players):
            seen = view(game, me)
            mine = me == game.turn
            moves = [move[0] for move in legal_actions(game)]
            assert [kind for kind, _ in seen["hand"]] == game.hands[me]
            for kind, why in seen["hand"]:
                assert why == (playable(game, kind) if game.phase == "turn" else None)
            assert seen["must_draw"] == (mine and "draw" in moves)
            assert seen["must_pass"] == (mine and "pass" in moves)
            assert seen["counts"] == [len(hand) for hand in game.hands]
            assert seen["deck"] == len(game.deck) and seen["discard"] == len(game.discard)
            assert seen["top"] == (game.discard[-1] if game.discard else -1)
            assert seen["free"] == [cup for cup in range(12) if not game.table >> cup & 1]
            assert seen["stacks"] == game.stacks and seen["left"] == members(game.left)
            placed = set([move[1] for move in legal_actions(game) if move[0] in ("place", "remove")])
            assert set(seen["cups"]) == placed
            bare = [move for move in legal_actions(game) if move[0] == "place" and move[2] < 0]
            stacked = [move for move in legal_actions(game) if move[0] == "place" and move[2] >= 0]
            assert seen["new_stack"] == ("no" if not bare else "may" if stacked else "must")
            assert seen["outcome"] == outcome(game) and seen["missed"] == may_miss(game)
            assert seen["undo"] == (apply(load(save(game)), ("undo",)) is None)
            for key in (
                "players",
                "turn",
                "direction",
                "phase",
                "card",
                "cup",
                "turns",
                "falls",
                "tallest",
                "drawn_by",
            ):
                assert seen[key] == getattr(game, key)
            assert seen["player"] == me and seen["drawn_count"] == game.drawn

    for seed in (0, 2):
        play_randomly(seed, check)


def test_a_view_differs_with_the_own_hand_and_is_a_copy():
    game = table([[1, 2], [3, 4]], stacks=[[0]])
    seen = view(game, 1)
    game.hands[1][0] = 5
    assert view(game, 1) != seen
    seen = view(game, 0)
    seen["stacks"][0].append(9)
    seen["hand"].append(9)
    seen["free"].append(9)
    assert game.stacks == [[0]] and game.hands[0] == [1, 2]


def test_what_was_drawn_is_seen_by_its_owner_only():
    game = table([[0], [1], [2]], stacks=[[0]], deck=[7, 8, 9, 10])
    apply(game, ("draw",))
    assert view(game, 0)["drawn"] == [7] and view(game, 1)["drawn"] == [] and view(game, 2)["drawn_count"] == 1
    apply(game, ("play", 7))
    assert view(game, 0)["drawn"] == []
    apply(game, ("fall", [[0]]))
    assert view(game, 0)["drawn"] == [8, 9, 10]


def test_the_legal_moves_of_a_turn_follow_from_the_hand():
    def check(game, action, reason):
        if game.phase == "turn":
            names = set([move[0] for move in legal_actions(game)])
            assert names == {"play"} if can_play(game) else len(names) == 1 and names <= {"draw", "pass"}

    play_randomly(14, check)


def test_the_log_speaks_of_no_hidden_card_and_gives_up_old_lines():
    game = Game.new(3, 7)
    for i in range(600):
        assert apply(game, ("overruled", f"bump {i}")) is None
    assert 2048 < len(game.log) <= 4096 and game.log_gone > 0
    lines = log(game)
    assert lines[-1] == "Overruled: bump 599" and len(lines) + game.log_gone == 601
    assert log(game, since=600) == ["Overruled: bump 599"] and log(game, since=601) == []
    apply(game, ("overruled", "\u00e4" * 79))
    assert log(game)[-1] == "Overruled: " + "\u00e4" * 40
    assert plain(load(save(game))) == plain(game)
    new = Game.new(2, 1_000_000_007, first=1)
    assert log(new, names=["Rose", "Max"]) == ["2 players, seed 1000000007; Max begins"]


def test_house_rules_are_checked_and_saved():
    assert House().values() == bytes([6, 4, 8, 3, 0, 1, 0, 1, 1, 1, 1, 1])
    for name, default, low, high, meaning in KNOBS:
        assert meaning and low <= default <= high
        for value in (low, high):
            assert getattr(House(**{name: value}), name) == value
            assert from_values(House(**{name: value}).values()).values() == House(**{name: value}).values()
        for value in (low - 1, high + 1, "1", None):
            assert fails(House, **{name: value})
    assert fails(House, no_such_rule=1)
    assert fails(from_values, b"\x06\x04")
    game = Game.new(2, 1, house=House(hand_cards=4, fall_cards=1))
    assert len(game.hands[0]) == 4 and load(save(game)).house.fall_cards == 1


def fails(function, *args, **kwargs):
    """Tell whether the call raises ValueError with a message."""
    try:
        function(*args, **kwargs)
    except ValueError as error:
        return len(str(error)) > 10
    return False


def test_a_saved_game_of_another_kind_is_refused_by_name():
    def why(data):
        try:
            load(data)
        except ValueError as error:
            return str(error)
        return "accepted"

    data = save(Game.new(3, 5))
    assert why(b"") == why(b"MT") == why(b"XT" + data[2:]) == "this is no saved game"
    assert why(data[:2] + b"\x02" + data[3:]) == "saved game of version 2, expected 1"
    assert why(data[:-1]) == f"saved game is cut short or too long: {len(data) - 1} bytes"
    assert why(data[:40] + bytes([data[40] ^ 1]) + data[41:]) == "saved game: wrong checksum"
    game = table([[1, 2], [3, 4]])
    for name, value in (("won", 1), ("tea", 1), ("phase", "tea"), ("phase", "over"), ("phase", "count"), ("card", 3)):
        forged = load(save(game))
        setattr(forged, name, value)
        assert why(save(forged)) == f"saved game: phase {forged.phase} does not fit the rest", name
    for name, value, words in (
        ("direction", 0, "no direction"),
        ("turn", 2, "not at the table"),
        ("left", 1, "not at the table"),
        ("stacks", [[1], [1]], "stands twice"),
        ("stacks", [[]], "empty stack"),
        ("deck", [25], "kind 25"),
        ("barred", 4, "barred is 4"),
        ("log", bytearray(b"\x09\x01"), "log is damaged"),
    ):
        forged = load(save(game))
        setattr(forged, name, value)
        assert words in why(save(forged)), name


def test_deal():
    for players in range(2, 11):
        game = Game.new(players, 5, first=players - 1)
        each = 6 if players < 8 else 4
        assert [len(hand) for hand in game.hands] == [each] * players
        conserved(game)
    order = list(range(25))
    game = Game.new(2, 0, deck=order, first=1)
    assert game.hands[1] == [0, 2, 4, 6, 8, 10] and game.hands[0] == [1, 3, 5, 7, 9, 11]
    assert game.deck[-1] == 12 and len(game.deck) == 13
    for bad in ((1, 0), (11, 0), (2, -1), (2, 1 << 30), (2, 0, [1] * 11), (2, 0, [25] * 20), (2, 0, None, 2)):
        try:
            Game.new(*bad)
        except ValueError:
            continue
        raise AssertionError(f"accepted {bad}")
    assert len(cards.NAMES) == len(cards.COUNTS) == len(cards.CUP_SETS) == cards.KINDS == 25
    assert [cards.kind_of(name) for name in cards.NAMES] == list(range(25))
