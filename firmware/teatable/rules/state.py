"""The state of a game, and the few ways in which cards and cups move within it.

Everything here is lists and small ints; who may do what is decided in moves.py, turn.py and falls.py.
Data in: number of players, seed or explicit deck, house rules. Data out: a Game, dealt, its first player to move.
"""

from ..compat import const
from . import cards, logbook
from .chance import SEED_MAX, Chance
from .house import House

MIN_PLAYERS = const(2)
MAX_PLAYERS = const(10)

# Phases. TURN: choose a card, draw or pass. TEA: the victim draws. STACK, REMOVE: a cup to place or to take off.
# AWAY: I'm Not All There is chosen, its card to draw. COUNT: up to "three". DISCARD: Curiouser's. OVER.
TURN = "turn"
TEA = "tea"
STACK = "stack"
REMOVE = "remove"
AWAY = "away"
COUNT = "count"
DISCARD = "discard"
OVER = "over"
PHASES = (TURN, TEA, STACK, REMOVE, AWAY, COUNT, DISCARD, OVER)

# How a game was won, bits of Game.won
EMPTY_HAND = const(1)
TWELVE_CUPS = const(2)

# Have a Cup of Tea, as it concerns the player in turn: Game.tea
TEA_NONE = const(0)
TEA_OWED = const(1)
TEA_DRAWN = const(2)


class Game:
    """One game. Read its fields freely; change it only through apply().

    players, seed    number of seats 2..10; the seed 0..2^30-1
    turn, direction  the player in turn; 1 clockwise (the order of seats) or -1
    phase            one of PHASES
    hands            a list of kinds for each player, newest card last
    deck, discard    lists of kinds, top card last
    stacks           lists of cups, bottom first
    card             the card chosen in this turn, -1 none; card_at its former place in the hand
    cup              the cup placed or removed in this turn, -1 none; cup_at its stack's index, emptied 1: it is gone
    barred           bit 0: the last step cannot be taken back (a look at a hand or a shuffle came after it); bit 1: nor
                     the step before it
    twelve           1 when all cups stood at "three" (Curiouser still has its discard to come)
    tea              TEA_NONE, TEA_OWED, TEA_DRAWN
    left             bit p: player p has left
    turns, falls     turns ended (by a fall too); falls charged; tallest: the highest stack that stood at a "three"
    drawn, drawn_by  cards that the last action dealt, the last ones of that player's hand
    won              0, or EMPTY_HAND and TWELVE_CUPS; the winner is the player in turn
    ends             the state just before each turn's end since a card was last played, packed: for missed falls
    log, log_gone    records (logbook.py); number of old records given up
    table, can       derived: the set of cups on the table, the set of kinds that it makes playable
    """

    __slots__ = (
        "barred", "can", "card", "card_at", "chance", "cup", "cup_at", "deck", "direction", "discard", "drawn",
        "drawn_by", "emptied", "ends", "falls", "hands", "house", "left", "log", "log_gone", "phase", "players", "seed",
        "stacks", "table", "tallest", "tea", "turn", "turns", "twelve", "won",
    )  # fmt: skip

    @staticmethod
    def new(players, seed, deck=None, first=0, house=None):
        """Deal a new game.

        players 2..10; seed 0..2^30-1; deck: None, the box shuffled by the seed, or kinds 0..24 in order, the top card
        first, used as they are; first: the player who begins, -1 draws lots; house: None or a House.
        Dealt one card at a time, the first player first. ValueError names what is out of range.
        """
        if not MIN_PLAYERS <= players <= MAX_PLAYERS:
            raise ValueError("players must be 2..10, not %s" % (players,))
        if not 0 <= seed <= SEED_MAX:
            raise ValueError("seed must be 0..%d, not %s" % (SEED_MAX, seed))
        if not -1 <= first < players:
            raise ValueError("first player must be 0..%d or -1, not %s" % (players - 1, first))
        game = Game()
        game.chance = Chance(seed)
        game.house = house or House()
        game.players = players
        game.seed = seed
        _clear(game)
        if first < 0:
            first = game.chance.below(players)
        game.turn = first
        if deck is None:
            game.deck = cards.box()
            game.chance.shuffle(game.deck)
        else:
            game.deck = _checked(deck)
        _deal(game, first)
        retable(game)
        logbook.begin(game)
        return game


def _clear(game):
    game.direction = 1 if game.house.clockwise else -1
    game.phase = TURN
    game.hands = [[] for _ in range(game.players)]
    game.deck = []
    game.discard = []
    game.stacks = []
    game.left = game.turns = game.falls = game.tallest = game.won = 0
    game.tea = TEA_NONE
    game.drawn = 0
    game.drawn_by = -1
    game.ends = []
    game.log = bytearray()
    game.log_gone = 0
    forget_turn(game)


def _checked(deck):
    """Return the explicit `deck` as a list with its top card last."""
    order = []
    for kind in deck:
        if not isinstance(kind, int) or not 0 <= kind < cards.KINDS:
            raise ValueError("a deck holds kinds 0..%d, not %s" % (cards.KINDS - 1, kind))
        order.append(kind)
    if len(order) > 255:
        raise ValueError("a deck holds at most 255 cards, not %d" % len(order))
    order.reverse()
    return order


def _deal(game, first):
    house = game.house
    each = house.hand_cards if game.players < house.many_players else house.hand_cards_many
    if len(game.deck) < each * game.players:
        raise ValueError("%d cards cannot deal %d to each of %d players" % (len(game.deck), each, game.players))
    for i in range(each * game.players):
        game.hands[(first + i) % game.players].append(game.deck.pop())


def forget_turn(game):
    """Forget card and cup: the next player, or a fresh turn of the same."""
    game.card = game.card_at = game.cup = game.cup_at = -1
    game.emptied = game.barred = game.twelve = 0


def start_turn(game, player, tea):
    """Begin a turn of `player`, a fresh one after a fall too; `tea` is TEA_OWED when a draw comes first."""
    forget_turn(game)
    game.turn = player
    game.tea = tea
    game.phase = TEA if tea == TEA_OWED else TURN


def active(game):
    """Return the number of players who have not left."""
    n = 0
    for player in range(game.players):
        if not game.left >> player & 1:
            n += 1
    return n


def next_player(game):
    """Return the player after the one in turn, by the direction, past those who left."""
    player = (game.turn + game.direction) % game.players
    while game.left >> player & 1:
        player = (player + game.direction) % game.players
    return player


def draw(game, player, number):
    """Deal up to `number` cards to `player`, reshuffling as needed; game.drawn tells how many there were."""
    hand = game.hands[player]
    got = 0
    while got < number:
        if not game.deck and not reshuffle(game):
            break
        hand.append(game.deck.pop())
        got += 1
    if game.house.reshuffle_early and not game.deck:
        reshuffle(game)
    game.drawn = got
    game.drawn_by = player


def reshuffle(game):
    """Make the whole discard pile the deck; False when there is none."""
    if not game.discard:
        return False
    logbook.note(game, logbook.RESHUFFLE, len(game.discard))
    game.deck = game.discard
    game.discard = []
    game.chance.shuffle(game.deck)
    return True


def bar(game):
    """A look or a shuffle: the step before it cannot be taken back. Before a card is chosen there is none to bar."""
    if game.phase in (STACK, REMOVE, AWAY, COUNT):
        game.barred |= 1


def take_out(game, player):
    """Take `player` out of the game: the cards are shuffled into the deck (or, as a house rule, join the discards)."""
    game.left |= 1 << player
    hand = game.hands[player]
    game.hands[player] = []
    if game.house.leave_to_deck:
        game.deck += hand
        game.chance.shuffle(game.deck)
        bar(game)
    else:
        game.discard = hand + game.discard  # below the card just played, which may still be taken back
    if game.drawn_by == player:
        game.drawn = 0


def retable(game):
    """Derive `table` and `can` again after the stacks have changed."""
    table = 0
    for stack in game.stacks:
        for cup in stack:
            table |= 1 << cup
    game.table = table
    free = cards.ALL_CUPS & ~table
    can = free
    for kind in range(cards.COLOUR, cards.CHANGE_SUBJECT):
        if free & cards.CUP_SETS[kind]:
            can |= 1 << kind
    if free:
        can |= 1 << cards.CHANGE_SUBJECT | 1 << cards.CUP_OF_TEA | 1 << cards.CURIOUSER
    can |= 1 << cards.NOT_ALL_THERE
    if table:
        can |= 1 << cards.IM_LATE
        if free:
            can |= 1 << cards.CLEAN_CUP
    game.can = can
