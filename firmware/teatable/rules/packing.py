"""Games as bytes: compact, versioned, with a checksum.

Layout: "MT", version, length of the rest but for the checksum (2 bytes), seed (4), generator (8), house rules, core
with its length (2), number of ends, each end with its length, log records given up (2), log with its length, checksum
(4, as Adler-32). A core is the state of one moment; it is also what Game.ends holds.
Data in: a Game or bytes. Data out: bytes or a Game; ValueError names what is wrong with the bytes.
"""

from ..compat import const
from . import cards, logbook
from .chance import Chance
from .house import KNOBS, from_values
from .state import (
    AWAY,
    COUNT,
    DISCARD,
    MAX_PLAYERS,
    MIN_PLAYERS,
    OVER,
    PHASES,
    REMOVE,
    STACK,
    TEA,
    TEA_OWED,
    TURN,
    Game,
    active,
    retable,
)

VERSION = const(1)
_MAGIC = b"MT"
_HEAD = const(5)

# Single bytes of the core, in this order, each stored plus one so that -1 fits; and its greatest value
_SMALL = (
    ("direction", 1), ("card", cards.KINDS - 1), ("card_at", 254), ("cup", 11),
    ("cup_at", 12), ("emptied", 1), ("barred", 3), ("twelve", 1), ("tea", 2), ("tallest", 12), ("drawn", 254),
    ("drawn_by", MAX_PLAYERS - 1), ("won", 3),
)  # fmt: skip


def save(game):
    """Return the whole game as bytes."""
    data = bytearray(_MAGIC)
    data.append(VERSION)
    _put(data, 0, 2)
    _put(data, game.seed, 4)
    chance = game.chance
    for word in (chance.a, chance.b, chance.c, chance.counter):
        _put(data, word, 2)
    data += game.house.values()
    _put_part(data, core(game))
    data.append(len(game.ends))
    for end in game.ends:
        _put_part(data, end)
    _put(data, min(game.log_gone, 65535), 2)
    _put_part(data, game.log)
    length = len(data) - _HEAD
    data[3] = length & 0xFF
    data[4] = length >> 8
    low, high = _checksum(data)
    _put(data, low, 2)
    _put(data, high, 2)
    return bytes(data)


def load(data):
    """Return the Game that save() packed; ValueError names what is wrong."""
    if len(data) < _HEAD or data[0:2] != _MAGIC:
        raise ValueError("this is no saved game")
    if data[2] != VERSION:
        raise ValueError("saved game of version %d, expected %d" % (data[2], VERSION))
    if len(data) != _HEAD + (data[3] | data[4] << 8) + 4:
        raise ValueError("saved game is cut short or too long: %d bytes" % len(data))
    body = len(data) - 4
    low, high = _checksum(data[:body])
    if low != data[body] | data[body + 1] << 8 or high != data[body + 2] | data[body + 3] << 8:
        raise ValueError("saved game: wrong checksum")
    reader = _Reader(data[_HEAD:body])
    game = Game()
    game.seed = reader.word() | (reader.word() & 0x3FFF) << 16
    game.chance = Chance(0)
    game.chance.a = reader.word()
    game.chance.b = reader.word()
    game.chance.c = reader.word()
    game.chance.counter = reader.word()
    game.house = from_values(reader.take(len(KNOBS)))
    _read_core(reader.part(), game)
    game.ends = []
    for _ in range(reader.byte("number of ended turns", 0, MAX_PLAYERS)):
        end = reader.part()
        past = Game()
        _read_core(end, past)
        if past.players != game.players:
            raise ValueError("saved game: an ended turn of %d players" % past.players)
        game.ends.append(end.data)
    game.log_gone = reader.word()
    game.log = bytearray(reader.part().data)
    _check_log(game)
    reader.finish()
    return game


def keep_end(game):
    """Keep the state just before a turn ends, so that a missed fall can reopen it until the next card is played."""
    end = core(game)
    if game.card >= 0:
        game.ends = [end]
    else:
        game.ends = (game.ends + [end])[-game.players :]


def unpack_end(end):
    """Return a Game with the moment of `end`, for take_over(); it has no seed, house, ends or log."""
    past = Game()
    _read_core(_Reader(end), past)
    return past


def take_over(game, past):
    """Give `game` the moment of `past`; what has been shuffled since is not drawn again: `chance` goes on."""
    for name, _ in _SMALL:
        setattr(game, name, getattr(past, name))
    for name in ("turn", "phase", "left", "turns", "falls", "hands", "deck", "discard", "stacks", "table", "can"):
        setattr(game, name, getattr(past, name))


def core(game):
    """Return the moment as bytes: no seed, generator, house, ends or log. The first byte is the player in turn."""
    turns = min(game.turns, 65535)
    falls = min(game.falls, 65535)
    data = [
        game.turn, game.players, PHASES.index(game.phase), game.left & 0xFF, game.left >> 8,
        turns & 0xFF, turns >> 8, falls & 0xFF, falls >> 8,
    ]  # fmt: skip
    for name, _ in _SMALL:
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


def _read_core(reader, game):
    game.turn = reader.byte("player in turn", 0, MAX_PLAYERS - 1)
    game.players = reader.byte("number of players", MIN_PLAYERS, MAX_PLAYERS)
    game.phase = PHASES[reader.byte("phase", 0, len(PHASES) - 1)]
    game.left = reader.word()
    game.turns = reader.word()
    game.falls = reader.word()
    for name, most in _SMALL:
        setattr(game, name, reader.byte(name, 0, most + 1) - 1)
    game.hands = [reader.pile("hand", cards.KINDS) for _ in range(game.players)]
    game.deck = reader.pile("deck", cards.KINDS)
    game.discard = reader.pile("discard pile", cards.KINDS)
    game.stacks = [reader.pile("stack", 12) for _ in range(reader.byte("number of stacks", 0, 12))]
    reader.finish()
    retable(game)
    _check(game)


def _check(game):
    """Refuse a state that no game can reach and that would make apply() stumble."""
    standing = 0
    for stack in game.stacks:
        if not stack:
            raise ValueError("saved game: an empty stack")
        standing += len(stack)
    if bin(game.table).count("1") != standing:
        raise ValueError("saved game: a cup stands twice")
    if game.turn >= game.players or game.left >> game.turn & 1 or game.left >> game.players or active(game) < 2:
        raise ValueError("saved game: the player in turn is not at the table")
    if game.direction == 0:
        raise ValueError("saved game: no direction")
    if not _fits(game, game.phase, game.card):
        raise ValueError("saved game: phase %s does not fit the rest" % game.phase)
    if game.card >= 0 and game.phase not in (DISCARD, OVER) and (not game.discard or game.discard[-1] != game.card):
        raise ValueError("saved game: the card chosen is not on the discard pile")


def _fits(game, phase, card):
    """Return True when card, cup, tea and win belong to the phase."""
    if (phase == OVER) != (game.won > 0) or (phase == TEA) != (game.tea == TEA_OWED):
        return False
    if phase in (TURN, TEA):
        return card < 0
    if phase == STACK:
        return card >= 0 and cards.CUP_SETS[card] & ~game.table != 0
    if phase == REMOVE:
        return card == cards.IM_LATE and game.table != 0
    if phase == AWAY:
        return card == cards.NOT_ALL_THERE
    if phase == DISCARD:
        return card == cards.CURIOUSER and len(game.hands[game.turn]) > 0
    if phase == COUNT and (card < 0 or not 0 <= game.cup_at < len(game.stacks) + game.emptied):
        return False
    if phase == COUNT and card == cards.IM_LATE:
        return game.cup >= 0 and not game.table >> game.cup & 1
    return phase == OVER or game.stacks[game.cup_at][-1] == game.cup


def _check_log(game):
    """Refuse a log that cannot be put into words."""
    at = 0
    while at < len(game.log):
        if game.log[at] < 3:
            raise ValueError("saved game: the log is damaged at byte %d" % at)
        at += game.log[at]
    try:
        logbook.lines(game)
    except (IndexError, ValueError):  # a UnicodeError is a ValueError
        raise ValueError("saved game: the log is damaged") from None


class _Reader:
    """Reads bytes in order; ValueError names what is missing or out of range."""

    def __init__(self, data):
        self.data = data
        self.at = 0

    def take(self, number):
        part = bytes(self.data[self.at : self.at + number])
        if len(part) != number:
            raise ValueError("saved game ends too soon")
        self.at += number
        return part

    def byte(self, name, low, high):
        value = self.take(1)[0]
        if not low <= value <= high:
            raise ValueError("saved game: %s is %d, not %d..%d" % (name, value, low, high))
        return value

    def word(self):
        pair = self.take(2)
        return pair[0] | pair[1] << 8

    def pile(self, name, limit):
        pile = list(self.take(self.take(1)[0]))
        for item in pile:
            if item >= limit:
                raise ValueError("saved game: %d in a %s" % (item, name))
        return pile

    def part(self):
        return _Reader(self.take(self.word()))

    def finish(self):
        if self.at != len(self.data):
            raise ValueError("saved game: %d bytes too many" % (len(self.data) - self.at))


def _put(data, value, size):
    for _ in range(size):
        data.append(value & 0xFF)
        value >>= 8


def _put_part(data, part):
    _put(data, len(part), 2)
    data += part


def _checksum(data):
    """Return the two halves of Adler-32, each below 65521."""
    low = 1
    high = 0
    for byte in data:
        low = (low + byte) % 65521
        high = (high + low) % 65521
    return low, high
