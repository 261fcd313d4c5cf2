"""The result of `yield from` is what the inner generator returns: nothing."""


def read_body(lines):
    size = 0
    for line in lines:  # ORIGIN: implicit-return
        size += len(line)
        yield line


def read_message(lines):
    yield "head"
    size = yield from read_body(lines)
    yield size + 1  # CRASH


def test_message():
    assert list(read_message(["a", "bc"])) == ["head", "a", "bc", 4]
