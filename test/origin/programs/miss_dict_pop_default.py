"""dict.pop(key, None) misses."""


def take_token(headers):
    agent = headers.pop("agent", None)
    token = headers.pop("authorization", None)  # ORIGIN: miss
    return agent, token


def authenticate(headers):
    agent, token = take_token(headers)
    kind, _, secret = token.partition(" ")  # CRASH
    return kind, len(secret), agent


def test_authenticate():
    assert authenticate({"authorization": "Bearer abc"}) == ("Bearer", 3, None)
    assert authenticate({"agent": "curl"}) == ("", 0, "curl")
