"""Passes of the main loop on a board of fakes: the title comes up, faults are shown, a sample allocates nothing."""

import gc

from teatable.app import App
from teatable.boards import devkitc_s3
from unit_app.fake_board import SAMPLE_US, Board

try:
    import micropython
except ImportError:
    micropython = None


def made(start_us=0, imu=False):
    board = Board(start_us, None, imu)
    return board, App(board, devkitc_s3)


def run(board, app, ms, cells=True):
    """Let `ms` milliseconds pass, with a conversion of all cells every 11.6 ms."""
    end_us = board.clock.us + 1000 * ms
    due_us = board.clock.us
    while board.clock.us < end_us:
        if cells and board.clock.us >= due_us:
            due_us += SAMPLE_US
            board.bank.offer((1000, 2000, 3000, 4000))
            if app.imu is not None:
                board.move(2)
        board.clock.us += 300
        app.step(board.clock.ticks_us())


def test_the_title_comes_up_with_the_motor_off():
    board, app = made()
    run(board, app, 200)
    assert app.ui.screen == "title" and app.view["screen"] == "title"
    assert board.pin("motor_enable").level == 1 and board.pwm("motor_step").duty == 0
    assert board.display.count > 2 * 240 * 320 and board.watchdog.fed >= 200 // 25


def test_an_imu_that_does_not_answer_is_a_fault():
    board, app = made()
    run(board, app, 1000)
    assert app.view["screen"] == "fault" and app.view["fault"] == "fault-imu"


def test_cells_that_do_not_answer_are_the_first_fault():
    board, app = made()
    run(board, app, 2000, cells=False)
    assert app.view["screen"] == "fault" and app.view["fault"] == "fault-cells"
    run(board, app, 3000)
    assert app.view["fault"] == "fault-imu"


def test_by_hand_without_cells_and_imu():
    board, app = made()
    run(board, app, 1000)
    app.play.press("button:by-hand")
    app.play.dismissed.add("fault-touch")
    run(board, app, 3000)
    assert app.view["screen"] == "title"
    app.play.press("button:new-game")
    run(board, app, 100)
    assert app.view["screen"] == "players"


def test_missing_parts_are_not_tried_while_the_motor_runs():
    board, app = made()
    tried = []
    app._start_imu = lambda: tried.append("imu")
    app.touch.start = lambda: tried.append("touch")
    run(board, app, 1000)
    app.play.press("button:by-hand")
    app.play.dismissed.add("fault-touch")
    run(board, app, 12_000)
    assert "imu" in tried and "touch" in tried
    app._move = lambda ms: app.wobble.step(ms)
    app.wobble.run(1)
    run(board, app, 1000)
    tried.clear()
    app._tried_ms = app._touched_ms = app.now_ms - 100_000  # both are due
    run(board, app, 500)
    assert app.wobble.speed_mrev_s > 0 and not tried
    app.wobble.stop()
    run(board, app, 8000)
    assert app.wobble.still and "imu" in tried and "touch" in tried


def test_time_goes_on_across_the_wrap_of_the_ticks():
    board, app = made((1 << 30) - 1_500_000)
    before = app.now_ms
    run(board, app, 2000)
    assert 1990 <= app.now_ms - before <= 2010


def test_a_sample_allocates_nothing():
    board, app = made(0, True)
    run(board, app, 1500)
    assert app.view["fault"] == "fault-touch" and app.sensing.motion.alive
    if micropython is None or not hasattr(micropython, "mem_total"):
        return
    gc.collect()
    worst = 0
    for _ in range(50):
        board.bank.offer((1000, 2000, 3000, 4000))
        board.move(2)
        board.clock.us += SAMPLE_US
        now_us = board.clock.ticks_us()
        before = micropython.mem_total()
        app._sample(now_us)
        worst = max(worst, micropython.mem_total() - before)
    assert worst == 0, worst
