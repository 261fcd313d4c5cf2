"""A conditional expression written over several lines; the None stands on its last line."""


def pick_channel(user):
    channel = (
        user["channels"][0]
        if user["channels"]
        else None  # ORIGIN: literal
    )
    return channel


def announce(user):
    channel = pick_channel(user)
    prefix = "to:"
    return prefix + channel.upper()  # CRASH


def test_announce():
    assert announce({"channels": []}) == "to:MAIL"
