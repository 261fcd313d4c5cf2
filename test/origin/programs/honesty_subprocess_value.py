"""A value comes from another process as text and is looked up.
honesty: true
"""
import ast


def decode(text):
    return ast.literal_eval(text)  # ORIGIN: library-call


def load(lines):
    table = {}
    for line in lines:
        name, _, text = line.partition("=")
        table[name] = decode(text)
    return table


def area(lines):
    table = load(lines)
    return table["w"] * table["h"]  # CRASH


def test_area():
    assert area(["w=2", "h=3"]) == 6
    assert area(["w=2", "h=None"]) == 6
