"""The heap is made large before the code is read in, and garbage is collected by the firmware before it is full."""

import subprocess

from host_sim.onboard import mpy, play

ROOM = 1_700_000  # bytes: the first of main.ROOMS_KB
ALIVE = 470_000  # code and data


def test_room_is_made_where_there_is_memory_and_nothing_is_lost_by_it(micropython, tmp_path):
    from host_sim.board import program

    (tmp_path / "main.py").write_bytes((program.FIRMWARE / "main.py").read_bytes())
    code = "import gc, main\nfree = gc.mem_free\nbefore = free()\n"
    code += "print(main.make_room(), main.make_room(), before - free() < 500)"
    for heap, room in (("4m", 1_700), ("1500k", 1_300), ("900k", 700), ("300k", 0)):
        command = [micropython, "-X", f"heapsize={heap}", "-c", code]
        done = subprocess.run(command, capture_output=True, text=True, cwd=tmp_path, env={"MICROPYPATH": "."})
        assert done.stdout.split() == [str(room), str(room), "True"], (heap, done.stdout, done.stderr)


def test_what_is_allocated_between_two_collections_of_the_firmware_fits_into_the_room(micropython, tmp_path):
    mpy.write(tmp_path)
    told = play.lines(micropython, tmp_path, ["run", "1"])
    most = sorted(int(row[0]) for row in told["between"])
    assert len(most) > 12  # a game has so many calm moments
    fits = sum(1 for size in most if size + ALIVE < ROOM)
    assert fits >= 0.9 * len(most), most
