"""The same variable is rebound three times; the last rebinding to None is the cause."""


def parse(tokens):
    selectors = []
    current = None
    for token in tokens:
        if token == ",":
            selectors.append(current)
            current = "best"
        elif token == "/":
            current = None  # ORIGIN: literal
        else:
            current = token
    selectors.append(current)
    return selectors


def widest(selectors):
    width = 0
    for selector in selectors:
        width = max(width, len(selector))  # CRASH
    return width


def test_widest_selector():
    assert widest(parse(["mp4", ",", "webm", "/"])) == 4
