"""Element.find misses; the result's text is asked for."""
import xml.etree.ElementTree as ET


def parse(text):
    return ET.fromstring(text)


def title(book):
    node = book.find("title")  # ORIGIN: miss|library-call
    return node.text  # CRASH


def titles(text):
    return [title(book) for book in parse(text)]


def test_titles():
    assert titles("<s><book><title>Emma</title></book></s>") == ["Emma"]
    assert titles("<s><book><title>Emma</title></book><book/></s>") == ["Emma", "-"]
