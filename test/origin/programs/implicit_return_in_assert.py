"""The crash is in the test's own assert statement, on the value which a function forgot to return."""


def slugify(title):
    parts = title.lower().split()
    slug = "-".join(parts)
    slug = slug.strip("-")  # ORIGIN: implicit-return


def test_slugify():
    assert slugify("Hello World").count("-") == 1  # CRASH
