"""What the page says in words."""

from host_sim.page.words import hint, said


def test_conclusions_are_told_in_words():
    placed = {"t": 83.4, "kind": "placed", "cup": "small-green", "sure": True, "stack": "small-green"}
    assert said(placed) == "1:23.4  placed: small green on the table"
    assert said(placed | {"stack": "large-blue"}).endswith("on the stack of large blue")
    unsure = placed | {"cup": None, "sure": False, "candidates": ["small-green", "small-blue"], "stack": "large-blue"}
    assert "small green or small blue (not sure)" in said(unsure)
    assert said({"t": 1.0, "kind": "fell", "cups": ["small-green"]}) == "0:01.0  fell: small green"
    assert said({"t": 1.0, "kind": "falling"}) and said({"t": 1.0, "kind": "falling-cancelled"})
    assert said({"t": 2.0, "kind": "fault", "fault": "fault-imu motion sensor"}) == "0:02.0  fault: imu motion sensor"


def test_a_newcomer_is_told_what_to_do():
    assert hint("title", "", False, True) == "Press New game on the display."
    assert hint("place", "Rose", False, True).startswith("Rose: Click a cup")
    assert "yellow" in hint("place", "Rose", False, True, "wrong-cup")
    assert "bot" in hint("hand", "Max", True, True)
    assert "power" in hint("", "", False, False)
