"""Text: widths, line breaks and pixels, against a plain reading of the font data."""

from teatable.ui import font_data
from teatable.ui.fonts import BIG, BODY, SMALL, make_fonts
from unit_ui.display import LANGUAGES

FACES = make_fonts()
PARTS = (
    (font_data.SMALL_WIDTHS, font_data.SMALL_BITS),
    (font_data.BODY_WIDTHS, font_data.BODY_BITS),
    (font_data.BIG_WIDTHS, font_data.BIG_BITS),
)


def glyph(letter):
    if 32 <= ord(letter) < 123:
        return ord(letter) - 32
    return 91 + font_data.EXTRAS.index(letter)


def wide(face, text):
    return sum([PARTS[face][0][glyph(letter)] for letter in text])


def broken(face, text, w):
    """Break lines in the plainest way."""
    lines = []
    for part in text.split("\n"):
        line = None
        for word in part.split(" "):
            if wide(face, word) > w:
                return None
            longer = word if line is None else line + " " + word
            if wide(face, longer) <= w:
                line = longer
            else:
                lines.append(line)
                line = word
        lines.append(line)
    return lines if len(lines) <= 16 else None


def texts():
    out = ["", "A", "Größe und Süße, Äpfel", "one\ntwo three\n\nfour", "  two  spaces ", "Zoé"]
    for _code, words in LANGUAGES:
        for section in words.TEXT.values():
            for line in section.split("\n"):
                if line:
                    out.append(line.split(": ", 1)[1].replace("|", "\n").replace("{name}", "Rose"))
    return out


def test_widths():
    for text in texts():
        if "\n" not in text:
            for face in (SMALL, BODY):
                assert FACES[face].width(text) == wide(face, text), text
    assert FACES[BODY].width("\u2603") == -1 and FACES[BODY].width("\n") == -1 and FACES[BODY].width("~") == -1
    assert FACES[BIG].width("#") == -1  # the big font goes without rare signs
    assert FACES[BODY].shown("Zo\u00eb ~ \u2603 \u00e9") == "Zo? ? ? \u00e9"


def test_lines_break_as_they_should():
    for text in texts():
        for face in (SMALL, BODY):
            for w in (40, 70, 116, 232):
                ours = FACES[face].lines(text, w)
                assert ours == broken(face, text, w), (text, face, w, ours)
    assert FACES[BODY].lines("a \u2603 b", 200) is None
    assert FACES[BODY].lines("a\n" * 40, 200) is None


def test_pixels():
    """Each letter's ink is the one in the picture of the font, at odd and even places, and the ground stays."""
    row_bytes = 40
    for face in (SMALL, BODY, BIG):
        widths, bits = PARTS[face]
        stride = (sum(widths) + 7) // 8
        for text, x in (("Ag", 0), ("jW8", 3), ("ä!é", 1)):
            frame = bytearray(b"\x33" * row_bytes * 40)
            FACES[face].draw(frame, row_bytes, text, x, 2, 9)
            left = x
            for letter in text:
                i = glyph(letter)
                first = sum(widths[:i])
                for row in range(FACES[face].height):
                    for column in range(widths[i]):
                        bit = first + column
                        ink = bits[row * stride + bit // 8] >> (7 - bit % 8) & 1
                        at = left + column
                        pixel = frame[(row + 2) * row_bytes + at // 2] >> (0 if at & 1 else 4) & 15
                        assert pixel == (9 if ink else 3), (face, text, letter, row, column)
                left += widths[i]
            assert frame[: 2 * row_bytes] == b"\x33" * 2 * row_bytes
