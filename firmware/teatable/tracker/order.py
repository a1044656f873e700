"""Lists of tuples kept in the order of their first value, a cost.

Why: MicroPython's own sort calls its key for every comparison, and is slowest where much is in order already: the end
of a look at a fall was one piece of 29 ms. It also leaves equals in any order; here they stay as they came, on every
interpreter. Data in: a list, a tuple. Data out: the list.
"""

from ..compat import micropython


@micropython.native
def enter(rows, row):
    """Put `row` into `rows`, which are in order, after all that do not cost more."""
    cost = row[0]
    at = 0
    end = len(rows)
    while at < end:
        middle = (at + end) >> 1
        if rows[middle][0] > cost:
            end = middle
        else:
            at = middle + 1
    rows.insert(at, row)
