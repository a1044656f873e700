"""How fast the rules are: actions per second on CPython and on MicroPython.

Why: one rules action must cost little beside a strip of the display, and 10,000 random games must fit into a test run.
Data in: number of games. Data out: a table; per action, choosing it from legal_actions() is part of the work. On a busy
machine the fastest game tells more than the mean.
`python -m host_sim.rules_bench [GAMES]` runs this very file on both interpreters; it must stay readable to MicroPython.
"""

import sys
import time


def play(seed):
    """Play a game of random legal moves and falls; return the number of actions."""
    from teatable.rules import Game, apply, legal_actions, outcome
    from teatable.rules.chance import Chance

    chance = Chance(seed)
    game = Game.new(2 + seed % 9, seed)
    actions = 0
    while not outcome(game):
        if game.stacks and not chance.below(12):
            apply(game, ("fall", [[stack[0]] for stack in game.stacks[1:]]))
        else:
            moves = legal_actions(game)
            apply(game, moves[chance.below(len(moves))])
        actions += 1
    return actions


def timed(name, repeats, work):
    """Print a line with the time of one call of `work`, the best of five rounds of `repeats`."""
    clock = getattr(time, "perf_counter", time.time)
    best = 1e9
    for _ in range(5):
        begin = clock()
        for _ in range(repeats):
            work()
        best = min(best, (clock() - begin) * 1e6 / repeats)
    print(f"  {name:34} {best:10.1f} us")


def measure(games):
    """Play `games` random games here and print what they took."""
    from teatable.rules import Game, load, log, save, view

    clock = getattr(time, "perf_counter", time.time)
    play(0)
    actions = 0
    spent = 0.0
    best = 0.0
    for seed in range(games):
        begin = clock()
        done = play(seed)
        took = max(clock() - begin, 1e-6)
        actions += done
        spent += took
        best = max(best, done / took)
    print(
        f"{sys.implementation.name}: {games} games, {actions} actions in {spent:.2f} s: "
        f"{actions / spent:.0f} actions a second, {best:.0f} in the fastest game"
    )
    game = Game.new(4, 1)
    data = save(game)
    timed("a new game, dealt", 20, lambda: Game.new(4, 1))
    timed("the view of one player", 50, lambda: view(game, 0))
    timed(f"save ({len(data)} bytes)", 20, lambda: save(game))
    timed("load", 20, lambda: load(data))
    timed("the log in words, one line", 20, lambda: log(game))


def main():
    """Measure here, and on CPython then on MicroPython as well where there is one."""
    words = sys.argv[1:] or ["1000"]
    if len(words) > 1 or not words[0].isdigit() or not int(words[0]):
        print("usage: python -m host_sim.rules_bench [GAMES], a number of 1 or more", file=sys.stderr)
        sys.exit(2)
    games = int(words[0])
    measure(games)
    if sys.implementation.name == "micropython":
        return
    import os
    import shutil
    import subprocess

    beside = os.path.join(os.path.dirname(sys.executable), "micropython")
    micropython = beside if os.path.exists(beside) else shutil.which("micropython")
    if micropython is None:
        print("micropython: not found; run make setup")
        return
    here = os.path.abspath(__file__)
    firmware = os.path.join(os.path.dirname(os.path.dirname(here)), "firmware")
    sys.stdout.flush()
    environment = dict(os.environ, MICROPYPATH=firmware + os.pathsep + ".frozen")
    subprocess.run([micropython, here, str(games)], env=environment, check=True)


if __name__ == "__main__":
    main()
