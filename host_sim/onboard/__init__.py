"""The whole firmware on a MicroPython of its own, with chips that cost next to nothing: for memory and instructions.

`chips` are ports without a simulator behind them, `people` play a long evening on them by the display and with cups
that are weights; both are plain Python for MicroPython. `play` starts the interpreter.
"""
