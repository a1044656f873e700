"""Names only: the tests hand over their own pin objects."""


class DigitalInOut:
    pass


class Direction:
    INPUT, OUTPUT = 0, 1


class DriveMode:
    PUSH_PULL = 0


class Pull:
    UP, DOWN = 1, 2
