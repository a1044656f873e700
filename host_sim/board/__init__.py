"""A real board at the end of a cable: what is loaded onto it, how, and what it tells.

`program` makes the files that a board gets, `link` talks to one through mpremote, `update` brings it up to date; the
commands are deploy, flash, shell, logs, record, image and sizes. Nothing of the simulator is imported from here: a
maker's commands start without the physics.
"""
