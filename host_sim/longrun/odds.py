"""How far a count can be trusted: 95 % bounds for rates and spreads, and the verdict on a target.

Data in: cases and failures, or cases and a root mean square. Data out: one-sided 95 % bounds and a verdict. A rate gets
the exact binomial (Clopper-Pearson) bound, which for no failure in n cases is close to the rule of three, 3/n.
"""

import math

MET, OPEN, MISSED = "met", "not excluded", "MISSED"
_TAIL = 0.05


def _cdf(k: int, n: int, p: float) -> float:
    """Return the chance of at most k failures in n cases at rate p."""
    if p <= 0.0:
        return 1.0
    if p >= 1.0:
        return 1.0 if k >= n else 0.0
    log_p, log_q = math.log(p), math.log1p(-p)
    top = math.lgamma(n + 1)
    total = 0.0
    for i in range(k + 1):
        total += math.exp(top - math.lgamma(i + 1) - math.lgamma(n - i + 1) + i * log_p + (n - i) * log_q)
    return min(total, 1.0)


def _solve(low: float, high: float, below) -> float:
    for _ in range(60):
        middle = (low + high) / 2
        if below(middle):
            low = middle
        else:
            high = middle
    return (low + high) / 2


def upper(k: int, n: int) -> float:
    """Return the rate that is not exceeded, at 95 %, after k failures in n cases; 1 with no case."""
    if n == 0 or k >= n:
        return 1.0
    return _solve(k / n, 1.0, lambda p: _cdf(k, n, p) > _TAIL)


def lower(k: int, n: int) -> float:
    """Return the rate that is at least reached, at 95 %, after k failures in n cases; 0 with no failure."""
    if n == 0 or k == 0:
        return 0.0
    return _solve(0.0, k / n, lambda p: 1.0 - _cdf(k - 1, n, p) < _TAIL)


def poisson_bounds(k: int, exposure: float) -> tuple[float, float]:
    """Return the 95 % bounds (each one-sided) of a rate per unit of `exposure` after k events in it."""
    if exposure <= 0:
        return 0.0, math.inf

    def chance(mean: float, most: int) -> float:
        return sum(math.exp(i * math.log(mean) - mean - math.lgamma(i + 1)) for i in range(most + 1)) if mean else 1.0

    high = _solve(k, k + 10.0 + 5.0 * math.sqrt(k + 1), lambda m: chance(m, k) > _TAIL)
    low = _solve(0.0, float(k), lambda m: 1.0 - chance(m, k - 1) < _TAIL) if k else 0.0
    return low / exposure, high / exposure


def rms_bounds(rms: float, n: int) -> tuple[float, float]:
    """Return the 95 % bounds (each one-sided) of a root mean square from n cases of two coordinates each."""
    if n == 0:
        return 0.0, math.inf
    freedom = 2 * n
    spread = 2 / (9 * freedom)  # Wilson-Hilferty approximation of chi-square
    many = freedom * (1 - spread + 1.645 * math.sqrt(spread)) ** 3
    few = freedom * max(1 - spread - 1.645 * math.sqrt(spread), 1e-3) ** 3
    return rms * math.sqrt(freedom / many), rms * math.sqrt(freedom / few)


def verdict(low: float, high: float, most: float) -> str:
    """Return MET when the upper bound keeps to `most`, MISSED when the lower bound does not, else OPEN."""
    if high <= most:
        return MET
    return MISSED if low > most else OPEN
