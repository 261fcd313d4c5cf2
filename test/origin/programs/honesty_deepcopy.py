"""copy.deepcopy carries a None over; the library copied it, it did not make it.
honesty: true
"""
import copy


class Template:
    def __init__(self):
        self.fields = {"title": "x", "footer": None}  # ORIGIN: literal


def page(template, title):
    made = copy.deepcopy(template)
    made.fields["title"] = title
    return made


def footer(template):
    return page(template, "a").fields["footer"].upper()  # CRASH


def test_footer():
    assert footer(Template()) == "F"
