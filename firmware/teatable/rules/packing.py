"""Games as bytes: compact, versioned, with a checksum.

Layout: "MT", version, length of the rest (2 bytes), core, number of ends, each end with its length, log records given
up (2), log length (2), log, checksum (4, as Adler-32). The core alone is what `ends` holds: the state of one moment.
Data in: a Game or bytes. Data out: bytes or a Game; ValueError names what is wrong with the bytes.
"""

from ..compat import const
from . import cards
from .chance import Chance
from .house import KNOBS, from_values
from .state import DISCARD, MAX_PLAYERS, MIN_PLAYERS, OVER, PHASES, TEA, TURN, Game, active, retable

VERSION = const(1)
_MAGIC = b"MT"
_HEAD = const(5)

# Single bytes of the core, in this order, each stored plus one so that -1 fits; and its greatest value
_SMALL = (
    ("turn", MAX_PLAYERS - 1), ("direction", 1), ("card", cards.KINDS - 1), ("card_at", 254), ("cup", 11),
    ("cup_at", 12), ("emptied", 1), ("barred", 3), ("twelve", 1), ("tea", 2), ("tallest", 12), ("drawn", 254),
    ("drawn_by", MAX_PLAYERS - 1), ("won", 3),
)  # fmt: skip
_WORDS = ("left", "turns", "falls")  # 2 bytes each; the counts stop at 65535


def save(game):
    """Return the whole game as bytes."""
    data = bytearray(_MAGIC)
    data.append(VERSION)
    _put(data, 0, 2)
    data += core(game)
    data.append(len(game.ends))
    for end in game.ends:
        _put(data, len(end), 2)
        data += end
    _put(data, min(game.log_gone, 65535), 2)
    _put(data, len(game.log), 2)
    data += game.log
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
    _read_core(reader, game)
    game.ends = []
    for _ in range(reader.byte("number of ended turns", 0, MAX_PLAYERS)):
        end = reader.take(reader.word())
        _read_core(_Reader(end), Game(), True)
        game.ends.append(end)
    game.log_gone = reader.word()
    game.log = bytearray(reader.take(reader.word()))
    reader.finish()
    return game


def keep_end(game):
    """Keep the state just before a turn ends, so that a missed fall can reopen it until the next card is played."""
    end = core(game)
    if game.card >= 0:
        game.ends = [end]
    else:
        game.ends = (game.ends + [end])[-game.players :]


def unpack_end(game, end):
    """Return a Game with the fields of `end`, the rest (seed, house, ends, log) being those of `game`."""
    past = Game()
    _read_core(_Reader(end), past)
    past.house = game.house
    return past


def take_over(game, past):
    """Give `game` the moment of `past`; what has been shuffled since is not drawn again: `chance` goes on."""
    for name, _ in _SMALL:
        setattr(game, name, getattr(past, name))
    for name in _WORDS + ("phase", "hands", "deck", "discard", "stacks", "table", "can"):
        setattr(game, name, getattr(past, name))


def core(game):
    """Return the state without ends and log; its first byte is the player in turn."""
    chance = game.chance
    data = bytearray([game.turn, game.players, PHASES.index(game.phase)])
    for name, _ in _SMALL:
        data.append(getattr(game, name) + 1)
    for name in _WORDS:
        _put(data, min(getattr(game, name), 65535), 2)
    _put(data, game.seed, 4)
    for word in (chance.a, chance.b, chance.c, chance.counter):
        _put(data, word, 2)
    data += game.house.values()
    for pile in game.hands:
        data.append(len(pile))
        data += bytes(pile)
    for pile in (game.deck, game.discard):
        data.append(len(pile))
        data += bytes(pile)
    data.append(len(game.stacks))
    for stack in game.stacks:
        data.append(len(stack))
        data += bytes(stack)
    return bytes(data)


def _read_core(reader, game, alone=False):
    """Fill `game` from a core; with `alone` nothing may follow it."""
    reader.byte("player in turn", 0, MAX_PLAYERS - 1)
    game.players = reader.byte("number of players", MIN_PLAYERS, MAX_PLAYERS)
    game.phase = PHASES[reader.byte("phase", 0, len(PHASES) - 1)]
    for name, most in _SMALL:
        setattr(game, name, reader.byte(name, 0, most + 1) - 1)
    for name in _WORDS:
        setattr(game, name, reader.word())
    game.seed = reader.word() | (reader.word() & 0x3FFF) << 16
    game.chance = Chance(0)
    game.chance.a = reader.word()
    game.chance.b = reader.word()
    game.chance.c = reader.word()
    game.chance.counter = reader.word()
    game.house = from_values(reader.take(len(KNOBS)))
    game.hands = [reader.pile("hand", cards.KINDS) for _ in range(game.players)]
    game.deck = reader.pile("deck", cards.KINDS)
    game.discard = reader.pile("discard pile", cards.KINDS)
    game.stacks = [reader.pile("stack", 12) for _ in range(reader.byte("number of stacks", 0, 12))]
    if alone:
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
    if game.phase != OVER and (game.card < 0) != (game.phase in (TURN, TEA)):
        raise ValueError("saved game: phase %s does not fit the card chosen" % game.phase)
    if game.card >= 0 and game.phase not in (DISCARD, OVER) and (not game.discard or game.discard[-1] != game.card):
        raise ValueError("saved game: the card chosen is not on the discard pile")


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

    def finish(self):
        if self.at != len(self.data):
            raise ValueError("saved game: %d bytes too many" % (len(self.data) - self.at))


def _put(data, value, size):
    for _ in range(size):
        data.append(value & 0xFF)
        value >>= 8


def _checksum(data):
    """Return the two halves of Adler-32, each below 65521."""
    low = 1
    high = 0
    for byte in data:
        low = (low + byte) % 65521
        high = (high + low) % 65521
    return low, high
