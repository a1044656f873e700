"""Ctrl-C may come up at any line while a game is written: what is kept is the game so far, with no gap or double."""

import sys

from teatable.play.referee import Referee
from teatable.store.journal import Journal

from host_sim.clock import Clock
from host_sim.devices.norflash import NorFlash

TRACED = ("referee.py", "journal.py", "sheets.py", "entries.py")


def interrupt_at(count):
    """Raise KeyboardInterrupt at the line of that number in the traced files; returns the tracer."""
    left = [count]

    def trace(frame, event, arg):
        if not frame.f_code.co_filename.endswith(TRACED):
            return None
        if event == "line":
            left[0] -= 1
            if left[0] == 0:
                raise KeyboardInterrupt
        return trace

    return trace


def play(referee, taken):
    """Deal, look, and draw or play what can be played, written piece by piece as the main loop does."""
    referee.new(["Rose", "Max"], 1, 7, 0)
    while referee.step():
        pass
    for action in [("look",), ("play", referee.hand()[0]), ("draw",), ("undo",), ("draw",), ("look",)]:
        before = referee.actions
        try:
            referee.act(action)
        finally:
            if referee.actions > before:
                taken.append(action)
        for i in range(2):
            taken.append(("-mark", i, str(action)))
            referee.note(*taken[-1])
        while referee.step():
            pass


def begin():
    region = NorFlash(Clock(), 8)
    return region, Referee(Journal(region, 6), 40)


def test_ctrl_c_at_any_line_leaves_the_game_so_far():
    taken, at, written = [], 0, 0
    whole = []
    play(begin()[1], whole)
    assert len(whole) >= 3
    while True:
        at += 1
        region, referee = begin()
        taken.clear()
        sys.settrace(interrupt_at(at))
        try:
            play(referee, taken)
            ended = True
        except KeyboardInterrupt:
            ended = False
        finally:
            sys.settrace(None)
        referee.flush()
        stored = Journal(region, 6).replay()
        if stored is not None:
            actions = stored[2]
            assert actions == taken[: len(actions)], (at, actions, taken)
            assert len(taken) - len(actions) <= 3, "an action and its notes"
            written = max(written, len(actions))
        else:
            assert len(taken) == 0, at
        if ended:
            break
    assert at > 400 and written == len(whole)
