"""A null in JSON text becomes None inside the library.
honesty: true
"""
import json

TEXT = '[{"name": "tea", "price": 3}, {"name": "jam", "price": null}]'


def load(text):
    return json.loads(text)  # ORIGIN: library-call


def total(text):
    amount = 0
    for row in load(text):
        amount += row["price"]  # CRASH
    return amount


def test_total():
    assert total('[{"name": "tea", "price": 3}]') == 3
    assert total(TEXT) == 3
