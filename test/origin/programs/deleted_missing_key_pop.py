"""KeyError: a helper pops the key from the caller's dict.
bad: missing-key
"""


def signature(payload):
    secret = payload.pop("secret")  # ORIGIN: deleted
    return "%s:%d" % (secret, len(payload))


def deliver(payload):
    head = signature(payload)
    tail = payload["secret"]  # CRASH
    return head + tail


def test_deliver():
    assert deliver({"secret": "s", "body": "b"}) == "s:2s"
