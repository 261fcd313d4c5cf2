"""IndexError: a list literal has too few elements.
bad: short-sequence
"""


def columns(kind):
    if kind == "short":
        return ["id", "name"]  # ORIGIN: built
    return ["id", "name", "mail"]


def mail_column(kind):
    names = columns(kind)
    return names[2].title()  # CRASH


def test_mail_column():
    assert mail_column("full") == "Mail"
    assert mail_column("short") == "Mail"
