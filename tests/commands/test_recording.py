"""Recordings: the header tells the format, and a bad row is named by its line."""

import pytest

from host_sim.errors import BadInput
from host_sim.recorded import recording


def write(tmp_path, text):
    path = tmp_path / "r.csv"
    path.write_text(text, encoding="utf-8")
    return str(path)


@pytest.mark.parametrize(
    ("header", "kind", "width"),
    [
        ("t_s,raw_counts", recording.COUNTS, 1),
        ("t_s,cell1_g,cell2_g,cell3_g,cell4_g", recording.GRAMS, 4),
        ("t_s,ax,ay,az,temp_c", recording.ACCEL, 3),
    ],
)
def test_the_header_tells_the_format(tmp_path, header, kind, width):
    columns = header.count(",")
    text = header + "\n" + "".join(f"{i / 10}" + ",7" * columns + "\r\n" for i in range(5))
    read = recording.load(write(tmp_path, text))
    assert (read.kind, len(read.rows), len(read.rows[0])) == (kind, 5, width)
    assert read.rate_hz == pytest.approx(10.0)


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("", "line 1: found the header"),
        ("t_s,weight\n1,2\n", "line 1: found the header"),
        ("t_s,t_s,raw_counts\n1,1,2\n", "the same column twice"),
        ("t_s,raw_counts\n", "no rows"),
        ("t_s,raw_counts\n0,1\n0.1,x\n", 'line 3, raw_counts: found "x"'),
        ("t_s,raw_counts\n0,1\n0.1\n", "line 3: found 1 fields"),
        ("t_s,raw_counts\n0,1\n0.1,nan\n", 'line 3, raw_counts: found "nan"'),
        ("t_s,raw_counts\n1,1\n0.5,1\n", "line 3, t_s: found 0.5 after 1"),
        ("t_s,raw_counts\n0,1\n0.1,\n", 'line 3, raw_counts: found ""'),
        ('t_s,raw_counts\n0,"1\n', "line 2"),
    ],
)
def test_a_bad_row_is_named_by_its_line(tmp_path, text, told):
    path = write(tmp_path, text)
    with pytest.raises(BadInput) as caught:
        recording.load(path)
    assert str(caught.value).startswith(path + ": ")
    assert told in str(caught.value)


def test_a_missing_file_is_named(tmp_path):
    with pytest.raises(BadInput, match=r"none\.csv: cannot be read"):
        recording.load(str(tmp_path / "none.csv"))
