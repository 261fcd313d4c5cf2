"""Element.text of an empty element is None inside a C object.
honesty: true
"""
import xml.etree.ElementTree as ET


def parse(text):
    return ET.fromstring(text)  # ORIGIN: library-call


def titles(text):
    found = []
    for node in parse(text):
        label = node.text  # ORIGIN: library-call
        found.append(label.strip())  # CRASH
    return found


def test_titles():
    assert titles("<b><t>Emma</t></b>") == ["Emma"]
    assert titles("<b><t>Emma</t><t/></b>") == ["Emma", ""]
