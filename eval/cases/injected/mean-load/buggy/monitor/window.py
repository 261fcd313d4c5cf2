class Window:
    """The samples of the last minutes."""

    def __init__(self, minutes):
        self.minutes = minutes
        self.samples = []

    def push(self, sample):
        self.samples.append(sample)
        newest = max(one.minute for one in self.samples)
        self.samples = [one for one in self.samples if newest - one.minute < self.minutes]

    def usable(self):
        return [one for one in self.samples if one.valid]
