"""`self.socket = None` in __init__ and connect() is never called on the second object."""


class Client:
    def __init__(self, host):
        self.host = host
        self.proxy = None
        self.socket = None  # ORIGIN: literal

    def connect(self):
        self.socket = ["syn", self.host]
        return self

    def send(self, text):
        self.socket.append(text)  # CRASH
        return len(self.socket)


def broadcast(clients, text):
    return [client.send(text) for client in clients]


def test_broadcast():
    assert broadcast([Client("a").connect(), Client("b")], "hi") == [3, 3]
