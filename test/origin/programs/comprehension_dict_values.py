"""A dict comprehension builds a table with a conditional None."""


def table(words, known):
    return {word: (len(word) if word in known else None) for word in words}  # ORIGIN: literal


def weight(words, known):
    lengths = table(words, known)
    return lengths["tea"] + lengths["oil"]  # CRASH


def test_weight():
    assert weight(["tea", "oil"], {"tea", "oil"}) == 6
    assert weight(["tea", "oil"], {"tea"}) == 3
