"""Handlers return replies to a dispatcher, one of them returns nothing."""


class Bus:
    def __init__(self):
        self.handlers = []

    def on(self, handler):
        self.handlers.append(handler)

    def emit(self, event):
        replies = []
        for handler in self.handlers:
            replies.append(handler(event))
        return replies


def count_chars(event):
    return len(event)


def remember(event, memory=[]):
    memory.append(event)  # ORIGIN: implicit-return


def score(bus, event):
    total = 0
    for reply in bus.emit(event):
        total += reply  # CRASH
    return total


def test_score():
    bus = Bus()
    bus.on(count_chars)
    assert score(bus, "abc") == 3
    bus.on(remember)
    assert score(bus, "abc") == 3
