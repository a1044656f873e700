"""A look at a fall, on paper: twelve cups in three stacks, six fell, two of them over the edge. Runs on MicroPython.

Why on paper: falls in the simulator are never twice alike, and this one must be, for its cost to be compared.
Data out: the pieces that the look took, what was found.
"""

from teatable import config
from teatable.boards import geometry
from teatable.tracker import events as ev
from teatable.tracker.beam import Beam, known
from teatable.tracker.guess import Change
from teatable.tracker.judge import Judge

STACKS = ((8, 4, 0, 3), (9, 5, 1, 11), (10, 6, 2, 7))
PLACES_UM = ((0, 60_000), (55_000, -40_000), (-55_000, -40_000))
KEEP = (2, 1, 3)
GONE = (3, 5)  # over the edge; the other four lie around LIES_MM
LIES_MM = (25.0, 30.0)


def change(grams):
    """Return the settled change of that fall, as far as its load goes, and what was felt."""
    m = px = py = 0.0
    for i in range(len(STACKS)):
        x, y = PLACES_UM[i]
        for cup in STACKS[i][KEEP[i] :]:
            m -= grams[cup]
            px -= grams[cup] * x / 1000
            py -= grams[cup] * y / 1000
            if cup not in GONE:
                m += grams[cup]
                px += grams[cup] * LIES_MM[0]
                py += grams[cup] * LIES_MM[1]
    out = Change(m, px, py, 0.0, 0.0, 0.4, 24.0)
    out.blow, out.knocks = 4_000, 3
    out.load = sum(grams)
    out.swing, out.pressed = 300.0, 20.0
    out.mode = ev.NOTHING
    return out


def look():
    """Explain it; return the pieces that it took, and the pairs that were found."""
    grams = [mg / 1000 for mg in geometry.CUP_MASS_MG]
    c = config.values(config.TRACKER)
    beam = Beam(grams, c["beam_most"], c["beam_nats_10"] / 10)
    beam.only(known(STACKS, PLACES_UM))
    found = []
    pieces = 1
    for _ in Judge(c, grams).explain(found, beam, change(grams)):
        pieces += 1
    return pieces, found
