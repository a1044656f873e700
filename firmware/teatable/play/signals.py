"""What the table says without words: tones for the buzzer, and what the lights of the rim show.

In: requests of the game (named ints). Out: tuples of (hertz, milliseconds) for the buzzer (0 Hz is a pause), and
colours painted on the lights. Play asks; App passes on, if the family has not switched it off.
"""

from ..compat import const

# tones
NONE = const(0)
TURN = const(1)
ONE = const(2)
TWO = const(3)
THREE = const(4)
WRONG = const(5)
FALL = const(6)
WINNER = const(7)
FAULT = const(8)

# LEDC lets outputs of one rate share a timer and keeps the one that an output leaves: four there are. So no tone has a
# rate that the motor's steps can have, nor that of the backlight (a test holds that).
TONES = (
    (),
    ((785, 90), (0, 30), (1047, 140)),
    ((523, 120),),
    ((523, 120),),
    ((1047, 300),),
    ((330, 120), (0, 60), (330, 120)),
    ((660, 120), (494, 120), (330, 300)),
    ((523, 120), (660, 120), (785, 120), (1047, 400)),
    ((221, 250), (0, 100), (221, 250)),
)

# lights
DARK = const(0)
SEAT = const(1)  # a band of light at the seat whose turn it is
COUNT = const(2)  # a third of the rim for each number said
RED = const(3)  # something fell
RAINBOW = const(4)  # somebody won
AMBER = const(5)  # a part is in trouble

_DIM = const(3)  # the rim is bright: a third of the display's colour is enough


def seat_light(seat, players, count):
    """Return the light 0..count-1 in front of `seat`: light 0 is at the first player's seat, they go clockwise."""
    return (seat * count + players // 2) // players % count


def paint(lights, count, mode, seat, players, number, colour, colours):
    """Paint `mode` on `lights` (set(i, r, g, b)); nothing is sent yet.

    `number` 0..3: how far the count is; `colour`: which of `colours` (0xRRGGBB, as on the display) the player has.
    """
    for i in range(count):
        lights.set(i, 0, 0, 0)
    middle = seat_light(seat, players, count)
    if mode == SEAT:
        for i in range(-1, 2):
            _set(lights, (middle + i) % count, colours[colour % len(colours)])
    elif mode == COUNT:
        for i in range(max(1, count * number // 3)):
            _set(lights, (middle + i) % count, colours[colour % len(colours)])
    elif mode == RED:
        for i in range(0, count, 2):
            lights.set(i, 60, 0, 0)
    elif mode == AMBER:
        for i in range(0, count, 4):
            lights.set(i, 50, 20, 0)
    elif mode == RAINBOW:
        for i in range(count):
            _set(lights, i, colours[i * len(colours) // count])


def _set(lights, i, rgb):
    lights.set(i, (rgb >> 16) // _DIM, (rgb >> 8 & 255) // _DIM, (rgb & 255) // _DIM)
