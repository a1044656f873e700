"""Importing the simulator makes `framebuf` known to CPython."""

import host_sim

assert host_sim
