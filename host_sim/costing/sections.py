"""Executed by MicroPython: does one kind of the firmware's work COUNT times. micropython sections.py PART COUNT

PART "rules": actions of a game of ten; "strip": strips of the display; "screen": pieces of drawing a hand of cards and
what sends them; "loop": passes of App in which nothing is due; "idle": looks at a display that shows all; "slow": what
App does every 20 ms; "touch": polls of the glass. Prints the strips that were sent. Two runs that differ by COUNT are
subtracted, so starting counts for nothing.
The chips are those of onboard/chips.py; what their pins and buses take is in the counts, and is next to nothing.
"""

import sys

MOST_ACTIONS = 60


def actions():
    """Return the actions of a game of ten that plays whatever is allowed, and a fresh game."""
    from teatable.rules import Game, apply, legal_actions, outcome
    from teatable.rules.chance import Chance

    chance = Chance(8)
    game = Game.new(10, 8)
    out = []
    while len(out) < MOST_ACTIONS and not outcome(game):
        moves = legal_actions(game)
        out.append(moves[chance.below(len(moves))])
        apply(game, out[-1])
    return out, Game.new(10, 8)


def rules(count):
    """Do so many of them."""
    from teatable.rules import apply

    todo, game = actions()
    for action in todo[:count]:
        if apply(game, action):
            raise ValueError(f"{action} is not allowed")


class Alike:
    """What each section of the firmware takes by the clock here: it moves no count."""

    def __getitem__(self, section):
        return 500


def table():
    """Return App at the hand of the first player, shown and at rest."""
    from chips import Ports  # type: ignore
    from people import Evening  # type: ignore
    from teatable.app import App
    from teatable.boards import devkitc_s3

    ports = Ports(Alike())
    people = Evening(ports)
    ports.app = App(ports, devkitc_s3)  # type: ignore
    ports.app.tidy.step = lambda *_: None  # type: ignore  # what a collection takes depends on addresses
    people.begin(10)
    people.press("button:ready", "button:peek")
    people.until(lambda: not people.app.ui.busy)
    return ports.app, ports


def screen(app, count):
    """Draw the hand again and again; return how many strips were sent."""
    from teatable.ui import DREW, SENT

    ui = app.ui
    sent = 0
    while count > 0:
        if not ui.busy:
            ui.redraw()
        did = ui.step()
        count -= did == DREW
        sent += did == SENT
    return sent


def main(part, count):
    """Do what the command line says."""
    if part == "rules":
        rules(count)
        print("sent 0")
        return
    app, ports = table()
    us = ports.clock.us
    app.step(us)
    sent = 0
    if part == "screen":
        sent = screen(app, count)
    for i in range(0 if part == "screen" else count):
        if part == "strip":
            for y in (16 * (i % 20), 16 * (i % 20) + 8):
                app._panel.strip(y, 8, app.ui.canvas.pixels(y))
        elif part == "loop":
            app._rested = True
            app._work_us = 1 << 20  # nothing fits in
            app.step(us)
        elif part == "idle":
            app._display()
        elif part == "slow":
            app._slow(us)
        elif part == "touch":
            app.touch.poll(app.now_ms)
    print("sent", sent)


main(sys.argv[1], int(sys.argv[2]))
