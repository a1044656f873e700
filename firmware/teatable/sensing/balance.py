"""The cells' forces predicted from what the top does, and the window of what is left over.

For a load of mass M, first moments P = (M cx, M cy), height moment Q = M cz and inertia J about the top's origin, with
f the specific force there and alpha the angular acceleration (physics in this package's README):

    sum F      = M f_z + alpha_x P_y - alpha_y P_x
    sum x F    = P_x f_z - Q f_x - J_yy alpha_y + J_xy alpha_x
    sum y F    = P_y f_z - Q f_y + J_xx alpha_x - J_xy alpha_y

The top itself is one more such load. Only departures from the level table at rest are predicted; the rest values are
the base, held from the last settled state. Residual = measured - base - predicted.
Data in: weight and moments (mg, mg mm) and a Motion. Data out: the residual `r`, `rx`, `ry` and means over a window.
"""

from array import array

from ..boards import geometry
from ..compat import micropython
from . import ring
from .ring import BASE, SLOTS, lessen, predict, record, total

_G = 9.81

TOP_G = geometry.TOP_MASS_MG / 1000
TOP_Z_MM = -geometry.TOP_THICKNESS_UM / 2000  # its centre, from the origin on its upper surface
TOP_J = TOP_G * ((geometry.TOP_RADIUS_UM / 1000) ** 2 / 4 + TOP_Z_MM * TOP_Z_MM)  # g mm2


class Load:
    """What stands on the table as one rigid body: m (g), px, py, q (g mm), jxx, jyy, jxy (g mm2)."""

    def __init__(self):
        self.m = self.px = self.py = self.q = self.jxx = self.jyy = self.jxy = 0.0

    def add(self, m, x, y, z):
        """Add a mass of `m` g whose centre is at x, y, z mm (z above the table's surface)."""
        self.m += m
        self.px += m * x
        self.py += m * y
        self.q += m * z
        self.jxx += m * (y * y + z * z)
        self.jyy += m * (x * x + z * z)
        self.jxy += m * x * y
        return self


class Balance:
    """Base, coefficients of the present load, and a ring of residuals with the motion they were made with."""

    def __init__(self):
        self.r = 0  # latest residual of the sum, mg
        self.rx = 0  # and of the moments, mg mm
        self.ry = 0
        self.n = 0  # samples in the ring that may be used together
        self.rings = array("i", [0] * 8 * SLOTS)  # r rx ry fx fy fz ax ay, one after the other
        self.at = 0  # the latest sample in each
        self._c = array("i", [0] * (BASE + 3))
        self.load = Load()
        self._coefficients(self.load)

    def _coefficients(self, load):
        """Turn table plus `load` into integer coefficients; the units are chosen so that no product passes 2^30."""
        c = self._c
        c[0] = int((TOP_G + load.m) * 1000 / 64 + 0.5)  # 64 mg
        c[1] = int(load.px * 1000 / 8192)  # 8192 mg mm
        c[2] = int(load.py * 1000 / 8192)
        c[3] = int((TOP_G * TOP_Z_MM + load.q) * 1000 / 8192)
        k = 1000 / (_G * 1000) / 1024 * 16  # g mm2 times alpha (1/1024 rad/s2) to mg mm, in 1/16
        c[4] = int((TOP_J + load.jxx) * k + 0.5)
        c[5] = int((TOP_J + load.jyy) * k + 0.5)
        c[6] = int(load.jxy * k)

    @micropython.native
    def push(self, scale, motion):
        """Take one sample of a Scale and the window of a Motion that belongs to it. Allocates nothing."""
        at = (self.at + 1) & 127
        self.at = at
        g = self.rings
        record(g, at, scale.sums, motion.felt, self._c)
        predict(g, 128, self._c, at, 1, -1)
        self.r = g[at]
        self.rx = g[at + 128]
        self.ry = g[at + 256]
        if self.n < 128:
            self.n += 1

    @property
    def base(self):
        """What the sum was when the table rested last, mg."""
        return self._c[BASE]

    @property
    def base_x(self):
        """And the moment about y, mg mm."""
        return self._c[BASE + 1]

    @property
    def base_y(self):
        """And the moment about x, mg mm."""
        return self._c[BASE + 2]

    @micropython.native
    def rebase(self, d, dx, dy):
        """Move the base by so much (mg, mg mm), for the samples to come; those in the ring stay. Allocates nothing."""
        c = self._c
        c[BASE] += d
        c[BASE + 1] += dx
        c[BASE + 2] += dy

    def begin(self):
        """Begin again with no base and no samples: the zero is another one."""
        self.rebase(-self.base, -self.base_x, -self.base_y)
        self.n = 0

    @micropython.native
    def back(self, which, k):
        """Return value `which` (0..7: r rx ry fx fy fz ax ay) of the sample `k` ago (0: the latest)."""
        return self.rings[128 * which + ((self.at - k) & 127)]

    @micropython.native
    def bend(self, which, lag):
        """Return the second difference of value `which` over 2 x `lag` samples, the latest of them now."""
        return ring.bend(self.rings, which, self.at, lag)

    @micropython.native
    def mean(self, which, k, n):
        """Return the mean of value `which` over `n` samples, the latest of them `k` ago."""
        return total(self.rings, which, self.at - k, n) // n

    @micropython.native
    def worst(self, which, n, mean):
        """Return the largest distance from `mean` among the last `n` of value `which`."""
        return ring.worst(self.rings, which, self.at, n, mean)

    @micropython.native
    def shift(self, dr, dx, dy):
        """Move the base by so much (mg, mg mm); the residuals in the ring follow. Allocates nothing."""
        self.rebase(dr, dx, dy)
        g = self.rings
        lessen(g, 0, dr)
        lessen(g, 1, dx)
        lessen(g, 2, dy)
        self.r -= dr
        self.rx -= dx
        self.ry -= dy

    def window(self, n):
        """Return the last `n` samples as one: (means of the eight rings, each a ring of one, and the base)."""
        return array("i", [self.mean(which, 0, n) for which in range(8)]), (self.base, self.base_x, self.base_y)

    def settle(self, load, window):
        """Take another load into the prediction and what a window (see `window`) holds as the new base."""
        then, base = window
        self._predict(then, 1)  # add the old prediction
        self.load = load
        self._coefficients(load)
        self._predict(then, -1)  # take off the new one
        self.r, self.rx, self.ry = self.back(0, 0), self.back(1, 0), self.back(2, 0)
        self.shift(then[0] + base[0] - self.base, then[1] + base[1] - self.base_x, then[2] + base[2] - self.base_y)

    def _predict(self, then, sign):
        predict(self.rings, SLOTS, self._c, self.at, SLOTS, sign)
        predict(then, 1, self._c, 0, 1, sign)
