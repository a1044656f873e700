"""The store on CPython and MicroPython: what was saved comes back, what is bad is refused by name."""

from teatable.store import Store, settings
from teatable.store.crc import crc24
from teatable.store.entries import decode, encode
from teatable.store.journal import Journal


class MemoryFiles:
    """`ports.files` in memory. With `budget` (bytes) the power goes off inside the write that would exceed it."""

    def __init__(self, budget=-1):
        self.data = {}
        self.budget = budget
        self.full = False

    def _spend(self, data):
        if self.full:
            raise OSError(28, "no space left")
        if self.budget < 0:
            return data, False
        if len(data) > self.budget:
            part = data[: self.budget]
            self.budget = 0
            return part, True
        self.budget -= len(data)
        return data, False

    def read(self, name):
        return self.data.get(name)

    def write(self, name, data):
        part, cut = self._spend(bytes(data))
        self.data[name] = part
        if cut:
            raise KeyboardInterrupt

    def rename(self, old, new):
        if self._spend(b"r")[1]:  # a rename is whole or not at all; it counts as one byte
            raise KeyboardInterrupt
        self.data[new] = self.data.pop(old)

    def remove(self, name):
        if name not in self.data:
            raise OSError(2, "no such file")
        if self._spend(b"r")[1]:
            raise KeyboardInterrupt
        del self.data[name]

    def names(self):
        return list(self.data)


class MemoryRegion:
    """`ports.journal` in memory: programming clears bits, an erase sets them all."""

    def __init__(self, blocks=8, block=4096):
        self.blocks = blocks
        self.block = block
        self.data = bytearray(b"\xff" * (blocks * block))
        self.erased = []  # numbers of blocks, in order
        self.broken = False

    def _answer(self):
        if self.broken:
            raise OSError(5, "cannot")

    def read(self, at, buf):
        self._answer()
        buf[:] = self.data[at : at + len(buf)]

    def program(self, at, data):
        self._answer()
        for i in range(len(data)):
            self.data[at + i] &= data[i]

    def erase(self, number):
        self._answer()
        self.erased.append(number)
        self.data[number * self.block : (number + 1) * self.block] = b"\xff" * self.block


ACTIONS = [("play", 3), ("place", 3, -1), ("counted",), ("fall", [[1, 2], [5]]), ("-fell", [1])]


def test_crc24_of_the_reference_string():
    assert crc24(b"123456789") == 0x21CF02


def test_settings_of_a_new_table_are_the_defaults():
    store = Store(MemoryFiles(), MemoryRegion())
    assert store.load_settings() == settings.defaults()
    assert store.complaints() == []


def test_settings_come_back():
    files = MemoryFiles()
    value = settings.defaults()
    value["level"] = 3
    value["names"][0] = "Zoe"
    assert Store(files).save_settings(value)
    assert Store(files).load_settings() == value


def test_a_language_that_cannot_be_one_is_refused():
    for bad in ("", "e", "EN", "engl", "../x", 7, None):
        got, refused = settings.checked({"language": bad})
        assert got["language"] == "en" and refused == ["language"], bad
    assert settings.checked({"language": "de"}) == (dict(settings.defaults(), language="de"), [])


def test_colours_that_two_seats_would_share_are_refused():
    swapped = [1, 0] + list(range(2, 10))  # noqa: RUF005
    assert settings.checked({"colours": swapped}) == (dict(settings.defaults(), colours=swapped), [])
    for bad in ([0] * 10, list(range(9)), list(range(1, 11)), ["0"] * 10, "0123456789", None):
        got, refused = settings.checked({"colours": bad})
        assert got["colours"] == list(range(10)) and refused == ["colours"], bad


def test_settings_out_of_range_are_set_back_one_by_one():
    files = MemoryFiles()
    value = settings.defaults()
    value["level"] = 9
    value["brightness"] = True
    value["players"] = 4
    value["names"] = ["", "x"]
    Store(files).save_settings(value)
    store = Store(files)
    got = store.load_settings()
    assert got["level"] == 2 and got["brightness"] == 80 and got["players"] == 4
    assert got["names"] == settings.defaults()["names"]
    assert "settings: level out of range" in store.complaints()


def test_a_damaged_file_gives_the_last_good_copy_and_is_named():
    files = MemoryFiles()
    store = Store(files)
    value = settings.defaults()
    value["level"] = 1
    store.save_settings(value)
    value["level"] = 3
    store.save_settings(value)
    data = files.data["settings"]
    for bad in (b"", data[:10], data[:-1], data[:40] + b"?" + data[41:], data.replace(b" 1\n", b" 2\n"), b"garbage"):
        files.data["settings"] = bad
        again = Store(files)
        assert again.load_settings()["level"] == 1, bad
        assert again.complaints() and again.complaints()[0].startswith("settings: "), bad


def test_another_version_is_refused_by_name():
    files = MemoryFiles()
    store = Store(files)
    store.save_calibration({"scale": 1000})
    assert store.load_calibration() == {"scale": 1000}
    files.data["calibration"] = files.data["calibration"].replace(b"n 1\n", b"n 7\n")
    assert store.load_calibration() is None
    assert store.complaints()[0] == "calibration: written by another version"


def test_settings_are_not_taken_for_a_calibration():
    files = MemoryFiles()
    store = Store(files)
    store.save_settings(settings.defaults())
    files.data["calibration"] = files.data["settings"]
    assert store.load_calibration() is None
    assert store.complaints()[0] == "calibration: not a file of this table"


def with_level(level):
    value = settings.defaults()
    value["level"] = level
    return value


def test_what_is_saved_waits_as_a_draft_until_the_next_power_on_moves_it_into_its_file():
    files, region = MemoryFiles(), MemoryRegion()
    store = Store(files, region)
    for level in (3, 0, 1):
        assert store.save_settings(with_level(level)) and store.load_settings()["level"] == level
    assert store.save_calibration({"zero": [1, 2, 3, 4]}) and store.load_calibration() == {"zero": [1, 2, 3, 4]}
    assert files.data == {} and region.erased == [] and store.complaints() == []
    again = Store(files, region)
    assert region.erased == [6] and region.data == b"\xff" * len(region.data)
    assert sorted(files.data) == ["calibration", "settings"]
    assert again.load_settings()["level"] == 1 and again.load_calibration() == {"zero": [1, 2, 3, 4]}
    assert Store(files).load_settings()["level"] == 1


def test_drafts_without_room_go_into_the_files():
    files, region = MemoryFiles(), MemoryRegion()
    store = Store(files, region)
    assert store.save_calibration({"zero": 7})
    for i in range(100):
        assert store.save_settings(with_level(i % 4)) and store.load_settings()["level"] == i % 4
        assert store.load_calibration() == {"zero": 7}
    assert 4 <= len(region.erased) <= 12 and set(region.erased) == {6, 7}
    again = Store(files, region)
    assert again.load_settings()["level"] == 99 % 4 and again.load_calibration() == {"zero": 7}


def test_drafts_on_a_broken_flash_are_refused_and_said():
    files, region = MemoryFiles(), MemoryRegion()
    store = Store(files, region)
    assert store.save_settings(with_level(3))
    region.broken = True
    assert not store.save_settings(with_level(0))
    assert store.complaints()[0].startswith("drafts: ")
    dark = Store(files, region)
    assert dark.load_settings()["level"] == 2 and dark.complaints()[0].startswith("drafts: ")
    region.broken = False
    assert Store(files, region).load_settings()["level"] == 3


def test_drafts_stay_while_their_file_cannot_be_written():
    files, region = MemoryFiles(), MemoryRegion()
    assert Store(files, region).save_settings(with_level(3))
    files.full = True
    store = Store(files, region)
    assert store.load_settings()["level"] == 3 and store.complaints()[0].startswith("settings: ")
    files.full = False
    assert Store(files, region).load_settings()["level"] == 3 and files.data


def test_games_and_drafts_keep_out_of_each_others_blocks():
    files, region = MemoryFiles(), MemoryRegion()
    for number in range(20):
        store = Store(files, region)
        assert number == 0 or store.journal.replay() == (number - 1, {}, [("draw",)])
        assert store.load_settings()["level"] == (number - 1) % 4 or number == 0
        assert store.save_settings(with_level(number % 4))
        assert store.journal.start(number, {}) and store.journal.append(("draw",))
        assert store.complaints() == []


def journal_of(region):
    """A journal that has the whole region."""
    return Journal(region, 0 if region is None else region.blocks)


def begun(region, entries=ACTIONS, number=1):
    """A journal with a game of these entries."""
    journal = journal_of(region)
    assert journal.start(number, {"level": 1})
    for entry in entries:
        assert journal.append(entry)
    return journal


def test_the_journal_gives_back_seed_setup_and_actions():
    region = MemoryRegion()
    assert journal_of(region).replay() is None
    begun(region, number=77)
    journal = journal_of(region)
    assert journal.replay() == (77, {"level": 1}, ACTIONS) and journal.complaint == "" and journal.entries == 5
    assert journal.append(("draw",))
    assert journal_of(region).replay()[2] == ACTIONS + [("draw",)]  # noqa: RUF005
    assert region.erased == []


def test_a_long_game_takes_pages_and_blocks():
    region = MemoryRegion()
    many = [("place", i % 12, -1) for i in range(900)]
    begun(region, many)
    assert journal_of(region).replay()[2] == many and region.erased == []
    assert region.data[: 2 * 4096] != b"\xff" * (2 * 4096) and region.data[3 * 4096 :] == b"\xff" * (5 * 4096)


def last_written(region):
    at = len(region.data)
    while region.data[at - 1] == 0xFF:
        at -= 1
    return at


def test_what_was_torn_is_dropped_and_never_written_over():
    for cut in range(1, 12):
        region = MemoryRegion()
        begun(region)
        end = last_written(region)
        region.data[end - cut : end] = b"\xff" * cut
        torn = bytes(region.data[:end])
        journal = journal_of(region)
        assert journal.replay()[2] == ACTIONS[:-1]
        assert journal.complaint == "journal: damaged after entry 4"
        assert journal.append(("draw",)) and journal.complaint == ""
        assert bytes(region.data[:end]) == torn, "an entry behind the torn one begins on a clean page"
        again = journal_of(region)
        assert again.replay()[2] == ACTIONS[:-1] + [("draw",)] and again.complaint == ""  # noqa: RUF005


def test_a_broken_flash_leaves_out_no_action():
    region = MemoryRegion()
    journal = begun(region, [("draw",)])
    region.broken = True
    assert not journal.append(("play", 3))
    assert journal.complaint.startswith("journal: ")
    assert not journal.append(("place", 3, -1))
    assert journal.replay() is None and journal.complaint.startswith("journal: ")
    region.broken = False
    journal = journal_of(region)
    journal.replay()
    region.broken = True
    assert not journal.append(("play", 3)) and not journal.append(("place", 3, -1))
    region.broken = False
    assert journal.append(("counted",))
    assert journal.complaint == ""
    assert journal_of(region).replay()[2] == [("draw",), ("play", 3), ("place", 3, -1), ("counted",)]


def test_a_game_begun_on_a_broken_flash_is_written_when_it_is_well():
    region = MemoryRegion()
    begun(region, number=1)
    region.broken = True
    journal = journal_of(region)
    assert journal.complaint.startswith("journal: ")
    assert not journal.start(2, {}) and not journal.append(("draw",))
    region.broken = False
    assert journal_of(region).replay()[0] == 1
    assert journal.append(("pass",))
    assert journal_of(region).replay() == (2, {}, [("draw",), ("pass",)])


def test_a_damaged_record_ends_the_replay_with_its_number_and_play_goes_on_from_there():
    region = MemoryRegion()
    begun(region)
    region.data[region.data.find(b"fall") - 2] ^= 4
    journal = journal_of(region)
    assert journal.replay()[2] == ACTIONS[:3]
    assert journal.complaint == "journal: damaged after entry 3"
    assert journal.append(("draw",))
    again = journal_of(region)
    assert again.replay()[2] == ACTIONS[:3] + [("draw",)] and again.complaint == ""  # noqa: RUF005


def test_entries_behind_a_damaged_page_are_not_taken():
    region = MemoryRegion()
    begun(region, [("place", i % 12, -1) for i in range(100)])
    region.data[256 + 40] ^= 1
    journal = journal_of(region)
    assert len(journal.replay()[2]) < 10 and journal.complaint.startswith("journal: damaged after entry ")


def test_what_its_reader_gives_up_is_void():
    region = MemoryRegion()
    begun(region)
    journal = journal_of(region)
    journal.replay()
    journal.keep(2, "journal: the rules refuse entry 2")
    assert journal.append(("pass",))
    journal = journal_of(region)
    assert journal.replay()[2] == ACTIONS[:2] + [("pass",)] and journal.complaint == ""  # noqa: RUF005


def test_without_a_partition_nothing_is_kept_and_it_says_so():
    for region in (None, MemoryRegion(1)):
        journal = journal_of(region)
        assert journal.missing and journal.complaint.startswith("journal: no such flash partition")
        assert not journal.start(1, {}) and not journal.append(("draw",)) and journal.replay() is None
        assert journal.complaint.startswith("journal: no such flash partition")


def test_games_go_round_the_region_and_the_last_one_is_found():
    region = MemoryRegion(8)
    for number in range(1, 60):
        journal = journal_of(region)
        last = journal.replay()
        assert number == 1 or last[0] == number - 1
        begun(region, number=number)
        assert journal_of(region).replay() == (number, {"level": 1}, ACTIONS)
    times = [region.erased.count(i) for i in range(8)]
    assert max(times) - min(times) <= 1 and max(times) <= 8, times


def test_many_games_without_a_power_off_erase_only_when_no_room_is_left():
    region = MemoryRegion(8)
    journal = journal_of(region)
    for number in range(5):
        assert journal.start(number, {})
        assert region.erased == [], "four blocks are clean behind the fifth game's first"
    for number in range(5, 30):
        before = bytes(region.data)
        assert journal.start(number, {}) and journal.append(("draw",))
        assert len(region.erased) == number - 4
        old = before.find(b'"seed": %d,' % (number - 1))
        assert bytes(region.data[old : old + 9]) == before[old : old + 9], "the game before is still there"
    assert journal_of(region).replay() == (29, {}, [("draw",)])


def test_a_game_begins_behind_all_blocks_of_the_one_before():
    region = MemoryRegion()
    many = [("place", i % 12, -1) for i in range(900)]
    journal = begun(region, many)
    assert journal.start(2, {}) and journal.append(("draw",))
    assert region.data.find(b"teatable journal", 1) == 2 * 4096
    assert journal_of(region).replay() == (2, {}, [("draw",)])


def test_at_power_on_all_but_the_last_game_is_erased():
    region = MemoryRegion(8)
    journal = journal_of(region)
    for number in range(3):
        journal.start(number, {})
    region.data[6 * 4096 + 100] = 0
    journal = journal_of(region)
    assert sorted(region.erased) == [0, 1, 6]
    assert journal.replay() == (2, {}, [])


def test_a_region_that_nobody_can_read_is_named_and_used():
    region = MemoryRegion(8)
    region.data[:] = b"\0" * len(region.data)
    journal = journal_of(region)
    assert journal.replay() is None and journal.complaint == "journal: no game that can be read"
    assert region.erased == [], "it may be the reading that went wrong"
    assert journal.start(1, {}) and journal.append(("draw",)) and len(region.erased) == 4
    assert journal_of(region).replay() == (1, {}, [("draw",)])


def test_a_game_longer_than_its_room_goes_on_and_says_so():
    region = MemoryRegion(4)
    journal = journal_of(region)
    journal.start(1, {})
    many = 0
    while journal.append(("place", many % 12, -1)):
        many += 1
    assert "too long" in journal.complaint
    assert many > 900
    again = journal_of(region)
    assert len(again.replay()[2]) == many
    assert again.start(2, {}) and journal_of(region).replay() == (2, {}, [])


def test_entries_of_all_kinds_come_back():
    more = [("overruled", "no fall"), ("-at", 3, 0, 253), ("-at", 3, -120000, 70000), ("missed", [[1]], 2)]
    for entry in ACTIONS + more:
        assert decode(encode(entry)) == entry, entry
    assert len(encode(("place", 3, -1))) == 3
    assert decode(b"") is None and decode(b"\xff") is None and decode(b"[1") is None and decode(b"[]") is None
