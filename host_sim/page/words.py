"""What the page says in words: what to do next, and what the firmware has concluded.

Data in: views and events. Data out: lines of text.
"""

from typing import Any

from teatable.boards import geometry

from ..recorder import clock

HINTS = {
    "": "The table starts ...",
    "title": "Press New game on the display.",
    "players": "Say how many you are, then Next.",
    "level": "Choose how mad the table shall be, then Next.",
    "first": "Who drank tea last? Press the name.",
    "pass": "Press It is me.",
    "hand": "Press Show my cards, then touch the card you want to play.",
    "choose": "Press Play it.",
    "place": "Click a cup that the display shows, then the place where it goes.",
    "remove": "Click the top cup of a stack to take it off.",
    "count": "Hands off! The table counts to three.",
    "fall": "Click every cup that fell to take it away. Then press Yes, it fell.",
    "draw": "Press Show what I drew, then OK.",
    "discard": "Show your cards and touch one that you do not want.",
    "question": "The table is not sure. Press what is right.",
    "winner": "To play again take all cups off (under Game), then press New game.",
    "fault": "Something is broken. Mend it under Trouble, then press Try again.",
    "message": "Do what the display says, then press the button.",
    "crash": "The firmware has crashed. Press Go on.",
}


def hint(screen: str, player: str, bots_turn: bool, powered: bool, message: str = "") -> str:
    """Return what to do next, in a sentence or two."""
    if not powered:
        return "The power is off. It comes back by itself."
    if bots_turn:
        return f"{player} is a bot and plays now. Watch! The display is turned to {player}." if player else "Bots play."
    text = HINTS.get(screen, "Press a button on the display.")
    if message and screen in ("place", "remove"):
        text = "Do what the yellow line on the display says."
    return f"{player}: {text}" if player else text


def cup_name(name: str | None) -> str:
    """Return "small green" for "small-green"."""
    return name.replace("-", " ") if name else "something"


def cup_words(cup: int) -> str:
    """Return the name of cup 0..11."""
    return cup_name(geometry.CUPS[cup])


def said(event: dict[str, Any]) -> str:
    """Return what the firmware concluded, in words; "" for what is not told."""
    kind, t = event["kind"], clock(event["t"]).strip() + "  "
    if kind in ("placed", "removed"):
        cup = cup_name(event["cup"])
        if not event["sure"]:
            cup = (" or ".join(cup_name(c) for c in event.get("candidates", ())) or cup) + " (not sure)"
        if kind == "removed":
            return f"{t}removed: {cup}"
        alone = event["stack"] in (None, event["cup"])
        return f"{t}placed: {cup} on " + ("the table" if alone else f"the stack of {cup_name(event['stack'])}")
    if kind == "falling":
        return t + "falling? The count waits"
    if kind == "falling-cancelled":
        return t + "falling: no, all is well"
    if kind == "fell":
        return f"{t}fell: {', '.join(cup_name(c) for c in event['cups']) or 'something'}"
    if kind == "fault":
        return f"{t}fault: {event['fault'].removeprefix('fault-')}"
    if kind == "touch":
        return t + "a hand on the table"
    return ""
