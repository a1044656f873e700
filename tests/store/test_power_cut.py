"""The power may go at any byte of any write and in any erase: what is read then is the old state or the new one."""

import contextlib

from hypothesis import example, given
from hypothesis import strategies as st
from teatable.store import Store, settings
from teatable.store.journal import ROOM
from unit_store.test_store import MemoryFiles, journal_of

from host_sim.clock import Clock
from host_sim.devices.norflash import BLOCK, NorFlash
from host_sim.ports import PowerCut

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
    complaints = [line for line in store.complaints() if not line.startswith("journal: ")]
    assert complaints in ([], ["settings: cut short"], ["settings: empty"])
    assert store.save_settings(_with_level(0))  # and the table can go on writing
    assert Store(files).load_settings()["level"] == 0


cuts_in_flash = st.integers(0, 2_000)
cuts_in_files = st.one_of(st.just(-1), st.integers(0, 500))


@given(st.lists(st.tuples(levels, cuts_in_flash, cuts_in_files), max_size=5), st.integers(0, 9))
def test_drafts_are_old_or_new_wherever_they_are_on_their_way(sessions, seed):
    files = MemoryFiles()
    region = NorFlash(Clock(), 8, seed=seed)
    allowed = {settings.defaults()["level"]}
    for values, cut, budget in sessions:
        region.cut_after(cut)
        files.budget = budget
        with contextlib.suppress(PowerCut, KeyboardInterrupt):
            store = Store(files, region)
            assert store.load_settings()["level"] in allowed
            allowed = {store.load_settings()["level"]}
            for level in values:
                allowed.add(level)
                assert store.save_settings(_with_level(level))
                assert store.load_settings()["level"] == level
                allowed = {level}
        region.cut_after(None)
        files.budget = -1
    assert Store(files, region).load_settings()["level"] in allowed


BLOCKS = 2 * ROOM  # the smallest region with whole room


def region_of(games, entries=3, blocks=BLOCKS, seed=0):
    """A region in which as many games have been played without a power-off; and the journal of the last."""
    region = NorFlash(Clock(), blocks, seed=seed)
    journal = journal_of(region)
    for number in range(games):
        assert journal.start(number, {"level": 1})
        for i in range(entries):
            assert journal.append(("place", i % 12, -1))
    return region, journal


def entries_of(count):
    return [("place", i % 12, -1) for i in range(count)]


@given(actions, st.lists(st.integers(0, 400), max_size=6), st.integers(0, 9))
def test_the_journal_is_a_prefix_that_holds_every_finished_entry(entries, cuts, seed):
    region = NorFlash(Clock(), BLOCKS, seed=seed)
    journal = journal_of(region)
    journal.start(5, {"level": 2})
    done = 0
    for cut in [*cuts, None]:
        region.cut_after(cut)
        with contextlib.suppress(PowerCut):
            for entry in entries[done:]:
                assert journal.append(entry)
                done += 1
        region.cut_after(None)
        journal = journal_of(region)
        number, setup, got = journal.replay()
        assert (number, setup) == (5, {"level": 2})
        assert got == entries[: len(got)]
        assert done <= len(got) <= done + 1
        done = len(got)
    assert done == len(entries) and sum(region.erased) == 0


def test_a_cut_at_every_byte_of_a_long_entry():
    entry = ("fall", [[1, 2], [5]])
    for cut in range(40):
        region, journal = region_of(1)
        region.cut_after(cut)
        with contextlib.suppress(PowerCut):
            journal.append(entry)
        region.cut_after(None)
        journal = journal_of(region)
        got = journal.replay()[2]
        assert got in (entries_of(3), [*entries_of(3), entry])
        assert journal.append(("draw",))
        assert journal_of(region).replay()[2] == [*got, ("draw",)]


@given(st.integers(0, 12), st.integers(0, 60), st.integers(0, 400), st.integers(0, 9))
@example(12, 60, 0, 0)
@example(12, 60, 1, 0)
def test_a_new_game_replaces_the_old_one_in_one_step(games, entries, budget, seed):
    region, journal = region_of(games, entries, seed=seed)
    setup = {"names": ["Rose", "Max"]}
    region.cut_after(budget)
    begun = False
    with contextlib.suppress(PowerCut):
        begun = journal.start(77, setup)
    region.cut_after(None)
    old = (games - 1, {"level": 1}, entries_of(entries)) if games else None
    allowed = [(77, setup, [])] if begun else [old, (77, setup, [])]
    journal = journal_of(region)
    got = journal.replay()
    assert got in allowed
    if got is None:
        assert journal.start(1, {})
    assert journal.append(("pass",))
    assert journal_of(region).replay()[2][-1] == ("pass",)


@given(st.integers(1, 30), st.integers(0, 40), st.lists(st.integers(0, 9), max_size=8), st.integers(0, 9))
def test_a_cut_in_the_erasing_at_power_on_loses_nothing(games, entries, cuts, seed):
    region, _ = region_of(games, entries, blocks=12, seed=seed)
    for cut in cuts:
        region.cut_after(cut)
        with contextlib.suppress(PowerCut):
            journal_of(region)
    region.cut_after(None)
    journal = journal_of(region)
    assert journal.complaint == "" and journal.replay() == (games - 1, {"level": 1}, entries_of(entries))
    used = {i for i in range(12) if any(b != 0xFF for b in region.contents[i * BLOCK : (i + 1) * BLOCK])}
    assert len(used) == 1, "all else is clean for the next game"


def test_games_that_cannot_be_begun_do_not_cost_the_one_before():
    region, journal = region_of(5)
    region.fault("worn")
    for number in range(40):
        assert not journal.start(70 + number, {}) and journal.complaint
    region.clear("worn")
    assert journal_of(region).replay() == (4, {"level": 1}, entries_of(3))


def test_entries_behind_one_that_was_half_programmed_begin_on_a_clean_page():
    region, journal = region_of(1)
    region.fault("worn")
    assert not journal.append(("draw",)) and "read back" in journal.complaint
    region.clear("worn")
    assert journal.append(("pass",))
    assert journal_of(region).replay()[2] == [*entries_of(3), ("draw",), ("pass",)]


what_happens = st.one_of(
    st.tuples(st.just("append"), st.integers(1, 30)),
    st.tuples(st.just("start"), st.just(0)),
    st.tuples(st.just("power"), st.just(0)),
    st.tuples(st.just("cut"), st.integers(0, 300)),
    st.tuples(st.sampled_from(["io-error", "read-corrupt", "worn"]), st.booleans()),
)


@given(st.lists(what_happens, max_size=40), st.integers(0, 9))
def test_whatever_happens_what_was_safely_stored_comes_back(story, seed):
    region = NorFlash(Clock(), BLOCKS, seed=seed)
    journal = journal_of(region)
    sure = None  # (number, entries stored)
    said = None  # (number, all entries it was given)
    given = {}  # number -> all entries it was given
    number = 0
    for what, how in story:
        try:
            if what == "append" and said is not None:
                for i in range(how):
                    entry = ("place", i % 12, len(said[1]) % 200)
                    said[1].append(entry)
                    if journal.append(entry):
                        sure = (said[0], len(said[1]))
            elif what == "start":
                number += 1
                said = (number, given.setdefault(number, []))
                if journal.start(number, {}):
                    sure = (number, 0)
            elif what == "cut":
                region.cut_after(how)
            elif what in region.FAULTS:
                (region.fault if how else region.clear)(what)
            elif what == "power":
                raise PowerCut
        except PowerCut:
            region.faults.clear()
            region.cut_after(None)
            journal = journal_of(region)
            got = journal.replay()
            if got is None:
                assert sure is None
                said = None
            else:  # the game that was stored last or one begun after it, with all that was surely stored
                assert sure is None or got[0] >= sure[0]
                assert got[2] == given[got[0]][: len(got[2])]
                assert sure is None or got[0] > sure[0] or len(got[2]) >= sure[1]
                given[got[0]] = list(got[2])
                said = (got[0], given[got[0]])
                sure = (got[0], len(got[2]))


@given(st.integers(0, 60), st.lists(st.tuples(st.integers(0, BLOCKS * BLOCK - 1), st.binary(max_size=40)), max_size=12))
def test_any_bytes_in_the_region_are_survived(games, scribbles):
    region, _ = region_of(games % 4)
    for at, data in scribbles:
        region.contents[at : at + len(data)] = data[: len(region.contents) - at]
    journal = journal_of(region)
    got = journal.replay()
    assert got is None or (0 <= got[0] < 4 and got[2] == entries_of(len(got[2])))
    assert journal.start(9, {}) and journal.append(("draw",))
    assert journal_of(region).replay() == (9, {}, [("draw",)])


@given(st.binary(max_size=120), st.sampled_from(["settings", "settings.old", "calibration"]))
def test_any_bytes_as_a_file_are_survived(data, name):
    files = MemoryFiles()
    files.data[name] = data
    store = Store(files)
    assert store.load_settings() == settings.defaults()
    assert store.load_calibration() is None


@given(st.integers(0, 10_000), st.integers(0, 7))
def test_no_flipped_bit_goes_unnoticed(byte, bit):
    region, journal = region_of(1, 0)
    for entry in (("play", 3), ("place", 3, -1)):
        journal.append(entry)
    used = [i for i, b in enumerate(region.contents) if b != 0xFF]
    region.contents[used[byte % len(used)]] ^= 1 << bit
    journal = journal_of(region)
    got = journal.replay()
    assert journal.complaint
    assert got is None or got[2] in ([], [("play", 3)])
