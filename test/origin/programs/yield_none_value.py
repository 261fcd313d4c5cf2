"""A generator yields a name that is None in its third round."""


def chunks(text, size):
    position = 0
    while position <= len(text):
        chunk = text[position : position + size]
        if chunk == "":
            chunk = None  # ORIGIN: literal
        yield chunk
        position += size


def lengths(text):
    sizes = []
    for chunk in chunks(text, 2):
        sizes.append(len(chunk))  # CRASH
    return sizes


def test_lengths():
    assert lengths("abc") == [2, 1]
    assert lengths("abcd") == [2, 2]
