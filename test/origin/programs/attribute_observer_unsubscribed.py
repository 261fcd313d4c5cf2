"""An observer slot is set to None by unsubscribe while the publisher still iterates over it."""


class Topic:
    def __init__(self):
        self.slots = {}

    def subscribe(self, name, callback):
        self.slots[name] = callback

    def unsubscribe(self, name):
        self.slots[name] = None  # ORIGIN: literal

    def publish(self, event):
        return [callback(event) for name, callback in sorted(self.slots.items(), key=lambda pair: pair[0])]  # CRASH


def test_publish():
    topic = Topic()
    topic.subscribe("audit", len)
    topic.subscribe("mail", str.upper)
    assert topic.publish("go") == [2, "GO"]
    topic.unsubscribe("mail")
    assert topic.publish("go") == [2]
