"""Play: a turn from "pass the table to Rose" to "one, two, three", and all that may come between.

The only caller of the rules in the firmware; writes the journal through store. It reads no clock, no pin and no pixel.
Data in: `step(now_ms)`, the tracker's events, presses of targets, faults from App. Data out: `view()` for ui with
`revision`, `running` and `level_wanted` for the wobble, `take_tone()` and `light()` for buzzer and rim, the log. The
scenes (one screen each) are in before, cards, stacking, fallen and overlays; scene.py says what a scene is.
"""

from .play import Play

__all__ = ["Play"]
