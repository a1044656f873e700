"""The wiring page of the repository is what the board files say."""

from host_sim import wiring


def test_the_page_is_up_to_date():
    assert wiring.PAGE.read_text(encoding="utf-8") == wiring.page()


def test_every_pin_of_every_board_is_on_the_page():
    text = wiring.page()
    for board in wiring.boards():
        for name, gpio, *_ in board.PINS:
            assert f"| {gpio} | `{name}` |" in text
