"""Bounds against values from tables, and verdicts at their edges."""

import math

import pytest

from host_sim.longrun import odds


def test_no_failure_is_the_rule_of_three():
    for n in (30, 300, 30_000):
        assert odds.upper(0, n) == pytest.approx(1 - 0.05 ** (1 / n), rel=1e-6)
        assert odds.upper(0, n) == pytest.approx(3 / n, rel=0.06)


def test_exact_bounds_of_a_known_case():
    # 5 of 100: one-sided Clopper-Pearson 95 % bounds, from the beta distribution
    assert odds.lower(5, 100) == pytest.approx(0.01991, abs=2e-4)
    assert odds.upper(5, 100) == pytest.approx(0.10225, abs=2e-4)


def test_bounds_hold_the_rate_between_them():
    for k, n in ((1, 10), (3, 1000), (40, 90)):
        assert odds.lower(k, n) < k / n < odds.upper(k, n)
    assert (odds.lower(0, 0), odds.upper(0, 0)) == (0.0, 1.0)


def test_poisson_bounds_of_no_event():
    low, high = odds.poisson_bounds(0, 30.0)
    assert low == 0.0
    assert high == pytest.approx(-math.log(0.05) / 30.0, rel=1e-6)


def test_rms_bounds_narrow_with_cases():
    few, many = odds.rms_bounds(3.0, 5), odds.rms_bounds(3.0, 5000)
    assert few[0] < many[0] < 3.0 < many[1] < few[1]


def test_verdicts():
    assert odds.verdict(0.0, 0.0009, 0.001) == odds.MET
    assert odds.verdict(0.0, 0.01, 0.001) == odds.OPEN
    assert odds.verdict(0.002, 0.01, 0.001) == odds.MISSED
