"""What is entered stands in the order of its cost, and equals in the order in which they came, on every interpreter."""

from teatable.tracker.order import enter


def test_costs_rise_and_equals_stay_as_they_came():
    costs = [3.5, 1.0, 3.5, -2.0, 1.0, 9.0, 3.5, -2.0, 0.0]
    rows = []
    for i in range(len(costs)):
        enter(rows, (costs[i], i))
    wanted = []
    for cost in (-2.0, 0.0, 1.0, 3.5, 9.0):
        wanted += [(cost, i) for i in range(len(costs)) if costs[i] == cost]
    assert rows == wanted
