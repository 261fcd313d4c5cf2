"""What a customer has to pay."""

from decimal import Decimal

VAT = Decimal("0.19")


def line_total(line):
    discount = Decimal("0.95") if line.quantity >= 10 else Decimal(1)
    return line.unit_price * line.quantity * discount


def net_total(basket):
    return sum((line_total(line) for line in basket.lines), Decimal(0))


def invoice(basket):
    net = net_total(basket)
    vat = (net * VAT).quantize(Decimal("0.01"))
    return {"net": net, "vat": vat, "gross": net + vat}
