"""One moment of a game as bytes: what a missed fall goes back to, and the greater part of a saved game.

Kept apart from saving.py, which the device seldom needs and loads only then.
Data in: a Game. Data out: about 110 bytes, the first of which is the player in turn; or the fields of a Game again.
"""

from . import cards
from .state import MAX_PLAYERS, PHASES, Game, retable

# Fields in a byte each, plus one so that -1 fits; and the least and greatest value of each
SMALL = (
    ("direction", -1, 1), ("card", -1, cards.KINDS - 1), ("card_at", -1, 254), ("cup", -1, 11), ("cup_at", -1, 12),
    ("emptied", 0, 1), ("barred", 0, 3), ("twelve", 0, 1), ("tea", 0, 2), ("tallest", 0, 12), ("drawn", 0, 254),
    ("drawn_by", -1, MAX_PLAYERS - 1), ("won", 0, 3),
)  # fmt: skip


def pack(game):
    """Return the moment as bytes: no seed, generator, house rules, ends or log."""
    turns = min(game.turns, 65535)
    falls = min(game.falls, 65535)
    data = [
        game.turn, game.players, PHASES.index(game.phase), game.left & 0xFF, game.left >> 8,
        turns & 0xFF, turns >> 8, falls & 0xFF, falls >> 8,
    ]  # fmt: skip
    for name, _, _ in SMALL:
        data.append(getattr(game, name) + 1)
    for pile in game.hands:
        data.append(len(pile))
        data += pile
    data.append(len(game.deck))
    data += game.deck
    data.append(len(game.discard))
    data += game.discard
    data.append(len(game.stacks))
    for stack in game.stacks:
        data.append(len(stack))
        data += stack
    return bytes(data)


def unpack(data, game):
    """Give `game` the moment that pack() made `data` from; nothing is checked."""
    game.turn = data[0]
    game.players = data[1]
    game.phase = PHASES[data[2]]
    game.left = data[3] | data[4] << 8
    game.turns = data[5] | data[6] << 8
    game.falls = data[7] | data[8] << 8
    at = 9
    for name, _, _ in SMALL:
        setattr(game, name, data[at] - 1)
        at += 1
    game.hands, at = _piles(data, at, game.players)
    (game.deck, game.discard), at = _piles(data, at, 2)
    game.stacks, _ = _piles(data, at + 1, data[at])
    retable(game)


def _piles(data, at, number):
    """Return (that many lists, each after its length, from place `at` on; the place behind them)."""
    piles = []
    for _ in range(number):
        end = at + 1 + data[at]
        piles.append(list(data[at + 1 : end]))
        at = end
    return piles, at


def keep_end(game):
    """Keep the state just before a turn ends, so that a missed fall can reopen it until the next card is played."""
    end = pack(game)
    if game.card >= 0:
        game.ends = [end]
    else:
        game.ends = (game.ends + [end])[-game.players :]


def past(end):
    """Return a Game in the moment of `end`, one of Game.ends; it has no seed, generator, house rules, ends or log."""
    game = Game()
    unpack(end, game)
    return game
