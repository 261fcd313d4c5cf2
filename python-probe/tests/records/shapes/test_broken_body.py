from pkg import orders

PRICE = orders.price([], "at import")
