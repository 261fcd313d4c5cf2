from shop_orders import customers, printing
from shop_orders.models import Address, Order

PRICES = {"tea": 3, "cake": 5}


def new_order(login):
    street = customers.street_of(login)
    return Order(login, Address(street))


def invoice_for(login, items):
    order = new_order(login)
    for item in items:
        order.add(item, PRICES.get(item))
    return printing.text(customers.name_of(login), order)
