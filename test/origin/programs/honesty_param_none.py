"""The None stands in a parametrize list and reaches the test through pytest.
honesty: true
"""
import pytest


def slug(title):
    return title.lower().replace(" ", "-")  # CRASH


@pytest.mark.parametrize(
    "title",
    [
        "Hello World",
        None,  # ORIGIN: literal
        "Bye",
    ],
)
def test_slug(title):
    assert " " not in slug(title)
