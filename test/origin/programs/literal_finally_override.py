"""`finally` rebinds the result to None after the try block set a good one."""


class Connection:
    def __init__(self):
        self.lock = "free"

    def send(self, payload):
        reply = None
        try:
            self.lock = "held"
            reply = {"size": len(payload)}
        finally:
            self.lock = None  # ORIGIN: literal
        return reply


def status(connection):
    return connection.lock.title()  # CRASH


def test_status():
    connection = Connection()
    assert connection.send("abc")["size"] == 3
    assert status(connection) == "Free"
