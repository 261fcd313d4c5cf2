"""A fluent builder collects options; build() reads one that was never given, so the class's own default counts."""


class Email:
    def __init__(self, options):
        self.sender = options["sender"]
        self.subject = options["subject"]

    def first_line(self):
        return "From: " + self.sender  # CRASH


class EmailBuilder:
    def __init__(self):
        self.options = {"subject": "", "sender": None}  # ORIGIN: literal

    def subject(self, text):
        self.options["subject"] = text
        return self

    def sender(self, address):
        self.options["sender"] = address
        return self

    def build(self):
        return Email(dict(self.options))


def test_first_line():
    assert EmailBuilder().subject("a").sender("x@y").build().first_line() == "From: x@y"
    assert EmailBuilder().subject("a").build().first_line() == "From: x@y"
