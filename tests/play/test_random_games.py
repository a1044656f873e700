"""Whole games through the screens with a fake tracker: mistakes, falls, overrules, power cuts, faults, the menu.

Whatever people do, the game ends with a winner, the journal gives back the very same game, the tracker and the game
agree on what stands, and nothing of a closed hand is in a view.
"""

import random

import pytest
from teatable.rules import cards, load, save
from teatable.tracker import events
from unit_play.fake_table import FakeTable


class Crowd:
    """Plays on until somebody wins, doing now and then what nobody should."""

    def __init__(self, seed, players, mistakes=0.2, cuts=0.01):
        self.rng = random.Random(seed)
        self.table = FakeTable(seed=seed)
        self.table.start(players, self.rng.randrange(players))
        self.mistakes = mistakes
        self.cuts = cuts
        self.falls = 0
        self.power_cuts = self.menus = self.leavers = 0

    def chance(self, p):
        return self.rng.random() < p

    def run(self, steps=6000):
        for _ in range(steps):
            screen = self.table.screen
            self.check()
            if screen == "winner":
                return True
            getattr(self, "on_" + screen)()
            if self.chance(self.cuts) and self.table.screen != "winner":
                self.power_cut()
            if self.chance(0.04) and self.table.play.view().get("menu_button"):
                self.open_menu()
            if self.chance(self.cuts):
                self.table.play.fault("fault-cell", "load cell east")
                assert not self.table.play.running
                self.table.play.well()
        return False

    def check(self):
        view = self.table.play.view()
        if view.get("open") is False:
            assert view["cards"] == [] and not view.get("must_draw") and not view.get("must_pass")
        if view["screen"] == "pass":
            assert sorted(self.table.tracker.stacks) == sorted(self.table.game.stacks)
        assert self.table.play.running == (view["screen"] in ("place", "remove", "count") and view.get("number") != 3)

    def power_cut(self):
        table = self.table
        table.play.referee.flush()
        before = save(table.game)
        stood = [list(s) for s in table.tracker.stacks]
        again = FakeTable(table.kept, seed=1)
        again.press("button:resume")
        assert save(again.game) == before and save(load(before)) == before
        again.tracker.stacks = stood
        self.table = again
        self.power_cuts += 1
        again.tell(events.UNTOUCH)

    def open_menu(self):
        """Look something up and come back to the very same step; now and then somebody goes home."""
        table = self.table
        before, screen, message = save(table.game), table.screen, table.play.view().get("message")
        table.press("button:menu")
        table.wait(self.rng.choice((20, 15_000)))
        assert not table.play.running and save(table.game) == before
        self.menus += 1
        offered = [item[0] for item in table.play.view()["items"]]
        if "button:leave" in offered and self.chance(0.1):
            leaver = self.rng.choice([p for p in range(table.game.players) if not table.game.left >> p & 1])
            turn = table.game.turn
            table.press("button:leave", f"player:{leaver}", "button:yes")
            self.leavers += 1
            assert table.game.left >> leaver & 1 and table.game.hands[leaver] == []
            assert (table.game.turn == turn) == (leaver != turn)
            return
        table.press(self.rng.choice(offered[:3]), "button:back", "button:back")
        assert save(table.game) == before
        assert table.screen == screen and table.play.view().get("message") == message

    # --- one method a screen

    def on_pass(self):
        self.table.press("button:ready")

    def on_hand(self):
        table = self.table
        if not table.play.view()["open"]:
            return table.press("button:peek")
        if self.chance(0.02) and table.game.stacks:
            return self.topple()
        if self.chance(0.03) and len(self.off()) > 1:
            cup = self.rng.choice(self.off())
            table.place(cup)
            assert table.screen == "message"
            return table.remove(cup)
        view = table.play.view()
        if view["must_draw"]:
            table.press("button:draw")
            while table.play.referee.must_draw():
                table.wait(20)
            return None
        if view["must_pass"]:
            return table.press("button:pass-turn")
        good = [k for k, reason in view["cards"] if not reason]
        if good and self.chance(0.8):
            return table.press("card:" + cards.NAMES[self.rng.choice(good)])
        bad = [k for k, reason in view["cards"] if reason]
        if bad:
            before = save(table.game)
            table.play.press("card:" + cards.NAMES[bad[0]])
            assert table.screen == "hand" and save(table.game) == before
        if view["page"] + 1 < view["pages"]:
            return table.press("button:next")
        table.press("button:prev" if view["page"] else "button:peek")

    def on_choose(self):
        self.table.press("button:play" if self.chance(0.9) else "button:back")

    def on_draw(self):
        table = self.table
        table.press("button:peek")
        assert len(table.play.view()["cards"]) == table.play.view()["count"]
        table.press("button:ok")

    def on_discard(self):
        table = self.table
        if not table.play.view()["open"]:
            table.press("button:peek")
        table.press("card:" + cards.NAMES[self.rng.choice(table.play.view()["cards"])[0]])

    def on_place(self):
        table = self.table
        view = table.play.view()
        if self.chance(0.05):
            if view["take_back"]:
                table.press("button:take-back")
            return
        if self.chance(self.mistakes):
            cup = self.rng.choice(self.off())
            bottoms = [-1] + [s[0] for s in table.tracker.stacks]
            bottom = self.rng.choice(bottoms)
            table.place(cup, bottom)
            if table.screen == "place":
                assert table.play.view()["message"]
                table.remove(cup)
            return
        if self.chance(0.06) and table.game.stacks:
            return self.topple()
        ways = [s["cups"][0] for s in view["stacks"] if s["allowed"]] + ([-1] if view["new_stack"] != "no" else [])
        table.place(self.rng.choice(view["cups"]), self.rng.choice(ways))
        assert table.screen == "count"

    def on_remove(self):
        table = self.table
        if self.chance(0.06):
            return self.topple()
        stack = self.rng.choice(table.tracker.stacks)
        if self.chance(self.mistakes) and len(stack) > 1:
            low = stack[0]
            table.remove(low)
            assert table.play.view()["message"] and table.screen == "remove"
            rest = next(s for s in table.tracker.stacks if s[0] in stack)
            rest.insert(0, low)
            table.tell(events.UNTOUCH)
            return
        table.remove(stack[-1])
        assert table.screen == "count"

    def on_count(self):
        table = self.table
        table.wait(self.rng.choice((100, 700, 1500)))
        if table.screen == "count" and table.game.stacks and self.chance(0.06):
            self.topple()
        elif table.screen == "count" and table.play.view()["number"] < 3 and self.chance(0.03) and table.game.cup >= 0:
            cup = table.game.cup
            if table.screen == "count" and table.game.card != cards.IM_LATE:
                may_undo = table.play.referee.may_undo()  # not past a shuffle, as when somebody has left meanwhile
                table.remove(cup)
                assert table.screen == ("place" if may_undo else "message")

    def topple(self):
        table = self.table
        stack = self.rng.choice(table.tracker.stacks)
        fallen = stack[self.rng.randrange(len(stack)) :]
        stood = [list(s) for s in table.tracker.stacks]
        table.fall(fallen, fallen if self.chance(0.5) else [])
        if table.screen == "winner":
            return  # it began after the last "three"
        assert table.screen == "fall"
        if self.chance(0.15):
            table.tracker.stacks = stood
            table.tracker.lying = []
            falls = table.game.falls
            table.press("button:not-a-fall", "agree:1", "agree:0")
            assert table.game.falls == falls and table.screen != "fall"

    def on_fall(self):
        table = self.table
        if not table.play.view()["cleared"]:
            table.clear()
        falls = table.game.falls
        table.press("button:yes-it-fell")
        assert table.game.falls == falls + 1
        self.falls += 1

    def on_message(self):
        table = self.table
        table.tracker.stacks = [list(s) for s in table.game.stacks]
        table.tell(events.UNTOUCH)
        assert table.screen != "message"

    def off(self):
        up = [c for s in self.table.tracker.stacks for c in s]
        return [c for c in range(12) if c not in up]


@pytest.mark.parametrize("seed", range(12))
def test_a_random_game_ends_with_a_winner(seed):
    print("seed", seed)
    players = 2 + seed % 9
    crowd = Crowd(seed, players)
    assert crowd.run(), "no winner"
    view = crowd.table.play.view()
    assert view["falls"] == crowd.table.game.falls and view["reasons"]
    assert len(crowd.table.play.referee.log) <= crowd.table.play.config["log_lines"]


def test_some_of_these_games_had_falls_power_cuts_menus_and_leavers():
    falls = cuts = menus = leavers = 0
    for seed in range(100, 106):
        crowd = Crowd(seed, 4, cuts=0.03)
        assert crowd.run(), seed
        falls += crowd.falls
        cuts += crowd.power_cuts
        menus += crowd.menus
        leavers += crowd.leavers
    assert falls > 5 and cuts > 5 and menus > 20 and leavers > 2
