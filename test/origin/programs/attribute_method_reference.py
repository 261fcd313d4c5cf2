"""A callback slot of an object was set to None by a disconnect that another object triggered."""


class Signal:
    def __init__(self):
        self.slot = None

    def connect(self, slot):
        self.slot = slot

    def disconnect(self):
        self.slot = None  # ORIGIN: literal

    def fire(self, value):
        return self.slot(value)  # CRASH


class Window:
    def __init__(self, signal):
        self.signal = signal
        self.signal.connect(self.paint)

    def paint(self, value):
        return value + 1

    def close(self):
        self.signal.disconnect()


def test_fire():
    signal = Signal()
    window = Window(signal)
    assert signal.fire(1) == 2
    window.close()
    assert signal.fire(1) == 2
