"""Games as bytes: compact, versioned, with a checksum.

Layout: "MT", version, length of the rest but for the checksum (2 bytes), seed (4), generator (8), house rules, moment
with its length (2), number of ends, each end with its length, log records given up (2), log with its length, checksum
(4, as Adler-32). The moment and the ends are packed by moment.py.
Data in: a Game or bytes. Data out: bytes or a Game; ValueError names what is wrong with the bytes.
"""

from ..compat import const
from . import cards, logbook, moment
from .chance import Chance
from .house import KNOBS, from_values
from .state import (
    AWAY,
    COUNT,
    DISCARD,
    MAX_PLAYERS,
    MIN_PLAYERS,
    OVER,
    REMOVE,
    STACK,
    TEA,
    TEA_OWED,
    TURN,
    Game,
    active,
)

VERSION = const(1)
_MAGIC = b"MT"
_HEAD = const(5)


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
    _put_part(data, moment.pack(game))
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
    _unpack(reader.part(), game)
    game.ends = []
    for _ in range(reader.take(1)[0]):
        end = reader.part()
        past = Game()
        _unpack(end, past)
        if past.players != game.players:
            raise ValueError("saved game: an ended turn of %d players" % past.players)
        game.ends.append(end)
    game.log_gone = reader.word()
    game.log = bytearray(reader.part())
    _check_log(game)
    if reader.at != len(reader.data):
        raise ValueError("saved game: %d bytes too many" % (len(reader.data) - reader.at))
    return game


def _unpack(data, game):
    """Give `game` the moment in `data`, having checked it."""
    try:
        moment.unpack(data, game)
        whole = moment.pack(game) == data
    except (IndexError, ValueError):  # ValueError: no byte
        whole = False
    if not whole:
        raise ValueError("saved game: a moment is cut short or damaged")
    _check(game)


def _check(game):
    """Refuse a state that no game can reach and that would make apply() stumble."""
    for name, least, most in moment.SMALL:
        if not least <= getattr(game, name) <= most:
            raise ValueError("saved game: %s is %d, not %d..%d" % (name, getattr(game, name), least, most))
    if not MIN_PLAYERS <= game.players <= MAX_PLAYERS:
        raise ValueError("saved game: %d players" % game.players)
    for pile in game.hands + [game.deck, game.discard]:
        if pile and max(pile) >= cards.KINDS:
            raise ValueError("saved game: a card of kind %d" % max(pile))
    standing = 0
    for stack in game.stacks:
        if not stack or max(stack) >= cards.CUP_COUNT:
            raise ValueError("saved game: an empty stack or an unknown cup")
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
    log = game.log
    at = 0
    while at < len(log) and log[at] >= 3:
        at += log[at]
    try:
        sound = at == len(log) and logbook.lines(game) is not None
    except (IndexError, ValueError):  # a UnicodeError is a ValueError
        sound = False
    if not sound:
        raise ValueError("saved game: the log is damaged")


class _Reader:
    """Reads bytes in order; ValueError when there are too few."""

    def __init__(self, data):
        self.data = data
        self.at = 0

    def take(self, number):
        part = bytes(self.data[self.at : self.at + number])
        if len(part) != number:
            raise ValueError("saved game ends too soon")
        self.at += number
        return part

    def word(self):
        pair = self.take(2)
        return pair[0] | pair[1] << 8

    def part(self):
        return self.take(self.word())


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
