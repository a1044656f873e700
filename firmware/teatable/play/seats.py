"""Who sits where: a name out of a list and a colour for each seat, shown at the rim; remembered with the settings.

No keyboard: a touch takes a name, another the next colour that nobody has. In: presses. Out: names and colours.
"""

from . import signals
from .scene import Scene

EACH = 8  # names on a page

NAMES = (
    "Mum", "Dad", "Granny", "Grandpa", "Mama", "Papa", "Oma", "Opa", "Rose", "Max", "Lily", "Oskar", "Ivy", "Hugo",
    "Daisy", "Felix", "Olive", "Theo", "Ada", "Anna", "Ben", "Clara", "David", "Emma", "Finn", "Greta", "Jakob", "Jo",
    "Lea", "Leo", "Mia", "Nina", "Noah", "Paul", "Sophie", "Tim", "Tom", "Zoe",
)  # fmt: skip


class Seat(Scene):
    """One seat: the name and the colour of who sits there; its light burns at the rim."""

    name = "seat"
    light = signals.SEAT

    def __init__(self, play, number):
        super().__init__(play)
        self._number = number
        self._page = 0

    @property
    def spot(self):
        """Where the rim is lit: (seat, seats)."""
        return self._number, self.play.settings["players"]

    def _free(self):
        """Return the names that nobody else has who plays."""
        s = self.play.settings
        taken = s["names"][: s["players"]]
        return [name for name in NAMES if name not in taken]

    def press(self, target):
        pages = (len(self._free()) + EACH - 1) // EACH
        if target[:5] == "name:":
            return self._take_name(target[5:])
        if target == "button:colour":
            self._next_colour()
        elif target == "button:next" and self._page + 1 < pages:
            self._page += 1
        elif target == "button:prev" and self._page > 0:
            self._page -= 1
        elif target == "button:ok":
            from .before import Players  # it leads here

            self.play.save_settings()
            self.play.go(Players(self.play))
        else:
            return False
        return True

    def _take_name(self, name):
        if name not in self._free():
            return False
        names = self.play.settings["names"]
        if name in names:  # of a seat that is not taken today
            names[names.index(name)] = names[self._number]
        names[self._number] = name
        return True

    def _next_colour(self):
        """Take the next colour that none of the others has; whoever does not play has it changed for this one."""
        s = self.play.settings
        colours = s["colours"]
        others = [colours[i] for i in range(s["players"]) if i != self._number]
        mine = colours[self._number]
        for step in range(1, len(colours) + 1):
            colour = (mine + step) % len(colours)
            if colour not in others:
                colours[colours.index(colour)] = mine
                colours[self._number] = colour
                return

    def view(self):
        s = self.play.settings
        free = self._free()
        pages = (len(free) + EACH - 1) // EACH
        page = min(self._page, pages - 1)
        return {
            "player": s["names"][self._number], "seat": self._number, "colour": s["colours"][self._number],
            "count": s["players"], "names": free[page * EACH : (page + 1) * EACH], "page": page, "pages": pages,
            "menu_button": False, "fell_button": False,
        }  # fmt: skip
