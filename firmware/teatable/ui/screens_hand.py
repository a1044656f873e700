"""Screens with cards: pass the display, the hand, a chosen card, cards drawn, a card to throw away.

Nothing of a hand is laid out unless the view says open. Generators, as in screens_setup.
"""

from ..compat import const
from ..rules.cards import NAMES
from . import palette
from .canvas import BOX, WIDTH
from .cups import card, does
from .fonts import BIG, BODY, SMALL
from .sheet import MARGIN, TOP

_CARD_W = const(76)
_CARD_H = const(86)


def pass_on(s, view):
    s.band(view)
    yield
    s.caption(view, s.word("clockwise" if view.get("direction", 1) >= 0 else "other-way"))
    yield
    s.arrow_of_play(view.get("direction", 1), 70, 66, 100, palette.SEAT)
    s.text(s.word("pass-to"), 8, 166, WIDTH - 16, 20, palette.DARK)
    s.text(view.get("player", ""), 8, 186, WIDTH - 16, 32, palette.SEAT, (BIG, BODY, SMALL))
    yield
    note = view.get("note", "")
    if note:
        s.op(BOX, 0, 220, WIDTH, 40, palette.WARN)
        s.text(s.word(note, view.get("note_name", "")), 6, 220, WIDTH - 12, 40, palette.INK, (BIG, BODY, SMALL))
    s.button("button:ready", s.word("ready"), 16, 264, WIDTH - 32, 52)
    yield


def hand(s, view):
    yield from _cards_screen(s, view, s.word("touch-card"), "")


def discard(s, view):
    yield from _cards_screen(s, view, s.word("discard-hint"), s.word("discard-title"))


def _cards_screen(s, view, hint, caption):
    s.band(view)
    yield
    count = view.get("count", 0)
    number = s.word("one-card") if count == 1 else s.word("your-hand", str(count))
    s.caption(view, caption or number)
    yield
    if not view.get("open"):
        for i in range(min(count, 5)):
            s.cover(30 + i * 22 + (5 - min(count, 5)) * 11, 76, 92, 120)
        yield
        s.text(s.word("nobody-looks"), 8, 202, WIDTH - 16, 40, palette.DARK)
        s.button("button:peek", s.word("show-hand"), 16, 246, WIDTH - 32, 68)
        return
    page, pages = view.get("page", 0), view.get("pages", 1)
    cards = view["cards"]
    if len(cards) > 6:
        cards = cards[page * 6 : page * 6 + 6]
    reason = ""
    for i in range(len(cards)):
        kind, why = cards[i] if isinstance(cards[i], (tuple, list)) else (cards[i], "")
        x, y = MARGIN + i % 3 * (_CARD_W + 2), TOP + i // 3 * (_CARD_H + 4)
        yield from card(s, kind, x, y, _CARD_W, _CARD_H, bool(why))
        if why and s.hint == "card:" + NAMES[kind]:
            reason = s.word("reason-" + why) if s.words.find("reason-" + why) else s.word("reason-other")
        yield
    if reason:
        s.op(BOX, 0, 242, WIDTH, 24, palette.WARN)
    must = view.get("must_draw") or view.get("must_pass")
    text = reason or (s.word("none-playable") if must else hint)
    s.text(text, 4, 242, WIDTH - 8, 24, palette.INK if reason or must else palette.DARK)
    row = [("button:peek", s.word("hide"), 2 if view.get("must_draw") else 3, True)]
    if view.get("must_draw"):
        row.append(("button:draw", s.word("draw-card"), 4, False))
    if view.get("must_pass"):
        row.append(("button:pass-turn", s.word("pass-turn"), 4, False))
    yield from s.foot(row, page, pages)
    yield


def choose(s, view):
    s.band(view)
    yield
    s.caption(view, s.word("you-play"))
    kind = view["card"]
    yield from card(s, kind, 50, TOP + 2, 140, 156, False, False)
    yield
    s.text(does(s, kind, view.get("players", 0) == 2), 8, 224, WIDTH - 16, 40)
    yield
    play = ("button:play", s.word("play-it"), 4, False)
    if view.get("undo"):
        yield from s.buttons(("button:back", s.word("other-card"), 3, True), play)
    else:
        yield from s.buttons(play)
    yield


def draw(s, view):
    s.band(view)
    yield
    count = view.get("count", 0)
    s.caption(view, s.word("why-" + view["why"]) if view.get("why") else "")
    yield
    text = s.word("draw-one") if count == 1 else s.word("draw-title", str(count))
    s.text(text, 8, 66, WIDTH - 16, 32, palette.INK, (BIG, BODY))
    if not view.get("open"):
        shown = min(count, 3)
        for i in range(shown):
            s.cover((WIDTH - 76 * shown) // 2 + i * 76 + 3, 112, 70, 96)
        yield
        s.text(s.word("nobody-looks"), 8, 216, WIDTH - 16, 28, palette.DARK)
        s.button("button:peek", s.word("drawn-show"), 16, 246, WIDTH - 32, 68, False, (BIG, BODY))
        return
    cards = view["cards"]
    shown = cards[-6:]
    y = 150 - ((len(shown) + 2) // 3) * 45 + 32
    if len(shown) == 1:
        yield from card(s, shown[0], 50, 104, 140, 156, False, False)
        shown = ()
    for i in range(len(shown)):
        in_row = min(len(shown) - i // 3 * 3, 3)
        x = (WIDTH - in_row * 78) // 2 + i % 3 * 78 + 1
        yield from card(s, shown[i], x, max(y, 98) + i // 3 * 84, _CARD_W, 82, False, False)
        yield
    yield from s.buttons(("button:peek", s.word("hide"), 2, True), ("button:ok", s.word("ok"), 3, False))
