"""What the tracker tells: kinds of events, what the game expects, and one record for every event.

Data in: none. Data out: named ints, `NAMES`, `Event`. Everything above the tracker (play, the simulator's report) reads
events of this form and nothing else of the tracker's inside.
"""

from ..compat import const

# --- kinds
PLACED = const(0)  # cup (or -1 with candidates), stack, x_um, y_um
REMOVED = const(1)  # cup (or -1 with candidates), stack it was taken from (its bottom cup; -1: it lay on the table)
FALLING = const(2)  # early and revocable: something may be falling
FALLING_CANCELLED = const(3)  # it was nothing
FELL = const(4)  # final: cups = those that fell; lying = those of them still on the table; stacks = what stands
TOUCH = const(5)  # a hand (or a bump) is on the table
UNTOUCH = const(6)  # and has gone, the load is as before
FOREIGN = const(7)  # something that is no cup, mass_mg, at x_um, y_um; not sure: what the players know to be none asked
FOREIGN_GONE = const(8)  # it was taken away
CLEARED = const(9)  # the last fallen cup is off the table
QUESTION = const(10)  # the tracker cannot tell: question, candidates (cups), stacks (bottom cups, -1 = on the table)
KNOCK = const(11)  # a blow felt by the IMU; knock_mg: how hard, in 1/1000 g
SPOTTED = const(12)  # where the cup told last as PLACED stands, better known now that the swinging has died down

NAMES = (
    "placed", "removed", "falling", "falling-cancelled", "fell", "touch", "untouch", "foreign", "foreign-gone",
    "cleared", "question", "knock", "spotted",
)  # fmt: skip

# --- modes of Tracker.expect
NOTHING = const(0)  # the count, the pass: no hand should be at the cups
PLACE = const(1)  # one of `cups` onto one of `stacks`
REMOVE = const(2)  # the top cup of one of `stacks`
CLEAR = const(3)  # fallen cups are being taken off

# --- "nowhere" and "a new stack" among bottom cups
ON_TABLE = const(-1)  # the cup stands on the table top itself, as a new stack, or lay there
NEW_STACK = const(-1)  # in expect(stacks=...): the table top is allowed

# --- questions
WHICH_CUP = "which-cup"
WHICH_STACK = "which-stack"
FOREIGN_OBJECT = "foreign"


class Event:
    """One thing that happened on the table. Fields that a kind does not use keep their defaults."""

    def __init__(self, kind, t_ms):
        self.kind = kind
        self.t_ms = t_ms  # ms since power-on
        self.cup = -1  # cup 0..11, -1: none, or not sure (see candidates)
        self.sure = True
        self.candidates = []  # cups that fit, best first
        self.stack = ON_TABLE  # bottom cup of the stack it was put on or taken from
        self.x_um = 0  # where: centre of the cup's foot, in the frame of the table top
        self.y_um = 0
        self.cups = []  # FELL: all that fell, as now believed
        self.again = False  # FELL: corrects or adds to the one told before; it is still the same fall
        self.lying = []  # FELL: those of them that lie on the table
        self.stacks = []  # FELL: what stands, a list of stacks; QUESTION: the bottom cups that fit
        self.mass_mg = 0  # FOREIGN, and the measured step of PLACED and REMOVED
        self.knock_mg = 0  # KNOCK: peak in 1/1000 g
        self.question = ""

    def __repr__(self):
        return "<%s t=%d cup=%d stack=%d sure=%d>" % (NAMES[self.kind], self.t_ms, self.cup, self.stack, self.sure)
