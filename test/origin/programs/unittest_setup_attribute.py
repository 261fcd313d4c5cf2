"""unittest: setUp stores None on the test case, and a helper method uses it."""
import unittest


def open_store(path):
    if path.startswith("/"):
        return {"path": path}
    return None  # ORIGIN: literal


def size(store):
    return len(store["path"])  # CRASH


class StoreTest(unittest.TestCase):
    def setUp(self):
        self.store = open_store("data.db")
        self.limit = None

    def test_size(self):
        self.assertEqual(size(self.store), 7)
