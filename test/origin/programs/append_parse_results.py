"""Many results are appended by the same line; one of them is None."""


def parse(line):
    if "=" in line:
        key, value = line.split("=", 1)
        return key.strip(), value.strip()
    return None  # ORIGIN: literal


def parse_all(lines):
    pairs = []
    for line in lines:
        pairs.append(parse(line))
    return pairs


def keys(lines):
    return [pair[0] for pair in parse_all(lines)]  # CRASH


def test_keys():
    assert keys(["a=1", "b = 2"]) == ["a", "b"]
    assert keys(["a=1", "b = 2", "# note", "c=3"]) == ["a", "b", "c"]
