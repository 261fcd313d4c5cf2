"""unittest.mock: a side_effect function of the project returns None and is called through the mock."""
import unittest
from unittest import mock


class Gateway:
    def charge(self, amount):
        return {"ok": True, "amount": amount}


def pay(gateway, amount):
    receipt = gateway.charge(amount)
    return receipt["amount"]  # CRASH


def fake_charge(amount):
    if amount > 100:
        return None  # ORIGIN: literal
    return {"amount": amount}


class PayTest(unittest.TestCase):
    def test_pay(self):
        gateway = Gateway()
        with mock.patch.object(gateway, "charge", side_effect=fake_charge):
            self.assertEqual(pay(gateway, 5), 5)
            self.assertEqual(pay(gateway, 500), 500)
