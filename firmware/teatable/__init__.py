"""The mad tea table: the same code on the device and in the simulator."""

VERSION = "0.1.0"
