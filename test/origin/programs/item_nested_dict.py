"""The None sits in a dict in a list in a dict."""

RESPONSE = {
    "page": None,
    "users": [
        {"id": 1, "mail": "ada@x.org"},
        {"id": 2, "mail": None},  # ORIGIN: literal
        {"id": 3, "mail": "cy@x.org"},
    ],
}


def domains(response):
    found = []
    for user in response["users"]:
        mail = user["mail"]
        found.append(mail.split("@")[1])  # CRASH
    return found


def test_domains():
    assert domains(RESPONSE) == ["x.org", "x.org", "x.org"]
