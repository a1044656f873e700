"""A view of every screen, as play would hand it to the display: for the gallery, the golden pictures and the tests.

Some names are long on purpose. Plain Python, because the unit tests read this file on MicroPython too.
Data out: `gallery_views()`, a dict of picture name -> view, fresh at every call.
"""

NAMES = ["Rose", "Max", "Leonie", "Wilhelmina", "Jo", "Maximilian", "Ada", "Theodora", "Ben", "Mia"]


def stack(cups, x_mm, y_mm, allowed=True):
    """Return one stack of a view, its place in millimetres."""
    return {"cups": cups, "x_um": x_mm * 1000, "y_um": y_mm * 1000, "allowed": allowed}


def stacks():
    """Return three stacks, one of them not allowed."""
    return [stack([8, 5, 2], -60, 30), stack([4, 3], 45, 60), stack([9], 30, -70, False)]


def rose(screen, **keys):
    """Return a view of the player with a short name."""
    keys.update({"screen": screen, "player": "Rose", "seat": 0})
    return keys


def long(screen, **keys):
    """Return a view of a player with a long name."""
    keys.update({"screen": screen, "player": "Wilhelmina", "seat": 3})
    return keys


def hand(kinds, why="", **keys):
    """Return an open hand whose cards all have the same reason."""
    keys["cards"] = [(kind, why) for kind in kinds]
    out = {"open": True, "count": len(kinds), "page": 0, "pages": 1}
    out.update(keys)
    return out


def gallery_views():
    """Return fresh views, one for each picture of the gallery."""
    views = before_views()
    for more in (card_views(), table_views(), fall_views(), menu_views(), other_views(), bench_views()):
        views.update(more)
    return views


def seat(name, number, count, names, page):
    """Return a view of one seat."""
    return {
        "screen": "seat", "player": name, "seat": number, "colour": number, "count": count, "names": names,
        "page": page, "pages": 5, "menu_button": False, "fell_button": False,
    }  # fmt: skip


def before_views():
    """Return the screens before a game."""
    return {
        "title": {"screen": "title", "can_resume": False},
        "title-resume": {"screen": "title", "can_resume": True},
        "players-3": {"screen": "players", "count": 3, "names": NAMES[:3], "can_rename": True},
        "players-10": {"screen": "players", "count": 10, "names": NAMES, "can_rename": True},
        "seat": seat("Rose", 0, 2, ["Mum", "Dad", "Granny", "Grandpa", "Mama", "Papa", "Oma", "Opa"], 0),
        "seat-ten": seat("Wilhelmina", 3, 10, ["Sophie", "Tim", "Tom", "Zoe"], 4),
        "level": {"screen": "level", "level": 2},
        "first-3": {"screen": "first", "names": NAMES[:3]},
        "first-10": {"screen": "first", "names": NAMES},
    }


def card_views():
    """Return the screens with cards."""
    mixed = hand((2, 15, 16, 21, 22, 24))
    mixed["cards"][2] = (16, "no-such-cup")
    mixed["cards"][5] = (24, "table-empty")
    stuck = (6, 10, 7, 11, 3, 17)
    return {
        "pass": rose("pass", direction=1, note=""),
        "pass-note": long("pass", direction=-1, note="note-tea", note_name="Maximilian"),
        "hand-closed": rose("hand", open=False, cards=[], count=6, page=0, pages=1),
        "hand-open": rose("hand", **mixed),
        "hand-exact": long("hand", **hand((0, 4, 8, 1, 5, 9), count=48, page=2, pages=8)),
        "hand-colours": rose("hand", **hand((12, 13, 14, 15, 17, 18), count=9, pages=2)),
        "hand-specials": rose("hand", fell_button=False, **hand((19, 20, 21, 22, 23, 24))),
        "hand-must-draw": rose("hand", must_draw=True, **hand(stuck, "cup-on-table", count=13, page=1, pages=3)),
        "hand-must-pass": rose("hand", must_pass=True, **hand((24,), "table-empty")),
        "choose-exact": rose("choose", card=2, undo=True),
        "choose-colour": rose("choose", card=15, undo=True),
        "choose-size": rose("choose", card=18, undo=False),
        "choose-special": long("choose", card=19, undo=True),
        "draw-closed": rose("draw", open=False, cards=[], count=3, why="fall"),
        "draw-open": rose("draw", open=True, cards=[3, 14, 23], count=3, why="fall"),
        "draw-tea": long("draw", open=True, cards=[20], count=1, why="tea"),
        "draw-many": long("draw", open=True, cards=list(range(9)), count=9, why="nothing-playable"),
        "discard": rose("discard", **hand((2, 15, 16, 21))),
    }


def table_views():
    """Return the screens about a cup in a hand."""
    every = list(range(12))
    blue = [3, 7, 11]
    picked = {"by_hand": True, "picked_cup": 7, "picked_stack": 4}
    return {
        "place-one": rose("place", card=2, cups=[6], stacks=stacks(), new_stack="no", message="", message_cup=-1),
        "place-first": rose("place", card=19, cups=every, stacks=[], new_stack="must"),
        "place-wrong": long(
            "place", card=15, cups=blue, stacks=stacks(), new_stack="may", message="wrong-cup", message_cup=4
        ),
        "place-by-hand-cup": rose("place", card=19, cups=every, stacks=stacks(), new_stack="no", by_hand=True),
        "place-by-hand": rose("place", card=15, cups=blue, stacks=stacks(), new_stack="may", **picked),
        "remove": rose("remove", card=24, stacks=stacks(), message=""),
        "remove-wrong": rose("remove", card=24, stacks=stacks(), message="not-top", message_cup=8),
        "count-0": rose("count", card=2, number=0, hold=False),
        "count-1": rose("count", card=2, number=1, hold=False),
        "count-2-hold": rose("count", card=2, number=2, hold=True),
        "count-3": rose("count", card=2, number=3, hold=False, status="status-hand-on-table"),
        "question-cup": rose("question", question="which-cup", cups=[4, 5], stacks=[]),
        "question-many": rose("question", question="which-cup", cups=every, stacks=[]),
        "question-colour": rose("question", question="which-colour", cups=[4, 5, 6, 7], stacks=[]),
        "question-stack": rose("question", question="which-stack", cups=[], stacks=stacks(), new_stack=True),
        "question-foreign": rose("question", question="foreign", cups=[], stacks=[]),
    }


def fall_views():
    """Return the screens of a fall."""
    every = list(range(12))
    still = stacks()[1:]
    marked = [dict(one) for one in stacks()]
    for i in range(3):
        marked[i]["left"] = (3, 1, 0)[i]
    many = [stack([bottom], 0, 0) for bottom in every[:7]]
    return {
        "fall": rose("fall", cups=[8, 5, 2], lying=[5, 2], standing=still, cleared=False),
        "fall-twelve": rose("fall", cups=every, lying=every, standing=[], cleared=False),
        "fall-cleared-twelve": rose("fall", cups=every, lying=[], standing=[], cleared=True),
        "fall-by-hand-twelve": rose(
            "fall", cups=[], lying=[], standing=[stack([bottom], 0, 0) for bottom in every], cleared=True, by_hand=True
        ),
        "fall-cleared": rose("fall", cups=[8, 5, 2], lying=[], standing=still, cleared=True),
        "fall-by-hand": rose("fall", cups=[], lying=[], standing=stacks(), cleared=False, by_hand=True),
        "fall-by-hand-marked": rose("fall", cups=[3, 9], lying=[], standing=marked, cleared=True, by_hand=True),
        "fall-agree": rose(
            "fall", cups=[8, 5, 2], lying=[], standing=still, cleared=True, agree=[("Rose", False), ("Max", False)]
        ),
        "fall-agree-one": long(
            "fall", cups=[8, 5, 2], lying=[], standing=still, cleared=True, agree=[("Wilhelmina", True), ("", False)]
        ),
        "fall-declared": rose("fall", cups=[], lying=[], standing=stacks(), cleared=False),
        "fall-by-hand-many": rose(
            "fall", cups=[], lying=[], standing=many, cleared=False, by_hand=True, message="fall-none"
        ),
    }


def menu_views():
    """Return the menu: help, rules, settings, a player who leaves, a new zero."""
    in_game = [
        ("button:cards", "cards", "help-cards", ""), ("button:rules", "rules", "rules", ""),
        ("button:settings", "gear", "settings", ""), ("button:leave", "leave", "player-leaves", ""),
        ("button:end", "end", "end-game", ""),
    ]  # fmt: skip
    settings = [
        ("button:sound", "sound-on", "sound", "on"), ("button:lights", "lights-on", "lights", "on"),
        ("button:brightness", "sun", "", "100 %"), ("button:language", "language", "this-language", ""),
        ("button:zero", "zero", "zero", ""), ("button:sensors", "sensors", "sensors", ""),
    ]  # fmt: skip
    quiet = [
        ("button:sound", "sound-off", "sound", "off"), ("button:lights", "lights-off", "lights", "off"), settings[2],
        settings[3], ("button:set-up", "zero", "set-up", ""),
    ]  # fmt: skip
    whose = [("player:" + str(i), "player", NAMES[i]) for i in range(10)]
    leave = {"title": "player-leaves", "sign": "leave", "text": "ask-leave", "name": "Wilhelmina", "yes": "yes-leave"}
    again = {"stacks": [stack([8, 5, 2], -60, 30)], "cups": [8, 5, 2], "page": 0, "pages": 3}
    high = {"stacks": [stack(list(range(12)), -60, 30)], "cups": list(range(12)), "page": 0, "pages": 1}
    views = {
        "menu-game": {"screen": "tiles", "title": "menu", "items": in_game},
        "menu-help": {"screen": "tiles", "title": "help", "items": in_game[:2]},
        "settings": {"screen": "tiles", "title": "settings", "items": settings},
        "settings-off": {"screen": "tiles", "title": "settings", "items": quiet},
        "help-cards": {"screen": "index", "cards": [0, 12, 16, 19, 20, 21, 22, 23, 24]},
        "menu-leave": {"screen": "menu", "title": "whose-leave", "page": 0, "pages": 1, "items": whose},
        "ask-leave": dict(leave, screen="ask"),
        "ask-end": {"screen": "ask", "title": "end-game", "sign": "end", "text": "ask-end", "yes": "yes-end"},
        "zero-off": {
            "screen": "weigh", "title": "zero", "text": "zero-off",
            "buttons": [("button:back", "back", True), ("button:ready", "set-up-ready", False)],
        },
        "rebuild": dict(again, screen="rebuild"),
        "rebuild-high": dict(high, screen="rebuild"),
    }  # fmt: skip
    for i in range(9):
        kind = (0, 12, 16, 19, 20, 21, 22, 23, 24)[i]
        views["help-" + str(i + 1)] = {"screen": "help", "card": kind, "page": i, "pages": 9}
    for i in range(7):
        views["rules-" + str(i + 1)] = {"screen": "rules", "page": i, "pages": 7}
    return views


def other_views():
    """Return the end of the game, faults, messages and menus."""
    both = ["empty-hand", "twelve-cups"]
    as_it_was = {"ok_word": "as-it-was", "ok_quiet": True}
    whose = [("player:" + str(i), "player", NAMES[i]) for i in range(10)]
    return {
        "winner": long("winner", reasons=both, turns=31, falls=4, cups=12, tallest=7, fell_button=True),
        "winner-short": rose("winner", reasons=both[:1], turns=108, falls=14, cups=3, tallest=3),
        "fault": {"screen": "fault", "fault": "fault-cell", "part": "load cell north"},
        "message": rose("message", title="table-changed", text="put-back", cup=6, **as_it_was),
        "message-foreign": rose("message", title="table-changed", text="foreign", **as_it_was),
        "message-empty": rose("message", title="table-changed", text="set-up-empty", ok_word="set-up-ready"),
        "menu-ten": rose("menu", title="whose-fall", page=0, pages=1, items=whose),
        "crash": {"screen": "crash", "text": "teatable/play/stacking.py line 123: ValueError: no such stack " * 3},
    }


def bench_views():
    """Return the screens of the set-up."""
    back, ready = ("button:back", "back", True), ("button:ready", "set-up-ready", False)
    again, keep = ("button:again", "set-up-again", False), ("button:keep", "cups-keep", True)
    some = [14020, 17010, 19980, 23000, 47012, 49950] + [-1] * 6
    all_cups = {"title": "set-up-cups", "masses": some, "pick": True, "screen": "cups", "other": -1}
    steps = [
        ("button:zero", "set-up-zero", "set-up-done"), ("button:gains", "set-up-gains", "set-up-not-yet"),
        ("button:cups", "set-up-cups", "set-up-not-yet"), ("button:sensors", "set-up-sensors", ""),
    ]  # fmt: skip

    def weigh(title, text, buttons, **keys):
        keys.update({"screen": "weigh", "title": title, "text": text, "buttons": buttons})
        return keys

    def cups(text, buttons, **keys):
        out = dict(all_cups)
        out.update(keys)
        out.update({"text": text, "buttons": buttons})
        return out

    return {
        "menu-set-up": {"screen": "menu", "title": "set-up", "page": 0, "pages": 1, "items": steps},
        "weigh-empty": weigh("set-up-zero", "set-up-empty", [back, ready]),
        "weigh-wait": weigh("set-up-zero", "hands-off", [back], busy=True),
        "weigh-spot": weigh("set-up-gains", "gains-put", [back, ready], name="200", spot=2, load_mg=199_960),
        "weigh-not-mass": weigh("set-up-gains", "gains-not-mass", [back, ready], name="600", spot=3, load_mg=-412_340),
        "weigh-not-empty": weigh("set-up-gains", "gains-not-empty", [back, ready], load_mg=12_040),
        "weigh-refused": weigh("set-up-gains", "gains-refused", [back, again]),
        "weigh-done": weigh("set-up-gains", "gains-done", [("button:ok", "ok", False)], name="0.1"),
        "mass": {"screen": "mass", "grams": 200},
        "cups-put": cups("cups-put", [back, ("button:skip", "cups-skip", True)], cup=6, load_mg=-40),
        "cups-alike": cups("cups-alike", [back, keep, again], cup=6, other=5, load_mg=50_100),
        "cups-done": cups("cups-done", [back, ("button:store", "cups-store", False)], cup=-1, load_mg=None),
        "sensors": {
            "screen": "sensors", "cells": [(125012, 36), (-124801, 41), (125200, 35), (479999, 3044)],
            "sum_mg": 500_123, "noise_mg": 72, "cell_status": ["ok", "ok", "ok", "slipped"], "cells_dhz": 864,
            "imu_status": "ok", "imu_hz": 208, "tilt_cdeg": (-12, 103), "temperature_cc": 2531, "hall_ms": 1003,
        },
    }  # fmt: skip
