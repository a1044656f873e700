"""The log of a game: compact records as things happen, words on demand.

It tells what all at the table may know: which card was played or discarded, how many were drawn, never which.
A record is its length, code, player, arguments. Oldest records are given up past _LOG_BYTES; Game.log_gone counts them.
Data in: notes from the rules. Data out: English lines, players by name or number.
"""

from ..compat import const
from . import cards

_LOG_BYTES = const(4096)
_TEXT_BYTES = const(80)

START = const(0)  # players, seed in four bytes
PLAY = const(1)  # kind
DRAW = const(2)  # number, index into WHYS
PASS = const(3)
PLACE = const(4)  # cup, bottom of its stack
REMOVE = const(5)  # cup
COUNTED = const(6)
DISCARD = const(7)  # kind
WIN = const(8)  # bits of Game.won
REVERSE = const(9)  # 1 clockwise
UNDO = const(10)  # 0 the card, 1 the cup
LEAVE = const(11)  # player
OVERRULED = const(12)  # text
FALL = const(13)  # cups fallen in two bytes, cards drawn
MISSED = const(14)
RESHUFFLE = const(15)  # cards

WHYS = ("turn", "tea", "away")  # the phases in which a card is drawn


def begin(game):
    """Note the start of a game: its players, seed and first player."""
    seed = game.seed
    note(game, START, game.players, seed & 0xFF, seed >> 8 & 0xFF, seed >> 16 & 0xFF, seed >> 24)


def note(game, code, *args):
    """Add a record of `code` with `args` (0..255) for the player in turn."""
    note_for(game, game.turn, code, *args)


def note_for(game, player, code, *args):
    """Add a record of `code` with `args` (0..255) for `player`."""
    log = game.log
    log.append(3 + len(args))
    log.append(code)
    log.append(player)
    for value in args:
        log.append(value)
    if len(log) > _LOG_BYTES:
        _shorten(game)


def note_text(game, code, text):
    """Add a record of `code` with a text, cut at 80 bytes of UTF-8."""
    data = text.encode()
    if len(data) > _TEXT_BYTES:
        end = _TEXT_BYTES
        while data[end] & 0xC0 == 0x80:  # not within a letter
            end -= 1
        data = data[:end]
    note(game, code, *data)


def _shorten(game):
    """Give up the older half."""
    at = 0
    while at < len(game.log) // 2:
        at += game.log[at]
        game.log_gone += 1
    game.log = bytearray(game.log[at:])


def lines(game, names=None, since=0):
    """Return the log in words, from record `since` on (counted from the first of the game).

    names: the players' names in the order of seats; None calls them Player 1 and so on.
    """
    log = game.log
    out = []
    at = 0
    index = game.log_gone
    while at < len(log):
        size = log[at]
        if index >= since:
            player = log[at + 2]
            who = names[player] if names else "Player %d" % (player + 1)
            out.append(_words(who, log[at + 1], log[at + 3 : at + size], names))
        at += size
        index += 1
    return out


def card_title(kind):
    """Return the card's name in words for log lines, such as "small green", "any blue" or "I'm Late!"."""
    if kind >= cards.CHANGE_SUBJECT:
        return _TITLES[kind - cards.CHANGE_SUBJECT]
    if kind >= cards.COLOUR:
        return "any " + cards.NAMES[kind].split("-")[1]
    return cards.CUPS[kind].replace("-", " ")


_TITLES = (
    "Let's Change the Subject!",
    "Have a Cup of Tea!",
    "Curiouser and Curiouser!",
    "I'm Not All There Myself!",
    "Clean Cup! Move Down!",
    "I'm Late! I'm Late!",
)
_PLAIN = {
    PASS: "%s can neither play nor draw and passes",
    COUNTED: "%s counts to three",
    MISSED: "A fall went unseen in the turn of %s: back to it",
}
_DRAWN = ("has nothing to play and draws", "has a cup of tea and draws", "is not all there and draws")


def _count(number, word):
    return "%d %s%s" % (number, word, "" if number == 1 else "s")


def _cup_list(cups):
    return ", ".join([cards.CUPS[cup].replace("-", " ") for cup in range(cards.CUP_COUNT) if cups >> cup & 1])


def _words(who, code, args, names):
    if code in _PLAIN:
        return _PLAIN[code] % who
    if code == START:
        seed = args[1] | args[2] << 8 | args[3] << 16 | args[4] << 24
        return "%d players, seed %d; %s begins" % (args[0], seed, who)
    if code == PLAY:
        return "%s plays %s" % (who, card_title(args[0]))
    if code == DRAW:
        return "%s %s %s" % (who, _DRAWN[args[1]], _count(args[0], "card"))
    if code == PLACE:
        cup = cards.CUPS[args[0]].replace("-", " ")
        if args[0] == args[1]:
            return "%s puts %s on the table" % (who, cup)
        return "%s stacks %s on %s" % (who, cup, cards.CUPS[args[1]].replace("-", " "))
    if code == REMOVE:
        return "%s takes %s off" % (who, cards.CUPS[args[0]].replace("-", " "))
    if code == DISCARD:
        return "%s discards %s" % (who, card_title(args[0]))
    if code == WIN:
        how = ("no card is left", "twelve cups stand", "no card is left and twelve cups stand")
        return "%s wins: %s" % (who, how[args[0] - 1])
    if code == REVERSE:
        return "The turn goes %s now" % ("clockwise" if args[0] else "counter-clockwise")
    if code == UNDO:
        return "%s takes back the %s" % (who, "cup" if args[0] else "card")
    if code == LEAVE:
        return "%s leaves the game" % (names[args[0]] if names else "Player %d" % (args[0] + 1))
    if code == OVERRULED:
        return "Overruled: " + bytes(args).decode()
    if code == FALL:
        fallen = _cup_list(args[0] | args[1] << 8) or "the cup in hand"
        return "Fallen: %s; %s draws %s" % (fallen, who, _count(args[2], "card"))
    return "The discard pile is shuffled: %s" % _count(args[0], "card")
