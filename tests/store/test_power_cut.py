"""The power may go at any byte of any write: what is read afterwards is the old state or the new one."""

import contextlib

from hypothesis import given
from hypothesis import strategies as st
from teatable.store import Store, settings
from teatable.store.journal import Journal
from unit_store.test_store import MemoryFiles

levels = st.lists(st.integers(0, 3), min_size=1, max_size=5)
words = st.one_of(st.integers(-1, 40), st.lists(st.lists(st.integers(0, 11), max_size=3), max_size=3))
actions = st.lists(st.tuples(st.sampled_from(["play", "place", "draw", "fall", "-fell"]), words), max_size=60)


def _with_level(level):
    value = settings.defaults()
    value["level"] = level
    return value


@given(levels, st.integers(0, 2500))
def test_settings_are_old_or_new(values, budget):
    files = MemoryFiles(budget)
    store = Store(files)
    allowed = {settings.defaults()["level"]}
    try:
        for level in values:
            allowed.add(level)
            store.save_settings(_with_level(level))
            allowed = {level}
    except KeyboardInterrupt:
        pass
    files.budget = -1
    store = Store(files)
    assert store.load_settings()["level"] in allowed
    assert store.complaints() in ([], ["settings: cut short"], ["settings: empty"])
    assert store.save_settings(_with_level(0))  # and the table can go on writing
    assert Store(files).load_settings()["level"] == 0


@given(actions, st.integers(0, 600), st.integers(0, 300), st.integers(1, 20))
def test_the_journal_is_a_prefix_that_holds_every_finished_entry(entries, budget, second, often):
    files = MemoryFiles()
    journal = Journal(files)
    journal.start(5, {"level": 2})
    done = 0
    for cut in (budget, second):
        files.budget = cut
        try:
            for entry in entries[done:]:
                assert journal.append(entry)
                done += 1
                if done % often == 0:
                    journal.tidy()
        except KeyboardInterrupt:
            pass
        files.budget = -1
        journal = Journal(files)
        seed, setup, got = journal.replay()
        assert (seed, setup) == (5, {"level": 2})
        assert got == entries[: len(got)]
        assert done <= len(got) <= done + 1
        done = len(got)


@given(st.integers(0, 400))
def test_a_new_game_replaces_the_old_one_in_one_step(budget):
    files = MemoryFiles()
    journal = Journal(files)
    journal.start(1, {})
    journal.append(("draw",))
    files.budget = budget
    with contextlib.suppress(KeyboardInterrupt):
        Journal(files).start(2, {"names": ["Rose", "Max"]})
    files.budget = -1
    assert Journal(files).replay() in ((1, {}, [("draw",)]), (2, {"names": ["Rose", "Max"]}, []))


@given(st.binary(max_size=120), st.sampled_from(["settings", "settings.old", "calibration", "journal"]))
def test_any_bytes_as_a_file_are_survived(data, name):
    files = MemoryFiles()
    files.data[name] = data
    store = Store(files)
    assert store.load_settings() == settings.defaults()
    assert store.load_calibration() is None
    assert store.journal.replay() is None


@given(st.integers(0, 10_000), st.integers(0, 7), st.booleans())
def test_no_flipped_bit_goes_unnoticed(byte, bit, whole):
    files = MemoryFiles()
    journal = Journal(files)
    journal.start(9, {"level": 1})
    for entry in (("play", 3), ("place", 3, -1)):
        journal.append(entry)
    name = "journal" if whole else "journal.tail"
    data = bytearray(files.data[name])
    data[byte % len(data)] ^= 1 << bit
    files.data[name] = bytes(data)
    got = Journal(files).replay()
    assert got is None or got[2] in ([], [("play", 3)])
