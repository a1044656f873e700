"""What the drivers of others import from `micropython`."""


def const(value):
    return value
