"""Six steps over four modules: a lookup misses, the value is stored, copied, passed and used."""
from shop_orders.checkout import invoice_for


def test_invoice():
    assert invoice_for("ada", ["tea"]) == "Ada owes 3.3 (Main St)"
    assert invoice_for("bob", ["cake"]) == "Bob owes 5.5 (Hill Rd)"
