"""The stream of a recorded table: its lines, in order, and nothing allocated for a sample or the rows of the IMU."""

import binascii
import gc
import json

from teatable.streaming import Stream
from unit_app.fake_board import SAMPLE_US
from unit_app.test_passes import made, run

try:
    import micropython
except ImportError:
    micropython = None


class Kept:
    """A cable that keeps what it is given, or only counts it."""

    def __init__(self):
        self.lines = []
        self.count = 0
        self.keeps = True

    def write(self, data):
        self.count += 1
        if self.keeps:
            self.lines.append(bytes(data))


def streaming():
    board, app = made(imu=True)
    kept = Kept()
    Stream(app, "devkitc_s3", kept.write)
    return board, app, kept


def of(kept, letter):
    return [line[1:-1] for line in kept.lines if line[:1] == letter and line[-1:] == b"\n"]


def test_the_table_comes_first_then_what_it_feels():
    board, app, kept = streaming()
    run(board, app, 1000)
    table = json.loads(of(kept, b"T")[0])
    assert kept.lines[0][:1] == b"T" and len(of(kept, b"T")) == 1
    assert table["board"] == "devkitc_s3" and table["calibration"] == app.sensing.calibration.as_dict()
    last = binascii.a2b_base64(of(kept, b"C")[-1])
    assert len(last) == 18 and last[4] == 0
    assert [last[6 + 3 * i] | last[7 + 3 * i] << 8 for i in range(4)] == [1000, 2000, 3000, 4000]
    rows = binascii.a2b_base64(of(kept, b"I")[-1])
    assert rows[4] == 2 and len(rows) == 6 + 2 * 12 and rows[-2] | rows[-1] << 8 == 8197
    assert 80 < len(of(kept, b"C")) < 90 and len(of(kept, b"I")) >= len(of(kept, b"C")) - 1


def test_calls_of_the_game_motor_and_magnet_are_told():
    board, app, kept = streaming()
    run(board, app, 300)
    app.tracker.expect(1, [2], [-1])
    app.tracker.begin([])
    app.sensing.motor(500)
    app.sensing.motor(500)
    app.play.referee.tell("tea is served")
    calls = [json.loads(line) for line in of(kept, b"K")]
    assert ["tracker", "expect", [1, [2], [-1]], {}] in calls and ["tracker", "begin", [[]], {}] in calls
    assert [json.loads(line)[1] for line in of(kept, b"M")] == [500] and app.sensing.motor_mrev_s == 500
    assert [json.loads(line) for line in of(kept, b"L")] == ["tea is served"]


def test_a_cell_that_gives_none_is_told_as_such():
    board, app, kept = streaming()
    run(board, app, 500)
    app.cells._load = 1  # every count is now more than any load can give
    run(board, app, 100)
    last = binascii.a2b_base64(of(kept, b"C")[-1])
    assert last[4] != 0 and last[6:9] == b"\x00\x00\x80"


def test_a_sample_and_rows_allocate_nothing():
    board, app, kept = streaming()
    run(board, app, 2000)
    if micropython is None or not hasattr(micropython, "mem_total"):
        return
    kept.keeps = False
    worst = 0
    board.bank.offer((1000, 2000, 3000, 4000))
    gc.collect()
    gc.disable()
    for _ in range(50):
        board.clock.us += SAMPLE_US
        board.bank.offer((1000, 2000, 3000, 4000))
        board.move(2)
        now_us = board.clock.ticks_us()
        used = gc.mem_alloc()
        total = micropython.mem_total()
        app._sample(now_us)
        worst = max(worst, micropython.mem_total() - total, gc.mem_alloc() - used)
    gc.enable()
    assert worst == 0, worst
