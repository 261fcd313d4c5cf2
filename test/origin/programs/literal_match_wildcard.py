"""A match statement's wildcard case returns None.
min-python: 3.10
"""


def handler_for(event):
    match event:
        case {"type": "click", "x": x}:
            return lambda: x
        case {"type": "key", "code": code}:
            return lambda: code
        case _:
            return None  # ORIGIN: literal


def run(events):
    return [handler_for(event)() for event in events]  # CRASH


def test_run():
    assert run([{"type": "click", "x": 3}, {"type": "key", "code": 7}]) == [3, 7]
    assert run([{"type": "click", "x": 3}, {"type": "scroll"}]) == [3, 0]
