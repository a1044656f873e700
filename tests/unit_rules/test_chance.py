"""The generator: equal on every interpreter, fair, within 30 bits."""

from teatable.rules import Game, cards
from teatable.rules.chance import Chance

# Fixed once; MicroPython, 32 bits or 64, and CPython must all agree with these.
GOLDEN_WORDS = [58864, 34376, 36852, 61153, 59611, 26879, 54656, 36522]
GOLDEN_SHUFFLE = [
    9, 23, 18, 0, 20, 20, 23, 6, 4, 12, 13, 15, 13, 16, 7, 18, 17, 17,
    19, 2, 16, 16, 21, 14, 15, 22, 23, 19, 21, 13, 11, 14, 18, 12, 17, 14,
    1, 17, 22, 3, 16, 8, 24, 24, 18, 19, 21, 20, 5, 12, 24, 10, 15, 22,
]  # fmt: skip


def test_golden_words():
    chance = Chance(20_261_130)
    assert [chance.word() for _ in range(8)] == GOLDEN_WORDS


def test_golden_shuffle():
    deck = cards.box()
    Chance(7).shuffle(deck)
    assert deck == GOLDEN_SHUFFLE


def test_a_shuffle_is_fisher_yates_by_below():
    for seed in range(20):
        one, two = Chance(seed), Chance(seed)
        items, others = list(range(54)), list(range(54))
        one.shuffle(items)
        for i in range(53, 0, -1):
            j = two.below(i + 1)
            others[i], others[j] = others[j], others[i]
        assert items == others and one.word() == two.word()


def test_nothing_exceeds_a_small_int_of_a_32_bit_interpreter():
    chance = Chance((1 << 30) - 1)
    for _ in range(2000):
        b, c = chance.b, chance.c
        assert 0 <= chance.word() <= 0xFFFF
        assert c + (c << 3) < 1 << 30 and b + chance.a + chance.counter < 1 << 30


def test_below_is_fair():
    chance = Chance(5)
    counts = [0] * 54
    for _ in range(54 * 200):
        counts[chance.below(54)] += 1
    chi = sum([(n - 200) ** 2 for n in counts]) / 200
    assert 23 < chi < 97, chi  # 53 degrees of freedom, five sigma


def test_every_card_comes_to_every_place():
    chance = Chance(11)
    places = [[0] * 6 for _ in range(6)]
    for _ in range(6 * 200):
        items = list(range(6))
        chance.shuffle(items)
        for i in range(6):
            places[i][items[i]] += 1
    chi = sum([sum([(n - 200) ** 2 for n in row]) for row in places]) / 200
    assert chi < 65, chi  # 25 degrees of freedom


def test_neighbouring_seeds_differ():
    decks = set()
    for seed in range(300):
        deck = cards.box()
        Chance(seed).shuffle(deck)
        decks.add(bytes(deck))
    assert len(decks) == 300


def test_two_games_from_one_seed_are_equal_and_other_seeds_are_not():
    one = Game.new(4, 99)
    two = Game.new(4, 99)
    other = Game.new(4, 100)
    assert one.hands == two.hands and one.deck == two.deck
    assert one.hands != other.hands
