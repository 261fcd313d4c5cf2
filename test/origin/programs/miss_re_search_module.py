"""re.search by way of the module function, stored in an attribute first."""
import re


class Version:
    def __init__(self, text):
        self.text = text
        self.found = re.search(r"v(\d+)\.(\d+)", text)  # ORIGIN: miss

    def major(self):
        return int(self.found.group(1))  # CRASH


def newest(texts):
    return max(Version(text).major() for text in texts)


def test_newest():
    assert newest(["app v1.2", "app v3.0"]) == 3
    assert newest(["app v1.2", "app 3.0"]) == 3
