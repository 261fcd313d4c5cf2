"""The guard next to the raise sees a None, a guard further out the length: only the former's line may be named.
honesty: true
"""


class Failed(Exception):
    pass


class Writer:
    def __init__(self):
        self.backup = None  # ORIGIN: literal
        self.text = ""

    def write(self, text, limit):
        if len(text) > limit:
            if self.backup is None:
                raise Failed("too long, and no backup to go back to")  # CRASH
            self.text = self.backup
            return self.text
        self.text = text
        return text


def test_write():
    writer = Writer()
    assert writer.write("abc", 5) == "abc"
    assert writer.write("abcdef", 5) == "abc"
