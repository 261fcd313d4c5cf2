"""IndexError: clear() emptied the list after it was read once.
bad: short-sequence
"""


class Inbox:
    def __init__(self, messages):
        self.messages = list(messages)

    def archive(self):
        count = len(self.messages)
        self.messages.clear()  # ORIGIN: emptied
        return count

    def newest(self):
        return self.messages[-1]  # CRASH


def test_newest():
    inbox = Inbox(["a", "b"])
    assert inbox.newest() == "b"
    assert inbox.archive() == 2
    assert inbox.newest() == "b"
