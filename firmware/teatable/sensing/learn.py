"""The gains of the cells, learned from one known mass put on a few spots.

Why: bought cells differ by some percent, which is a whole cup in 92 g. The sum must be right wherever a cup stands, so
the gains are those with which the same mass weighs the same on every spot; the cells' cross-talk goes into them.
Data in: for each spot the counts of each cell, loaded less empty. Data out: counts for a kilogram of each cell.
"""

from ..boards import geometry

SPREAD = 0.02  # how far bought cells lie from their nominal gain
WEIGH = 0.0005  # how well a spot tells the sum of the four
AIM = 0.03  # how well it is known where the mass stood, as a part of the arm
EVEN = 0.005  # how well a stiff top on cells of one kind gives north and south together as much as east and west
_SIGNS = (1, -1, 1, -1)  # north and south against east and west


def gains(spots, mass_mg, nominal_per_kg, places_um=None):
    """Return counts_per_kg (a list of ints, one a cell) from `spots`, a list of lists of counts, one list a spot.

    `mass_mg`: the known mass, best 100 to 300 g; `places_um`: (x, y) of each spot. The spots must be spread over the
    top: the centre and one near each cell. A stiff top on cells that give way alike puts as much on north and south
    together as on east and west: one combination of gains never shows in the sum, and that decides it.
    Raises ValueError when the spots are too few or tell nothing.
    """
    n = len(spots[0]) if spots else 0
    if n == 0 or len(spots) < n:
        raise ValueError("calibration: %d spots are too few for %d cells" % (len(spots), n))
    per_mg = nominal_per_kg / 1_000_000
    if max([abs(sum(spot)) for spot in spots]) < mass_mg * per_mg / 2:
        raise ValueError("calibration: the mass was not felt")
    rows = [[0.0] * (n + 1) for _ in range(n)]
    for i in range(n):  # unknown: nominal gain over gain, less 1
        rows[i][i] = 1.0 / (SPREAD * SPREAD)
    for s in range(len(spots)):
        share = [c / (mass_mg * per_mg) for c in spots[s]]
        _add(rows, share, 1.0 - sum(share), WEIGH)
        if n == 4:
            part = [share[i] * _SIGNS[i] for i in range(n)]
            _add(rows, part, -sum(part), EVEN)
        if places_um and n == 4:
            for axis, arm in ((0, geometry.CELL_X_UM), (1, geometry.CELL_Y_UM)):
                part = [share[i] * arm[i] / geometry.CELL_RADIUS_UM for i in range(n)]
                _add(rows, part, places_um[s][axis] / geometry.CELL_RADIUS_UM - sum(part), AIM)
    return [int(nominal_per_kg / (1.0 + v) + 0.5) for v in _solve(rows)]


def _add(rows, left, right, sigma):
    """Add one equation sum(left * unknown) = right, known to `sigma`, to the normal equations."""
    w = 1.0 / (sigma * sigma)
    n = len(left)
    for i in range(n):
        for j in range(n):
            rows[i][j] += w * left[i] * left[j]
        rows[i][n] += w * left[i] * right


def misfit_permille(spots, mass_mg, counts_per_kg):
    """Return by how much, in 1/1000, the mass weighs wrong on the worst spot with these gains."""
    worst = 0.0
    for spot in spots:
        weighed = sum([spot[i] * 1_000_000 / counts_per_kg[i] for i in range(len(spot))])
        worst = max(worst, abs(weighed - mass_mg) / mass_mg)
    return int(worst * 1000 + 0.5)


def _solve(rows):
    """Gauss with the largest pivot; `rows` are n rows of n + 1."""
    n = len(rows)
    for i in range(n):
        p = i
        for r in range(i + 1, n):
            if abs(rows[r][i]) > abs(rows[p][i]):
                p = r
        rows[i], rows[p] = rows[p], rows[i]
        for r in range(n):
            if r != i:
                f = rows[r][i] / rows[i][i]
                for c in range(i, n + 1):
                    rows[r][c] -= f * rows[i][c]
    return [rows[i][n] / rows[i][i] for i in range(n)]
