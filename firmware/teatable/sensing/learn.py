"""The gains of the cells, learned from one known mass put on a few spots.

Why: bought cells differ by some percent, which is a whole cup in 92 g. The sum must be right wherever a cup stands, so the
gains are those with which the same mass weighs the same on every spot; the cells' cross-talk goes into them.
Data in: for each spot the counts of each cell, loaded less empty. Data out: counts for a kilogram of each cell.
"""


def gains(spots, mass_mg):
    """Return counts_per_kg (a list of ints, one a cell) from `spots`, a list of lists of counts, one list a spot.

    `mass_mg`: the known mass, best 100 to 300 g. There must be at least as many spots as cells, spread over the top:
    the centre and one near each cell. Raises ValueError when the spots do not tell the cells apart.
    """
    n = len(spots[0]) if spots else 0
    if n == 0 or len(spots) < n:
        raise ValueError("calibration: %d spots are too few for %d cells" % (len(spots), n))
    scale = max([abs(c) for spot in spots for c in spot])
    if scale == 0:
        raise ValueError("calibration: the mass was not felt")
    # normal equations of: sum over cells of (counts / scale) * k = 1
    rows = [[0.0] * (n + 1) for _ in range(n)]
    for spot in spots:
        for i in range(n):
            for j in range(n):
                rows[i][j] += spot[i] / scale * (spot[j] / scale)
            rows[i][n] += spot[i] / scale
    k = _solve(rows)
    out = []
    for v in k:
        if v <= 0:
            raise ValueError("calibration: a cell is wired the wrong way round or not at all")
        out.append(int(scale / v * 1_000_000 / mass_mg + 0.5))
    return out


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
        if abs(rows[i][i]) < 1e-3:
            raise ValueError("calibration: the spots do not tell the cells apart")
        for r in range(n):
            if r != i:
                f = rows[r][i] / rows[i][i]
                for c in range(i, n + 1):
                    rows[r][c] -= f * rows[i][c]
    return [rows[i][n] / rows[i][i] for i in range(n)]
