"""A KeyError whose key is None: the dict is as it was built, the key came from a miss.
honesty: true
bad: missing-key
"""

RATES = {"EUR": 1, "USD": 2}  # ORIGIN: built


def currency(country):
    return {"DE": "EUR", "US": "USD"}.get(country)  # ORIGIN: miss


def rate(country):
    code = currency(country)
    return RATES[code]  # CRASH


def test_rate():
    assert rate("US") == 2
    assert rate("CH") == 3
