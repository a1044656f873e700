"""Interrupts of a machine that has none."""


def disable_interrupts():
    pass


def enable_interrupts():
    pass
