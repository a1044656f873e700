"""House rules: every decision that the rulebook leaves to us, named, in one place.

KNOBS are the decisions a family may turn: name, default, lowest, highest, meaning; (T) marks a figure that is the
rulebook's own. The deck is data as well: cards.COUNTS. Decisions without a knob, by the corner case they settle:
 2 pass() when deck and discard pile are empty and nothing is playable; the hand is kept (turn.py, _pass).
 3 a fall draws what there is, up to `fall_cards` (state.py, draw).
 4 the number of cards drawn is public, their kinds are not (sight.py).
14 one fall action a fall: what goes on falling while the table is cleared belongs to it (falls.py).
15 a cup that slides flat has not fallen; 9 a removed cup dropped clear is not charged; 16 a cup slips only after the
   hand let go; 19 leaning and two hands are the players' to judge; 20 the count and the motor: these are seen, or not,
   by tracker and play, and never reach the rules.
16 a fall after "three" while the player still has to discard is charged to the next player (falls.py).
17 an overruled fall is a log line and nothing else (turn.py, _overruled).
22 the leaver's turn ends, the card chosen stays discarded, a tea still owed goes with the leaver (turn.py, _leave).
Data in: changes by name. Data out: one House a game, saved with it.
"""

KNOBS = (
    ("hand_cards", 6, 1, 20, "cards dealt to each player (T)"),
    ("hand_cards_many", 4, 1, 20, "cards dealt to each at `many_players` or more (T)"),
    ("many_players", 8, 2, 11, "from this number of players on the smaller hand is dealt (T)"),
    ("fall_cards", 3, 0, 20, "cards drawn for a fall (T)"),
    ("reshuffle_early", 0, 0, 1, "case 1: 0 reshuffle at the next needed draw, 1 as soon as the deck is empty"),
    ("clean_cup_must", 1, 0, 1, "case 7: Clean Cup 1 must, 0 may start a new stack"),
    ("not_all_there_after_fall", 0, 0, 1, "case 11: 0 a fall before the draw cancels it, 1 it is drawn all the same"),
    ("tea_after_fall", 1, 0, 2, "case 12: after the victim's fall tea is drawn 0 no more, 1 if still owed, 2 again"),
    ("missed_falls", 1, 0, 1, "case 17: 1 a missed fall may be declared until the next card is played"),
    ("clockwise", 1, 0, 1, "case 21: play starts 1 clockwise, 0 the other way round"),
    ("leave_to_deck", 1, 0, 1, "case 22: a leaver's cards are 1 shuffled into the deck, 0 laid on the discard pile"),
    ("undo", 1, 0, 1, "case 23: 1 a card or a cup may be taken back within the turn"),
)


class House:
    """The house rules of one game: an attribute for each of KNOBS."""

    def __init__(self, **changes):
        """Take the defaults with `changes` by name; ValueError names a knob that is unknown or out of range."""
        for name, default, low, high, _ in KNOBS:
            value = changes.pop(name, default)
            if not isinstance(value, int) or not low <= value <= high:
                raise ValueError("house rule %s must be %d..%d, not %s" % (name, low, high, value))
            setattr(self, name, value)
        for name in changes:
            raise ValueError("there is no house rule called %s" % name)

    def values(self):
        """Return the values in the order of KNOBS, as bytes."""
        return bytes([getattr(self, knob[0]) for knob in KNOBS])


def from_values(values):
    """Return the House whose values() these bytes are; ValueError when they are too few or out of range."""
    if len(values) != len(KNOBS):
        raise ValueError("house rules: %d values, expected %d" % (len(values), len(KNOBS)))
    return House(**{KNOBS[i][0]: values[i] for i in range(len(KNOBS))})
