"""A class decorator with arguments replaces a method by a lambda that gives None."""


def readonly(name):
    def decorate(cls):
        setattr(cls, name, lambda self, *args: None)  # ORIGIN: literal
        return cls

    return decorate


class Document:
    def __init__(self, text):
        self.text = text

    def replace(self, old, new):
        return Document(self.text.replace(old, new))


@readonly("replace")
class Archived(Document):
    pass


def shout(document):
    changed = document.replace("a", "b")
    return changed.text.upper()  # CRASH


def test_shout():
    assert shout(Document("abc")) == "BBC"
    assert shout(Archived("abc")) == "ABC"
