"""What runs beside the firmware, in whichever interpreter that is: written for MicroPython, and imported here too."""
