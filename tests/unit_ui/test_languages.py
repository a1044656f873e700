"""Languages: found by their files, one at a time in memory, and the display changes over at once."""

import sys

from teatable.ui import languages
from unit_ui.display import LANGUAGES, Display, fresh, views


def test_english_and_german_are_found():
    codes = languages.codes()
    assert "en" in codes and "de" in codes and codes == sorted(codes)


def test_only_one_language_stays_in_memory():
    for code in ("de", "en", "de"):
        assert languages.load(code).TEXT
        assert [m for m in sys.modules if ".words_" in m] == ["teatable.ui.words_" + code]
        assert not hasattr(sys.modules["teatable.ui"], "words_" + ("en" if code == "de" else "de"))


def test_a_language_without_a_file_is_an_import_error():
    try:
        languages.load("xx")
        raise AssertionError("loaded")
    except ImportError:
        pass
    assert languages.load("en").NAME == "English"


def test_the_display_changes_over_at_once():
    d = Display()
    d.show(views()["settings"])
    english = list(d.panel.picture)
    d.ui.set_words(dict(LANGUAGES)["de"])
    d.settle()
    assert d.panel.picture != english
    d.ui.set_words(dict(LANGUAGES)["en"])
    d.settle()
    assert d.panel.picture == english == fresh(views()["settings"])
