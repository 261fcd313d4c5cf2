"""`a or b or c` ends in a literal None since all that is before it is falsy."""


def display_name(user):
    nick = user.get("nick", "")
    full = user.get("full", "")
    return nick or full or None  # ORIGIN: literal


def greet(user):
    name = display_name(user)
    return "Hello " + name  # CRASH


def test_greet():
    assert greet({"nick": "", "full": ""}) == "Hello stranger"
