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

    def append(self, name, data):
        part, cut = self._spend(bytes(data))
        self.data[name] = self.data.get(name, b"") + part
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


ACTIONS = [("play", 3), ("place", 3, -1), ("counted",), ("fall", [[1, 2], [5]]), ("-fell", [1])]


def test_crc24_of_the_reference_string():
    assert crc24(b"123456789") == 0x21CF02


def test_settings_of_a_new_table_are_the_defaults():
    store = Store(MemoryFiles())
    assert store.load_settings() == settings.defaults()
    assert store.complaints() == []


def test_settings_come_back():
    files = MemoryFiles()
    value = settings.defaults()
    value["level"] = 3
    value["names"][0] = "Zoe"
    assert Store(files).save_settings(value)
    assert Store(files).load_settings() == value


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
    assert store.complaints() == ["calibration: written by another version"]


def test_settings_are_not_taken_for_a_calibration():
    files = MemoryFiles()
    store = Store(files)
    store.save_settings(settings.defaults())
    files.data["calibration"] = files.data["settings"]
    assert store.load_calibration() is None
    assert store.complaints() == ["calibration: not a file of this table"]


def test_the_journal_gives_back_seed_setup_and_actions():
    files = MemoryFiles()
    journal = Journal(files)
    assert journal.replay() is None
    assert journal.start(77, {"level": 1})
    for action in ACTIONS:
        assert journal.append(action)
    assert Journal(files).replay() == (77, {"level": 1}, ACTIONS)


def test_a_torn_tail_is_dropped_and_mended_before_the_next_entry():
    files = MemoryFiles()
    journal = Journal(files)
    journal.start(1, {})
    for action in ACTIONS:
        journal.append(action)
    whole = dict(files.data)
    for cut in range(1, 12):
        files.data = dict(whole)
        files.data["journal.tail"] = files.data["journal.tail"][:-cut]
        journal = Journal(files)
        assert journal.replay()[2] == ACTIONS[:-1]
        assert journal.complaint == "journal: cut short after entry 4"
        assert journal.append(("draw",))
        assert Journal(files).replay()[2] == ACTIONS[:-1] + [("draw",)]  # noqa: RUF005


def test_a_full_disk_leaves_out_no_action():
    files = MemoryFiles()
    journal = Journal(files)
    journal.start(1, {})
    journal.append(("draw",))
    files.full = True
    assert not journal.append(("play", 3))
    assert journal.complaint.startswith("journal: ")
    assert not journal.append(("place", 3, -1))
    files.full = False
    assert journal.append(("counted",))
    assert journal.complaint == ""
    assert Journal(files).replay()[2] == [("draw",), ("play", 3), ("place", 3, -1), ("counted",)]


def test_a_damaged_record_ends_the_replay_with_its_number():
    files = MemoryFiles()
    journal = Journal(files)
    journal.start(1, {})
    for action in ACTIONS:
        journal.append(action)
    data = files.data["journal.tail"]
    at = data.find(b"fall") - 2
    files.data["journal.tail"] = data[:at] + b"?" + data[at + 1 :]
    journal = Journal(files)
    assert journal.replay()[2] == ACTIONS[:3]
    assert journal.complaint == "journal: damaged after entry 3"
    assert journal.append(("draw",))
    again = Journal(files)
    assert again.replay()[2] == ACTIONS[:3] + [("draw",)] and again.complaint == ""  # noqa: RUF005


def test_entries_of_all_kinds_come_back():
    more = [("overruled", "no fall"), ("-at", 3, 0, 253), ("-at", 3, -120000, 70000), ("missed", [[1]], 2)]
    for entry in ACTIONS + more:
        assert decode(encode(entry)) == entry, entry
    assert len(encode(("place", 3, -1))) == 3
    assert decode(b"") is None and decode(b"\xff") is None and decode(b"[1") is None and decode(b"[]") is None


def test_the_tail_goes_to_the_journal_when_it_is_full_or_tidied():
    files = MemoryFiles()
    journal = Journal(files)
    journal.start(1, {})
    short = len(files.data["journal"])
    for i in range(12):
        journal.append(("place", i, -1))
    journal.tidy()
    assert "journal.tail" not in files.data and len(files.data["journal"]) > short
    for i in range(40):
        journal.append(("place", i % 12, -1))
        assert len(files.data["journal.tail"]) <= 128
    got = Journal(files).replay()[2]
    assert len(got) == 52 and got[8] == ("place", 8, -1) and got[51] == ("place", 3, -1)


def test_a_tail_of_another_game_is_no_part_of_this_one():
    files = MemoryFiles()
    journal = Journal(files)
    journal.start(1, {})
    journal.append(("draw",))
    tail = files.data["journal.tail"]
    journal.start(2, {})
    assert "journal.tail" not in files.data
    files.data["journal.tail"] = tail
    journal = Journal(files)
    assert journal.replay() == (2, {}, []) and journal.complaint == ""
    journal.append(("pass",))
    assert Journal(files).replay() == (2, {}, [("pass",)])
