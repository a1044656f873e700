"""Figures of what the firmware makes of a signal, each from one run of the simulated table."""
