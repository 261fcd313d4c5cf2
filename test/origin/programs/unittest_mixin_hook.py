"""unittest: a mixin's hook method returns nothing and the base test uses it."""
import unittest


class ShapeChecks:
    def make(self):
        raise NotImplementedError

    def test_area(self):
        shape = self.make()
        self.assertEqual(shape["w"] * shape["h"], 6)  # CRASH


class SquareTest(ShapeChecks, unittest.TestCase):
    def make(self):
        shape = {"w": 2}
        shape["h"] = 3  # ORIGIN: implicit-return
