"""Scripts run side by side in virtual time and end in time."""

import pytest

from host_sim.acting import PULSE_S, Scene, pause, until


class Table:
    def __init__(self):
        self.now_s = 0.0

    def run_until(self, t_s):
        self.now_s = t_s


def test_two_scripts_share_the_time():
    table, seen = Table(), []

    def beside():
        yield from pause(table, 1.0)
        seen.append(round(table.now_s, 2))

    def main():
        yield from pause(table, 2.0)
        seen.append(round(table.now_s, 2))

    scene = Scene(table)
    scene.beside(beside())
    assert scene.play(main())
    assert seen == [1.0, 2.0]
    assert not scene.busy


def test_the_limit_ends_a_script_that_never_does():
    table = Table()

    def main():
        while True:
            yield

    assert not Scene(table).play(main(), 3.0)
    assert table.now_s == pytest.approx(3.0, abs=PULSE_S)


def test_until_tells_whether_it_happened():
    table, found = Table(), []

    def main():
        found.append((yield from until(table, lambda: table.now_s > 0.5, 2.0)))
        found.append((yield from until(table, lambda: False, 1.0)))

    Scene(table).play(main())
    assert found == [True, False]


def test_what_a_script_raises_ends_the_scene():
    def main():
        yield
        raise KeyError("cup")

    with pytest.raises(KeyError):
        Scene(Table()).play(main())
