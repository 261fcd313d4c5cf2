"""KeyError on **kwargs: the dict of keyword arguments is built by the call that lacks one.
bad: missing-key
"""


def render(template, values):
    words = []
    for part in template.split():
        if part.startswith("$"):
            words.append(str(values[part[1:]]))  # CRASH
        else:
            words.append(part)
    return " ".join(words)


def letter(user):
    values = {"name": user}  # ORIGIN: built
    values["greeting"] = "Dear"
    return render("$greeting $name $sender", values)


def test_letter():
    assert render("hi $x", {"x": 1}) == "hi 1"
    assert letter("Ada") == "Dear Ada shop"
