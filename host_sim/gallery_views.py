"""A view of every screen, as play would hand it to the display: for the gallery, the golden pictures and the tests.

The names are long on purpose where a box could be too small. Each entry: picture name -> view.
"""

from __future__ import annotations

from typing import Any

View = dict[str, Any]

NAMES = ["Rose", "Max", "Leonie", "Wilhelmina", "Jo", "Maximilian", "Ada", "Theodora", "Ben", "Mia"]


def stack(cups: list[int], x_mm: float, y_mm: float, allowed: bool = True) -> View:
    """Return one stack of a view, its place in millimetres."""
    return {"cups": cups, "x_um": int(x_mm * 1000), "y_um": int(y_mm * 1000), "allowed": allowed}


def gallery_views() -> dict[str, View]:
    """Return fresh views, one for each picture of the gallery."""
    three = [stack([8, 5, 2], -60, 30), stack([4, 3], 45, 60), stack([9], 30, -70, False)]
    rose: View = {"player": "Rose", "seat": 0}
    long: View = {"player": "Wilhelmina", "seat": 3}
    hand = [(2, ""), (15, ""), (16, "cup-on-table"), (21, ""), (22, ""), (24, "table-empty")]
    return {
        "title": {"screen": "title", "can_resume": False},
        "title-resume": {"screen": "title", "can_resume": True},
        "players-3": {"screen": "players", "count": 3, "names": NAMES[:3], "can_rename": True},
        "players-10": {"screen": "players", "count": 10, "names": NAMES, "can_rename": True},
        "level": {"screen": "level", "level": 2},
        "first-3": {"screen": "first", "names": NAMES[:3]},
        "first-10": {"screen": "first", "names": NAMES},
        "pass": {"screen": "pass", **rose, "direction": 1, "note": ""},
        "pass-note": {"screen": "pass", **long, "direction": -1, "note": "note-tea", "note_name": "Maximilian"},
        "hand-closed": {"screen": "hand", **rose, "open": False, "cards": [], "count": 6, "page": 0, "pages": 1},
        "hand-open": {"screen": "hand", **rose, "open": True, "cards": hand, "count": 6, "page": 0, "pages": 1},
        "hand-exact": {
            "screen": "hand",
            **long,
            "open": True,
            "cards": [(k, "") for k in (0, 4, 8, 1, 5, 9)],
            "count": 48,
            "page": 2,
            "pages": 8,
        },
        "hand-colours": {
            "screen": "hand",
            **rose,
            "open": True,
            "cards": [(k, "") for k in (12, 13, 14, 15, 17, 18)],
            "count": 9,
            "page": 0,
            "pages": 2,
        },
        "hand-specials": {
            "screen": "hand",
            **rose,
            "open": True,
            "cards": [(k, "") for k in range(19, 25)],
            "count": 6,
            "page": 0,
            "pages": 1,
            "fell_button": False,
        },
        "hand-must-draw": {
            "screen": "hand",
            **rose,
            "open": True,
            "cards": [(k, "cup-on-table") for k in (6, 10, 7, 11, 3, 17)],
            "count": 13,
            "page": 1,
            "pages": 3,
            "must_draw": True,
        },
        "hand-must-pass": {
            "screen": "hand",
            **rose,
            "open": True,
            "cards": [(24, "table-empty")],
            "count": 1,
            "page": 0,
            "pages": 1,
            "must_pass": True,
        },
        "choose-exact": {"screen": "choose", **rose, "card": 2, "undo": True},
        "choose-colour": {"screen": "choose", **rose, "card": 15, "undo": True},
        "choose-size": {"screen": "choose", **rose, "card": 18, "undo": False},
        "choose-special": {"screen": "choose", **long, "card": 19, "undo": True},
        "place-one": {
            "screen": "place",
            **rose,
            "card": 2,
            "cups": [6],
            "stacks": three,
            "new_stack": "no",
            "message": "",
            "message_cup": -1,
        },
        "place-first": {
            "screen": "place",
            **rose,
            "card": 19,
            "cups": list(range(12)),
            "stacks": [],
            "new_stack": "must",
        },
        "place-wrong": {
            "screen": "place",
            **long,
            "card": 15,
            "cups": [3, 7, 11],
            "stacks": three,
            "new_stack": "may",
            "message": "wrong-cup",
            "message_cup": 4,
        },
        "place-by-hand-cup": {
            "screen": "place",
            **rose,
            "card": 15,
            "cups": list(range(12)),
            "stacks": three,
            "new_stack": "no",
            "by_hand": True,
        },
        "place-by-hand": {
            "screen": "place",
            **rose,
            "card": 15,
            "cups": [3, 7, 11],
            "stacks": three,
            "new_stack": "may",
            "by_hand": True,
            "picked_cup": 7,
            "picked_stack": 4,
        },
        "remove": {"screen": "remove", **rose, "card": 24, "stacks": three, "message": ""},
        "count-0": {"screen": "count", **rose, "card": 2, "number": 0, "hold": False},
        "count-1": {"screen": "count", **rose, "card": 2, "number": 1, "hold": False},
        "count-2-hold": {"screen": "count", **rose, "card": 2, "number": 2, "hold": True},
        "count-3": {"screen": "count", **rose, "card": 2, "number": 3, "hold": False, "status": "status-hand-on-table"},
        "fall": {"screen": "fall", **rose, "cups": [8, 5, 2], "lying": [5, 2], "standing": three[1:], "cleared": False},
        "fall-twelve": {
            "screen": "fall",
            **rose,
            "cups": list(range(12)),
            "lying": list(range(12)),
            "standing": [],
            "cleared": False,
        },
        "fall-cleared": {
            "screen": "fall",
            **rose,
            "cups": [8, 5, 2],
            "lying": [],
            "standing": three[1:],
            "cleared": True,
        },
        "fall-by-hand": {
            "screen": "fall",
            **rose,
            "cups": [],
            "lying": [],
            "standing": three,
            "cleared": True,
            "by_hand": True,
        },
        "draw-closed": {"screen": "draw", **rose, "open": False, "cards": [], "count": 3, "why": "fall"},
        "draw-open": {"screen": "draw", **rose, "open": True, "cards": [3, 14, 23], "count": 3, "why": "fall"},
        "draw-tea": {"screen": "draw", **long, "open": True, "cards": [20], "count": 1, "why": "tea"},
        "discard": {
            "screen": "discard",
            **rose,
            "open": True,
            "cards": [(k, "") for k in (2, 15, 16, 21)],
            "count": 4,
            "page": 0,
            "pages": 1,
        },
        "question-cup": {"screen": "question", **rose, "question": "which-cup", "cups": [4, 5], "stacks": []},
        "question-many": {"screen": "question", **rose, "question": "which-cup", "cups": list(range(12)), "stacks": []},
        "question-colour": {
            "screen": "question",
            **rose,
            "question": "which-colour",
            "cups": [4, 5, 6, 7],
            "stacks": [],
        },
        "question-stack": {"screen": "question", **rose, "question": "which-stack", "cups": [], "stacks": three},
        "question-foreign": {"screen": "question", **rose, "question": "foreign", "cups": [], "stacks": []},
        "winner": {
            "screen": "winner",
            **long,
            "reasons": ["empty-hand", "twelve-cups"],
            "turns": 31,
            "falls": 4,
            "cups": 12,
            "tallest": 7,
        },
        "fault": {"screen": "fault", "fault": "fault-cell", "part": "load cell north"},
        "message": {"screen": "message", **rose, "title": "table-changed", "text": "put-back", "cup": 6},
        "menu": {
            "screen": "menu",
            "title": "settings",
            "page": 0,
            "pages": 2,
            "items": [
                ("menu:sound", "sound", "on"),
                ("menu:lights", "lights", "on"),
                ("menu:brightness", "brightness", "80 %"),
                ("menu:calibrate", "calibrate", ""),
                ("menu:language", "language", "English"),
            ],
        },
        "help": {"screen": "help", "card": 22},
        "crash": {"screen": "crash", "text": "teatable/play/stacking.py line 123: ValueError: no such stack"},
    }
