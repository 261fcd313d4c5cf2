from jobs.backoff import delay_after


class Plan:
    def __init__(self):
        self.delays = []

    def note(self, outcome):
        seconds = delay_after(outcome, len(self.delays))
        if seconds is not None:
            self.delays.append(seconds)
        return seconds is not None
