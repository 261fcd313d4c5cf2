"""A retry loop runs out of attempts and the function falls off its end at the while line."""


def fetch(source, attempts):
    tried = 0
    while tried < attempts:  # ORIGIN: implicit-return
        reply = source[tried]
        if reply is not None:
            return reply
        tried += 1


def body_of(source):
    reply = fetch(source, 2)
    return reply["body"]  # CRASH


def test_body():
    assert body_of([None, {"body": "x"}]) == "x"
    assert body_of([None, None, {"body": "x"}]) == "x"
