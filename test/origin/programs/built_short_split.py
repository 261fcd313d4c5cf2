"""IndexError: str.split gives one part only for one of the lines.
bad: short-sequence
"""


def parse(line):
    parts = line.split("=")  # ORIGIN: built|library-call
    return parts[0].strip(), parts[1].strip()  # CRASH


def parse_all(lines):
    result = {}
    for line in lines:
        key, value = parse(line)
        result[key] = value
    return result


def test_parse_all():
    assert parse_all(["a = 1"]) == {"a": "1"}
    assert parse_all(["a = 1", "verbose", "b = 2"]) == {"a": "1", "verbose": "", "b": "2"}
