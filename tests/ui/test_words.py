"""Words: every key that the firmware sends to the display has a text, and every text is sent by something."""

import re
from pathlib import Path

import pytest
from teatable.boards import geometry
from teatable.ui import font_data
from teatable.ui.words import Words

from host_sim.gallery import load_words

UI = Path(__file__).resolve().parents[2] / "firmware" / "teatable" / "ui"
PLAY = UI.parent / "play"
LANGUAGES = sorted(path.stem[6:] for path in UI.glob("words_*.py"))

# keys that are put together from a prefix and a name of the rules or the geometry
MADE = re.compile(
    r"(which|letter|name|short|does|more|rule|part|level|count|reason|why|note|status|fault|cell)-.+|small|medium|large|purple|yellow|green|blue"
)


def keys_of(words):
    return [line.split(": ", 1)[0] for section in words.TEXT.values() for line in section.split("\n") if line]


def said(folder):
    """All string constants of a package that look like a key."""
    text = "\n".join(path.read_text() for path in folder.glob("*.py") if not path.name.startswith("words"))
    return set(re.findall(r'"([a-z0-9]+(?:-[a-z0-9]+)*)"', text))


@pytest.mark.parametrize("language", LANGUAGES)
def test_sections_are_by_first_letter_and_no_key_comes_twice(language):
    words = load_words(language)
    keys = keys_of(words)
    assert len(keys) == len(set(keys))
    for letter, section in words.TEXT.items():
        assert section.startswith("\n") and section.endswith("\n")
        for line in section.strip("\n").split("\n"):
            assert line.startswith(letter) and ": " in line, line


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_language_has_the_same_keys_and_letters_the_fonts_have(language):
    words = load_words(language)
    assert set(keys_of(words)) == set(keys_of(load_words("en")))
    for section in words.TEXT.values():
        for letter in section:
            assert letter in "\n|{}" or 32 <= ord(letter) < 123 or letter in font_data.EXTRAS, letter


@pytest.mark.parametrize("language", LANGUAGES)
def test_no_two_colours_have_the_same_letter(language):
    words = Words(load_words(language))
    letters = [words.get("letter-" + colour) for colour in geometry.COLOURS]
    assert len(set(letters)) == 4 and all(len(letter) == 1 for letter in letters)


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_language_has_the_same_holes_for_names(language):
    words, english = Words(load_words(language)), Words(load_words("en"))
    for key in keys_of(load_words("en")):
        assert words.find(key).count("{name}") == english.find(key).count("{name}"), key


def test_every_word_the_screens_look_up_exists():
    keys = set(keys_of(load_words("en")))
    for path in UI.glob("*.py"):
        for key in re.findall(r's\.word\("([a-z0-9-]+)"', path.read_text()):
            assert key in keys or key.endswith("-"), f"{path.name}: {key}"


def test_every_key_that_play_sends_exists():
    keys = set(keys_of(load_words("en")))
    sent = said(PLAY) | said(PLAY.parent / "rules")
    for key in sent:
        if re.match(r"(note|status|fault)-", key):
            assert key in keys, key
    app = set(re.findall(r'"((?:note|status|fault)-[a-z-]+)"', (PLAY.parent / "app.py").read_text()))
    assert app <= keys


def test_no_text_is_left_over():
    used = said(UI) | said(PLAY)
    for key in keys_of(load_words("en")):
        assert key in used or MADE.fullmatch(key), f"nothing says {key}"


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_text_that_names_a_button_uses_the_words_on_it(language):
    words = Words(load_words(language))
    for button, texts in (
        ("set-up-ready", ("set-up-empty", "cups-not-empty", "gains-not-empty", "gains-off", "gains-put", "zero-off")),
        ("settings", ("fault-calibration",)),
    ):
        for text in texts:
            assert words.get(button).lower() in words.get(text).lower(), (language, text)


def test_the_languages_of_an_image_with_the_application_in_it_are_those_of_the_files(monkeypatch):
    from teatable.ui import languages

    assert list(languages.BUILT_IN) == LANGUAGES == languages.codes()
    monkeypatch.delattr(languages, "__file__")  # as in such an image
    assert languages.codes() == LANGUAGES
