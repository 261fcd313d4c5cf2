"""unittest: setUpClass does not replace the class attribute None."""
import unittest


def names(rows):
    return [row["name"] for row in rows]  # CRASH


class RowsTest(unittest.TestCase):
    rows = None  # ORIGIN: class-attribute
    loaded = False

    @classmethod
    def setUpClass(cls):
        cls.row = [{"name": "ada"}]
        cls.loaded = True

    def test_names(self):
        self.assertTrue(self.loaded)
        self.assertEqual(names(self.rows), ["ada"])
