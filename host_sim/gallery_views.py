"""A view of every screen, as play hands it to the display: for the gallery, the golden pictures and the tests.

Those of a game are made by playing (posed.py); only the screens of the set-up, whose numbers come from a scale, and the
crash are written down. Some names are long on purpose. Plain Python, because the unit tests read this file on
MicroPython too. Data out: `gallery_views()`, a dict of picture name -> view, fresh at every call.
"""

import sys

if sys.implementation.name == "micropython":
    from posed import STACKS, Posed
else:
    from host_sim.posed import STACKS, Posed

from teatable.play.before import Level, Players
from teatable.play.rezero import Rezero
from teatable.rules import cards
from teatable.tracker import events

ROSE, WILHELMINA, MAXIMILIAN = 0, 3, 5
ALL = tuple(range(12))
MIXED = (2, 15, 16, 21, 22, 24)
_made = {}


def gallery_views() -> dict:
    """Return fresh views, one for each picture of the gallery."""
    if not _made:
        for more in (before_views, card_views, table_views, fall_views, menu_views, other_views, bench_views):
            _made.update(more())
    return {name: _copy(view) for name, view in _made.items()}


def _copy(value):
    if isinstance(value, dict):
        return {key: _copy(one) for key, one in value.items()}
    return [_copy(one) for one in value] if isinstance(value, list) else value


def shown(**posed):
    """Return the views of tables that have been posed."""
    return {name.strip("_").replace("_", "-"): one.view() for name, one in posed.items()}


def ten(turn=WILHELMINA, **keys):
    """Return a table of ten players, some with long names."""
    return Posed(10, turn, **keys)


def three(**keys):
    """Return a table of three players, Rose's turn."""
    return Posed(3, ROSE, **keys)


def before_views():
    """Return the screens before a game."""
    few, many, level, first, first_ten, left = Posed(), Posed(), Posed(), Posed(), Posed(), three()
    for table, count in ((few, 3), (many, 10), (level, 3), (first, 3), (first_ten, 10)):
        table.play.settings["players"] = count
    few.play.go(Players(few.play))
    many.play.go(Players(many.play))
    for table in (level, first, first_ten):
        table.play.go(Level(table.play))
    seat, seat_ten = Posed(), Posed()
    seat.press("button:new-game", "name:0")
    seat_ten.play.settings["players"] = 10
    seat_ten.press("button:new-game", "name:3", *["button:next"] * 3)
    return shown(
        title=Posed(), title_resume=left.press("button:menu", "button:end", "button:yes"), players_3=few,
        players_10=many, seat=seat, seat_ten=seat_ten, level=level, first_3=first.press("button:next"),
        first_10=first_ten.press("button:next"),
    )  # fmt: skip


def card_views():
    """Return the screens with cards."""
    tea = ten(MAXIMILIAN, direction=-1, stacks=STACKS)
    tea.game.phase, tea.game.tea = "tea", 1
    tea.play.flow.by_phase("note-tea")
    high = ((8, 9, 10, 11), (4, 5, 6, 7))
    stuck = (4, 5, 6, 7, 8, 9, 10, 11, 17, 17, 17, 18, 18)
    none = three(hand=(24,))
    none.game.deck, none.game.discard = [], []
    thrown = three(hand=MIXED[:4], stacks=STACKS)
    colours = (12, 13, 14, 15, 17, 18, 20, 21, 22)
    return shown(
        pass_=three().pass_on("note-first"), pass_note=tea, hand_closed=three(stacks=STACKS).hand(False),
        hand_open=three(hand=MIXED).hand(), hand_exact=ten(hand=cards.box()[:48], stacks=((9,),)).hand(),
        hand_colours=three(hand=colours, stacks=STACKS).hand(),
        hand_specials=three(hand=(19, 20, 21, 22, 23, 24), stacks=STACKS).hand(),
        hand_must_draw=three(hand=stuck, stacks=high).hand(pages=1), hand_must_pass=none.hand(),
        choose_exact=three(hand=(6,), stacks=STACKS).choose(6), choose_colour=three(hand=(15,)).choose(15),
        choose_size=three(hand=(18,), stacks=STACKS).choose(18), choose_special=ten(hand=(19,)).choose(19),
        draw_closed=three(stacks=STACKS).drawn([3, 14, 23], "fall"),
        draw_open=three(stacks=STACKS).drawn([3, 14, 23], "fall", True), draw_tea=ten().drawn([20], "tea", True),
        draw_many=ten(stacks=((1, 4, 6, 7, 8, 9),)).drawn([1, 4, 6, 7, 8, 9, 1, 4, 2], "nothing-playable", True),
        discard=thrown.card(21).count().discard(),
    )  # fmt: skip


def table_views():
    """Return the screens about a cup in a hand."""
    wrong = ten(hand=(15,), stacks=STACKS).card(15).see(((8, 5, 2), (4, 3, 6), (9,)))
    clean = three(hand=(23, 15), stacks=STACKS, by_hand=True).card(23).press("cup:medium-blue")
    on_stack = three(hand=(15, 2), stacks=STACKS, by_hand=True).card(15).press("cup:medium-blue", "stack:medium-purple")
    late = three(hand=(24, 15), stacks=STACKS).card(24)
    third = three(hand=(6, 15), stacks=STACKS).card(6).count(2_060)
    third.play.warning = "status-hand-on-table"
    asked = {
        "question_cup": (events.WHICH_CUP, (4, 5), ()), "question_many": (events.WHICH_CUP, ALL, ()),
        "question_colour": ("which-colour", (4, 5, 6, 7), ()), "question_foreign": (events.FOREIGN_OBJECT, (), ()),
    }  # fmt: skip
    out = {}
    for name, (question, cups, stacks) in asked.items():
        table = three(hand=(19, 15)).card(19)
        out[name] = table.tell(events.QUESTION, question=question, candidates=list(cups), stacks=list(stacks))
    place = three(hand=(23, 15), stacks=STACKS).card(23)
    out["question_stack"] = place.tell(events.QUESTION, question=events.WHICH_STACK, stacks=[8, 4, -1])
    return shown(
        place_one=three(hand=(6, 15), stacks=STACKS).card(6), place_first=three(hand=(19, 15)).card(19),
        place_clean=three(hand=(23, 15), stacks=STACKS).card(23), place_wrong=wrong,
        place_by_hand_cup=three(hand=(19, 15), by_hand=True).card(19), place_by_hand=on_stack,
        place_by_hand_new=clean, remove=late,
        remove_wrong=three(hand=(24, 15), stacks=STACKS).card(24).see(((5, 2), (4, 3), (9,))),
        count_0=_restless(three(hand=(6, 15), stacks=STACKS).card(6)),
        count_1=three(hand=(6, 15), stacks=STACKS).card(6).count(40),
        count_2_hold=three(hand=(6, 15), stacks=STACKS).card(6).count(1_060, True), count_3=third, **out,
    )  # fmt: skip


def _restless(table):
    """Put the cup down on a table that still sways."""
    table.eyes.at_rest = False
    return table.count(40)


def fall_views():
    """Return the screens of a fall."""
    still = ((4, 3), (9,))
    singles = [(cup,) for cup in ALL]

    def fell(table, lying=()):
        return table.hand(False).fall((8, 5, 2), still, lying)

    def said(stacks, *presses):
        table = three(stacks=stacks, by_hand=True).hand(False)
        return table.press("button:something-fell", *presses)

    missed = three(stacks=singles[:7]).hand(False).press("button:something-fell").wait(20_500)
    one_more = ["stack:medium-purple", "stack:large-yellow"]
    return shown(
        fall=fell(three(stacks=STACKS), (5, 2)), fall_cleared=fell(three(stacks=STACKS)),
        fall_twelve=three(stacks=(ALL,)).hand(False).fall(ALL, (), ALL),
        fall_cleared_twelve=three(stacks=(ALL,)).hand(False).fall(ALL, ()), fall_by_hand=said(STACKS),
        fall_by_hand_marked=said(STACKS, *one_more), fall_by_hand_twelve=said(singles, "stack:small-purple"),
        fall_by_hand_many=missed.press("button:yes-it-fell"),
        fall_agree=fell(Posed(2, ROSE, stacks=STACKS)).press("button:not-a-fall"),
        fall_agree_one=fell(ten(stacks=STACKS)).press("button:not-a-fall", "agree:0"),
        fall_declared=three(stacks=STACKS).hand(False).press("button:something-fell"),
    )  # fmt: skip


def menu_views():
    """Return the menu: help, rules, settings, a player who leaves, a new zero."""
    menu = ["button:menu"]
    card = ["button:menu", "button:cards", "card:exact-small-purple"]
    settings = ["button:menu", "button:settings"]
    quiet = Posed().press("button:settings", "button:sound", "button:lights", "button:brightness")
    out = {}
    for i in range(9):
        out["help-" + str(i + 1)] = three().press(*card, *["button:next"] * i).view()
    for i in range(7):
        out["rules-" + str(i + 1)] = three().press(*menu, "button:rules", *["button:next"] * i).view()
    more = shown(
        menu_game=three().press(*menu), menu_help=Posed().press("button:help"), settings=three().press(*settings),
        settings_off=quiet, help_cards=three().press(*menu, "button:cards"),
        menu_leave=ten().press(*menu, "button:leave"), ask_leave=ten().press(*menu, "button:leave", "player:3"),
        ask_end=three().press(*menu, "button:end"), zero_off=three().press(*settings, "button:zero"),
        rebuild=_rebuilt(three(stacks=STACKS)), rebuild_high=_rebuilt(three(stacks=(ALL,))),
    )  # fmt: skip
    out.update(more)
    return out


def _rebuilt(table):
    """Bring a new zero to where the stacks are built again."""
    table.press("button:menu", "button:settings", "button:zero")
    table.play.top().page.stage = Rezero.BUILD
    return table


def other_views():
    """Return the end of the game, faults and messages."""
    fault, empty, moved, strange = three(), three(), three(stacks=((8, 6),)), three(stacks=STACKS)
    fault.play.fault("fault-cell", "load cell north")
    empty.play.ask_empty(True)
    whose = ten(stacks=STACKS)
    whose.play.referee.may_miss = lambda: [player for player in range(10) if player != WILHELMINA]
    out = shown(
        winner=_won(ten(stacks=((4, 9, 0, 11, 1, 8, 7), (2, 3, 5, 6, 10))), 3, (31, 4, 7)),
        winner_short=_won(three(stacks=((8, 5, 2),)), 1, (108, 14, 3)), fault=fault,
        message=moved.pass_on().see(((8,),)), message_foreign=strange.pass_on().tell(events.FOREIGN),
        message_empty=empty, menu_ten=whose.pass_on().press("button:something-fell"),
    )  # fmt: skip
    out["crash"] = {"screen": "crash", "text": "teatable/play/stacking.py line 123: ValueError: no such stack " * 3}
    return out


def _won(table, won, numbers):
    """Let the player in turn have won; `numbers`: turns, falls, the highest stack."""
    game = table.game
    game.turns, game.falls, game.tallest = numbers
    game.won, game.phase = won, "over"
    if won & 1:
        game.hands[game.turn] = []
    table.play.flow.by_phase("")
    return table


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
