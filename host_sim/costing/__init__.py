"""What one sample costs on MicroPython, counted in instructions of the processor, and that it allocates nothing."""
