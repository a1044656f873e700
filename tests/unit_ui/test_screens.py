"""Every screen: all of it inside the glass, every text inside its box, targets a child can hit."""

from teatable.boards import geometry
from teatable.rules.cards import NAMES
from teatable.ui import SCREENS, palette, screens_table
from teatable.ui.canvas import CUP, HEIGHT, TEXT, WIDTH, Canvas
from teatable.ui.fonts import make_fonts
from teatable.ui.words import Words
from unit_ui.display import LANGUAGES, Display, fresh, laid_out, views

MESSAGES = (
    "wrong-cup", "wrong-stack", "needs-new-stack", "no-new-stack", "second-cup", "too-early", "foreign",
    "wrong-removed", "not-top", "put-back", "take-off",
)  # fmt: skip


def test_the_gallery_shows_every_screen():
    assert set([v["screen"] for v in views().values()]) == set(SCREENS)


def test_every_text_fits_and_everything_is_on_the_glass_in_every_language():
    for code, words in LANGUAGES:
        for name, view in views().items():
            _fits(code + " " + name, laid_out(view, Words(words)))


def _fits(name, sheet):
    assert not sheet.cut, (name, sheet.cut)
    for o in sheet.ops:
        assert o[1] >= 0 and o[2] >= 0 and o[1] + o[3] <= WIDTH and o[2] + o[4] <= HEIGHT, (name, o)
        assert o[3] > 0 and o[4] > 0, (name, o)
    for target in sheet.targets:
        assert target[1] >= 0 and target[2] >= 0, (name, target)
        assert target[1] + target[3] <= WIDTH and target[2] + target[4] <= HEIGHT, (name, target)


def test_an_operation_draws_only_inside_its_box():
    canvas = Canvas(make_fonts())
    canvas.frame.fill(5)
    clean = bytes(canvas.pixels(0))
    seen = set()
    for name, view in views().items():
        for o in laid_out(view).ops:
            # text is held to its width below, and of equal things one is enough
            if o[0] == TEXT or (o[0], o[3:]) in seen:
                continue
            seen.add((o[0], o[3:]))
            canvas.draw(o)
            canvas.frame.fill_rect(o[1], o[2], o[3], o[4], 5)
            for y in range(max(o[2] // 16 - 1, 0) * 16, min((o[2] + o[4]) // 16 + 2, 20) * 16, 8):
                assert canvas.pixels(y) == clean, (name, o)


def test_targets_are_big_and_apart():
    for name, view in views().items():
        targets = laid_out(view).targets
        for target in targets:
            small = name in ("players-10", "players-3", "first-10", "menu-leave", "menu-ten", "menu-set-up")
            small = small or (target[0][:5] == "name:" and target[3] > 100)
            small = small or (target[0][:4] == "cup:" and name[:5] == "cups-")
            assert target[3] >= 44 and target[4] >= (26 if small else 44), (name, target)
        for i in range(len(targets)):
            for j in range(i):
                a, b = targets[i], targets[j]
                if a[0][:6] == "stack:":
                    continue  # stacks may stand close to each other
                apart = a[1] >= b[1] + b[3] or b[1] >= a[1] + a[3] or a[2] >= b[2] + b[4] or b[2] >= a[2] + a[4]
                assert apart, (name, a, b)


def letterless(sheet, words):
    """Return the cups that are drawn neither with a letter on them nor beside their letter."""
    letters = [words.get("letter-" + colour) for colour in geometry.COLOURS]
    texts = [o for o in sheet.ops if o[0] == TEXT and o[7] in letters]
    out = []
    for o in sheet.ops:
        if o[0] == CUP and o[5] < 4:
            near = [t for t in texts if t[7] == letters[o[5]] and t[1] + t[3] > o[1] - 40 and t[1] < o[1] + o[3]]
            if not [t for t in near if t[2] + t[4] > o[2] - 24 and t[2] < o[2] + o[4] + 24]:
                out.append(o[1:6])
    return out


def test_every_cup_that_must_be_told_has_its_letter():
    pictures_only = ("winner", "winner-short", "menu-game", "menu-help", "rules-1")
    for _code, module in LANGUAGES:
        words = Words(module)
        for name, view in views().items():
            if name not in pictures_only:
                assert not letterless(laid_out(view, words), words), (name, letterless(laid_out(view, words), words))


def test_the_smallest_cups_have_their_letter_on_them_in_any_number():
    words = Words(LANGUAGES[0][1])
    for count in range(1, 13):
        cups = list(range(count))
        each = [{"cups": [cup], "x_um": 0, "y_um": 0, "allowed": True} for cup in cups]
        for name, changes in (
            ("place-first", {"cups": cups}), ("fall-twelve", {"cups": cups, "lying": cups}),
            ("fall-cleared-twelve", {"cups": cups}), ("fall-by-hand-twelve", {"standing": each}),
            ("question-many", {"cups": cups}), ("rebuild-high", {"cups": cups}),
        ):  # fmt: skip
            view = dict(views()[name])
            view.update(changes)
            sheet = laid_out(view, words)
            assert not sheet.cut and not letterless(sheet, words), (name, count, letterless(sheet, words))


def test_a_warning_in_the_caption_leaves_words_that_say_what_to_do():
    for _code, module in LANGUAGES:
        words = Words(module)
        for name, view in views().items():
            if view["screen"] not in ("pass", "hand", "choose", "place", "remove", "discard", "draw", "fall"):
                continue
            view["status"] = "status-by-hand"
            sheet = laid_out(view, words)
            buttons = [t for t in sheet.targets if t[0][:7] == "button:"]
            told = [
                o for o in sheet.ops
                if o[0] == TEXT and o[2] >= 44 and len(o[7]) > 8 and o[7] != words.get("status-by-hand")
                and not [t for t in buttons if t[1] <= o[1] < t[1] + t[3] and t[2] <= o[2] < t[2] + t[4]]
            ]  # fmt: skip
            assert told, name


def names_of(view):
    return [t[0] for t in laid_out(view).targets]


def test_the_button_that_is_not_the_main_thing_to_do_is_drawn_in_outline():
    for name, fill in (("message", palette.WHITE), ("message-empty", palette.ACTION)):
        sheet = laid_out(views()[name])
        x, y, w, h = next(t[1:] for t in sheet.targets if t[0] == "button:ok")
        assert [o[5] for o in sheet.ops if o[1:5] == (x, y, w, h)] == [fill], name


def test_a_change_of_direction_is_told_otherwise_to_two_players():
    view = dict(views()["choose-special"])
    view["card"] = 19
    texts = []
    for players in (2, 3):
        view["players"] = players
        sheet = laid_out(view)
        assert not sheet.cut
        texts.append([o[7] for o in sheet.ops if o[0] == TEXT])
    assert texts[0] != texts[1]


def test_targets_are_the_ones_agreed():
    v = views()
    assert names_of(v["title"]) == ["button:help", "button:new-game", "button:settings"]
    assert "button:resume" in names_of(v["title-resume"])
    assert names_of(v["pass"]) == ["button:menu", "button:ready"]  # nothing stands yet that could fall
    assert names_of(v["hand-closed"]) == ["button:menu", "button:something-fell", "button:peek"]
    cards = ["card:" + NAMES[k] for k in (19, 20, 21, 22, 23, 24)]
    assert names_of(v["hand-specials"]) == ["button:menu", "button:something-fell"] + cards + ["button:peek"]  # noqa: RUF005
    assert set(names_of(v["hand-must-draw"])) >= {"button:draw", "button:prev", "button:next", "button:peek"}
    assert "button:pass-turn" in names_of(v["hand-must-pass"])
    assert names_of(v["choose-size"]) == ["button:menu", "button:something-fell", "button:back", "button:play"]
    assert names_of(v["place-one"]) == ["button:menu", "button:something-fell", "button:take-back"]
    assert set(names_of(v["place-by-hand"])) >= {"stack:large-purple", "cup:medium-blue", "button:done"}
    assert "stack:new" not in names_of(v["place-by-hand"])
    assert set(names_of(v["place-by-hand-new"])) >= {"stack:new", "cup:medium-blue", "button:done"}
    assert names_of(v["fall"]) == ["button:menu", "button:not-a-fall"]
    stacks = ["stack:large-purple", "stack:medium-purple", "stack:large-yellow"]
    assert names_of(v["fall-by-hand"]) == ["button:menu"] + stacks + ["button:not-a-fall"]  # noqa: RUF005
    marked = names_of(v["fall-by-hand-marked"])
    assert marked == ["button:menu"] + stacks + ["button:yes-it-fell", "button:not-a-fall"]  # noqa: RUF005
    assert names_of(v["fall-declared"]) == ["button:menu", "button:not-a-fall"]
    assert names_of(v["fall-cleared"]) == ["button:menu", "button:yes-it-fell", "button:not-a-fall"]
    assert names_of(v["question-cup"]) == ["button:menu", "cup:medium-purple", "cup:medium-yellow", "button:none"]
    assert set(names_of(v["question-stack"])) == {
        "button:menu",
        "stack:large-purple",
        "stack:medium-purple",
        "stack:new",
        "button:none",
    }
    assert names_of(v["fault"]) == ["button:retry", "button:by-hand"]
    assert len(names_of(v["question-many"])) == 14


def test_a_closed_hand_shows_nothing_of_the_cards():
    closed = views()["hand-closed"]
    leaky = views()["hand-closed"]
    leaky["cards"] = [(3, ""), (19, "")]
    assert fresh(closed) == fresh(leaky)
    d = Display()
    d.show(views()["hand-open"])
    d.show(leaky)
    assert d.panel.picture == fresh(closed)
    assert not [t for t in d.ui.targets if t[0][:5] == "card:"]
    drawn_cards = views()["draw-closed"]
    drawn_cards["cards"] = [1, 2, 3]
    assert fresh(drawn_cards) == fresh(views()["draw-closed"])


def test_the_longest_words_of_the_game_fit_in_every_language():
    for _code, words in LANGUAGES:
        _longest_fit(words)


def _longest_fit(words):
    """Every note, message, reason, fault and special card on its screen."""
    v = views()
    keys = []
    for section in words.TEXT.values():
        keys.extend([line.split(": ")[0] for line in section.split("\n") if line])
    jobs = []
    for key in keys:
        if key[:5] == "note-":
            jobs.append((v["pass-note"], "note", key))
        elif key[:6] == "fault-" and key != "fault-title":
            jobs.append((v["fault"], "fault", key))
        elif key[:7] == "status-":
            jobs.append((v["count-1"], "status", key))
            jobs.append((v["title"], "status", key))
        elif key[:4] == "why-":
            jobs.append((v["draw-closed"], "why", key[4:]))
    for key in MESSAGES:
        assert key in keys, key
        jobs.append((v["place-wrong"], "message", key))
        jobs.append((v["message"], "text", key))
    for kind in range(25):
        jobs.append((v["choose-special"], "card", kind))
        jobs.append((v["help-1"], "card", kind))
        jobs.append((v["hand-must-pass"], "cards", [(kind, "no-cup-left")]))
    assert len(jobs) > 100
    for view, key, value in jobs:
        changed = dict(view)
        changed[key] = value
        cut = laid_out(changed, Words(words)).cut
        assert not cut, (words.NAME, key, value, cut)


def test_reasons_are_shown_when_a_dim_card_is_touched():
    for reason in ("cup-on-table", "table-empty", "no-such-cup", "no-cup-left", "never-heard-of"):
        for _code, words in LANGUAGES:
            _reason_is_shown(reason, words)


def _reason_is_shown(reason, words):
    view = dict(views()["hand-must-draw"])
    view["cards"] = [(6, reason)]
    d = Display(words)
    d.show(view)
    before = list(d.panel.picture)
    assert not d.ui.enabled("card:exact-medium-green")
    assert d.tap("card:exact-medium-green") == "card:exact-medium-green"
    d.settle()
    assert not d.ui._sheet.cut, (reason, d.ui._sheet.cut)
    assert d.panel.picture != before


def test_the_map_puts_stacks_where_they_stand():
    class Sheet:
        pressed = ""

        def __init__(self):
            self.discs = []
            self.faces = make_fonts()

        def disc(self, cx, cy, r, fill, edge):
            self.discs.append((cx, cy, fill))

        def word(self, key):
            return "G"

        def op(self, *operation):
            pass

        def text(self, *args):
            pass

    s = Sheet()
    stack = {"cups": [8, 2], "x_um": geometry.TOP_RADIUS_UM // 2, "y_um": geometry.TOP_RADIUS_UM // 4, "allowed": True}
    for _ in screens_table.table_map(s, {"stacks": [stack]}, 100, 100, 80):
        pass
    assert s.discs[-1] == (
        140,
        80,
        palette.GREEN,
    )  # right is right, away from who looks is up; the top cup's colour


def test_long_names_fit():
    for i in range(4):
        name = ("Maximilienne", "Clementine M", "Wilhelmina V", "Bartholomew")[i]
        words = Words(LANGUAGES[i % len(LANGUAGES)][1])
        for key, view in views().items():
            if view.get("player"):
                view["player"] = name
            if "names" in view:
                view["names"] = [name] * len(view["names"])
            view["note_name"] = name
            sheet = laid_out(view, words)
            assert not sheet.cut, (key, name, sheet.cut)


def test_the_widest_name_and_strange_letters_stay_in_their_box():
    for name in ("WWWWWWWWWWWW", "W" * 40, "Zo\u00eb \u2603 \u4e2d"):
        for key, view in views().items():
            view["player"] = name
            if "names" in view:
                view["names"] = [name] * len(view["names"])
            for o in laid_out(view).ops:
                assert o[1] >= 0 and o[1] + o[3] <= WIDTH and o[2] + o[4] <= HEIGHT, (key, o)


def test_text_operations_say_their_true_size():
    faces = make_fonts()
    for name, view in views().items():
        for o in laid_out(view).ops:
            if o[0] == TEXT:
                assert o[3] == faces[o[6]].width(o[7]) and o[4] == faces[o[6]].height, (name, o)
                assert faces[o[6]].width(o[7]) > 0, (name, o)
