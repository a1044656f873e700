"""Tables set up for the tests of the rules: a game in a chosen position, random play, a game as plain values."""

from teatable.rules import Game, apply, cards, legal_actions, outcome
from teatable.rules.chance import Chance
from teatable.rules.state import retable

PURPLE, YELLOW, GREEN, BLUE = (12, 13, 14, 15)
SMALL, MEDIUM, LARGE = (16, 17, 18)
CHANGE = cards.CHANGE_SUBJECT
TEA_CARD = cards.CUP_OF_TEA
CURIOUSER = cards.CURIOUSER
AWAY_CARD = cards.NOT_ALL_THERE
CLEAN = cards.CLEAN_CUP
LATE = cards.IM_LATE


def table(hands, stacks=(), deck=None, discard=(), turn=0, house=None):
    """Return a game in turn phase with these hands (top of the deck first). deck None: what is left of the box."""
    game = Game.new(len(hands), 1, house=house)
    game.hands = [list(hand) for hand in hands]
    game.stacks = [list(stack) for stack in stacks]
    game.discard = list(discard)
    if deck is None:
        deck = cards.box()
        used = list(discard)
        for hand in hands:
            used += hand
        for kind in used:
            deck.remove(kind)
    game.deck = list(deck)
    game.deck.reverse()
    game.turn = turn
    retable(game)
    return game


def do(game, *actions):
    """Apply `actions`, each of which must be taken."""
    for action in actions:
        before = plain(game)
        reason = apply(game, action)
        assert reason is None, f"{action} refused: {reason} in {before}"


def refused(game, action):
    """Return the reason for which `action` is refused, having checked that nothing has changed."""
    before = plain(game)
    reason = apply(game, action)
    assert reason is not None, f"{action} was taken"
    assert plain(game) == before, f"{action} was refused but changed the game"
    return reason


def plain(game, log=True):
    """Return everything in `game` as comparable plain values, but for derived fields and, if told, the log."""
    chance = game.chance
    values = [(chance.a, chance.b, chance.c, chance.counter), game.house.values(), list(game.ends)]
    for name in Game.__slots__:
        if name in ("chance", "house", "ends") or (not log and name in ("log", "log_gone")):
            continue
        value = getattr(game, name)
        values.append((name, repr(value)))
    return values


def conserved(game, number=54):
    """Check that no card and no cup has been lost or doubled, and that the derived fields are right."""
    kinds = list(game.deck) + list(game.discard)
    for hand in game.hands:
        kinds += hand
    assert len(kinds) == number, f"{len(kinds)} cards"
    if number == 54:
        assert sorted(kinds) == cards.box()
    standing = []
    for stack in game.stacks:
        assert stack
        standing += stack
    assert len(set(standing)) == len(standing)
    derived = (game.table, game.can)
    retable(game)
    assert derived == (game.table, game.can)


def some_fall(game, chance):
    """Return what is left standing after a random fall of at least one cup; the table must not be empty."""
    while True:
        standing = [stack[: chance.below(len(stack) + 1)] for stack in game.stacks]
        standing = [stack for stack in standing if stack]
        if standing != game.stacks:
            return standing


def some_action(game, chance):
    """Return a random action: mostly a legal move, now and then a fall, a look, an undo, a leave or a missed fall."""
    roll = chance.below(100)
    if roll < 8 and game.stacks:
        return ("fall", some_fall(game, chance))
    if roll < 10 and game.stacks:
        return ("missed", some_fall(game, chance))
    if roll < 12:
        return ("look",)
    if roll < 17:
        return ("undo",)
    if roll == 17 and chance.below(8) == 0:
        return ("leave", chance.below(game.players))
    if roll == 18:
        return ("overruled", "a bump")
    moves = legal_actions(game)
    return moves[chance.below(len(moves))]


def play_randomly(seed, each=None, limit=5000):
    """Play a game of random actions to its end, calling each(game, action, reason) after each; return the game."""
    chance = Chance(seed)
    game = Game.new(2 + seed % 9, seed, first=-1)
    for _ in range(limit):
        if outcome(game):
            return game
        action = some_action(game, chance)
        reason = apply(game, action)
        if each:
            each(game, action, reason)
    raise AssertionError(f"seed {seed}: no end after {limit} actions")
