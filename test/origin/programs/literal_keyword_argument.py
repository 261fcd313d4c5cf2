"""A None is passed by keyword over several lines of a call, next to other Nones that are harmless."""


def build_message(subject, sender=None, recipient=None, footer=None):
    lines = [subject]
    if sender is not None:
        lines.append(sender)
    lines.append("to " + recipient.lower())  # CRASH
    if footer:
        lines.append(footer)
    return lines


def notify(user):
    return build_message(
        "Invoice",
        sender=None,
        recipient=None,  # ORIGIN: literal
        footer=user["footer"],
    )


def test_notify():
    assert notify({"footer": None})[1] == "to ada"
