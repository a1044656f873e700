"""The finger: what counts as a press, and what does not."""

from unit_ui.display import Display, views


def ready(name="pass"):
    d = Display()
    d.show(views()[name])
    return d


def test_a_press_is_told_once_and_on_release():
    d = ready()
    x, y = d.middle("button:ready")
    d.put(x, y)
    assert d.ui.next_press() is None
    d.lift()
    assert d.ui.next_press() == "button:ready"
    assert d.ui.next_press() is None


def test_a_pressed_button_is_seen():
    d = ready()
    before = list(d.panel.picture)
    x, y = d.middle("button:ready")
    d.put(x, y)
    d.settle()
    assert d.panel.picture != before
    d.lift()
    d.settle()
    assert d.panel.picture == before


def test_sliding_off_presses_nothing_and_back_again_does():
    d = ready()
    x, y = d.middle("button:ready")
    d.put(x, y)
    d.put(x, 100)
    d.lift()
    assert d.ui.next_press() is None
    d.put(x, y)
    d.put(x, 100)
    d.put(x, y)
    d.lift()
    assert d.ui.next_press() == "button:ready"


def test_coming_from_elsewhere_presses_nothing():
    d = ready()
    x, y = d.middle("button:ready")
    d.put(x, 120)
    d.put(x, y)
    d.lift()
    assert d.ui.next_press() is None


def read_once(d, down):
    """Let the chip be asked once while it says so."""
    d.touch.down = down
    polls = d.touch.polls
    while d.touch.polls == polls:
        d.step(ms=1)


def test_one_reading_alone_is_no_touch_and_one_lost_reading_no_release():
    d = ready()
    x, y = d.middle("button:ready")
    d.touch.x, d.touch.y = x, y
    for _ in range(5):
        read_once(d, True)
        read_once(d, False)
    assert d.ui.next_press() is None
    d.put(x, y)
    read_once(d, False)
    d.touch.down = True
    d.step(30)
    assert d.ui.next_press() is None
    d.lift()
    assert d.ui.next_press() == "button:ready"


def test_a_finger_of_the_last_screen_presses_nothing_on_the_next():
    d = ready("hand-closed")
    x, y = d.middle("button:peek")
    d.put(x, y)
    d.ui.show(views()["fall-cleared"])
    d.settle()
    d.lift()
    assert d.ui.next_press() is None
    d.ui.show(views()["hand-closed"])
    d.put(x, y, 40)
    d.lift()  # while the new screen is not on the glass yet, or just is
    d.settle()
    assert d.ui.next_press() in (None, "button:peek")


def test_a_button_of_the_same_name_on_the_next_screen_is_not_pressed():
    d = ready("players-3")
    x, y = d.middle("button:next")
    d.put(x, y)
    d.show(views()["level"])
    d.lift()
    assert d.ui.next_press() is None
    d.ui.show(views()["players-10"])
    d.step(2)
    d.put(x, y, 45)  # on the old picture, while the new one is being made
    d.settle()
    d.lift()
    assert d.ui.next_press() is None
    assert d.tap("button:next") == "button:next"


def test_a_stuck_chip_presses_nothing():
    d = ready()
    x, y = d.middle("button:ready")
    d.put(x, y, 11_000)
    d.lift()
    assert d.ui.next_press() is None
    assert d.tap("button:ready") == "button:ready"


def test_stuck_at_the_corner_touches_nothing():
    d = ready()
    d.put(0, 0, 500)
    d.lift()
    assert d.ui.next_press() is None


def test_every_target_can_be_pressed():
    names = ("players-10", "level", "hand-must-draw", "hand-open", "place-by-hand", "question-many", "fall-by-hand")
    for name in names:
        d = ready(name)
        for target, x, y, w, h in d.ui.targets:
            d.put(x + w // 2, y + h // 2)
            d.lift()
            assert d.ui.next_press() == target, (name, target)
            assert d.ui.last_touch_ms is not None
