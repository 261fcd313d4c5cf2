TAX = 1.1


def shorten(text, limit):
    if len(text) > limit:  # CRASH
        return text[:limit]
    return text


def text(name, order):
    gross = round(order.net() * TAX, 2)
    street = order.address.street
    return "%s owes %s (%s)" % (name, gross, shorten(street, 10))
