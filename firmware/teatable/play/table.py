"""What the game asks of the table top: what stands and lies on it, whether it rests; or the game's own word by hand.

In: the tracker and the game. Out: stacks, as lists and as parts of a view.
"""

import math

from ..tracker import events as kinds


class Table:
    """The table top as play sees it."""

    def __init__(self, play):
        self.play = play

    def seen(self):
        """Return the stacks that stand on the table as the tracker believes, or as the game says when by hand."""
        return self.play.referee.game.stacks if self.play.by_hand else self.play.tracker.stacks

    def lying(self):
        """Return the fallen cups that still lie on the table."""
        return () if self.play.by_hand else self.play.tracker.lying

    def at_rest(self):
        """Tell whether the table is at rest apart from its wobble."""
        return self.play.by_hand or self.play.tracker.at_rest

    def holding(self):
        """Tell whether the load is off what should stand there, so that "three" has to wait."""
        return not self.play.by_hand and self.play.tracker.holding

    def believe(self, game):
        """Make the tracker believe what `game` says, each stack where it has been seen last."""
        stacks = game.stacks
        places = [self.play.tracker.positions(stack[0]) or self.play.referee.places.get(stack[0]) for stack in stacks]
        self.play.tracker.begin(stacks, None if None in places else places)

    def expect(self, mode, cups, bottoms, declared=False, lift=-1):
        """Tell the tracker what the game allows now; `declared`: the players say that something fell; `lift`: a cup
        that they are asked to lift again, or -1.
        """
        if not self.play.by_hand:
            self.play.tracker.expect(mode, cups, bottoms, declared, lift)

    def expect_nothing(self):
        """Tell the tracker that no cup should move now."""
        self.expect(kinds.NOTHING, (), ())

    def stack_views(self, allowed):
        """Return the stacks of the game for a view; `allowed`: the bottom cups of those that may be used."""
        return self.views_of(self.play.referee.game.stacks, allowed)

    def views_of(self, stacks, allowed):
        """Return `stacks` for a view, each where the tracker believes it, as the player in turn sees the top."""
        game = self.play.referee.game
        angle = 2 * math.pi * game.turn / game.players  # the seats go clockwise round the top, even ways apart
        right, up = math.cos(angle), math.sin(angle)
        out = []
        for stack in stacks:
            place = None if self.play.by_hand else self.play.tracker.positions(stack[0])
            if place:
                x, y = place
                place = round(x * right - y * up), round(x * up + y * right)
            else:  # nobody knows: they are shown in a row
                place = (2 * len(out) + 1 - len(stacks)) * self.play.config["map_um"] // len(stacks), 0
            out.append({"cups": list(stack), "x_um": place[0], "y_um": place[1], "allowed": stack[0] in allowed})
        return out
