"""The table's shape as data: the firmware and the simulated world read this file.

Frame of the table top: origin at its centre on the upper surface, x to the right and y away from the first player, z
up. Lengths in micrometres, masses in milligrams, angles in millidegrees counter-clockwise from x, unless the name says
otherwise.
"""

from ..compat import const

# --- the top and what carries it
TOP_RADIUS_UM = const(150_000)
TOP_THICKNESS_UM = const(6_000)
TOP_MASS_MG = const(500_000)

CELL_NAMES = ("north", "east", "south", "west")
CELL_RADIUS_UM = const(110_000)
CELL_X_UM = (0, 110_000, 0, -110_000)
CELL_Y_UM = (110_000, 0, -110_000, 0)
CELL_CAPACITY_MG = const(1_000_000)
CELL_STOP_MG = const(1_200_000)  # overload stop of each cell
CELL_STIFFNESS_N_PER_M = const(40_000)

# Where a known mass is put at the set-up: the middle, and on the way to each cell
SPOTS_UM = ((0, 0), (0, 80_000), (80_000, 0), (0, -80_000), (-80_000, 0))

IMU_X_UM = const(30_000)
IMU_Y_UM = const(20_000)
IMU_Z_UM = const(-6_000)  # on the underside of the top

# --- the wobble: two equal wedges on one shaft, a ring spring above them
SWASH_TILT_MDEG = const(1_000)  # wedges adding up; as built, exchangeable 500 to 2,000
SWASH_DOG_MDEG = const(180_000)  # play between the wedges: half a turn backward and they cancel
PIVOT_BELOW_TOP_UM = const(51_000)  # from the upper surface down to the tilt axis
RING_SPRING_MNM_PER_RAD = const(25_000)
MOTOR_STEPS_PER_TURN = const(200)
MOTOR_MICROSTEPS = const(16)

# --- the cups: 3 sizes x 4 colours; cup number = size * 4 + colour
SIZES = ("small", "medium", "large")
COLOURS = ("purple", "yellow", "green", "blue")
CUP_COUNT = const(12)
CUPS = tuple([s + "-" + c for s in SIZES for c in COLOURS])
CUP_MASS_MG = (
    14_000, 17_000, 20_000, 23_000,
    47_000, 50_000, 53_000, 56_000,
    83_000, 86_000, 89_000, 92_000,
)  # fmt: skip

# by size: small, medium, large
CUP_RIM_DIAMETER_UM = (45_000, 60_000, 75_000)
CUP_FOOT_DIAMETER_UM = (27_000, 32_000, 37_000)
CUP_HEIGHT_UM = (30_000, 38_000, 46_000)
CUP_TEA_DEPTH_UM = const(4_000)  # the tea surface, on which the next cup stands, lies this far below the rim


def cup_size(cup):
    """Return the size 0..2 (small, medium, large) of cup 0..11."""
    return cup >> 2


def cup_colour(cup):
    """Return the colour 0..3 (purple, yellow, green, blue) of cup 0..11."""
    return cup & 3
