"""Lets somebody hear what the firmware concludes: events of the tracker, answers to it, lines of the game's log.

Data in: an App and an ear with said(event), answered(t_ms) and logged(line). Data out: calls of these, each at the
moment in which the game takes the event. The same in lock-step and without.
"""


def listen(app, ear):
    """Let `ear` hear `app` from now on."""
    tracker = app.tracker
    next_event = tracker.next_event
    answer = tracker.answer

    def heard():
        event = next_event()
        if event is not None:
            ear.said(event)
        return event

    def answered(*args, **named):
        ear.answered(tracker.now_ms)
        answer(*args, **named)

    tracker.next_event = heard
    tracker.answer = answered
    app.play.referee.on_log = ear.logged


# The fields of an event, in the order in which they are sent
FIELDS = (
    "kind", "t_ms", "cup", "sure", "candidates", "stack", "x_um", "y_um", "cups", "again", "lying", "stacks", "mass_mg",
    "knock_mg", "question",
)  # fmt: skip
