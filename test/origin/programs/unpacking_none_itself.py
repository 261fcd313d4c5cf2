"""The unpacked value itself is None: a function falls off its end instead of returning a pair."""


def locate(text, marks):
    for mark in marks:  # ORIGIN: implicit-return
        position = text.find(mark)
        if position >= 0:
            return position, mark


def cut(text):
    position, mark = locate(text, "#;")  # CRASH
    return text[:position]


def test_cut():
    assert cut("a # b") == "a "
    assert cut("a b") == "a b"
