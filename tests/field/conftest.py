"""Importing the simulator makes `framebuf` known, with which the firmware's display draws."""

import host_sim

assert host_sim
