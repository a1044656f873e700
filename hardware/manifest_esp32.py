"""The same with what the ESP32 port of MicroPython brings along: FROZEN_MANIFEST of its build."""

include("$(PORT_DIR)/boards/manifest.py")
include("manifest.py")
