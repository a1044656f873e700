"""Executed by CPython and by MicroPython: prints all that the tracker tells of a tape, a line an event.

The tape is text: a Python value a line: the gains; then ("s", ticks, IMU rows, counts) and ("expect", ...).
"""

import sys
from array import array

from teatable.sensing import Calibration, Sensing
from teatable.tracker import Tracker
from teatable.tracker import events as ev


def main(path):
    with open(path) as file:
        calibration = Calibration(counts_per_kg=eval(file.readline()))
        sensing = Sensing(calibration)
        tracker = Tracker(calibration.cup_mass_mg)
        rows, counts = array("h", [0] * 96), array("i", [0] * 4)
        number = pieces = 0
        for line in file:
            what, *args = eval(line)
            if what == "expect":
                tracker.expect(*args)
                continue
            number += 1
            now_us, moved, read = args
            for i in range(len(moved)):
                rows[i] = moved[i]
            for i in range(4):
                counts[i] = read[i]
            sensing.imu(rows, len(moved) // 6, now_us)
            if sensing.sample(now_us, counts, 0):
                tracker.step(now_us, sensing)
                while tracker.think():
                    pieces += 1
            event = tracker.next_event()
            while event is not None:
                print(str(number) + "|" + str(pieces) + "|" + text(event))
                event = tracker.next_event()


def text(e):
    return "|".join([
        str(e.x_um), str(e.y_um), ev.NAMES[e.kind], str(e.cup), str(e.sure), str(e.candidates), str(e.stack),
        str(e.cups), str(e.lying), str(e.stacks), str(e.question),
    ])  # fmt: skip


main(sys.argv[1])
