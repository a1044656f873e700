"""The cards: kinds, their names, which cups each may stack, and the deck as data.

A card is its kind, an int 0..24: 0..11 the exact cup of that number, 12..15 a colour, 16..18 a size, 19..24 the six
special cards. Sets of cups and sets of kinds are ints with one bit a member (12 and 25 bits).
Data in: the cup numbering size * 4 + colour. Data out: tables and decks (lists of kinds).
"""

from ..compat import const

SIZES = ("small", "medium", "large")
COLOURS = ("purple", "yellow", "green", "blue")
CUPS = tuple([s + "-" + c for s in SIZES for c in COLOURS])
CUP_COUNT = const(12)
ALL_CUPS = const(0xFFF)

COLOUR = const(12)  # first of the four colour cards
SIZE = const(16)  # first of the three size cards
CHANGE_SUBJECT = const(19)
CUP_OF_TEA = const(20)
CURIOUSER = const(21)
NOT_ALL_THERE = const(22)
CLEAN_CUP = const(23)
IM_LATE = const(24)
KINDS = const(25)

NAMES = (
    tuple(["exact-" + cup for cup in CUPS])
    + tuple(["colour-" + c for c in COLOURS])
    + tuple(["size-" + s for s in SIZES])
    + (
        "lets-change-the-subject",
        "have-a-cup-of-tea",
        "curiouser-and-curiouser",
        "im-not-all-there",
        "clean-cup",
        "im-late",
    )
)

# The deck of 54 (our decision: the printed counts are unknown). One count a kind, in the order of NAMES.
COUNTS = (1,) * 12 + (3,) * 4 + (4,) * 3 + (3,) * 6

# The cups that a card of each kind lets a player stack; 0 for the two cards that stack none.
CUP_SETS = (
    tuple([1 << cup for cup in range(CUP_COUNT)])
    + tuple([0x111 << colour for colour in range(4)])
    + tuple([0xF << (4 * size) for size in range(3)])
    + (ALL_CUPS, ALL_CUPS, ALL_CUPS, 0, ALL_CUPS, 0)
)


def box(counts=COUNTS):
    """Return the unshuffled cards of the box by `counts`, one count 0..255 a kind."""
    cards = []
    for kind in range(KINDS):
        for _ in range(counts[kind]):
            cards.append(kind)
    return cards


def kind_of(name):
    """Return the kind 0..24 of the card called `name`; ValueError names an unknown card."""
    for kind in range(KINDS):
        if NAMES[kind] == name:
            return kind
    raise ValueError("there is no card called %s" % (name,))
