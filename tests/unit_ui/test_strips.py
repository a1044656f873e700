"""Strips: only what changed goes out, one a step, and whatever the way to a picture it is the same picture."""

from teatable.ui import palette
from teatable.ui.canvas import Canvas
from teatable.ui.fonts import make_fonts
from unit_ui.display import Display, fresh, views

NAMES = sorted(views())


def chance(seed):
    """Yield pseudo-random ints, the same on both interpreters."""
    state = seed
    while True:
        state = (state * 1103 + 12345) % 65521
        yield state


def test_the_same_view_again_sends_nothing():
    d = Display()
    assert d.show(views()["hand-open"]) == 20
    assert d.show(views()["hand-open"]) == 0


def test_only_changed_strips_are_sent():
    d = Display()
    d.show(views()["count-1"])
    view = views()["count-1"]
    view["number"] = 2
    d.panel.rows = []
    assert 0 < d.show(view) < 17
    assert 0 not in d.panel.rows  # the band with the name stays


def test_any_way_to_a_picture_gives_the_same_picture():
    seed = 7
    dice = chance(seed)
    pictures = {}
    d = Display()
    for _ in range(40):
        name = NAMES[next(dice) % len(NAMES)]
        d.show(views()[name])
        if name not in pictures:
            pictures[name] = fresh(views()[name])
        assert d.panel.picture == pictures[name], (seed, name)
        assert d.ui.screen == views()[name]["screen"]


def test_a_view_may_come_at_any_moment():
    seed = 3
    dice = chance(seed)
    d = Display()
    for _ in range(30):
        for _ in range(next(dice) % 4):
            d.ui.show(views()[NAMES[next(dice) % len(NAMES)]])
            d.step(next(dice) % 40)
        name = NAMES[next(dice) % len(NAMES)]
        d.show(views()[name])
        if next(dice) % 3 == 0:
            assert d.panel.picture == fresh(views()[name]), (seed, name)


def test_small_changes_leave_the_rest_as_it_was():
    """Pressed buttons, reasons, messages come and go: the picture must be the one drawn afresh."""
    seed = 11
    dice = chance(seed)
    d = Display()
    for _ in range(40):
        view = views()[("place-wrong", "hand-must-draw", "question-cup", "fall-cleared")[next(dice) % 4]]
        for key, values in (
            ("message", ("", "wrong-cup", "not-top")),
            ("page", (0, 1)),
            ("cups", ([3], [3, 7], [8, 0, 5])),
            ("cleared", (True, False)),
            ("player", ("Rose", "Max")),
        ):
            if key in view:
                view[key] = values[next(dice) % len(values)]
        if d.ui.targets:
            _, x, y, w, h = d.ui.targets[next(dice) % len(d.ui.targets)]
            d.put(x + w // 2, y + h // 2, next(dice) % 80)
        d.ui.show(view)
        d.step(next(dice) % 50)
        d.lift()
        while d.ui.next_press():
            pass
        d.show(view)
        d.ui._hint = ""
        d.ui.redraw() if next(dice) % 4 == 0 else d.ui.show(view)
        d.settle()
        assert d.panel.picture == fresh(view), (seed, view)


def test_redraw_sends_all_again():
    d = Display()
    d.show(views()["title"])
    d.panel.picture = [0] * 20
    d.ui.redraw()
    assert d.ui.busy
    assert d.settle() == 20
    assert d.panel.picture == fresh(views()["title"])


def test_colours_reach_the_panel_high_byte_first():
    canvas = Canvas(make_fonts())
    canvas.frame.fill(palette.RED)
    rgb = palette.COLOURS_RGB[palette.RED]
    colour = (rgb >> 19 << 11) | ((rgb >> 10 & 63) << 5) | (rgb >> 3 & 31)
    assert bytes(canvas.pixels(0)[:4]) == bytes([colour >> 8, colour & 255, colour >> 8, colour & 255])
    assert palette.swapped_565(0xFF0000) == 0x00F8 and palette.swapped_565(0x0000FF) == 0x1F00


def test_a_colour_changes_the_band():
    a, b = views()["count-1"], views()["count-1"]
    b["colour"] = 4
    d = Display()
    d.show(a)
    assert d.show(b) > 0
    assert d.panel.picture == fresh(b) and fresh(a) != fresh(b)


def test_an_unknown_screen_is_refused_by_name():
    try:
        Display().ui.show({"screen": "tea-cosy"})
    except ValueError as error:
        assert "tea-cosy" in str(error)
    else:
        raise AssertionError


def test_no_step_draws_more_than_its_budget():
    from teatable.ui.canvas import cost_us

    d = Display()
    for name in NAMES:
        d.show(views()[name])
        for o in d.ui._drawn:
            assert cost_us(o) <= 2500, (name, o)
