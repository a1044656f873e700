"""What really happened (placeholder until the referee is written)."""
class Truth:
    def __init__(self, world): self.events=[]
    def step(self): pass
    def by_fiat(self, cup): pass
    def state(self): return None
    def set_state(self, s): pass
