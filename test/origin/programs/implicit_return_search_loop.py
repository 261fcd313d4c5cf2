"""A search loop ends without a hit and the function falls off its end."""


def find_shelf(shelves, book):
    for shelf in shelves:  # ORIGIN: implicit-return
        if book in shelf["books"]:
            return shelf


def label(shelves, book):
    shelf = find_shelf(shelves, book)
    name = shelf["name"]  # CRASH
    return name.upper()


def test_label():
    shelves = [{"name": "a", "books": ["Emma"]}, {"name": "b", "books": ["Ulysses"]}]
    assert label(shelves, "Ulysses") == "B"
    assert label(shelves, "Dune") == "C"
