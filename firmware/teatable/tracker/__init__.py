"""The tracker: changes of load in, cups out - which cup, on which stack, how sure; what fell, what still lies there.

Why hypotheses: one change of load has several explanations, and the right one may show only with the next. So several
beliefs are kept with their likelihoods, what the game expects is the prior, and two that stay close become a question.
Data in: Sensing after each sample, what the game expects. Data out: events (events.py), stacks, lying cups.
The method, the costs and how each was set: README.md in this folder.
"""

from .events import Event
from .tracker import Tracker

__all__ = ["Event", "Tracker"]
