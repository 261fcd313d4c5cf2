"""An if/elif chain without else falls through; the last test executed is the elif."""


def tax_rate(country):
    if country == "DE":
        return 0.19
    elif country == "FR":
        return 0.2
    elif country == "CH":  # ORIGIN: implicit-return
        return 0.08


def gross(net, country):
    rate = tax_rate(country)
    return net * (1 + rate)  # CRASH


def test_gross():
    assert gross(100, "DE") == 119
    assert gross(100, "AT") == 120
