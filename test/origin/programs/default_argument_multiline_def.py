"""A def over several lines; only one of its None defaults is the cause."""


def render(
    template,
    context=None,
    separator=None,  # ORIGIN: default-argument
    footer=None,
):
    words = template.split()
    text = separator.join(words)  # CRASH
    if footer:
        text += footer
    return text if context is None else text.format(**context)


def page(title):
    return render(title, footer=None)


def test_page():
    assert render("a b", separator="-") == "a-b"
    assert page("a b") == "a b"
