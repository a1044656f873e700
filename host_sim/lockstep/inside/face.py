"""The face of the table: what a person sees on the display and can press there. Data in: an App. Data out: below."""


class Face:
    """Looks at one App."""

    def __init__(self, app):
        self._app = app

    @property
    def view(self):
        """What the display was last told to show: a dict, or None before the first."""
        return self._app.view

    @property
    def revision(self):
        """A number that changes with what the game wants to show."""
        return self._app.play.revision

    @property
    def screen(self):
        """The name of the screen that is drawn."""
        return self._app.ui.screen

    @property
    def busy(self):
        """Whether the panel does not show the newest view yet."""
        return self._app.ui.busy

    @property
    def targets(self):
        """What can be pressed: (name, x, y, w, h) each."""
        return self._app.ui.targets
