"""The firmware in an interpreter of its own, in lock-step with world, chips and clock in this one.

Why and how: README.md, "On real MicroPython". `remote.py` is this side; `inside/` and `on_micropython.py` run there.
"""
