"""What really happened (placeholder until the referee is written)."""


class Truth:
    def __init__(self, world):
        self.events = []

    def step(self):
        pass

    def by_fiat(self, cup):
        pass

    def released(self, cup, hand):
        pass

    def shelved(self, cup, hand):
        pass

    def touched(self, cup, hand):
        pass

    def bumped(self, hand, i):
        pass

    def note(self, kind, **k):
        pass

    def state(self):
        return None

    def set_state(self, s):
        pass
