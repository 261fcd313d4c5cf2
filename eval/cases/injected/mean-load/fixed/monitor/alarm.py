from monitor.stats import mean, peak
from monitor.window import Window


class Alarm:
    def __init__(self, limit, minutes=5):
        self.limit = limit
        self.window = Window(minutes)

    def feed(self, samples):
        for sample in samples:
            self.window.push(sample)
        return self

    def is_due(self):
        loads = [sample.load for sample in self.window.usable()]
        return mean(loads) > self.limit or peak(loads) > 4 * self.limit
